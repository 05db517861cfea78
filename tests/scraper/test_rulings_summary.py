"""The rulings summary with letters or the rules' own numbers: its numbers, rulings, notes, tags; hostile documents."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from rules.provenance import provenance_of
from rules.records import RULINGS_SUMMARY, ParsedDocument
from rules.summary_numbers import kind_of_summary, parent_of_summary
from scraper.dialects.rulings import sort_key
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes
from tests.scraper.accounts import accounted_lines, codes_of

SEED = Path(__file__).parents[3] / "shared" / "seeds" / "003_731530193fd3dca6.txt"
GOLDENS = Path(__file__).parents[1] / "goldens"
INPUTS = [
    path.read_text(encoding="utf-8")
    for name in ("crystal-keep", "rulings-summary")
    for path in sorted((GOLDENS / name).glob("*"))
    if path.suffix != ".json"
]

TEXT = """Table of Contents
A - Animals
A.1 - Lambs
B - Barns

A - Animals

A.1 - Lambs
A.1.1 - A lamb that nobody has counted yet is in no flock at all. [Almanac, Page 12]
A.1.2 - It is counted where it is found, never where it was born. [Shepherd 04/02/98]
A.1.Ruling.1 - A lamb on the fence between two meadows is counted twice. [Shepherd 05/03/98]
Note - The fence was built after the meadow had been divided by the two brothers.
B - Barns

B.1 - Doors
B.1.1 - A barn with no door is a wall. [Almanac, Page 14]

Index
Barn, B.1
"""


def parse_text(text: str, dialect: str | None = None) -> ParsedDocument:
    return parse_bytes(text.encode(), "page.txt", dialect=dialect)


def test_a_whole_document_and_the_same_one_wrapped() -> None:
    document = parse_text(TEXT)
    assert (document.work, document.dialect, document.condition) == (RULINGS_SUMMARY, "rulings-summary", "good")
    numbers = ["A", "A.1", "A.1.1", "A.1.2", "A.1.Ruling.1", "B", "B.1", "B.1.1"]
    kinds = ["section", "chapter", "rule", "rule", "ruling", "section", "chapter", "rule"]
    assert [(rule.number, rule.kind) for rule in document.rules] == list(zip(numbers, kinds, strict=True))
    by_number = {rule.number: rule for rule in document.rules}
    assert by_number["A.1.1"].tags == ("[Almanac, Page 12]",)
    assert by_number["A.1.Ruling.1"].notes[0].startswith("The fence was built")
    assert by_number["B.1"].heading == "Doors"
    assert [matter.name for matter in document.matter] == ["contents", "index"]
    for width in (60, 80):
        wrapped = "\n".join(textwrap.fill(line, width, break_on_hyphens=False) for line in TEXT.splitlines())
        assert [rule.text for rule in parse_text(wrapped).rules] == [rule.text for rule in document.rules], width


PAGE = """A.1 - Lambs

Return to Rules Index

A.1.1- The bell is written as ": " when the lamb is in the meadow. [Almanac 1999/04/23]

Top

