"""All issues of the rulings summary together, with the rules that only pages of other issues have."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from graph.answers.sightings import SightingAnswer, list_sightings
from graph.history import History
from rules.caching import cached_property
from rules.grouping import grouped
from rules.links import Correspondence
from rules.provenance import provenance_of
from rules.records import RULINGS_SUMMARY, Edition, Provenance, Rule
from rules.store import Store
from site_src.addresses import SitePlace, anchor_of
from site_src.layout import Book
from site_src.markup.words import count, date_in_words
from site_src.pages.records import Linker
from site_src.pages.rulings.layout import SUMMARY_PATH, chapter_of, lay_out_summary
from site_src.pages.rulings.sources import Sources
from site_src.pages.sightings import list_only_seen


class Issue(Struct, frozen=True):
    """An issue of the summary, with the chapters that no newer issue has.

    Attributes:
        edition: The issue.
        book: Its chapters.
        linker: Makes the views of its rules.
        provenance: The tags of its rules, by the key of the rule.
        restated: The rules of the Comprehensive Rules that its rules restate, by the key of the restating rule.
    """

    edition: Edition
    book: Book
    linker: Linker
    provenance: Mapping[str, tuple[Provenance, ...]]
    restated: Mapping[str, Sequence[Correspondence]]


class Summary:
    """All issues of the rulings summary that have chapters to show.

    Args:
        store: The knowledge base.
        latest: The latest edition of the Comprehensive Rules.

    Attributes:
        store: The knowledge base.
        latest: The latest edition of the Comprehensive Rules.
        history: The history of the rules in it.
        issues: The issues, newest first; none if the knowledge base has no such work.
        sources: The sources that their tags name.
    """

    def __init__(self, store: Store, latest: Edition) -> None:
        self.store = store
        self.latest = latest
        self.history = History(store)
        self.issues = tuple(_read_issues(store))
        tags: list[Provenance] = []
        for issue in self.issues:
            tags += chain.from_iterable(issue.provenance.values())
        self.sources = Sources(tags)

    def places(self) -> list[SitePlace]:
        """Return the place of each rule and ruling, without sections, which are on the contents page."""
        places: list[SitePlace] = []
        for issue in self.issues:
            for chapter in issue.book.chapters:
                places += [issue.linker.places[rule.key] for rule in chapter.rules]
        places += [place for place, _ in self.list_only_seen()]
        return places

    @cached_property
    def only_seen(self) -> Mapping[str, Sequence[SightingAnswer]]:
        """Return the rules that only pages of other issues have, by the chapter on whose page they are shown."""
        by_chapter: dict[str, list[SightingAnswer]] = {}
        for issue in self.issues:
            chapters = {chapter.number for chapter in issue.book.chapters}
            for sighting in list_only_seen(self.history, issue.edition.id, issue.linker.places.keys()):
                chapter = chapter_of(sighting.number)
                if chapter in chapters:
                    by_chapter.setdefault(chapter, []).append(sighting)
        return by_chapter

    def list_only_seen(self) -> Iterator[tuple[SitePlace, SightingAnswer]]:
        """Yield the rules that no issue has, with their own places."""
        for chapter, sightings in self.only_seen.items():
            for sighting in sightings:
                yield SitePlace(f"{SUMMARY_PATH}{chapter}/", anchor_of(sighting.number)), sighting

    def list_seen(self) -> Iterator[tuple[SitePlace, SightingAnswer]]:
        """Yield the versions, on pages of other issues, of rules that an issue has, with the places of these rules."""
        for issue in self.issues:
            for key, place in issue.linker.places.items():
                for sighting in list_sightings(self.history, issue.edition.id, key):
                    yield place, sighting

    @property
    def years(self) -> str:
        """Return the years of the issues: `1999`, or `1999–2003`; empty without such a work."""
        if not self.issues:
            return ""
        oldest, newest = self.issues[-1].edition.id[:4], self.issues[0].edition.id[:4]
        if oldest == newest:
            return newest
        return f"{oldest}–{newest}"

    @property
    def figure(self) -> str:
        """Return a figure for the start page: `1,293 rules and rulings, 21 April 1999`; empty without such a work."""
        if not self.issues:
            return ""
        items = 0
        for issue in self.issues:
            items += sum(rule.kind not in ("section", "chapter") for rule in issue.book.rules)
        oldest, newest = date_in_words(self.issues[-1].edition.id), date_in_words(self.issues[0].edition.id)
        days = oldest
        if oldest != newest:
            days = f"{oldest} to {newest}"
        return f"{count(items, 'rule and ruling', 'rules and rulings')}, {days}"


def _read_issues(store: Store) -> Iterator[Issue]:
    """Yield the issues of a knowledge base that have chapters which no newer one has, newest first."""
    shown: set[str] = set()
    for edition in reversed(store.editions()):
        if edition.work != RULINGS_SUMMARY:
            continue
        book = lay_out_summary(store.rules(edition.id), shown)
        shown.update(chapter.number for chapter in book.chapters)
        if book.sections:
            yield _read_issue(store, edition, book)


def _read_issue(store: Store, edition: Edition, book: Book) -> Issue:
    """Return an issue.

    Args:
        store: The knowledge base.
        edition: The issue.
        book: Its chapters.
    """
    provenance = _read_provenance(book.rules)
    restated = grouped((found.key, found) for found in store.correspondences(edition.id))
    linker = Linker(book, store.references(edition.id), _list_spans(provenance))
    return Issue(edition, book, linker, provenance, restated)


def _read_provenance(rules: Collection[Rule]) -> dict[str, tuple[Provenance, ...]]:
    """Return the tags of those rules that have any, by the key of the rule."""
    tags_by_key = {}
    for rule in rules:
        tags = provenance_of(rule)
        if tags:
            tags_by_key[rule.key] = tags
    return tags_by_key


def _list_spans(
    provenance: Mapping[str, Sequence[Provenance]],
) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """Return the offsets of the tags in each passage: `("A.2.1", "text")` → `[(120, 134)]`."""
    spans: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for key, tags in provenance.items():
        for tag in tags:
            spans[key, tag.passage].append((tag.offset, tag.offset + len(tag.raw)))
    return spans
