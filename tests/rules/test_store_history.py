"""The knowledge base answers where a rule came from and where it went."""

from __future__ import annotations

import sqlite3
from functools import partial
from pathlib import Path

import pytest

from rules.links import Correspondence, Link, Replacement, StepEnds, StepRecords, Version
from rules.records import COMPREHENSIVE_RULES, RULINGS_SUMMARY
from rules.store import DamagedStoreError, Store, open_store
from rules.store.write import StoreWriter
from tests.graph.lineages.small import added, deleted, link, merged, split
from tests.rules.histories import reading_of, write_history

A, B, C, D = "2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04"
SUMMARY = "2002-05-05"
ONE = "When this is done, do the other thing as well, as often as you like."
EDITIONS = {
    # 100.1 and 100.2 change places; 100.3 is split; 100.4 goes away for an edition, and its number is used again
    A: {
        "1": "Head|",
        "100.1": "First.",
        "100.2": "Second.",
        "100.3": "Three. Four.",
        "100.4": ONE,
        "glossary:In": "S.",
    },
    B: {"1": "Head|", "100.1": "Second.", "100.2": "First.", "100.3": "Three.", "100.4": "Four.", "glossary:On": "S."},
    SUMMARY: {"1": "Summary|", "100.1": "Of another work."},
    # 100.1 and 100.2 are merged, 100.3 is doubled
    C: {"1": "Head|", "100.1": "Second, first.", "100.3": "Three.", "100.3#2": "More.", "100.4": "Four.", "100.7": ONE},
    D: {"1": "Head|", "100.1": "Second, first.", "100.3": "Three.", "100.3#2": "More.", "100.4": "4.", "100.7": ONE},
}
LINKS = {
    B: [
        link("100.1", "100.2"),
        link("100.2", "100.1"),
        *split("100.3", "100.3", "100.4"),
        *deleted("100.4"),
        link("glossary:In", "glossary:On", "renumbered", "terminology"),
    ],
    C: [*merged("100.1", "100.1", "100.2"), *added("100.3#2", "100.7"), *deleted("glossary:On")],
    D: [link("100.4", "100.4", "kept", "wording")],
}
REPLACEMENTS = {B: [Replacement("in", "on", 3, 0.75, ("100.1", "glossary:On")), Replacement("a", "b", 2, 1.0, ())]}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    path = write_history(tmp_path / "kb.sqlite", EDITIONS, LINKS, REPLACEMENTS, {SUMMARY: RULINGS_SUMMARY})
    return open_store(path)


def test_links_and_replacements_come_back(store: Store) -> None:
    previous = {A: None, B: A, SUMMARY: None, C: B, D: C}
    assert {edition: store.previous(edition) for edition in store.edition_ids} == previous, "of the same work"
    for edition in EDITIONS:
        assert store.links(edition) == tuple(LINKS.get(edition, ()))
        assert store.replacements(edition) == tuple(REPLACEMENTS.get(edition, ()))
    assert store.links_between(A, A) == ()
    between = tuple((edition, step_link) for edition in (C, D) for step_link in LINKS[edition])
    assert store.links_between(B, D) == between, "without the first step"
    with pytest.raises(ValueError, match="different works"):
        store.links_between(A, SUMMARY)


def test_numbers_that_name_nothing_are_damage(store: Store) -> None:
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE packed_links SET new = 9999 WHERE new IS NOT NULL")
        connection.execute("UPDATE packed_versions SET lineage = 9999")
    connection.close()
    for ask in (partial(Store.links, edition=B), partial(Store.holders, key="100.1"), Store.all_versions):
        with open_store(store.path) as damaged, pytest.raises(DamagedStoreError, match="9999"):
            ask(damaged)


def test_keys_are_in_the_order_of_the_document_and_mean_another_lineage_in_another_edition(store: Store) -> None:
    for edition in store.edition_ids:
        assert tuple(store.lineages(edition)) == store.keys(edition) == tuple(EDITIONS[edition])
    assert store.lineages(C) == {
        "1": f"1@{A}",
        "100.1": f"100.2@{A}",
        "100.3": f"100.3@{A}",
        "100.3#2": f"100.3#2@{C}",
        "100.4": f"100.4@{B}",
        "100.7": f"100.4@{A}",
    }
    assert [store.lineage_at(edition, "100.1") for edition in (A, B, C)] == [f"100.1@{A}", f"100.2@{A}", f"100.2@{A}"]
    assert store.lineage_at(SUMMARY, "100.1") == f"100.1@{SUMMARY}", "works do not mix, though their dates do"
    assert store.lineage_at(C, "100.2") is None
    assert store.lineage_at(A, "glossary:In") == store.lineage_at(B, "glossary:On") == f"glossary:In@{A}"
    last = {key: store.last_edition_with(key) for key in ("100.2", "100.7", "glossary:In", "100.8")}
    assert last == {"100.2": B, "100.7": D, "glossary:In": A, "100.8": None}


