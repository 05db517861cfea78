"""The references in the accuracy report: those of labelled editions of an archive, compared with the labels."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from bench.accuracy import read_edition
from bench.references import (
    FIRST,
    SECOND,
    THIRD,
    Agreement,
    load_references,
    measure_agreement,
    sum_agreements,
    summary,
)
from comprules.work import Tools
from scraper.archive import Archive, load_archive

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bench.references import GoldPassage


class ReferenceFigures(Struct, frozen=True):
    """The agreement of labels and findings for each sample, by its name, in the editions that the archive has."""

    samples: dict[str, tuple[Agreement, ...]]

    def lines(self) -> Iterator[str]:
        """Yield one line for each sample."""
        yield ""
        for name, sample in self.samples.items():
            yield (
                summary(name, sample) if sample else f"references, {name} sample: the archive has no labelled edition"
            )

    def flatten_figures(self) -> dict[str, int]:
        """Return every count with its full name, for comparison with another revision."""
        sums = {name: sum_agreements(sample) for name, sample in self.samples.items()}
        return {
            f"{name} sample: {what}": getattr(whole, what)
            for name, whole in sums.items()
            for what in ("labelled", "found", "equal")
        }


def measure_references(root: Path, tools: Tools, jobs: int | None = None) -> ReferenceFigures:
    """Return the figures of an archive.

    Raises:
        GoldError: The labels do not fit the archive's text.
    """
    archive = load_archive(root)
    with ProcessPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        return ReferenceFigures(
            {
                folder.name: _measure_agreement(pool, archive, tools, load_references(folder))
                for folder in (FIRST, SECOND, THIRD)
            }
        )


def _measure_agreement(
    pool: ProcessPoolExecutor, archive: Archive, tools: Tools, gold: dict[str, tuple[GoldPassage, ...]]
) -> tuple[Agreement, ...]:
    if any(copy.origin.startswith("comprules:") for entry in archive.entries for copy in entry.copies):
        return ()  # the sample has the numbers of these editions, but other words
    here = [edition for edition in gold if any(entry.edition == edition for entry in archive.entries)]
    return tuple(pool.map(partial(_measure_edition, archive, tools), here, [gold[edition] for edition in here]))


def _measure_edition(archive: Archive, tools: Tools, edition: str, gold: tuple[GoldPassage, ...]) -> Agreement:
    reading = read_edition(archive, tools, edition)
    return measure_agreement(edition, gold, reading.rules, reading.glossary)
