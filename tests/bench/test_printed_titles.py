"""A title printed beside a number says what is meant, in every form: what the bench of printed titles measures."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bench.printed_titles import EDITIONS, FORMS, KINDS, SMALL_FORMS, list_cited, measure
from graph.history import History
from graph.ledger import open_ledger

LEAST = {"chapters": 0.95, "titled rules": 0.95, "glossary names": 0.7}
"""Share of the wrong titles of each kind that are to be reported; a rule that has the words of a name may be meant."""
LEAST_SMALL = {"chapters": 0.9, "titled rules": 0.95, "glossary names": 0.7}
"""Share of the wrong titles in small letters that are to be reported."""


@pytest.fixture(scope="module")
def history() -> Iterator[History]:
    with open_ledger() as ledger:
        yield History(ledger)


@pytest.mark.parametrize("form", [*FORMS, *SMALL_FORMS])
@pytest.mark.parametrize("kind", KINDS)
def test_a_printed_title_accuses_in_every_form(history: History, kind: str, form: str) -> None:
    for name in EDITIONS:
        counts = measure(history, history.calendar.resolve(name), kind, (FORMS | SMALL_FORMS)[form])
        wrong, right = counts["wrong"], counts["right"]
        assert right.made > 100
        assert right.missed == []
        least = LEAST[kind] if form in FORMS else LEAST_SMALL[kind]
        assert len(wrong.missed) <= (1 - least) * wrong.made, wrong.missed


def test_wrong_titles_are_those_of_other_numbers(history: History) -> None:
    headings = history.store.headings(history.calendar.newest)
    cited = list(list_cited(history, history.calendar.newest, "chapters"))
    assert {it.number for it in cited if it.is_right} == {it.number for it in cited if not it.is_right}
    assert all((headings[it.number] == it.title) is it.is_right for it in cited if it.title != "General")
