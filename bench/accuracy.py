"""Accuracy and loss over an archive as numbers, which `bench.report` prints and compares."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from comprules.work import Tools, UnreadableDocument
from scraper.archive import Archive, ArchiveEntry, load_archive, read_copy
from scraper.source import read_source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rules.records import ParsedDocument, Reading, Resolution


class MissingEdition(Exception):
    """Error: a requested edition does not exist; the message says where."""


class Tally(Struct):
    """The figures of one edition, or of all together.

    Attributes:
        numbers: Counts by name; `lines` counts non-blank lines of all witnesses.
        dropped: Dropped lines by reason, over all witnesses.
        diagnostics: Problems of the reading by code.
    """

    numbers: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    diagnostics: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add the figures of another tally to these."""
        self.numbers.update(other.numbers)
        self.dropped.update(other.dropped)
        self.diagnostics.update(other.diagnostics)

    def flatten_figures(self) -> Iterator[tuple[str, int]]:
        """Yield every figure with its full name, in order."""
        yield from self.numbers.items()
        yield from ((f"dropped: {reason}", count) for reason, count in sorted(self.dropped.items()))
        yield from ((f"diagnostic: {code}", count) for code, count in sorted(self.diagnostics.items()))


NUMBERS = (
    "witnesses",
    "unreadable",
    "lines",
    "claimed",
    "dropped",
    "unclaimed",
    "rules",
    "glossary",
    "examples",
    "variants",
    "references",
    "ok",
    "missing",
    "title-mismatch",
    "ambiguous",
)
"""Names of `Tally.numbers`, in printing order."""


def measure(root: Path, tools: Tools, jobs: int | None = None) -> dict[str, Tally]:
    """Return the figures of every edition of an archive, by its id, oldest first."""
    archive = load_archive(root)
    with ProcessPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        tallies = pool.map(partial(_measure_edition, archive, tools), archive.entries)
        return {entry.edition: tally for entry, tally in zip(archive.entries, tallies, strict=True)}


def as_json(tallies: dict[str, Tally]) -> dict[str, Any]:
    """Return the figures as plain data, for comparison with another revision."""
    return {
        edition: {"numbers": tally.numbers, "dropped": tally.dropped, "diagnostics": tally.diagnostics}
        for edition, tally in tallies.items()
    }


def from_json(data: dict[str, Any]) -> dict[str, Tally]:
    """Return the figures from the plain data of `as_json`."""
    return {
        edition: Tally(Counter(counters["numbers"]), Counter(counters["dropped"]), Counter(counters["diagnostics"]))
        for edition, counters in data.items()
    }


def _measure_edition(archive: Archive, tools: Tools, entry: ArchiveEntry) -> Tally:
    tally = Tally(Counter(dict.fromkeys(NUMBERS, 0)))
    documents = []
    for copy in entry.copies:
        data = read_copy(archive, copy)
        tally.numbers["witnesses"] += 1
        try:
            document = tools.parse(data, copy.file)
        except UnreadableDocument as error:
            tally.numbers["unreadable"] += 1
            tally.diagnostics[error.diagnostic.code] += 1
            continue
        _count_lines(tally, data, document)
        documents.append((copy, document))
    if documents:
        reading = tools.collate(entry.edition, (), (), documents)
        _count_records(tally, reading, tools.resolve(reading))
    return tally


def read_edition(archive: Archive, tools: Tools, edition: str) -> Reading:
    """Return the reading of the copies of an edition that can be read; the set's name makes no difference here.

    Raises:
        MissingEdition: None can be read.
    """
    (entry,) = (archive_entry for archive_entry in archive.entries if archive_entry.edition == edition)
    documents = []
    for copy in entry.copies:
        with contextlib.suppress(UnreadableDocument):  # counted by `measure`
            documents.append((copy, tools.parse(read_copy(archive, copy), copy.file)))
    if not documents:
        raise MissingEdition(f"{archive.root}: no copy of {edition} can be read")
    return tools.collate(edition, (), (), documents)


def _count_lines(tally: Tally, data: bytes, document: ParsedDocument) -> None:
    """Count what happened to each line, from the spans of the records, not from the dialect's own account."""
    lines = {line.number for line in read_source(data, document.name).lines}
    dropped = {row.line for row in document.dropped}
    spans = [record.span for record in document.rules]
    spans += [entry.span for entry in document.glossary]
    spans += [part.span for part in document.matter]
    claimed = {line for span in spans if span for line in range(span.first_line, span.last_line + 1)} & lines - dropped
    tally.numbers["lines"] += len(lines)
    tally.numbers["claimed"] += len(claimed)
    tally.numbers["dropped"] += len(dropped)
    tally.numbers["unclaimed"] += len(lines - claimed - dropped)
    tally.dropped.update(part.reason for part in document.dropped)


def _count_records(tally: Tally, reading: Reading, resolutions: tuple[Resolution, ...]) -> None:
    tally.numbers["rules"] = len(reading.rules)
    tally.numbers["glossary"] = len(reading.glossary)
    tally.numbers["examples"] = sum(len(rule.examples) for rule in reading.rules)
    tally.numbers["variants"] = len(reading.variants)
    tally.numbers["references"] = len(resolutions)
    for resolution in resolutions:
        tally.numbers[resolution.status] += 1
    tally.diagnostics.update(diagnostic.code for diagnostic in reading.diagnostics)
