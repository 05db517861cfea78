"""Conversion of records to rows and back, without a database; only this module knows which column holds which field.

An edition is passed around as `EditionRows`: plain tuples, cheap to send from a worker process to the writing process,
and the same whether the edition was just parsed or copied from an older knowledge base. Therefore an incrementally
built knowledge base is byte for byte equal to one built in a single run.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct

from rules.correspondence import Correspondence
from rules.links import ChangedPassage, Link, Replacement, Version
from rules.records import CardSet, Diagnostic, Edition, Reading, Reference, Resolution, Span, Variant, Witness

if TYPE_CHECKING:
    from collections.abc import Sequence

Text = tuple[str | None, str]
"""A title (heading or glossary term, or None) and a text: one row of `texts`."""

Row = tuple[Any, ...]


class EditionRows(Struct, frozen=True):
    """Everything the knowledge base holds about one edition.

    Attributes:
        edition: Row of `editions`.
        tables: Rows of the other tables by table name, in the order of their positions and without the edition's id;
            where the table has the id of a text, the row has the `Text` itself.
    """

    edition: Row
    tables: tuple[tuple[str, tuple[Row, ...]], ...]

    @property
    def id(self) -> str:
        """Return the edition's id."""
        return cast("str", self.edition[0])


class StepRows(Struct, frozen=True):
    """The rows of the step from an edition to a later one of the same work; see `rules.chain`.

    Attributes:
        edition: Id of the newer edition.
        previous: Id of the older one.
        fingerprint: Hash of all input of the step; equal fingerprints mean equal rows.
        links: Rows of `links` without trivial links, and without the editions and position.
        replacements: Rows of `replacements`, likewise.
        changes: Rows of `changes`, likewise; none of a step from or to a retyped edition.
    """

    edition: str
    previous: str
    fingerprint: str
    links: tuple[Row, ...]
    replacements: tuple[Row, ...]
    changes: tuple[Row, ...]


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
"""Tables included in the full-text search. Contents, indexes and variants of witnesses would only add noise."""

WHOLE_TABLES = (
    "lineages",
    "lineage_aliases",
    "retyped_keys",
    "versions",
    "terms",
    "correspondences",
    "fragments",
    "fragment_variants",
)
"""Tables derived from all editions together; they are recomputed whenever a knowledge base is written."""

CHANGE_COLUMNS = "old, new, kind, class, field, words"
LINK_COLUMNS = "old, new, kind, class, method, score, main"
VERSION_COLUMNS = "lineage, key, first_edition, last_edition, kind, class, method, score, sources"


