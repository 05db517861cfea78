"""The TypeScript types of the data files are those of the records in Python."""

from __future__ import annotations

import os
from typing import Any

import pytest

from bench.script_types import DECLARATIONS, WIDTH, write_declarations, write_type


def test_the_declared_types_are_those_of_python() -> None:
    """With UPDATE_GOLDENS=1 the file is written again."""
    declared = write_declarations()
    if os.environ.get("UPDATE_GOLDENS"):
        DECLARATIONS.write_text(declared, encoding="utf-8")
    assert DECLARATIONS.read_text(encoding="utf-8") == declared, "run `make goldens`"
    assert max(map(len, declared.splitlines())) <= WIDTH


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "integer"}, "number"),
        ({"type": "array", "items": {"type": "string"}}, "string[]"),
        ({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}, "(number | null)[]"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}, "[string, number]"),
        ({"type": "object", "additionalProperties": {"$ref": "#/$defs/Holder"}}, "Record<string, Holder>"),
        ({"enum": ["rule", "entry"]}, '"rule" | "entry"'),
        ({}, "any"),
    ],
)
def test_types_are_written(schema: dict[str, Any], written: str) -> None:
    assert write_type(schema) == written


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(ValueError, match="no TypeScript type for"):
        write_type({"type": "date"})
