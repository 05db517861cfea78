"""Which words are learned from questions, and how they are written and validated."""

from __future__ import annotations

import tomllib
from pathlib import Path

from bench.asked_questions import VAGUE, Lesson, Teacher, cross_validate, join_lessons, using_words, write_asked
from bench.questions import Question
from graph.search.asked_file import read_asked
from rules.store import Store


def ask_of(typed: str, *answers: str) -> Question:
    return Question("new", "boats", typed, answers)


def test_only_questions_without_a_clear_answer_teach(sample_store: Store) -> None:
    questions = [
        ask_of("does a ghost barge rock", "702.40a", "glossary:Storm", "999.9"),
        ask_of("storm", "702.40"),  # a name
        ask_of("spells copied for each spell cast before with storm", "702.40a"),  # a clear lead
        ask_of("is my barge", "702.40a"),  # one telling word
        ask_of("does a ghost barge rock 502.30", "702.40a"),  # a number
        ask_of("does a ghost barge rock in 2005", "702.40a"),  # a former edition
        ask_of("does a ghost barge sink", "glossary:Storm"),  # no rule
        ask_of(next(iter(VAGUE)), "702.40a"),
    ]
    lessons = Teacher(sample_store).list_lessons(questions)
    assert [(lesson.words, lesson.rules) for lesson in lessons] == [("ghost barge rock", ("702.40a",))]


def test_the_first_question_with_some_words_decides() -> None:
    lessons = [Lesson(ask_of(typed), "rock barge", rules) for typed, rules in (("a", ("1.1",)), ("b", ("1.2",)))]
    assert join_lessons(lessons) == {"rock barge": ("1.1",)}


def test_each_question_is_asked_with_the_words_of_other_parts(sample_store: Store) -> None:
    questions = [ask_of(f"{verb} a zebra wobble", "702.40a") for verb in ("does", "can", "may", "will", "did", "is")]
    first = Lesson(questions[0], "zebra wobble", ("702.40a",))
    before = dict(read_asked().rules)
    places = {asked.question: asked.place for asked in cross_validate(sample_store, questions, [first])}
    # the sixth question is in the part of the first
    assert [places[question] for question in questions] == [None, 1, 1, 1, 1, None]
    assert read_asked().rules == before


def test_words_are_used_only_meanwhile() -> None:
    before = dict(read_asked().rules)
    with using_words({"rock barge": ("1.1",)}):
        assert read_asked().rules == {"rock barge": ("1.1",)}
    assert read_asked().rules == before


def test_words_with_the_same_rules_are_written_together(tmp_path: Path) -> None:
    path = tmp_path / "asked.toml"
    write_asked("2026-08-07", {"b c": ("1.2",), "rock barge": ("1.1", "1.2"), "a b": ("1.2",)}, path)
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    assert document == {"edition": "2026-08-07", "asked": {"rock barge": "1.1 1.2", "b c|a b": "1.2"}}
