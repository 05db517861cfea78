"""The rulings summary as a separate work on the site: its issues laid out in pages, and the page of its sources.

A chapter (`A.2`) is a page. If the knowledge base has several issues, a chapter is shown from the newest issue that
has it; so its address stays when a newer issue comes, even one with a single chapter.

Provenance tags name the sources. A tag names its source as the compiler wrote it, and pages show it so; names that
differ only in case are the same. A name does not tell the kind of source: `KINDS` lists the names that the summaries
themselves explain, and all others are of the kind `other`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.links import Correspondence
from rules.provenance import provenance_of
from rules.records import RULINGS_SUMMARY, Edition, Provenance, Rule
from rules.store import Store
from site_src.layout import (
    Book,
    BookChapter,
    BookPage,
    PageLink,
    Section,
    SitePlace,
    anchor_of,
    free_anchor,
    heading_of,
    slug,
    with_neighbours,
)
from site_src.markup.shell import PageSource, frame_of_edition, render
from site_src.markup.words import METHODS, count, date_in_words, edition_in_words, when_in_words
from site_src.pages.records import Linker, RecordView, SourceLabel

SOURCES_PAGE = "rulings/sources/"
UNNAMED = "Unnamed"
"""Name of the source if a tag has only a date or a page."""

UNDATED = "undated"
"""Year of a tag without a date."""


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
    return next((kind for kind in KINDS if name in kind.names or any(word in name for word in kind.words)), OTHER)


class Sources:
    """All sources of a work: for each name its anchor and most common spelling."""

    def __init__(self, tags: Iterable[Provenance]) -> None:
        spellings: dict[str, Counter[str]] = {}
        for tag in tags:
            spellings.setdefault(tag.source.casefold(), Counter())[tag.source] += 1
        # anchors of kinds are on the same page
        used = {f"kind-{kind.slug}" for kind in KINDS}
        self._anchors: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for folded in sorted(spellings):
            anchor = free_anchor(slug(folded or UNNAMED), used)
            self._anchors[folded] = anchor
            usual = min(spellings[folded].items(), key=lambda item: (-item[1], item[0]))[0]
            self._names[anchor] = usual or UNNAMED

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

    def name(self, anchor: str) -> str:
        """Return the most common spelling of the source at an anchor."""
        return self._names[anchor]


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
        labels = tuple(
            (label, SitePlace(SOURCES_PAGE, label.anchor).seen_from(here)) for label in self.labels(issue, rule)
        )
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


SHOWN_WORDS = 150
"""Maximum number of characters shown of the words of a tag; the link next to them leads to all of them."""


class SummaryWriter:
    """Renders the pages of the rulings summary; none if the knowledge base has no such work."""

    def __init__(self, store: Store, summary: Summary, latest: Edition) -> None:
        self._store = store
        self._summary = summary
        self._latest = latest
        self._tagged = tuple(summary.list_tagged())

    @property
    def figure(self) -> str:
        """Return a figure for the start page: `1,293 rules and rulings, 21 April 1999`; empty without such a work."""
        if not self._summary.issues:
            return ""
        items = sum(_count_items(issue) for issue in self._summary.issues)
        return f"{count(items, 'rule and ruling', 'rules and rulings')}, {self._days()}"

    def pages(self) -> Iterator[PageSource]:
        """Yield every page, in a fixed order."""
        if not self._summary.issues:
            return
        yield self._render_contents()
        yield self._render_sources()
        for issue in self._summary.issues:
            for before, page, after in with_neighbours([chapter.page for chapter in issue.book.chapters]):
                yield self._render_chapter(issue, page, before, after)

    def _days(self) -> str:
        days = [issue.edition.id for issue in self._summary.issues]
        first, last = date_in_words(days[-1]), date_in_words(days[0])
        return last if first == last else f"{first} to {last}"

    def _render_contents(self) -> PageSource:
        issues = self._summary.issues
        values = {
            "lead": (
                f"A collection of rulings, which is not part of the Comprehensive Rules: {self.figure}. "
                "Most paragraphs close with a tag that says whose words they are."
            ),
            "sources_figure": f"{count(len(self._tagged), 'tag')}, by whom and when",
            "issues": [
                {
                    "id": issue.edition.id,
                    "words": edition_in_words(issue.edition),
                    "titled": len(issues) > 1,
                    "sections": issue.linker.list_sections(issue.book.sections, SUMMARY_PATH),
                    "matter": [
                        {"name": matter.name.capitalize(), "text": matter.text}
                        for matter in self._store.matter(issue.edition.id)
                        if matter.name != "contents"
                    ],
                }
                for issue in issues
            ],
        }
        frame = frame_of_edition(issues[0].edition, self._latest, SUMMARY_PATH, "Rulings summary")
        return PageSource(frame, render("summary.html.j2", **values))

    def _render_chapter(
        self, issue: Issue, page: BookPage, before: BookPage | None, after: BookPage | None
    ) -> PageSource:
        own = next((rule for rule in page.rules if rule.key == page.number), None)
        section = next(
            candidate
            for candidate in issue.book.sections
            if any(page is chapter.page for chapter in candidate.chapters)
        )
        trail = [
            {"href": SitePlace(SUMMARY_PATH).seen_from(page.address), "words": "Rulings summary"},
            {
                "href": SitePlace(SUMMARY_PATH, section.number).seen_from(page.address),
                "words": f"{section.number} {section.heading or ''}".strip(),
            },
        ]
        values = {
            "number": page.number,
            "classes": "page-rules page-rulings",
            "heading": page.heading,
            "trail": trail,
            "head": self._summary.view(issue, own, page) if own else None,
            "views": [self._summary.view(issue, rule, page) for rule in page.rules if rule is not own],
            "letters": [],
            "tools": (),
            "follow": "",
        }
        frame = frame_of_edition(
            issue.edition,
            self._latest,
            page.address,
            page.title,
            section=section.number,
            here=page.number,
            base_path=SUMMARY_PATH,
            previous=before.neighbour if before else None,
            next=after.neighbour if after else None,
        )
        return PageSource(frame, render("chapter.html.j2", **values))

    def _render_sources(self) -> PageSource:
        by_anchor: dict[str, list[Tagged]] = {}
        for tagged in self._tagged:
            by_anchor.setdefault(tagged.label.anchor, []).append(tagged)
        kinds: dict[str, list[dict[str, Any]]] = {kind.slug: [] for kind in KINDS}
        for anchor, members in by_anchor.items():
            kinds[members[0].label.kind].append(self._describe_source(anchor, members))
        for sources in kinds.values():
            sources.sort(key=_most_first_or_by_issue)
        values = {
            "lead": (
                f"{count(len(self._tagged), 'tag')} by {count(len(by_anchor), 'source')}: whose words the summary "
                "prints, from when, on which page. A tag governs the words before it, up to the tag before."
            ),
            "kinds": [
                {
                    "slug": kind.slug,
                    "title": kind.title,
                    "sources": kinds[kind.slug],
                }
                for kind in KINDS
                if kinds[kind.slug]
            ],
        }
        edition = self._summary.issues[0].edition
        title = "Sources of the rulings summary"
        frame = frame_of_edition(edition, self._latest, SOURCES_PAGE, title, base_path=SUMMARY_PATH)
        return PageSource(frame, render("sources.html.j2", **values))

    def _describe_source(self, anchor: str, members: Sequence[Tagged]) -> dict[str, Any]:
        rows = [
            {
                "href": _find_place(member).seen_from(SOURCES_PAGE),
                "key": member.rule.key,
                "label": member.label,
                "words": _shorten_words(member.words),
            }
            for member in sorted(members, key=_by_day_and_page)
        ]
        return {
            "anchor": anchor,
            "name": self._summary.sources.name(anchor),
            "count": len(members),
            "years": _format_years(members),
            "rows": rows,
        }


def _count_items(issue: Issue) -> int:
    """Return the number of rules and rulings of an issue, without headings."""
    rules = (rule for chapter in issue.book.chapters for rule in chapter.page.rules)
    return sum(rule.kind not in ("section", "chapter") for rule in rules)


def _find_place(tagged: Tagged) -> SitePlace:
    place = tagged.issue.linker.places[tagged.rule.key]
    # a chapter's own text is at the top of its page, which has the chapter's number
    return SitePlace(place.page, place.anchor or anchor_of(tagged.rule.key))


def _by_day_and_page(tagged: Tagged) -> tuple[str, int]:
    first = (tagged.tag.page or "").partition("-")[0]
    return tagged.tag.date or "", int(first) if first.isdecimal() else 0


def _most_first_or_by_issue(source: Mapping[str, Any]) -> tuple[str, int]:
    """Return the sorting key of a source: `Duelist Magazine #9` before `#12`, others by their number of tags."""
    magazine, _, issue = str(source["name"]).partition("#")
    return (magazine.casefold(), int(issue)) if issue.isdecimal() else ("", -int(source["count"]))


def _format_years(members: Sequence[Tagged]) -> str:
    """Return the years of tags: `1994 to 1998`; empty if no tag has a date."""
    years = sorted(Counter(member.label.year for member in members if member.label.year != UNDATED))
    return years[0] if len(years) == 1 else f"{years[0]} to {years[-1]}" if years else ""


def _shorten_words(words: str) -> str:
    """Return the beginning of a text, cut at the end of a word."""
    if len(words) <= SHOWN_WORDS:
        return words
    cut = words.rfind(" ", 0, SHOWN_WORDS)
    return words[: cut if cut > 0 else SHOWN_WORDS] + " …"
