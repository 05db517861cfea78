"""What the ledger answers."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from comprules.term_reader import terms_of
from graph.compare import compare
from graph.ledger import SHIPPED, Ledger, LedgerError, open_ledger
from graph.ledger.make import ledger_of
from graph.traces.trace import trace
from rules.edition_names import UnknownEdition
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store, open_store
from tests.graph.compare.histories import HARBOUR, LIGHT, SUMMARY, TOLL, A, B, C, D
from tests.graph.ledger.agreement import WithoutTexts, check_edition, check_editions, check_lineage
from tests.graph.lineages.small import link
from tests.rules.histories import write_history


def test_it_says_what_the_knowledge_base_says(store: Store, ledger: Ledger) -> None:
    check_editions(store, ledger)
    for edition in store.edition_ids:
        check_edition(store, ledger, edition)
    for lineage in {version.lineage for version in store.all_versions()}:
        check_lineage(store, ledger, lineage)


def test_so_it_does_of_the_sample(sample_store: Store, sample: Ledger) -> None:
    check_editions(sample_store, sample)
    for edition in sample_store.edition_ids:
        check_edition(sample_store, sample, edition)
        for source in sample_store.keys(edition):
            assert sample.references(edition, source) == sample_store.references(edition, source)
    for lineage in {version.lineage for version in sample_store.all_versions()}:
        check_lineage(sample_store, sample, lineage)
    assert any(sample.references(edition) for edition in sample.edition_ids), "a sample without references tests none"


def test_it_has_hashes_and_no_texts(ledger: Ledger) -> None:
    assert not ledger.has_texts
    assert ledger.text_sha256(A, "100.1") is not None


def test_no_sentence_is_in_the_file(town_file: Path) -> None:
    data = town_file.read_bytes()
    for sentence in (HARBOUR, LIGHT, TOLL):
        for three in zip(*(sentence.split()[start:] for start in range(3)), strict=False):
            assert " ".join(three).encode() not in data


@pytest.mark.parametrize(("old", "new"), [(A, B), (A, D), (D, A), (B, B)])
def test_comparisons_agree(store: Store, ledger: Ledger, old: str, new: str) -> None:
    assert compare(ledger, old, new) == compare(WithoutTexts(store), old, new)


def test_traces_agree(store: Store, ledger: Ledger) -> None:
    for lineage in {version.lineage for version in store.all_versions()}:
        ours, theirs = trace(ledger, lineage), trace(store, lineage)
        assert ours == trace(WithoutTexts(store), lineage)
        assert [entry.text_sha256 for entry in ours.entries] == [
            trace_entry.text_sha256 for trace_entry in theirs.entries
        ]
        assert (ours.status, ours.ended, ours.into) == (theirs.status, theirs.ended, theirs.into)
        assert {entry.text for entry in ours.entries} == {None}


def test_an_unknown_edition_is_an_error_and_an_unknown_key_is_none(ledger: Ledger) -> None:
    assert ledger.lineage_at(A, "999.1") is None
    assert ledger.text_sha256(A, "999.1") is None
    assert ledger.heading(A, "999.1") is None
    assert ledger.title(A, "999.1") is None
    assert ledger.last_edition_with("999.1") is None
    assert ledger.editions_with("999.1") is None
    assert ledger.holders("999.1") == ()
    assert ledger.versions("999.1@2001-01-01") == ()
    assert ledger.references(A, "999.1") == ()
    assert ledger.find_lineage("nothing of the sort") is None
    for ask in (ledger.keys, ledger.lineages, ledger.links, ledger.references, ledger.previous):
        with pytest.raises(LookupError, match=r"town\.ledger: the ledger has no edition 1990-01-01"):
            ask("1990-01-01")
    with pytest.raises(LookupError):
        ledger.lineage_at("1990-01-01", "100.1")
    with pytest.raises(ValueError, match="different works"):
        ledger.links_between(A, SUMMARY)


def test_holders_are_of_the_comprehensive_rules_oldest_first(ledger: Ledger) -> None:
    held = ledger.holders("100.1")
    assert [(version.first, version.last) for version in held] == [(A, A), (B, B)]
    assert held[0].lineage != held[1].lineage
    assert {ledger.works[holder.first] for holder in ledger.holders("1")} == {COMPREHENSIVE_RULES}


def test_titles(ledger: Ledger) -> None:
    assert ledger.heading(A, "100") == "Water"
    assert ledger.heading(A, "100.2a") is None
    assert ledger.title(A, "100.2a") == "Water"
    assert ledger.title(A, "101.4") == "Land"
    assert ledger.titled(A, "“water”") == (("100", "Water"),)
    assert ledger.titled(C, "Water") == (("200", "Water"),)
    assert ledger.titled(A, "Fire") == ()
    assert ledger.all_titles()["water"] == (("100", A, B), ("200", C, D))
    assert "ofanotherwork" not in ledger.all_titles(), "a rulings summary has no rules to cite"


def test_a_title_that_was_gone_for_a_while_has_two_runs(tmp_path: Path) -> None:
    editions = {day: {"1": f"{name}|"} for day, name in zip((A, B, C), ("Town", "Village", "Town"), strict=True)}
    renamed = [link("1", "1", "kept", "wording")]
    path = tmp_path / "names.ledger"
    with open_store(write_history(tmp_path / "names.sqlite", editions, {B: renamed, C: renamed}, terms=())) as store:
        path.write_bytes(ledger_of(store))
    with open_ledger(path) as names:
        assert names.all_titles() == {"town": (("1", A, A), ("1", C, C)), "village": (("1", B, B),)}


def test_editions_by_name(sample: Ledger) -> None:
    assert sample.resolve("latest") == sample.editions_of()[-1]
    assert sample.resolve("first") == sample.editions_of()[0]
    coded = next(edition for edition in sample.editions() if edition.set_code)
    assert sample.resolve((coded.set_code or "").lower()) == coded.id
    aliased = next((edition for edition in sample.editions() if edition.aliases), coded)
    assert sample.resolve((*aliased.aliases, aliased.id)[0]) == aliased.id
    assert sample.resolve("2010-01-01") == max(edition for edition in sample.editions_of() if edition <= "2010-01-01")
    with pytest.raises(UnknownEdition, match="no edition is called 'the one before'"):
        sample.resolve("the one before")
    with pytest.raises(UnknownEdition, match="no edition was in force on 1950-01-01"):
        sample.resolve("1950-01-01")


def test_quoted_words_find_their_rule(ledger: Ledger) -> None:
    pilot = ledger.lineage_at(A, "100.1")
    assert pilot is not None
    assert ledger.resembling(HARBOUR) == {pilot: 1.0}
    assert ledger.resembling("the harbour waits for its") == {pilot: 1.0}
    assert ledger.resembling("The HARBOUR waits “for” its") == {pilot: 1.0}
    half = ledger.resembling("every boat that enters the harbour sinks like a stone in there")
    assert 0 < half[pilot] < 1
    assert ledger.resembling("nothing of all this was ever written") == {}
    assert ledger.resembling("too short") == {}


def test_quoted_words_find_every_wording_of_a_lineage(ledger: Ledger) -> None:
    bell, gong = LIGHT, LIGHT.replace("bell rings", "gong sounds")
    lineage = ledger.lineage_at(A, "100.2")
    assert ledger.resembling(bell) == ledger.resembling(gong) == {lineage: 1.0}


def test_examples_are_quoted_too(sample_store: Store, sample: Ledger) -> None:
    edition = sample_store.editions_of()[-1]
    rule = next(
        candidate
        for candidate in sample_store.rules(edition)
        if candidate.examples and len(candidate.examples[0].split()) > 8
    )
    assert sample.resembling(rule.examples[0])[sample.lineage_at(edition, rule.key) or ""] == 1


def test_it_goes_to_worker_processes(ledger: Ledger) -> None:
    with pickle.loads(pickle.dumps(ledger)) as other:
        assert other.all_versions() == ledger.all_versions()


def test_the_one_that_is_named(town_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COMPRULES_LEDGER", str(town_file))
    with open_ledger() as opened:
        assert opened.path == town_file
    monkeypatch.setenv("COMPRULES_LEDGER", str(tmp_path / "none.ledger"))
    with pytest.raises(LedgerError, match=r"none\.ledger: there is no ledger here; .*comprules ledger"):
        open_ledger()
    monkeypatch.delenv("COMPRULES_LEDGER")
    with open_ledger() as opened:
        assert opened.path == SHIPPED


def test_the_one_that_ships_has_no_sentence() -> None:
    """Sentences have a dozen words, names and headings at most eight, phrases that became a keyword at most eleven.

    Notes on terms are ours.
    """
    with open_ledger(SHIPPED) as shipped:
        notes = {term.note for term in terms_of(shipped)}
        tables = shipped.select("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        assert len(tables) > 10
        for (table,) in tables:
            most = 11 if table == "terms" else 8
            values = {value for row in shipped.select(f"SELECT * FROM {table}") for value in row}
            texts = {value for value in values if isinstance(value, str)} - notes
            assert [text for text in texts if len(text.split()) > most and not text.startswith("[")] == [], table


def test_the_one_that_ships() -> None:
    assert SHIPPED.stat().st_size < 9_000_000
    with open_ledger(SHIPPED) as shipped:
        assert not shipped.is_sample
        assert len(shipped.editions_of()) > 100
        latest = shipped.resolve("latest")
        assert shipped.title(latest, "702.40a") == "Storm"
        assert len({holder.lineage for holder in shipped.holders("702.40a")}) > 1, (
            "the number moved on, as all of 702 did"
        )
