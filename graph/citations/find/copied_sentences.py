"""Mark the citations whose sentence stands in a copy of the rules, too, which the same file has in a string.

A test of a program that reads the rules has its input, a copy, in one string, and what it expects in others:

    read(EXCERPT) == {"Row": "To move a boat with oars. See rule 701.32."}

The numbers of a copy cite nothing and stay. So the same number of the same sentence elsewhere must stay, too. Sentences
are compared by the words next to the number: in a string by the words up to its marks, elsewhere by those of the line.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from graph.citations.find.layout import NEW_LINE, line_around
from graph.citations.records import Citation
from rules.late_patterns import compile_late
from rules.text import plain_words

_REACH = 160
"""Characters before and after a number that are compared; more than `_MOST_WORDS` words are seldom longer."""
_MOST_WORDS = 5
"""Maximum number of words before a number, and after it, that are compared."""
_LEAST_WORDS = 5
"""Minimum number of words by which a sentence is recognised. Fewer, as in `see rule 702.40`, are in many texts."""
_LEAST_IN_STRING = 2
"""Minimum number of words if the marks of a string are before and after the sentence: a program can compare it."""
_MARK = compile_late(r"[\"`]|(?<!\w)'|'(?!\w)")
"""The mark of a string; an apostrophe is in a word or after one, before a blank only in `the boats' oars`."""


class _Sides(Struct, frozen=True):
    """The words next to a number.

    Attributes:
        preceding: The words before it, as many as are compared.
        following: The words after it.
        in_string: Whether the marks of a string are before and after them.
    """

    preceding: tuple[str, ...]
    following: tuple[str, ...]
    in_string: bool = False


def mark_copied_sentences(text: str, citations: Sequence[Citation], blocks: Sequence[range]) -> list[Citation]:
    """Return the citations of a file outside of its copies; those whose sentence is in a copy have `is_in_copy_too`.

    Args:
        text: The whole text.
        citations: All its citations, in order.
        blocks: The bounds of the copies, in order.
    """
    starts = [citation.start for citation in citations]
    keys: set[_Key] = set()
    outside: list[Citation] = []
    end = 0  # the index after the citations of the last copy
    for block in blocks:
        first, last = bisect_left(starts, block.start), bisect_left(starts, block.stop)
        outside += citations[end:first]
        for citation in citations[first:last]:
            keys.update(_list_keys(text, citation, block))
        end = last
    outside += citations[end:]
    return [
        structs.replace(citation, is_in_copy_too=True) if _is_known(text, citation, keys) else citation
        for citation in outside
    ]


_Key = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A number as printed, with some of the words before it and after it."""


def _list_keys(text: str, citation: Citation, block: range) -> Iterator[_Key]:
    """Yield a number in a copy with every number of words before and after it that may be compared."""
    sides = _read_sides(text, citation, block)
    for first in range(len(sides.preceding) + 1):
        for last in range(len(sides.following) + 1):
            yield citation.raw, sides.preceding[first:], sides.following[:last]


def _is_known(text: str, citation: Citation, keys: set[_Key]) -> bool:
    """Return whether the sentence of a citation outside of the copies is in one of them."""
    if not keys:
        return False
    sides = _find_sentence(text, citation)
    least = _LEAST_IN_STRING if sides.in_string else _LEAST_WORDS
    enough = len(sides.preceding) + len(sides.following) >= least
    return enough and (citation.raw, sides.preceding, sides.following) in keys


def _find_sentence(text: str, citation: Citation) -> _Sides:
    """Return the words next to a citation on its line, up to the marks of a string."""
    line = line_around(text, citation.start, citation.end)
    low, high = max(line.start, citation.start - _REACH), min(line.stop, citation.end + _REACH)
    opening = max((mark.end() for mark in _MARK.finditer(text, low, citation.start)), default=None)
    closing = _MARK.search(text, citation.end, high)
    sides = _read_sides(
        text, citation, range(low if opening is None else opening, high if closing is None else closing.start())
    )
    return structs.replace(sides, in_string=opening is not None and closing is not None)


def _read_sides(text: str, citation: Citation, bounds: range) -> _Sides:
    """Return the words next to a citation within some bounds."""
    low, high = max(bounds.start, citation.start - _REACH), min(bounds.stop, citation.end + _REACH)
    preceding = _read_words(text[low : citation.start])
    following = _read_words(text[citation.end : high])
    return _Sides(preceding[-_MOST_WORDS:], following[:_MOST_WORDS])


def _read_words(part: str) -> tuple[str, ...]:
    r"""Return the words of a part of a text, in which `\n` and the marks of a string may be escaped."""
    return plain_words(re.sub(r"\\(?=[\"'`])", "", part.replace(NEW_LINE, "\n")))
