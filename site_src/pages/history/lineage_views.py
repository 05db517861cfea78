"""One lineage as shown on its page: versions as cards, moves as lines, slight changes folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup
from msgspec import Struct

from graph.answers.blame import blame_rule
from graph.answers.changes import AnnouncementAnswer, by_bulletin
from graph.answers.history import HistoryAnswer, HistoryEntry, RelatedRecord
from graph.history.since import describe_changes
from rules.links import SLIGHT
from rules.numbers import is_term
from rules.records import Edition
from site_src.layout.addresses import history_page, id_page, lineage_anchor
from site_src.layout.book import SitePlace
from site_src.markup.changes import CLASSES, KINDS, RENAMED, Mark
from site_src.markup.differences import ComparedPart, parts_of
from site_src.markup.words import count, date_in_words, span_in_words
from site_src.pages.history.ages import Scale, list_ages, mark_ages
from site_src.pages.history.outcomes import Outcomes, format_key
from site_src.pages.history.strip import strip


class TimelineLink(SitePlace, frozen=True):
    """A link: a place, and its text; the page is empty if there is none."""

    words: str = ""


class Card(Struct, frozen=True):
    """A version as a card.

    Attributes:
        number: Number of the version, from 1 for the oldest.
        edition: The edition that it came with.
        key: Its number, as shown.
        anchor: Anchor of that number in the edition's own view.
        until: `until 30 April 2009, 12 editions`: the day before the first edition without it; editions with it. Of the
            newest version `until today`, which a new edition leaves true.
        marks: Marks of its kind and class of change.
        origin: Where it came from: `from 502.30a`.
        others: The rules of other lineages that it came from.
        parts: Its text with changes marked; empty if the text did not change.
        reasons: The announcements of the change, by bulletin.
    """

    number: int
    edition: Edition
    key: str
    anchor: str
    until: str
    marks: tuple[Mark, ...]
    origin: str
    others: tuple[TimelineLink, ...]
    parts: tuple[ComparedPart, ...]
    reasons: Sequence[Sequence[AnnouncementAnswer]]


class TimelineItem(Struct, frozen=True):
    """An item of the timeline: a card, a line for a mere move, or a run of slight changes, newest first.

    Attributes:
        kind: `card`, `step` or `fold`.
        cards: One card, except for a fold.
        words: Text of a fold: `typography only, 3 times, 1 June 2012 to 1 May 2013`.
    """

    kind: str
    cards: tuple[Card, ...]
    words: str = ""

    @property
    def names(self) -> str:
        """Return the names of all marks, for the filter."""
        return " ".join(dict.fromkeys(mark.name for card in self.cards for mark in card.marks))


class LineageView(Struct, frozen=True):
    """A lineage as shown on a page.

    Attributes:
        lineage: Its id.
        anchor: Its anchor on its history page.
        key: Its current or last number, as shown.
        title: Its title, or that of its rule; may be empty.
        current: Whether it is in the newest edition.
        summary: `since 11 July 2009, 5 wordings, renumbered twice`.
        end: How and when it ended; empty if it is current.
        end_reasons: The announcements of the end, by bulletin.
        into: The lineages that continue it.
        items: The timeline, newest first.
        strip: The timeline as a picture.
        now: The current text, or the last one.
        aged: The same with the shades of its phrases; empty if it is not current.
        since: The editions of its phrases, as `list_ages` returns them.
        read: Link to its current text.
        id_page: Its permanent address.
    """

    lineage: str
    anchor: str
    key: str
    title: str
    current: bool
    summary: str
    end: str
    end_reasons: Sequence[Sequence[AnnouncementAnswer]]
    into: tuple[TimelineLink, ...]
    items: tuple[TimelineItem, ...]
    strip: Markup
    now: tuple[ComparedPart, ...]
    aged: tuple[ComparedPart, ...]
    since: Sequence[tuple[str, int, Sequence[str]]]
    read: TimelineLink | None
    id_page: str

    @property
    def only_heading(self) -> bool:
        """Return whether the lineage has no text besides its heading."""
        return all(part.name == "heading" for part in self.now)


class LineageViews:
    """Makes the views of lineages; created once per process."""

    def __init__(self, outcomes: Outcomes) -> None:
        self.outcomes = outcomes
        self.histories = outcomes.histories
        self.editions = {edition.id: edition for edition in self.histories.store.editions()}
        self._of_work: dict[str, tuple[str, ...]] = {}
        for edition, work in self.histories.works.items():
            self._of_work[work] = (*self._of_work.get(work, ()), edition)
        self._places = {edition: at for all_of_it in self._of_work.values() for at, edition in enumerate(all_of_it)}
        self.scales = {work: Scale(all_of_it) for work, all_of_it in self._of_work.items()}

    def view(self, lineage: str, read: TimelineLink | None) -> LineageView:
        """Return a lineage as shown on its page; `read` is a link to the current rule."""
        trace = self.outcomes.trace(lineage)
        last = trace.entries[-1]
        work = self.histories.works[last.last]
        cards = tuple(self._make_cards(trace))
        current = trace.status == "current"
        blamed = blame_rule(self.histories, last.last, last.key) if current else None
        scale = self.scales[work]
        return LineageView(
            lineage,
            lineage_anchor(lineage),
            format_key(last.key),
            (self.histories.shown_title(last.last, last.key) or ("",))[0],
            current,
            self._summarize_trace(trace),
            self._describe_last_day(trace),
            by_bulletin(trace.ended_announced),
            tuple(self._make_link(place) for place in trace.into),
            tuple(_make_items(cards)),
            strip(trace, self._of_work[work]),
            parts_of(None, last.passage),
            mark_ages(blamed, self.editions, scale) if blamed else (),
            list_ages(blamed, self.editions, scale) if blamed else (),
            read,
            id_page(lineage),
        )

    def _make_cards(self, trace: HistoryAnswer) -> Iterator[Card]:
        before: HistoryEntry | None = None
        for number, entry in enumerate(trace.entries, start=1):
            yield Card(
                number,
                self.editions[entry.first],
                format_key(entry.key),
                entry.key.replace("#", "-"),
                self._describe_end(entry, last=trace.status == "current" and entry is trace.entries[-1]),
                tuple(_list_marks(entry)),
                self._describe_origin(entry, before),
                tuple(map(self._make_link, entry.others)),
                parts_of(before.passage if before else None, entry.passage),
                by_bulletin(entry.announced),
            )
            before = entry

    def _describe_origin(self, version: HistoryEntry, before: HistoryEntry | None) -> str:
        """Return where a version came from, unless its marks and the links to other rules show it."""
        if before is None:
            if version.method == "first-edition":
                return "it is in the oldest edition known"
            return "split from" if version.kind == "split" else "went on from" if version.others else ""
        sentences = []
        if version.kind == "returned":
            sentences.append(f"last in force on {self._last_day(before.last)}")
        if before.key != version.key:
            sentences.append(f"{format_key(before.key)} → {format_key(version.key)}")
        if version.others:
            sentences.append("took in" if version.kind == "merged" else "with words of")
        return "; ".join(sentences)

    def _describe_end(self, version: HistoryEntry, *, last: bool) -> str:
        if last:
            return "until today"
        if version.first == version.last:
            return "this edition only"
        editions = self._places[version.last] - self._places[version.first] + 1
        return f"until {self._last_day(version.last)}, {count(editions, 'edition')}"

    def _last_day(self, edition: str) -> str:
        day = self.histories.last_day(edition)
        return date_in_words(day) if day else "today"

    def _summarize_trace(self, trace: HistoryAnswer) -> str:
        first, last = trace.entries[0], trace.entries[-1]
        since = span_in_words(first.first, None if trace.status == "current" else self.histories.last_day(last.last))
        changes = describe_changes(self.histories.versions(trace.lineage))
        return ", ".join([since, *(changes or ["never changed"])])

    def _describe_last_day(self, trace: HistoryAnswer) -> str:
        if trace.ended is None:
            return ""
        after = self.editions.get(self.histories.edition_after(trace.ended) or "")
        with_it = f" with the edition of {date_in_words(after.id)}" if after else ""
        name = (after.set_name or after.set_code) if after else None
        return f"{_ENDS[trace.status]}{with_it}{f', {name}' if name else ''}"

    def _make_link(self, place: RelatedRecord) -> TimelineLink:
        if place.lineage is None:
            return TimelineLink("", "", format_key(place.number))
        last = self.histories.by_lineage[place.lineage][-1]
        words = format_key(place.number)
        if last.key != place.number:
            words += f" ({'now' if self.histories.is_current(place.lineage) else 'last'} {format_key(last.key)})"
        return TimelineLink(history_page(last.key), lineage_anchor(place.lineage), words)


_ENDS = {
    "deleted": "Deleted",
    "merged": "Merged into another rule",
    "split": "Split into others",
    "ambiguous": "Went on in one of several rules, it is not known which,",
    "current": "",
}


def _list_marks(version: HistoryEntry) -> Iterator[Mark]:
    if version.kind != "kept":
        renamed = is_term(version.key) and version.kind == "renumbered"
        yield RENAMED if renamed else KINDS[version.kind]
    if version.change is not None and (version.change != "unchanged" or version.kind == "kept"):
        yield CLASSES[version.change]


def _make_items(cards: Sequence[Card]) -> Iterator[TimelineItem]:
    """Yield the timeline, newest first."""
    run: list[Card] = []
    for card in reversed(cards):
        kind = _name_kind(card)
        if kind == "fold":
            run.append(card)
            continue
        yield from _fold_run(run)
        run.clear()
        yield TimelineItem(kind, (card,))
    yield from _fold_run(run)


_SLIGHT = {CLASSES[one].name for one in SLIGHT}
_MOVES = {KINDS["moved"].name, KINDS["renumbered"].name}


def _name_kind(card: Card) -> str:
    names = {mark.name for mark in card.marks}
    if card.number == 1 or names - _SLIGHT - _MOVES:
        return "card"
    return "step" if names & _MOVES else "fold"


def _fold_run(run: Sequence[Card]) -> Iterator[TimelineItem]:
    if not run:
        return
    newest, oldest = run[0], run[-1]
    marks = dict.fromkeys(mark.word.removesuffix(" only") for card in run for mark in card.marks)
    what = " and ".join(marks)
    when = date_in_words(oldest.edition.id)
    if len(run) > 1:
        when = f"{len(run)} times, {when} to {date_in_words(newest.edition.id)}"
    yield TimelineItem("fold", tuple(run), f"{what} only, {when}")
