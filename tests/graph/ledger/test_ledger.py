"""What the ledger answers."""

from __future__ import annotations

import pickle
from functools import partial
from pathlib import Path

import pytest

from bench.growth import grows_in_proportion
from graph.answers.history import answer_history
from graph.compare.comparison import compare
from graph.history import History
from graph.ledger import SHIPPED, Ledger, LedgerError, open_ledger
from graph.ledger.ability_words import list_ability_words
from graph.ledger.fingerprints import fingerprints
from rules.edition_names import UnknownEdition
from rules.store import Store
from rules.text import strip_title
from tests.graph.compare.histories import HARBOUR, LIGHT, SUMMARY, TOLL, A, B, C, D
from tests.graph.ledger.agreement import WithoutTexts, check_edition, check_editions, check_lineage
from tests.graph.ledger.conftest import make_ledger
from tests.graph.lineages.small import link


def check_all(store: Store, ledger: Ledger) -> None:
    check_editions(store, ledger)
    for edition in store.edition_ids:
        check_edition(store, ledger, edition)
    for lineage in {version.lineage for version in store.all_versions()}:
        check_lineage(store, ledger, lineage)


def test_it_says_what_the_knowledge_base_says(
    store: Store, ledger: Ledger, sample_store: Store, sample: Ledger
) -> None:
    check_all(store, ledger)
    check_all(sample_store, sample)
    for edition in sample_store.edition_ids:
        for source in sample_store.keys(edition):
            assert sample.references(edition, source) == sample_store.references(edition, source)
    assert any(sample.references(edition) for edition in sample.edition_ids), "a sample without references tests none"
    assert not ledger.has_texts
    assert ledger.text_sha256(A, "100.1") is not None


def test_no_sentence_is_in_the_file_nor_in_the_one_that_ships(town_file: Path) -> None:
    """Sentences have a dozen words, names and headings at most eight, phrases that became a keyword at most eleven.

    Notes on terms and on the conditions of copies are ours.
    """
    data = town_file.read_bytes()
    for sentence in (HARBOUR, LIGHT, TOLL):
        for three in zip(*(sentence.split()[start:] for start in range(3)), strict=False):
            assert " ".join(three).encode() not in data
    assert SHIPPED.stat().st_size < 9_000_000
    with open_ledger(SHIPPED) as shipped:
        notes = {term.note for term in shipped.best_terms()}
        notes |= {witness.reason or "" for edition in shipped.editions() for witness in edition.witnesses}
        tables = shipped.select("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        assert len(tables) > 10
        for (table,) in tables:
            most = 11 if table == "terms" else 8
            values = {value for row in shipped.select(f"SELECT * FROM {table}") for value in row}
            texts = {value for value in values if isinstance(value, str)} - notes
            assert [text for text in texts if len(text.split()) > most and not text.startswith("[")] == [], table
        assert not shipped.is_sample
        assert len(shipped.editions_of()) > 100
        assert History(shipped).titles.shown(shipped.resolve("latest"), "702.40a") == ("Storm", "702.40")
        moved_on = {holder.lineage for holder in shipped.holders("702.40a")}
        assert len(moved_on) > 1, "as all of 702 did"


def test_comparisons_and_traces_agree(store: Store, ledger: Ledger) -> None:
    for old, new in ((A, B), (A, D), (D, A), (B, B)):
        assert compare(History(ledger), old, new) == compare(History(WithoutTexts(store)), old, new)
    for lineage in {version.lineage for version in store.all_versions()}:
        ours, theirs = answer_history(History(ledger), lineage), answer_history(History(store), lineage)
        assert ours == answer_history(History(WithoutTexts(store)), lineage)
        assert [entry.text_sha256 for entry in ours.entries] == [entry.text_sha256 for entry in theirs.entries], lineage
        assert (ours.status, ours.ended, ours.into) == (theirs.status, theirs.ended, theirs.into), lineage
        assert {entry.text for entry in ours.entries} == {None}, lineage


def test_an_unknown_edition_is_an_error_and_an_unknown_key_is_none(ledger: Ledger) -> None:
    for ask in (ledger.lineage_at, ledger.text_sha256, ledger.heading, History(ledger).titles.shown):
        assert ask(A, "999.1") is None
    for find in (ledger.last_edition_with, ledger.editions_with, ledger.find_lineage):
        assert find("999.1") is None
    assert ledger.holders("999.1") == ledger.versions("999.1@2001-01-01") == ()
    assert ledger.references(A, "999.1") == ()
    for method in (ledger.keys, ledger.lineages, ledger.links, ledger.references, ledger.previous):
        with pytest.raises(LookupError, match=r"town\.ledger: the ledger has no edition 1990-01-01"):
            method("1990-01-01")
    with pytest.raises(LookupError):
        ledger.lineage_at("1990-01-01", "100.1")
    with pytest.raises(ValueError, match="different works"):
        ledger.links_between(A, SUMMARY)


def test_holders_and_titles_are_of_the_comprehensive_rules(ledger: Ledger) -> None:
    holders = [(version.first, version.last, version.lineage) for version in ledger.holders("100.1")]
    assert holders == [(A, A, f"100.1@{A}"), (B, B, f"100.2@{A}")], "oldest first"
    assert {period.lineage for period in History(ledger).periods.of_key("1")} == {f"1@{A}"}, (
        "none of the rulings summary"
    )
    assert [ledger.heading(A, number) for number in ("100", "100.2a")] == ["Water", None]
    assert [History(ledger).titles.shown(A, number) for number in ("100.2a", "101.4")] == [
        ("Water", "100"),
        ("Land", "101"),
    ]
    assert ledger.titled(A, "“water”") == (("100", "Water"),)
    assert ledger.titled(C, "Water") == (("200", "Water"),)
    assert ledger.titled(A, "Fire") == ()
    assert [place for place in ledger.all_titles() if place[2] == "Water"] == [("100", A, "Water"), ("200", C, "Water")]
    assert "Of another work" not in {title for *_, title in ledger.all_titles()}, "a summary has no rules to cite"


def test_a_title_that_was_gone_for_a_while_has_two_runs(tmp_path: Path) -> None:
    editions = {day: {"1": f"{name}|"} for day, name in zip((A, B, C), ("Town", "Village", "Town"), strict=True)}
    renamed = [link("1", "1", "kept", "wording")]
    with make_ledger(tmp_path / "names", editions, {B: renamed, C: renamed}) as names:
        assert names.all_titles() == [("1", A, "Town"), ("1", B, "Village"), ("1", C, "Town")]


def test_ability_words_are_of_the_rules_that_list_them(tmp_path: Path) -> None:
    editions = {
        A: {"1.1": "The list of ability words of Tide is as follows: becalmed, joined oars, and lull.", "1.2": "Boats"},
        B: {
            "1.1": "Like ability words, oars are, long or short, wet.",
            "1.2": "The ability words are swell, and tide.",
        },
    }
    links = {B: [link(key, key, "kept", "wording") for key in ("1.1", "1.2")]}
    with make_ledger(tmp_path / "words", editions, links) as words:
        assert words.ability_words() == [
            *((name, f"1.1@{A}") for name in ("becalmed", "joinedoars", "lull")),
            *((name, f"1.2@{A}") for name in ("swell", "tide")),
        ]


@pytest.mark.parametrize("piece", ["ability words are a, and b ", "ability words: a, and b, and ", ", and are: "])
def test_the_cost_of_finding_ability_words_is_in_proportion(piece: str) -> None:
    assert grows_in_proportion(lambda count: partial(list_ability_words, f"ability words {piece * count},."), 2_000)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("No wind. The ability words are lull, ebb tide, and swell. Rest.", ["lull", "ebb tide", "swell"]),
        ("The ability words that are known are these: lull, and swell.", ["lull", "swell"]),
        ("The ability words are lull, and swell", []),
        ("The ability words are lull, and .", []),
        ("The ability words are lull, and, like swell, wet.", []),
        ("The keywords are lull, and swell. There are no ability words.", []),
    ],
)
def test_ability_words_of_a_text(text: str, expected: list[str]) -> None:
    assert list_ability_words(text) == expected


