"""Documents that are one part of an edition alone: a glossary, a list of contents or a short chapter."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from rules.text import strip_title
from scraper.claims import ENOUGH_RULES
from scraper.inline_entries import find_inline_form
from scraper.labels import is_title, read_heading, read_label
from scraper.layout import Line, Paragraph, without_leader
from scraper.parts.divide import divide, divide_contents, divide_glossary
from scraper.parts.matter import is_contents_entry, matter_name
from scraper.parts.region import GLOSSARY, Region

ENOUGH_CHAPTERS = 5
"""Minimum number of chapters of a list of contents."""
LEAST_ENTRIES = 0.8
"""Minimum share of the lines of a list of contents that can be its entries."""
ENOUGH_HEADWORDS = 12
"""Minimum number of headwords of a glossary without a heading."""
IN_ORDER = 0.9
"""Minimum share of these headwords that are in order."""
ENOUGH_ENTRIES = ENOUGH_RULES
"""Minimum number of headwords of a glossary, and of entries that refer to a rule: as many as there must be rules in a
document with rules."""
MOST_NUMBERED = 0.1
"""Maximum number, for each headword of a glossary, of lines that begin with marks and a number, such as `§ 702.2b`. A
text with more of them has rules in a form that is not known."""

_SEE_RULE = re.compile(r"\b[Ss]ee (?:also )?(?:rules?|sections?|chapters?) \d")
_MARKED_NUMBER = re.compile(r"\W{0,9}(?:\w{1,12}\W{1,9})?[1-9]\d\d\.\d{1,3}[a-z]?\b")


def divide_any(paragraphs: Sequence[Paragraph], lines: Sequence[Line]) -> list[Region]:
    """Divide a document with rules, one that is a glossary alone, or one that is a list of contents alone.

    Args:
        paragraphs: What is divided.
        lines: The lines by which a document without rules is recognised.

    Returns:
        The regions; none if it is no such document.
    """
    regions = divide(paragraphs)
    if regions:
        return regions
    if is_glossary(lines):
        return divide_glossary(paragraphs)
    if is_contents(lines):
        return divide_contents(paragraphs)
    return []


def is_glossary(lines: Sequence[Line]) -> bool:
    """Return whether a text without rules is a glossary alone: its heading, headwords, references in entries.

    Without the heading its headwords must be in alphabetical order.
    """
    heading = next((index for index, line in enumerate(lines) if matter_name(line.text) == GLOSSARY), None)
    entries = lines
    if heading is not None:
        entries = lines[heading + 1 :]
    headwords = _list_headwords(entries)
    if heading is None and not _are_alphabetical(headwords):
        return False
    if _has_unread_rules(lines, headwords):
        return False
    references = sum(_SEE_RULE.search(line.text) is not None for line in entries)
    return len(headwords) >= ENOUGH_ENTRIES and references >= ENOUGH_ENTRIES


def _list_headwords(lines: Sequence[Line]) -> list[str]:
    """Return what may be headwords: on a line of their own, or before the text on their line."""
    read_inline = find_inline_form(lines)
    if read_inline is None:
        return [line.text for line in lines if line.after_blank and is_title(line.text)]
    return [entry.term for entry in map(read_inline, lines) if entry is not None]


def _are_alphabetical(headwords: Sequence[str]) -> bool:
    """Return whether there are enough headwords, and hardly any comes before the previous one in the alphabet.

    Headwords with the marks of Markdown would be read with these marks, so they do not count.
    """
    names = [strip_title(headword) for headword in headwords if not headword.startswith(("*", "_", "#"))]
    rising = sum(before <= after for before, after in pairwise(names))
    return len(names) >= ENOUGH_HEADWORDS and rising >= IN_ORDER * (len(names) - 1)


def _has_unread_rules(lines: Sequence[Line], headwords: Sequence[str]) -> bool:
    """Return whether so many lines begin with marks and a number that the text has rules in an unknown form."""
    numbered = sum(_MARKED_NUMBER.match(line.text) is not None for line in lines)
    return numbered >= ENOUGH_RULES and numbered > MOST_NUMBERED * len(headwords)


def is_contents(lines: Sequence[Line]) -> bool:
    """Return whether a text without rules is a list of contents alone: chapters that rise, each in its own section."""
    headings = [heading for line in lines if (heading := read_heading(without_leader(line.text)))]
    section = ""
    chapters: list[str] = []
    for heading in headings:
        if heading.kind == "section":
            section = heading.number
        elif heading.number[0] != section:
            return False
        else:
            chapters.append(heading.number)
    is_rising = all(before < after for before, after in pairwise(chapters))
    entries = sum(is_contents_entry(line.text) for line in lines)
    return is_rising and len(chapters) >= ENOUGH_CHAPTERS and entries >= LEAST_ENTRIES * len(lines)


def is_chapter(lines: Sequence[Line]) -> bool:
    """Return whether a text with few rules is a short chapter: its heading, and rules of this chapter only."""
    headings = {heading.number for line in lines if (heading := read_heading(line.text))}
    chapters = {label.number[:3] for line in lines if (label := read_label(line.text))}
    return len(chapters) == 1 and chapters <= headings


def count_rising_rules(lines: Iterable[Line]) -> int:
    """Return the number of different rule numbers that lines begin with; 0 if they mostly fall.

    A number that follows itself counts once, and does not fall: a page that shows the differences of two editions has
    the old and the new text of each rule. `["100.1", "100.1", "100.2"]` → 2.
    """
    numbers = [label.number for line in lines if (label := read_label(line.text))]
    rising = sum(before <= after for before, after in pairwise(numbers))
    if 2 * rising >= len(numbers) - 1:
        return len(set(numbers))
    return 0
