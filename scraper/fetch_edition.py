"""Fetch one edition: try its sources in turn until every copy is verified and in the archive.

The function that downloads a file is passed in, so this module does not use the network.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from rules.files import size_of
from scraper.archive import ArchiveEntry, Copy
from scraper.archive_writer import ArchiveWriter, is_for_editions
from scraper.registry import Source
from scraper.web.addresses import without_credentials
from scraper.web.steps import FetchProgress, SourceError

Outcome = Literal["fetched", "present", "partial", "failed"]
"""`fetched`: all missing copies were downloaded; `present`: none was missing; `partial`: the archive has some of the
edition's copies, but not all; `failed`: it has none."""

Download = Callable[[str, Path, Sequence[Copy], Callable[[int], None]], str]
"""Completes a partial file with the bytes at an address and returns their SHA-256.

Its arguments are the address, the partial file, the copies whose bytes are expected (none if any bytes will do), and a
function to call with the number of bytes received so far. It raises `SourceError` if the address does not deliver the
expected bytes, and `FetchError` if they cannot be written.
"""


class FetchedFile(Struct, frozen=True):
    """A copy that this run put into the archive.

    Attributes:
        file: Path inside the archive.
        address: Where the file came from: a web address or a path.
        bytes: Size of the file in bytes.
        sha256: SHA-256 of the file, in lower-case hex.
        verified: Whether that hash was known beforehand; if not, the copy is a new one.
    """

    file: str
    address: str
    bytes: int
    sha256: str
    verified: bool = True


class SourceFailure(Struct, frozen=True):
    """A source that failed.

    Attributes:
        address: The web address or the path of the source.
        reason: Why it failed, as a clause (`not found (404)`).
    """

    address: str
    reason: str


class EditionReport(Struct, frozen=True):
    """The result of fetching one edition.

    Attributes:
        edition: Id of the edition.
        outcome: `fetched` if all missing copies were downloaded, `present` if none was missing, `partial` if the
            archive has only some copies of the edition, `failed` if it has none.
        files: Files that this run put into the archive, in the order of the edition's copies.
        missing: Paths inside the archive of the copies that no source had.
        failures: Sources that failed, in the order in which they were tried; there can be some even if every copy was
            fetched.
    """

    edition: str
    outcome: Outcome
    files: tuple[FetchedFile, ...] = ()
    missing: tuple[str, ...] = ()
    failures: tuple[SourceFailure, ...] = ()


