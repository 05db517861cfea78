"""Which citations stand in a sentence that a copy of the rules in the same file has, too."""

from __future__ import annotations

from functools import partial

import pytest

from bench.growth import grows_in_proportion
from graph.citations.find.copied_sentences import mark_copied_sentences
from graph.citations.find.finder import find_citations
from graph.citations.records import Citation

COPY = (
    "Row\nTo move a boat with oars across the lake. See rule 701.32, “Row.”\n\n"
    "Tow\nSee rule 701.33, “Tow.”\n\n701.34. Boats that are towed keep their crew.\n"
)


def list_marked(outside: str, *, copied: str = COPY) -> list[str]:
    """Return the marked numbers of a text after a copy of the rules."""
    text = f"input := `{copied}`\n{outside}"
    marked = mark_copied_sentences(
        text, find_citations(text, cites_rules=True), [range(text.index("`") + 1, text.rindex("`"))]
    )
    return [citation.raw for citation in marked if citation.is_in_copy_too]


@pytest.mark.parametrize(
    ("outside", "marked"),
    [
        ('{Text: "To move a boat with oars across the lake. See rule 701.32, “Row.”"},', ["701.32"]),
        ("expected = 'across the lake. See rule 701.32'", ["701.32"]),
        ('expected = "See rule 701.33, “Tow.”"', ["701.33"]),
        ('expected = "701.34. Boats that are towed"', ["701.34"]),
        ("// To move a boat with oars across the lake. See rule 701.32.", ["701.32"]),
        ("// See rule 701.32.", []),
        ('expected = "To move a boat with oars across the sea. See rule 701.32"', []),
        ('expected = "To move a boat with oars across the lake. See rule 701.33"', []),
        ('row("701.32")', []),
    ],
    ids=[
        "whole text",
        "end of a sentence",
        "short string",
        "printed rule",
        "comment",
        "short comment",
        "another word",
        "another number",
        "number alone",
    ],
)
def test_a_sentence_of_a_copy_is_recognised_elsewhere(outside: str, marked: list[str]) -> None:
    assert list_marked(outside) == marked


def test_line_ends_and_marks_may_be_escaped_in_a_string() -> None:
    copied = COPY.replace("\n", "\\n").replace("“", '\\"').replace("”", '\\"')
    outside = 'expected = "To move a boat with oars across the lake. See rule 701.32"'
    assert list_marked(outside, copied=copied) == ["701.32"]


def test_many_citations_cost_in_proportion() -> None:
    def mark(count: int) -> partial[list[Citation]]:
        text = f"`{COPY * count}`\n" + '"the lake. See rule 701.32"\n' * count
        citations = find_citations(text, cites_rules=True)
        return partial(mark_copied_sentences, text, citations, [range(1, len(COPY) * count)])

    assert grows_in_proportion(mark, 60)
