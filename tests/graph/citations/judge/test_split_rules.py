"""Which part of a split rule is suggested, and which words next to a number show no other rule."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph.citations.judge.judge import Judge
from graph.history import History
from tests.graph.citations.judge.judged_history import judged
from tests.graph.ledger.conftest import make_ledger
from tests.graph.lineages.small import link, split

OLD, NEW = "2020-01-01", "2021-01-01"
LANTERN = "Every skipper who leaves the harbour at night lights the green lantern at the bow of the boat."
ROPE = "A rope that was cut in the storm is tied again before the next tide reaches the northern pier."
HOIST = "A boat whose mast can no longer hoist the flag is put into the shed by its owner."
EDITIONS = {
    OLD: {
        "1": "Harbour|",
        "100": "Boats|",
        "100.1": "Inspectors visit every harbour at noon.",
        "100.2": f"{LANTERN} {ROPE}",
        "100.3": HOIST,
        "7": "Deeds|",
        "701": "Manoeuvres|",
        "701.1": "Hoist|",
        "701.1a": "To hoist a flag is to pull it up the mast.",
    },
    NEW: {
        "1": "Harbour|",
        "100": "Boats|",
        "100.1": "Inspectors visit every harbour at noon.",
        "100.4": LANTERN,
        "100.5": ROPE,
        "100.6": HOIST,
        "7": "Deeds|",
        "701": "Manoeuvres|",
        "701.1": "Hoist|",
        "701.1a": "To hoist a flag is to pull it up the mast.",
    },
}
LINKS = {
    NEW: (
        *split("100.2", "100.4", "100.5"),
        link("100.3", "100.6"),
    )
}


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judge]:
    with make_ledger(tmp_path_factory.mktemp("split") / "ledger", EDITIONS, LINKS) as ledger:
        yield Judge(History(ledger))


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        (f'// CR 100.2 "{LANTERN}"', ("100.4",)),
        (f'// CR 100.2 "{ROPE}"', ("100.5",)),
        (f'// CR 100.2 "{LANTERN} {ROPE}"', ()),
        ("// CR 100.2", ("100.4",)),
    ],
    ids=["the main part", "another part", "both parts", "neither"],
)
@pytest.mark.parametrize("base", [None, OLD])
def test_the_quoted_part_of_a_split_rule_is_suggested(
    judge: Judge, text: str, suggestions: tuple[str, ...], base: str | None
) -> None:
    (fault,) = judged(judge, text, base)
    assert fault.suggestions == suggestions


@pytest.mark.parametrize(
    "text",
    [
        "// a boat whose mast can't hoist (CR 100.3)",
        "// HOIST_HARD_STOP: the boat goes into the shed (CR 100.3)",
    ],
    ids=["a verb of the rule itself", "a constant"],
)
def test_words_of_the_rule_itself_name_no_other_rule(judge: Judge, text: str) -> None:
    (fault,) = judged(judge, text, OLD)
    assert fault.suggestions == ("100.6",)
    assert "belong to another rule" not in fault.message
