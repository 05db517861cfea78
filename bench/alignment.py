"""`python -m bench.alignment DB [--pair A..B] [--failures]`: how well and how fast editions are aligned.

Aligns the judged pairs of `bench/gold/alignment` and synthetic shake-ups, and compares the links with the truth.
Times are those of the aligner alone, with both editions in memory.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bench.accuracy import MissingEdition
from bench.alignment_figures import (
    Texts,
    all_steps,
    gold_figures,
    spread,
    synthetic_figures,
    texts_of,
)
from bench.alignment_table import failure_lines, gold_table, synthetic_table
from bench.gold.verdicts import GOLD, GoldError, load_gold
from bench.shakeup import INTENSITIES
from rules.store import Store, StoreError, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

PARTS = ("gold", "synthetic", "steps")


def main() -> int:
    """Align, compare and print; exit with 2 if the knowledge base or the verdicts cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m bench.alignment", description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("db", type=Path, help="a knowledge base with the editions")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this part; may be repeated (default: all)")
    parser.add_argument("--pair", metavar="A..B", help="only this judged pair")
    parser.add_argument("--edition", action="append", help="shake up this edition; may be repeated (default: five)")
    parser.add_argument("--intensity", choices=INTENSITIES, action="append", help="only this intensity (default: all)")
    parser.add_argument("--seeds", type=int, default=1, help="shake-ups of each kind")
    parser.add_argument("--failures", action="store_true", help="list the keys that were not linked exactly")
    parser.add_argument("--texts", action="store_true", help="list them with their texts")
    parser.add_argument("--gold", type=Path, default=GOLD, help="another folder of verdicts")
    parser.add_argument("--times", type=int, default=1, help="number of runs, of which the median time is printed")
    options = parser.parse_args()
    try:
        with open_store(options.db) as store:
            for line in _format_lines(store, options):
                print(line, flush=True)
    except (GoldError, StoreError, MissingEdition) as error:
        parser.error(str(error))
    return 0


def _format_lines(store: Store, options: argparse.Namespace) -> Iterator[str]:
    parts = ["gold"] if options.pair else options.part or PARTS
    texts = texts_of(store)
    verbose = options.failures or options.texts
    if "gold" in parts:
        pairs = [pair for pair in load_gold(options.gold) if options.pair in (None, pair.name)]
        if options.pair and not pairs:
            raise GoldError(f"{options.gold}: {options.pair} is not among the judged pairs")
        all_figures = []
        for pair in pairs:
            all_figures.append(gold_figures(texts, pair, options.times))
            if verbose:
                yield pair.name
                sides = (texts(pair.old), texts(pair.new))
                yield from failure_lines(all_figures[-1].score, sides if options.texts else None)
        yield from gold_table(all_figures)
    if "synthetic" in parts:
        yield ""
        yield from _measure_synthetic(store, texts, options)
    if "steps" in parts:
        pairs_of_steps = list(itertools.pairwise(store.chained()))
        seconds = all_steps(options.db, pairs_of_steps)
        yield f"\nall {len(pairs_of_steps)} steps: {seconds:.1f} s, with the reading of both editions, on all cores"


def _measure_synthetic(store: Store, texts: Texts, options: argparse.Namespace) -> Iterator[str]:
    all_figures = []
    for edition in options.edition or spread(store.editions_of()):
        for intensity in options.intensity or INTENSITIES:
            for seed in range(1, options.seeds + 1):
                figures = synthetic_figures(texts(edition), intensity, seed)
                all_figures.append(figures)
                if options.failures or options.texts:
                    yield f"{edition} {intensity} {seed}"
                    sides = (texts(edition), (figures.shakeup.rules, figures.shakeup.glossary))
                    yield from failure_lines(figures.score, sides if options.texts else None)
    yield from synthetic_table(all_figures)


if __name__ == "__main__":
    sys.exit(main())
