"""The tables of which each row is a record: the list of them, and the conversion of their fields.

`rules.store.record_table` makes the columns of a table from the type of its records. Only exceptions are given here:
fields whose column has another name, and fields whose values are converted (`Form`).
"""

from typing import Any

import msgspec

from rules.conversion import decode_json
from rules.faults import AuditFault
from rules.links import ChangedPassage, Correspondence, Replacement, Term
from rules.partial import PartialIssue
from rules.records import Diagnostic, Variant, Witness
from rules.store.record_table import Form, RecordTable, pack
from rules.typography import Typography

_SIGNS = {"equal": "=", "delete": "-", "insert": "+"}
"""Kind of a part of a changed passage (`rules.segment.Op`) → its sign."""
_OPS = {sign: op for op, sign in _SIGNS.items()}

_OF_STEP = """edition TEXT NOT NULL REFERENCES editions (id), previous TEXT NOT NULL REFERENCES editions (id),
    position INTEGER NOT NULL"""
"""SQL for the columns before those of a record that belongs to a step."""
_IN_EDITION = "edition, position"
"""The primary key of a table of records of editions."""


def sign_parts(parts: tuple[tuple[str, str], ...]) -> list[str]:
    """Return the parts of a changed passage, each after its sign: `=` if equal, `-` if deleted, `+` if inserted.

    `(("equal", "Draw "), ("delete", "a card"), ("insert", "two cards"))` → `["=Draw ", "-a card", "+two cards"]`.
    """
    return [_SIGNS[op] + text for op, text in parts]


def _pack_parts(parts: tuple[tuple[str, str], ...]) -> str:
    return pack(tuple(sign_parts(parts)))


def _read_parts(packed: str) -> tuple[tuple[str, str], ...]:
    return tuple((_OPS[signed[0]], signed[1:]) for signed in msgspec.json.decode(packed))


def _write_reason(reason: str | None) -> str:
    return reason or ""


def _read_reason(packed: str) -> str | None:
    return packed or None


def _write_typography(typography: Typography) -> str:
    return msgspec.json.encode(typography).decode()


def _read_typography(packed: str) -> Typography:
    return decode_json(packed, Typography)


def _make_copies_table(name: str) -> RecordTable[Witness]:
    """Return a table of copies: the whole copies of editions, or their fragments."""
    return RecordTable(
        name,
        Witness,
        key=_IN_EDITION,
        names={"rules": "rule_count", "glossary": "glossary_count"},
        forms={
            "reason": Form(_write_reason, _read_reason),
            "typography": Form(_write_typography, _read_typography),
        },
    )


WITNESSES = _make_copies_table("witnesses")
FRAGMENTS = _make_copies_table("fragments")
FRAGMENT_VARIANTS = RecordTable("fragment_variants", Variant, key=_IN_EDITION, names={"witness": "file"})
VARIANTS = RecordTable("variants", Variant, key=_IN_EDITION, names={"reading": "reading_id", "text": "text_id"})
DIAGNOSTICS = RecordTable("diagnostics", Diagnostic, key=_IN_EDITION, names={"column": "col"})
REPLACEMENTS = RecordTable("replacements", Replacement, before=_OF_STEP, key="edition, previous, position")
CHANGES = RecordTable(
    "changes",
    ChangedPassage,
    names={"change": "class", "parts": "words"},
    forms={"parts": Form(_pack_parts, _read_parts)},
)
TERMS = RecordTable("terms", Term, before="position INTEGER PRIMARY KEY")
CORRESPONDENCES = RecordTable("correspondences", Correspondence, before="position INTEGER NOT NULL", key=_IN_EDITION)
PARTIAL_ISSUES = RecordTable("partial_issues", PartialIssue, before="position INTEGER PRIMARY KEY")
FAULTS = RecordTable(
    "faults",
    AuditFault,
    before="position INTEGER NOT NULL",
    key=_IN_EDITION,
    names={"start": "start_offset", "end": "end_offset"},
)
RECORD_TABLES: tuple[RecordTable[Any], ...] = (
    WITNESSES,
    VARIANTS,
    DIAGNOSTICS,
    REPLACEMENTS,
    CHANGES,
    TERMS,
    CORRESPONDENCES,
    FRAGMENTS,
    FRAGMENT_VARIANTS,
    PARTIAL_ISSUES,
    FAULTS,
)
"""The tables of which each row is a record."""
