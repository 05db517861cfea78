"""Which numbers in a test are those of its own document, and which are in a sentence that it expects."""

from __future__ import annotations

import pytest

from graph.citations.find.finder import find_citations
from graph.citations.find.texts_of_tests import mark_texts_of_tests
from tests.graph.ledger.test_copies import SENTENCES, Lake

DOCUMENT = """
600. Boats

600.1. A boat of this test is rowed by nobody at all.

600.1a A lantern on that boat is lit by the first of its guests.

600.2 A full stop is missing here, as in some old printings. See rule 600.1 and rule 702.40a.

Lantern
A light that the guests of a boat carry. See rule 600, "Boats."
"""
TEST = "def test_reads_boats():\n    assert read(BOATS)"
OWN = f'BOATS = dedent(\n    """\\\n{DOCUMENT}"""\n)\n'


def list_mentioned(text: str) -> list[str]:
    """Return the numbers that are marked as those of a made-up document."""
    citations = mark_texts_of_tests(text, find_citations(text, cites_rules=True), Lake())
    return [citation.raw for citation in citations if citation.change_numbers]


def test_a_document_of_a_test_declares_its_own_numbers() -> None:
    text = f'{OWN}{TEST}["600.1a"]  # the document says "See rule 600.1"\n# 600.7 is missing; CR 600.7, CR 702.40b\n'
    inside = ["600.1", "600.1a", "600.2", "600.1", "702.40a", "600"]
    assert list_mentioned(text) == [*inside, "600.1a", "600.1", "600.7"]


def test_a_document_may_be_a_string_on_one_line() -> None:
    printed = DOCUMENT.replace('"', "'").replace("\n", "\\n")
    assert list_mentioned(f'row("{printed}");\n{TEST}') == ["600.1", "600.1a", "600.2", "600.1", "702.40a", "600"]


@pytest.mark.parametrize(
    "text",
    [
        OWN,
        f'def row():\n    """\n{DOCUMENT}"""\n\n\n{TEST}',
        f'BOATS = """{DOCUMENT.replace("600.1a ", "").replace("600.2 ", "")}{"Nobody rows here. " * 20}"""\n{TEST}',
        f"{OWN.replace('A boat of this test is rowed by nobody at all.', SENTENCES[0])}{TEST}",
    ],
    ids=["no test", "documentation of a function", "one rule", "a rule of an edition"],
)
def test_other_texts_declare_no_numbers(text: str) -> None:
    assert list_mentioned(text) == []


@pytest.mark.parametrize(
    ("statement", "is_expected"),
    [
        (f'assertThat(entry, is("{SENTENCES[0]} See rule 701.7."));', True),
        (f'row("{SENTENCES[0]} See rule 701.7.");', False),
        ('assertThat(entry, is("Nobody rows to the middle of this lake at night (rule 701.7)."));', False),
        (f'assertThat(entry, is("{SENTENCES[0]}")); // rule 701.7', False),
    ],
    ids=["sentence of an edition", "no comparison", "own sentence", "comment"],
)
def test_a_test_expects_a_sentence_of_the_rules(statement: str, *, is_expected: bool) -> None:
    text = f"@Test\npublic void rows() {{\n    {statement}\n}}\n"
    (citation,) = mark_texts_of_tests(text, find_citations(text, cites_rules=True), Lake())
    assert citation.is_expected is is_expected


def test_a_sentence_before_the_first_test_is_not_expected() -> None:
    text = f'assert read("{SENTENCES[0]} See rule 701.7.")\n{TEST}'
    (citation,) = mark_texts_of_tests(text, find_citations(text, cites_rules=True), Lake())
    assert not citation.is_expected
