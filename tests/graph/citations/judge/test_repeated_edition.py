"""By which edition a reference inside the text of a rule is judged that a file repeats."""

from __future__ import annotations

import re

import pytest

from graph.citations.find.finder import find_citations
from graph.citations.judge.judge import Judge
from graph.history import History
from rules.records import Reference, Resolution
from tests.graph.citations.judge.judged_history import EDITIONS, A, B, C, D, JudgedHistory, check

_REFERENCE = re.compile(r"rule (\d{3}\.\d[a-z]?)")
KNOT = "A knot between two boats is undone before either of them is fastened, as said in rule"


class ReferringHistory(JudgedHistory):
    """The facts of the small history, with the references between its rules."""

    def references(self, edition: str, source: str | None = None) -> tuple[Resolution, ...]:
        found = _REFERENCE.finditer(EDITIONS[edition].get(source or "", ""))
        return tuple(
            Resolution(
                Reference(source or "", "text", match[1], "rule", (match[1],), None, *match.span(1)), "ok", (match[1],)
            )
            for match in found
        )


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(History(ReferringHistory()))  # type: ignore[arg-type]


def test_the_edition_that_is_repeated_counts_and_not_the_declared_one(judge: Judge) -> None:
    """In the declared edition 700.3a is another rule, and the words next to it say nothing about that rule."""
    text = f"// «700.2c» {KNOT} «700.3a»."
    check(judge, text, f"CR002 700.2c -> 700.3c since {C}", f"CR003 700.3a since {C}", base=C)


def test_a_reference_that_has_its_present_number_is_right(judge: Judge) -> None:
    for base in (A, B, C, D):
        check(judge, f"// 700.3c {KNOT} 700.4a.", base=base)


@pytest.mark.parametrize(
    "text",
    [
        f"// CR 700.1 is for boats.\n// {KNOT} 700.3a.",
        "// CR 700.1\n// 700.3c: boats are tied and fastened, as said in rule 700.3a.",
        f"// 700.3c {KNOT[:40]}.\n\n// as said in rule 700.3a",
    ],
    ids=["no head", "own words", "another comment"],
)
def test_other_numbers_are_judged_by_the_declaration(judge: Judge, text: str) -> None:
    check(judge, text, base=C)


def test_a_reference_names_the_head_of_its_text() -> None:
    text = (
        "// CR 702.40a Boats are rowed by two (see rule 702.9). The sails of rules 702.3a and 702.4\n"
        "// hang on the mast.\n"
        "\n"
        "// 702.41a Boats float, as CR 702.9 says. Nobody (see rule 702.9) swims. Rule 702.10 is long.\n"
        "row(); // oars (rule 702.5)\n"
    )
    heads = [(citation.raw, citation.head) for citation in find_citations(text)]
    assert heads == [
        ("702.40a", None),
        ("702.9", "702.40a"),
        ("702.3a", "702.40a"),
        ("702.4", "702.40a"),
        ("702.41a", None),
        ("702.9", None),
        ("702.9", None),
        ("702.10", None),
        ("702.5", None),
    ]
