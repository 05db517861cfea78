"""Fetching one edition: tries its sources in turn until every copy is verified and archived. No network access."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from msgspec.structs import replace

from rules.errors import ComprulesError
from scraper.archive import Archive, ArchiveEntry, ArchiveError, Copy, read_copy
from scraper.archive_writer import ArchiveWriter, bytes_sha256, is_for_editions
from scraper.download_plan import EditionPlan, Source
from scraper.fetch_report import EditionReport, FetchedFile, FetchEvent, FetchProgress, Outcome, SourceFailure
from scraper.http_headers import without_credentials
from scraper.partial import PartialFile, partial_of


class SourceError(ComprulesError):
    """A source did not deliver the expected bytes; the message is a clause. The next source is tried."""


Download = Callable[[str, PartialFile, frozenset[int], Callable[[str], bool], Callable[[int], None]], str]
"""Completes a partial file with the bytes at an address and returns their SHA-256.

It is given the address, the partial file, the valid sizes (none if they are unknown), whether a hash is valid, and what
to call with the number of bytes received so far. It raises `SourceError` if the address does not deliver valid bytes,
and `FetchError` if they cannot be written.
"""


class EditionFetch:
    """Fetches the missing copies of one edition."""

    def __init__(self, plan: EditionPlan, writer: ArchiveWriter, progress: FetchProgress) -> None:
        self._plan = plan
        self._writer = writer
        self._tell = progress
        self._missing = {copy.sha256: copy for copy in plan.wanted}
        self._files: dict[str, FetchedFile] = {}
        self._failures: list[SourceFailure] = []

    def from_web(self, download: Download) -> EditionReport:
        """Get the missing copies from the plan's addresses."""
        self._refuse_rivals()
        for source in self._plan.sources:
            if self._is_needed(source):
                self._try_address(source, download)
        return self._report()

    def from_folder(self, other: Archive) -> EditionReport:
        """Copy the missing copies from another archive on this machine."""
        self._refuse_rivals()
        for copy in list(self._missing.values()):
            self._tell(FetchEvent("started", copy.file, copy.bytes))
            try:
                data = read_copy(other, copy)
            except ArchiveError as error:
                self._failures.append(SourceFailure(str(other.root / copy.file), str(error)))
                continue
            if bytes_sha256(data) != copy.sha256:
                reason = "the file's bytes are not those that its manifest promises; `comprules doctor` shows more"
                self._failures.append(SourceFailure(str(other.root / copy.file), reason))
                continue
            self._writer.put_bytes(self._plan.edition, self._plan.set_code, copy, data)
            self._enter(copy, str(other.root / copy.file), verified=True)
        return self._report()

    def _refuse_rivals(self) -> None:
        for copy in list(self._missing.values()):
            rival, reason = self._writer.rival(copy), self._writer.refusal(copy.file)
            if rival is not None:
                reason = f"another copy (sha256 {rival.sha256[:12]}…) is there and is kept; fetch into a new folder"
            if reason is not None:
                path = str(self._writer.root / copy.file)
                self._failures.append(SourceFailure(path, reason))
                del self._missing[copy.sha256]

    def _is_needed(self, source: Source) -> bool:
        if self._plan.new_file is not None:
            return not self._files
        return bool(self._missing) and (source.copy is None or source.copy.sha256 in self._missing)

    def _try_address(self, source: Source, download: Download) -> None:
        expected = [source.copy] if source.copy is not None else list(self._missing.values())
        sizes = frozenset(copy.bytes for copy in expected)
        file = expected[0].file if expected else self._plan.new_file or source.address
        unknown = self._plan.new_file is not None

        def accept(sha256: str) -> bool:
            return unknown or any(copy.sha256 == sha256 for copy in expected)

        part, shown = partial_of(self._writer.partial, source.address), without_credentials(source.address)
        self._tell(FetchEvent("started", file, max(sizes, default=0)))
        try:
            sha256 = download(
                source.address, part, sizes, accept, lambda count: self._tell(FetchEvent("advanced", file, count))
            )
        except SourceError as error:
            self._failures.append(SourceFailure(shown, str(error)))
            self._tell(FetchEvent("note", f"{self._plan.edition}: {shown}: {error}"))
            return
        copy = self._missing.get(sha256) or self._new_copy(shown, sha256, part.size())
        copy = replace(copy, url=shown)
        self._writer.put(self._plan.edition, self._plan.set_code, copy, part.path)
        part.discard()
        self._enter(copy, shown, verified=not unknown)

    def _new_copy(self, address: str, sha256: str, size: int) -> Copy:
        file = self._plan.new_file
        if file is None:
            raise AssertionError(f"{address}: bytes {sha256} were accepted though no copy has them")
        note = (
            f"{self._plan.edition}: nobody has recorded this edition's hash yet; {address} is taken as a new, "
            f"unverified witness with sha256 {sha256}. Compare it before you rely on it"
        )
        self._tell(FetchEvent("note", note))
        return Copy(file, urlsplit(address).hostname or address, size, sha256)

    def _enter(self, copy: Copy, address: str, *, verified: bool) -> None:
        self._files[copy.file] = FetchedFile(copy.file, address, copy.bytes, copy.sha256, verified)
        self._missing.pop(copy.sha256, None)
        self._tell(FetchEvent("finished", copy.file))

    def _report(self) -> EditionReport:
        order = {copy.file: index for index, copy in enumerate(self._plan.wanted)}
        files = tuple(sorted(self._files.values(), key=lambda file: order.get(file.file, 0)))
        missing = tuple(copy.file for copy in self._plan.wanted if copy.file not in self._files)
        for file in missing:
            self._tell(FetchEvent("abandoned", file))
        return EditionReport(self._plan.edition, self._judge_outcome(), files, missing, tuple(self._failures))

    def _judge_outcome(self) -> Outcome:
        plan = self._plan
        if not plan.wanted and plan.present:
            return "present"
        if len(self._files) >= max(len(plan.wanted), 1):
            return "fetched"
        return "partial" if self._files or plan.present else "failed"


def adopt_present(plan: EditionPlan, writer: ArchiveWriter) -> None:
    """Enter copies that are there but not in the manifest, because a run was killed before it wrote the manifest."""
    present = tuple(copy for copy in plan.present if is_for_editions(copy.file))
    if present:
        writer.record(plan.edition, plan.set_code, present)


def entries_of(archive: Archive) -> dict[str, ArchiveEntry]:
    """Return an archive's entries by edition."""
    return {entry.edition: entry for entry in archive.entries}


def same_folder(first: Path, second: Path) -> bool:
    """Return whether two paths mean the same folder, even if one of them does not exist yet."""
    return os.path.realpath(first) == os.path.realpath(second)
