"""A title that a verb links with its number speaks like one printed as its title, in both directions."""

from __future__ import annotations

import pytest

from graph.citations.find.finder import find_citations
from graph.citations.judge.judge import Judge
from tests.graph.citations.judge.judged_history import check, judged, make_judge


@pytest.fixture(scope="module")
def judge() -> Judge:
    return make_judge()


@pytest.mark.parametrize(
    "text",
    [
        "// CR «700.4» is Drifting",
        "// CR «700.4» means Drifting.",
        "// CR «700.4» defines “Drifting”, says the pilot",
        "// CR «700.4» is Drifting, CR 700.5 is Towing",
        "// Drifting is CR «700.4»",
        "// Drifting is defined in CR «700.4»",
    ],
)
def test_a_linked_title_of_another_rule_is_reported(judge: Judge, text: str) -> None:
    check(judge, text, "CR005 700.4 -> 700.3")


@pytest.mark.parametrize(
    "text",
    ["// CR 100.2 is Harbour Tolls", "// Harbour Tolls are covered by CR 100.2", "// CR 100.2 covers Harbour Tolls."],
)
def test_a_linked_title_of_several_words_is_read_as_a_title(text: str) -> None:
    (citation,) = find_citations(text)
    assert [words.words for words in citation.evidence if words.kind == "title"] == ["Harbour Tolls"]


@pytest.mark.parametrize("text", ["// CR 100.2 covers Tolls", "// Tolls are covered by CR 100.2."])
def test_one_word_that_a_rule_covers_may_have_its_title_elsewhere(text: str) -> None:
    (citation,) = find_citations(text)
    assert [words.words for words in citation.evidence if words.kind == "title"] == []


@pytest.mark.parametrize(
    "text",
    [
        "// CR 700.3 is Drifting",
        "// Drifting is defined in CR 700.3",
        "// CR 700.4 is not Drifting",
        "// CR 700.4 was Drifting once",
        "// CR 700.4 is Drifting with a rope",
        "// CR 100 covers Tolls",
        "// the harbour of Tolls is CR 100",
    ],
)
def test_right_titles_and_words_of_a_sentence_are_not_reported(judge: Judge, text: str) -> None:
    assert judged(judge, text) == []
