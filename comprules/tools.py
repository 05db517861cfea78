"""The real steps of an ingest, with the signatures that `comprules.work` expects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comprules.work import Tools, UnreadableDocument
from graph.references import resolve_references
from rules.links import Alignment
from rules.records import CardSet, Diagnostic, GlossaryEntry, ParsedDocument, Reading, Rule
from scraper.collate import collate
from scraper.parse import UnknownDialect, parse_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scraper.archive import Copy


def _parse(data: bytes, name: str) -> ParsedDocument:
    try:
        return parse_bytes(data, name)
    except UnknownDialect as error:
        raise UnreadableDocument(Diagnostic("unknown-dialect", "error", str(error), name)) from error


def _collate(
    edition: str,
    sets: tuple[CardSet, ...],
    aliases: tuple[str, ...],
    witnesses: Sequence[tuple[Copy, ParsedDocument]],
) -> Reading:
    return collate(edition, sets, aliases, witnesses)


def _align(
    old_rules: Sequence[Rule],
    old_glossary: Sequence[GlossaryEntry],
    new_rules: Sequence[Rule],
    new_glossary: Sequence[GlossaryEntry],
) -> Alignment:
    from graph.decisions import decided_links  # noqa: PLC0415 - slow to import, and only needed for aligning
    from graph.terms import known_renamings  # noqa: PLC0415
    from rules.align import align  # noqa: PLC0415

    editions = [records[0].edition for records in (old_rules, new_rules) if records]
    if len(editions) != 2:
        return align(old_rules, old_glossary, new_rules, new_glossary)
    known, decided = known_renamings(*editions), decided_links(*editions)
    return align(old_rules, old_glossary, new_rules, new_glossary, known, decided=decided)


REAL_TOOLS = Tools(parse=_parse, collate=_collate, resolve=resolve_references, align=_align)
