"""An edition as a book: its sections, chapters and pages, and the address of every rule and glossary entry.

A chapter is one page. If most rules of a chapter have headings (keyword actions and abilities), each of these gets its
own page with its subrules; the chapter's page keeps the others and lists those pages. If only a few do (one variant
among the rules of a format), they stay on the chapter's page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from rules.numbers import chapter_of, section_of
from rules.records import GlossaryEntry, Rule

RULES_PATH = "cr/"
"""Address of the contents of the Comprehensive Rules; their pages are below it."""

GLOSSARY_PATH = "glossary/"
"""Address of the list of all glossary entries; a page for each letter is below it."""


Item = TypeVar("Item")


def with_neighbours(items: Sequence[Item]) -> Iterator[tuple[Item | None, Item, Item | None]]:
    """Yield each item with the one before it and the one after it."""
    return zip([None, *items[:-1]], items, [*items[1:], None], strict=False)


class SitePlace(Struct, frozen=True):
    """A place on the site.

    Attributes:
        page: Address of the page relative to the site's root: `cr/702.40/`.
        anchor: Id on that page; empty for the page itself.
    """

    page: str
    anchor: str = ""

    def seen_from(self, page: str) -> str:
        """Return the relative address of this place from `page`, an address from the root (empty: the start page)."""
        fragment = f"#{self.anchor}" if self.anchor else ""
        if page == self.page:
            return fragment or "."
        return ("../" * page.count("/") + self.page or ".") + fragment


class PageLink(Struct, frozen=True):
    """A link as it is printed.

    Attributes:
        words: Its words.
        href: Its address, from the page that has it or from the site's root; empty for words without a link.
        more: What stands beside it; may be empty.
    """

    words: str
    href: str = ""
    more: str = ""


class BookPage(Struct, frozen=True):
    """One page of rules, or a chapter's page.

    Attributes:
        number: `702` or `702.40`.
        heading: Its title; None if the edition prints none.
        rules: Its rules, in the order of the edition; the first is the rule of its own number, if there is one.
        base_path: Address of the work's contents, below which the page is.
    """

    number: str
    heading: str | None
    rules: tuple[Rule, ...]
    base_path: str = RULES_PATH

    @property
    def address(self) -> str:
        """Return the page's address from the site's root: `cr/702.40/`."""
        return f"{self.base_path}{self.number}/"

    @property
    def title(self) -> str:
        """Return its number and heading: `702 Keyword Abilities`."""
        return f"{self.number} {self.heading or ''}".strip()

    @property
    def neighbour(self) -> tuple[str, str]:
        """Return its address and its title, for the pages beside it."""
        return self.address, f"{self.number} {self.heading or 'Untitled'}"

    def link_from(self, page: str) -> PageLink:
        """Return a link from another page: its number, with its heading beside it."""
        return PageLink(self.number, SitePlace(self.address).seen_from(page), self.heading or "")


class BookChapter(Struct, frozen=True):
    """A chapter: its page, and the pages of its rules with headings."""

    page: BookPage
    pages: tuple[BookPage, ...]

    @property
    def number(self) -> str:
        """Return the chapter's number: `702`."""
        return self.page.number

    @property
    def heading(self) -> str | None:
        """Return the chapter's title."""
        return self.page.heading


class Section(Struct, frozen=True):
    """A section and its chapters. `rules` is its own record: empty if the edition lacks it, two if doubled."""

    number: str
    heading: str | None
    rules: tuple[Rule, ...]
    chapters: tuple[BookChapter, ...]


class BookTerm(Struct, frozen=True):
    """A glossary entry and its anchor."""

    entry: GlossaryEntry
    anchor: str

    @property
    def letter(self) -> str:
        """Return the letter of the entry, as `letter_of` does."""
        return letter_of(self.anchor)

    @property
    def page(self) -> str:
        """Return the page of the entry's letter: `glossary/s/`."""
        return f"{GLOSSARY_PATH}{self.letter}/"


