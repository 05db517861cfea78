"""How questions to the search are counted, and how weights are learned from them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench.questions import TABLES, Question, read_questions
from bench.search_ranks import Asked, ask, count_places, list_rows
from bench.search_weights import LEARNED, Trials, cross_validate, learn, write_weights
from graph.search.definition import read_definition
from graph.search.searcher import Searcher
from rules.store import Store


class SearchThatNeedsFewSayings:
    """A search that puts the right answer first only if sayings weigh little."""

    def search(self, typed: str, *, limit: int) -> Any:
        sources = ["100.2", typed] if read_definition().weights["saying"] > 1.6 else [typed, "100.2"]
        return SimpleNamespace(answers=[SimpleNamespace(source=source, score=1.0) for source in sources[:limit]])


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> Trials:
    for name in LEARNED:
        monkeypatch.setitem(read_definition().weights, name, read_definition().weights[name])
    questions = [Question("new", "boats", f"300.{number}", frozenset({f"300.{number}"})) for number in range(1, 11)]
    return Trials(SearchThatNeedsFewSayings(), questions)  # type: ignore[arg-type]


def start(**changed: float) -> dict[str, float]:
    return {**{name: read_definition().weights[name] for name in LEARNED}, **changed}


def test_a_weight_is_changed_if_the_answers_get_better(trials: Trials) -> None:
    before = start(saying=2.0)
    after = learn(trials, before, range(10))
    assert after == {**before, "saying": 1.5}
    assert [asked.place for asked in trials.ask(before)] == [2] * 10
    assert [asked.place for asked in trials.ask(after)] == [1] * 10


def test_a_weight_stays_if_nothing_gets_better(trials: Trials) -> None:
    before = start(saying=1.0)
    assert learn(trials, before, range(10)) == before


def test_cross_validation_asks_each_question_once(trials: Trials) -> None:
    asked = cross_validate(trials, start(saying=2.0))
    assert [one.question for one in asked] == list(trials.questions)
    assert {one.place for one in asked} == {1}


def test_places_are_counted() -> None:
    question = Question("new", "boats", "late boats", frozenset({"100.1"}))
    found = [("100.1",), ("100.2", "100.1"), ("100.2", "100.3")]
    asked = [Asked(question, sources, is_named=False) for sources in found]
    assert [one.reciprocal for one in asked] == [1, 0.5, 0]
    assert count_places(asked) == [3, 1, 2, 2]
    assert [*list_rows(asked)][1:] == [["new boats", 3, 1, 2, 2], ["all", 3, 1, 2, 2]]


def test_a_question_that_is_a_name_is_named(sample_store: Store) -> None:
    searcher = Searcher(sample_store)
    storm = Question("new", "boats", "storm", frozenset({"702.40"}))
    assert ask(searcher, storm).is_named
    assert ask(searcher, storm).place == 1
    words = Question("new", "boats", "copies that nobody counts", frozenset({"702.40"}))
    assert not ask(searcher, words).is_named


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
