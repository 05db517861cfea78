"""The figures of the alignment in the accuracy report, computed from an archive without a knowledge base."""

from __future__ import annotations

import itertools
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from bench.accuracy import read_edition
from bench.alignment_figures import (
    GoldFigures,
    Sides,
    SyntheticFigures,
    Texts,
    gold_figures,
    spread,
    synthetic_figures,
)
from bench.alignment_table import gold_table, synthetic_table
from bench.gold.verdicts import SECOND, load_gold
from bench.histories import blame_accuracy
from bench.scoring import Score
from bench.shakeup import INTENSITIES
from comprules.work import Tools
from rules.records import COMPREHENSIVE_RULES
from scraper.archive import Archive, load_archive
from scraper.registry import load_registry

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bench.shakeup import Intensity

SEED = 1
"""Seed of the shake-ups in the report: always the same, so that revisions can be compared."""
_HISTORIES = 200
"""Number of made-up rules whose words are dated."""


class AlignmentFigures(Struct, frozen=True):
    """The results for the judged pairs whose editions the archive has, and for made-up histories.

    Attributes:
        gold: The first sample of judged pairs.
        second: The second sample, which was not used for tuning.
        synthetic: Shake-ups.
        blame: Number of correctly dated words of made-up histories, and of all their words.
    """

    gold: tuple[GoldFigures, ...]
    second: tuple[GoldFigures, ...]
    synthetic: tuple[SyntheticFigures, ...]
    blame: tuple[int, int]

    def lines(self) -> Iterator[str]:
        """Yield the figures as tables."""
        for what, gold in (("judged pairs", self.gold), ("judged pairs, second sample", self.second)):
            yield f"\nalignment: {what}"
            if gold:
                yield from gold_table(gold, timed=False)
            else:
                yield "  the archive has no two editions that were judged"
        yield "\nalignment: synthetic shake-ups"
        yield from synthetic_table(self.synthetic, timed=False)
        right, total = self.blame
        yield f"\nblame: {right:,} of {total:,} words of made-up histories dated right ({right / total:.1%})"

    def flatten_figures(self) -> dict[str, int]:
        """Return every count with its full name, for comparison with another revision."""
        counts: dict[str, int] = {}
        for figures in self.gold:
            counts |= _list_counts(f"judged {figures.name}", figures.score)
        for figures in self.second:
            counts |= _list_counts(f"judged again {figures.name}", figures.score)
        for shaken in self.synthetic:
            counts |= _list_counts(f"shake-up {shaken.edition} {shaken.intensity}", shaken.score)
        return counts


def measure_alignment(root: Path, tools: Tools, jobs: int | None = None) -> AlignmentFigures:
    """Align the judged pairs of an archive, and shake-ups of some of its editions."""
    archive = load_archive(root)
    entries = {entry.edition: entry for entry in archive.entries if _is_of_the_rules(entry.edition)}
    read = partial(_read_edition, archive, tools)
    samples = [
        [pair for pair in load_gold(*folder) if {pair.old, pair.new} <= set(entries)] for folder in ((), (SECOND,))
    ]
    shaken = list(itertools.product(spread(sorted(entries)), INTENSITIES))
    with ProcessPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        gold, second = (pool.map(partial(gold_figures, read), pairs) for pairs in samples)
        synthetic = pool.map(partial(_measure_synthetic, read), shaken)
        blame = blame_accuracy(SEED, _HISTORIES)
        return AlignmentFigures(tuple(gold), tuple(second), tuple(synthetic), blame)


def _is_of_the_rules(edition: str) -> bool:
    known = load_registry().get(edition)
    return known is None or known.work == COMPREHENSIVE_RULES


def _measure_synthetic(texts: Texts, task: tuple[str, Intensity]) -> SyntheticFigures:
    edition, intensity = task
    return synthetic_figures(texts(edition), intensity, SEED)


def _read_edition(archive: Archive, tools: Tools, edition: str) -> Sides:
    reading = read_edition(archive, tools, edition)
    return reading.rules, reading.glossary


def _list_counts(name: str, score: Score) -> dict[str, int]:
    return {
        f"{name}: judged": score.judged.total(),
        f"{name}: exact": score.exact.total(),
        f"{name}: links": score.found_links,
        f"{name}: right links": score.right_links,
    }
