"""Golden inputs of every dialect: each input of `tests/goldens/DIALECT` gives exactly the records in its `.json`.

Inputs are found by name: NAME.txt, NAME.html … with NAME.json beside it, written by `make goldens` and to be read
before it is committed. An input of the `official` dialect has NAME.facts.toml as well: what it must yield, decided by
hand. A dialect without inputs fails, and so does an input without its files.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.provenance import provenance_of
from rules.records import ParsedDocument
from scraper import dialects
from scraper.dialects import DIALECTS
from scraper.parse import parse_bytes
from tests.goldens.make_inputs import RECIPES, make
from tests.scraper.accounts import accounted_lines, codes_of

FOLDER = Path(__file__).parents[1] / "goldens"
OF_OTHER_TESTS = {"search", "sources"}
NAMES = [dialect.NAME for dialect in DIALECTS]
INPUTS = [path for name in NAMES for path in sorted((FOLDER / name).glob("*")) if path.suffix not in (".json", ".toml")]
OFFICIAL = [path for path in INPUTS if path.parent.name == "official"]
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))


def parse_golden(path: Path) -> ParsedDocument:
    return parse_bytes(path.read_bytes(), path.name)


def passages(document: ParsedDocument) -> dict[str, str]:
    """Every text of a document by its name in the facts: `402.7`, `402.7 example 1`, `glossary:Ability`."""
    texts: dict[str, str] = {}
    for rule in document.rules:
        texts[rule.key] = rule.text
        for i, example in enumerate(rule.examples, 1):
            texts[f"{rule.key} example {i}"] = example
    return texts | {entry.key: entry.text for entry in document.glossary}


def test_every_dialect_has_inputs_and_made_ones_are_as_made() -> None:
    for name in NAMES:
        assert any(path.parent.name == name for path in INPUTS), f"put an input into {FOLDER / name}"
    assert len(OFFICIAL) >= 20
    for name in RECIPES:
        path = FOLDER / "official" / f"{name}.txt"
        assert path.read_bytes() == make(name), f"{name}: run: python -m tests.goldens.make_inputs"


def test_the_table_has_every_dialect_and_the_goldens_no_other() -> None:
    modules = [
        importlib.import_module(module.name) for module in pkgutil.iter_modules(dialects.__path__, "scraper.dialects.")
    ]
    assert [module for module in modules if hasattr(module, "claims_document") and module not in DIALECTS] == []
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir() and not path.name.startswith("_")}
    assert folders - OF_OTHER_TESTS == set(NAMES)


@pytest.mark.parametrize("path", INPUTS, ids=[f"{path.parent.name}/{path.name}" for path in INPUTS])
def test_full_records_of_the_dialect_that_is_found(path: Path) -> None:
    document = parse_golden(path)
    assert document.dialect == path.parent.name
    assert "unclaimed-line" not in codes_of(document)
    records = msgspec.to_builtins(document)
    tags = {rule.key: [msgspec.to_builtins(tag) for tag in provenance_of(rule)] for rule in document.rules if rule.tags}
    if tags:
        records["provenance"] = tags
    written = json.dumps(records, indent=1, ensure_ascii=False) + "\n"
    golden = path.with_suffix(".json")
    if UPDATE:
        golden.write_text(written, encoding="utf-8")
    assert golden.exists(), f"{path.name} has no {golden.name}: run 'make goldens' and read what it wrote"
    assert written == golden.read_text(encoding="utf-8")


def check_document(document: ParsedDocument, facts: dict[str, Any]) -> None:
    assert document.condition == facts["condition"]
    assert document.edition == (None if facts["edition"] == "none" else facts["edition"])
    assert document.encoding == facts.get("encoding", document.encoding)
    codes = set(codes_of(document))
    assert set(facts.get("diagnostics", [])) <= codes
    assert not codes & set(facts.get("absent", []))
    assert set(facts.get("matter", [])) <= {matter.name for matter in document.matter}
    misplaced = [row.message for row in document.diagnostics if row.code == "out-of-order-number"]
    for number in facts.get("out_of_order", []):
        assert any(number in message for message in misplaced), f"{number} is not reported: {misplaced}"


def check_records(document: ParsedDocument, facts: dict[str, Any]) -> None:
    assert [rule.key for rule in document.rules] == facts["keys"]
    headings = {rule.key: rule.heading for rule in document.rules}
    assert headings | facts.get("headings", {}) == headings
    assert {rule.key: rule.label for rule in document.rules if rule.label} == facts.get("labels", {})
    terms = [entry.term for entry in document.glossary]
    if "glossary_begins" in facts:
        assert terms[: len(facts["glossary_begins"])] == facts["glossary_begins"]
    else:
        assert terms == facts["glossary"]
    assert {rule.key: len(rule.examples) for rule in document.rules if rule.examples} == facts.get("examples", {})
    texts = passages(document)
    assert texts | facts.get("texts", {}) == texts
    for name, length in facts.get("lengths", {}).items():
        assert len(texts[name]) == length, name


@pytest.mark.parametrize("path", OFFICIAL, ids=[path.stem for path in OFFICIAL])
def test_facts_decided_by_hand_hold_and_no_line_is_lost(path: Path) -> None:
    """Every line that is not blank is inside a record's span or dropped for a named reason."""
    facts = path.with_suffix(".facts.toml")
    assert facts.exists(), f"{path.name} has no {facts.name}: decide by hand what it must yield"
    document = parse_golden(path)
    check_document(document, tomllib.loads(facts.read_text(encoding="utf-8")))
    check_records(document, tomllib.loads(facts.read_text(encoding="utf-8")))
    encoding = {"destroyed": "utf-8"}.get(document.condition, document.encoding)
    text = path.read_bytes().decode(encoding).removeprefix("\ufeff")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert {number for number, line in enumerate(lines, 1) if line.strip()} <= accounted_lines(document)
