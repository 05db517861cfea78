"""The changes of a text with a few words around, instead of all of its words."""

import re
from collections.abc import Iterable

from rules.change import Segment

CONTEXT = 8
"""Number of words kept on either side of a change: a phrase of one word more is found where a change made it."""
GAP = "\n…\n"
"""Stands for the equal words that are left out."""
_WORD = re.compile(r"\s*\S+")


def trim_segments(parts: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return the changes with `CONTEXT` words on either side, gaps between; nothing if all is equal."""
    parts = tuple(parts)
    if all(part.op == "equal" for part in parts):
        return ()
    trimmed: list[Segment] = []
    last = len(parts) - 1
    for index, part in enumerate(parts):
        if part.op == "equal":
            text = _trim(part.text, is_first=index == 0, is_last=index == last)
            trimmed.append(Segment("equal", text))
        else:
            trimmed.append(part)
    return tuple(trimmed)


def _trim(text: str, *, is_first: bool, is_last: bool) -> str:
    """Return the words of an equal part that are next to a change: none at its ends if it is the first or last."""
    words = [match.span() for match in _WORD.finditer(text)]
    most = CONTEXT if is_first or is_last else 2 * CONTEXT
    if len(words) <= most:
        return text
    _, end_of_first = words[CONTEXT - 1]
    start_of_last, _ = words[-CONTEXT]
    beginning = "" if is_first else text[:end_of_first]
    ending = "" if is_last else text[start_of_last:].lstrip()
    return beginning + GAP + ending
