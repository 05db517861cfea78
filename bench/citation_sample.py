"""`python -m bench.citation_sample TREE... --count N`: which places of public source trees are to be judged by reading.

The sample depends on how citations are printed and on which numbers moved, not on what the linter reports. Half of the
places are drawn from all, half from numbers that have named several rules, or name none in the newest edition: these
show most. At most two are drawn from a file, or as many as `--per-file` allows. The output goes into
`bench/gold/citations`, without words.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from graph.ledger import open_ledger

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph.ledger import Ledger

_CUED = re.compile(
    r"\b(?:CR|C\.R\.|[Rr]ules?|Comprehensive Rules|MagicCompRules|section)[ :#§-]{0,3}"
    r"([1-9]\d\d(?:\.[1-9]\d{0,2}[a-z]?)?)(?![\w%]|\.\d)"
)
_BARE = re.compile(r"(?<![\w.$/-])([1-9][0-4]\d\.[1-9]\d{0,2}[a-z]?)(?![\w%]|\.\d)")
_UNLETTERED_BARE = 0.15
"""Share of the numbers with neither cue nor letter that are kept: in most trees such numbers are amounts."""
_RULES_COPY = 60
"""A file with this many lines that begin with a rule's number is a copy of the rules."""
_BEGINS = re.compile(rb"^\W{0,6}[1-9]\d\d\.\d{1,3}[a-z]?\.?\s", re.MULTILINE)
_LARGEST = 1_500_000
_LONGEST_LINE = 2000
"""Longer lines are treated as data."""
_PER_FILE = 2


class PrintedPlace(Struct, frozen=True, order=True):
    """A printed number: its file relative to the tree, line and column from 1."""

    path: str
    line: int
    column: int
    number: str


def draw(  # noqa: PLR0917
    tree: Path, count: int, seed: str, ledger: Ledger, per_file: int = _PER_FILE, bare: float = _UNLETTERED_BARE
) -> list[PrintedPlace]:
    """Draw places of a tree.

    Args:
        tree: Its folder.
        count: Number of places; fewer if there are not as many.
        seed: The same seed draws the same places.
        ledger: The ledger, which has the numbers that moved.
        per_file: Maximum number of places per file.
        bare: Share of the numbers with neither cue nor letter that are kept.

    Returns:
        The places by file and line.
    """
    chance = random.Random(seed)  # noqa: S311 - random sample, not for secrets
    by_file: dict[str, list[PrintedPlace]] = defaultdict(list)
    for place in _find_places(tree, bare):
        by_file[place.path].append(place)
    kept = [place for path in sorted(by_file) for place in _draw_some(by_file[path], chance, per_file)]
    moved = [place for place in kept if _has_moved(place.number, ledger)]
    half = min(len(moved), count // 2)
    chosen = set(chance.sample(moved, half))
    rest = [place for place in kept if place not in chosen]
    return sorted(chosen | set(chance.sample(rest, min(count - half, len(rest)))))


def _draw_some(places: list[PrintedPlace], chance: random.Random, most: int) -> list[PrintedPlace]:
    return places if len(places) <= most else sorted(chance.sample(places, most))


def _has_moved(number: str, ledger: Ledger) -> bool:
    """Return whether several rules have had a number, or the newest edition has no rule with it."""
    holders = {holder.lineage for holder in ledger.holders(number)}
    return len(holders) > 1 or ledger.lineages(ledger.resolve("latest")).get(number) is None


def _find_places(tree: Path, bare: float) -> Iterator[PrintedPlace]:
    chance = random.Random(tree.name)  # noqa: S311 - random sample, not for secrets
    for file in sorted(tree.rglob("*")):
        if file.is_symlink() or not file.is_file() or ".git" in file.parts or file.stat().st_size > _LARGEST:
            continue
        data = file.read_bytes()
        if b"\0" in data[:8192] or len(_BEGINS.findall(data)) >= _RULES_COPY:
            continue
        path = file.relative_to(tree).as_posix()
        for row, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            if len(line) > _LONGEST_LINE:
                continue
            printed = {match.start(1): (match[1], True) for match in _CUED.finditer(line)}
            for match in _BARE.finditer(line):
                printed.setdefault(match.start(1), (match[1], match[1][-1].isalpha()))
            for start, (number, sure) in sorted(printed.items()):
                if sure or chance.random() < bare:
                    yield PrintedPlace(path, row, start + 1, number)


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=25, help="places to draw from each tree")
    parser.add_argument("--per-file", type=int, default=_PER_FILE, help="maximum number of places from each file")
    parser.add_argument("--bare", type=float, default=_UNLETTERED_BARE, help="share of plain numbers that count")
    parser.add_argument("--seed", default="field")
    options = parser.parse_args()
    ledger = open_ledger()
    for tree in options.trees:
        for place in draw(tree, options.count, f"{options.seed}:{tree.name}", ledger, options.per_file, options.bare):
            print(tree.name, place.path, place.line, place.column, place.number, sep="\t")


if __name__ == "__main__":
    _main()
