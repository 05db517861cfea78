"""The announcements in the accuracy report: those that match a change, contradict a link; large changes without one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bench.section import Section
from graph.announcements.file import bulletins
from graph.announcements.match import Fit, match_bulletin
from graph.answers.comparison import answer_comparison
from graph.compare.comparison import compare
from graph.history import History

if TYPE_CHECKING:
    from graph.announcements.records import Announcement
    from graph.answers.comparison import ComparedChange
    from graph.compare.comparison import Comparison
    from rules.store import Store

LARGE = 60
"""Minimum number of words added or deleted in a large change: about two sentences."""
_FITS: tuple[Fit, ...] = ("change", "slight", "no-change", "no-rule", "no-edition")


def measure_announcements(store: Store) -> Section:
    """Match all announcements against the changes of a knowledge base; no counts if it has no such editions."""
    comparisons: dict[tuple[str, str], Comparison] = {}
    unannounced: list[str] = []
    large = 0
    history = History(store)
    for old, new in sorted({step for bulletin in bulletins() for step in bulletin.steps}):
        if old not in store.work_of or new not in store.work_of:
            continue
        changes = answer_comparison(history, old, new).changes
        comparisons[old, new] = compare(history, old, new)
        for change in changes:
            if change.group.is_term or _count_changed_words(change) < LARGE:
                continue
            large += 1
            if not change.announced:
                keys = ["+".join(unit.number for unit in side) or "nothing" for side in (change.old, change.new)]
                unannounced.append(f"  {old} to {new}: {keys[0]} → {keys[1]}, {change.kind}")
    if not comparisons:
        return Section({}, ["", "announcements: the archive has no editions that they are about"])
    matches = [match for bulletin in bulletins() for match in match_bulletin(bulletin, comparisons)]
    contradicting = [match for match in matches if match.contradiction]
    unexplained = [match for match in contradicting if not match.announcement.reading]
    fits = Counter(match.fit for match in matches)
    counts = {
        **{f"announcements: {fit}": fits[fit] for fit in _FITS},
        "announcements: otherwise linked": len(contradicting),
        "announcements: otherwise linked, no reason": len(unexplained),
        "large changes": large,
        "large changes unannounced": len(unannounced),
    }
    without = [match for match in matches if match.fit in {"no-change", "no-rule"}]
    lines = [
        "",
        f"announcements {len(matches):,}: " + ", ".join(f"{fit} {fits[fit]:,}" for fit in _FITS),
        *(f"  {match.fit}: {_describe(match.announcement)}" for match in without),
        f"announcements that contradict a link {len(contradicting):,}, without a reason {len(unexplained):,}",
        *(f"  {_describe(match.announcement)}: {match.contradiction}" for match in unexplained),
        f"large changes between these editions {large:,}, not announced {len(unannounced):,}",
        *unannounced,
    ]
    return Section(counts, lines)


def _describe(announcement: Announcement) -> str:
    about = f"{announcement.kind} ({announcement.subject})"
    return f"{announcement.rule} of {announcement.edition}, {about}, {announcement.bulletin}"


def _count_changed_words(change: ComparedChange) -> int:
    """Count the words that were added or deleted; 0 if the text did not change."""
    if change.change not in {None, "wording"}:
        return 0
    return sum(len(segment.text.split()) for segment in change.segments if segment.op != "equal")
