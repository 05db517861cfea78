"""The quality and speed of alignment: the judged pairs of `bench/gold/alignment` against the links found.

Times are those of the aligner alone, with both editions in memory.
"""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from bench.gold.verdicts import GOLD, SECOND, GoldError, load_gold
from bench.scoring import KINDS, NEW_KINDS, OLD_KINDS, Score, score
from bench.section import Section, align_columns, format_percent, map_tasks
from graph.curated.decisions import decided_links
from rules.align.align import align
from rules.align.edition_columns import EditionColumns
from rules.records import GlossaryEntry, Rule

if TYPE_CHECKING:
    from bench.gold.verdicts import GoldPair
    from rules.links import StepRecords
    from rules.store import Store

Sides: TypeAlias = tuple[Sequence[Rule], Sequence[GlossaryEntry]]
"""The input of the aligner for an edition."""

MAGIC_2010 = "2009-05-01..2009-07-11"
SURVIVORS = {
    "101.4": "103.4",
    "205.1": "204.1",
    "310.1": "510.1",
    "502.6a": "702.12a",
    "502.80a": "702.77a",
    "606.6a": "806.6a",
}
"""Rules of 2009-05-01 that other programs treat as deleted, and their numbers in 2009-07-11."""
FALSE_SURVIVOR = ("402.2", "112.2d")
"""A wrong link of the same pair that other programs make."""
_HEADINGS = ("exact in %", "judged", "old", "new", "split", "merged", "link P", "link R", "F1", "del P/R", "add P/R")


class PairFigures(Struct, frozen=True):
    """The result for a judged pair.

    Attributes:
        name: `OLD..NEW`.
        score: Comparison with the verdicts.
        decided: The same with the decisions of `graph/links.toml` in place of the links found.
        survivors: Of `SURVIVORS`, those that were found; empty for all pairs but Magic 2010.
        false_survivor: Whether the wrong link was made.
    """

    name: str
    score: Score
    decided: Score
    survivors: tuple[str, ...] = ()
    false_survivor: bool = False


