"""Golden inputs of every dialect: each input of `tests/goldens/DIALECT` gives exactly the records in its `.json`.

Inputs are found by name: NAME.txt, NAME.html … with NAME.json beside it, written by `make goldens` and to be read
before it is committed. A dialect without inputs fails, an input without golden fails. `official` has tests of its own.
"""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path

import pytest

from rules.provenance import provenance_of
from scraper.dialects import DIALECTS
from scraper.parse import parse_bytes

FOLDER = Path(__file__).parents[1] / "goldens"
NAMES = [dialect.name for dialect in DIALECTS if dialect.name != "official"]
INPUTS = [path for name in NAMES for path in sorted((FOLDER / name).glob("*")) if path.suffix != ".json"]
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))


@pytest.fixture(params=INPUTS, ids=[f"{path.parent.name}/{path.name}" for path in INPUTS])
def path(request: pytest.FixtureRequest) -> Path:
    golden: Path = request.param
    return golden


@pytest.mark.parametrize("name", NAMES)
def test_every_dialect_has_inputs(name: str) -> None:
    assert any(path.parent.name == name for path in INPUTS), f"put an input into {FOLDER / name}"


def test_the_dialect_is_found(path: Path) -> None:
    document = parse_bytes(path.read_bytes(), path.name)
    assert document.dialect == path.parent.name
    assert "unclaimed-line" not in {problem.code for problem in document.diagnostics}


def test_full_records(path: Path) -> None:
    document = parse_bytes(path.read_bytes(), path.name)
    records = dataclasses.asdict(document)
    tags = {rule.key: [dataclasses.asdict(tag) for tag in provenance_of(rule)] for rule in document.rules if rule.tags}
    if tags:
        records["provenance"] = tags
    written = json.dumps(records, indent=1, ensure_ascii=False) + "\n"
    golden = path.with_suffix(".json")
    if UPDATE:
        golden.write_text(written, encoding="utf-8")
    assert golden.exists(), f"{path.name} has no {golden.name}: run 'make goldens' and read what it wrote"
    assert written == golden.read_text(encoding="utf-8")
