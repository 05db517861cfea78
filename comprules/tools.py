"""The real steps of an ingest, in the shape that `comprules.work` expects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comprules.work import Tools, Unreadable
from graph.references import resolve_references
from rules.records import Diagnostic, ParsedDocument, Reading
from scraper.collate import collate
from scraper.parse import UnknownDialect, parse_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.archive import Copy


def _parse(data: bytes, name: str) -> ParsedDocument:
    try:
        return parse_bytes(data, name)
    except UnknownDialect as error:
        raise Unreadable(Diagnostic("unknown-dialect", "error", str(error), name)) from error


def _collate(
    edition: str,
    set_code: str | None,
    set_name: str | None,
    aliases: tuple[str, ...],
    witnesses: Sequence[tuple[Copy, ParsedDocument]],
) -> Reading:
    return collate(edition, set_code, set_name, aliases, witnesses)


REAL_TOOLS = Tools(parse=_parse, collate=_collate, resolve=resolve_references)