def align_pair(old: Sides, new: Sides, times: int = 1) -> tuple[StepRecords, float]:
    """Align two editions, and return the alignment and the median seconds of several runs."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        alignment = align(EditionColumns(*old), EditionColumns(*new))
        taken.append(time.perf_counter() - started)
    return alignment, statistics.median(taken)


def sides_of(store: Store, edition: str) -> Sides:
    """Return the input of the aligner for an edition of a knowledge base."""
    return store.rules(edition), store.glossary(edition)


def measure_pair(sides: Callable[[str], Sides], pair: GoldPair) -> PairFigures:
    """Align a judged pair and compare, without and with the decisions of `graph/links.toml`.

    Raises:
        GoldError: A key of a verdict does not exist.
    """
    old, new = sides(pair.old), sides(pair.new)
    _check_keys(pair, old, new)
    columns = EditionColumns(*old), EditionColumns(*new)
    alignment = align(*columns)
    found = score(alignment.links, pair.truth)
    decisions = decided_links(pair.old, pair.new)
    decided = score(align(*columns, decided=decisions).links, pair.truth) if decisions else found
    if pair.name != MAGIC_2010:
        return PairFigures(pair.name, found, decided)
    links = {(link.old, link.new) for link in alignment.links if link.kind != "ambiguous"}
    survivors = tuple(old for old, new in SURVIVORS.items() if (old, new) in links)
    return PairFigures(pair.name, found, decided, survivors, FALSE_SURVIVOR in links)


def _check_keys(pair: GoldPair, old: Sides, new: Sides) -> None:
    olds = itertools.chain(pair.truth.old, *pair.truth.new.values())
    news = itertools.chain(pair.truth.new, *pair.truth.old.values())
    for edition, keys, side in ((pair.old, olds, old), (pair.new, news, new)):
        missing = sorted(set(keys) - {record.key for records in side for record in records})
        if missing:
            raise GoldError(f"verdicts of {pair.name}: {edition} has no {', '.join(missing)}")


def measure_alignment(store: Store, jobs: int | None, only: str | None = None, *, failures: bool = False) -> Section:
    """Align the judged pairs whose editions a knowledge base has.

    Args:
        store: The knowledge base.
        jobs: Worker processes; None for one per core.
        only: Only this pair, as `OLD..NEW`.
        failures: Whether to list the records that were not linked as judged.

    Raises:
        GoldError: The verdicts do not fit the editions, or there is no such pair.
    """
    counts: dict[str, int] = {}
    lines: list[str] = []
    samples = {"judged": load_gold(GOLD), "judged again": load_gold(SECOND)}
    if only not in {None, *(pair.name for pairs in samples.values() for pair in pairs)}:
        raise GoldError(f"{only} is not among the judged pairs")
    for name, pairs in samples.items():
        available = [
            pair for pair in pairs if only in {None, pair.name} and {pair.old, pair.new} <= {*store.edition_ids}
        ]
        figures = map_tasks(store, _measure_pair_of, available, jobs)
        for row in figures:
            counts |= {f"{name} {row.name}: {figure}": count for figure, count in _list_counts(row.score)}
        lines += ["", f"alignment: {name} pairs", *gold_table(figures, failures=failures)]
    return Section(counts, lines)


def _measure_pair_of(store: Store, pair: GoldPair) -> PairFigures:
    return measure_pair(lambda edition: sides_of(store, edition), pair)


def _list_counts(found: Score) -> Iterator[tuple[str, int]]:
    yield "judged", found.judged.total()
    yield "exact", found.exact.total()
    yield "links", found.found_links
    yield "right links", found.right_links


def gold_table(figures: Sequence[PairFigures], *, failures: bool = False) -> Iterator[str]:
    """Yield a line for each judged pair, one for all together, the figures by kind, and the survivors of Magic 2010."""
    if not figures:
        yield "  the archive has no two editions that were judged"
        return
    whole, decided = Score(), Score()
    for row in figures:
        whole.add(row.score)
        decided.add(row.decided)
    rows = [(row.name, row.score) for row in figures] + [("all", whole), ("all, with graph/links.toml", decided)]
    yield from align_columns([_HEADINGS, *(_list_cells(name, found) for name, found in rows)])
    for kind in KINDS:
        if whole.judged[kind]:
            percent = format_percent(whole.exact_of(kind))
            yield f"  {kind:<16}{whole.exact[kind]:>5} of {whole.judged[kind]:>5}  {percent:>6}"
    yield f"  left open (ambiguous): {whole.ambiguous}"
    for row in figures:
        if row.name == MAGIC_2010:
            yield f"  survivors of Magic 2010 found: {len(row.survivors)} of {len(SURVIVORS)}"
            yield from (f"    LOST {old}" for old in SURVIVORS if old not in row.survivors)
            yield from ["    a link was made that is known to be wrong"] if row.false_survivor else []
        if failures:
            yield from (f"    {row.name} {failure}" for failure in row.score.failures)


def _list_cells(name: str, found: Score) -> Iterator[object]:
    yield name
    yield found.judged.total()
    shares = (found.exact_of(*kinds) for kinds in (OLD_KINDS, NEW_KINDS, ("split",), ("merged",)))
    yield from map(format_percent, (*shares, found.precision, found.recall, found.f1))
    for kind in ("deleted", "added"):
        yield f"{format_percent(found.precision_of(kind))}/{format_percent(found.exact_of(kind))}"


def measure_steps(store: Store) -> float:
    """Return the wall-clock seconds to read and align all neighbouring editions, with one process per core."""
    started = time.perf_counter()
    map_tasks(store, _align_step, itertools.pairwise(store.chained()))
    return time.perf_counter() - started


def _align_step(store: Store, step: tuple[str, str]) -> None:
    old, new = step
    align(EditionColumns(*sides_of(store, old)), EditionColumns(*sides_of(store, new)))
