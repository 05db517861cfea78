"""Explain why a backslash in a pattern of a configuration is refused, with the right form of the pattern."""

import re

from rules.late_patterns import compile_late

_LINE = compile_late(r"\(at line (?P<line>\d+), column \d+\)")
"""The place in a message of `tomllib`."""
_STRING_WITH_BACKSLASH = compile_late(r'"(?P<value>[^"\\\n]*\\[^"\n]*)"')
_ESCAPED = {"\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}
"""A character that no name has → the letter after the backslash that stands for it in a string of TOML."""
_CONTROL = compile_late(r"[\b\f\n\r\t]")
_SEPARATOR = compile_late(r"(?<!\\)(?:\\\\)*\\(?=[\w.]|\Z)")
"""A backslash that escapes nothing, as in `docs\\rules.md`."""
_DOUBLED = compile_late(r"(?<=[\w.:*])(?:\\\\)+(?=[\w.*]|\Z)")
"""A doubled backslash, as in `docs\\\\rules.md`: a backslash in a name, for git; but nobody names files so."""
_ESCAPED_GLOB = compile_late(r"(?<=\w)\\(?=[*?\[])")
"""A backslash between a word and a wildcard, as in `docs\\*.md`: a separator, unless a file name has a star."""


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
    line = text.split("\n")[int(place["line"]) - 1]
    string = _STRING_WITH_BACKSLASH.search(line)
    if string is None:
        return message
    form = re.sub(r"\\+", "/", string["value"])
    return f'{message}; in a pattern of files, write "{form}"'


def find_backslash(pattern: str) -> str | None:
    """Return why a pattern with the separators of Windows is refused, with the right form; None without any.

    Args:
        pattern: The pattern, as TOML read it.
    """
    return _find_separator(pattern) or _find_doubled(pattern) or _find_escaped_letter(pattern)


def _find_doubled(pattern: str) -> str | None:
    r"""Return why a pattern with doubled backslashes between names is refused; None without any.

    In single quotes TOML leaves a backslash as it is, so `'docs\\rules.md'` has two.
    """
    if not _DOUBLED.search(pattern):
        return None
    form = _DOUBLED.sub("/", pattern)
    return f"{pattern!r}: a doubled backslash is a backslash in a name, in a git pattern; write '{form}'"


def _find_escaped_letter(pattern: str) -> str | None:
    r"""Return why a pattern is refused whose backslash TOML read as the beginning of an escape; None without any.

    In `"src\test"`, in double quotes, TOML reads `\t` as a tab.
    """
    if not _CONTROL.search(pattern):
        return None
    form = _CONTROL.sub(lambda control: f"/{_ESCAPED[control[0]]}", pattern)
    return f"{pattern!r}: in double quotes, TOML reads a backslash and a letter as one character; write '{form}'"


def _find_separator(pattern: str) -> str | None:
    r"""Return why a pattern is refused in which a backslash separates folders; None without any.

    `docs\rules.md` is refused. `docs\*.md` could mean a file with a star in its name, since a backslash before a
    wildcard escapes it; but without a slash in the pattern it is far more often meant as a separator, and is refused
    too.
    """
    is_separator = _SEPARATOR.search(pattern) is not None
    may_be_escape = not is_separator and "/" not in pattern and _ESCAPED_GLOB.search(pattern) is not None
    if not is_separator and not may_be_escape:
        return None
    form = pattern.replace("\\", "/")
    if form.startswith("./"):
        form = form.removeprefix(".")
    remedy = f"write '{form}'"
    if may_be_escape:
        remedy += f", or '**/{pattern}' if the name of a file has that sign"
    return f"{pattern!r}: a backslash does not separate folders in a git pattern; {remedy}"
