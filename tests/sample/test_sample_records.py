"""The sample editions through our own parser and reference finder yield what `expected.toml` says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from graph.references.resolve import resolve_references
from rules.records import RULINGS_SUMMARY, Edition, ParsedDocument, Reading
from scraper.parse import parse_bytes

EDITIONS = Path(__file__).parents[2] / "comprules" / "sample" / "editions"
FACTS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("expected.toml").read_text(encoding="utf-8"))
DATES = [edition["id"] for edition in FACTS["edition"]]
ISSUE = "1999-04-21"
"""The issue of a rulings summary."""


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


def test_the_issue_of_a_rulings_summary_has_rules_rulings_tags_and_a_note() -> None:
    document = parse_sample(ISSUE)
    assert document.work == RULINGS_SUMMARY
    kinds = [rule.kind for rule in document.rules]
    assert {kind: kinds.count(kind) for kind in kinds} == {"section": 2, "chapter": 5, "rule": 11, "ruling": 3}
    assert all(rule.tags for rule in document.rules if rule.kind in {"rule", "ruling"})
    assert [rule.number for rule in document.rules if rule.notes] == ["A.1.Ruling.1"]
    (reference,) = resolve_references([rule for rule in document.rules if rule.number in {"A.1.2", "A.2.4"}], ())
    assert (reference.reference.source, reference.found_keys) == ("A.2.4", ("A.1.2",))


def test_the_page_of_another_issue_has_a_rule_in_other_words_and_one_more() -> None:
    page = parse_bytes((EDITIONS.parent / "fragments" / "page.html").read_bytes(), "page.html")
    issue = {rule.number: rule.text for rule in parse_sample(ISSUE).rules}
    assert page.work == RULINGS_SUMMARY
    numbers = [rule.number for rule in page.rules]
    assert numbers == ["A.2", "A.2.1", "A.2.2", "A.2.3", "A.2.4", "A.2.5", "A.2.Ruling.1"]
    assert set(numbers) - set(issue) == {"A.2.5"}
    assert [rule.number for rule in page.rules if rule.number in issue and rule.text != issue[rule.number]] == [
        "A.2.1", "A.2.2", "A.2.3", "A.2.4",
    ]  # fmt: skip
