"""Records ↔ rows, without a database: the one place that knows which column holds which field.

An edition travels as `EditionRows`: plain tuples, cheap to hand from a worker process to the one that writes, and the
same whether it has just been read from a source or is carried over from an older knowledge base. Because both ways
end in the same rows, a knowledge base built step by step is byte for byte the one built at once.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from rules.records import (
    Diagnostic,
    Edition,
    Reading,
    Reference,
    Resolution,
    Span,
    Variant,
    Witness,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

Text = tuple[str | None, str]
"""A title (heading or glossary term; None where there is none) and a text: one row of `texts`."""

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class EditionRows:
    """Everything the knowledge base holds about one edition.

    Attributes:
        edition: Row of `editions`.
        tables: Rows of the other tables by table name, in the order of their positions and without the edition's id;
            where the table has the id of a text, the row has the `Text`.
    """

    edition: Row
    tables: tuple[tuple[str, tuple[Row, ...]], ...]

    @property
    def id(self) -> str:
        """The edition's id."""
        return cast("str", self.edition[0])


TEXT_COLUMNS: dict[str, tuple[int, ...]] = {
    "witnesses": (),
    "rules": (4,),
    "examples": (2,),
    "notes": (2,),
    "glossary": (2,),
    "matter": (2,),
    "variants": (4, 5),
    "diagnostics": (),
    "refs": (),
    "citations": (),
}
"""The tables of an edition in the order in which they are written, and which columns of a row are texts."""

SEARCHED = frozenset({"rules", "examples", "notes", "glossary"})
"""Tables whose texts full text search finds; contents, indexes and readings of single witnesses would drown them."""


def rows_of(reading: Reading, resolutions: Sequence[Resolution], fingerprint: str) -> EditionRows:
    """Turns an edition into rows.

    Args:
        reading: The edition and its text.
        resolutions: Its references, resolved.
        fingerprint: Of everything the reading was made from; equal fingerprints mean equal rows.

    Raises:
        ValueError: A record says that it belongs to another edition.
    """
    edition = reading.edition
    named = {rule.edition for rule in reading.rules} | {entry.edition for entry in reading.glossary}
    strangers = named - {edition.id}
    if strangers:
        raise ValueError(f"the reading of {edition.id} has records of {', '.join(sorted(strangers))}")
    head: Row = (
        edition.id,
        edition.work,
        edition.set_code,
        edition.set_name,
        edition.dialect,
        edition.condition,
        _pack(edition.aliases),
        len(reading.rules),
        len(reading.glossary),
        len(resolutions),
        fingerprint,
    )
    rules, examples, notes = _rule_rows(reading)
    tables: dict[str, list[Row]] = {
        "witnesses": [_witness_row(position, witness) for position, witness in enumerate(edition.witnesses)],
        "rules": rules,
        "examples": examples,
        "notes": notes,
        "glossary": [
            (position, entry.ordinal, (entry.term, entry.text), *_lines(entry.span))
            for position, entry in enumerate(reading.glossary)
        ],
        "matter": [
            (position, part.name, (None, part.text), *_lines(part.span)) for position, part in enumerate(reading.matter)
        ],
        "variants": [_variant_row(position, variant) for position, variant in enumerate(reading.variants)],
        "diagnostics": [
            (position, one.code, one.severity, one.message, one.path, one.line, one.column, one.hint)
            for position, one in enumerate(reading.diagnostics)
        ],
        "refs": [_reference_row(position, resolution) for position, resolution in enumerate(resolutions)],
        "citations": _citation_rows(resolutions),
    }
    return EditionRows(head, tuple((name, tuple(tables[name])) for name in TEXT_COLUMNS))