def test_versions_are_those_of_a_lineage_which_is_found_by_any_place_of_it(store: Store) -> None:
    name = f"100.4@{A}"
    assert store.versions(name) == (
        Version(name, "100.4", A, A, "added", None, "first-edition", 1.0, ()),
        Version(name, "100.7", C, D, "returned", "unchanged", "returned-text", 1.0, ("100.4",)),
    )
    name = f"100.2@{A}"
    assert store.versions(name)[1:] == (
        Version(name, "100.1", B, B, "renumbered", "unchanged", "test", 0.75, ("100.2",)),
        Version(name, "100.1", C, D, "merged", "wording", "test", 0.75, ("100.1", "100.2")),
    )
    parts = [(version.first, version.kind, version.sources) for version in store.versions(f"100.4@{B}")]
    assert parts == [(B, "split", ("100.3",)), (D, "kept", ("100.4",))]
    assert store.versions("999.1@2001-01-01") == ()
    everything = store.all_versions()
    names = dict.fromkeys(version.lineage for version in everything)
    assert everything == tuple(version for name in names for version in store.versions(name))
    assert len(everything) > len(names)
    for place in (f"100.4@{A}", f"100.7@{D}"):
        assert store.find_lineage(place) == f"100.4@{A}"
    assert store.find_lineage(f"glossary:On@{B}") == f"glossary:In@{A}"
    for nowhere in (f"100.7@{A}", "100.7@1999-01-01", "100.7"):
        assert store.find_lineage(nowhere) is None


def test_aliases_resolve(tmp_path: Path) -> None:
    with StoreWriter(tmp_path / "kb.sqlite") as writer:
        writer.add(reading_of(A, "comprehensive-rules", {"100.1": "One."}))
        writer.settle()
        version = Version("100.9@1999-01-01", "100.1", A, A, "added", None, "test", 1.0, ())
        writer.add_lineages([version], [("100.8@2000-01-01", "100.9@1999-01-01")])
        writer.finish({})
    with open_store(tmp_path / "kb.sqlite") as store:
        assert store.find_lineage("100.8@2000-01-01") == "100.9@1999-01-01"
        assert [version.key for version in store.versions("100.8@2000-01-01")] == ["100.1"]


def test_an_edition_that_is_not_there(store: Store) -> None:
    asks = (store.previous, store.links, store.replacements, store.keys, store.lineages)
    two = (partial(store.links_between, last=A), partial(store.lineage_at, key="1"))
    for ask in (*asks, *two):
        with pytest.raises(LookupError, match="1999-09-09"):
            ask("1999-09-09")


def test_steps_are_carried_over_as_they_were_made(store: Store) -> None:
    assert store.step_records(StepEnds(A, B)) == StepRecords(
        B, A, f"step to {B}", tuple(LINKS[B]), tuple(REPLACEMENTS[B])
    )
    assert store.step_fingerprints()[StepEnds(A, B)] == f"step to {B}"


def test_editions_can_be_read_once_they_are_settled(tmp_path: Path) -> None:
    step = StepRecords(B, A, "", (), ())
    reading = reading_of(A, COMPREHENSIVE_RULES, EDITIONS[A])
    with StoreWriter(tmp_path / "kb.sqlite") as writer:
        writer.add(reading)
        writer.settle()
        with open_store(writer.temporary) as partial_store:
            assert (partial_store.rules(A), partial_store.glossary(A)) == (reading.rules, reading.glossary)
            assert partial_store.versions(f"1@{A}") == ()
        with pytest.raises(ValueError, match="after the editions were settled"):
            writer.add(reading_of(B, COMPREHENSIVE_RULES, EDITIONS[B]))
        writer.add_step(step)
        with pytest.raises(ValueError, match="oldest first"):
            writer.add_step(step)
        writer.finish({})


def test_without_steps_nothing_has_a_lineage_and_scores_and_marks_survive(tmp_path: Path) -> None:
    with StoreWriter(tmp_path / "kb.sqlite") as writer:
        writer.add(reading_of(A, COMPREHENSIVE_RULES, EDITIONS[A]))
        writer.finish({})
    with open_store(tmp_path / "kb.sqlite") as store:
        assert (store.previous(A), store.lineages(A)) == (None, {})
    links = [Link("100.1", key, "ambiguous", None, "words", 0.125, main=False) for key in ("100.2", "100.3")]
    editions = {A: {"100.1": "One."}, B: {"100.2": "One.", "100.3": "One."}}
    with open_store(write_history(tmp_path / "kb.sqlite", editions, {B: links})) as store:
        assert store.links(B) == tuple(links)


WORDS = "Whoever has the lantern turns first; the other one answers or passes the lantern on."
OTHER = "The heron moves along the outermost ring only, against the sun."


def test_what_one_work_restates_of_another_is_read_by_edition_and_by_lineage(tmp_path: Path) -> None:
    editions = {
        A: {"100.1": WORDS, "100.3": "Herons are made of ash."},
        B: {"100.1": OTHER, "100.2": WORDS},
        C: {"100.1": WORDS, "100.2": OTHER},
    }
    links = {C: [link("100.1", "100.2"), link("100.2", "100.1")]}
    with open_store(write_history(tmp_path / "kb.sqlite", editions, links, works={A: RULINGS_SUMMARY})) as store:
        assert store.correspondences(A) == (Correspondence(A, "100.1", B, "100.2", "same-text", 1.0),)
        assert store.correspondences(B) == ()
        for lineage in (f"100.2@{B}", f"100.1@{A}"):
            assert store.correspondences_of(lineage) == store.correspondences(A)
        assert store.lineage_at(C, "100.1") == f"100.2@{B}"
        assert store.correspondences_of(f"100.1@{B}") == (), "numbers of the other work mean nothing"
        assert [version.lineage for version in store.all_versions() if version.first == A] == [
            f"100.1@{A}",
            f"100.3@{A}",
        ]
