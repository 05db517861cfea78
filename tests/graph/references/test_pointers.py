"""The words before the numbers of rules: those of known languages, and those learned from the document."""

from __future__ import annotations

import pytest

from graph.references.outline import ReferenceFinder
from graph.references.pointers import CALLS, CONJUNCTIONS, NOUNS, learn_words, list_words

RULES = {"1.1", "1.2", "1.3", "1.4", "2.1"}


def test_a_word_before_several_rules_is_learned() -> None:
    places = [("kohta", number) for number in ("1.1", "1.2", "1.3", "2.1", "9.9")]
    assert learn_words(places, RULES) == ["kohta"]


@pytest.mark.parametrize(
    "numbers", [("1.1", "1.2", "1.3"), ("1.1", "1.1", "1.1", "1.1"), ("1.1", "1.2", "1.3", "2.1", "2.5", "7.5")]
)
def test_a_word_before_amounts_is_not_learned(numbers: tuple[str, ...]) -> None:
    assert learn_words([("maksaa", number) for number in numbers], RULES) == []


@pytest.mark.parametrize("table", [NOUNS, CALLS, CONJUNCTIONS])
def test_words_are_in_lower_case_and_once_in_a_language(table: dict[str, str]) -> None:
    for words in table.values():
        assert words == words.casefold()
        assert len(words.split(", ")) == len(set(words.split(", ")))
    assert "" not in list_words(table)


@pytest.mark.parametrize(
    ("passage", "expected"),
    [
        ("See rules 1.2, 1.3 and 2.1.", ["1.2", "1.3", "2.1"]),
        ("Under rule 1.2, 3 cards are drawn.", ["1.2"]),
        ("rules 3, 4 and 5", ["3", "4", "5"]),
        ("This costs 1.5 coins, version 1.2.3, or $1.2.3.", []),
        ("Voir les règles 1.2 et 1.3 ; c'est 1,5 heure.", ["1.2", "1.3"]),
        ("véase la regla 1.2 (1.3, «Barcos»)", ["1.2", "1.3"]),
        ("zie ook 1.2 of 1.3", ["1.2", "1.3"]),
        ("규칙 1.2를 참조", ["1.2"]),
        ("nach 1.5 Stunden", []),
    ],
)
def test_references_are_found_in_several_languages(passage: str, expected: list[str]) -> None:
    assert [reference.raw for reference in ReferenceFinder().find(passage)] == expected
