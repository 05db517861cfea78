"""The share of copies of editions that are identified without their dates.

Each copy of an archive is read without the lines that state a date, and identified with the knowledge base of the whole
archive. The result should be its own edition, or the editions that cannot be distinguished from it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from bench.section import Section, map_tasks
from graph.documents.identify import identify
from scraper.archive import Archive, Copy, load_archive, read_copy
from scraper.decode import decode
from scraper.layout import UnknownDialect
from scraper.parse import parse_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from graph.documents.identify import Identification
    from rules.store import Store

Outcome = Literal["own", "range", "wrong", "unknown", "unreadable"]
"""`own`: its own edition alone; `range`: its own and others, all equally; `wrong`: only others; `unknown`: no edition;
`unreadable`: no rule can be read from the copy."""

_YEAR = r"(?:19|20)\d\d"
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DATE = re.compile(rf"{_MONTH}\s+\d{{1,2}},?\s+{_YEAR}")
"""The form in the line that states the date; tags of rulings summaries have another form and belong to the text."""


OUTCOMES: tuple[Outcome, ...] = ("own", "range", "wrong", "unknown", "unreadable")


class CopyResult(Struct, frozen=True):
    """The result for one copy: its file, its edition, the outcome, the oldest and newest edition found."""

    file: str
    edition: str
    outcome: Outcome
    first: str
    last: str


def measure_identification(root: Path, store: Store, jobs: int | None = None) -> Section:
    """Identify all copies of an archive with the knowledge base made of it."""
    found = identify_all(root, store, jobs)
    counts = {f"copies: {name}": sum(result.outcome == name for result in found) for name in OUTCOMES}
    lines = [
        "",
        "identification: copies without their dates",
        *(f"  {count:>8,}  {name}" for name, count in counts.items()),
    ]
    for result in found:
        if result.outcome != "own":
            between = f", {result.first} to {result.last}" if result.first else ""
            lines.append(f"  {result.file}: {result.outcome}{between}")
    return Section(counts, lines)


def identify_all(root: Path, store: Store, jobs: int | None = None, step: int = 1) -> list[CopyResult]:
    """Identify the copies of an archive with the knowledge base made of it, in the order of the manifest.

    Args:
        root: The archive.
        store: The knowledge base.
        jobs: Worker processes; None for one per core.
        step: 1 for all copies, n for every n-th.
    """
    archive = load_archive(root)
    copies = [(archive, entry.edition, copy) for entry in archive.entries for copy in entry.copies][::step]
    return map_tasks(store, _identify, copies, jobs)


def remove_dates(data: bytes) -> bytes:
    """Return a document, as UTF-8, without the lines that contain a date; in 1999 they were at its end."""
    lines = decode(data, "document").text.splitlines()
    return "\n".join("" if _DATE.search(line) else line for line in lines).encode()


def _identify(store: Store, of: tuple[Archive, str, Copy]) -> CopyResult:
    archive, edition, copy = of
    try:
        document = parse_bytes(remove_dates(read_copy(archive, copy)), copy.file)
    except UnknownDialect:
        document = None
    if document is None or not document.rules:
        return CopyResult(copy.file, edition, "unreadable", "", "")
    answer = identify(document, store)
    first, last = answer.range or ("", "")
    return CopyResult(copy.file, edition, _judge_outcome(answer, edition), first, last)


def _judge_outcome(answer: Identification, edition: str) -> Outcome:
    if answer.range is None:
        return "unknown"
    if edition not in answer.editions:
        return "wrong"
    return "own" if answer.verdict == "edition" else "range"
