"""The messages for configurations that are no TOML."""

import re

from rules.late_patterns import compile_late

_LINE = compile_late(r"\(at line (?P<line>\d+), column \d+\)")
"""The place in a message of `tomllib`."""
_STRING_WITH_BACKSLASH = compile_late(r'"(?P<value>[^"\n]*\\[^"\n]*)"')
_ESCAPED = {"\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}
"""A character that no name has → the letter after the backslash that stands for it in a string of TOML."""
_CONTROL = compile_late(r"[\b\f\n\r\t]")


def describe_toml_error(error: Exception, text: str) -> str:
    r"""Return the message of an error in a TOML file, with the right form of a pattern with backslashes on its line.

    Example: for the line `exclude = ["src\old"]` the message ends with `in a pattern of files, write "src/old"`.

    Args:
        error: The error, as `tomllib` raises it.
        text: The content of the file.
    """
    message = f"invalid TOML: {error}"
    place = _LINE.search(message)
    if place is None:
        return message
    line = text.splitlines()[int(place["line"]) - 1 :][:1]
    string = _STRING_WITH_BACKSLASH.search("".join(line))
    if string is None:
        return message
    form = re.sub(r"\\+", "/", string["value"])
    return f'{message}; in a pattern of files, write "{form}"'


def find_escaped_letters(pattern: str) -> str | None:
    r"""Return why a pattern is refused whose backslash TOML read as the beginning of an escape; None without any.

    In `"src\test"`, in double quotes, TOML reads `\t` as a tab.

    Args:
        pattern: The pattern, as TOML read it.
    """
    if not _CONTROL.search(pattern):
        return None
    form = _CONTROL.sub(lambda control: f"/{_ESCAPED[control[0]]}", pattern)
    return f"{pattern!r}: in double quotes, TOML reads a backslash and a letter as one character; write '{form}'"
