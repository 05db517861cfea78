"""CR005: the title of a rule of another chapter next to a number whose rule has none of the words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph.citations.judge.judge import Judge
from graph.history import History
from graph.ledger import open_ledger
from tests.graph.citations.judge.judged_history import judged
from tests.graph.ledger.conftest import make_ledger

RULES = {
    "1": "Harbour|",
    "100": "Boats|",
    "100.1": "Inspectors visit every harbour at noon.",
    "100.2": "A hook is coiled after use.",
    "100.3": "Wet sails dry on a pole, see rule 103.1.",
    "101": "Quays|",
    "101.1": "Copper coins are counted twice.",
    "101.2": "Crates are stacked by colour.",
    "102": "Signal Lamps|",
    "102.1": "Oil burns in them.",
    "103": "Fog Horns|",
    "103.1": "They sound in mist.",
    "103.1a": "Nobody answers, see rule 101.2.",
    "7": "Deeds|",
    "700": "Manoeuvres|",
    "700.1": "Towing|",
    "700.1a": "Towing drags another boat with a rope and a hook.",
    "700.2": "Night Watch|",
    "700.2a": "A night watch lasts until dawn, see rule 100.1.",
}


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Judge]:
    with make_ledger(tmp_path_factory.mktemp("strange") / "ledger", {"2020-01-01": RULES}) as ledger:
        yield Judge(History(ledger))


@pytest.mark.parametrize(
    ("text", "suggestions"),
    [
        ("// Towing (CR 101.1)", ("700.1",)),
        ("// CR 101.1: Towing", ("700.1",)),
        ("// Towing: drags a boat with a rope (CR 101.1)", ()),
        ("| Towing | drags another boat | CR 101.1 |", ()),
        ("// night watch (CR 101.1)", ("700.2",)),
        ("// Night Watch lasts until dawn (CR 101.1)", ()),
        ("// Signal Lamps (CR 101.1)", ()),
        ("// CR 700.1\n" + 20 * "// nothing else is here\n" + "\n// Towing (CR 101.1)", ("700.1",)),
    ],
    ids=[
        "before it",
        "after it",
        "first in the clause",
        "in a row",
        "several words in small letters",
        "several words at the beginning of a sentence",
        "the title of a chapter",
        "its own number far away",
    ],
)
def test_a_title_that_stands_alone_accuses_a_number_of_another_chapter(
    judge: Judge, text: str, suggestions: tuple[str, ...]
) -> None:
    [fault] = judged(judge, text)
    assert (fault.code, fault.number, fault.suggestions) == ("CR005", "101.1", suggestions)


def test_the_message_names_the_rule_with_the_title(judge: Judge) -> None:
    [fault] = judged(judge, "// Towing (CR 101.1)")
    assert "700.1" in fault.message


@pytest.mark.parametrize(
    "text",
    [
        "// Towing: coins are counted (CR 101.1)",
        "// Towing needs permission (CR 101.1)",
        "// towing (CR 101.1)",
        "// unlike Towing (CR 101.1)",
        "// The Towing (CR 101.1)",
        "// `towing_rope` (CR 101.1)",
        "// Night Watch (CR 100.1)",
        "// Towing (CR 100.2, CR 101.1)",
        "// CR 101.1, CR 700.1 Towing",
        "// Towing: łódź holuje inną łódź liną przez kanał (CR 101.1)",
        "// `night_watch` (CR 101.1)",
        "// Night Watch(boat) is coiled (CR 101.1)",
        "// Fog Horns (CR 100.3)",
        "// Fog Horns (CR 101.2)",
        "// CR 700.1a\n// Towing (CR 101.1)",
        "// Signal Lamps (CR 101.1)\n// CR 102.1",
        "// oil and coins: no light on a night watch (CR 101.1)",
        "// CR 101.1 / night watch",
        'check("CR 101.1 / Towing", "wet")',
        "| Towed | Towings `ropes` per CR 101.1 |",
        "| all of them | CR 101.1+ | Night Watch, Towing |",
        "// Signal Lamps burn until dawn (CR 101.1)",
        "// night watch rings the old bell (CR 101.1)",
    ],
    ids=[
        "the rule has a word",
        "first word of a sentence",
        "small letters",
        "a comparison",
        "after another word",
        "an identifier",
        "its rule refers to the number",
        "a list",
        "of the next citation",
        "another language",
        "an identifier of several words",
        "a call",
        "the number refers to a rule of the chapter",
        "a subrule of the chapter refers to the number",
        "its own number close by",
        "a rule of the chapter close by",
        "the end of a sentence",
        "another thing after a slash",
        "the topic of a label of two parts",
        "a verb before a name of code",
        "an open range",
        "a sentence about the thing that a chapter is about",
        "small letters at the beginning of a line",
    ],
)
def test_a_title_does_not_accuse(judge: Judge, text: str) -> None:
    assert judged(judge, text) == []


def test_a_rule_that_names_the_title_itself_is_not_accused() -> None:
    """704.5z of February 2026 has the name of the keyword, and is 704.5aa since August."""
    judge = Judge(History(open_ledger()), "2026-08-07")
    [fault] = judged(judge, "# CR 704.5z - Start Your Engines (speed)", "2026-02-27")
    assert (fault.code, fault.suggestions) == ("CR003", ("704.5aa",))
