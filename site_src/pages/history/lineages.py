"""One lineage as shown on its page: versions as cards, moves as lines, slight changes folded; ages, outcome, picture.

Ages of phrases are the current text in spans, each with the edition since which it is there (the blame view), and marks
where words were removed. The picture has the years from left to right, a bar while the lineage exists, a tick per
version. It has room for years to come; how much of it is seen, `write_latest` says. So a new edition changes the
pictures of the rules that it changed, and no other.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup

from graph.answers.blame import BlameAnswer, blame_rule, list_pieces, shorten_removed
from graph.answers.hidden_changes import describe_hidden
from graph.answers.history import HistoryAnswer, HistoryEntry, RelatedRecord, Status, answer_history
from graph.history import History
from graph.history.rule_versions import describe_changes
from rules.change.phrases import Blamed
from rules.change.seams import Seam
from rules.grouping import grouped
from rules.links import SLIGHT
from site_src.layout import PageLink, lineage_place
from site_src.markup.changes import marks_of
from site_src.markup.passages import plain_title
from site_src.markup.words import count, date_in_words, format_key, name_edition, name_in_words, say, span_in_words
from site_src.pages.pictures.drawing import day_position

YEARS = 50
"""Years that a picture has room for."""
WIDTH = 36 * YEARS
"""Width in units of the picture, of some ten days each; it is scaled to the width of the page."""
STEPS = 7
"""Maximum number of shades; more cannot be told apart."""
SHADE_YEARS = 4
"""Number of years of a shade, so that it stays what it is; the last one has all that follow."""
Step = tuple[HistoryEntry, HistoryEntry | None]
"""A version, and the one before it."""
AgedPart = tuple[str, list[Blamed | Seam]]
"""The label of a text, example or note, and its phrases and seams in order."""
_MOVES = {"moved", "renumbered"}
_TICKS = {"slight": "7V13", "move": "10V19", "edit": "1V19"}
"""Tick shapes that show the weight without colour: short, lower half, whole height."""
_JOINT = re.compile(r"H(\d+)M\1 10")
"""Where a bar ends and the next one begins: without that, the two are one."""
_ENDS: dict[Status, str] = {
    "deleted": "Deleted",
    "merged": "Merged into another rule",
    "split": "Split into others",
    "ambiguous": "Continued in one of several rules (it is not known which)",
}
_GONE: dict[Status, str] = {
    "deleted": "lineage_deleted",
    "merged": "lineage_merged",
    "split": "lineage_split",
    "ambiguous": "lineage_ended",
    "current": "lineage_ended",
}
_WENT_ON: dict[Status, str] = {
    "current": "now",
    "deleted": "continued in what is now",
    "merged": "merged into what is now",
    "split": "split into what is now",
    "ambiguous": "perhaps continued in what is now",
}


class PhrasesOfAge(NamedTuple):
    """The phrases of a rule that one edition introduced or removed.

    Attributes:
        since: The edition.
        key: Number of the rule in that edition.
        introduced: The phrases that it introduced.
        removed: The phrases that it removed, long ones shortened.
        hidden: Its changes that no phrase shows, in words.
    """

    since: str
    key: str
    introduced: list[str]
    removed: list[str]
    hidden: list[str]


class Years:
    """The years of a work, from 1 January of the year of its first edition: places in pictures, shades of ages."""

    def __init__(self, editions: Sequence[str]) -> None:
        """Prepare for all editions of a work, oldest first."""
        self.editions = editions
        self.first = int(editions[0][:4])

    def at(self, edition: str) -> int:
        """Return the position of an edition's first day."""
        return int(day_position(edition, f"{self.first}-01-01", f"{self.first + YEARS}-01-01", 0, WIDTH))

    def end(self, edition: str) -> int:
        """Return the position of an edition's end: the start of the next one, or the right edge for the newest."""
        for later in self.editions:
            if later > edition:
                return self.at(later)
        return WIDTH

    def shade(self, edition: str) -> int:
        """Return the shade of an edition: 0 for the oldest."""
        return min((int(edition[:4]) - self.first) // SHADE_YEARS, STEPS - 1)

    def legend(self) -> tuple[str, ...]:
        """Return the years of all shades, oldest first: `2003–2006`, `since 2023`."""
        spans = []
        year = self.first
        for _ in range(self.shade(self.editions[-1])):
            spans.append(f"{year}–{year + SHADE_YEARS - 1}")
            year += SHADE_YEARS
        return (*spans, f"since {year}")


class Timelines:
    """The histories of all lineages as pages show them; each is traced once."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.editions = {edition.id: edition for edition in history.store.editions()}
        of_work = grouped((work, edition) for edition, work in history.work_of.items())
        self._years = {work: Years(editions) for work, editions in of_work.items()}
        self.trace = cache(partial(answer_history, history))

    def years(self, edition: str) -> Years:
        """Return the years of the work of an edition."""
        return self._years[self.history.work_of[edition]]

    def list_next(self, lineage: str) -> list[str]:
        """Return the lineages that continue one, if it ended."""
        continued = [related.lineage for related in self.trace(lineage).into if related.lineage]
        return list(dict.fromkeys(continued))

    def list_current_keys(self, lineage: str) -> tuple[str, ...]:
        """Return the current keys of a lineage, or of those that continue it."""
        if self.history.is_current(lineage):
            # The lineage's own newest version, which may be in a retyped edition.
            newest = self.history.by_lineage[lineage][-1]
            return (newest.key,)
        return self.trace(lineage).now_in

    def words_before_current_keys(self, lineage: str) -> str:
        """Return what became of a lineage, in words.

        Returns:
            Words to put before the current keys, such as `now`; if there are no such keys, words that need none, such
            as `deleted after 10 July 2009`.
        """
        trace = self.trace(lineage)
        if self.list_current_keys(lineage):
            return _WENT_ON[trace.status]
        day = self.history.last_day(trace.ended or "") or ""
        return say(_GONE[trace.status], day=date_in_words(day))

    def title(self, edition: str, key: str) -> str:
        """Return the title of a number in an edition, or that of its rule, without marks of italics; may be empty."""
        found = self.history.shown_title(edition, key)
        if not found:
            return ""
        return plain_title(found[0])

    def summarize(self, trace: HistoryAnswer) -> str:
        """Return a lineage on one line: `since 11 July 2009, 5 wordings, renumbered twice`."""
        first, last = trace.entries[0].first, trace.entries[-1].last
        last_day = None
        if trace.status != "current":
            last_day = self.history.last_day(last)
        versions = self.history.versions(trace.lineage or "")
        changes = describe_changes(versions) or ["never changed"]
        return ", ".join([span_in_words(first, last_day), *changes])

    def describe_end(self, trace: HistoryAnswer) -> str:
        """Return how and when a lineage ended that is not current."""
        words = _ENDS[trace.status]
        following = self.history.edition_after(trace.ended or "") or ""
        if following not in self.editions:
            return words
        return f"{words} with the edition of {name_edition(self.editions[following])}"

    def link(self, related: RelatedRecord, page: str) -> PageLink:
        """Return a link from a page to the history of a record of another lineage."""
        words = format_key(related.number)
        if related.lineage is None:
            return PageLink(words)
        last = self.history.by_lineage[related.lineage][-1]
        if last.key != related.number:
            when = "last"
            if self.history.is_current(related.lineage):
                when = "now"
            words += f" ({when} {format_key(last.key)})"
        return PageLink(words, lineage_place(last.key, related.lineage).seen_from(page))

    def strip(self, trace: HistoryAnswer) -> Markup:
        """Return a lineage as a picture."""
        versions = trace.entries
        years = self.years(versions[-1].last)
        paths = _draw_bars(versions, years) + _draw_ticks(versions, years)
        first, last = versions[0].first[:4], versions[-1].last[:4]
        when = f"between {first} and {last}"
        if trace.status == "current":
            when = f"since {first}"
        words = count(len(versions), "version")
        return draw_years(paths, "strip", f"{words} {when}")

    def blame(self, trace: HistoryAnswer) -> BlameAnswer:
        """Return since when a current rule has each of its phrases."""
        newest = trace.entries[-1]
        return blame_rule(self.history, newest.last, newest.key)

    def describe_age(self, since: str, old: str, key: str) -> str:
        """Return the edition of some phrases: `since Magic 2010, 11 July 2009`, and their old number if it differs."""
        edition = self.editions[since]
        name = edition.set_name or edition.set_code
        words = f"since {date_in_words(since)}"
        if name:
            words = f"since {name}, {date_in_words(since)}"
        if old and old != key:
            words += f", then in {name_in_words(old)}"
        return words

    def describe_seam(self, seam: Seam, key: str) -> str:
        """Return since when the words on both sides of a seam are next to each other, and what was removed."""
        when = self.describe_age(seam.since, seam.key, key)
        if not seam.between:
            return f"next to each other {when}"
        return f"without “{shorten_removed(seam.between)}” {when}"

    def list_ages(self, blamed: BlameAnswer) -> list[PhrasesOfAge]:
        """Return the phrases that each edition introduced in a rule, and those it removed, oldest edition first."""
        phrases: dict[tuple[str, str], PhrasesOfAge] = {}

        def phrases_of(since: str, key: str) -> PhrasesOfAge:
            return phrases.setdefault((since, key), PhrasesOfAge(since, key, [], [], []))

        for _, pieces in list_aged(blamed):
            for piece in pieces:
                if isinstance(piece, Blamed):
                    phrases_of(piece.since, piece.key).introduced.append(piece.text.strip())
                elif piece.between:
                    phrases_of(piece.since, piece.key).removed.append(shorten_removed(piece.between))
        for passage in blamed.removed:
            phrases_of(passage.since, passage.key).removed.append(shorten_removed(passage.text))
        for change in blamed.hidden:
            phrases_of(change.since, change.key).hidden.append(describe_hidden(change))
        return [phrases[age] for age in sorted(phrases)]

    def describe_origin(self, version: HistoryEntry, before: HistoryEntry | None) -> str:
        """Return where a version came from, unless its marks and the links to other rules show it.

        The words may end with `split from` or `took in`: the template puts the links to the other rules after them.
        """
        if before is None:
            if version.method == "first-edition":
                return "it is in the oldest edition known"
            if version.kind == "split":
                return "split from"
            if version.others:
                return "continued from"
            return ""
        sentences = []
        if version.kind == "returned":
            sentences.append(f"last in force on {self._last_day(before.last)}")
        if name_in_words(before.key) != name_in_words(version.key):
            sentences.append(f"{format_key(before.key)} → {format_key(version.key)}")
        if version.others and version.kind == "merged":
            sentences.append("took in")
        elif version.others:
            sentences.append("with words of")
        return "; ".join(sentences)

    def describe_until(self, version: HistoryEntry, trace: HistoryAnswer) -> str:
        """Return the day before the first edition without a version, and the number of editions with it.

        Of the newest version of a current rule `until today`, which a new edition leaves true.
        """
        if trace.status == "current" and version is trace.entries[-1]:
            return "until today"
        if version.first == version.last:
            return "this edition only"
        editions = self.years(version.last).editions
        with_it = sum(version.first <= edition <= version.last for edition in editions)
        number = count(with_it, "edition")
        return f"until {self._last_day(version.last)}, {number}"

    def _last_day(self, edition: str) -> str:
        day = self.history.last_day(edition)
        if not day:
            return "today"
        return date_in_words(day)


def list_steps(trace: HistoryAnswer) -> Iterator[tuple[str, list[Step]]]:
    """Yield the timeline, newest first: a `card`, a `step` for a mere move, or a `fold`, a run of slight changes."""
    steps = list(zip(trace.entries, (None, *trace.entries), strict=False))
    for kind, alike in groupby(reversed(steps), key=_name_kind):
        run = list(alike)
        if kind == "fold":
            yield kind, run
            continue
        for step in run:
            yield kind, [step]


def _name_kind(step: Step) -> str:
    _, before = step
    # A mark is the name of a kind or of a class of changes: `renumbered`, `typographic`.
    marks = list_marks([step]).keys()
    if before is None or marks - SLIGHT - _MOVES:
        return "card"
    if marks & _MOVES:
        return "step"
    return "fold"


def list_marks(run: Sequence[Step]) -> dict[str, str]:
    """Return all marks of some versions, by name."""
    marks = {}
    for version, _ in run:
        marks.update(marks_of(version.key, version.kind, version.change))
    return marks


def describe_fold(run: Sequence[Step]) -> str:
    """Return a run of slight changes in words: `typography only, 3 times, 1 June 2012 to 1 May 2013`."""
    newest, _ = run[0]
    oldest, _ = run[-1]
    when = date_in_words(oldest.first)
    if len(run) > 1:
        when = f"{len(run)} times, {when} to {date_in_words(newest.first)}"
    marks = [word.removesuffix(" only") for word in list_marks(run).values()]
    return f"{' and '.join(marks)} only, {when}"


def list_aged(blamed: BlameAnswer) -> list[AgedPart]:
    """Return text, examples and notes of a rule with the age of each phrase."""
    parts = [("text", list_pieces(blamed.spans, blamed.seams))]
    parts += [("Example", list_pieces(example.spans, example.seams)) for example in blamed.examples]
    parts += [("Note", list_pieces(note.spans, note.seams)) for note in blamed.notes]
    return parts


def _draw_bars(versions: Iterable[HistoryEntry], years: Years) -> str:
    """Return a bar for each run of versions without a gap."""
    bars = ""
    for version in versions:
        bars += f"M{years.at(version.first)} 10H{years.end(version.last)}"
    joined = _JOINT.sub("", bars)
    return f'<path class="bar" d="{joined}"/>'


def _draw_ticks(versions: Iterable[HistoryEntry], years: Years) -> str:
    """Return a tick at the beginning of each version; those of a weight are one path."""
    ticks = dict.fromkeys(_TICKS, "")
    for version in versions:
        weight = _weigh(version)
        ticks[weight] += f"M{years.at(version.first)} {_TICKS[weight]}"
    paths = ""
    for weight, ticks_of_weight in ticks.items():
        if ticks_of_weight:
            paths += f'<path class="tick-{weight}" d="{ticks_of_weight}"/>'
    return paths


def draw_years(paths: str, name: str, words: str) -> Markup:
    """Return a picture over the years; `paths` and `words` are safe HTML, `name` its class."""
    html = (
        f'<div class="life-line"><svg class="{name}" viewBox="0 0 {WIDTH} 20" preserveAspectRatio="none" role="img" '
        f'aria-label="{words}">{paths}</svg></div>'
    )
    return Markup(html)  # noqa: S704 - as the caller promises


def _weigh(version: HistoryEntry) -> str:
    """Return the weight of a version: `edit` for a changed text, `move` for only another number, else `slight`."""
    if version.change not in SLIGHT:
        return "edit"
    if version.kind in _MOVES:
        return "move"
    return "slight"
