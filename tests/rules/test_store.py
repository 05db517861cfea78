"""The knowledge base gives back what was put in, and the same input gives the same bytes."""

from __future__ import annotations

import dataclasses
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.files import temporary_path
from rules.records import COMPREHENSIVE_RULES, Edition, GlossaryEntry, Matter, Reading, Resolution, Rule, Span
from rules.store import DamagedStoreError, ForeignFileError, Store, StoreError, open_store
from rules.store.rows import rows_of
from rules.store.write import OldEditions, StoreWriter

if TYPE_CHECKING:
    from collections.abc import Sequence

    Work = tuple[Reading, tuple[Resolution, ...]]


def write(path: Path, works: Sequence[Work], meta: dict[str, str] | None = None) -> Path:
    with StoreWriter(path) as writer:
        for reading, resolutions in works:
            writer.add(rows_of(reading, resolutions, f"print of {reading.edition.id}"))
        writer.finish(meta or {"sample": "no"})
    return path


def read(store: Store, edition: str) -> Work:
    reading = Reading(
        store.edition(edition),
        store.rules(edition),
        store.glossary(edition),
        store.matter(edition),
        store.variants(edition),
        store.diagnostics(edition),
    )
    return reading, store.references(edition)


def spans(reading: Reading) -> list[Span | None]:
    places = [rule.span for rule in reading.rules]
    return [*places, *(entry.span for entry in reading.glossary), *(part.span for part in reading.matter)]


