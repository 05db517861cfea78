"""From one document's bytes to records: decode, find the dialect, let it claim the lines.

Guarantees: a document of no known dialect is an error that names the nearest one, never an empty success; the lines
that a dialect neither claims nor drops are in the diagnostics as `unclaimed-line`.
"""

from __future__ import annotations

import shlex
from dataclasses import replace

from rules.errors import ComprulesError
from rules.records import ParsedDocument
from scraper.dialects import DIALECTS, Dialect
from scraper.documents import UnreadableFile, kind_of, other_kind, read_document, with_pages
from scraper.lines import split_lines
from scraper.source import SourceDocument, read_source

SURE = 0.3
"""How surely a dialect must claim a document to be given it."""

CERTAIN = 1.0
"""Said of a document that states itself what it is; nobody else need look at it."""

LARGEST = 16_000_000
"""Bytes; nine times the largest copy seen, of 1.7 million. More is not an edition, and would only cost memory."""

MOST_LINES = 100_000
"""Eight times those of the longest edition; each costs memory of its own, however short."""

CONTROLS = bytes({*range(1, 32)} - {*b"\t\n\v\f\r\x1a"})
"""Control characters that text has none of, in UTF-16 few: one byte in ten of a picture or an archive is one."""


class UnknownDialect(ComprulesError):
    """No dialect claims the document, or the one asked for does not exist; the message says what is nearest."""


def parse_bytes(data: bytes, name: str, dialect: str | None = None) -> ParsedDocument:
    """Read one document as records.

    Args:
        data: Its bytes.
        name: Its name in messages.
        dialect: Name of a dialect, to skip the choice.

    Raises:
        UnknownDialect: No dialect claims the document, it is empty or far too large, or `dialect` is none of ours.
    """
    source = _read_source(data, name)
    document = (_find_dialect(dialect) if dialect else choose(source)).parse(source)
    dropped = tuple(sorted((*source.dropped, *document.dropped), key=lambda row: row.line))
    return with_pages(replace(document, dropped=dropped), source.pages)


def _read_source(data: bytes, name: str) -> SourceDocument:
    """Return the document's lines, whatever the kind of the file.

    Raises:
        UnknownDialect: There is no text to be had from it.
    """
    kind, other = kind_of(data), other_kind(data)
    if other is not None:
        raise UnknownDialect(f"{name}: this is {other}")
    if kind is not None:
        try:
            return read_document(data, kind, name)
        except UnreadableFile as error:
            raise UnknownDialect(str(error)) from error
    if not data.strip(b"\0 \t\r\n"):
        raise UnknownDialect(f"{name}: the file is empty; fetch it again")
    if len(data) > LARGEST:
        raise UnknownDialect(f"{name}: it has more than any edition, {LARGEST:,} bytes at most")
    # In UTF-16 half of every curly quote is a control character, but then every other byte is a zero.
    controls = len(data) - len(data.translate(None, CONTROLS))
    if controls > len(data) // 20 and data.count(0) < len(data) // 3:
        raise UnknownDialect(f"{name}: this is no text; fetch it again")
    if data.count(b"\n") + data.count(b"\r") > 2 * MOST_LINES:
        raise UnknownDialect(f"{name}: far more lines than any edition has ({MOST_LINES:,} at most)")
    return read_source(data, name)


def _find_dialect(name: str) -> Dialect:
    for dialect in DIALECTS:
        if dialect.name == name:
            return dialect
    known = ", ".join(dialect.name for dialect in DIALECTS)
    raise UnknownDialect(f"there is no dialect {name!r}; known are {known}")


def choose(source: SourceDocument) -> Dialect:
    """Return the dialect that claims a document most surely.

    Raises:
        UnknownDialect: None is sure enough. A document that was destroyed goes to the dialect of what is left of it,
        which reports it.
    """
    rows = []
    for dialect in DIALECTS:
        sure = dialect.claims_document(source)
        if sure >= CERTAIN:
            return dialect
        rows.append((sure, dialect))
    claims = sorted(rows, key=lambda row: -row[0])
    (sure, dialect), (next_sure, next_dialect) = claims[0], claims[1]
    if source.condition == "destroyed" and not sure:
        # Its labels are full of zeros. A picture or a program has zeros too, but no labels without them either.
        lines = tuple(split_lines(source.text.replace("\0", "")))
        if any(row.claims_document(replace(source, lines=lines)) >= SURE for row in DIALECTS):
            return dialect
    if sure < SURE:
        message = f"{source.name}: unknown dialect; nearest is {dialect.name} ({sure:.0%} sure)"
        remedy = "is it the text of an edition?"
        if sure:
            remedy = f"comprules parse --dialect {dialect.name} {shlex.quote(source.name)} reads it all the same"
        raise UnknownDialect(f"{message}; {remedy}")
    if sure == next_sure:
        raise UnknownDialect(f"{source.name}: both {dialect.name} and {next_dialect.name} claim this document")
    return dialect