def test_editions_by_name(sample: Ledger) -> None:
    days = sample.editions_of()
    assert (sample.resolve("latest"), sample.resolve("first")) == (days[-1], days[0])
    coded = next(edition for edition in sample.editions() if edition.set_code)
    assert sample.resolve((coded.set_code or "").lower()) == coded.id
    aliased = next(edition for edition in sample.editions() if edition.aliases)
    assert sample.resolve(aliased.aliases[0]) == aliased.id
    assert sample.resolve("2010-01-01") == max(edition for edition in days if edition <= "2010-01-01")
    for name, problem in (("it", "no edition is called 'it'"), ("1950-01-01", "no edition was in force on 1950-01-01")):
        with pytest.raises(UnknownEdition, match=problem):
            sample.resolve(name)


def test_quoted_words_and_examples_find_their_rule(ledger: Ledger, sample_store: Store, sample: Ledger) -> None:
    pilot = ledger.lineage_at(A, "100.1") or ""
    for quote in (HARBOUR, "the harbour waits for its", "The HARBOUR waits “for” its"):
        assert ledger.resembling(quote) == {pilot: 1.0}
    half = ledger.resembling("every boat that enters the harbour sinks like a stone in there")
    assert 0 < half[pilot] < 1
    assert ledger.resembling("nothing of all this was ever written") == ledger.resembling("too short") == {}
    for wording in (LIGHT, LIGHT.replace("bell rings", "gong sounds")):
        assert ledger.resembling(wording) == {ledger.lineage_at(A, "100.2"): 1.0}
    edition = sample_store.editions_of()[-1]
    examples = {rule.key: rule.examples[0] for rule in sample_store.rules(edition) if rule.examples}
    key = next(key for key, example in examples.items() if len(example.split()) > 8)
    assert sample.resembling(examples[key])[sample.lineage_at(edition, key) or ""] == 1


def test_the_one_that_is_named_and_goes_to_worker_processes(
    town_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COMPRULES_LEDGER", str(town_file))
    with open_ledger() as opened, pickle.loads(pickle.dumps(opened)) as other:
        assert opened.path == town_file
        assert other.all_versions() == opened.all_versions()
    monkeypatch.setenv("COMPRULES_LEDGER", str(tmp_path / "none.ledger"))
    with pytest.raises(LedgerError, match=r"none\.ledger: there is no ledger here; .*comprules ledger"):
        open_ledger()
    monkeypatch.delenv("COMPRULES_LEDGER")
    with open_ledger() as opened:
        assert opened.path == SHIPPED


def test_it_knows_the_sentences_of_all_wordings(store: Store, ledger: Ledger) -> None:
    texts = [text for (text,) in store.select("SELECT text FROM texts") if len(text.split()) > 8]
    own = frozenset[int]().union(*map(fingerprints, texts))
    unknown = fingerprints("nobody ever printed these words of ours in any rule about towns")
    assert own
    assert ledger.select_known(own | unknown) == own
    assert ledger.select_known(()) == frozenset()
    assert strip_title(store.rules(store.edition_ids[0])[0].heading or "") in ledger.chapter_titles
