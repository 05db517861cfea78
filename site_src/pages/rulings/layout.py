"""The chapters and sections of an issue of the rulings summary.

A chapter (`A.2`) is a page. If the knowledge base has several issues, a chapter is shown from the newest issue that
has it. So all addresses stay when a newer issue is added, even if that has a single chapter.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from rules.records import Rule
from site_src.layout import Book, BookPart

SUMMARY_PATH = "rulings/"
"""Address of the contents of the rulings summary; its pages are below it."""

_CHAPTER = re.compile(r"[A-Z]\.\d+|[A-Z]\d+|\d{3}")
"""The chapter's number at the beginning of a number: `A.2`, `G6`, `502`."""


def chapter_of(number: str) -> str:
    """Return the chapter of a number: `A.2.Ruling.1` → `A.2`; the number itself if it has no known form."""
    match = _CHAPTER.match(number)
    if match:
        return match[0]
    return number


def lay_out_summary(rules: Sequence[Rule], shown: set[str] | frozenset[str] = frozenset()) -> Book:
    """Lay an issue out in pages, in document order.

    Args:
        rules: All rules of the issue.
        shown: Chapters that a newer issue shows; they are omitted, with the sections that have no other chapters.
    """
    by_section: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        if rule.kind == "section" or chapter_of(rule.number) not in shown:
            by_section[rule.number[:1]].append(rule)
    sections = []
    for number, members in by_section.items():
        section = _lay_out_section(number, members)
        if section.pages or not shown:
            sections.append(section)
    return Book(tuple(sections), {}, SUMMARY_PATH)


def _lay_out_section(number: str, members: Sequence[Rule]) -> BookPart:
    """Return a section with a page for each of its chapters."""
    headings = []
    by_chapter: dict[str, list[Rule]] = defaultdict(list)
    for rule in members:
        if rule.kind == "section":
            headings.append(rule)
        else:
            by_chapter[chapter_of(rule.number)].append(rule)
    chapters = [BookPart(chapter, rules, SUMMARY_PATH) for chapter, rules in by_chapter.items()]
    return BookPart(number, headings, pages=tuple(chapters))
