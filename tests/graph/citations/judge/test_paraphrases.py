"""CR010: the words next to a number fit another rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph.citations.codes import LIKELY_ANOTHER
from graph.citations.judge.judge import Judge
from graph.citations.judge.paraphrase import (
    WEIGHTS,
    FileMeasures,
    RivalMeasures,
    WordMeasures,
    find_doubt,
    find_probability,
)
from graph.history import History
from tests.graph.citations.judge.judged_history import judged
from tests.graph.ledger.conftest import make_ledger
from tests.graph.lineages.small import link

OTHERS = 150
"""Number of rules with words of their own, so that most words are rare."""
RULES = {
    "1": "Harbour|",
    "100": "Boats|",
    "100.1": "Inspectors visit the harbour.",
    "100.1a": "Lanterns are lit with whale oil before sunset.",
    "100.1b": "A frayed anchor cable must be spliced by a licensed ropemaker.",
    "100.1c": "The licensed cook, see rule 100.1a, scrubs copper kettles with coarse sand and vinegar.",
    "100.1d": "Captain Morrow, Bosun Teal and Pilot Quill share one hammock.",
    "100.1e": "Barrels of salted herring, biscuit, lemons, cheese, candles, canvas, tallow, pitch, tar, rope, nails, "
    "lumber, bricks, slate, gravel and marble fill the hold.",
}
RULES |= {f"1{number // 10 + 10}": "Places|" for number in range(0, OTHERS, 10)}
RULES |= {
    f"1{number // 10 + 10}.{number % 10 + 1}": f"Pier{chr(97 + number // 26)}{chr(97 + number % 26)} is painted."
    for number in range(OTHERS)
}
PARAPHRASE = "a licensed ropemaker splices the frayed cable of an anchor"


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Iterator[History]:
    with make_ledger(tmp_path_factory.mktemp("paraphrases") / "ledger", {"2020-01-01": RULES}) as ledger:
        yield History(ledger)


@pytest.fixture(scope="module")
def judge(history: History) -> Judge:
    return Judge(history, chosen=(LIKELY_ANOTHER,))


@pytest.mark.parametrize("text", [f"// CR 100.1a: {PARAPHRASE}", f"// {PARAPHRASE} (CR 100.1a)"])
def test_the_rule_that_the_words_fit_is_named_with_the_words(judge: Judge, text: str) -> None:
    (fault,) = judged(judge, text)
    assert (fault.code, fault.number) == ("CR010", "100.1a")
    assert "100.1b" in fault.message
    assert '"ropemaker"' in fault.message
    assert (fault.suggestions, fault.fix) == ((), ""), "a person must choose"


@pytest.mark.parametrize(
    "text",
    [
        f"// CR 100.1b: {PARAPHRASE}",
        f"// CR 100.1: {PARAPHRASE}",
        "// CR 100.1a: all of them",
        "// CR 100.1a: whale oil for the lanterns of the ropemaker",
        "// CR 100.1a: the drunken sailor dances on a table all night",
        f"// CR 100.1b, CR 100.1a: {PARAPHRASE}",
        # the words are those of a rule that itself cites the number
        "// the cook scrubs kettles of copper with coarse sand and vinegar (see CR 100.1a)",
        f"// unlike the lanterns, {PARAPHRASE} (CR 100.1a)",
        "// CR 100.1a: lina kotwicy lub splices",
        "// a crate that Captain Morrow and Bosun Teal lend to Pilot Quill (CR 100.1a)",
    ],
    ids=[
        "right",
        "its rule",
        "no words of rules",
        "of both",
        "of none",
        "in a list",
        "words of a rule that cites it",
        "a comparison",
        "another language",
        "names of cards",
    ],
)
def test_it_is_silent(judge: Judge, text: str) -> None:
    assert judged(judge, text) == []


@pytest.mark.parametrize("number", ["100.1a", "112.3"], ids=["in the chapter", "in another chapter"])
def test_another_rule_must_have_three_words(judge: Judge, number: str) -> None:
    assert judged(judge, f"// CR {number}: a frayed cable") == []
    (fault,) = judged(judge, f"// CR {number}: a frayed cable of an anchor")
    assert (fault.code, fault.number) == ("CR010", number)
    assert "100.1b" in fault.message


def test_the_cited_rule_must_have_few_of_the_words(judge: Judge) -> None:
    words = "a licensed ropemaker splices frayed anchor cables on boats"
    assert judged(judge, f"// CR 100.1a: {words}") != []
    assert judged(judge, f"// CR 100.1a: {words} with lanterns and oil") == []


def test_a_rule_of_another_chapter_must_have_most_of_the_words(judge: Judge) -> None:
    assert judged(judge, "// CR 112.3: a frayed anchor cable of pieraa") != []
    assert judged(judge, "// CR 112.3: a frayed anchor cable, sand, copper, vinegar and oil of a whale") == []


def test_the_words_must_have_a_good_part_of_the_rule_of_another_chapter(judge: Judge) -> None:
    assert judged(judge, "// CR 112.3: herring, lemons and bricks") == []
    assert judged(judge, "// CR 112.3: herring, biscuit, lemons, cheese, candles and bricks") != []


def test_the_subrules_of_the_other_rule_count_as_parts_of_it(tmp_path: Path) -> None:
    """A rule with subrules often has few words of its own, which clauses about other rules have too."""
    rules = RULES | {
        "100.2": "Moorings.",
        "100.2a": "Buoys and beacons mark the fairway, the reef, the shoal, the sandbank and the wreck.",
        "100.2b": "Tugs tow schooners, brigs, ketches, barges, dredgers, ferries and trawlers.",
    }
    with make_ledger(tmp_path / "ledger", {"2020-01-01": rules}) as ledger:
        judge = Judge(History(ledger), chosen=(LIKELY_ANOTHER,))
        assert judged(judge, "// CR 112.3: tugs at moorings of ferries") == []


def test_words_of_a_rule_that_cited_the_number_once_are_no_paraphrase(tmp_path: Path) -> None:
    reworded = {"100.1c": RULES["100.1c"].replace("100.1a", "100.1b")}
    text = "// the cook scrubs kettles of copper with coarse sand and vinegar (see CR 100.1a)"
    editions = {"2020-01-01": RULES, "2021-01-01": RULES | reworded}
    links = {"2021-01-01": [link("100.1c", "100.1c", "kept", "wording")]}
    with make_ledger(tmp_path / "ledger", editions, links) as ledger:
        assert judged(Judge(History(ledger), chosen=(LIKELY_ANOTHER,)), text) == []


def test_a_number_that_may_share_its_words_with_a_neighbour_is_not_reported(judge: Judge) -> None:
    faults = judged(judge, f"// CR 100.1b {PARAPHRASE}, CR 112.3: a frayed cable of an anchor")
    assert faults == []
    assert judged(judge, f"// CR 112.3, CR 110.3: {PARAPHRASE}") == []
    assert judged(judge, f"// {PARAPHRASE} (CR 112.3, 110.3)") == []


def test_words_that_are_partly_of_another_language_are_no_paraphrase(judge: Judge) -> None:
    assert judged(judge, f"// CR 112.3: {PARAPHRASE}, stary bosman") != []
    assert judged(judge, f"// CR 112.3: {PARAPHRASE}, stary bosman czeka w porcie") == []


def test_the_message_says_that_the_rule_is_not_certain(judge: Judge) -> None:
    (fault,) = judged(judge, f"// CR 100.1a: {PARAPHRASE}")
    assert fault.message.endswith("It is not certain which rule is meant.")


def test_names_without_capitals_are_words(judge: Judge) -> None:
    (fault,) = judged(judge, "// a crate that captain morrow and bosun teal lend to pilot quill (CR 100.1a)")
    assert "100.1d" in fault.message


def test_a_mistake_that_the_file_repeats_is_reported_each_time(judge: Judge) -> None:
    faults = judged(judge, f"// CR 100.1a: {PARAPHRASE}\n\n// CR 100.1a: {PARAPHRASE}")
    assert [fault.number for fault in faults] == ["100.1a", "100.1a"]


def test_a_number_whose_rule_the_file_cites_elsewhere_is_less_doubtful(judge: Judge) -> None:
    assert judged(judge, "// CR 100.1a: a frayed anchor cable\n\n// CR 100.1b: the boats wait.") == []
    assert judged(judge, "// CR 100.1a: a frayed anchor cable\n\n// CR 110.3: the boats wait.") != []


def test_a_number_that_continues_a_sequence_is_less_doubtful(judge: Judge) -> None:
    def report(first: str, second: str, third: str) -> list[str]:
        text = f"// {first} Inspectors.\n\n// {second} a frayed anchor cable\n\n// {third} Kettles.\n"
        return [fault.number for fault in judged(judge, text)]

    assert report("CR 100.1", "CR 100.1a", "CR 100.1c") == []
    assert "100.1a" in report("CR 110.1", "CR 100.1a", "CR 110.3")


def test_the_number_of_another_chapter_is_reported(judge: Judge) -> None:
    (fault,) = judged(judge, f"// CR 112.3: {PARAPHRASE}")
    assert (fault.code, fault.number) == ("CR010", "112.3")
    assert "100.1b" in fault.message


def test_words_of_the_cited_rule_only_lessen_the_doubt() -> None:
    """Otherwise the test of a number without its words, which comes first, would spare numbers that are doubtful."""
    assert all(weight <= 0 for weight in WEIGHTS.words)


def test_a_rival_that_has_more_of_the_words_makes_a_number_less_likely() -> None:
    file = FileMeasures(*(0.0 for _ in WEIGHTS.file))
    doubt = find_doubt(file, WordMeasures(share_of_rule=0.1, share_of_words=0.2))
    weak = RivalMeasures(share_of_rule=0.1, more_of_words=0.1, more_terms=1.0, is_cited=0.0)
    strong = RivalMeasures(share_of_rule=0.5, more_of_words=0.8, more_terms=4.0, is_cited=1.0)
    assert find_probability(doubt, weak) < 0.5 < find_probability(doubt, strong)
    assert find_doubt(file) > doubt


def test_it_is_only_for_those_who_select_it(history: History) -> None:
    assert judged(Judge(history), f"// CR 100.1a: {PARAPHRASE}") == []
