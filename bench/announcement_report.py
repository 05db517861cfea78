"""The announcements in the accuracy report: those that match a change, contradict a link; large changes without one."""

from __future__ import annotations

import tempfile
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from comprules.ingest import ingest
from graph.announcements import Fit, announced_changes, bulletins, match_bulletin
from graph.compare import compare
from graph.compare.differences import differences
from graph.history import History
from rules.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph.announcements import Announcement, BulletinMatch
    from graph.compare import Comparison
    from graph.compare.differences import Change

LARGE = 60
"""Minimum number of words added or deleted in a large change: about two sentences."""
_FITS: tuple[Fit, ...] = ("change", "slight", "no-change", "no-rule", "no-edition")


class AnnouncementFigures(Struct, frozen=True):
    """The agreement of announcements and changes.

    Attributes:
        matches: Every bulletin with its announcements matched; empty if the archive has no such editions.
        unannounced: The large changes that no bulletin announces, each with its pair of editions.
        large: Number of large changes between these editions.
    """

    matches: tuple[BulletinMatch, ...]
    unannounced: tuple[tuple[str, str, Change], ...]
    large: int

    def flatten_figures(self) -> dict[str, int]:
        """Return every count with its full name, for comparison with another revision."""
        fits = Counter(match.fit for bulletin in self.matches for match in bulletin.matches)
        counts = {f"announcements: {fit}": fits[fit] for fit in _FITS}
        contradicting = [match for bulletin in self.matches for match in bulletin.matches if match.contradiction]
        counts["announcements: otherwise linked"] = len(contradicting)
        unexplained = sum(not match.announcement.reading for match in contradicting)
        counts["announcements: otherwise linked, no reason"] = unexplained
        return {**counts, "large changes": self.large, "large changes unannounced": len(self.unannounced)}

    def lines(self) -> Iterator[str]:
        """Yield the counts, then each announcement that matches no change and each large change without one."""
        counts = self.flatten_figures()
        differing, unexplained = (counts[f"announcements: otherwise linked{end}"] for end in ("", ", no reason"))
        yield ""
        yield f"announcements {sum(counts[f'announcements: {fit}'] for fit in _FITS):,}: " + ", ".join(
            f"{fit} {counts[f'announcements: {fit}']:,}" for fit in _FITS
        )
        matches = [match for bulletin in self.matches for match in bulletin.matches]
        for match in matches:
            if match.fit in {"no-change", "no-rule"}:
                yield f"  {match.fit}: {_describe(match.announcement)}"
        yield f"announcements that contradict a link {differing:,}, without a reason {unexplained:,}"
        for match in matches:
            if match.contradiction and not match.announcement.reading:
                yield f"  {_describe(match.announcement)}: {match.contradiction}"
        yield f"large changes between these editions {self.large:,}, not announced {len(self.unannounced):,}"
        for old, new, change in self.unannounced:
            keys = ["+".join(unit.number for unit in side) or "nothing" for side in (change.old, change.new)]
            yield f"  {old} to {new}: {keys[0]} → {keys[1]}, {change.kind}"


def _describe(announcement: Announcement) -> str:
    about = f"{announcement.kind} ({announcement.subject})"
    return f"{announcement.rule} of {announcement.edition}, {about}, {announcement.bulletin}"


@contextmanager
def ingest_archive(root: Path, jobs: int | None = None) -> Iterator[Store]:
    """Yield a knowledge base of an archive; the file exists while the context lasts.

    Args:
        root: The archive.
        jobs: Worker processes; None for one per core.
    """
    with tempfile.TemporaryDirectory(prefix="comprules-report-") as scratch:
        path = Path(scratch) / "kb.sqlite"
        ingest(root, path, jobs=jobs)
        with open_store(path) as store:
            yield store


def figures_of(store: Store) -> AnnouncementFigures:
    """Match all announcements against the changes of a knowledge base."""
    comparisons: dict[tuple[str, str], Comparison] = {}
    unannounced: list[tuple[str, str, Change]] = []
    large = 0
    history = History(store)
    steps = sorted({step for bulletin in bulletins() for step in bulletin.steps})
    for old, new in steps:
        if old not in store.works or new not in store.works:
            continue
        changes = differences(history, old, new)
        comparisons[old, new] = compare(history, old, new)
        announced = announced_changes(history, old, new, [change.group for change in changes.changes])
        for change in changes.changes:
            if change.group.is_term or _changed_words(change) < LARGE:
                continue
            large += 1
            if change.group not in announced:
                unannounced.append((old, new, change))
    if not comparisons:
        return AnnouncementFigures((), (), 0)
    matches = tuple(match_bulletin(bulletin, comparisons) for bulletin in bulletins())
    return AnnouncementFigures(matches, tuple(unannounced), large)


def _changed_words(change: Change) -> int:
    """Count the words that were added or deleted; 0 if the text did not change."""
    if change.change not in {None, "wording"}:
        return 0
    return sum(len(segment.text.split()) for segment in change.segments if segment.op != "equal")
