"""How well copies of editions are identified without their dates.

Each copy of an archive is read without the lines that state a date, and identified with the knowledge base of the whole
archive. The result should be its own edition, or the editions that cannot be distinguished from it.
"""

from __future__ import annotations

import os
import re
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from comprules.ingest import ingest
from graph.identify import identify
from rules.store import open_store
from scraper.archive import Archive, Copy, load_archive, read_copy
from scraper.decode import decode
from scraper.parse import UnknownDialect, parse_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph.identify import Identification

Outcome = Literal["own", "range", "wrong", "unknown", "unreadable"]
"""`own`: its own edition alone; `range`: its own and others, all equally; `wrong`: only others; `unknown`: no edition;
`unreadable`: no rule can be read from the copy."""

_YEAR = r"(?:19|20)\d\d"
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DATE = re.compile(rf"{_MONTH}\s+\d{{1,2}},?\s+{_YEAR}")
"""The form in the line that states the date; tags of rulings summaries have another form and belong to the text."""


class CopyResult(Struct, frozen=True):
    """The result for one copy: its file, its edition, the outcome, the oldest and newest edition found."""

    file: str
    edition: str
    outcome: Outcome
    first: str
    last: str


OUTCOMES: tuple[Outcome, ...] = ("own", "range", "wrong", "unknown", "unreadable")


class Identified(Struct, frozen=True):
    """The results for the copies; empty if they were not measured."""

    found: tuple[CopyResult, ...] = ()

    def flatten_figures(self) -> dict[str, int]:
        """Return how many copies had each outcome."""
        return {f"copies: {name}": sum(result.outcome == name for result in self.found) for name in OUTCOMES}

    def lines(self) -> Iterator[str]:
        """Yield the figures, and every copy that was not identified as its own edition alone."""
        if not self.found:
            return
        yield "\nidentification: copies without their dates"
        yield from (f"  {count:>8,}  {name}" for name, count in self.flatten_figures().items())
        for result in self.found:
            if result.outcome != "own":
                yield f"  {result.file}: {result.outcome}" + (
                    f", {result.first} to {result.last}" if result.first else ""
                )


def measure_identification(root: Path, jobs: int | None = None) -> Identified:
    """Make a knowledge base of an archive, and identify all of its copies with it."""
    with tempfile.TemporaryDirectory(prefix="comprules-identify-") as scratch:
        db = Path(scratch) / "kb.sqlite"
        ingest(root, db, jobs=jobs)
        return identify_all(root, db, jobs)


def identify_all(root: Path, db: Path, jobs: int | None = None, every: int = 1) -> Identified:
    """Identify the copies of an archive with the knowledge base made of it, in the order of the manifest.

    Args:
        root: The archive.
        db: The knowledge base.
        jobs: Worker processes; by default one per core.
        every: 1 for all copies, n for every n-th.
    """
    archive = load_archive(root)
    copies = [(entry.edition, copy) for entry in archive.entries for copy in entry.copies][::every]
    with ProcessPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        return Identified(tuple(pool.map(partial(_identify, archive, db), copies, chunksize=4)))


def remove_dates(data: bytes) -> bytes:
    """Return a document, as UTF-8, without the lines that contain a date; in 1999 they were at its end."""
    lines = decode(data, "document").text.splitlines()
    return "\n".join("" if _DATE.search(line) else line for line in lines).encode()


def _identify(archive: Archive, db: Path, of: tuple[str, Copy]) -> CopyResult:
    edition, copy = of
    unread = CopyResult(copy.file, edition, "unreadable", "", "")
    try:
        document = parse_bytes(remove_dates(read_copy(archive, copy)), copy.file)
    except UnknownDialect:
        return unread
    if not document.rules:
        return unread
    with open_store(db) as store:
        answer = identify(document, store)
    first, last = answer.range or ("", "")
    return CopyResult(copy.file, edition, _judge_outcome(answer, edition), first, last)


def _judge_outcome(answer: Identification, edition: str) -> Outcome:
    if answer.range is None:
        return "unknown"
    if edition not in answer.editions:
        return "wrong"
    return "own" if answer.verdict == "edition" else "range"