def rows_of(reading: Reading, resolutions: Sequence[Resolution], fingerprint: str) -> EditionRows:
    """Return an edition as rows.

    Args:
        reading: The edition and its text.
        resolutions: Its references, resolved.
        fingerprint: Hash of all input of the reading; equal fingerprints mean equal rows.

    Raises:
        ValueError: A record has the id of another edition.
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
        json.dumps([(each.code, each.name, each.words) for each in edition.sets], ensure_ascii=False),
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
            (position, entry.ordinal, (entry.term, entry.text), *_read_lines(entry.span))
            for position, entry in enumerate(reading.glossary)
        ],
        "matter": [
            (position, part.name, (None, part.text), *_read_lines(part.span))
            for position, part in enumerate(reading.matter)
        ],
        "variants": [_variant_row(position, variant) for position, variant in enumerate(reading.variants)],
        "diagnostics": [
            (
                position,
                diagnostic.code,
                diagnostic.severity,
                diagnostic.message,
                diagnostic.path,
                diagnostic.line,
                diagnostic.column,
                diagnostic.hint,
            )
            for position, diagnostic in enumerate(reading.diagnostics)
        ],
        "refs": [_reference_row(position, resolution) for position, resolution in enumerate(resolutions)],
        "citations": _citation_rows(resolutions),
    }
    return EditionRows(head, tuple((name, tuple(tables[name])) for name in TEXT_COLUMNS))


def step_rows_of(
    edition: str,
    previous: str,
    fingerprint: str,
    links: Sequence[Link],
    replacements: Sequence[Replacement],
    *,
    changes: Sequence[ChangedPassage] = (),
) -> StepRows:
    """Return the results of aligning an edition with the one before as rows; `links` has no trivial ones."""
    return StepRows(
        edition,
        previous,
        fingerprint,
        tuple((link.old, link.new, link.kind, link.change, link.method, link.score, int(link.main)) for link in links),
        tuple(
            (
                replacement.old,
                replacement.new,
                replacement.support,
                replacement.consistency,
                _pack(replacement.evidence),
            )
            for replacement in replacements
        ),
        tuple(
            (
                change.old,
                change.new,
                change.kind,
                change.change,
                change.field,
                _pack(pack_parts(change.parts)),
            )
            for change in changes
        ),
    )


_SIGNS = {"equal": "=", "delete": "-", "insert": "+"}
_OPS = {sign: op for op, sign in _SIGNS.items()}


def pack_parts(parts: Sequence[tuple[str, str]]) -> list[str]:
    """Return the pieces of a changed passage, each after a sign: `=` equal, `-` deleted, `+` inserted."""
    return [_SIGNS[op] + text for op, text in parts]


def change_from(row: Row) -> ChangedPassage:
    """Return the changed passage of the columns `CHANGE_COLUMNS`."""
    old, new, kind, change, field, words = row
    parts = tuple((_OPS[piece[0]], piece[1:]) for piece in json.loads(words))
    return ChangedPassage(old, new, kind, change, field, parts)


def version_row(position: int, version: Version) -> Row:
    """Return the row of `versions` for the version of a lineage at a position, counted from 0."""
    return (
        version.lineage,
        position,
        version.key,
        version.first,
        version.last,
        version.kind,
        version.change,
        version.method,
        version.score,
        _pack(version.sources),
    )


def correspondence_rows(correspondences: Sequence[Correspondence]) -> list[Row]:
    """Return the rows of `correspondences` for those of one edition, in their order."""
    return [
        (
            correspondence.edition,
            position,
            correspondence.key,
            correspondence.other_edition,
            correspondence.other,
            correspondence.method,
            correspondence.score,
        )
        for position, correspondence in enumerate(correspondences)
    ]


def fragment_row(edition: str, position: int, witness: Witness) -> Row:
    """Return the row of `fragments` for a fragment of an edition."""
    row = _witness_row(position, witness)
    return (edition, *row[:6], *row[8:10])  # without the columns that are the same for all fragments


def fragment_variant_rows(edition: str, variants: Sequence[Variant]) -> list[Row]:
    """Return the rows of `fragment_variants` for those of all fragments of an edition, in their order."""
    return [
        (edition, position, variant.key, variant.witness, variant.kind, variant.reading, variant.text)
        for position, variant in enumerate(variants)
    ]


def _rule_rows(reading: Reading) -> tuple[list[Row], list[Row], list[Row]]:
    rules: list[Row] = []
    examples: list[Row] = []
    notes: list[Row] = []
    for position, rule in enumerate(reading.rules):
        tags = _pack(rule.tags) if rule.tags else None
        text: Text = (rule.heading, rule.text)
        lines = _read_lines(rule.span)
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
        witness.reason,
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


def edition_from(row: Row, witnesses: Sequence[Row], fragments: Sequence[Row] = ()) -> Edition:
    """Return the edition of a row of `editions` and its rows of `witnesses` (without the edition) and `fragments`."""
    return Edition(
        id=row[0],
        work=row[1],
        sets=tuple(CardSet(code, name, tuple(words)) for code, name, words in json.loads(row[4])),
        dialect=row[5],
        condition=row[6],
        aliases=names_from(row[7]),
        witnesses=(*map(_witness_from, witnesses), *map(fragment_from, fragments)),
    )


def _witness_from(row: Row) -> Witness:
    return Witness(
        file=row[1],
        origin=row[2],
        sha256=row[3],
        size=row[4],
        encoding=row[5],
        condition=row[6],
        stated_edition=row[7],
        rules=row[8],
        glossary=row[9],
        chosen=bool(row[10]),
        reason=row[11],
    )


def resolution_from(row: Row) -> Resolution:
    """Return the resolution of a row of `refs`, the columns after the edition."""
    reference = Reference(
        source=row[1],
        field=row[2],
        raw=row[3],
        kind=row[4],
        targets=names_from(row[5]),
        quoted_title=row[6],
        start=row[7],
        end=row[8],
    )
    return Resolution(reference, status=row[9], target=names_from(row[10]), suggestion=row[11])


def variant_from(row: Row) -> Variant:
    """Return the variant of a row of `variants`, its texts as strings in place of their ids."""
    return Variant(key=row[1], witness=row[2], kind=row[3], reading=row[4], text=row[5], adopted=bool(row[6]))


def diagnostic_from(row: Row) -> Diagnostic:
    """Return the diagnostic of a row of `diagnostics`, the columns after the edition."""
    return Diagnostic(
        code=row[1], severity=row[2], message=row[3], path=row[4], line=row[5], column=row[6], hint=row[7]
    )


def link_from(row: Row) -> Link:
    """Return the link of the columns `LINK_COLUMNS`."""
    old, new, kind, change, method, score, main = row
    return Link(old=old, new=new, kind=kind, change=change, method=method, score=score, main=bool(main))


def replacement_from(row: Row) -> Replacement:
    """Return the replacement of a row of `replacements`, the columns after the position."""
    return Replacement(old=row[0], new=row[1], support=row[2], consistency=row[3], evidence=names_from(row[4]))


def version_from(row: Row) -> Version:
    """Return the version of the columns `VERSION_COLUMNS`."""
    return Version(
        lineage=row[0],
        key=row[1],
        first=row[2],
        last=row[3],
        kind=row[4],
        change=row[5],
        method=row[6],
        score=row[7],
        sources=names_from(row[8]),
    )


def correspondence_from(row: Row) -> Correspondence:
    """Return the correspondence of a row of `correspondences`."""
    return Correspondence(edition=row[0], key=row[2], other_edition=row[3], other=row[4], method=row[5], score=row[6])


def fragment_from(row: Row) -> Witness:
    """Return the witness of a row of `fragments`."""
    return _witness_from((*row[1:7], "fragment", None, *row[7:9], False, ""))


def fragment_variant_from(row: Row) -> Variant:
    """Return the variant of a row of `fragment_variants`."""
    return Variant(key=row[2], witness=row[3], kind=row[4], reading=row[5], text=row[6])


def span_from(first: int | None, last: int | None) -> Span | None:
    """Return the span of two columns, None if the source has none."""
    return None if first is None or last is None else Span(first, last)


def tags_from(packed: str | None) -> tuple[str, ...]:
    """Return the tags of a rule; most have none."""
    return names_from(packed) if packed else ()


def _read_lines(span: Span | None) -> tuple[int | None, int | None]:
    return (None, None) if span is None else (span.first_line, span.last_line)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _pack(values: Sequence[str]) -> str:
    return _ENCODER.encode(values)


@lru_cache(1 << 13)
def names_from(packed: str) -> tuple[str, ...]:
    """Return the names in a packed column."""
    return tuple(json.loads(packed))
