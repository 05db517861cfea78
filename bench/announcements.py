"""The announcements in the accuracy report: those that match a change, contradict a link; large changes without one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct, field

from bench.section import Section
from graph.announcements.file import bulletins
from graph.announcements.match import Fit, match_bulletin
from graph.answers.comparison import answer_comparison
from graph.compare.comparison import compare
from graph.history import History

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.announcements.match import AnnouncementMatch
    from graph.announcements.records import Announcement
    from graph.answers.compared_changes import ComparedChange, ComparedRecord
    from graph.compare.comparison import Comparison
    from rules.store import Store

LARGE = 60
"""Minimum number of words added or deleted in a large change: about two sentences."""
_FITS: tuple[Fit, ...] = ("change", "slight", "no-change", "no-rule", "no-edition")


class LargeChanges(Struct):
    """The large changes between editions that bulletins are about.

    Attributes:
        number: How many there are.
        unannounced: A line about each that no bulletin announces.
    """

    number: int = 0
    unannounced: list[str] = field(default_factory=list)

    def add(self, old: str, new: str, changes: Iterable[ComparedChange]) -> None:
        """Count the large changes from one edition to another."""
        for change in changes:
            if change.group.is_entry or _count_changed_words(change) < LARGE:
                continue
            self.number += 1
            if not change.announced:
                keys = f"{_join_numbers(change.old)} → {_join_numbers(change.new)}"
                self.unannounced.append(f"  {old} to {new}: {keys}, {change.kind}")


def measure_announcements(store: Store) -> Section:
    """Match all announcements against the changes of a knowledge base; no counts if it has no such editions."""
    comparisons: dict[tuple[str, str], Comparison] = {}
    large = LargeChanges()
    history = History(store)
    for old, new in _list_steps(store):
        comparisons[old, new] = compare(history, old, new)
        large.add(old, new, answer_comparison(history, old, new).changes)
    if not comparisons:
        return Section({}, ["", "announcements: the archive has no editions that they are about"])
    matches: list[AnnouncementMatch] = []
    for bulletin in bulletins():
        matches += match_bulletin(bulletin, comparisons)
    return _report(matches, large)


def _list_steps(store: Store) -> list[tuple[str, str]]:
    """Return the steps between editions of a knowledge base that bulletins are about, oldest first."""
    steps: set[tuple[str, str]] = set()
    for bulletin in bulletins():
        steps.update(bulletin.steps)
    return [(old, new) for old, new in sorted(steps) if old in store.work_of and new in store.work_of]


def _report(matches: Sequence[AnnouncementMatch], large: LargeChanges) -> Section:
    """Return the figures and lines of the report."""
    contradicting = [match for match in matches if match.contradiction]
    unexplained = [match for match in contradicting if not match.announcement.reading]
    fits = Counter(match.fit for match in matches)
    counts = {f"announcements: {fit}": fits[fit] for fit in _FITS}
    counts["announcements: otherwise linked"] = len(contradicting)
    counts["announcements: otherwise linked, no reason"] = len(unexplained)
    counts["large changes"] = large.number
    counts["large changes unannounced"] = len(large.unannounced)
    figures = ", ".join(f"{fit} {fits[fit]:,}" for fit in _FITS)
    lines = ["", f"announcements {len(matches):,}: {figures}"]
    without = [match for match in matches if match.fit in {"no-change", "no-rule"}]
    lines += [f"  {match.fit}: {_describe(match.announcement)}" for match in without]
    lines.append(f"announcements that contradict a link {len(contradicting):,}, without a reason {len(unexplained):,}")
    lines += [f"  {_describe(match.announcement)}: {match.contradiction}" for match in unexplained]
    lines.append(f"large changes between these editions {large.number:,}, not announced {len(large.unannounced):,}")
    return Section(counts, [*lines, *large.unannounced])


def _join_numbers(side: Iterable[ComparedRecord]) -> str:
    """Return the numbers of the records on one side of a change; `nothing` if there are none."""
    return "+".join(unit.number for unit in side) or "nothing"


def _describe(announcement: Announcement) -> str:
    about = f"{announcement.kind} ({announcement.subject})"
    return f"{announcement.rule} of {announcement.edition}, {about}, {announcement.bulletin}"


def _count_changed_words(change: ComparedChange) -> int:
    """Count the words that were added or deleted; 0 if the text did not change."""
    if change.change not in {None, "wording"}:
        return 0
    return sum(len(segment.text.split()) for segment in change.segments if segment.op != "equal")
