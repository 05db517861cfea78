"""Texts that show the changes between two texts, and are neither of them.

`comprules check`, `parse`, `identify` and `archive add` all ask `shows_changes`.
"""

import re
from itertools import islice

from rules.late_patterns import compile_late

ENOUGH_CHANGES = 3
"""Minimum number of marked changes of a comparison."""
COMPARISON = "it shows the changes between two texts, and is neither of them"
"""The reason not to read a text that marks what was deleted or inserted."""

_CHANGE = compile_late(
    r"\[-[^\[\]\n]{1,2000}-\]|\{\+[^\n]{1,2000}?\+\}|\{(?P<mark>\+\+|--|~~)[^\n]{1,2000}?(?P=mark)\}"
    r'|<(?i:del)\b[^<>]{0,200}>|\[\s{0,40}"(?:delete|insert)",\s{0,40}"'
)
"""A deletion or an insertion: `[-old-]`, `{+new+}`, `{--old--}`, `<del>`, or `["delete", "old"]` in JSON; sites have
advertisements in `<ins>`."""
_HUNK = compile_late(r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@", re.MULTILINE)
"""The head of a part of a unified diff."""


def shows_changes(text: str) -> bool:
    """Return whether a text marks what was deleted or inserted."""
    if _HUNK.search(text) is not None:
        return True
    return len(list(islice(_CHANGE.finditer(text), ENOUGH_CHANGES))) == ENOUGH_CHANGES
