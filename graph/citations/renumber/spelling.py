"""Write a citation with other numbers in its own style: `601.2c/2d`, `cr_702_5d`, `61311`, `702.40A`.

A *part* is a printed number of a citation, and a *segment* a single number or a range: `601.2c-e, 2g` has three parts
and two segments. The grammar that finds citations reads the result, which is used only if it names exactly the intended
numbers. So no style can produce a citation of another rule.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from graph.citations.find.numbers import (
    read_anchor,
    read_chapter,
    read_misprint,
    read_name,
    read_named_chapter,
    read_number,
)
from graph.citations.records import REACH, Citation, Form, Part
from rules.number_ranges import complete_number, list_between
from rules.numbers import NUMBER, chapter_of

LONGEST_LIST = 8
"""Maximum numbers in a list that replaces a citation; nobody wants to read a longer list."""

_LIST_SEPARATOR = re.compile(r"[,/+]|&(?!ndash|#)|\band\b|\bor\b")
"""A separator of two items of a list. It is not the dash of a range, which may be written `&ndash;`."""
_JOINT = re.compile(r"\s{0,2}(?:[,/+&]|\band\b|\bor\b)\s{0,2}(?:(?:and|or|&)\s)?")
"""The whole text between two items of a list: `, `, ` and `, `/`."""
_DIGITS = re.compile(r"\d+")
_GAP = re.compile(r"\d(?P<gap>[^0-9A-Za-z]{1,3})\d")
"""The sign between the chapter and the rule of a number."""
_GAPS = {"identifier": "_", "anchor": ""}
"""The sign between chapter and rule for each form whose numbers have no dot, if the printed number shows none."""
_READERS: dict[str, tuple[Callable[[str, int], Citation | None], ...]] = {
    "identifier": (read_name, read_named_chapter),
    "anchor": (read_anchor, read_number),
}
"""The readers of the numbers of each form; the first that finds a number decides."""
_READERS_OF_OTHERS = (read_number, read_misprint, read_chapter)
"""The readers of the numbers of all other forms."""

Segment = tuple[Part, ...]
"""A printed number of a citation, or the two ends of a range in it."""


class _Spelling(NamedTuple):
    """A number as it is printed in full, and in short after another number: `601.2d`, `2d`, `d`.

    Attributes:
        full: The whole number.
        rule: The number without its chapter; empty for a chapter.
        letters: The letters of the number; empty if it has none.
    """

    full: str
    rule: str
    letters: str


def list_segments(text: str, citation: Citation) -> tuple[Segment, ...] | None:
    """Return the single numbers and the ranges of a citation, from left to right.

    Returns:
        None for a range of ranges, such as `601.2a-c-e`, whose meaning is unknown.
    """
    segments: list[Segment] = []
    for part in citation.parts:
        if not segments or _LIST_SEPARATOR.search(text, segments[-1][-1].end, part.start):
            segments.append((part,))
        elif len(segments[-1]) > 1:
            return None
        else:
            segments[-1] += (part,)
    return tuple(segments)


def is_complete_range(segment: Segment) -> bool:
    """Return whether the numbers between the ends of a range are known; those of `601.2e-602.1a` are not."""
    return len(segment) == 1 or bool(list_between(segment[0].number, segment[1].number))


def respell_citation(text: str, citation: Citation, numbers: Sequence[str]) -> str | None:
    """Return the text of a citation with other numbers, in its own style, or with full numbers if that is needed.

    Args:
        text: The text that it is in.
        citation: The citation.
        numbers: The new number of each of its parts.

    Returns:
        The replacement; None if it would not be read as intended.
    """
    meant = _list_meant_numbers(text, citation, numbers)
    for in_full in (False, True):
        written = _write_in_place(text, citation, numbers, in_full=in_full)
        if _reads_as(text, citation, written, meant):
            return written
    return None


def format_as_list(text: str, citation: Citation, numbers: Sequence[str]) -> str | None:
    """Return the numbers of a citation as a list, if its own style cannot express them: `704.5q, 704.5s`.

    Returns:
        None if there are more than `LONGEST_LIST` numbers, or if the list would not be read as intended.
    """
    ordered = list(dict.fromkeys(numbers))
    if len(ordered) > LONGEST_LIST:
        return None
    is_upper = any(_has_capital(text[part.start : part.end]) for part in citation.parts)
    written = ", ".join(_spell_number(number, ".", is_upper=is_upper).full for number in ordered)
    return written if _reads_as(text, citation, written, tuple(ordered)) else None


def _list_meant_numbers(text: str, citation: Citation, numbers: Sequence[str]) -> tuple[str, ...]:
    """Return all numbers that a citation must name when its parts have new numbers.

    For `601.2e-g` and the new numbers 602.2a and 602.2c these are 602.2a, 602.2b and 602.2c.
    """
    meant: list[str] = []
    following = iter(numbers)
    for segment in list_segments(text, citation) or ():
        ends = list(islice(following, len(segment)))  # one number, or the two ends of a range
        meant.extend(list_between(ends[0], ends[-1]) or ends)
    return tuple(meant)


def _write_in_place(text: str, citation: Citation, numbers: Sequence[str], *, in_full: bool) -> str:
    """Return the text of a citation with other numbers, each as short as the number that it replaces.

    `601.2c/d` with 602.1a and 602.1b becomes `602.1a/b`, or `602.1a/602.1b` in full.

    Args:
        text: The text that it is in.
        citation: The citation.
        numbers: The new number of each of its parts.
        in_full: Whether no number is shortened.
    """
    new: dict[tuple[int, int], str] = {}
    before = ""
    for part, number in zip(citation.parts, numbers, strict=True):
        printed = text[part.start : part.end]
        spelling = _spell_number(number, _find_gap(printed, citation.form), is_upper=_has_capital(printed))
        words = spelling.full
        if not in_full and before and _is_shortened(printed, part):
            words = _shorten(spelling, number, before, printed)
        if printed.endswith(")") and words[-1].isalpha():
            words = f"{words[:-1]}({words[-1]})"
        new[part.start, part.end] = words
        before = number
    return replace_spans(text, new, citation.start, citation.end)


def _find_gap(printed: str, form: Form) -> str:
    """Return the sign between the chapter and the rule of a printed number; if it has none, that of its form."""
    gap = _GAP.search(printed)
    return _GAPS.get(form, ".") if gap is None else gap["gap"]


def _has_capital(printed: str) -> bool:
    return any(map(str.isupper, printed))


def _is_shortened(printed: str, part: Part) -> bool:
    """Return whether only a part of a number is printed, as in a list after another number."""
    return _digits_of(printed) != _digits_of(part.number)


def _digits_of(words: str) -> str:
    return "".join(_DIGITS.findall(words))


def _shorten(spelling: _Spelling, number: str, before: str, printed: str) -> str:
    """Return a number as short as it can be after another number.

    After 601.2c, the number 601.2d becomes `d` in the place of a letter, and `2d` in the place of digits with a letter;
    602.1a stays as it is, because no shorter form means it there.

    Args:
        spelling: How it is spelled.
        number: The number.
        before: The number before it.
        printed: The printed number that it replaces.
    """
    shorter = [spelling.rule] if _digits_of(printed) else [spelling.letters, spelling.rule]
    for words in shorter:
        if words and complete_number(words.lower(), before) == number:
            return words
    return spelling.full


def replace_spans(text: str, new: Mapping[tuple[int, int], str], start: int = 0, end: int | None = None) -> str:
    """Return a text, or a part of it, with new words in the place of some spans.

    Args:
        text: The text.
        new: The new words for each span, by the start and end of the span. Spans must not overlap.
        start: Offset at which the part begins.
        end: Offset at which the part ends; None for the end of the text.
    """
    pieces: list[str] = []
    for (low, high), words in sorted(new.items()):
        pieces.append(text[start:low])
        pieces.append(words)
        start = high
    pieces.append(text[start:end])
    return "".join(pieces)


def _spell_number(number: str, gap: str, *, is_upper: bool) -> _Spelling:
    """Return how a number is spelled in full and in short: `601.2d`, `2d` and `d` for 601.2d with a dot as its gap.

    Args:
        number: The number.
        gap: The sign between its chapter and its rule.
        is_upper: Whether its letters are capitals.
    """
    match = NUMBER.fullmatch(number)
    if match is None:
        raise ValueError(f"not a rule number: {number!r}")
    chapter = chapter_of(number)
    letters = match["letters"] or ""
    if is_upper:
        letters = letters.upper()
    if not match["rule"]:
        return _Spelling(chapter, "", letters)
    rule = f"{match['rule']}{letters}"
    return _Spelling(f"{chapter}{gap}{rule}", rule, letters)


def _reads_as(text: str, citation: Citation, written: str, numbers: tuple[str, ...]) -> bool:
    """Return whether the grammar that finds citations reads exactly the intended numbers in a rewritten one.

    Args:
        text: The text with the old citation.
        citation: The old citation.
        written: The new citation, to be printed in its place.
        numbers: The numbers that the new citation must name, in order.
    """
    low = max(0, citation.start - REACH)
    around = text[low : citation.start] + written + text[citation.end : citation.end + REACH]
    start = citation.start - low
    return _read_list(around, start, start + len(written), citation.form) == numbers


def _read_list(text: str, start: int, end: int, form: Form) -> tuple[str, ...] | None:
    """Return the numbers of all items in `text[start:end]`: 602.1a and 602.2b for `602.1a, 602.2b`.

    Args:
        text: The text.
        start: Offset of the first item.
        end: Offset after the last item.
        form: The form of the items.

    Returns:
        None if anything but items and the text between two items is there, or if an item has a fault.
    """
    as_read: list[str] = []
    position = start
    while position < end:
        printed = _read_next(text, position, end, form)
        if printed is None or printed.problem:
            return None
        as_read.extend(printed.numbers)
        if printed.end == end:
            return tuple(as_read)
        joint = _JOINT.match(text, printed.end)
        if joint is None:
            return None
        position = joint.end()
    return None


def _read_next(text: str, position: int, end: int, form: Form) -> Citation | None:
    """Return the citation that begins at an offset; None if there is none that ends before `end` or there."""
    for read in _READERS.get(form, _READERS_OF_OTHERS):
        printed = read(text, position)
        if printed is not None and printed.end <= end:
            return printed
    return None
