"""Records ready to print, as values for templates: their passages with links, and the line about their past."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from graph.history.rule_versions import describe_changes, words_since
from rules.grouping import grouped
from rules.links import Version
from rules.records import GlossaryEntry, Resolution, Rule
from site_src.addresses import PageLink, SitePlace, anchor_of, history_place, neighbourhood_place
from site_src.layout import Book, BookPart
from site_src.markup.passages import passage_html, problems_of
from site_src.markup.words import name_in_words


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


class RestatedView(Struct, frozen=True):
    """A rule that a ruling restates, ready to print.

    Attributes:
        link: A link to the rule in the edition from which it was restated.
        since: The day since which that rule has its number of today, in words; empty if it has none, or several.
        today: Links to the rules of the latest edition that continue it.
        is_gone: Whether no rule of the latest edition continues it.
        how: How sure the correspondence is, and the method by which it was found.
    """

    link: PageLink
    since: str
    today: tuple[PageLink, ...]
    is_gone: bool
    how: str


class SightingView(Struct, frozen=True):
    """A version of a ruling on a page of an issue that the archive lacks, ready to print.

    Attributes:
        number: Its number there.
        anchor: The anchor of that number.
        earliest: The earliest day the page can be from, in words.
        days: The days from which the page can be, and the reason.
        text: Its text, with the changes marked.
        restates: The rules that it restates.
    """

    number: str
    anchor: str
    earliest: str
    days: str
    text: Markup
    restates: tuple[RestatedView, ...]


class RecordView(Struct, frozen=True):
    """A rule or glossary entry ready to print; the markup's text content is the record's text.

    Attributes:
        record: The record.
        anchor: Its anchor on the page.
        heading: Its heading; None if the page does not print it.
        text: Its text.
        problems: The problems of its references: the words of each, and a sentence about it.
        cited_by: Links to the records that refer to it.
        lineage: Its lineage; empty if the page shows no past.
        since: The edition since which its text is unchanged, except for typography and the numbers of moved rules.
        changes: How often its lineage changed in all editions: `3 wordings, renumbered twice`.
        history: The address of its history.
        picture: The address of the drawing of its neighbourhood; empty if there is none.
        examples: Its examples.
        notes: Its notes.
        labels: The provenance tags of a ruling, each with the address of the list of all tags of its source.
        restates: The rules that a ruling restates.
        restated_by: The year of each wording of a rule that rulings restate, with links to these rulings.
        sightings: The versions of a ruling on pages of issues that the archive lacks.
    """

    record: Rule | GlossaryEntry
    anchor: str
    heading: str | None
    text: Markup
    problems: tuple[tuple[str, str], ...]
    cited_by: tuple[PageLink, ...]
    lineage: str = ""
    since: str = ""
    changes: str = ""
    history: str = ""
    picture: str = ""
    examples: tuple[Markup, ...] = ()
    notes: tuple[Markup, ...] = ()
    labels: tuple[tuple[SourceLabel, str], ...] = ()
    restates: tuple[RestatedView, ...] = ()
    restated_by: tuple[tuple[str, tuple[PageLink, ...]], ...] = ()
    sightings: tuple[SightingView, ...] = ()

    @property
    def ages(self) -> str:
        """Return the link to the history with the ages of phrases shown."""
        page, sign, anchor = self.history.partition("#")
        return f"{page}?ages=1{sign}{anchor}"


class Linker:
    """Creates links for the records of an edition: to their places, the citing records and the cited ones."""

    def __init__(
        self,
        book: Book,
        references: Sequence[Resolution],
        tags: Mapping[tuple[str, str], Sequence[tuple[int, int]]] | None = None,
        versions: Mapping[str, Sequence[Version]] | None = None,
    ) -> None:
        """Prepare the links of an edition.

        Args:
            book: The edition, laid out in pages.
            references: Its resolved references.
            tags: Offsets of provenance tags by key of the rule and passage.
            versions: The versions of the lineages of its records, by key; None to show no past.
        """
        self._tags = tags or {}
        self._versions = versions or {}
        self.places: dict[str, SitePlace] = book.places()
        by_passage = [((found.reference.source, found.reference.field), found) for found in references]
        self._references_of_passage = grouped(by_passage)
        self._citing = grouped(_list_citing(references))
        by_source = grouped((found.reference.source, found) for found in references)
        self._problems = {source: problems_of(several) for source, several in by_source.items()}

    def passage(self, key: str, field: str, text: str, page: str) -> Markup:
        """Return a passage of a record, with its references linked as seen from `page`."""

        def address(key: str) -> str | None:
            if key in self.places:
                return self.places[key].seen_from(page)
            return None

        references = self._references_of_passage[key, field]
        return passage_html(text, references, address, self._tags.get((key, field), ()))

    def rule_view(self, rule: Rule, page: str, *, with_heading: bool) -> RecordView:
        """Return a rule as shown on `page`; without its heading if that is the title of the page."""
        view = self._make_view(rule, page, anchor_of(rule.key))
        if with_heading:
            view = replace(view, heading=rule.heading)
        examples = self._link_passages(rule.key, "example", rule.examples, page)
        notes = self._link_passages(rule.key, "note", rule.notes, page)
        return replace(view, examples=examples, notes=notes)

    def find_last_change(self, rules: Iterable[Rule]) -> str:
        """Return the first edition with the present words of all these rules; empty if the work has no versions."""
        changed = (words_since(self._versions.get(rule.key, ()), rule.edition) for rule in rules)
        return max((edition for edition in changed if edition), default="")

    def _link_passages(self, key: str, kind: str, texts: Sequence[str], page: str) -> tuple[Markup, ...]:
        """Return the examples or the notes of a rule, with their references linked."""
        # a reference names its passage as `example:0`, `example:1`
        return tuple(self.passage(key, f"{kind}:{index}", text, page) for index, text in enumerate(texts))

    def term_view(self, entry: GlossaryEntry, anchor: str, page: str) -> RecordView:
        """Return a glossary entry as shown on `page`."""
        return self._make_view(entry, page, anchor)

    def _make_view(self, record: Rule | GlossaryEntry, page: str, anchor: str) -> RecordView:
        """Return a record as shown on `page`, without heading, examples and notes."""
        key = record.key
        sources = [source for source in self._citing[key] if source in self.places]
        lineage = ""
        changes: Sequence[str] = ()
        versions = self._versions.get(key, ())
        if versions:
            lineage = versions[0].lineage
            changes = describe_changes(versions)
        return RecordView(
            record=record,
            anchor=anchor,
            heading=None,
            text=self.passage(key, "text", record.text, page),
            problems=self._problems.get(key, ()),
            cited_by=tuple(PageLink(name_in_words(source), self.places[source].seen_from(page)) for source in sources),
            lineage=lineage,
            since=words_since(versions, record.edition) or "",
            changes=", ".join(changes) or "never changed",
            history=history_place(key).seen_from(page),
            picture=self._link_picture(key, sources, page),
        )

    def _link_picture(self, key: str, sources: Sequence[str], page: str) -> str:
        """Return the relative address of the drawing of a record's neighbourhood.

        It is empty if the work has no versions, and thus no pictures, or if only its own rule refers to the record.
        """
        place = neighbourhood_place(key)
        # a rule and its subrules share one place
        is_cited_by_others = any(neighbourhood_place(source) != place for source in sources)
        if self._versions and is_cited_by_others:
            return place.seen_from(page)
        return ""

    def list_sections(
        self, sections: Sequence[BookPart], page: str, *, with_texts: bool = True
    ) -> list[dict[str, Any]]:
        """Return the values of the contents on `page`: sections with their texts and links to their chapters."""
        return [self._view_section(section, page, with_texts=with_texts) for section in sections]

    def _view_section(self, section: BookPart, page: str, *, with_texts: bool) -> dict[str, Any]:
        """Return a section as `list_sections` lists it."""
        texts = []
        for rule in section.rules:
            if with_texts and rule.text:
                html = self.passage(rule.key, "text", rule.text, page)
                texts.append({"key": rule.key, "html": html})
        return {
            "number": section.number,
            "heading": section.heading,
            "texts": texts,
            "chapters": [chapter.link_from(page) for chapter in section.pages],
        }


def _list_citing(references: Sequence[Resolution]) -> list[tuple[str, str]]:
    """Return the key of each record with the key of each other record that refers to it, once per pair.

    If 702.40a refers twice to 601.2, the result is `[("601.2", "702.40a")]`.
    """
    pairs: dict[tuple[str, str], None] = {}
    for found in references:
        source = found.reference.source
        for target in found.found_keys:
            if target != source:
                pairs[target, source] = None
    return list(pairs)