A.1.Ruling.1- Each bell rings once. [Fence Monthly #12, Page 26] For example, two ring twice.

Top

A.1.2- Ring it only while it is in the "barn", never in a "loft". [Almanac 1999/04/23]

Acknowledgments and Disclaimers
"""


def test_links_of_a_page_are_dropped_by_name_and_lost_placeholders_reported_where_they_show() -> None:
    document = parse_text(PAGE)
    assert [rule.number for rule in document.rules] == ["A.1", "A.1.1", "A.1.Ruling.1", "A.1.2"]
    reasons = {(row.reason, row.text) for row in document.dropped}
    assert {("navigation", "Top"), ("navigation", "Return to Rules Index")} <= reasons
    assert document.rules[2].text.endswith("For example, two ring twice.")
    lost = [(row.line, row.column) for row in document.diagnostics if row.code == "lost-placeholder"]
    assert lost == [(5, PAGE.splitlines()[4].index('": "') + 1)]
    assert document.condition == "damaged"
    without_loss = parse_text(PAGE.replace('": "', '": <-sound->"'))
    assert "lost-placeholder" not in codes_of(without_loss)
    assert without_loss.condition == "good"


def test_what_is_odd_in_a_copy_is_kept_and_reported() -> None:
    text = TEXT.replace("A.1.Ruling.1", "A.1.Rulings.1").replace("A.1.2 -", "A.1.1 -").replace("05/03/98", "31/31/98")
    document = parse_text(text)
    assert [rule.key for rule in document.rules][2:5] == ["A.1.1", "A.1.1#2", "A.1.Ruling.1"]
    assert document.rules[4].label == "A.1.Rulings.1"
    assert {"duplicate-number", "misprinted-number", "bad-date"} <= set(codes_of(document))
    assert codes_of(parse_text(TEXT.replace("A.1.1 -", "A.1.3 -"))) == ["no-date", "out-of-order-number"]
    misdated = parse_text(f"Updated: 31/31/98\n\n{TEXT}")
    assert misdated.edition is None
    assert "'31/31/98' is not a date" in {row.message for row in misdated.diagnostics}
    cut = parse_text(TEXT.partition(" is a wall.")[0])
    assert cut.condition == "truncated"
    assert "cut-mid-sentence" in codes_of(cut)


@pytest.mark.skipif(not SEED.exists(), reason="the seed documents are not beside the checkout")
def test_the_seed_page() -> None:
    document = parse_bytes(SEED.read_bytes(), SEED.name)
    numbers = ["A.2", *(f"A.2.{n}" for n in range(1, 9)), "A.2.Ruling.1"]
    assert [rule.number for rule in document.rules] == numbers
    tags = {rule.number: [(tag.source, tag.date, tag.page) for tag in provenance_of(rule)] for rule in document.rules}
    assert sum(map(len, tags.values())) == 10
    assert tags["A.2.6"] == [("CompRules", "1999-04-23", None)] * 2
    assert tags["A.2.Ruling.1"] == [("Duelist Magazine #12", None, "26")]
    assert [row.line for row in document.diagnostics if row.code == "lost-placeholder"] == [6]
    assert "unclaimed-line" not in codes_of(document)


def test_numbers_have_a_kind_and_a_parent_and_sort_as_printed() -> None:
    parents_of: dict[str, dict[str, str | None]] = {
        "section": {"5": None, "G": None},
        "chapter": {"502": "5", "G6": "G", "A.2": "A"},
        "rule": {"502.3": "502", "G6.4": "G6", "A.2.1": "A.2"},
        "subrule": {"502.3a": "502.3", "G6.4.1": "G6.4"},
        "ruling": {
            "502.3.Ruling.1": "502.3",
            "502.3a.Ruling.1": "502.3a",
            "502.Ruling.1": "502",
            "A.2.Ruling.1": "A.2",
        },
    }
    for kind, parents in parents_of.items():
        assert {number: (kind_of_summary(number), parent_of_summary(number)) for number in parents} == {
            number: (kind, parent) for number, parent in parents.items()
        }
    numbers = ["502", "502.2", "502.2a", "502.2b", "502.2.Ruling.1", "502.2.Ruling.10", "502.3", "502.20"]
    assert sorted(numbers, key=sort_key) == numbers


def test_tags_alone_dashes_in_prose_and_documents_without_rules() -> None:
    tagged = "502.1 - Sheep sleep.\n\n[MeadowRules 2003/07/01]\n\n502.2 - Rams do not. [Sam Hill 2004/01/01]\n"
    assert parse_text(tagged, "crystal-keep").rules[0].text == "Sheep sleep. [MeadowRules 2003/07/01]"
    prose = "502.1 - Sheep sleep. [Sam Hill 2004/01/01]\n\nA - what a day - it was, and no lamb was lost.\n"
    assert [rule.number for rule in parse_text(prose, "crystal-keep").rules] == ["502.1"]
    assert codes_of(parse_text("General Rulings\nNothing here is numbered.\n", "crystal-keep")) == ["no-rules"]


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
        document = parse_text(damaged, dialect)
    except UnknownDialect:
        return
    if document.work != RULINGS_SUMMARY:
        return
    assert "unclaimed-line" not in codes_of(document)
    keys = [rule.key for rule in document.rules]
    assert len(keys) == len(set(keys))
    assert all(len(provenance_of(rule)) == len(rule.tags) for rule in document.rules)
    if "<" in damaged:
        return  # lines of a page are not its blocks
    lines = damaged.replace("\0", "").split("\n")
    assert {number for number, line in enumerate(lines, 1) if line.strip()} <= accounted_lines(document)


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
    assert parse_text(text(1_000), "crystal-keep").rules
    assert grows_in_proportion(lambda count: partial(parse_text, text(count), "crystal-keep"), 2_000)
