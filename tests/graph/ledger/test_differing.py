"""What is told of two ledgers that differ."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from pathlib import Path

import pytest

from graph.ledger.differing import differing
from rules.links import Link
from tests.graph.compare.histories import A, B, C
from tests.graph.ledger.conftest import make_ledger
from tests.graph.lineages.small import added, link

FIRST = {"1": "Town|", "100": "Water|", "100.1": "Boats wait.", "100.2": "Lamps burn."}
EDITIONS = {A: FIRST, B: FIRST}
SEA = {**FIRST, "100.1": "Boats sail.", "100": "Sea|"}
TURNED = dict(sorted(FIRST.items(), key=lambda item: item[0] != "100.2"))
MANY = {**FIRST, **{f"100.{number}": f"Gate {number}." for number in range(3, 9)}}
SWAPPED = [link("100.1", "100.2", change="wording"), link("100.2", "100.1", change="wording")]
# Editions, links and some of the lines that tell how their ledger differs.
CASES: dict[str, tuple[dict[str, dict[str, str]], dict[str, Sequence[Link]], list[str]]] = {
    "nothing": (EDITIONS, {}, []),
    "an edition more": ({**EDITIONS, C: FIRST}, {}, [f"edition {C}: it is not in the ledger"]),
    "other words": (
        {A: SEA, B: SEA},
        {},
        [f"edition {A}: texts: 100.1", f"edition {B}: headings, kinds or parents: 100", "tables of the file: *"],
    ),
    "another order": ({A: FIRST, B: TURNED}, {}, [f"edition {B}: texts: in another order"]),
    "other links": (
        EDITIONS,
        {B: SWAPPED},
        [f"edition {B}: links: 100.1, 100.2", f"edition {B}: lineages: 100.1, 100.2", "versions: of lineages 100.1@*"],
    ),
    "many are counted": (
        {A: FIRST, B: MANY},
        {B: added(*(key for key in MANY if key not in FIRST))},
        [f"edition {B}: texts: 100.3, 100.4, 100.5 and 3 more"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_told(tmp_path: Path, name: str) -> None:
    editions, links, expected = CASES[name]
    ours, theirs = make_ledger(tmp_path / "ours", EDITIONS), make_ledger(tmp_path / "theirs", editions, links)
    lines = list(differing(ours, theirs))
    assert bool(lines) == bool(expected)
    for line in expected:
        assert fnmatch.filter(lines, line), lines
    if name == "another order":
        assert not any(line.startswith(f"edition {A}") for line in lines)
    if name == "an edition more":
        assert f"edition {C}: it is in the ledger only" in list(differing(theirs, ours))
