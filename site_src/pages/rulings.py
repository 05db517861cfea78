"""The rulings summary as a separate work on the site: its issues laid out in pages, and the page of its sources.

A chapter (`A.2`) is a page. If the knowledge base has several issues, a chapter is shown from the newest issue that
has it; so its address stays when a newer issue comes, even one with a single chapter.

Provenance tags name the sources. A tag names its source as the compiler wrote it, and pages show it so; names that
differ only in case are the same. A name does not tell the kind of source: `KINDS` lists the names that the summaries
themselves explain, and all others are of the kind `other`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from statistics import mode
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from graph.answers.sightings import SightingAnswer, list_sightings
from graph.history import History
from graph.restatements.restated import RestatedAnswer, follow
from rules.caching import cached_property
from rules.grouping import grouped
from rules.links import Correspondence
from rules.provenance import provenance_of
from rules.records import RULINGS_SUMMARY, Edition, Provenance, Rule
from rules.store import Store
from site_src.layout import (
    Book,
    BookPart,
    PageLink,
    SitePlace,
    anchor_of,
    free_anchor,
    in_order,
    slug,
    with_neighbours,
)
from site_src.markup.shell import frame_of_edition
from site_src.markup.words import count, date_in_words, edition_in_words, when_in_words
from site_src.pages.records import Linker, RecordView, RestatedView, SourceLabel
from site_src.pages.sightings import SightingViews, list_only_seen

SOURCES_PAGE = "rulings/sources/"
UNNAMED = "Unnamed"
"""Name of the source if a tag has only a date or a page."""

UNDATED = "undated"
"""Year of a tag without a date."""

SUMMARY_PATH = "rulings/"
"""Address of the contents of the rulings summary; its pages are below it."""

_CHAPTER = re.compile(r"[A-Z]\.\d+|[A-Z]\d+|\d{3}")
"""The chapter's number at the beginning of a number: `A.2`, `G6`, `502`."""

SHOWN_WORDS = 150
"""Maximum number of characters shown of the words of a tag; the link next to them leads to all of them."""


class Kind(Struct, frozen=True):
    """A kind of source.

    Attributes:
        slug: Name in addresses.
        title: Title of its list, and of the filter for all its sources.
        names: Names of its sources, in lower case.
        words: Words in names of this kind, in lower case, if there are many names (`Duelist Magazine #12`).
    """

    slug: str
    title: str
    names: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()


OTHER = Kind("other", "Other sources")
KINDS = (
    Kind("rules", "Comprehensive Rules", words=("comprules", "comprehensive rules")),
    Kind("rulebook", "Rulebooks and rule pages", frozenset({"fifth edition", "mirage", "tempest"}),
         ("rulebook", "rule page", "rulecard", "rule card")),
    Kind("team", "The publisher’s rules team", words=("rules team",)),
    Kind("person", "People", frozenset({"aahz", "barclay", "bethmo", "d'angelo", "delaney", "peterson", "snark"})),
    Kind("magazine", "Magazines", words=("magazine",)),
    Kind("tournament", "Tournament rules and letters",
         words=("tournament", "tourney", "dci")),
    Kind("card", "Card texts and errata", frozenset({"oracle", "encyclopedia"})),
    OTHER,
)  # fmt: skip
"""In the order of the page of sources. People and books are those named in the credits of the summaries."""


def kind_of(source: str) -> Kind:
    """Return the kind of a source by its name: the first kind with a matching name or word."""
    name = source.casefold().replace("’", "'")
    for kind in KINDS:
        if name in kind.names or any(word in name for word in kind.words):
            return kind
    return OTHER


class Sources:
    """All sources of a work: for each name its anchor and, by that, its most common spelling."""

    def __init__(self, tags: Iterable[Provenance]) -> None:
        spellings = grouped((tag.source.casefold(), tag.source) for tag in tags)
        # anchors of kinds are on the same page
        used = {f"kind-{kind.slug}" for kind in KINDS}
        self._anchors = {folded: free_anchor(slug(folded or UNNAMED), used) for folded in sorted(spellings)}
        # of equally common ones the first in alphabetical order
        usual = {folded: mode(sorted(names)) for folded, names in spellings.items()}
        self.names = {anchor: usual[folded] or UNNAMED for folded, anchor in self._anchors.items()}

    def label(self, tag: Provenance) -> SourceLabel:
        """Return a tag as shown on pages."""
        kind = kind_of(tag.source)
        when = when_in_words(tag.date) if tag.date else ""
        page = f"{'pages' if '-' in tag.page else 'page'} {tag.page.replace('-', '–')}" if tag.page else ""
        return SourceLabel(
            tag.source or UNNAMED,
            self._anchors[tag.source.casefold()],
            kind.slug,
            kind.title,
            tag.date[:4] if tag.date else UNDATED,
            ", ".join(part for part in (when, page) if part),
        )


