"""Write a citation with other numbers in its own style: `601.2c/2d`, `cr_702_5d`, `61311`, `702.40A`.

The grammar that finds citations reads the result, which is used only if it names exactly the intended numbers. So no
style can produce a citation of another rule.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from graph.citations.find.numbers import (
    read_anchor,
    read_chapter,
    read_misprint,
    read_name,
    read_named_chapter,
    read_number,
)
from graph.citations.records import REACH, Citation, Part
from rules.numbers import NUMBER, chapter_of, complete_number, list_between

LONGEST_LIST = 8
"""Maximum numbers in a list that replaces a citation; nobody wants to read a longer list."""

_LISTING = re.compile(r"[,/+]|&(?!ndash|#)|\band\b|\bor\b")
_JOINT = re.compile(r"\s{0,2}(?:[,/+&]|\band\b|\bor\b)\s{0,2}(?:(?:and|or|&)\s)?")
_DIGITS = re.compile(r"\d+")
_GAP = re.compile(r"\d([^0-9A-Za-z]{1,3})\d")
_GAPS = {"identifier": "_", "anchor": ""}
_READERS: dict[str, tuple[Callable[[str, int], Citation | None], ...]] = {
    "identifier": (read_name, read_named_chapter),
    "anchor": (read_anchor, read_number),
}
_PLAIN = (read_number, read_misprint, read_chapter)


Segment = tuple[Part, ...]
"""A printed number of a citation, or the two ends of a range in it."""


def segments(text: str, citation: Citation) -> tuple[Segment, ...] | None:
    """Return the numbers and ranges of which a citation consists, from left to right.

    Returns:
        None for a range of ranges, whose meaning is unknown.
    """
    several: list[Segment] = []
    for part in citation.parts:
        if not several or _LISTING.search(text, several[-1][-1].end, part.start):
            several.append((part,))
        elif len(several[-1]) > 1:
            return None
        else:
            several[-1] += (part,)
    return tuple(several)


def is_complete_range(segment: Segment) -> bool:
    """Return whether the numbers between the ends of a range are known; those of `601.2e-602.1a` are not."""
    return len(segment) == 1 or bool(list_between(segment[0].number, segment[1].number))


def respell_citation(text: str, citation: Citation, numbers: Sequence[str]) -> str | None:
    """Return a citation with other numbers in place of those printed, in its own style, or with full numbers if needed.

    Args:
        text: The text that it is in.
        citation: The citation.
        numbers: The new number of each of its parts.

    Returns:
        The replacement; None if it would not be read as intended.
    """
    for fullest in (False, True):
        written = _in_place(text, citation, numbers, fullest=fullest)
        if _reads_as(text, citation, written, _list_meant(text, citation, numbers)):
            return written
    return None


def format_as_list(text: str, citation: Citation, numbers: Sequence[str]) -> str | None:
    """Return the numbers of a citation as a list, if its own style cannot express them: `704.5q, 704.5s`.

    Returns:
        None if there are more than `LONGEST_LIST`, or if the list would not be read as intended.
    """
    ordered = list(dict.fromkeys(numbers))
    if len(ordered) > LONGEST_LIST:
        return None
    upper = any(letter.isupper() for part in citation.parts for letter in text[part.start : part.end])
    written = ", ".join(_spell_number(number, ".", upper=upper)[0] for number in ordered)
    return written if _reads_as(text, citation, written, tuple(ordered)) else None


def _list_meant(text: str, citation: Citation, numbers: Sequence[str]) -> tuple[str, ...]:
    """Return all numbers that a citation must name when its parts have the given new numbers."""
    meant: list[str] = []
    left = list(numbers)
    for segment in segments(text, citation) or ():
        ends = [left.pop(0) for _ in segment]
        meant += list_between(ends[0], ends[-1]) or ends
    return tuple(meant)


def _in_place(text: str, citation: Citation, numbers: Sequence[str], *, fullest: bool) -> str:
    new = {
        (part.start, part.end): _part(text, citation, part, number, before, fullest=fullest)
        for part, number, before in zip(citation.parts, numbers, ("", *numbers[:-1]), strict=True)
    }
    return replace_spans(text, new, citation.start, citation.end)


def replace_spans(text: str, new: Mapping[tuple[int, int], str], start: int = 0, end: int | None = None) -> str:
    """Return a text, or the part of it between two offsets, with other words in some spans, which do not overlap."""
    pieces: list[str] = []
    for (low, high), words in sorted(new.items()):
        pieces += (text[start:low], words)
        start = high
    return "".join((*pieces, text[start:end]))


def _part(text: str, citation: Citation, part: Part, number: str, before: str, *, fullest: bool) -> str:
    """Return a number in the style of the part that it replaces, or in the next fuller style that is unambiguous."""
    printed = text[part.start : part.end]
    gap = _GAP.search(printed)
    own_gap = gap[1] if gap else "" if citation.form == "anchor" else _GAPS.get(citation.form, ".")
    upper = any(sign.isupper() for sign in printed)
    brackets = printed.endswith(")")
    digits = "".join(_DIGITS.findall(printed))
    full, rule, letters = _spell_number(number, own_gap, upper=upper)
    shorter = [rule] if digits else [rule, letters]
    if fullest or not before or digits == "".join(_DIGITS.findall(part.number)):
        shorter = []
    spelled = [full, *(short for short in shorter if short and complete_number(short.lower(), before) == number)][-1]
    return f"{spelled[:-1]}({spelled[-1]})" if brackets and spelled[-1].isalpha() else spelled


def _spell_number(number: str, gap: str, *, upper: bool) -> tuple[str, str, str]:
    """Return a number in full, and what is printed of it behind another: `601.2d`, `2d`, `d`."""
    match = NUMBER.fullmatch(number)
    if match is None:
        raise ValueError(f"not a rule number: {number!r}")
    letters = match["letters"] or ""
    letters = letters.upper() if upper else letters
    rule = f"{match['rule']}{letters}" if match["rule"] else ""
    return f"{chapter_of(number)}{gap}{rule}" if rule else chapter_of(number), rule, letters


def _reads_as(text: str, citation: Citation, written: str, numbers: tuple[str, ...]) -> bool:
    """Return whether the grammar reads exactly these numbers in the written citation, up to its end."""
    low = max(0, citation.start - REACH)
    around = text[low : citation.start] + written + text[citation.end : citation.end + REACH]
    position = citation.start - low
    end = position + len(written)
    readers = _READERS.get(citation.form, _PLAIN)
    as_read: list[str] = []
    while position < end:
        printed = next(
            (printed for read in readers if (printed := read(around, position)) and printed.end <= end), None
        )
        if printed is None or printed.problem:
            return False
        as_read += printed.numbers
        if printed.end == end:
            return tuple(as_read) == numbers
        joint = _JOINT.match(around, printed.end)
        if joint is None:
            return False
        position = joint.end()
    return False
