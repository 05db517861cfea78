"""The list of the ages of phrases below a history."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from graph.answers.shown_phrases import ShownPhrase
from rules.change.phrases import Blamed
from site_src.pages.history.ages import list_ages


def phrase(text: str, since: str) -> ShownPhrase:
    return ShownPhrase(0, text, since, "100.1", (Blamed(0, len(text), text, since, "100.1"),))


def list_words(*phrases: ShownPhrase) -> list[str]:
    blamed: Any = SimpleNamespace(removed=(), hidden=())
    return [
        words
        for age in list_ages(blamed, [("text", list(phrases))])
        for marked in age.introduced
        for words, _ in marked
    ]


def test_a_full_stop_after_removed_words_has_no_row() -> None:
    cats = phrase("Warm cats rest at noon", "2009-07-11")
    assert list_words(cats, phrase(".", "1999-04-23")) == ["Warm cats rest at noon"]
    assert list_words(cats, phrase(".”)", "2009-07-11")) == ["Warm cats rest at noon"]


def test_a_mark_that_is_new_or_begins_a_text_has_a_row() -> None:
    cats = phrase("Warm cats rest at noon", "2009-07-11")
    assert list_words(cats, phrase(",", "2012-07-01")) == ["Warm cats rest at noon", ","]
    assert list_words(phrase("[−", "1999-04-23"), cats) == ["[−", "Warm cats rest at noon"]
