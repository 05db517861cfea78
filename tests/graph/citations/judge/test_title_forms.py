"""A title of one word is named by the forms of that word, and by no other word with the same beginning."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph.citations.judge.judge import Judge
from graph.history import History
from tests.graph.citations.judge.judged_history import judged
from tests.graph.ledger.conftest import make_ledger
from tests.graph.lineages.small import link

OLD, NEW = "2020-01-01", "2021-01-01"
EDITIONS = {
    OLD: {
        "7": "Deeds|",
        "701": "Manoeuvres|",
        "701.2": "Carve|",
        "701.2a": "To carve a plank is to cut notches with a knife.",
        "701.3": "Moor|",
        "701.3a": "To moor is to tie up.",
    },
    NEW: {
        "7": "Deeds|",
        "701": "Manoeuvres|",
        "701.2": "Moor|",
        "701.2a": "To moor is to tie up.",
        "701.3": "Carve|",
        "701.3a": "To carve a plank is to cut notches with a knife.",
    },
}
LINKS = {
    NEW: (
        link("701.2", "701.3"),
        link("701.2a", "701.3a"),
        link("701.3", "701.2"),
        link("701.3a", "701.2a"),
    )
}


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judge]:
    with make_ledger(tmp_path_factory.mktemp("forms") / "ledger", EDITIONS, LINKS) as ledger:
        yield Judge(History(ledger))


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("// the plank was carved (CR 701.2)", True),
        ("// it carves a plank (CR 701.2)", True),
        ("// it rests on the carvel planks (CR 701.2)", False),
        ("// it stays. (CR 701.2.)\n// Carve has moved", False),
    ],
    ids=["a past form", "a present form", "another word with the same letters", "the next sentence"],
)
def test_a_title_of_one_word_is_named_by_its_own_forms(judge: Judge, text: str, is_wrong: bool) -> None:
    assert bool(judged(judge, text)) is is_wrong
