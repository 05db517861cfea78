"""Which records a query names, and how much that counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from graph.search.index import Index
from graph.search.rank import Ranking
from graph.search.searcher import Searcher
from graph.search.understand import understand
from rules.store import open_store
from tests.rules.histories import write_history

EDITION = "2026-08-07"
RULES = {
    "117": "Harbours|",
    "117.1": "Some ferries bring a raft into a harbour.",
    "117.1a": "A barge is no raft.",
    "117.1b": "A Reed raft token is a green raft with a mast.",
    "117.1c": "A permanent with a rope counter stays in the harbour.",
    "117.2": "Boats that drift leave their harbour in a flood.",
    "702": "Keyword Abilities|",
    "702.2": "Mooring|",
    "702.2a": "A boat with mooring stays where it is.",
    "glossary:Barge (Obsolete)": "An old name. See rule 117.1.",
    "glossary:Mooring": "An ability of boats. See rule 702.2.",
    "glossary:Reed Raft Token": "A kind of raft. See rule 117.1.",
    "glossary:Rope Counter": "A kind of counter. See rule 117.1c.",
}


@pytest.fixture(name="index")
def fixture_index(tmp_path: Path) -> Iterator[Index]:
    with open_store(write_history(tmp_path / "claims.sqlite", {EDITION: RULES}, {})) as store:
        yield Searcher(store).index(EDITION)


def list_found(index: Index, query: str, sayings: Mapping[str, Sequence[str]] = {}) -> list[str]:
    found = Ranking(index, understand(query, []), sayings=sayings).answers()
    return [index.records[answer.position].key for answer in found]


@pytest.mark.parametrize("query", ["what was a barge", "what was the barge in the harbour", "when was barge renamed"])
def test_an_obsolete_entry_comes_first_for_a_question_about_the_past(index: Index, query: str) -> None:
    assert list_found(index, query)[0] == "glossary:Barge (Obsolete)"


@pytest.mark.parametrize("query", ["what is a barge", "barge", "is the barge in the harbour"])
def test_an_obsolete_entry_stays_where_it_is_for_a_question_about_today(index: Index, query: str) -> None:
    assert list_found(index, query)[0] != "glossary:Barge (Obsolete)"


@pytest.mark.parametrize(
    "query", ["glossary mooring", "mooring glossary entry", "what does the glossary say about mooring"]
)
def test_the_entry_comes_first_if_the_glossary_is_asked_for(index: Index, query: str) -> None:
    assert list_found(index, "mooring")[0] == "702.2"
    assert list_found(index, query)[:2] == ["glossary:Mooring", "702.2"]


def test_a_name_without_an_entry_is_found_by_its_rules_if_the_glossary_is_asked_for(index: Index) -> None:
    assert list_found(index, "glossary harbours")[0].startswith("117")


def test_the_rule_that_begins_with_the_name_of_an_entry_explains_it(index: Index) -> None:
    assert list_found(index, "reed raft token")[:2] == ["117.1b", "117.1"]
    explaining = {index.records[entry].key: index.find_explaining(entry) for entry in range(len(index.records))}
    found = {key: index.records[rule].key for key, rule in explaining.items() if rule is not None}
    assert found == {"glossary:Reed Raft Token": "117.1b"}


@pytest.mark.parametrize("sayings", [{"flooded docks": ["117.2"]}, {"fog in flooded docks": ["117.2"]}])
def test_a_saying_counts_less_next_to_a_keyword_or_a_counter(index: Index, sayings: dict[str, list[str]]) -> None:
    def score(query: str) -> float:
        found = Ranking(index, understand(query, []), sayings=sayings).answers()
        return next(answer.score for answer in found if index.records[answer.position].key == "117.2")

    assert score("mooring flooded docks") < 0.8 * score("stays flooded docks")
    assert score("rope counter flooded docks") < 0.9 * score("rope permanent flooded docks")
