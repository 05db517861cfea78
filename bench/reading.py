"""The first part of the accuracy report: how much of the sources is read and lost."""

from __future__ import annotations

import os
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from bench.section import Section, align_columns
from graph.references.resolve import resolve_references
from rules.workers import map_in_pool
from scraper.archive import Archive, ArchiveEntry, load_archive, read_copy
from scraper.collate import collate
from scraper.decode import decode
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from rules.records import ParsedDocument

COLUMNS = {
    "witnesses": "wit",
    "unreadable": "unread",
    "lines": "lines",
    "claimed": "claimed",
    "dropped": "dropped",
    "unclaimed": "unclmd",
    "rules": "rules",
    "glossary": "gloss",
    "examples": "examp",
    "variants": "varia",
    "references": "refs",
    "ok": "ok",
    "missing": "missing",
    "title-mismatch": "title",
}
"""The counts in the table, each with its heading; `lines` are the lines with text of all witnesses."""
_DROPPED = "dropped lines by reason"
_DIAGNOSTICS = "diagnostics by code"


def measure_reading(root: Path, jobs: int | None) -> Section:
    """Count, for every edition of an archive, what became of the lines of its sources."""
    archive = load_archive(root)
    with map_in_pool(partial(count_edition, archive), archive.entries, jobs or os.cpu_count() or 1) as results:
        counted = list(results)
    editions = {entry.edition: counts for entry, counts in zip(archive.entries, counted, strict=True)}
    editions["all"] = sum(counted, Counter[str]())
    table: list[tuple[object, ...]] = [("edition", *COLUMNS.values())]
    figures: dict[str, int] = {}
    for edition, counts in editions.items():
        table.append((edition, *map(counts.__getitem__, COLUMNS)))
        for name, count in counts.items():
            figures[f"{edition} {name}"] = count
    lines = list(align_columns(table))
    for title in (_DROPPED, _DIAGNOSTICS):
        lines += ["", title, *_list_by_size(editions["all"], f"{title}: ")]
    return Section(figures, lines)


def _list_by_size(counts: Mapping[str, int], beginning: str) -> list[str]:
    """Return a line for each count whose name begins so, the largest first."""
    lines = []
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if name.startswith(beginning):
            reason = name.removeprefix(beginning)
            lines.append(f"  {count:>8,}  {reason}")
    return lines


def count_edition(archive: Archive, entry: ArchiveEntry) -> Counter[str]:
    """Return the counts of an edition: those of `COLUMNS`, dropped lines by reason, diagnostics by code."""
    counts: Counter[str] = Counter()
    documents = []
    for copy in entry.copies:
        data = read_copy(archive, copy)
        counts["witnesses"] += 1
        try:
            document = parse_bytes(data, copy.file)
        except UnknownDialect:
            counts["unreadable"] += 1
            counts[f"{_DIAGNOSTICS}: unknown-dialect"] += 1
            continue
        counts += _count_lines(data, document)
        documents.append((copy, document))
    if documents:
        reading = collate(entry.edition, (), (), documents)
        resolutions = resolve_references(reading.rules, reading.glossary)
        counts += Counter(
            rules=len(reading.rules),
            glossary=len(reading.glossary),
            examples=sum(len(rule.examples) for rule in reading.rules),
            variants=len(reading.variants),
            references=len(resolutions),
        )
        counts.update(resolution.status for resolution in resolutions)
        counts.update(f"{_DIAGNOSTICS}: {diagnostic.code}" for diagnostic in reading.diagnostics)
    return counts


def _count_lines(data: bytes, document: ParsedDocument) -> Counter[str]:
    """Count what happened to each line, from the spans of the records, not from the dialect's own account."""
    lines = {line.first for line in decode(data, document.name).lines}
    dropped = {row.line for row in document.dropped}
    covered: set[int] = set()
    for records in (document.rules, document.glossary, document.matter):
        for record in records:
            if record.span:
                covered.update(range(record.span.first_line, record.span.last_line + 1))
    claimed = covered & lines - dropped
    unclaimed = lines - claimed - dropped
    counts = Counter(lines=len(lines), claimed=len(claimed), dropped=len(dropped), unclaimed=len(unclaimed))
    counts.update(f"{_DROPPED}: {part.reason}" for part in document.dropped)
    return counts
