"""The rulings summary with the rules' own numbers: pages and texts of 2003 to 2009, and hostile ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from rules.provenance import provenance_of
from rules.records import RULINGS_SUMMARY, ParsedDocument
from scraper.dialects.rulings.numbering import kind_of, parent_of, sort_key
from scraper.parse import UnknownDialect, parse_bytes

GOLDENS = Path(__file__).parents[1] / "goldens"
INPUTS = [
    path.read_text(encoding="utf-8")
    for name in ("crystal-keep", "rulings-summary")
    for path in sorted((GOLDENS / name).glob("*"))
    if path.suffix != ".json"
]


def parse_text(text: str) -> ParsedDocument:
    return parse_bytes(text.encode(), "page.txt", dialect="crystal-keep")


@pytest.mark.parametrize(
    ("number", "kind", "parent"),
    [
        ("5", "section", None),
        ("502", "chapter", "5"),
        ("502.3", "rule", "502"),
        ("502.3a", "subrule", "502.3"),
        ("502.3.Ruling.1", "ruling", "502.3"),
        ("502.3a.Ruling.1", "ruling", "502.3a"),
        ("502.Ruling.1", "ruling", "502"),
        ("G", "section", None),
        ("G6", "chapter", "G"),
        ("G6.4", "rule", "G6"),
        ("G6.4.1", "subrule", "G6.4"),
        ("A.2", "chapter", "A"),
        ("A.2.1", "rule", "A.2"),
        ("A.2.Ruling.1", "ruling", "A.2"),
    ],
)
def test_numbers(number: str, kind: str, parent: str | None) -> None:
    assert (kind_of(number), parent_of(number)) == (kind, parent)


def test_numbers_sort_as_printed() -> None:
    numbers = ["502", "502.2", "502.2a", "502.2b", "502.2.Ruling.1", "502.2.Ruling.10", "502.3", "502.20"]
    assert sorted(numbers, key=sort_key) == numbers


def test_a_tag_on_a_line_of_its_own_closes_the_words_before() -> None:
    document = parse_text(
        "502.1 - Sheep sleep.\n\n[MeadowRules 2003/07/01]\n\n502.2 - Rams do not. [Sam Hill 2004/01/01]\n"
    )
    assert document.rules[0].text == "Sheep sleep. [MeadowRules 2003/07/01]"


def test_a_dash_in_prose_is_no_label() -> None:
    document = parse_text(
        "502.1 - Sheep sleep. [Sam Hill 2004/01/01]\n\nA - what a day - it was, and no lamb was lost.\n"
    )
    assert [rule.number for rule in document.rules] == ["502.1"]


def test_a_document_without_rules_says_so() -> None:
    document = parse_text("General Rulings\nNothing here is numbered.\n")
    assert [row.code for row in document.diagnostics] == ["no-rules"]


MUTATIONS = st.lists(
    st.tuples(
        st.sampled_from(["cut", "double", "swap", "insert"]),
        st.integers(0, 3000),
        st.integers(0, 3000),
        st.sampled_from(
            [*'\n[]-+|•<>&."', "502.3 - ", "A.1.2- ", "[A 1994]", "<li>", "</p><p>", "\x00", "Top\n", "Note - "]
        ),
    ),
    max_size=8,
)


def mutate(text: str, steps: list[tuple[str, int, int, str]]) -> str:
    for step, start, length, words in steps:
        at = start % (len(text) + 1)
        piece = text[at : at + length % 400]
        rest = text[at + len(piece) :]
        text = (
            text[:at]
            + {"cut": rest, "double": piece + piece + rest, "swap": rest + piece, "insert": words + piece + rest}[step]
        )
    return text


@given(st.sampled_from(INPUTS), MUTATIONS, st.sampled_from([None, "crystal-keep", "rulings-summary"]))
def test_damaged_documents_are_read_and_nothing_is_lost(
    text: str, steps: list[tuple[str, int, int, str]], dialect: str | None
) -> None:
    damaged = mutate(text, steps)
    try:
        document = parse_bytes(damaged.encode(), "damaged", dialect=dialect)
    except UnknownDialect:
        return
    if document.work != RULINGS_SUMMARY:
        return
    assert "unclaimed-line" not in {row.code for row in document.diagnostics}
    keys = [rule.key for rule in document.rules]
    assert len(keys) == len(set(keys))
    assert all(len(provenance_of(rule)) == len(rule.tags) for rule in document.rules)
    if "<" in damaged:
        return  # lines of a page are not its blocks
    spans = [rule.span for rule in document.rules if rule.span] + [row.span for row in document.matter if row.span]
    accounted = {n for span in spans for n in range(span.first_line, span.last_line + 1)}
    accounted |= {row.line for row in document.dropped}
    lines = damaged.replace("\0", "").split("\n")
    assert [n for n, line in enumerate(lines, 1) if line.strip() and n not in accounted] == []


@pytest.mark.parametrize(
    "text",
    [
        lambda n: "502.1 - " + "sheep [x " * 7 * n,
        lambda n: "502.1 - Sheep. [CompRules 2003/07/01]\n" + "[A 1994]\n" * n,
        lambda n: "502.1 - Sheep. [CompRules 2003/07/01]\n" + "".join(f"{m % 899 + 100}.2 - Rams\n" for m in range(n)),
        lambda n: "502.1 - Sheep. [CompRules 2003/07/01]\n" + "502.3 - Flocks  502.2 - Rams. " * n,
        lambda n: "<ul><li>502.1 - Sheep. [CompRules 2003/07/01]" * (n // 4),
        lambda n: "502.1 - Sheep. [CompRules 2003/07/01]\n" + "General Rulings - 5" * 3 * n,
        lambda n: '502.1 - Sheep. [CompRules 2003/07/01] "' + '": " . ' * 5 * n,
    ],
    ids=["one-line", "tags-alone", "headings", "glued", "nested", "trails", "holes"],
)
def test_what_hostile_documents_cost_grows_with_their_length(text: Callable[[int], str]) -> None:
    assert parse_text(text(1_000)).rules
    assert grows_in_proportion(lambda count: partial(parse_text, text(count)), 2_000)
