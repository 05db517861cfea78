"""The versions of one lineage in the order of its page: cards, lines for moves, slight changes folded."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from graph.answers.history import HistoryAnswer, HistoryEntry
from rules.links import SLIGHT
from site_src.markup.changes import marks_of
from site_src.markup.words import date_in_words

MOVES = {"moved", "renumbered"}
"""The kinds of a version that has another number than the one before."""

VersionStep = tuple[HistoryEntry, HistoryEntry | None]
"""A version, and the one before it."""


class TimelineItem(NamedTuple):
    """An item of a timeline.

    Attributes:
        shape: `card` for a version with other words, `move` for a version with only another number, `fold` for a run of
            versions with slight changes.
        run: The versions, newest first; a single one unless it is a fold.
    """

    shape: Literal["card", "move", "fold"]
    run: list[VersionStep]


def list_timeline(trace: HistoryAnswer) -> Iterator[TimelineItem]:
    """Yield the timeline of a lineage, newest first."""
    steps = list(zip(trace.entries, (None, *trace.entries), strict=False))
    for shape, alike in groupby(reversed(steps), key=_choose_shape):
        run = list(alike)
        if shape == "fold":
            yield TimelineItem(shape, run)
            continue
        for step in run:
            yield TimelineItem(shape, [step])


def _choose_shape(step: VersionStep) -> Literal["card", "move", "fold"]:
    """Return the shape of a version: a card unless its marks are only slight ones and moves."""
    _, before = step
    # a mark is the name of a kind or of a class of changes: `renumbered`, `typographic`
    marks = list_marks([step]).keys()
    if before is None or marks - SLIGHT - MOVES:
        return "card"
    if marks & MOVES:
        return "move"
    return "fold"


def list_marks(run: Sequence[VersionStep]) -> dict[str, str]:
    """Return all marks of some versions, by name."""
    marks = {}
    for version, _ in run:
        marks.update(marks_of(version.key, version.change_kind, version.change_class))
    return marks


def describe_fold(run: Sequence[VersionStep]) -> str:
    """Return a run of slight changes in words: `typography only, 3 times, 1 June 2012 to 1 May 2013`."""
    newest, _ = run[0]
    oldest, _ = run[-1]
    when = date_in_words(oldest.first)
    if len(run) > 1:
        when = f"{len(run)} times, {when} to {date_in_words(newest.first)}"
    marks = [word.removesuffix(" only") for word in list_marks(run).values()]
    return f"{' and '.join(marks)} only, {when}"
