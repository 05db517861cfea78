"""The account of a document's lines: none twice, none unnoticed."""

from __future__ import annotations

import pytest

from rules.records import Span
from scraper.claims import Claims
from scraper.lines import Paragraph, split_lines

LINES = tuple(split_lines("100.1. A flock\nis a group of lambs.\n\nPage 7\nof 9\n"))
FIRST = Paragraph(1, 2, "100.1. A flock is a group of lambs.", 0, after_blank=True)
SECOND = Paragraph(4, 5, "Page 7 of 9", 0, after_blank=True)


def test_each_line_is_claimed_dropped_or_left_over() -> None:
    claims = Claims(LINES)
    assert claims.claim([FIRST]) == Span(1, 2)
    assert claims.left_over == LINES[2:]
    claims.drop(SECOND, "page number")
    assert [(row.line, row.reason, row.text) for row in claims.dropped] == [
        (4, "page number", "Page 7"), (5, "page number", "of 9"),
    ]  # fmt: skip
    assert claims.left_over == ()


def test_no_line_is_taken_twice() -> None:
    claims = Claims(LINES)
    claims.claim([FIRST])
    with pytest.raises(ValueError, match="lines 1 to 2 are claimed twice"):
        claims.claim([FIRST])
    with pytest.raises(ValueError, match="claimed twice"):
        claims.drop(FIRST, "heading")
    with pytest.raises(ValueError, match="without lines"):
        claims.claim([])