class Issue(Struct, frozen=True):
    """An issue of the summary, with the chapters that no newer issue has."""

    edition: Edition
    book: Book
    linker: Linker
    provenance: Mapping[str, tuple[Provenance, ...]]
    restated: Mapping[str, Sequence[Correspondence]]


class Summary:
    """All issues with something to show, newest first; none if the knowledge base has no such work."""

    def __init__(self, store: Store, latest: Edition, place_of: Callable[[str, str], SitePlace]) -> None:
        """Lay out all issues.

        Args:
            store: The knowledge base.
            latest: The latest edition of the Comprehensive Rules.
            place_of: Returns the place of a rule of the Comprehensive Rules, by edition and key.
        """
        self._store = store
        self._latest = latest
        self._history = History(store)
        self._views = SightingViews(latest.id, place_of)
        issues: list[Issue] = []
        shown: set[str] = set()
        for edition in reversed(store.editions()):
            if edition.work != RULINGS_SUMMARY:
                continue
            book = lay_out_summary(store.rules(edition.id), shown)
            shown.update(chapter.number for chapter in book.chapters)
            if book.sections:
                provenance = {rule.key: tags for rule in book.rules if (tags := provenance_of(rule))}
                restated = grouped((found.key, found) for found in store.correspondences(edition.id))
                offsets = grouped(
                    ((key, tag.passage), (tag.at, tag.at + len(tag.raw)))
                    for key, tagged in provenance.items()
                    for tag in tagged
                )
                linker = Linker(book, store.references(edition.id), offsets)
                issues.append(Issue(edition, book, linker, provenance, restated))
        self.issues = tuple(issues)
        tags_of_rules = [tags for issue in self.issues for tags in issue.provenance.values()]
        self.sources = Sources(chain.from_iterable(tags_of_rules))
        self._tagged = list(self._list_tagged())

    def places(self) -> list[SitePlace]:
        """Return the place of each rule and ruling, without sections, which are on the contents page."""
        places = []
        for issue in self.issues:
            for chapter in issue.book.chapters:
                places += [issue.linker.places[rule.key] for rule in chapter.rules]
        return [*places, *(place for place, _ in self._list_only_seen())]

    @cached_property
    def _only_seen(self) -> Mapping[str, Sequence[SightingAnswer]]:
        """Return the rules that only pages of other issues have, by the chapter on whose page they are shown."""
        by_chapter: dict[str, list[SightingAnswer]] = {}
        for issue in self.issues:
            chapters = {chapter.number for chapter in issue.book.chapters}
            for sighting in list_only_seen(self._history, issue.edition.id, issue.linker.places.keys()):
                chapter = chapter_of(sighting.number)
                if chapter in chapters:
                    by_chapter.setdefault(chapter, []).append(sighting)
        return by_chapter

    def _list_tagged(self) -> Iterator[dict[str, Any]]:
        """Yield the values of every tag for the page of sources, issue by issue, in document order."""
        for issue in self.issues:
            for rule in issue.book.rules:
                place = issue.linker.places[rule.key]
                # a chapter's own text is at the top of its page, which has the chapter's number
                place = SitePlace(place.page, place.anchor or anchor_of(rule.key))
                for tag in issue.provenance.get(rule.key, ()):
                    page = (tag.page or "").partition("-")[0]
                    yield {
                        "label": self.sources.label(tag),
                        "href": place.seen_from(SOURCES_PAGE),
                        "key": rule.key,
                        "words": _shorten_words(dict(rule.passages)[tag.passage][tag.start : tag.end]),
                        "day": tag.date or "",
                        "page": int(page) if page.isdecimal() else 0,
                    }

    def view(self, issue: Issue, rule: Rule, page: BookPart) -> RecordView:
        """Return a rule as shown on its page."""
        view = issue.linker.rule_view(rule, page.address, with_heading=rule.key != page.number)
        address = page.address
        # what is said twice is shown once
        labels = dict.fromkeys(map(self.sources.label, issue.provenance.get(rule.key, ())))
        return replace(
            view,
            labels=tuple((label, SitePlace(SOURCES_PAGE, label.anchor).seen_from(address)) for label in labels),
            restates=tuple(self._view_restated(found, address) for found in issue.restated.get(rule.key, ())),
            sightings=tuple(
                self._views.view_sighting(sighting, address)
                for sighting in list_sightings(self._history, issue.edition.id, rule.key)
                if not sighting.is_same
            ),
        )

    def _view_restated(self, found: Correspondence, page: str) -> RestatedView:
        """Return a rule that a ruling restates as shown on a page."""
        return self._views.view_restated(follow(self._history, found, self._latest.id, ""), page)

    def add_restating(self, view: RecordView, page: str) -> RecordView:
        """Return a rule of the latest edition as shown on `page`, with the rulings that restate it."""
        links = tuple(
            PageLink(number, place.seen_from(page), words)
            for number, place, words in self._restating.get(view.record.key, ())
        )
        return replace(view, restated_by=links)

    @cached_property
    def _restating(self) -> Mapping[str, Sequence[tuple[str, SitePlace, str]]]:
        """Return number, place and certainty of the rulings that restate a rule of the latest edition, by number."""
        restating = [
            (target, (number, place, words))
            for number, place, restated, words in self._list_restating()
            for target in restated.numbers
        ]
        return grouped(restating)

    def _list_restating(self) -> Iterator[tuple[str, SitePlace, RestatedAnswer, str]]:
        """Yield number, place and restated rule of the rulings, then of their versions on pages of other issues."""
        by_issues: set[tuple[str, str]] = set()
        for issue in self.issues:
            for key, correspondences in issue.restated.items():
                for found in correspondences if key in issue.linker.places else ():
                    by_issues.add((key, found.other))
                    restated = follow(self._history, found, self._latest.id, "")
                    yield key, issue.linker.places[key], restated, restated.certainty
        for number, place, restated in self._list_restating_pages():
            if (number, restated.other) not in by_issues:
                yield number, place, restated, f"{restated.certainty}, on a page of another issue"

    def _list_restating_pages(self) -> Iterator[tuple[str, SitePlace, RestatedAnswer]]:
        """Yield number, place and restated rule of the versions of rulings on pages of other issues."""
        for place, sighting in chain(self._list_seen(), self._list_only_seen()):
            for restated in sighting.restated:
                yield sighting.number, place, restated

    def _list_seen(self) -> Iterator[tuple[SitePlace, SightingAnswer]]:
        """Yield the versions of rules that an issue has, with the places of these."""
        for issue in self.issues:
            for key, place in issue.linker.places.items():
                for sighting in list_sightings(self._history, issue.edition.id, key):
                    yield place, sighting

    def _list_only_seen(self) -> Iterator[tuple[SitePlace, SightingAnswer]]:
        """Yield the rules that no issue has, with their own places."""
        for chapter, sightings in self._only_seen.items():
            for sighting in sightings:
                yield SitePlace(f"{SUMMARY_PATH}{chapter}/", anchor_of(sighting.number)), sighting

    @property
    def figure(self) -> str:
        """Return a figure for the start page: `1,293 rules and rulings, 21 April 1999`; empty without such a work."""
        if not self.issues:
            return ""
        # without headings
        items = sum(rule.kind not in ("section", "chapter") for issue in self.issues for rule in issue.book.rules)
        # the newest issue comes first
        days = dict.fromkeys(date_in_words(issue.edition.id) for issue in (self.issues[-1], self.issues[0]))
        return f"{count(items, 'rule and ruling', 'rules and rulings')}, {' to '.join(days)}"

    def write(self, write: Callable[..., None]) -> None:
        """Write every page, in a fixed order; `write` takes its frame, the name of its template, and values."""
        if not self.issues:
            return
        self._write_contents(write)
        self._write_sources(write)
        for issue in self.issues:
            for before, page, after in with_neighbours(issue.book.chapters):
                self._write_chapter(write, issue, before, page, after)

    def _write_contents(self, write: Callable[..., None]) -> None:
        issues = self.issues
        write(
            frame_of_edition(issues[0].edition, self._latest, SUMMARY_PATH, "Rulings summary"),
            "summary.html.j2",
            lead=f"A collection of rulings, which is not part of the Comprehensive Rules: {self.figure}. "
            "Most paragraphs close with a tag that says whose words they are.",
            sources_figure=f"{count(len(self._tagged), 'tag')}, by whom and when",
            issues=[self._view_issue(issue) for issue in issues],
        )

    def _view_issue(self, issue: Issue) -> dict[str, Any]:
        """Return an issue as the page of contents shows it."""
        matter = [part for part in self._store.matter(issue.edition.id) if part.name != "contents"]
        return {
            "id": issue.edition.id,
            "words": edition_in_words(issue.edition),
            "titled": len(self.issues) > 1,
            "sections": issue.linker.list_sections(issue.book.sections, SUMMARY_PATH),
            "matter": [{"name": part.name.capitalize(), "text": part.text} for part in matter],
        }

    def _write_chapter(
        self,
        write: Callable[..., None],
        issue: Issue,
        before: BookPart | None,
        page: BookPart,
        after: BookPart | None,
    ) -> None:
        own = next((rule for rule in page.rules if rule.key == page.number), None)
        section = next(candidate for candidate in issue.book.sections if page in candidate.pages)
        above = SitePlace(SUMMARY_PATH, section.number).seen_from(page.address)
        write(
            frame_of_edition(
                issue.edition,
                self._latest,
                page.address,
                page.title,
                section=section.number,
                chapter=page.number,
                base_path=SUMMARY_PATH,
                previous=before.neighbour if before else None,
                next=after.neighbour if after else None,
            ),
            "chapter.html.j2",
            number=page.number,
            classes="page-rules page-rulings",
            heading=page.heading,
            trail=[
                PageLink("Rulings summary", SitePlace(SUMMARY_PATH).seen_from(page.address)),
                PageLink(f"{section.number} {section.heading or ''}".strip(), above),
            ],
            head=self.view(issue, own, page) if own else None,
            views=[self.view(issue, rule, page) for rule in page.rules if rule is not own],
            only_seen=[
                self._views.view_sighting(sighting, page.address) for sighting in self._only_seen.get(page.number, ())
            ],
            letters=[],
            tools=(),
            follow="",
        )

    def _write_sources(self, write: Callable[..., None]) -> None:
        by_anchor = grouped((tagged["label"].anchor, tagged) for tagged in self._tagged)
        described = (self._describe_source(anchor, members) for anchor, members in by_anchor.items())
        kinds = grouped((source["kind"], source) for source in sorted(described, key=_most_first_or_by_issue))
        edition, title = self.issues[0].edition, "Sources of the rulings summary"
        write(
            frame_of_edition(edition, self._latest, SOURCES_PAGE, title, base_path=SUMMARY_PATH),
            "sources.html.j2",
            lead=f"{count(len(self._tagged), 'tag')} by {count(len(by_anchor), 'source')}: whose words the summary "
            "prints, from when, on which page. A tag governs the words before it, up to the tag before.",
            kinds=[(kind, kinds[kind.slug]) for kind in KINDS if kinds[kind.slug]],
        )

    def _describe_source(self, anchor: str, members: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        years = sorted(member["label"].year for member in members if member["label"].year != UNDATED)
        return {
            "anchor": anchor,
            "kind": members[0]["label"].kind,
            "name": self.sources.names[anchor],
            "count": len(members),
            "years": " to ".join(dict.fromkeys((years[0], years[-1]))) if years else "",
            "rows": sorted(members, key=itemgetter("day", "page")),
        }

    def restating(self, edition: str, page: str) -> list[tuple[str, list[PageLink]]]:
        """Return the rules of an edition that the summary restates, each with links from `page`.

        The edition is one of the Comprehensive Rules.
        """
        restating = []
        for issue in self.issues:
            for found in chain.from_iterable(issue.restated.values()):
                place = issue.linker.places.get(found.key)
                if place and found.other_edition == edition:
                    restating.append((found.other, PageLink(found.key, place.seen_from(page))))
        seen = (
            (restated.other, PageLink(number, place.seen_from(page)))
            for number, place, restated in self._list_restating_pages()
            if restated.other_edition == edition
        )
        by_rule = grouped(dict.fromkeys([*restating, *seen]))
        return sorted(by_rule.items(), key=lambda item: in_order(item[0]))


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
    remaining = (rule for rule in rules if rule.kind == "section" or chapter_of(rule.number) not in shown)
    sections = []
    for number, members in grouped((rule.number[:1], rule) for rule in remaining).items():
        own = [rule for rule in members if rule.kind == "section"]
        by_chapter = grouped((chapter_of(rule.number), rule) for rule in members if rule.kind != "section")
        chapters = tuple(BookPart(chapter, rules, SUMMARY_PATH) for chapter, rules in by_chapter.items())
        if chapters or not shown:
            sections.append(BookPart(number, own, pages=chapters))
    return Book(tuple(sections), {}, SUMMARY_PATH)


def _most_first_or_by_issue(source: Mapping[str, Any]) -> tuple[str, int]:
    """Return the sorting key of a source: `Duelist Magazine #9` before `#12`, others by their number of tags."""
    magazine, _, issue = str(source["name"]).partition("#")
    return (magazine.casefold(), int(issue)) if issue.isdecimal() else ("", -int(source["count"]))


def _shorten_words(words: str) -> str:
    """Return the beginning of a text, cut at the end of a word."""
    if len(words) <= SHOWN_WORDS:
        return words
    cut = words.rfind(" ", 0, SHOWN_WORDS)
    return words[: cut if cut > 0 else SHOWN_WORDS] + " …"
