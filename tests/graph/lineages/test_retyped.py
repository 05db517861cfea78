"""Retyped editions date what is new in them and nothing else, wherever they stand among the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.answers.blame import blame_rule
from graph.answers.history import answer_history
from graph.compare.comparison import compare
from graph.history import History
from graph.ledger import Ledger
from graph.ledger.make import ledger_of
from rules.links import Link
from rules.store import Store, open_store
from tests.graph.ledger.test_ledger import check_all
from tests.graph.lineages.small import LONG, added, deleted, link
from tests.rules.histories import Retyped, Texts, write_history
from tests.site_src.pages.compare.test_between import all_pairs, check

A, B, C, D = "2001-01-01", "2002-01-01", "2003-01-01", "2004-01-01"
OLD = {"100": "Boats|", "100.1": "Boats float on any water.", "100.2": "Oars are long."}
TYPED = Retyped(
    {
        **OLD,
        "100.1": "Baots float on any water.",
        "100.3": "Sails are white.",
        "100.4": "Msats stand.",
        "100.5": LONG,
    }
)
NEW = {
    "100": "Boats|",
    "100.1": "Boats float on calm water.",
    "100.2": "Oars are long.",
    "100.3": "Sails are white.",
    "100.4": "Masts stand.",
}
REWORDED = link("100.1", "100.1", "kept", "wording")
MASTS = link("100.4", "100.4", "kept", "wording")
CAME = added("100.3", "100.4")
TYPED_LINKS = (REWORDED, *CAME, *added("100.5"))
UNTYPED = (REWORDED, MASTS, *deleted("100.5"))
FLOAT = [("100.1", A, A, "added", None), ("100.1", C, C, "kept", "wording")]
Versions = list[tuple[str, str, str, str, str | None]]
CASES: dict[str, tuple[dict[str, Texts], dict[str, tuple[Link, ...]], dict[str, Versions]]] = {
    "between two": (
        {A: OLD, B: TYPED, C: NEW},
        {f"{A}..{B}": TYPED_LINKS, C: (REWORDED, *CAME), f"{B}..{C}": UNTYPED},
        {
            f"100.1@{A}": FLOAT,
            f"100.2@{A}": [("100.2", A, C, "added", None)],
            f"100.3@{B}": [("100.3", B, C, "added", None)],
            f"100.4@{B}": [("100.4", B, B, "added", None), ("100.4", C, C, "kept", None)],
            f"100.5@{B}": [("100.5", B, B, "added", None)],
        },
    ),
    "two in a row": (
        {A: OLD, B: TYPED, C: Retyped({**TYPED, "100.1": "Boast float."}), D: NEW},
        {
            f"{A}..{B}": TYPED_LINKS,
            f"{A}..{C}": TYPED_LINKS,
            f"{B}..{C}": (REWORDED,),
            D: (REWORDED, *CAME),
            f"{B}..{D}": UNTYPED,
            f"{C}..{D}": UNTYPED,
        },
        {
            f"100.1@{A}": [("100.1", A, A, "added", None), ("100.1", D, D, "kept", "wording")],
            f"100.3@{B}": [("100.3", B, D, "added", None)],
            f"100.4@{B}": [("100.4", B, C, "added", None), ("100.4", D, D, "kept", None)],
            f"100.5@{B}": [("100.5", B, C, "added", None)],
        },
    ),
    "the first": (
        {A: TYPED, B: NEW},
        {f"{A}..{B}": UNTYPED},
        {
            f"100.1@{A}": [("100.1", A, A, "added", None), ("100.1", B, B, "kept", None)],
            f"100.2@{A}": [("100.2", A, B, "added", None)],
            f"100.5@{A}": [("100.5", A, A, "added", None)],
        },
    ),
    "the last": (
        {A: OLD, B: TYPED},
        {f"{A}..{B}": TYPED_LINKS},
        {
            f"100.1@{A}": [("100.1", A, A, "added", None)],
            f"100.3@{B}": [("100.3", B, B, "added", None)],
        },
    ),
    "the only ones": (
        {A: TYPED, B: Retyped(TYPED)},
        {},
        {f"100.1@{A}": [("100.1", A, B, "added", None)]},
    ),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def store(case: str, tmp_path: Path) -> Store:
    editions, links, _ = CASES[case]
    return open_store(write_history(tmp_path / "kb.sqlite", editions, links))


def test_only_what_is_new_is_dated_by_them(case: str, store: Store) -> None:
    for lineage, versions in CASES[case][2].items():
        told = [(v.key, v.first, v.last, v.kind, v.change) for v in store.versions(lineage)]
        assert told == versions, lineage
    for edition in store.retyped:
        assert set(store.lineages(edition)) == set(store.keys(edition)), "each record has a lineage"
        assert len(set(store.lineages(edition).values())) == len(store.keys(edition))
        assert not any(version.change == "wording" and version.first == edition for version in store.all_versions())


def test_the_ledger_and_the_browser_say_the_same(store: Store, tmp_path: Path) -> None:
    (tmp_path / "l.ledger").write_bytes(ledger_of(store))
    with Ledger(tmp_path / "l.ledger") as ledger:
        check_all(store, ledger)
        for step in store.step_fingerprints():
            assert ledger.links(step.edition, step.previous) == store.links(step.edition, step.previous)
    if len(store.chained()) and not store.retyped.issuperset(store.chained()):
        check(store, all_pairs(store))


def test_each_stays_readable_and_comparable(store: Store) -> None:
    for edition in store.retyped:
        assert store.rule(edition, "100.1") is not None
        blamed = blame_rule(History(store), edition, "100.1")
        assert blamed.text in ("Baots float on any water.", "Boast float.")
        for other in store.editions_of():
            groups = compare(History(store), edition, other).groups
            assert {key for group in groups for key in group.old} == set(store.keys(edition))
    lineages = {version.lineage for version in store.all_versions()}
    assert all(answer_history(History(store), lineage).entries for lineage in lineages)


def test_a_history_tells_what_only_a_retyped_copy_dates(tmp_path: Path) -> None:
    editions, links, _ = CASES["between two"]
    with open_store(write_history(tmp_path / "kb.sqlite", editions, links)) as store:
        sails, floats = answer_history(History(store), f"100.3@{B}"), answer_history(History(store), f"100.1@{A}")
        assert [entry.retyped for entry in sails.entries] == [True]
        assert [entry.retyped for entry in floats.entries] == [False, False]
        assert (store.previous(C), store.previous(B)) == (A, A)
        assert {span.since for span in blame_rule(History(store), C, "100.1").spans} == {A, C}, (
            "no date rests on the copy"
        )
        assert answer_history(History(store), f"100.5@{B}").status == "deleted"


def test_a_key_means_the_rule_that_the_retyped_edition_gives_it_to(tmp_path: Path) -> None:
    """In the retyped edition boats and oars have each other's numbers."""
    swapped = (link("100.1", "100.2"), link("100.2", "100.1"))
    typed = Retyped({**OLD, "100.1": OLD["100.2"], "100.2": OLD["100.1"]})
    editions = {A: OLD, B: typed, C: OLD}
    links = {f"{A}..{B}": swapped, f"{B}..{C}": swapped}
    with open_store(write_history(tmp_path / "kb.sqlite", editions, links)) as store:
        periods = History(store).periods
        found = {edition: periods.version_at_or_before("100.1", edition) for edition in editions}
        assert store.lineages(B)["100.1"] == f"100.2@{A}"
    lineages = {edition: version.lineage for edition, version in found.items() if version}
    assert lineages == {A: f"100.1@{A}", B: f"100.2@{A}", C: f"100.1@{A}"}


def test_a_key_that_only_the_retyped_edition_has_means_the_version_before(tmp_path: Path) -> None:
    moved = {**OLD, "100.9": OLD["100.2"]}
    del moved["100.2"]
    links = {f"{A}..{B}": (link("100.2", "100.9"),), f"{B}..{C}": (link("100.9", "100.2"),)}
    with open_store(write_history(tmp_path / "kb.sqlite", {A: OLD, B: Retyped(moved), C: OLD}, links)) as store:
        periods = History(store).periods
        version = periods.version_at_or_before("100.9", B)
        assert version is not None
        assert (version.lineage, version.key, version.first) == (f"100.2@{A}", "100.2", A)
        assert periods.version_at_or_before("100.9", C) is None, "no edition of the chain had the key"
