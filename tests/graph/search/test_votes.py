"""How pairs of words vote for the rules that decided other questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph.search.asked_file import read_asked
from graph.search.index import Index
from graph.search.rank import Ranking
from graph.search.sayings import SayingBook
from graph.search.searcher import Searcher
from graph.search.text import stems_of_saying
from graph.search.understand import understand
from graph.search.votes import Answered, count_votes
from rules.store import Store, open_store
from tests.rules.histories import write_history

EDITION = "2026-08-07"
RULES = {
    "117": "Timing|",
    "117.1": "Boats may leave at any time.",
    "117.2": "A drum is played when ferries leave.",
}
RARITIES = {"barg": 4.0, "rock": 4.0, "moon": 8.0}


@pytest.fixture(name="index")
def fixture_index(tmp_path: Path) -> Iterator[Index]:
    with open_store(write_history(tmp_path / "votes.sqlite", {EDITION: RULES}, {})) as store:
        yield Searcher(store).index(EDITION)


def value_of(rule: str, *tables: Answered, **rarities: float) -> float:
    votes = count_votes(rarities or RARITIES, *tables)
    return votes[rule].value if rule in votes else 0.0


def test_two_words_of_another_question_find_its_rule(index: Index) -> None:
    asked = {"rocking barge midnight": ["117.1"]}

    def reasons(query: str) -> dict[str, tuple[str, str]]:
        found = Ranking(index, understand(query, []), asked=asked).answers()
        return {index.records[answer.position].key: (answer.why.kind, answer.why.name) for answer in found}

    assert reasons("does my barge rock") == {"117.1": ("similar", "rocking barge midnight")}
    assert reasons("does my barge float") == {}, "one word is too little"
    assert reasons('does my barge "rock"') == {}, "a phrase asks for nothing else"
    assert reasons("does my barge rock -ferry") == {}, "an excluded word neither"
    # a rule with words of the query keeps the reason that it has them
    assert reasons("do boats leave if a barge rocks")["117.1"] == ("some-words", "")


def test_a_word_of_another_question_is_no_typing_error(index: Index) -> None:
    query = understand("does my dram rock", [])
    assert Ranking(index, query).offer == "does my drum rock"
    assert Ranking(index, query, asked={"dram rocks": ["117.1"]}).offer == ""


def test_votes_raise_a_rule_above_one_with_the_same_words(index: Index) -> None:
    def first(asked: dict[str, list[str]]) -> str:
        found = Ranking(index, understand("barge rocks leave", []), asked=asked).answers()
        return index.records[found[0].position].key

    without = first({})
    (other,) = {"117.1", "117.2"} - {without}
    assert first({"rocking barge": [other]}) == other


def test_a_pair_that_leads_to_several_rules_says_less_of_each() -> None:
    alone = {"rock barge": ("117.1",)}
    shared = {**alone, "rock barge often": ("117.2",), "rock barge seldom": ("117.3",)}
    assert 0 < value_of("117.1", shared) < value_of("117.1", alone)
    twice = {**alone, "rock barge often": ("117.1",)}
    assert value_of("117.1", twice) > value_of("117.1", alone)


def test_a_further_rule_has_fewer_votes_and_the_fifth_has_none() -> None:
    texts = {"rock barge moon": ("1.1", "1.2", "1.3", "1.4", "1.5")}
    values = [value_of(rule, texts) for rule in texts["rock barge moon"]]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[1] > values[2] > 0
    assert values[4] == 0


def test_votes_count_by_the_share_of_the_words_that_have_them() -> None:
    texts = {"rock barge": ("117.1",)}
    assert value_of("117.1", texts, rock=4.0, barg=4.0) > value_of("117.1", texts, rock=4.0, barg=4.0, moon=8.0) > 0


def test_the_order_of_the_texts_does_not_matter() -> None:
    texts = {"rock barge": ("1.1", "1.2"), "barge moon": ("1.2", "1.1"), "moon rock barge": ("1.3", "1.1")}
    backwards = dict(reversed(texts.items()))
    assert count_votes(RARITIES, texts) == count_votes(RARITIES, backwards)
    assert count_votes(RARITIES, texts) == count_votes(RARITIES, {}, texts)
    assert count_votes(RARITIES, texts)["1.1"].text == "moon rock barge"


def test_votes_that_hardly_count_are_dropped() -> None:
    assert count_votes({"rock": 0.01, "barg": 0.01}, {"rock barge": ("117.1",)}) == {}


def test_each_question_has_two_words_and_rules() -> None:
    rules = read_asked().rules
    assert len(rules) > 300
    for words, decided_by in rules.items():
        assert len(stems_of_saying(words)) > 1, words
        assert decided_by, words


@pytest.mark.archive
def test_rules_of_questions_have_the_numbers_of_each_edition(whole_store: Store) -> None:
    book = SayingBook(whole_store)
    assert read_asked().edition in whole_store.edition_ids
    keys = whole_store.lineages(read_asked().edition).keys()
    assert {rule for rules in read_asked().rules.values() for rule in rules} <= keys
    then = book.asked_of("2008-10-01")
    assert then["play ante"] == ("217.9a", "217.9")
    # the rule on counters is younger
    assert then["object leaves comes back keep counters"] == ("217.1c",)
