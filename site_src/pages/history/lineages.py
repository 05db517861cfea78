"""One lineage as shown on its page: versions as cards, moves as lines, slight changes folded; ages, outcome, picture.

Ages of phrases are the current text in spans, each with the edition since which it is there (the blame view). The
picture has the years from left to right, a bar while the lineage exists, a tick per version. It has room for years to
come; how much of it is seen, `write_latest` says. So a new edition changes the pictures of the rules that it changed,
and no other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from graph.answers.changes import AnnouncementAnswer, by_bulletin
from graph.answers.history import (
    BlameAnswer,
    HistoryAnswer,
    HistoryEntry,
    RelatedRecord,
    Status,
    answer_history,
    blame_rule,
)
from graph.history import History
from graph.history.history import describe_changes
from rules.change.blame import Blamed
from rules.links import SLIGHT
from rules.numbers import is_term, name_of
from rules.records import Edition
from site_src.layout import SitePlace, history_page, id_page, lineage_anchor
from site_src.markup.changes import CLASSES, KINDS, RENAMED, Mark
from site_src.markup.differences import ComparedPart, parts_of
from site_src.markup.passages import symbols_html, text_html
from site_src.markup.words import count, date_in_words, say, span_in_words
from site_src.pages.pictures.drawing import Days


class Outcomes:
    """The outcomes and traces of all lineages, each computed once."""

    def __init__(self, histories: History) -> None:
        self.histories = histories
        self._traces: dict[str, HistoryAnswer] = {}

    def trace(self, lineage: str) -> HistoryAnswer:
        """Return the history of a lineage."""
        if lineage not in self._traces:
            self._traces[lineage] = answer_history(self.histories, lineage)
        return self._traces[lineage]

    def list_next(self, lineage: str) -> list[str]:
        """Return the lineages that continue one, if it ended."""
        return list(dict.fromkeys(place.lineage for place in self.trace(lineage).into if place.lineage))

    def list_current_keys(self, lineage: str) -> tuple[str, ...]:
        """Return the current keys of a lineage, or of those that continue it."""
        last = self.histories.by_lineage[lineage][-1]
        newest = self.histories.line(self.histories.works[last.last])[-1]
        return self.histories.place(lineage, last.last, newest).keys

    def in_words(self, lineage: str) -> str:
        """Return words to put before the current keys, such as `now`; without any, `deleted after 10 July 2009`."""
        trace = self.trace(lineage)
        if self.list_current_keys(lineage):
            return _WENT_ON[trace.status]
        return say(_GONE[trace.status], day=date_in_words(self.histories.last_day(trace.ended or "") or ""))


_GONE: dict[Status, str] = {
    "deleted": "lineage_deleted",
    "merged": "lineage_merged",
    "split": "lineage_split",
    "ambiguous": "lineage_ended",
    "current": "lineage_ended",
}
_WENT_ON: dict[Status, str] = {
    "current": "now",
    "deleted": "went on in what is now",
    "merged": "merged into what is now",
    "split": "split into what is now",
    "ambiguous": "went on, perhaps, in what is now",
}


def format_key(key: str) -> str:
    """Return a key as shown to readers: `702.40a`, `“Storm”`, `502.35b (rule 2 so numbered)`."""
    if is_term(key):
        term, _, ordinal = name_of(key).partition("#")
        return f"“{term}”" + (f" (entry {ordinal})" if ordinal.isdecimal() else f"#{ordinal}" if ordinal else "")
    number, _, ordinal = key.partition("#")
    return f"{number} (rule {ordinal} so numbered)" if ordinal else number


STEPS = 7
"""Maximum number of shades; more cannot be told apart."""
SHADE_YEARS = 4
"""Number of years of a shade, so that it stays what it is; the last one has all that follow."""


class Scale:
    """The single scale of shades of a work, over the years of its editions."""

    def __init__(self, editions: Sequence[str]) -> None:
        self.first = int(min(editions)[:4])
        self._newest = self.find_shade(max(editions))

    def find_shade(self, edition: str) -> int:
        """Return the shade of an edition: 0 for the oldest."""
        return min((int(edition[:4]) - self.first) // SHADE_YEARS, STEPS - 1)

    def legend(self) -> tuple[str, ...]:
        """Return the years of all shades, oldest first: `2003–2006`, `since 2023`."""
        begins = [self.first + shade * SHADE_YEARS for shade in range(self._newest + 1)]
        return (*(f"{year}–{year + SHADE_YEARS - 1}" for year in begins[:-1]), f"since {begins[-1]}")


def mark_ages(blamed: BlameAnswer, editions: Mapping[str, Edition], scale: Scale) -> tuple[ComparedPart, ...]:
    """Return the texts, examples and notes of a rule with the shade of each phrase."""
    return tuple(
        ComparedPart(label, _mark_spans(editions, scale, blamed.key, spans)) for label, spans in _list_parts(blamed)
    )


def list_ages(blamed: BlameAnswer, editions: Mapping[str, Edition], scale: Scale) -> list[tuple[str, int, list[str]]]:
    """Return each edition with phrases of a rule, oldest first: the edition in words, its shade, the phrases."""
    phrases: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for _, spans in _list_parts(blamed):
        for span in spans:
            if text := span.text.strip():
                phrases[span.since, span.key][text] = None
    return [
        (since_words(editions[when], old, blamed.key), scale.find_shade(when), list(of_edition))
        for (when, old), of_edition in sorted(phrases.items())
    ]


def _list_parts(blamed: BlameAnswer) -> list[tuple[str, tuple[Blamed, ...]]]:
    parts = [("text", blamed.spans)]
    parts += [("Example", example.spans) for example in blamed.examples]
    parts += [("Note", note.spans) for note in blamed.notes]
    return [(label, tuple(_join_spans(spans))) for label, spans in parts]


def _join_spans(spans: Sequence[Blamed]) -> Iterator[Blamed]:
    """Yield the spans, with neighbours of one age as one."""
    for _, alike in groupby(spans, key=lambda span: (span.since, span.key)):
        first, *more = alike
        yield replace(first, text="".join([first.text, *(span.text for span in more)]))


def since_words(edition: Edition, old: str, key: str) -> str:
    """Return the edition of some phrases: `since Magic 2010, 11 July 2009`, and their old number if it differs."""
    name = edition.set_name or edition.set_code
    when = f"since {name}, {date_in_words(edition.id)}" if name else f"since {date_in_words(edition.id)}"
    return f"{when}, then in {name_of(old)}" if old and old != key else when


def _mark_spans(editions: Mapping[str, Edition], scale: Scale, key: str, spans: Sequence[Blamed]) -> Markup:
    parts = []
    for span in spans:
        since = text_html(since_words(editions[span.since], span.key, key))
        parts.append(f'<span class="a{scale.find_shade(span.since)}" title="{since}">{symbols_html(span.text)}</span>')
    return Markup("".join(parts))  # noqa: S704 - of markup


YEARS = 50
"""Years that a picture has room for."""
WIDTH = 36 * YEARS
"""Width in units of the picture, of some ten days each; it is scaled to the width of the page."""

_MOVE_KINDS = ("renumbered", "moved")


def strip(trace: HistoryAnswer, editions: Sequence[str]) -> Markup:
    """Return the picture, as SVG.

    Args:
        trace: The lineage.
        editions: All editions of its work, oldest first.
    """
    axis = Axis(editions)
    versions = trace.entries
    bars = "".join(f"M{axis.at(first)} 10H{axis.end(last)}" for first, last in _list_stretches(versions, editions))
    ticks: dict[str, list[str]] = {"slight": [], "move": [], "edit": []}
    for version in versions:
        ticks[weight(version)].append(f"M{axis.at(version.first)} {_TICKS[weight(version)]}")
    paths = "".join(f'<path class="tick-{name}" d="{"".join(all_)}"/>' for name, all_ in ticks.items() if all_)
    words, first, last = count(len(versions), "version"), versions[0].first[:4], versions[-1].last[:4]
    when = f"since {first}" if trace.status == "current" else f"between {first} and {last}"
    return draw_years(f'<path class="bar" d="{bars}"/>{paths}', "strip", f"{words} {when}")


def draw_years(paths: str, name: str, words: str) -> Markup:
    """Return a picture over the years; `paths` and `words` are safe HTML, `name` its class."""
    html = (
        f'<div class="years"><svg class="{name}" viewBox="0 0 {WIDTH} 20" preserveAspectRatio="none" role="img" '
        f'aria-label="{words}">{paths}</svg></div>'
    )
    return Markup(html)  # noqa: S704 - as the caller promises


_TICKS = {"edit": "1V19", "move": "10V19", "slight": "7V13"}
"""Tick shapes that show the weight without colour: whole height, lower half, short."""


def weight(version: HistoryEntry) -> str:
    """Return the weight of a version: `edit` for a changed text, `move` for only another number, else `slight`."""
    if version.change not in SLIGHT:
        return "edit"
    return "move" if version.kind in _MOVE_KINDS else "slight"


def _list_stretches(versions: Sequence[HistoryEntry], editions: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield first and last edition of each run of editions with the lineage; there may be gaps between runs."""
    first, last = versions[0].first, versions[0].last
    for version in versions[1:]:
        if any(last < edition < version.first for edition in editions):
            yield first, last
            first = version.first
        last = version.last
    yield first, last


class Axis:
    """The years of a work, from 1 January of the year of its first edition."""

    def __init__(self, editions: Sequence[str]) -> None:
        self.editions = editions
        first = int(editions[0][:4])
        self._days = Days(f"{first}-01-01", f"{first + YEARS}-01-01", 0, WIDTH)

    def at(self, edition: str) -> int:
        """Return the position of an edition's first day."""
        return int(self._days.at(edition))

    def end(self, edition: str) -> int:
        """Return the position of an edition's end: the start of the next one, or the right edge for the newest."""
        following = next((later for later in self.editions if later > edition), None)
        return self.at(following) if following else WIDTH


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
