"""Shortening of the segments of a text to its changes, with a few words around each."""

import re
from collections.abc import Iterable

from rules.change import Segment

CONTEXT = 8
"""Number of words kept on either side of a change. So a phrase of up to nine words is found if one of them changed."""
GAP = "\n…\n"
"""Stands for the equal words that are left out."""
_WORD = re.compile(r"\s*\S+")


def trim_segments(parts: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return the changes of a text, with `CONTEXT` unchanged words on either side, and `GAP` in place of the others.

    Returns:
        Segments like those of `parts`; empty if nothing changed.
    """
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
    """Return the words of an equal part that are next to a change.

    Args:
        text: The part.
        is_first: Whether it is the first part of its text, so that no change is before it.
        is_last: Whether it is the last part, so that no change is after it.
    """
    words = [match.span() for match in _WORD.finditer(text)]
    # A part in the middle has a change on either side, and keeps words next to both.
    most = CONTEXT if is_first or is_last else 2 * CONTEXT
    if len(words) <= most:
        return text
    _, end_of_first = words[CONTEXT - 1]
    start_of_last, _ = words[-CONTEXT]
    beginning = "" if is_first else text[:end_of_first]
    ending = "" if is_last else text[start_of_last:].lstrip()
    return beginning + GAP + ending