class Book(Struct, frozen=True):
    """An edition laid out in pages."""

    sections: tuple[Section, ...]
    terms: tuple[BookTerm, ...]
    base_path: str = RULES_PATH

    @property
    def chapters(self) -> tuple[BookChapter, ...]:
        """Return all chapters, in order."""
        return tuple(chapter for section in self.sections for chapter in section.chapters)

    def places(self) -> dict[str, SitePlace]:
        """Return the place of every record, by its key (`702.40a`, `502.35b#2`, `glossary:Storm`)."""
        places: dict[str, SitePlace] = {}
        for section in self.sections:
            places.update({rule.key: SitePlace(self.base_path, anchor_of(rule.key)) for rule in section.rules})
        for chapter in self.chapters:
            for page in (chapter.page, *chapter.pages):
                for rule in page.rules:
                    own = rule.key == page.number
                    places[rule.key] = SitePlace(page.address, "" if own else anchor_of(rule.key))
        places.update({term.entry.key: SitePlace(term.page, term.anchor) for term in self.terms})
        return places


_TOO_LONG = re.compile(r".{200}(?=.)")


def anchor_of(key: str) -> str:
    """Return the id of a rule on its page: its number, and `502.35b-2` for the second rule with that number."""
    return key.replace("#", "-")


def slug(term: str) -> str:
    """Return a term as part of an address: `Mana Ability` → `mana-ability`; `term` without any letter or digit."""
    plain = unicodedata.normalize("NFKD", term).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "term"


def letter_of(anchor: str) -> str:
    """Return the letter of a term's anchor: `s`; `other` if it does not begin with a letter from a to z."""
    return anchor[0] if anchor[0].isalpha() else "other"


def in_short_parts(name: str) -> str:
    """Return a name as a part of an address; a name too long for a file system continues in subfolders.

    File systems allow 255 bytes. Nothing is cut off, so different names never get the same address.
    """
    return _TOO_LONG.sub(r"\g<0>/", name)


def lay_out(rules: Sequence[Rule], glossary: Iterable[GlossaryEntry]) -> Book:
    """Lay an edition out in pages; every rule and entry gets exactly one place, even under a misprinted number."""
    by_section: dict[str, list[Rule]] = {}
    for rule in rules:
        by_section.setdefault(section_of(rule.number), []).append(rule)
    sections = tuple(_make_section(number, members) for number, members in sorted(by_section.items()))
    return Book(sections, _make_terms(glossary))


def _make_section(number: str, rules: Sequence[Rule]) -> Section:
    own = tuple(rule for rule in rules if rule.kind == "section")
    by_chapter: dict[str, list[Rule]] = {}
    for rule in rules:
        if rule.kind != "section":
            by_chapter.setdefault(chapter_of(rule.number), []).append(rule)
    chapters = tuple(_make_chapter(chapter, members) for chapter, members in sorted(by_chapter.items()))
    return Section(number, heading_of(number, own), own, chapters)


def _make_chapter(number: str, rules: Sequence[Rule]) -> BookChapter:
    headed = {rule.number for rule in rules if rule.kind == "rule" and rule.heading}
    if 2 * len(headed) <= sum(rule.kind == "rule" for rule in rules):
        headed = set()
    kept: list[Rule] = []
    pages: dict[str, list[Rule]] = {}
    for rule in rules:
        home = rule.number if rule.kind == "rule" else rule.parent
        if home in headed:
            pages.setdefault(home, []).append(rule)
        else:
            kept.append(rule)
    return BookChapter(
        BookPage(number, heading_of(number, kept), tuple(kept)),
        tuple(BookPage(page, heading_of(page, members), tuple(members)) for page, members in pages.items()),
    )


def heading_of(number: str, rules: Iterable[Rule]) -> str | None:
    """Return the heading of a number among some rules; None if it has none."""
    return next((rule.heading for rule in rules if rule.number == number), None)


def free_anchor(base: str, used: set[str]) -> str:
    """Return an anchor that is free on a page, and mark it as used: `base`, or `base-2` and so on."""
    anchor, suffix = base, 2
    while anchor in used:
        anchor = f"{base}-{suffix}"
        suffix += 1
    used.add(anchor)
    return anchor


def _make_terms(glossary: Iterable[GlossaryEntry]) -> tuple[BookTerm, ...]:
    """Return entries with slugs as anchors; a second entry with the same slug gets `-2`, in glossary order."""
    used: set[str] = set()
    return tuple(BookTerm(entry, free_anchor(slug(entry.term), used)) for entry in glossary)
