"""Places in which a bare number is a citation if its file cites the rules: link texts, constants, comments, lists."""

from __future__ import annotations

import pytest

from graph.citations.find.finder import find_citations


def list_cited(text: str) -> list[str]:
    """The numbers cited in a text that cites the rules elsewhere."""
    return [citation.raw for citation in find_citations(f"see CR 100.1a\n\n{text}\n", cites_rules=True)][1:]


@pytest.mark.parametrize(
    "text",
    [
        "- [702.41 Towing](boats.md)",
        "- [702.41 Towing](#70241-towing)",
        "- [Towing, 702.41](boats/towing)",
        'export const TOWING = "702.41"; // Towing',
        'const RULE_OF_TOWING: &str = "702.41"; // towing',
        "ROW_BOAT = '702.41'  # Row boat",
        "(push-boats boats)) ;702.41",
        "  (push-boats boats) ;;702.41",
    ],
)
def test_a_number_in_such_a_place_is_a_citation(text: str) -> None:
    assert list_cited(text) == ["702.41"]


@pytest.mark.parametrize(
    "text",
    [
        'export const TOWING = "702.41"; // metres of rope',
        'export const TOWING = "702.41";',
        'const ROW = "702.41"; // row',
        "boats[row](x.length, 702.41)",
        "push(boats);702.41",
    ],
)
def test_an_amount_in_code_is_none(text: str) -> None:
    assert list_cited(text) == []


def test_words_of_a_comment_of_lisp_end_before_its_mark() -> None:
    _, citation = find_citations("; see CR 100.1a\n(row towing)) ;702.41 drifting\n", cites_rules=True)
    assert [evidence.words for evidence in citation.evidence] == ["drifting"]


def test_numbers_listed_also_are_cited() -> None:
    assert list_cited("towing: {rule: 702.41, also: [702.21, 702.22]}") == ["702.41", "702.21", "702.22"]
    assert list_cited("towing: {length: 702.41, also: [702.21]}") == []


HEADED = 'rule "{}"\n/*Boats that drift at night carry two lanterns and a bell, says the warden.*/\nwhen\n'


@pytest.mark.parametrize("number", ["CR 102.3b", "102.3b"])
def test_the_comment_below_a_heading_of_code_is_the_text_of_the_rule(number: str) -> None:
    (citation,) = find_citations(HEADED.format(number), cites_rules=True)
    texts = [evidence.words for evidence in citation.evidence if evidence.kind == "text"]
    assert texts == ["Boats that drift at night carry two lanterns and a bell, says the warden."]


@pytest.mark.parametrize(
    "text",
    [
        'push("CR 102.3b")\n/*Boats that drift at night carry two lanterns and a bell, says the warden.*/',
        'rule "CR 102.3b" salience 1\n/*Boats that drift at night carry two lanterns and a bell, says the warden.*/',
        'rule "CR 102.3b"\nwhen\n/*Boats that drift at night carry two lanterns and a bell, says the warden.*/',
    ],
)
def test_a_comment_below_other_code_is_not(text: str) -> None:
    (citation,) = find_citations(text)
    assert citation.evidence == ()
