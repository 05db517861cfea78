"""What is told of two ledgers that differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from graph.ledger import Ledger, open_ledger
from graph.ledger.differing import differing
from graph.ledger.make import ledger_of
from rules.links import Link
from rules.store import open_store
from tests.graph.compare.histories import A, B, C
from tests.graph.lineages.small import added, link
from tests.rules.histories import write_history

FIRST = {"1": "Town|", "100": "Water|", "100.1": "Boats wait.", "100.2": "Lamps burn."}
EDITIONS: dict[str, Mapping[str, str]] = {A: FIRST, B: FIRST}


def make_ledger(
    folder: Path, editions: Mapping[str, Mapping[str, str]], links: Mapping[str, Sequence[Link]] | None = None
) -> Ledger:
    folder.mkdir()
    path = folder / "it.ledger"
    with open_store(write_history(folder / "kb.sqlite", editions, links or {}, terms=())) as store:
        path.write_bytes(ledger_of(store))
    return open_ledger(path)


@pytest.fixture
def reference_ledger(tmp_path: Path) -> Ledger:
    return make_ledger(tmp_path / "reference_ledger", EDITIONS)


def test_nothing_differs_from_itself(reference_ledger: Ledger, tmp_path: Path) -> None:
    assert list(differing(reference_ledger, reference_ledger)) == []
    assert list(differing(reference_ledger, make_ledger(tmp_path / "again", EDITIONS))) == []


def test_an_edition_more(reference_ledger: Ledger, tmp_path: Path) -> None:
    more = make_ledger(tmp_path / "more", {**EDITIONS, C: FIRST})
    assert f"edition {C}: it is not in the ledger" in list(differing(reference_ledger, more))
    assert f"edition {C}: it is in the ledger only" in list(differing(more, reference_ledger))


def test_other_words(reference_ledger: Ledger, tmp_path: Path) -> None:
    other = {**FIRST, "100.1": "Boats sail.", "100": "Sea|"}
    lines = list(differing(reference_ledger, make_ledger(tmp_path / "other", {A: other, B: other})))
    assert f"edition {A}: texts: 100.1" in lines
    assert f"edition {B}: headings, kinds or parents: 100" in lines
    assert any(line.startswith("tables of the file: ") for line in lines)


def test_another_order(reference_ledger: Ledger, tmp_path: Path) -> None:
    turned = dict(sorted(FIRST.items(), key=lambda item: item[0] != "100.2"))
    lines = list(differing(reference_ledger, make_ledger(tmp_path / "turned", {A: FIRST, B: turned})))
    assert f"edition {B}: texts: in another order" in lines
    assert not any(line.startswith(f"edition {A}") for line in lines)


def test_other_links(reference_ledger: Ledger, tmp_path: Path) -> None:
    swapped = [link("100.1", "100.2", change="wording"), link("100.2", "100.1", change="wording")]
    lines = list(differing(reference_ledger, make_ledger(tmp_path / "swapped", EDITIONS, links={B: swapped})))
    assert f"edition {B}: links: 100.1, 100.2" in lines
    assert f"edition {B}: lineages: 100.1, 100.2" in lines
    assert any(line.startswith("versions: of lineages 100.1@") for line in lines)


def test_many_are_counted(reference_ledger: Ledger, tmp_path: Path) -> None:
    many = {**FIRST, **{f"100.{number}": f"Gate {number}." for number in range(3, 9)}}
    links = {B: added(*(key for key in many if key not in FIRST))}
    lines = list(differing(reference_ledger, make_ledger(tmp_path / "many", {A: FIRST, B: many}, links=links)))
    assert f"edition {B}: texts: 100.3, 100.4, 100.5 and 3 more" in lines
