"""CR004, CR005 and CR010: the name of a rule that is likelier meant than the rule of the number."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph.citations.judge.judge import Judge
from graph.citations.judge.name_measures import WEIGHTS, Measures, find_logit
from graph.history import History
from tests.graph.citations.judge.judged_history import judged
from tests.graph.ledger.conftest import make_ledger

FILLING = {
    f"90{chapter}.{rule}": f"Word{chapter}{rule}q is nothing else." for chapter in range(9) for rule in range(1, 40)
}
RULES = {
    "100": "Boats|",
    "100.1": "Inspectors visit every harbour at noon.",
    "100.2": "Copper coins are counted twice.",
    "100.3": "A dawn bell rings for the crew.",
    "700": "Manoeuvres|",
    "700.1": "Towing|",
    "700.1a": "Towing drags another vessel with a rope.",
    "700.2": "Moonwatch|",
    "700.2a": "A weary moonwatch lasts until dawn.",
    "700.3": "Signalling|",
    "700.3a": "Signalling burns lamp oil, see rule 700.4.",
    "700.4": "Anchorage|",
    "700.4a": "Anchorage holds a hull in mud.",
    "700.4b": "A tired anchorage will always keep the long hull of the ship in place.",
    **{f"90{chapter}": f"Heading{chapter}q|" for chapter in range(9)},
    **FILLING,
}


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    with make_ledger(tmp_path_factory.mktemp("likely") / "ledger", {"2020-01-01": RULES}) as ledger:
        yield History(ledger)


@pytest.fixture(scope="module")
def judge(history: History) -> Judge:
    return Judge(history)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("// a vessel is dragged on a rope by towing it (CR 700.2a)", "700.1a"),
        ("// moored while towing drags another vessel with a rope (CR 700.4)", "700.1"),
        ("// until dawn the moonwatch lasts (CR 700.1a)", "700.2a"),
    ],
    ids=["among its words", "before its words", "after its words"],
)
def test_a_name_among_words_of_its_rule_is_found(judge: Judge, text: str, meant: str) -> None:
    [fault] = judged(judge, text)
    assert fault.code == "CR005"
    assert fault.suggestions == (meant,)
    assert judged(judge, text.replace(fault.number, meant)) == []


def test_a_name_next_to_a_rule_that_has_nothing_to_do_with_it_is_found(judge: Judge) -> None:
    [fault] = judged(judge, "// the weary moonwatch lasts until dawn (CR 100.2)")
    assert fault.code == "CR005"
    assert "700.2" in fault.message
    assert fault.suggestions == ()


def test_a_name_and_a_part_of_the_text_of_its_rule_show_the_rule(judge: Judge) -> None:
    quoted = "a tired anchorage will always keep the long hull of the ship"
    [fault] = judged(judge, f"// CR 100.3: {quoted} deep in wet mud")
    assert fault.code == "CR005"
    assert "700.4" in fault.message
    assert judged(judge, f"// CR 100.3: {quoted.replace('anchorage', 'mooring')} deep in wet mud") == []


@pytest.mark.parametrize(
    "text",
    [
        "// the moonwatch lasts at noon (CR 100.1)",
        "// the moonwatch lasts until dawn, and burns no rope (CR 100.3)",
        "// the moonwatch lasts until dawn (CR 100.2), and CR 700.2 is its title",
        "// copper coins of a moonwatch (CR 100.2)",
        "// lamp oil of a moonwatch (CR 700.3a)",
        "// unlike a moonwatch it lasts until dawn (CR 700.1a)",
        "// drags a vessel (CR 700.1a), moonwatch until dawn",
        "// a moonwatch that lasts until dawn (CR 700.1a + CR 700.2a)",
        "// rule 700.1a has the moonwatch do nothing until dawn",
    ],
    ids=[
        "words of the rule without a title at noon",
        "rule without a title that shares a word with the named one",
        "rule of the name cited close by",
        "words of the rule without a title",
        "words of the cited rule",
        "compared",
        "after a bracket and a comma",
        "next to its own number",
        "in a sentence with the number",
    ],
)
def test_other_names_are_left_alone(judge: Judge, text: str) -> None:
    assert judged(judge, text) == []


@pytest.fixture(scope="module")
def strict(history: History) -> Judge:
    return Judge(history, chosen=("CR010",))


def test_a_name_in_a_sentence_with_the_number_is_reported_on_request(strict: Judge) -> None:
    [fault] = judged(strict, "// rule 700.1a has the weary moonwatch do nothing until dawn")
    assert fault.code == "CR010"
    assert '"moonwatch"' in fault.message
    assert "700.2" in fault.message
    assert fault.suggestions == ()


def test_a_name_next_to_a_rule_of_another_chapter_is_reported_on_request(strict: Judge) -> None:
    [fault] = judged(strict, "// the moonwatch (CR 100.2)")
    assert fault.code == "CR010"
    assert "700.2" in fault.message
    assert judged(strict, "// copper coins of a moonwatch (CR 100.2)") == []
    assert judged(strict, "// the moonwatch (CR 100.3)") == [], "both are about dawn"


def test_the_title_of_a_chapter_is_only_a_word_on_request(strict: Judge) -> None:
    faults = judged(strict, "// The Harbour (CR 700.1a)")
    assert not [fault for fault in faults if "named next to" in fault.message]


def test_names_next_to_a_list_are_only_words(strict: Judge) -> None:
    faults = judged(strict, "// a moonwatch (CR 700.1a, CR 700.3)")
    assert not [fault for fault in faults if "named next to" in fault.message]
    assert "named next to" in judged(strict, "// a moonwatch (CR 700.1a)")[0].message


def test_shared_words_lower_the_odds() -> None:
    nothing = Measures(*(0.0 for _ in Measures._fields))
    assert find_logit(nothing) == 0
    assert find_logit(nothing._replace(share_of_cited=1.0)) == WEIGHTS.share_of_cited < 0
    assert find_logit(nothing._replace(share_of_named=1.0)) == WEIGHTS.share_of_named > 0