class EditionFetch:
    """Fetches the copies of one edition that an archive lacks.

    If the edition has no known copy, the first file that a source delivers is accepted as a new copy. Otherwise bytes
    that match no known copy are refused.

    Attributes:
        wanted: The copies to download.
        files: Number of missing copies; 1 for an edition without a known copy.
    """

    def __init__(
        self, entry: ArchiveEntry, sources: Iterable[Source], writer: ArchiveWriter, progress: FetchProgress
    ) -> None:
        self._entry = entry
        self._sources = sources
        self._writer = writer
        self._report = progress
        self.wanted = [copy for copy in entry.copies if not writer.has(copy)]
        self.files = len(self.wanted) or int(not entry.copies)

    def keep_present(self) -> EditionReport:
        """Record the copies that the archive already has, and return the report for a run without a network."""
        present = self._record_present()
        outcome: Outcome = "failed"
        if present:
            outcome = "present"
            if self.wanted:
                outcome = "partial"
        return EditionReport(self._entry.edition, outcome, missing=tuple(copy.file for copy in self.wanted))

    def _record_present(self) -> list[Copy]:
        """Return the copies that the archive has, and enter them into its manifest.

        A run that was killed may have written a copy that is not in the manifest yet.
        """
        present = [copy for copy in self._entry.copies if copy not in self.wanted]
        held = tuple(copy for copy in present if is_for_editions(copy.file))
        if held:
            self._writer.record(self._entry.edition, self._entry.set_code, held)
        return present

    def run(self, download: Download) -> EditionReport:
        """Download the missing copies from the sources, and return the report.

        Args:
            download: Downloads a file.
        """
        present = self._record_present()
        missing, failures = self._split_writable()
        files: dict[str, FetchedFile] = {}
        for source in self._sources:
            expected = [copy for copy in missing.values() if source.sha256 in (None, copy.sha256)]
            # Of an edition without a known copy, the first file that a source delivers is taken.
            takes_any_file = not self._entry.copies and not files
            if not expected and not takes_any_file:
                continue
            try:
                file = self._take(source.address, expected, download)
            except SourceError as error:
                failures.append(self._report_failure(source.address, error))
            else:
                missing.pop(file.sha256, None)
                files[file.file] = file
        lacking = tuple(copy.file for copy in self.wanted if copy.file not in files)
        for name in lacking:
            self._report("abandoned", name, 0)
        order = [copy.file for copy in self.wanted if copy.file in files]
        if not self.wanted:
            order = list(files)
        return EditionReport(
            self._entry.edition,
            self._judge(present=bool(present), fetched=len(files)),
            tuple(files[name] for name in order),
            lacking,
            tuple(failures),
        )

    def _split_writable(self) -> tuple[dict[str, Copy], list[SourceFailure]]:
        """Return the wanted copies by their hashes, and a failure for each copy that may not be written.

        A copy may not be written if its path is too long, or is taken by another file.
        """
        missing: dict[str, Copy] = {}
        failures: list[SourceFailure] = []
        for copy in self.wanted:
            reason = self._writer.refusal(copy)
            if reason:
                failures.append(SourceFailure(str(self._writer.root / copy.file), reason))
            else:
                missing[copy.sha256] = copy
        return missing, failures

    def _report_failure(self, address: str, error: SourceError) -> SourceFailure:
        shown = without_credentials(address)
        if "://" in shown:  # the report of the edition already names each copy that a folder lacks
            self._report("note", f"{self._entry.edition}: {shown}: {error}", 0)
        return SourceFailure(shown, str(error))

    def _judge(self, *, present: bool, fetched: int) -> Outcome:
        """Return the outcome, by whether the archive had a copy and how many files were fetched."""
        if present and not self.wanted:
            return "present"
        if fetched >= self.files:
            return "fetched"
        if fetched or present:
            return "partial"
        return "failed"

    def _take(self, address: str, expected: Sequence[Copy], download: Download) -> FetchedFile:
        """Put the file at an address into the archive.

        Args:
            address: A web address or a path.
            expected: The copies whose bytes it may have; none if any bytes are taken as a new copy.
            download: Downloads a file.
        """
        edition, shown = self._entry.edition, without_credentials(address)
        file = expected[0].file if expected else f"editions/{edition}/publisher.txt"
        # The next run finds the partial file under the same name, and resumes the download.
        part = self._writer.partial / f"{hashlib.sha256(address.encode()).hexdigest()[:20]}.part"
        self._report("started", file, 0)
        sha256 = download(address, part, expected, lambda count: self._report("advanced", file, count))
        copy = next((copy for copy in expected if copy.sha256 == sha256), None)
        if copy is None:
            self._note_unverified(shown, sha256)
            copy = Copy(file, urlsplit(shown).hostname or shown, size_of(part), sha256)
        if "://" in shown:  # a folder is no address
            copy = replace(copy, url=shown)
        self._writer.put(edition, self._entry.set_code, copy, part)
        self._report("finished", copy.file, 0)
        return FetchedFile(copy.file, shown, copy.bytes, sha256, verified=bool(expected))

    def _note_unverified(self, shown: str, sha256: str) -> None:
        """Tell the user that the file of a source is taken as a new copy although nobody knows its hash."""
        note = (
            f"{self._entry.edition}: nobody has recorded this edition's hash yet; {shown} is taken as a new, "
            f"unverified witness with sha256 {sha256}. Compare it before you rely on it"
        )
        self._report("note", note, 0)
