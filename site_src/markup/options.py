"""Options of commands, and days, in code within a line: each stays in one piece, so that no line ends within it.

A browser may end a line after each hyphen. A style for all code would not do: a command with its options may be wider
than a phone.
"""

import re

_CODE = re.compile(r"<pre\b.*?</pre>|<code>([^<]*)</code>", re.DOTALL)
"""A block of code, or code within a line, whose text is the first group."""
_OPTION = re.compile(r"(?<![^\s(\[|])(?:--?[A-Za-z][\w-]*|[0-9]{4}-[0-9]{2}-[0-9]{2}(?![\w-]))")
"""An option of a command, or a day."""


def join_options(html: str) -> str:
    """Return the HTML of a page with each option within a line as one piece; blocks of code stay as they are."""
    return _CODE.sub(_join_options_of_code, html)


def _join_options_of_code(code: re.Match[str]) -> str:
    """Return a match of `_CODE` with its options joined."""
    if code[1] is None:
        return code[0]
    return f"<code>{_OPTION.sub(_join, code[1])}</code>"


def _join(option: re.Match[str]) -> str:
    return f'<span class="whole">{option[0]}</span>'
