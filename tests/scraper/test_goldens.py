"""Golden inputs of the `official` dialect: each is compared with facts decided by hand and with its full records.

Inputs are found by name in `tests/goldens/official`: NAME.txt with NAME.facts.toml (by hand) and NAME.json (written by
`make goldens`, to be read before it is committed). An input without both fails.
"""

from __future__ import annotations

import dataclasses
import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.records import ParsedDocument
from scraper.parse import parse_bytes
from tests.goldens.make_inputs import RECIPES, make

FOLDER = Path(__file__).parents[1] / "goldens" / "official"
INPUTS = sorted(FOLDER.glob("*.txt"))
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))


def parse_golden(path: Path) -> ParsedDocument:
    return parse_bytes(path.read_bytes(), path.name)


def facts_of(path: Path) -> dict[str, Any]:
    facts = path.with_suffix(".facts.toml")
    assert facts.exists(), f"{path.name} has no {facts.name}: decide by hand what it must yield"
    return tomllib.loads(facts.read_text(encoding="utf-8"))


def table(facts: Mapping[str, Any], name: str) -> dict[str, Any]:
    values: dict[str, Any] = facts.get(name, {})
    return values


def passages(document: ParsedDocument) -> dict[str, str]:
    """Every text of a document by its name in the facts: `402.7`, `402.7 example 1`, `glossary:Ability`."""
    texts: dict[str, str] = {}
    for rule in document.rules:
        texts[rule.key] = rule.text
        for i, example in enumerate(rule.examples, 1):
            texts[f"{rule.key} example {i}"] = example
    texts |= {entry.key: entry.text for entry in document.glossary}
    return texts


@pytest.fixture(params=INPUTS, ids=[path.stem for path in INPUTS])
def path(request: pytest.FixtureRequest) -> Path:
    golden: Path = request.param
    return golden


def test_there_are_inputs() -> None:
    assert len(INPUTS) >= 20


@pytest.mark.parametrize("name", RECIPES)
def test_made_inputs_are_as_made(name: str) -> None:
    assert (FOLDER / f"{name}.txt").read_bytes() == make(name), "run: python -m tests.goldens.make_inputs"


def test_document_facts(path: Path) -> None:
    facts, document = facts_of(path), parse_golden(path)
    assert document.dialect == "official"
    assert document.condition == facts["condition"]
    assert document.edition == (None if facts["edition"] == "none" else facts["edition"])
    assert document.encoding == facts.get("encoding", document.encoding)
    codes = {diagnostic.code for diagnostic in document.diagnostics}
    assert set(facts.get("diagnostics", [])) <= codes
    assert not codes & {*facts.get("absent", []), "unclaimed-line"}
    assert set(facts.get("matter", [])) <= {matter.name for matter in document.matter}


def test_numbers_headings_and_terms(path: Path) -> None:
    facts, document = facts_of(path), parse_golden(path)
    assert [rule.key for rule in document.rules] == facts["keys"]
    headings = {rule.key: rule.heading for rule in document.rules}
    assert {key: headings[key] for key in table(facts, "headings")} == table(facts, "headings")
    assert {rule.key: rule.label for rule in document.rules if rule.label} == table(facts, "labels")
    terms = [entry.term for entry in document.glossary]
    if "glossary_begins" in facts:
        assert terms[: len(facts["glossary_begins"])] == facts["glossary_begins"]
    else:
        assert terms == facts["glossary"]


def test_examples_and_texts(path: Path) -> None:
    facts, document = facts_of(path), parse_golden(path)
    assert {rule.key: len(rule.examples) for rule in document.rules if rule.examples} == table(facts, "examples")
    texts = passages(document)
    for name, text in table(facts, "texts").items():
        assert texts[name] == text
    assert {name: len(texts[name]) for name in table(facts, "lengths")} == table(facts, "lengths")


def test_misplaced_numbers_are_named(path: Path) -> None:
    expected = facts_of(path).get("out_of_order", [])
    messages = [
        diagnostic.message for diagnostic in parse_golden(path).diagnostics if diagnostic.code == "out-of-order-number"
    ]
    for number in expected:
        assert any(number in message for message in messages), f"{number} is not reported: {messages}"


def test_no_line_is_lost(path: Path) -> None:
    """Every line that is not blank is inside a record's span or dropped for a named reason."""
    document = parse_golden(path)
    spans = [rule.span for rule in document.rules]
    spans += [entry.span for entry in document.glossary]
    spans += [matter.span for matter in document.matter]
    claimed = {line for span in spans if span for line in range(span.first_line, span.last_line + 1)}
    claimed |= {dropped.line for dropped in document.dropped}
    encoding = {"destroyed": "utf-8"}.get(document.condition, document.encoding)
    text = path.read_bytes().decode(encoding).removeprefix("\ufeff")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert [i for i, line in enumerate(lines, 1) if line.strip() and i not in claimed] == []
    assert all(dropped.reason for dropped in document.dropped)


def test_full_records(path: Path) -> None:
    golden = path.with_suffix(".json")
    records = json.dumps(dataclasses.asdict(parse_golden(path)), indent=1, ensure_ascii=False) + "\n"
    if UPDATE:
        golden.write_text(records, encoding="utf-8")
    assert golden.exists(), f"{path.name} has no {golden.name}: run 'make goldens' and read what it wrote"
    assert records == golden.read_text(encoding="utf-8")
