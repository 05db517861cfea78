"""From lines to paragraphs: whether a document was wrapped, and how to unwrap it.

History: the publisher's text files have a paragraph a line; some copies (1999 to 2004, and whatever came through mail
or an editor) were wrapped at a column or at the width of a page in a proportional face, so that a full line may have
85 characters or 115. A reference can wrap so that a line starts with a number; a word can wrap at its hyphen.

Guarantees: a paragraph never crosses a blank line; no characters but white space at line ends are added or removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from scraper.lines import Line, Paragraph

LONG = 60
"""Characters from which on a line tells something about wrapping; headings and addresses are shorter."""

STRAY = 45
"""Characters from which on a line of a document that is not wrapped may still have been broken in mid-sentence."""

WRAPPED_SHARE = 0.4
"""Share of long lines that run on into the next, from which on a document counts as wrapped.
Measured over 153 copies: wrapped ones have 0.79 and more, the others 0.02 and less."""

FULL_SHARE = 0.70
"""A line could have taken the next word if both fill less than this share of the width. In a proportional face the
fullest line of the copies seen has 115 characters and the emptiest full one 83; `_measure_full_lines` finds
what each allows."""

NEAR = 0.97
"""Share of the shortest full line seen, for there may be a shorter one. 2004-02-01, rule 418.5a, needs 0.976."""

_SENTENCE_END = re.compile(r"(?:[.:!?;][\"”’')\]*_\ufffd]*|\d[^\[\]]{0,20}\])$")
_STARTS_PARAGRAPH = re.compile(
    r"(?:examples?\s?:|(?:glossary|index|credits|questions\?)\s?:?$|notes?\s?-\s)", re.IGNORECASE
)
_NUMBERED = re.compile(r"[1-9]\d\d\.\s?\d{1,3}\s?[a-z]?\b")
_BULLET = re.compile(r"[*•]\s?")
_LETTERED = re.compile(r"[A-Z]\.\d{1,2}(?:\.(?:Rulings?\.)?\d{1,3})?\s?-\s|[A-Z]\s-\s+[A-Z][^.,:;]{2,60}$")
"""A label of a rulings summary; its dash tells it from a reference, whatever stands before it."""
_SENSE = re.compile(r"\d{1,2}\.\s+[A-Z\"“(]")
_CHAPTER = re.compile(r"(?P<number>[1-9]\d\d)\.\s+[A-Z]")
_EXPECTS_NUMBER = re.compile(r"\b(?:rules?|sections?|chapters?|and|or|to|through|see)$", re.IGNORECASE)
_BROKEN_AT_MARK = re.compile(r"(?:[\w/][-/]|(?<!\s)[–—]|(?<![\s-])--)$")
"""After a dash with a space before it stood another space."""
_INDEX_ENTRY = re.compile(r"[^\d]{3,60}(?:, \d{3}(?:\.\d+[a-z]?)?(?:[-–]\w{1,3})?)+$")
_SUSPENDED = re.compile(r"(?:and|or|to)\b")


def without_leader(text: str) -> str:
    """Return a line of the contents without the dots (or the tab) and the page number at its end.

    Any other line is returned as it is.
    """
    unnumbered = text.rstrip("0123456789")
    bare = unnumbered.rstrip()
    if len(unnumbered) < len(text) and "\t" in unnumbered[len(bare) :]:
        return bare
    entry = bare.rstrip(".")
    return entry.rstrip() if len(bare) - len(entry) >= 4 else text


@dataclass(frozen=True, slots=True)
class _Full:
    """Columns that a line and the next word fill if wrapping parted them: at least, and where a sentence ended too."""

    least: float
    ended: float


def is_rule_line(text: str) -> bool:
    """Return whether a line is a typographic rule: only dashes, equals signs, underscores or asterisks."""
    return len(text) >= 3 and not text.strip("-=_*~–— ")


def is_wrapped(lines: list[Line]) -> bool:
    """Return whether paragraphs of this document go over several lines, by the whole document."""
    long = runs_on = 0
    for line, following in pairwise(lines):
        if len(line.text) >= LONG and without_leader(line.text) == line.text:
            long += 1
            runs_on += not following.after_blank and not _SENTENCE_END.search(line.text)
    return long > 0 and runs_on / long >= WRAPPED_SHARE


def paragraphs(lines: list[Line], wrapped: bool | None = None) -> list[Paragraph]:
    """Join the lines of a document into its paragraphs.

    Args:
        lines: Those that are not blank.
        wrapped: Whether paragraphs go over several lines, where that is known.
    """
    if not lines:
        return []
    wrapped = is_wrapped(lines) if wrapped is None else wrapped
    full = _measure_full_lines(lines) if wrapped else None
    kept_spaces = _keeps_spaces(lines) if wrapped else False
    groups: list[list[Line]] = []
    for line in lines:
        if groups and not line.after_blank and _is_continuation(groups[-1], line, full):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_join_lines(group, kept_spaces) for group in groups]


def _measure_width(lines: Iterable[Line]) -> int:
    """Return the length that the fullest fortieth of the lines reaches."""
    lengths = sorted((line.indent + len(line.text) for line in lines if not is_rule_line(line.text)), reverse=True)
    return lengths[len(lengths) // 40]


def _measure_full_lines(lines: list[Line]) -> _Full:
    """Return how many columns the full lines of a wrapped document fill.

    They are measured on the lines that surely go on: in mid-sentence, with a small letter after them.
    """
    width = _measure_width(lines)
    least = FULL_SHARE * width
    filled = (
        _count_filled_columns(before, after)
        for before, after in pairwise(lines)
        if not after.after_blank and after.text[0].islower() and not _SENTENCE_END.search(before.text)
    )
    shortest = min((extent for extent in filled if extent > least), default=least)
    # Wrapped at a column: nothing that fits was carried over. In a proportional face the shortest seen is near enough.
    return _Full(least, shortest if shortest > width else max(least, NEAR * shortest))


def _count_filled_columns(before: Line, after: Line) -> int:
    """Return the columns that a line would fill with the first word of the next line.

    A word counts up to its hyphen, at which it may be broken.
    """
    first_word = after.text.split(maxsplit=1)[0]
    piece = re.split(r"(?<=[-–—])", first_word, maxsplit=1)[0]
    return before.indent + len(before.text) + 1 + len(piece)


def _keeps_spaces(lines: list[Line]) -> bool:
    """Return whether lines that continue mostly end in the space at which they were broken."""
    running = [line for line, after in pairwise(lines) if len(line.text) >= LONG and not after.after_blank]
    return sum(line.open_end for line in running) > len(running) // 2


def _is_continuation(group: list[Line], line: Line, full: _Full | None) -> bool:
    """Return whether `line` continues the paragraph of `group`.

    `full` is None in a document that is not wrapped.
    """
    before = group[-1]
    ended = _SENTENCE_END.search(before.text) is not None
    if _STARTS_PARAGRAPH.match(line.text) or is_rule_line(line.text) or is_rule_line(before.text):
        return False
    if _LETTERED.match(line.text) or _INDEX_ENTRY.match(before.text):
        return False
    if _NUMBERED.match(line.text) and (ended or not (full is not None or _EXPECTS_NUMBER.search(before.text))):
        return False
    if ended and (_SENSE.match(line.text) or _CHAPTER.match(line.text)):
        return False
    chapter = _CHAPTER.match(group[0].text)
    if chapter is not None and line.text.startswith(f"{chapter['number']}.1. "):
        # A chapter's first rule below its heading, however long that is.
        return False
    if _BULLET.match(line.text) and (ended or _BULLET.match(group[0].text)):
        return False
    if full is None:
        # A stray break in a document with a paragraph a line shows only in mid-sentence.
        mid_sentence = line.text[0].islower() or _EXPECTS_NUMBER.search(before.text) is not None
        return mid_sentence and not ended and len(before.text) >= STRAY
    if line.indent >= before.indent + 3 and not (len(group) == 1 and not ended):
        return False
    return _count_filled_columns(before, line) >= (full.ended if ended else full.least)


def _join_lines(group: list[Line], kept_spaces: bool) -> Paragraph:
    parts = [group[0].text]
    for before, line in pairwise(group):
        parts.append(f"{'' if _closed_up(before, line, kept_spaces) else ' '}{line.text}")
    first, last = group[0], group[-1]
    return Paragraph(first.number, last.number, "".join(parts), first.indent, first.after_blank)


def _closed_up(before: Line, line: Line, kept_spaces: bool) -> bool:
    """Return whether there was no space where a line was broken: after a hyphen, dash or slash inside a word."""
    if before.open_end or not _BROKEN_AT_MARK.search(before.text):
        return False
    # "first-⏎and second-" has a space after its hyphen; only a copy that keeps the spaces at breaks can tell otherwise.
    return kept_spaces or not (before.text.endswith("-") and _SUSPENDED.match(line.text))
