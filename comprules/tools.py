"""The real steps of an ingest, with the signatures that `comprules.work` expects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comprules.work import Tools
from graph.references import resolve_references
from rules.links import Alignment
from rules.records import GlossaryEntry, Rule
from scraper.collate import collate
from scraper.parse import parse_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence


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


REAL_TOOLS = Tools(parse=parse_bytes, collate=collate, resolve=resolve_references, align=_align)
