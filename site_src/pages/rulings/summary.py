"""The rulings summary as a separate work on the site: its issues laid out in pages, and the content of these.

A chapter (`A.2`) is a page. If the knowledge base has several issues, a chapter is shown from the newest issue that
has it; so its address stays when a newer issue comes, even one with a single chapter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.links import Correspondence
from rules.provenance import provenance_of
from rules.records import RULINGS_SUMMARY, Edition, Provenance, Rule
from rules.store import Store
from site_src.layout.book import Book, BookChapter, BookPage, PageLink, Section, SitePlace, heading_of
from site_src.markup.words import METHODS, date_in_words
from site_src.pages.rules.views import Linker, RecordView
from site_src.pages.rulings.sources import SourceLabel, Sources

SUMMARY_PATH = "rulings/"
"""Address of the contents of the rulings summary; its pages are below it."""

_CHAPTER = re.compile(r"[A-Z]\.\d+|[A-Z]\d+|\d{3}")
"""The chapter's number at the beginning of a number: `A.2`, `G6`, `502`."""


class Issue(Struct, frozen=True):
    """An issue of the summary, with the chapters that no newer issue has."""

    edition: Edition
    book: Book
    linker: Linker
    provenance: Mapping[str, tuple[Provenance, ...]]
    restated: Mapping[str, tuple[Correspondence, ...]]


class Tagged(Struct, frozen=True):
    """A tag with its label, its rule and its issue."""

    tag: Provenance
    label: SourceLabel
    rule: Rule
    issue: Issue

    @property
    def words(self) -> str:
        """Return the words that the tag applies to; empty for a tag before all words."""
        return dict(self.rule.passages)[self.tag.passage][self.tag.start : self.tag.end]


class Summary:
    """All issues with something to show, newest first; none if the knowledge base has no such work."""

    def __init__(self, store: Store, place_of: Callable[[str, str], SitePlace]) -> None:
        """Lay out all issues; `place_of` returns the place of a rule of the Comprehensive Rules by edition and key."""
        self._place_of = place_of
        issues: list[Issue] = []
        shown: set[str] = set()
        for edition in reversed(store.editions()):
            if edition.work != RULINGS_SUMMARY:
                continue
            book = lay_out_summary(store.rules(edition.id), shown)
            shown.update(chapter.number for chapter in book.chapters)
            rules = _rules_of(book)
            provenance = {rule.key: tags for rule in rules if (tags := provenance_of(rule))}
            if rules:
                linker = Linker(book, store.references(edition.id), _map_offsets(provenance))
                issues.append(Issue(edition, book, linker, provenance, _by_key(store.correspondences(edition.id))))
        self.issues = tuple(issues)
        self.sources = Sources(tag for issue in self.issues for tags in issue.provenance.values() for tag in tags)

    def places(self) -> Iterator[SitePlace]:
        """Yield the place of each rule and ruling, without sections, which are on the contents page."""
        for issue in self.issues:
            for chapter in issue.book.chapters:
                for rule in chapter.page.rules:
                    yield issue.linker.places[rule.key]

    def list_tagged(self) -> Iterator[Tagged]:
        """Yield every tag, issue by issue, in document order."""
        for issue in self.issues:
            for rule in _rules_of(issue.book):
                for tag in issue.provenance.get(rule.key, ()):
                    yield Tagged(tag, self.sources.label(tag), rule, issue)

    def labels(self, issue: Issue, rule: Rule) -> tuple[SourceLabel, ...]:
        """Return the tags of a rule, in order, without duplicates."""
        return tuple(dict.fromkeys(self.sources.label(tag) for tag in issue.provenance.get(rule.key, ())))

    def view(self, issue: Issue, rule: Rule, page: BookPage) -> RecordView:
        """Return a rule as shown on its page."""
        own = rule.key == page.number
        view = issue.linker.rule_view(rule, page.address, with_heading=not own)
        here = page.address
        labels = tuple((label, label.place.seen_from(here)) for label in self.labels(issue, rule))
        restates = tuple(
            PageLink(
                f"{correspondence.other} of {date_in_words(correspondence.other_edition)}",
                self._place_of(correspondence.other_edition, correspondence.other).seen_from(here),
                f"{METHODS.get(correspondence.method, correspondence.method)}, {correspondence.score:.2f}",
            )
            for correspondence in issue.restated.get(rule.key, ())
        )
        return replace(view, labels=labels, restates=restates)

    def restating(self, edition: str, page: str) -> list[tuple[str, list[PageLink]]]:
        """Return the rules of an edition that the summary restates, each with links from `page`.

        The edition is one of the Comprehensive Rules.
        """
        restating: dict[str, list[PageLink]] = {}
        for issue in self.issues:
            for key, all_restated in issue.restated.items():
                for correspondence in all_restated:
                    if correspondence.other_edition == edition and key in issue.linker.places:
                        restating.setdefault(correspondence.other, []).append(
                            PageLink(key, issue.linker.places[key].seen_from(page))
                        )
        return sorted(restating.items(), key=lambda item: _in_order(item[0]))


def _by_key(correspondences: Iterable[Correspondence]) -> dict[str, tuple[Correspondence, ...]]:
    by_key: dict[str, tuple[Correspondence, ...]] = {}
    for correspondence in correspondences:
        by_key[correspondence.key] = (*by_key.get(correspondence.key, ()), correspondence)
    return by_key


def _in_order(key: str) -> tuple[tuple[int, str], ...]:
    """Return a sorting key for the order of the rules: `402.8` before `402.10`."""
    return tuple((int(digits or 0), rest) for digits, rest in re.findall(r"(\d*)(\D*)", key))


def _rules_of(book: Book) -> tuple[Rule, ...]:
    sections = (rule for section in book.sections for rule in section.rules)
    return (*sections, *(rule for chapter in book.chapters for rule in chapter.page.rules))


def _map_offsets(provenance: Mapping[str, Sequence[Provenance]]) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """Return the offsets of the tags, by the key of the rule and the name of the passage."""
    offsets: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for key, tags in provenance.items():
        for tag in tags:
            offsets.setdefault((key, tag.passage), []).append((tag.at, tag.at + len(tag.raw)))
    return offsets


def chapter_of(number: str) -> str:
    """Return the chapter of a number: `A.2.Ruling.1` → `A.2`; the number itself if it has no known form."""
    match = _CHAPTER.match(number)
    return match[0] if match else number


def lay_out_summary(rules: Sequence[Rule], shown: set[str] | frozenset[str] = frozenset()) -> Book:
    """Lay an issue out in pages, in document order.

    Args:
        rules: All rules of the issue.
        shown: Chapters that a newer issue shows; they are omitted, with the sections that have no other chapters.
    """
    own: dict[str, list[Rule]] = {}
    chapters: dict[str, dict[str, list[Rule]]] = {}
    for rule in rules:
        section = rule.number[:1]
        if rule.kind == "section":
            own.setdefault(section, []).append(rule)
            chapters.setdefault(section, {})
        elif (chapter := chapter_of(rule.number)) not in shown:
            chapters.setdefault(section, {}).setdefault(chapter, []).append(rule)
    return Book(
        tuple(
            Section(number, heading_of(number, own.get(number, ())), tuple(own.get(number, ())), tuple(
                BookChapter(BookPage(chapter, heading_of(chapter, numbers), tuple(numbers), SUMMARY_PATH), ())
                for chapter, numbers in members.items()
            ))
            for number, members in chapters.items()
            if members or not shown
        ),
        (),
        SUMMARY_PATH,
    )  # fmt: skip
