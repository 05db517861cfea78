"""The file: what is wrong with it is said, and nothing wrong is ever answered; and what is told of two that differ."""

from __future__ import annotations

import fnmatch
import os
import re
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.ledger import Ledger, LedgerError, open_ledger
from graph.ledger.differences import list_differences
from graph.ledger.make import ledger_of
from rules.links import Link
from rules.store import Store, StoreError, open_store
from tests.graph.compare.histories import A, B, C
from tests.graph.ledger.conftest import make_ledger
from tests.graph.lineages.small import added, link
from tests.rules.test_store_sharing import run_in_child


@given(data=st.data(), share=st.floats(0, 1, exclude_max=True))
def test_a_changed_byte_or_a_cut_never_goes_unseen(
    town_file: Path, tmp_path: Path, data: st.DataObject, share: float
) -> None:
    whole = town_file.read_bytes()
    place = data.draw(st.integers(0, len(whole) - 1))
    changed = bytearray(whole)
    changed[place] ^= data.draw(st.integers(1, 255))
    path = tmp_path / "odd.ledger"
    for content in (bytes(changed), whole[: int(len(whole) * share)]):
        path.write_bytes(content)
        with pytest.raises(LedgerError, match=r"odd\.ledger: .*; reinstall comprules, or make one"):
            open_ledger(path)


def test_another_format_or_a_knowledge_base_is_no_ledger(town_file: Path, tmp_path: Path, store: Store) -> None:
    path, data = tmp_path / "odd.ledger", town_file.read_bytes()
    for step, which in ((1, "a newer"), (-1, "an older")):
        header = int.from_bytes(data[60:64], "big") + step
        path.write_bytes(data[:60] + header.to_bytes(4, "big") + data[64:])
        with pytest.raises(LedgerError, match=rf"odd\.ledger: made by {which} version of comprules .*comprules ledger"):
            open_ledger(path)
    with pytest.raises(StoreError, match="not a knowledge base of comprules"):
        open_store(town_file)
    with pytest.raises(LedgerError, match="not a ledger of comprules"):
        open_ledger(store.path)
    assert ledger_of(store) == town_file.read_bytes(), "the same knowledge base gives the same bytes"


def test_a_ledger_that_is_damaged_while_it_is_open_has_the_remedy_of_a_ledger(town_file: Path, tmp_path: Path) -> None:
    path, data = tmp_path / "odd.ledger", bytearray(town_file.read_bytes())
    path.write_bytes(data)
    with open_ledger(path) as ledger:
        data[-1] ^= 1
        path.write_bytes(data)
        remedy = "reinstall comprules, or make one with: comprules ledger"
        with pytest.raises(
            LedgerError, match=rf"odd\.ledger: damaged ledger: .*was changed after it was written; {remedy}"
        ):
            ledger.hold()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "the file is empty"),
        (b"SQLite format 3\0" * 100, "not a ledger of comprules"),
        (b"<html>Log in to this network.</html>", "not a ledger of comprules"),
    ],
)
def test_what_is_no_ledger_is_said(tmp_path: Path, data: bytes, problem: str) -> None:
    path = tmp_path / "odd.ledger"
    path.write_bytes(data)
    with pytest.raises(LedgerError, match=rf"^{re.escape(str(path))}: .*{problem}.*comprules ledger"):
        open_ledger(path)
    with pytest.raises(LedgerError, match="cannot be opened"):
        open_ledger(tmp_path)


def test_a_question_for_texts_is_refused(ledger: Ledger) -> None:
    asks = (ledger.rules, ledger.glossary, ledger.matter, ledger.variants, ledger.diagnostics)
    for ask in (*asks, partial(ledger.rule, key="100.1")):
        with pytest.raises(LedgerError, match=r"town\.ledger: the ledger has no texts \(.*\); make a knowledge base"):
            ask(A)


def test_threads_share_it(ledger: Ledger) -> None:
    texts: list[str | None] = []
    threads = [threading.Thread(target=lambda: texts.append(ledger.lineage_at(A, "100.1"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == [f"100.1@{A}"] * 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_processes_that_fork_open_it_for_themselves(ledger: Ledger) -> None:
    expected = ledger.keys(A)
    assert run_in_child(lambda: ledger.keys(A)) == expected
    assert ledger.keys(A) == expected


def test_a_question_after_the_end_is_refused(ledger: Ledger) -> None:
    ledger.close()
    with pytest.raises(LedgerError, match="the ledger was closed; open it again"):
        ledger.keys(A)


def test_views_have_the_columns_of_the_knowledge_base(ledger: Ledger, store: Store) -> None:
    """All but the texts."""
    names = {name for (name,) in ledger.select("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")}
    known = store.select("SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'search%'")
    shared = {name for (name,) in known if name in names}
    assert {"rules", "glossary", "texts", "refs", "citations", "links", "versions", "lineages", "terms"} <= shared
    for table in shared:
        ours, theirs = ({row[1] for row in side.select(f"PRAGMA table_info({table})")} for side in (ledger, store))
        assert ours == theirs - ({"text"} if table.endswith("texts") else set()), table


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
        [f"edition {B}: links: 100.1, 100.2", f"edition {B}: lineages: 100.1, 100.2", "versions of lineages: 100.1@*"],
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
    lines = list(list_differences(ours, theirs))
    assert bool(lines) == bool(expected)
    for line in expected:
        assert fnmatch.filter(lines, line), lines
    if name == "another order":
        assert not any(line.startswith(f"edition {A}") for line in lines)
    if name == "an edition more":
        assert f"edition {C}: it is in the ledger only" in list(list_differences(theirs, ours))