def _rule_rows(reading: Reading) -> tuple[list[Row], list[Row], list[Row]]:
    rules: list[Row] = []
    examples: list[Row] = []
    notes: list[Row] = []
    for position, rule in enumerate(reading.rules):
        tags = _pack(rule.tags) if rule.tags else None
        text: Text = (rule.heading, rule.text)
        lines = _lines(rule.span)
        rules.append((position, rule.number, rule.ordinal, rule.kind, text, rule.parent, rule.label, tags, *lines))
        examples.extend((position, item, (None, passage)) for item, passage in enumerate(rule.examples))
        notes.extend((position, item, (None, passage)) for item, passage in enumerate(rule.notes))
    return rules, examples, notes


def _citation_rows(resolutions: Sequence[Resolution]) -> list[Row]:
    pairs = {(target, position) for position, resolution in enumerate(resolutions) for target in resolution.target}
    return sorted(pairs)


def _witness_row(position: int, witness: Witness) -> Row:
    return (
        position,
        witness.file,
        witness.origin,
        witness.sha256,
        witness.size,
        witness.encoding,
        witness.condition,
        witness.stated_edition,
        witness.rules,
        witness.glossary,
        int(witness.chosen),
    )


def _variant_row(position: int, variant: Variant) -> Row:
    reading: Text = (None, variant.reading)
    text: Text = (None, variant.text)
    return (position, variant.key, variant.witness, variant.kind, reading, text, int(variant.adopted))


def _reference_row(position: int, resolution: Resolution) -> Row:
    reference = resolution.reference
    return (
        position,
        reference.source,
        reference.field,
        reference.raw,
        reference.kind,
        _pack(reference.targets),
        reference.quoted_title,
        reference.start,
        reference.end,
        resolution.status,
        _pack(resolution.target),
        resolution.suggestion,
    )


def edition_from(row: Row, witnesses: Sequence[Row]) -> Edition:
    """The edition of a row of `editions` and its rows of `witnesses`."""
    return Edition(
        id=row[0],
        work=row[1],
        set_code=row[2],
        set_name=row[3],
        dialect=row[4],
        condition=row[5],
        aliases=_unpack(row[6]),
        witnesses=tuple(
            Witness(
                file=one[1],
                origin=one[2],
                sha256=one[3],
                size=one[4],
                encoding=one[5],
                condition=one[6],
                stated_edition=one[7],
                rules=one[8],
                glossary=one[9],
                chosen=bool(one[10]),
            )
            for one in witnesses
        ),
    )


def resolution_from(row: Row) -> Resolution:
    """The resolution of a row of `refs`, the columns after the edition."""
    reference = Reference(
        source=row[1],
        field=row[2],
        raw=row[3],
        kind=row[4],
        targets=_unpack(row[5]),
        quoted_title=row[6],
        start=row[7],
        end=row[8],
    )
    return Resolution(reference, status=row[9], target=_unpack(row[10]), suggestion=row[11])


def variant_from(row: Row) -> Variant:
    """The variant of a row of `variants`, its texts as strings in place of their ids."""
    return Variant(key=row[1], witness=row[2], kind=row[3], reading=row[4], text=row[5], adopted=bool(row[6]))


def diagnostic_from(row: Row) -> Diagnostic:
    """The diagnostic of a row of `diagnostics`, the columns after the edition."""
    return Diagnostic(
        code=row[1], severity=row[2], message=row[3], path=row[4], line=row[5], column=row[6], hint=row[7]
    )


def span_from(first: int | None, last: int | None) -> Span | None:
    """The span of two columns, None where the source has none."""
    return None if first is None or last is None else Span(first, last)


def tags_from(packed: str | None) -> tuple[str, ...]:
    """The tags of a rule; most have none."""
    return _unpack(packed) if packed else ()


def _lines(span: Span | None) -> tuple[int | None, int | None]:
    return (None, None) if span is None else (span.first_line, span.last_line)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _pack(values: Sequence[str]) -> str:
    return _ENCODER.encode(values)


def _unpack(packed: str) -> tuple[str, ...]:
    return tuple(json.loads(packed))
