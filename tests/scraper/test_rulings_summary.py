"""The rulings summary with letters: labels, rulings, notes, tags, and where it breaks off."""

from __future__ import annotations

import pytest

from rules.records import RULINGS_SUMMARY, ParsedDocument
from scraper.parse import parse_bytes

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


def parsed(text: str) -> ParsedDocument:
    return parse_bytes(text.encode(), "summary.txt")


def test_a_whole_document() -> None:
    document = parsed(TEXT)
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
    assert [rule.text for rule in parsed("\n".join(lines)).rules] == [rule.text for rule in parsed(TEXT).rules]


def test_a_copy_that_stops_in_mid_sentence_is_truncated() -> None:
    document = parsed(TEXT.partition(" is a wall.")[0])
    assert document.condition == "truncated"
    assert "cut-mid-sentence" in [problem.code for problem in document.diagnostics]