def test_round_trip(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    with open_store(write(tmp_path / "kb.sqlite", readings)) as store:
        assert store.edition_ids == ("2009-05-01", "2009-07-11")
        assert store.editions() == tuple(reading.edition for reading, _ in readings)
        for reading, resolutions in readings:
            got, references = read(store, reading.edition.id)
            assert got == reading
            assert spans(got) == spans(reading), "spans are not compared with the records"
            assert references == resolutions
        assert store.fingerprints()["2009-07-11"] == "print of 2009-07-11"
        assert store.counts()["2009-07-11"] == (5, 2, 3)
        assert store.meta() == {"sample": "no", "schema": "2"}
        assert not store.is_sample


text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
texts = st.lists(text, max_size=3).map(tuple)
span = st.none() | st.builds(Span, st.integers(1, 9), st.integers(1, 9))


@st.composite
def rules(draw: st.DrawFn) -> tuple[Rule, ...]:
    numbers = draw(st.lists(st.sampled_from(["1", "100", "100.1", "100.1a", "A.2.1"]), unique=True))
    return tuple(
        Rule(
            "2001-01-01",
            number,
            draw(st.sampled_from(["section", "rule", "ruling"])),
            draw(st.none() | text),
            draw(text),
            draw(texts),
            draw(texts),
            draw(texts),
            draw(st.none() | text),
            draw(text),
            draw(st.sampled_from([1, 2])),
            draw(span),
        )
        for number in numbers
    )


@given(rules(), st.lists(st.tuples(text, text, span), max_size=4), st.lists(st.tuples(text, text, span), max_size=2))
def test_any_records_come_back(
    tmp_path: Path,
    drawn_rules: tuple[Rule, ...],
    entries: list[tuple[str, str, Span | None]],
    matter: list[tuple[str, str, Span | None]],
) -> None:
    edition = Edition("2001-01-01", COMPREHENSIVE_RULES, None, None, "official", (), "good")
    glossary = tuple(GlossaryEntry("2001-01-01", term, text, 1, at) for term, text, at in entries)
    reading = Reading(edition, drawn_rules, glossary, tuple(Matter(*part) for part in matter), (), ())
    with open_store(write(tmp_path / "kb.sqlite", [(reading, ())])) as store:
        got, _ = read(store, "2001-01-01")
    assert got == reading
    assert spans(got) == spans(reading)


def test_texts_are_stored_once(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    with open_store(write(tmp_path / "kb.sqlite", readings)) as store:
        pairs = store.select("SELECT title, text FROM texts")
        assert len(pairs) == len(set(pairs))
        assert len(store.select("SELECT 1 FROM texts WHERE title = 'Keyword Abilities'")) == 1
        assert store.select("SELECT count(DISTINCT text_id), count(*) FROM rules WHERE number = '702.40a'") == [(3, 4)]


def test_same_input_same_bytes_also_step_by_step(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    at_once = write(tmp_path / "at-once.sqlite", readings).read_bytes()
    assert write(tmp_path / "again.sqlite", readings).read_bytes() == at_once
    # The newer edition first alone, then the older one put before it: every text's id moves.
    with open_store(write(tmp_path / "newer.sqlite", readings[1:])) as store, StoreWriter(tmp_path / "step") as writer:
        writer.add(rows_of(*readings[0], "print of 2009-05-01"))
        writer.add(OldEditions(store).rows("2009-07-11"))
        writer.finish({"sample": "no"})
    assert (tmp_path / "step").read_bytes() == at_once


@pytest.mark.parametrize("seed", ["1", "4242"])
def test_bytes_do_not_depend_on_the_hash_seed(tmp_path: Path, readings: tuple[Work, ...], seed: str) -> None:
    script = (
        "import pickle, sys; from pathlib import Path; from rules.store.write import StoreWriter\n"
        "with StoreWriter(Path(sys.argv[1])) as w:\n"
        "    for one in pickle.load(sys.stdin.buffer): w.add(one)\n"
        "    w.finish({'sample': 'no', 'b': '1', 'a': '2'})\n"
    )
    import pickle

    rows = pickle.dumps([rows_of(*work, f"print of {work[0].edition.id}") for work in readings])
    out = tmp_path / "other-process.sqlite"
    subprocess.run(
        [sys.executable, "-c", script, str(out)],
        input=rows,
        env={**os.environ, "PYTHONHASHSEED": seed},
        cwd=Path(__file__).parents[2],
        check=True,
    )
    path = write(tmp_path / "here.sqlite", readings, {"sample": "no", "a": "2", "b": "1"})
    assert out.read_bytes() == path.read_bytes()


def test_editions_must_come_oldest_first(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    with pytest.raises(ValueError, match="oldest first"):
        write(tmp_path / "kb.sqlite", readings[::-1])
    assert list(tmp_path.iterdir()) == [], "the temporary file is gone"


def test_records_of_another_edition_are_refused(readings: tuple[Work, ...]) -> None:
    reading = dataclasses.replace(readings[0][0], rules=readings[1][0].rules)
    with pytest.raises(ValueError, match="2009-07-11"):
        rows_of(reading, (), "")


def test_a_writer_that_fails_leaves_the_old_file(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    path = write(tmp_path / "kb.sqlite", readings)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="oldest first"):
        write(path, [readings[0], readings[0]])
    assert path.read_bytes() == before
    assert not temporary_path(path).exists()


def test_leftovers_of_a_killed_run_are_removed(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    path = tmp_path / "kb.sqlite"
    temporary_path(path).write_bytes(b"half a file")
    write(path, readings)
    assert [entry.name for entry in tmp_path.iterdir()] == ["kb.sqlite"]


def test_a_folder_that_cannot_be_written(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StoreError, match="cannot write"):
        write(tmp_path / "file" / "kb.sqlite", readings)


def test_rules_one_by_one(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    with open_store(write(tmp_path / "kb.sqlite", readings)) as store:
        everything = {rule.key: rule for rule in readings[0][0].rules}
        assert {key: store.rule("2009-05-01", key) for key in everything} == everything
        assert store.rule("2009-05-01", "702.40b") is None
        assert store.rule("2009-05-01", "702.40a#3") is None
        assert store.rule("2009-05-01", "702.40a#x") is None
        assert [rule.key for rule in store.subrules("2009-05-01", "702.40")] == ["702.40a", "702.40a#2"]
        assert [rule.key for rule in store.subrules("2009-05-01", "7")] == ["702"]
        assert store.numbers("2009-05-01") == ("7", "702", "702.40", "702.40a", "702.40a")


def test_references_by_their_ends(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    with open_store(write(tmp_path / "kb.sqlite", readings)) as store:
        first, broken, from_glossary = readings[0][1]
        assert store.references("2009-05-01", "702.40a") == (first, broken)
        assert store.references_to("2009-05-01", "702.40") == (first, from_glossary)
        assert store.cited_by("2009-05-01", "702.40") == ("702.40a", "glossary:Storm")
        assert store.cited_by("2009-05-01", "702") == ("glossary:Storm",)
        assert store.cited_by("2009-05-01", "999.1") == (), "a broken reference cites nothing"


def test_an_edition_that_is_not_there(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    with open_store(write(tmp_path / "kb.sqlite", readings)) as store:
        assert store.entry("2009-05-01", "glossary:Nobody") is None
        for method in (store.rules, store.glossary, store.matter, store.references, store.variants, store.edition):
            with pytest.raises(LookupError, match="2001-01-01"):
                method("2001-01-01")


class TestSearch:
    @pytest.fixture
    def store(self, tmp_path: Path, readings: tuple[Work, ...]) -> Store:
        return open_store(write(tmp_path / "kb.sqlite", readings))

    def keys(self, store: Store, query: str, edition: str | None = "2009-07-11") -> list[str]:
        return [f"{hit.key} {hit.field}" for hit in store.search(query, edition)]

    def test_title_before_text(self, store: Store) -> None:
        assert set(self.keys(store, "storm")) == {"702.40 text", "glossary:Storm text", "glossary:Storm#2 text"}
        assert store.search("storm", "2009-07-11")[0].heading == "Storm"

    def test_examples_and_notes_are_found(self, store: Store) -> None:
        assert self.keys(store, "second them") == ["702.40a example:1"]
        assert self.keys(store, "note") == ["702.40a note:0"]

    def test_matter_and_variants_are_not_found(self, store: Store) -> None:
        assert self.keys(store, "before") == []
        assert self.keys(store, '"stays untapped"', "2009-05-01") == []

    def test_number(self, store: Store) -> None:
        assert self.keys(store, "CR 702.40A") == ["702.40a text", "702.40a#2 text"]
        assert self.keys(store, "702.40")[0] == "702.40 text"
        assert "702.40a text" in self.keys(store, "702.40"), "mentions follow"

    def test_one_edition_only(self, store: Store) -> None:
        assert self.keys(store, "untapped", "2009-05-01") == []
        assert self.keys(store, "untapped", "2009-07-11") == ["702.40a text"]

    def test_history_has_each_text_once(self, store: Store) -> None:
        hits = store.search("permanent stays", None)
        assert [(hit.first, hit.last, hit.edition) for hit in hits] == [
            ("2009-07-11", "2009-07-11", "2009-07-11"),
            ("2009-05-01", "2009-05-01", "2009-05-01"),
        ]
        (hit,) = store.search("note", None)
        assert (hit.first, hit.last) == ("2009-05-01", "2009-07-11")

    def test_beginnings_are_the_second_try(self, store: Store) -> None:
        assert self.keys(store, "untap") == ["702.40a text"]

    def test_limit(self, store: Store) -> None:
        assert len(store.search("storm", None, limit=1)) == 1

    @given(query=st.text(max_size=40))
    def test_no_query_is_an_error(self, store: Store, query: str) -> None:
        store.search(query, None)


class TestFilesThatAreNone:
    def test_missing(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match=r"no knowledge base here.*comprules ingest"):
            open_store(tmp_path / "none.sqlite")

    def test_folder(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match="is a folder"):
            open_store(tmp_path)

    @pytest.mark.parametrize("content", [b"", b"some text, long enough to be anything but a database" * 99])
    def test_no_database(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "x").write_bytes(content)
        with pytest.raises(ForeignFileError, match="not a knowledge base"):
            open_store(tmp_path / "x")

    def test_another_database(self, tmp_path: Path) -> None:
        connection = sqlite3.connect(tmp_path / "x")
        connection.execute("CREATE TABLE mine (a)")
        connection.close()
        with pytest.raises(ForeignFileError, match="not a knowledge base of comprules"):
            open_store(tmp_path / "x")

    def test_another_version(self, tmp_path: Path, readings: tuple[Work, ...]) -> None:
        path = write(tmp_path / "kb.sqlite", readings)
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version = 999")
        connection.close()
        with pytest.raises(StoreError, match=r"schema 999, not 2.*comprules ingest"):
            open_store(path)

    def test_damaged_inside(self, tmp_path: Path, readings: tuple[Work, ...]) -> None:
        path = write(tmp_path / "kb.sqlite", readings)
        data = path.read_bytes()
        path.write_bytes(data[:8192] + b"\xff" * (len(data) - 8192))
        with open_store(path) as store, pytest.raises(DamagedStoreError, match="damaged"):
            store.editions()
        with open_store(path) as store, pytest.raises(DamagedStoreError, match="damaged"):
            store.search("tapped")
