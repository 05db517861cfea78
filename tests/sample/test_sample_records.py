"""The sample editions through our own parser and reference finder yield what `expected.toml` says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from graph.references.resolve import resolve_references
from rules.records import Edition, ParsedDocument, Reading
from scraper.parse import parse_bytes

EDITIONS = Path(__file__).parents[2] / "comprules" / "sample" / "editions"
FACTS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("expected.toml").read_text(encoding="utf-8"))
DATES = [edition["id"] for edition in FACTS["edition"]]


def parse_sample(date: str) -> ParsedDocument:
    return parse_bytes((EDITIONS / date / "sample.txt").read_bytes(), f"{date}/sample.txt")


def reading(date: str) -> Reading:
    document = parse_sample(date)
    edition = Edition(date, document.work, (), (), document.dialect, (), document.condition)
    return Reading(edition, document.rules, document.glossary, document.matter, (), document.diagnostics)


@pytest.mark.parametrize("expected", FACTS["edition"], ids=DATES)
def test_the_parser_counts_what_stands_there(expected: dict[str, Any]) -> None:
    document = parse_sample(expected["id"])
    kinds = [rule.kind for rule in document.rules]
    counts = {
        "sections": kinds.count("section"),
        "chapters": kinds.count("chapter"),
        "rules": kinds.count("rule"),
        "subrules": kinds.count("subrule"),
        "glossary": len(document.glossary),
        "examples": sum(len(rule.examples) for rule in document.rules),
    }
    assert counts == {name: expected[name] for name in counts}
    assert (document.edition, document.condition) == (expected["id"], "good")
    assert document.encoding == expected["encoding"]
    assert not [problem for problem in document.diagnostics if problem.severity != "info"]


def test_one_reference_does_not_resolve() -> None:
    broken = FACTS["broken_reference"]
    bad = [
        (date, resolution.reference.source, resolution.status, resolution.reference.targets)
        for date in DATES
        for resolution in resolve_references(reading(date).rules, reading(date).glossary)
        if resolution.status != "ok"
    ]
    assert bad == [(broken["edition"], broken["source"], "missing", (broken["target"],))]
