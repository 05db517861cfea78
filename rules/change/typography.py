"""Slight changes: segments that replaced others and differ from them in typography only."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.text import fold

_ODD_LETTERS = frozenset("oæa")
"""First letters that folding may change, or produce from other letters: `oT` is a symbol, and `æ` becomes `ae`."""


def list_slight(segments: Sequence[tuple[str, str]]) -> list[bool]:
    """Return for each segment whether a reader who looks for changed words may ignore it.

    Such segments are a deletion and the insertion after it that differ in typography only: `“card”` and `"card"`. If a
    text has no other changes, no segment may be ignored, because there would be nothing left to show.

    Args:
        segments: Pairs of `equal`, `delete` or `insert` and a text, as `rules.change.segments` returns them.
    """
    slight = [False] * len(segments)
    for index, ((old_op, old), (new_op, new)) in enumerate(pairwise(segments)):
        if (old_op, new_op) == ("delete", "insert") and is_alike(old, new):
            slight[index] = slight[index + 1] = True
    for (op, _), is_slight in zip(segments, slight, strict=True):
        if op != "equal" and not is_slight:
            return slight
    return [False] * len(segments)


def is_alike(old: str, new: str) -> bool:
    """Return whether two texts, neither of them empty, differ in typography only."""
    # Folding is slow, and different first letters show most differences. Folding may make some letters equal, though.
    first_letters = {old[0].casefold(), new[0].casefold()}
    are_plain_letters = all(map(str.isalpha, first_letters)) and _ODD_LETTERS.isdisjoint(first_letters)
    if len(first_letters) > 1 and are_plain_letters:
        return False
    return fold(old) == fold(new)
