"""Records as values for templates: with their links and the line about their past, ready to print."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from graph.history import History
from graph.history.history import describe_changes, words_since
from rules.numbers import is_term, name_of
from rules.records import GlossaryEntry, Resolution, Rule
from rules.store import Store
from site_src.layout import Book, BookTerm, PageLink, Section, SitePlace, anchor_of, history_place, neighbourhood_place
from site_src.markup.passages import passage_html, problems_of
from site_src.markup.words import date_in_words


class Past(Struct, frozen=True):
    """The past of a record of an edition, and the link to its history.

    Attributes:
        lineage: Its lineage.
        since: The edition since which its text is unchanged, except for typography and numbers of moved rules.
        changes: How often its lineage changed in all editions: `3 wordings, renumbered twice`.
        href: Address of its history from the page that shows it.
        of_heading: Whether it has only a heading, so that this does not cover the rules below it.
    """

    lineage: str
    since: str
    changes: str
    href: str = ""
    of_heading: bool = False

    @property
    def since_words(self) -> str:
        """Return the date of that edition in words."""
        return date_in_words(self.since)

    @property
    def ages(self) -> str:
        """Return the link to the same history with the ages of phrases shown."""
        page, sign, anchor = self.href.partition("#")
        return f"{page}?ages=1{sign}{anchor}"


def pasts_of(store: Store, edition: str) -> Mapping[str, Past]:
    """Return the past of each record of an edition, by its key; empty if the editions are not aligned."""
    history = History(store)
    pasts = {}
    for key, lineage in history.lineages(edition).items():
        versions = history.by_lineage[lineage]
        since = words_since(versions, edition)
        if since is not None:
            pasts[key] = Past(lineage, since, ", ".join(describe_changes(versions)) or "never changed")
    return pasts


class SourceLabel(Struct, frozen=True):
    """A provenance tag as shown on pages.

    Attributes:
        source: As printed, or `Unnamed`.
        anchor: Anchor of the source on the page of sources.
        kind: Slug of its kind.
        kind_title: Title of its kind.
        year: `1998`, or `undated`.
        detail: Date and page in words: `3 February 1998, page 26`; may be empty.
    """

    source: str
    anchor: str
    kind: str
    kind_title: str
    year: str
    detail: str


class RecordView(Struct, frozen=True):
    """A rule or glossary entry ready to print; the markup's text content is the record's text.

    The last two are for rulings summaries: provenance tags, each with the address of all tags of its source; and the
    rules that it restates.
    """

    record: Rule | GlossaryEntry
    anchor: str
    heading: str | None
    text: Markup
    problems: tuple[tuple[str, str], ...]
    cited_by: tuple[PageLink, ...]
    past: Past | None = None
    picture: str = ""
    examples: tuple[Markup, ...] = ()
    notes: tuple[Markup, ...] = ()
    labels: tuple[tuple[SourceLabel, str], ...] = ()
    restates: tuple[PageLink, ...] = ()


class Linker:
    """Creates links for the records of an edition: to their places, the citing records and the cited ones."""

    def __init__(
        self,
        book: Book,
        references: Sequence[Resolution],
        tags: Mapping[tuple[str, str], Sequence[tuple[int, int]]] | None = None,
        pasts: Mapping[str, Past] | None = None,
    ) -> None:
        """Prepare the links of an edition.

        Args:
            book: The edition, laid out in pages.
            references: Its resolved references.
            tags: Offsets of provenance tags by key of the rule and passage.
            pasts: The past of its records by key; None to omit it.
        """
        self._tags = tags or {}
        self._pasts = pasts or {}
        self.places: dict[str, SitePlace] = book.places()
        self._found: dict[tuple[str, str], list[Resolution]] = defaultdict(list)
        citing: dict[str, dict[str, None]] = defaultdict(dict)
        by_source: dict[str, list[Resolution]] = defaultdict(list)
        for resolution in references:
            self._found[resolution.reference.source, resolution.reference.field].append(resolution)
            by_source[resolution.reference.source].append(resolution)
            for target in resolution.target:
                if target != resolution.reference.source:
                    citing[target][resolution.reference.source] = None
        self._citing = citing
        self._problems = {source: problems_of(resolutions) for source, resolutions in by_source.items()}

    def cited_by(self, key: str, page: str) -> tuple[PageLink, ...]:
        """Return links from `page` to the records that refer to `key`, in document order, each once."""
        return tuple(
            PageLink(name_of(source), self.places[source].seen_from(page))
            for source in self._citing.get(key, ())
            if source in self.places
        )

    def picture(self, key: str, page: str) -> str:
        """Return the address from `page` of the drawing of what refers to `key`; empty if only its own rule does.

        Also empty without pasts, since then there are no pictures.
        """
        place = neighbourhood_place(key)
        sources = (source for source in self._citing.get(key, ()) if source in self.places)
        others = any(neighbourhood_place(source) != place for source in sources)
        return place.seen_from(page) if self._pasts and others else ""

    def passage(self, key: str, field: str, text: str, page: str) -> Markup:
        """Return a passage of a record, with its references linked as seen from `page`."""
        at = (key, field)
        references, tags = self._found.get(at, ()), self._tags.get(at, ())
        addresses = self.places
        return passage_html(
            text, references, lambda key: addresses[key].seen_from(page) if key in addresses else None, tags
        )

    def link_past(self, key: str, page: str, *, of_heading: bool = False) -> Past | None:
        """Return the summary of a record's past, with the link to its history as seen from `page`."""
        past = self._pasts.get(key)
        return past and replace(past, href=history_place(key).seen_from(page), of_heading=of_heading)

    def rule_view(self, rule: Rule, page: str, *, with_heading: bool = True) -> RecordView:
        """Return a rule as shown on `page`; without its heading if that is the title of the page."""
        return replace(
            self._view(rule, page, anchor_of(rule.key)),
            heading=rule.heading if with_heading else None,
            examples=tuple(self.passage(rule.key, f"example:{i}", text, page) for i, text in enumerate(rule.examples)),
            notes=tuple(self.passage(rule.key, f"note:{i}", text, page) for i, text in enumerate(rule.notes)),
        )

    def term_view(self, term: BookTerm, page: str) -> RecordView:
        """Return a glossary entry as shown on `page`."""
        return self._view(term.entry, page, term.anchor)

    def _view(self, record: Rule | GlossaryEntry, page: str, anchor: str) -> RecordView:
        key = record.key
        return RecordView(
            record,
            anchor,
            None,
            self.passage(key, "text", record.text, page),
            self._problems.get(key, ()),
            self.cited_by(key, page),
            self.link_past(key, page, of_heading=not record.text and not is_term(key)),
            self.picture(key, page),
        )

    def list_sections(self, sections: Sequence[Section], page: str, *, with_texts: bool = True) -> list[dict[str, Any]]:
        """Return the values of the contents on `page`: sections with their texts and links to their chapters."""
        return [
            {
                "number": section.number,
                "heading": section.heading,
                "texts": [
                    {"key": rule.key, "html": self.passage(rule.key, "text", rule.text, page)}
                    for rule in section.rules
                    if with_texts and rule.text
                ],
                "chapters": [chapter.page.link_from(page) for chapter in section.chapters],
            }
            for section in sections
        ]
