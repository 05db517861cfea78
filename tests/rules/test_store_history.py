"""The knowledge base answers where a rule came from and where it went."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.links import Link, Replacement, Version
from rules.records import RULINGS_SUMMARY
from rules.store import Store, open_store
from rules.store.rows import rows_of, step_rows_of
from rules.store.write import OldEditions, StoreWriter
from tests.graph.lineages.small import added, deleted, link
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
        link("100.3", "100.3", "split", "wording"),
        link("100.3", "100.4", "split", "wording", main=False),
        *deleted("100.4"),
        link("glossary:In", "glossary:On", "renumbered", "terminology"),
    ],
    C: [
        link("100.1", "100.1", "merged", "wording"),
        link("100.2", "100.1", "merged", "wording", main=False),
        *added("100.3#2", "100.7"),
        *deleted("glossary:On"),
    ],
    D: [link("100.4", "100.4", "kept", "wording")],
}
REPLACEMENTS = {B: [Replacement("in", "on", 3, 0.75, ("100.1", "glossary:On")), Replacement("a", "b", 2, 1.0, ())]}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    path = write_history(tmp_path / "kb.sqlite", EDITIONS, LINKS, REPLACEMENTS, {SUMMARY: RULINGS_SUMMARY})
    return open_store(path)


def test_previous_is_of_the_same_work(store: Store) -> None:
    assert {edition: store.previous(edition) for edition in store.edition_ids} == {
        A: None,
        B: A,
        SUMMARY: None,
        C: B,
        D: C,
    }


def test_links_come_back(store: Store) -> None:
    assert {edition: store.links(edition) for edition in store.edition_ids} == {
        edition: tuple(LINKS.get(edition, ())) for edition in EDITIONS
    }


def test_links_between_leave_out_the_first_step(store: Store) -> None:
    assert store.links_between(A, A) == ()
    assert store.links_between(B, D) == (
        *((C, step_link) for step_link in LINKS[C]),
        *((D, step_link) for step_link in LINKS[D]),
    )
    with pytest.raises(ValueError, match="different works"):
        store.links_between(A, SUMMARY)


def test_replacements_come_back(store: Store) -> None:
    assert store.replacements(B) == tuple(REPLACEMENTS[B])
    assert store.replacements(C) == ()


def test_keys_and_lineages_are_in_the_order_of_the_document(store: Store) -> None:
    assert store.keys(A) == tuple(EDITIONS[A])
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


def test_a_key_means_another_lineage_in_another_edition(store: Store) -> None:
    assert [store.lineage_at(edition, "100.1") for edition in (A, B, C)] == [f"100.1@{A}", f"100.2@{A}", f"100.2@{A}"]
    assert store.lineage_at(SUMMARY, "100.1") == f"100.1@{SUMMARY}", "works do not mix, though their dates do"
    assert store.lineage_at(C, "100.2") is None
    assert store.lineage_at(A, "glossary:In") == store.lineage_at(B, "glossary:On") == f"glossary:In@{A}"


def test_versions(store: Store) -> None:
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
    name = f"100.4@{B}"
    assert [(version.first, version.kind, version.sources) for version in store.versions(name)] == [
        (B, "split", ("100.3",)),
        (D, "kept", ("100.4",)),
    ]
    assert store.versions("999.1@2001-01-01") == ()


def test_all_versions_are_those_of_each_lineage(store: Store) -> None:
    everything = store.all_versions()
    names = dict.fromkeys(version.lineage for version in everything)
    assert everything == tuple(version for name in names for version in store.versions(name))
    assert len(everything) > len(names)


def test_a_lineage_is_found_by_any_place_of_it(store: Store) -> None:
    assert store.find_lineage(f"100.4@{A}") == f"100.4@{A}"
    assert store.find_lineage(f"100.7@{D}") == f"100.4@{A}"
    assert store.find_lineage(f"glossary:On@{B}") == f"glossary:In@{A}"
    assert store.find_lineage(f"100.7@{A}") is None
    assert store.find_lineage("100.7@1999-01-01") is None
    assert store.find_lineage("100.7") is None


def test_aliases_resolve(tmp_path: Path) -> None:
    with StoreWriter(tmp_path / "kb.sqlite") as writer:
        writer.add(rows_of(reading_of(A, "comprehensive-rules", {"100.1": "One."}), (), ""))
        writer.settle()
        writer.add_table("lineages", [("100.9@1999-01-01", A, A, "100.1")])
        writer.add_table("lineage_aliases", [("100.8@2000-01-01", "100.9@1999-01-01")])
        writer.add_table("versions", [("100.9@1999-01-01", 0, "100.1", A, A, "added", None, "test", 1.0, "[]")])
        writer.finish({})
    with open_store(tmp_path / "kb.sqlite") as store:
        assert store.find_lineage("100.8@2000-01-01") == "100.9@1999-01-01"
        assert [version.key for version in store.versions("100.8@2000-01-01")] == ["100.1"]


def test_last_edition_with_a_number(store: Store) -> None:
    assert store.last_edition_with("100.2") == B
    assert store.last_edition_with("100.7") == D
    assert store.last_edition_with("glossary:In") == A
    assert store.last_edition_with("100.8") is None


def test_an_edition_that_is_not_there(store: Store) -> None:
    for method in (store.previous, store.links, store.replacements, store.keys, store.lineages):
        with pytest.raises(LookupError, match="1999-09-09"):
            method("1999-09-09")
    with pytest.raises(LookupError, match="1999-09-09"):
        store.links_between("1999-09-09", A)
    with pytest.raises(LookupError, match="1999-09-09"):
        store.lineage_at("1999-09-09", "1")


def test_steps_are_carried_over_as_they_were_made(store: Store) -> None:
    rows = OldEditions(store).step(B)
    assert rows == step_rows_of(B, A, f"step to {B}", LINKS[B], REPLACEMENTS[B])
    assert store.step_fingerprints()[B] == (A, f"step to {B}")


class TestOrderOfWriting:
    def test_editions_before_steps(self, tmp_path: Path) -> None:
        step = step_rows_of(B, A, "", (), ())
        reading = reading_of(A, "comprehensive-rules", {"100.1": "One."})
        with StoreWriter(tmp_path / "kb.sqlite") as writer:
            writer.add(rows_of(reading, (), ""))
            with pytest.raises(ValueError, match="before the editions are settled"):
                writer.add_step(step)
            with pytest.raises(ValueError, match="before the editions are settled"):
                writer.add_table("lineages", ())
            writer.settle()
            with pytest.raises(ValueError, match="after the editions were settled"):
                writer.add(rows_of(reading_of(B, "comprehensive-rules", {"100.1": "One."}), (), ""))
            with pytest.raises(ValueError, match="none of lineages"):
                writer.add_table("texts", ())
            writer.add_step(step)
            with pytest.raises(ValueError, match="oldest first"):
                writer.add_step(step)
            writer.finish({})

    def test_what_is_settled_can_be_read(self, tmp_path: Path) -> None:
        with StoreWriter(tmp_path / "kb.sqlite") as writer:
            reading = reading_of(A, "comprehensive-rules", EDITIONS[A])
            writer.add(rows_of(reading, (), ""))
            writer.settle()
            with open_store(writer.temporary) as partial:
                assert partial.rules(A) == reading.rules
                assert partial.glossary(A) == reading.glossary
                assert partial.versions(f"1@{A}") == ()
            writer.finish({})

    def test_without_steps_nothing_has_a_lineage(self, tmp_path: Path) -> None:
        with StoreWriter(tmp_path / "kb.sqlite") as writer:
            writer.add(rows_of(reading_of(A, "comprehensive-rules", EDITIONS[A]), (), ""))
            writer.finish({})
        with open_store(tmp_path / "kb.sqlite") as store:
            assert store.previous(A) is None
            assert store.lineages(A) == {}


def test_scores_and_marks_survive(tmp_path: Path) -> None:
    first = Link("100.1", "100.2", "ambiguous", None, "words", 0.125, main=False)
    second = Link("100.1", "100.3", "ambiguous", None, "words", 0.125, main=False)
    path = write_history(
        tmp_path / "kb.sqlite", {A: {"100.1": "One."}, B: {"100.2": "One.", "100.3": "One."}}, {B: [first, second]}
    )
    with open_store(path) as store:
        assert store.links(B) == (first, second)
