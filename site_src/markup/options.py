"""A hook of mkdocs that keeps options of commands, as well as days, in one piece: no line ends within them."""

import re
from typing import Any

_CODE = re.compile(r"<pre\b.*?</pre>|<code>([^<]*)</code>", re.DOTALL)
"""A block of code, or code within a line, whose text is the first group."""
_OPTION = re.compile(r"(?<![^\s(\[|])(?:--?[A-Za-z][\w-]*|[0-9]{4}-[0-9]{2}-[0-9]{2}(?![\w-]))")
"""An option of a command, or a day."""


def on_page_content(html: str, **_: Any) -> str:
    """Return the HTML of a page with each option within a line as one piece; blocks of code stay as they are."""
    return _CODE.sub(_join_options, html)


def _join_options(code: re.Match[str]) -> str:
    """Return a match of `_CODE` with its options joined."""
    if code[1] is None:
        return code[0]
    return f"<code>{_OPTION.sub(_join, code[1])}</code>"


def _join(option: re.Match[str]) -> str:
    return f'<span class="whole">{option[0]}</span>'
