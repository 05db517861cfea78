"""The field test of the linter: its verdicts are well formed, and its figures count what they say."""

from __future__ import annotations

from typing import Any

from bench.citation_report import GOLD, Figures, Verdict, hold_edits, hold_findings, read_verdicts
from rules.numbers import is_number


def test_verdicts_are_well_formed() -> None:
    for sample in ("first", "second", "third", "fourth", "fifth", "sixth"):
        verdicts = read_verdicts(GOLD / f"{sample}.tsv")
        assert len(verdicts) >= 100
        assert len({(verdict.tree, verdict.path, verdict.line, verdict.column) for verdict in verdicts}) == len(
            verdicts
        )
        for entry in verdicts:
            assert entry.verdict in {"right", "stale", "wrong", "none", "unclear"}, entry
            assert all(is_number(number) and number != entry.number for number in entry.meant), entry
            assert entry.verdict in {"stale", "wrong"} or not entry.meant, entry


def _verdict(line: int, number: str, verdict: str, *meant: str) -> Verdict:
    return Verdict("o/t", "a.c", line, 8, number, verdict, meant)


_PLACES = [
    _verdict(1, "702.36e", "stale", "702.37e"),
    _verdict(2, "702.36e", "stale", "702.37e"),
    _verdict(3, "601.2b", "right"),
    _verdict(4, "601.2c", "wrong", "601.2b"),
    _verdict(5, "120.5s", "none"),
    _verdict(6, "608.2b", "unclear"),
]


def _record(line: int, **more: Any) -> dict[str, Any]:
    return {"path": "a.c", "line": line, "column": 5, "end_column": 15, **more}


def test_findings_are_held_against_the_verdicts() -> None:
    findings = [(1, "702.37e"), (3, None), (4, "601.2d, 601.2b"), (6, None)]
    figures = Figures()
    found = [_record(line, code="CR002", severity="error", message="", suggestion=new) for line, new in findings]
    hold_findings(figures, _PLACES, {"findings": found, "cited": [_record(line) for line in (1, 2, 3, 4, 5)]})
    assert figures.errors["CR002"] == {True: 2, False: 1}
    assert figures.stale == {True: 1, False: 1}
    assert figures.wrong == {True: 1}
    assert figures.suggestions == {True: 2}
    assert figures.found == {True: 4}
    assert figures.none == {False: 1}


def test_edits_are_held_against_the_verdicts() -> None:
    edits = [(1, "702.36e", "702.37e"), (2, "702.36e", "702.38e"), (3, "601.2b", "601.2c"), (4, "601.2c", "601.2c")]
    figures = Figures()
    upgraded = [
        _record(line, status="renumbered", old=f"CR {old}", numbers=[{"old": old, "new": new}])
        for line, old, new in edits
    ]
    hold_edits(figures, _PLACES, {"citations": upgraded})
    assert figures.edits == {True: 1, False: 2}
    assert figures.kept == {False: 1}
