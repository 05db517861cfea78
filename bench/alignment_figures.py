"""Aligns judged pairs and synthetic shake-ups, and counts the results."""

from __future__ import annotations

import itertools
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bench.accuracy import MissingEdition
from bench.gold.verdicts import GoldError
from bench.scoring import Score, score
from bench.shakeup import Intensity, Shakeup, shake
from graph.decisions import decided_links
from rules.align import align
from rules.records import GlossaryEntry, Rule
from rules.store import Store, open_store

if TYPE_CHECKING:
    from pathlib import Path

    from bench.gold.verdicts import GoldPair
    from rules.links import Alignment

Sides: TypeAlias = tuple[Sequence[Rule], Sequence[GlossaryEntry]]
"""The input of the aligner for an edition."""
Texts: TypeAlias = Callable[[str], Sides]
"""Returns an edition by its id."""

_SPREAD = 5
MAGIC_2010 = "2009-05-01..2009-07-11"
GOALS = {MAGIC_2010: 1.0, "2025-04-04..2025-06-06": 0.15, "2003-05-26..2003-07-01": 0.4}
"""Maximum seconds for aligning a pair."""
STEPS_GOAL = 30.0
"""Maximum seconds for aligning all neighbouring editions."""
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


class GoldFigures(Struct, frozen=True):
    """The result for a judged pair.

    Attributes:
        name: `OLD..NEW`.
        score: Comparison with the verdicts.
        seconds: Time of aligning it.
        decided: Comparison with the verdicts if the decisions of `graph/links.toml` replace the links found.
        lost: Survivors that were not found, old to new; empty for all pairs except Magic 2010.
        false_survivor: Whether the wrong link was made.
    """

    name: str
    score: Score
    seconds: float
    decided: Score
    lost: tuple[tuple[str, str], ...] = ()
    false_survivor: bool = False


class SyntheticFigures(Struct, frozen=True):
    """The result for a shake-up.

    Attributes:
        edition: Id of the original edition.
        intensity: Intensity of the changes.
        seed: Seed of the random changes.
        shakeup: The resulting edition.
        score: Comparison with the truth.
        classes: How often a change of the first class was given the second.
        seconds: Time of aligning it.
    """

    edition: str
    intensity: Intensity
    seed: int
    shakeup: Shakeup
    score: Score
    classes: Counter[tuple[str, str]]
    seconds: float


def align_pair(old: Sides, new: Sides, times: int = 1) -> tuple[Alignment, float]:
    """Align two editions, and return the alignment and the median seconds of several runs."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        alignment = align(*old, *new)
        taken.append(time.perf_counter() - started)
    return alignment, statistics.median(taken)


def gold_figures(texts: Texts, pair: GoldPair, times: int = 1) -> GoldFigures:
    """Align a judged pair and compare, without and with the decisions of `graph/links.toml`."""
    old, new = texts(pair.old), texts(pair.new)
    check_keys(pair, old, new)
    alignment, seconds = align_pair(old, new, times)
    found = score(alignment.links, pair.truth)
    decisions = decided_links(pair.old, pair.new)
    decided = score(align(*old, *new, decided=decisions).links, pair.truth) if decisions else found
    figures = GoldFigures(pair.name, found, seconds, decided)
    if pair.name != MAGIC_2010:
        return figures
    links = {(link.old, link.new) for link in alignment.links if link.kind != "ambiguous"}
    lost = tuple(survivor for survivor in SURVIVORS.items() if survivor not in links)
    return replace(figures, lost=lost, false_survivor=FALSE_SURVIVOR in links)


def check_keys(pair: GoldPair, old: Sides, new: Sides) -> None:
    """Check that every key of a verdict exists.

    Raises:
        GoldError: A key does not exist.
    """
    known = tuple({record.key for records in side for record in records} for side in (old, new))
    olds = itertools.chain(pair.truth.old, *pair.truth.new.values())
    news = itertools.chain(pair.truth.new, *pair.truth.old.values())
    for edition, keys, there in ((pair.old, olds, known[0]), (pair.new, news, known[1])):
        missing = sorted(set(keys) - there)
        if missing:
            raise GoldError(f"verdicts of {pair.name}: {edition} has no {', '.join(missing)}")


def synthetic_figures(sides: Sides, intensity: Intensity, seed: int) -> SyntheticFigures:
    """Shake up an edition, align it with the result, and compare the links with the truth."""
    shakeup = shake(*sides, seed, intensity)
    alignment, seconds = align_pair(sides, (shakeup.rules, shakeup.glossary))
    classes: Counter[tuple[str, str]] = Counter(
        (shakeup.classes[link.old, link.new], str(link.change))
        for link in alignment.links
        if link.old and link.new and link.kind != "ambiguous" and (link.old, link.new) in shakeup.classes
    )
    figures = score(alignment.links, shakeup.truth)
    return SyntheticFigures(sides[0][0].edition, intensity, seed, shakeup, figures, classes, seconds)


def texts_of(store: Store) -> Texts:
    """Return the function from an edition's id to its rules and its glossary in a knowledge base."""

    def texts(edition: str) -> Sides:
        if edition not in store.edition_ids:
            raise MissingEdition(f"{store.path}: the knowledge base has no edition {edition}")
        return store.rules(edition), store.glossary(edition)

    return texts


def spread(editions: Sequence[str]) -> list[str]:
    """Return some of the editions: the oldest, the newest, and a few between them."""
    last = len(editions) - 1
    return sorted({editions[round(place * last / (_SPREAD - 1))] for place in range(_SPREAD)} if editions else ())


def all_steps(db: Path, pairs: Sequence[tuple[str, str]]) -> float:
    """Return the wall-clock seconds to read and align all pairs with one process per core."""
    started = time.perf_counter()
    with ProcessPoolExecutor() as pool:
        list(pool.map(_align_step, itertools.repeat(db), *zip(*pairs, strict=True), chunksize=4) if pairs else ())
    return time.perf_counter() - started


def _align_step(db: Path, old: str, new: str) -> None:
    with open_store(db) as store:
        align(store.rules(old), store.glossary(old), store.rules(new), store.glossary(new))
