"""The rulings summary with letters: labels, rulings, notes, tags, pages, and where it breaks off."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.provenance import provenance_of
from rules.records import RULINGS_SUMMARY, ParsedDocument
from scraper.parse import parse_bytes

SEED = Path(__file__).parents[3] / "shared" / "seeds" / "003_731530193fd3dca6.txt"

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


def parse_text(text: str) -> ParsedDocument:
    return parse_bytes(text.encode(), "summary.txt")


def test_a_whole_document() -> None:
    document = parse_text(TEXT)
    assert (document.work, document.dialect, document.condition) == (RULINGS_SUMMARY, "rulings-summary", "good")
    assert [(rule.number, rule.kind) for rule in document.rules] == [
        ("A", "section"),
        ("A.1", "chapter"),
        ("A.1.1", "rule"),
        ("A.1.2", "rule"),
        ("A.1.Ruling.1", "ruling"),
        ("B", "section"),
        ("B.1", "chapter"),
        ("B.1.1", "rule"),
    ]
    by_number = {rule.number: rule for rule in document.rules}
    assert by_number["A.1.1"].tags == ("[Almanac, Page 12]",)
    assert by_number["A.1.Ruling.1"].notes[0].startswith("The fence was built")
    assert by_number["B.1"].heading == "Doors"
    assert [matter.name for matter in document.matter] == ["contents", "index"]


@pytest.mark.parametrize("width", [60, 80])
def test_a_wrapped_copy_has_the_same_rules(width: int) -> None:
    lines: list[str] = []
    for line in TEXT.splitlines():
        current = ""
        for word in line.split():
            if len(current) + 1 + len(word) > width:
                lines.append(current)
                current = word
            else:
                current = f"{current} {word}".strip()
        lines.append(current)
    assert [rule.text for rule in parse_text("\n".join(lines)).rules] == [rule.text for rule in parse_text(TEXT).rules]


def test_a_copy_that_stops_in_mid_sentence_is_truncated() -> None:
    document = parse_text(TEXT.partition(" is a wall.")[0])
    assert document.condition == "truncated"
    assert "cut-mid-sentence" in [problem.code for problem in document.diagnostics]


PAGE = """A.1 - Lambs

Return to Rules Index

A.1.1- The bell is written as ": " when the lamb is in the meadow. [Almanac 1999/04/23]

Top

A.1.Ruling.1- Each bell rings once. [Fence Monthly #12, Page 26] For example, two ring twice.

Top

A.1.2- Ring it only while it is in the "barn", never in a "loft". [Almanac 1999/04/23]

Acknowledgments and Disclaimers
"""


def test_links_of_a_page_are_dropped_by_name() -> None:
    document = parse_text(PAGE)
    assert [rule.number for rule in document.rules] == ["A.1", "A.1.1", "A.1.Ruling.1", "A.1.2"]
    reasons = {(row.reason, row.text) for row in document.dropped}
    assert {("navigation", "Top"), ("navigation", "Return to Rules Index")} <= reasons
    assert document.rules[2].text.endswith("For example, two ring twice.")


def test_lost_placeholders_are_reported_where_they_show() -> None:
    document = parse_text(PAGE)
    lost = [(row.line, row.column) for row in document.diagnostics if row.code == "lost-placeholder"]
    assert lost == [(5, PAGE.splitlines()[4].index('": "') + 1)]
    assert document.condition == "damaged"


def test_a_copy_that_has_placeholders_has_lost_none() -> None:
    document = parse_text(PAGE.replace('": "', '": <-sound->"'))
    assert "lost-placeholder" not in {row.code for row in document.diagnostics}
    assert document.condition == "good"


def test_odd_numbers_and_dates_are_kept_and_reported() -> None:
    text = TEXT.replace("A.1.Ruling.1", "A.1.Rulings.1").replace("A.1.2 -", "A.1.1 -").replace("05/03/98", "31/31/98")
    document = parse_text(text)
    assert [rule.key for rule in document.rules][2:5] == ["A.1.1", "A.1.1#2", "A.1.Ruling.1"]
    assert document.rules[4].label == "A.1.Rulings.1"
    assert {"duplicate-number", "misprinted-number", "bad-date"} <= {row.code for row in document.diagnostics}


def test_a_release_on_no_day_of_the_calendar_is_reported() -> None:
    document = parse_text(f"Updated: 31/31/98\n\n{TEXT}")
    assert document.edition is None
    assert "'31/31/98' is not a date" in {row.message for row in document.diagnostics}


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
    assert "unclaimed-line" not in {row.code for row in document.diagnostics}
