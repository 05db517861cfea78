"""Fetching one edition: tries its sources in turn until every copy is verified and archived. No network access."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from rules.errors import ComprulesError
from scraper.archive import ArchiveEntry, ArchiveWriter, Copy, is_for_editions, size_of
from scraper.registry import Source

Outcome = Literal["fetched", "present", "partial", "failed"]
"""`fetched`: all missing copies were downloaded; `present`: none was missing; `partial`: the archive has some of the
edition's copies, but not all; `failed`: it has none."""

FetchStep = Literal["files", "bytes", "started", "advanced", "finished", "abandoned", "note"]
"""What happens during a fetch.

`files` and `bytes`: how many are planned, once before the first download; of a file `started`, `advanced` (bytes
received so far, resumed ones included; fewer when a download starts again), `finished` (it is verified and in the
archive) and `abandoned` (no source had it); `note`, a sentence for the user: a retry, a source given up, an unverified
copy taken."""

FetchProgress = Callable[[FetchStep, str, int], None]
"""Is called with each step, the file's path in the archive or the sentence, and the number; without one with 0."""


class FetchedFile(Struct, frozen=True):
    """A copy that this run put into the archive.

    Attributes:
        file: Path inside the archive.
        address: Where it came from: a web address or a path.
        bytes: Its size.
        sha256: SHA-256 of its bytes.
        verified: Whether that hash was known beforehand. If not, the copy is a new witness.
    """

    file: str
    address: str
    bytes: int
    sha256: str
    verified: bool = True


class SourceFailure(Struct, frozen=True):
    """A source that failed, and the reason as a clause (`not found (404)`)."""

    address: str
    reason: str


class EditionReport(Struct, frozen=True):
    """The result of fetching one edition.

    Attributes:
        edition: Its id.
        outcome: See `Outcome`.
        files: Files that this run put into the archive, in the order of the edition's copies.
        missing: Copies that no source had: paths inside the archive.
        failures: Sources that failed, in the order of trial. May have entries even if every copy was fetched.
    """

    edition: str
    outcome: Outcome
    files: tuple[FetchedFile, ...] = ()
    missing: tuple[str, ...] = ()
    failures: tuple[SourceFailure, ...] = ()


class SourceError(ComprulesError):
    """A source did not deliver the expected bytes; the message is a clause. The next source is tried."""


Download = Callable[[str, Path, Sequence[Copy], Callable[[int], None]], str]
"""Completes a partial file with the bytes at an address and returns their SHA-256.

It is given the address, the partial file, the copies whose bytes are valid (none if any bytes are), and what to call
with the number of bytes received so far. It raises `SourceError` if the address does not deliver valid bytes, and
`FetchError` if they cannot be written.
"""


class EditionFetch:
    """Fetches the copies of one edition that an archive lacks.

    If the edition has no known copy, the first file that a source delivers is taken as one. Otherwise bytes that match
    none of them are refused.

    Attributes:
        wanted: The copies to download.
        files: Their number; 1 for an edition without a known copy.
    """

    def __init__(
        self, entry: ArchiveEntry, sources: Iterable[Source], writer: ArchiveWriter, progress: FetchProgress
    ) -> None:
        self._entry = entry
        self._sources = sources
        self._writer = writer
        self._report = progress
        self._present = tuple(copy for copy in entry.copies if writer.has(copy))
        self.wanted = [copy for copy in entry.copies if copy not in self._present]
        self.files = len(self.wanted) or int(not entry.copies)
        self._missing: dict[str, Copy] = {}
        self._fetched: dict[str, FetchedFile] = {}
        self._failures: list[SourceFailure] = []

    def run(self, download: Download) -> EditionReport:
        """Get the copies from the sources."""
        # A run that was killed before it wrote the manifest left copies that are not in it.
        held = tuple(copy for copy in self._present if is_for_editions(copy.file))
        if held:
            self._writer.record(self._entry.edition, self._entry.set_code, held)
        for copy in self.wanted:
            reason = self._writer.refusal(copy)
            if reason is None:
                self._missing[copy.sha256] = copy
            else:
                self._failures.append(SourceFailure(str(self._writer.root / copy.file), reason))
        for address, sha256 in self._sources:
            expected = [copy for copy in self._missing.values() if sha256 in (None, copy.sha256)]
            if expected or not (self._entry.copies or self._fetched):
                self._try_address(address, expected, download)
        missing = tuple(copy.file for copy in self.wanted if copy.file not in self._fetched)
        for file in missing:
            self._report("abandoned", file, 0)
        order = {copy.file: index for index, copy in enumerate(self.wanted)}
        files = tuple(sorted(self._fetched.values(), key=lambda file: order.get(file.file, 0)))
        outcome: Outcome = "partial" if files or self._present else "failed"
        if self._present and not self.wanted:
            outcome = "present"
        elif len(files) >= max(len(self.wanted), 1):
            outcome = "fetched"
        return EditionReport(self._entry.edition, outcome, files, missing, tuple(self._failures))

    def _try_address(self, address: str, expected: Sequence[Copy], download: Download) -> None:
        edition, shown = self._entry.edition, without_credentials(address)
        file = expected[0].file if expected else f"editions/{edition}/publisher.txt"
        # The same name in the next run, which resumes it.
        part = self._writer.partial / f"{hashlib.sha256(address.encode()).hexdigest()[:20]}.part"
        self._report("started", file, 0)
        try:
            sha256 = download(address, part, expected, lambda count: self._report("advanced", file, count))
        except SourceError as error:
            self._failures.append(SourceFailure(shown, str(error)))
            if "://" in shown:  # what a folder lacks is said once, in the report of the edition
                self._report("note", f"{edition}: {shown}: {error}", 0)
            return
        copy = self._missing.pop(sha256, None)
        if copy is None:
            note = (
                f"{edition}: nobody has recorded this edition's hash yet; {shown} is taken as a new, "
                f"unverified witness with sha256 {sha256}. Compare it before you rely on it"
            )
            self._report("note", note, 0)
            copy = Copy(file, urlsplit(shown).hostname or shown, size_of(part), sha256)
        recorded = replace(copy, url=shown) if "://" in shown else copy  # a folder is no address
        self._writer.put(edition, self._entry.set_code, recorded, part)
        self._fetched[copy.file] = FetchedFile(copy.file, shown, copy.bytes, sha256, verified=bool(expected))
        self._report("finished", copy.file, 0)


def without_credentials(address: str) -> str:
    """Return an address without a name and a password in it, for messages and manifests."""
    return re.sub(r"^([^/?#]*//)[^/?#]*@", r"\1", address)
