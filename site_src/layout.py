"""The layout of an edition as a book of pages.

A chapter is one page. If most rules of a chapter have headings (keyword actions and abilities), each of these gets its
own page with its subrules; the chapter's page keeps the others and lists those pages. If only a few do (one variant
among the rules of a format), they stay on the chapter's page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from rules.grouping import grouped
from rules.numbers import chapter_of, section_of
from rules.records import GlossaryEntry, Rule
from site_src.addresses import RULES_PATH, PageLink, SitePlace, anchor_of, free_anchor, slug, term_place

Item = TypeVar("Item")


def with_neighbours(items: Sequence[Item]) -> Iterator[tuple[Item | None, Item, Item | None]]:
    """Yield each item with the one before it and the one after it."""
    return zip([None, *items[:-1]], items, [*items[1:], None], strict=False)


class BookPart(Struct, frozen=True):
    """A section, which is on the page of contents; or a chapter or a rule with a page of its own.

    Attributes:
        number: `7`, `702` or `702.40`.
        rules: The rules on its page, in the order of the edition, beginning with the rule of its own number. A section
            has only the rule of its own number: none if the edition lacks it, two if it prints the number twice.
        base_path: Address of the work's contents, below which the pages are.
        pages: The parts below it that have pages of their own: the chapters of a section; the rules of a chapter that
            have headings, if most have.
    """

    number: str
    rules: Sequence[Rule]
    base_path: str = RULES_PATH
    pages: Sequence[BookPart] = ()

    @property
    def heading(self) -> str | None:
        """Return its title; None if the edition prints none."""
        return next((rule.heading for rule in self.rules if rule.number == self.number), None)

    @property
    def listed_heading(self) -> str:
        """Return its heading as lists of contents have it: `Banding` for `Banding:`; empty if it has none."""
        return (self.heading or "").removesuffix(":")

    @property
    def address(self) -> str:
        """Return the page's address from the site's root: `cr/702.40/`."""
        return f"{self.base_path}{self.number}/"

    @property
    def title(self) -> str:
        """Return its number and heading: `702 Keyword Abilities`."""
        return f"{self.number} {self.listed_heading}".strip()

    @property
    def neighbour(self) -> tuple[str, str]:
        """Return its address and its title, for the pages beside it."""
        return self.address, f"{self.number} {self.listed_heading or 'Untitled'}"

    def link_from(self, page: str) -> PageLink:
        """Return a link from another page: its number, with its heading beside it."""
        return PageLink(self.number, SitePlace(self.address).seen_from(page), self.listed_heading)


class Book(Struct, frozen=True):
    """An edition laid out in pages; its glossary entries by their anchors."""

    sections: tuple[BookPart, ...]
    terms: Mapping[str, GlossaryEntry]
    base_path: str = RULES_PATH

    @property
    def chapters(self) -> tuple[BookPart, ...]:
        """Return all chapters, in order."""
        return tuple(chapter for section in self.sections for chapter in section.pages)

    @property
    def pages(self) -> tuple[BookPart, ...]:
        """Return all parts with a page: the chapters, each before its rules that have pages of their own."""
        return tuple(page for chapter in self.chapters for page in (chapter, *chapter.pages))

    @property
    def rules(self) -> list[Rule]:
        """Return all rules: those of the sections themselves, then those of the pages."""
        return [rule for part in (*self.sections, *self.pages) for rule in part.rules]

    def places(self) -> dict[str, SitePlace]:
        """Return the place of every record, by its key (`702.40a`, `502.35b#2`, `glossary:Storm`)."""
        places = {}
        for section in self.sections:
            for rule in section.rules:
                places[rule.key] = SitePlace(self.base_path, anchor_of(rule.key))
        for page in self.pages:
            for rule in page.rules:
                anchor = anchor_of(rule.key)
                if rule.key == page.number:
                    anchor = ""
                places[rule.key] = SitePlace(page.address, anchor)
        for anchor, entry in self.terms.items():
            places[entry.key] = term_place(anchor)
        return places


def neighbour_of(page: BookPart | None) -> tuple[str, str] | None:
    """Return address and title of a page for the pages next to it; None if there is none."""
    if page is None:
        return None
    return page.neighbour


def lay_out(rules: Sequence[Rule], glossary: Iterable[GlossaryEntry]) -> Book:
    """Lay an edition out in pages; every rule and entry gets exactly one place, even under a misprinted number."""
    by_section = grouped((section_of(rule.number), rule) for rule in rules)
    sections = tuple(_make_section(number, members) for number, members in sorted(by_section.items()))
    used = set[str]()
    # a second entry with the same slug gets `-2`
    return Book(sections, {free_anchor(slug(entry.term), used): entry for entry in glossary})


def _make_section(number: str, rules: Sequence[Rule]) -> BookPart:
    """Return a section with its chapters."""
    own = []
    by_chapter: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        if rule.kind == "section":
            own.append(rule)
        else:
            by_chapter[chapter_of(rule.number)].append(rule)
    chapters = tuple(_make_chapter(chapter, members) for chapter, members in sorted(by_chapter.items()))
    return BookPart(number, tuple(own), pages=chapters)


def _make_chapter(number: str, rules: Sequence[Rule]) -> BookPart:
    """Return a chapter; each of its rules has a page of its own if most of them have headings."""
    numbered = [rule for rule in rules if rule.kind == "rule"]
    headed = {rule.number for rule in numbered if rule.heading}
    if 2 * len(headed) <= len(numbered):
        return BookPart(number, tuple(rules))
    remaining = []
    on_own_page: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        # a subrule is on the page of its rule
        page = rule.number if rule.kind == "rule" else rule.parent
        if page in headed:
            on_own_page[page].append(rule)
        else:
            remaining.append(rule)
    pages = tuple(BookPart(page, members) for page, members in on_own_page.items())
    return BookPart(number, tuple(remaining), pages=pages)
