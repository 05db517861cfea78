"""How questions to the search are counted, and how weights are learned from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.questions import TABLES, Question, read_questions
from bench.search_measures import Candidate, Measurer
from bench.search_ranks import AskedQuestion, ask, count_places, list_rows
from bench.search_weights import LEARNED, LEAST, ask_with, cross_validate, learn, write_weights
from graph.search.definition import read_definition
from graph.search.searcher import Searcher
from rules.store import Store


def start() -> dict[str, float]:
    return {name: read_definition().weights[name] for name in LEARNED}


def make_candidate(score: float, *, is_right: bool = False, **slopes: float) -> Candidate:
    return Candidate(is_right, score, tuple(slopes.get(name, 0.0) for name in LEARNED))


def test_a_weight_that_only_raises_wrong_answers_gets_smaller() -> None:
    wrong = make_candidate(12.0, saying=6.0)
    right = make_candidate(11.0, is_right=True, near=1.0)
    learned = learn([[wrong, right]] * 4, start())
    before = start()
    assert LEAST * before["saying"] <= learned["saying"] < 0.8 * before["saying"]
    assert learned["near"] > before["near"]
    untouched = set(LEARNED) - {"saying", "near"}
    assert {name: learned[name] for name in untouched} == {name: before[name] for name in untouched}


def test_questions_without_a_right_answer_teach_nothing() -> None:
    assert learn([[make_candidate(12.0, saying=6.0), make_candidate(11.0)], []], start()) == start()


def test_slopes_are_those_of_the_search(sample_store: Store) -> None:
    question = Question("new", "boats", "does each boat copy its storm", ("702.40a",))
    measurer = Measurer(sample_store, LEARNED)
    before = start()
    candidates = measurer.measure(question, before)
    scores = [candidate.score for candidate in candidates]
    assert scores == sorted(scores, reverse=True)
    changed = {**before, "above": before["above"] * 1.05}
    factors = [1.05 if name == "above" else 1.0 for name in LEARNED]
    [right] = [candidate for candidate in candidates if candidate.is_right]
    [raised] = [candidate for candidate in measurer.measure(question, changed) if candidate.is_right]
    assert raised.score == pytest.approx(right.score_with(factors), abs=0.01)
    assert raised.score != right.score
    assert start() == before, "the weights in use stay"


def test_a_question_that_a_name_answers_has_no_measures(sample_store: Store) -> None:
    named = Question("new", "boats", "storm", ("702.40",))
    assert Measurer(sample_store, LEARNED).measure(named, start()) == []


def test_other_weights_are_used_for_some_questions_only(sample_store: Store) -> None:
    searcher = Searcher(sample_store)
    question = Question("new", "boats", "copies of a spell with storm", ("702.40a",))
    today = ask(searcher, question)
    other = ask_with(searcher, [question], {"above": 0.0, "own": 0.0, "name": 0.0, "meaning": 0.0, "chapter": 0.0})
    assert other[0].found != today.found
    assert ask(searcher, question) == today


def test_cross_validation_asks_each_question_once(sample_store: Store) -> None:
    questions = [Question("new", "boats", f"boat {number}", ("702.40",)) for number in range(7)]
    asked = cross_validate(Searcher(sample_store), questions, [[]] * 7, start())
    assert sorted(question.question.typed for question in asked) == [question.typed for question in questions]


def test_places_are_counted() -> None:
    question = Question("new", "boats", "late boats", ("100.1",))
    asked = [AskedQuestion(question, sources) for sources in (("100.1",), ("100.2", "100.1"), ("100.2", "100.3"))]
    assert [question.place for question in asked] == [1, 2, None]
    assert count_places(asked) == [3, 1, 2, 2]
    assert [*list_rows(asked)][1:] == [["new boats", 3, 1, 2, 2], ["all", 3, 1, 2, 2]]


def test_weights_are_written_where_they_stand(tmp_path: Path) -> None:
    definition = tmp_path / "definition.toml"
    definition.write_text("[tiers]\nname = 4\n[weights]\n# of a name\nname = 0.6\nsaying = 2.0\n", encoding="utf-8")
    write_weights({"name": 0.45}, definition)
    assert definition.read_text(encoding="utf-8") == (
        "[tiers]\nname = 4\n[weights]\n# of a name\nname = 0.45\nsaying = 2.0\n"
    )


def test_the_tables_have_questions_with_answers() -> None:
    questions = read_questions(TABLES)
    assert len(questions) > 1300
    assert all(question.answers and question.typed for question in questions)
    of_players = [question.typed for question in read_questions(TABLES[1:])]
    assert len(of_players) >= 150
    assert len(set(of_players)) == len(of_players)
