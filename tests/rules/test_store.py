"""The knowledge base gives back what was put in, and the same input gives the same bytes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.files import temporary_path
from rules.records import (
    COMPREHENSIVE_RULES,
    Edition,
    GlossaryEntry,
    Matter,
    Reading,
    Resolution,
    Rule,
    Span,
)
from rules.store import DamagedStoreError, ForeignFileError, Store, StoreError, open_store
from rules.store.search import span_of, vocabulary
from rules.store.write import StoreWriter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Work = tuple[Reading, tuple[Resolution, ...]]


def write(path: Path, works: Sequence[Work], meta: dict[str, str] | None = None) -> Path:
    with StoreWriter(path) as writer:
        for reading, resolutions in works:
            writer.add(replace(reading, references=resolutions, fingerprint=f"print of {reading.edition.id}"))
        writer.finish(meta or {"sample": "no"})
    return path


def check_records(store: Store, reading: Reading) -> None:
    """Asserts that all of a reading comes back, spans too, which are not compared with the records."""
    edition = reading.edition.id
    records = (store.rules(edition), store.glossary(edition), store.matter(edition))
    got = Reading(store.edition(edition), *records, store.variants(edition), store.diagnostics(edition))
    assert got == reading
    spans, expected = (
        [record.span for records in (side.rules, side.glossary, side.matter) for record in records]
        for side in (got, reading)
    )
    assert spans == expected


@pytest.fixture
def store(tmp_path: Path, readings: tuple[Work, ...]) -> Iterator[Store]:
    with open_store(write(tmp_path / "kb.sqlite", readings)) as opened:
        yield opened


def test_all_comes_back_and_texts_are_stored_once(store: Store, readings: tuple[Work, ...]) -> None:
    assert store.edition_ids == ("2009-05-01", "2009-07-11")
    assert store.editions() == tuple(reading.edition for reading, _ in readings)
    for reading, resolutions in readings:
        check_records(store, reading)
        assert store.references(reading.edition.id) == resolutions
    assert store.fingerprints()["2009-07-11"] == "print of 2009-07-11"
    assert store.counts()["2009-07-11"] == (5, 2, 3)
    assert store.meta() == {"sample": "no", "schema": "8"}
    assert not store.is_sample
    pairs = store.select("SELECT title, text FROM texts")
    assert len(pairs) == len(set(pairs))
    assert len(store.select("SELECT 1 FROM texts WHERE title = 'Keyword Abilities'")) == 1
    assert store.select("SELECT count(DISTINCT text_id), count(*) FROM rules WHERE number = '702.40a'") == [(3, 4)]


def test_records_of_one_content_are_equal_in_both_senses(store: Store) -> None:
    first, second = (store.rule("2009-07-11", "702.40a") for _ in range(2))
    assert first == second
    assert not first != second  # noqa: SIM202 - another method of the record answers


EDITION = "2001-01-01"
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
texts = st.lists(text, max_size=3).map(tuple)
span = st.none() | st.builds(Span, st.integers(1, 9), st.integers(1, 9))
optional = st.none() | text
number = st.sampled_from(["1", "100", "100.1", "100.1a", "A.2.1"])
kind = st.sampled_from(["section", "rule", "ruling"])
columns = (number, kind, optional, text, texts, texts, texts, optional, text, st.sampled_from([1, 2]), span)
entries = st.lists(st.tuples(text, text, span), max_size=4, unique_by=lambda entry: entry[0])
rules = st.lists(st.builds(Rule, st.just(EDITION), *columns), unique_by=lambda rule: rule.number).map(tuple)


@given(
    rules,
    entries,
    st.lists(st.tuples(text, text, span), max_size=2),
)
def test_any_records_come_back(
    tmp_path: Path,
    drawn_rules: tuple[Rule, ...],
    drawn_entries: list[tuple[str, str, Span | None]],
    matter: list[tuple[str, str, Span | None]],
) -> None:
    edition = Edition(EDITION, COMPREHENSIVE_RULES, (), (), "official", (), "good")
    glossary = tuple(GlossaryEntry(EDITION, term, text, 1, at) for term, text, at in drawn_entries)
    reading = Reading(edition, drawn_rules, glossary, tuple(Matter(*part) for part in matter), (), ())
    with open_store(write(tmp_path / "kb.sqlite", [(reading, ())])) as store:
        check_records(store, reading)


NUMBERS = [f"100.{number}" for number in range(1, 8)]
document = st.lists(
    st.tuples(st.sampled_from(NUMBERS), st.sampled_from(["One.", "Two."])), unique_by=lambda rule: rule[0]
)


@given(st.lists(document, min_size=1, max_size=5))
def test_every_edition_has_its_own_records_in_its_own_order(
    tmp_path: Path, documents: list[list[tuple[str, str]]]
) -> None:
    works: list[Work] = []
    for year, numbered in enumerate(documents, 2001):
        edition = Edition(f"{year}-01-01", COMPREHENSIVE_RULES, (), (), "official", (), "good")
        its = tuple(Rule(edition.id, number, "rule", None, words, parent="100") for number, words in numbered)
        works.append((Reading(edition, its, (), (), (), ()), ()))
    with open_store(write(tmp_path / "kb.sqlite", works)) as store:
        for reading, _ in works:
            assert store.rules(reading.edition.id) == reading.rules
            assert store.keys(reading.edition.id) == tuple(rule.key for rule in reading.rules)


def test_one_key_names_one_record_and_a_reference_is_in_one(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    reading, references = readings[0]
    twice = msgspec.structs.replace(reading, rules=(*reading.rules, reading.rules[-1]))
    with pytest.raises(ValueError, match="two records have the key"):
        write(tmp_path / "kb.sqlite", [(twice, ())])
    with pytest.raises(ValueError, match="neither a rule nor a glossary entry"):
        write(tmp_path / "kb.sqlite", [(msgspec.structs.replace(reading, rules=(), glossary=()), references)])


def test_same_input_same_bytes_also_step_by_step(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    at_once = write(tmp_path / "at-once.sqlite", readings, {"sample": "no", "a": "2", "b": "1"}).read_bytes()
    assert write(tmp_path / "again.sqlite", readings, {"sample": "no", "b": "1", "a": "2"}).read_bytes() == at_once
    # The newer edition first alone, then the older one put before it: every text's id moves.
    with (
        open_store(write(tmp_path / "newer.sqlite", readings[1:])) as store,
        StoreWriter(tmp_path / "step", store) as writer,
    ):
        reading, references = readings[0]
        writer.add(replace(reading, references=references, fingerprint="print of 2009-05-01"))
        writer.carry("2009-07-11")
        writer.finish({"sample": "no", "a": "2", "b": "1"})
    assert (tmp_path / "step").read_bytes() == at_once


def test_what_cannot_be_written_leaves_what_was_there(tmp_path: Path, readings: tuple[Work, ...]) -> None:
    path = tmp_path / "kb.sqlite"
    with pytest.raises(ValueError, match="oldest first"):
        write(path, readings[::-1])
    assert list(tmp_path.iterdir()) == [], "the temporary file is gone"
    temporary_path(path).write_bytes(b"half a file, of a run that was killed")
    before = write(path, readings).read_bytes()
    with pytest.raises(ValueError, match="oldest first"):
        write(path, [readings[0], readings[0]])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(ValueError, match="2009-07-11"):
        write(path, [(msgspec.structs.replace(readings[0][0], rules=readings[1][0].rules), ())])
    with pytest.raises(StoreError, match="cannot write"):
        write(path / "kb.sqlite", readings)


def test_rules_one_by_one_and_references_by_their_ends(store: Store, readings: tuple[Work, ...]) -> None:
    everything = {rule.key: rule for rule in readings[0][0].rules}
    assert {key: store.rule("2009-05-01", key) for key in everything} == everything
    for key in ("702.40b", "702.40a#3", "702.40a#x"):
        assert store.rule("2009-05-01", key) is None
    assert [rule.key for rule in store.subrules("2009-05-01", "702.40")] == ["702.40a", "702.40a#2"]
    assert [rule.key for rule in store.subrules("2009-05-01", "7")] == ["702"]
    assert store.numbers("2009-05-01") == ("7", "702", "702.40", "702.40a", "702.40a")
    assert store.entry("2009-05-01", "glossary:Nobody") is None
    first, broken, _ = readings[0][1]
    assert store.references("2009-05-01", "702.40a") == (first, broken)
    assert store.cited_by("2009-05-01", "702.40") == ("702.40a", "glossary:Storm")
    assert store.cited_by("2009-05-01", "702") == ("glossary:Storm",)
    assert store.cited_by("2009-05-01", "999.1") == (), "a broken reference cites nothing"


def test_an_edition_that_is_not_there(store: Store) -> None:
    for method in (store.rules, store.glossary, store.matter, store.references, store.variants, store.edition):
        with pytest.raises(LookupError, match="2001-01-01"):
            method("2001-01-01")


def test_words_and_spans_of_texts(store: Store) -> None:
    assert {"storm", "untapped"} <= set(vocabulary(store))
    assert span_of(store, "2009-07-11", "702.40") == store.edition_ids


class TestFilesThatAreNone:
    def test_no_knowledge_base_or_another_version(self, tmp_path: Path, readings: tuple[Work, ...]) -> None:
        with pytest.raises(StoreError, match=r"no knowledge base here.*comprules ingest"):
            open_store(tmp_path / "none.sqlite")
        with pytest.raises(StoreError, match="is a folder"):
            open_store(tmp_path)
        for content in (b"", b"some text, long enough to be anything but a database" * 99):
            (tmp_path / "x").write_bytes(content)
            with pytest.raises(ForeignFileError, match="not a knowledge base"):
                open_store(tmp_path / "x")
        mine, path = tmp_path / "mine.sqlite", write(tmp_path / "kb.sqlite", readings)
        for database, change in ((mine, "CREATE TABLE mine (a)"), (path, "PRAGMA user_version = 999")):
            with closing(sqlite3.connect(database)) as connection:
                connection.execute(change)
        with pytest.raises(ForeignFileError, match="not a knowledge base of comprules"):
            open_store(mine)
        with pytest.raises(StoreError, match=r"schema 999, not 8.*comprules ingest"):
            open_store(path)

    def test_damaged_inside(self, tmp_path: Path, readings: tuple[Work, ...]) -> None:
        path = write(tmp_path / "kb.sqlite", readings)
        data = path.read_bytes()
        path.write_bytes(data[:8192] + b"\xff" * (len(data) - 8192))
        for ask in (Store.editions, lambda store: store.rules("2009-07-11")):
            with open_store(path) as store, pytest.raises(DamagedStoreError, match="damaged"):
                ask(store)
