"""Writes the TypeScript types of the data files that scripts of the site read, from their types in Python.

`python -m bench.script_types` writes `site_src/assets/js/data-files.d.ts`. A test fails if that file is out of date,
and `make lint` checks the scripts against it.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from graph.answers.contents import ContentsAnswer
from graph.answers.schema import make_schema
from rules.links import ChangeClass, ChangeKind
from rules.records import ResolutionStatus
from site_src.data.announcements import Announcements, PackedAnnouncements
from site_src.data.corpus import Bucket, Manifest
from site_src.data.history import HistoryColumns
from site_src.data.mentions import RuleReferences
from site_src.data.now import Now
from site_src.data.packed_history import PackedHistory
from site_src.data.packed_manifest import PackedManifest
from site_src.data.records import Lineages
from site_src.page_kind import Prefetch
from site_src.paths import ASSETS
from site_src.search.packed_lineages import LineageBlock
from site_src.search.words import NamedLineage, NamedRecord

DECLARATIONS = ASSETS / "js" / "data-files.d.ts"
FILES = (
    Announcements,
    Bucket,
    ContentsAnswer,
    HistoryColumns,
    LineageBlock,
    Lineages,
    Manifest,
    NamedLineage,
    NamedRecord,
    Now,
    PackedAnnouncements,
    PackedHistory,
    PackedManifest,
    Prefetch,
    RuleReferences,
)
"""The records of which the data files consist; the records in their fields are written too."""
NAMED_CHOICES = {"ChangeKind": ChangeKind, "ChangeClass": ChangeClass, "ResolutionStatus": ResolutionStatus}
"""Types with a few words as values that get a name, because several records have them."""
HEAD = """\
// The records of the data files, from their types in Python. Do not change this file:
// `make goldens` writes it (`bench/script_types.py`).
"""
WIDTH = 100
_INDENT = "  "
_PRIMITIVES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_CHOICE_NAMES = {frozenset(get_args(choice)): name for name, choice in NAMED_CHOICES.items()}


def write_declarations() -> str:
    """Return the content of the file with all declarations."""
    blocks = [HEAD]
    for name, choice in sorted(NAMED_CHOICES.items()):
        blocks.append(_declare(f"export type {name} = {_join_choices(get_args(choice))}"))
    for name, schema in sorted(make_schema(*FILES)["$defs"].items()):
        blocks.append("".join(f"{line}\n" for line in _declare_record(name, schema)))
    return "\n".join(blocks)


def _declare_record(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines that declare a record: an interface for a `Struct`, a tuple for a named tuple."""
    yield from _write_comment(schema["description"], 0)
    if "prefixItems" in schema:
        yield f"export type {name} = ["
        for item in schema["prefixItems"]:
            yield from _write_comment(item.get("description", ""), 1)
            yield f"{_INDENT}{item['title']}: {write_type(item)},"
        yield "];"
        return
    yield f"export interface {name} {{"
    for field, inner in schema["properties"].items():
        yield from _write_comment(inner.get("description", ""), 1)
        mark = "" if field in schema["required"] else "?"
        yield f"{_INDENT}{field}{mark}: {write_type(inner)};"
    yield "}"


def write_type(schema: Mapping[str, Any]) -> str:
    """Return the type of a value in TypeScript.

    Example: `{"type": "array", "items": {"type": "integer"}}` → `number[]`.

    Raises:
        ValueError: The schema has a form that the data files do not use.
    """
    if not schema or set(schema) <= {"description", "title"}:
        return "any"
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(write_type(choice) for choice in schema["anyOf"])
    if "enum" in schema:
        return _CHOICE_NAMES.get(frozenset(schema["enum"])) or _join_choices(schema["enum"])
    if schema["type"] == "array":
        return _write_array(schema)
    if schema["type"] == "object":
        return f"Record<string, {write_type(schema['additionalProperties'])}>"
    if schema["type"] not in _PRIMITIVES:
        raise ValueError(f"no TypeScript type for {schema}")
    return _PRIMITIVES[schema["type"]]


def _write_array(schema: Mapping[str, Any]) -> str:
    """Return the type of an array: `[string, number]` if each item has a type of its own, else `string[]`."""
    if "prefixItems" in schema:
        return f"[{', '.join(write_type(item) for item in schema['prefixItems'])}]"
    item = write_type(schema.get("items", {}))
    if " | " in item:
        return f"({item})[]"
    return f"{item}[]"


def _join_choices(choices: Sequence[str]) -> str:
    return " | ".join(map(json.dumps, choices))


def _declare(statement: str) -> str:
    """Return a statement with a semicolon, in lines of at most `WIDTH` characters."""
    return textwrap.fill(f"{statement};", WIDTH, subsequent_indent=_INDENT) + "\n"


def _write_comment(text: str, depth: int) -> list[str]:
    """Return the lines of a comment: one line if it fits, else a block."""
    indent = _INDENT * depth
    if not text:
        return []
    if len(line := f"{indent}/** {text} */") <= WIDTH:
        return [line]
    lead = f"{indent} * "
    return [f"{indent}/**", *textwrap.wrap(text, WIDTH, initial_indent=lead, subsequent_indent=lead), f"{indent} */"]


if __name__ == "__main__":
    DECLARATIONS.write_text(write_declarations(), encoding="utf-8")
