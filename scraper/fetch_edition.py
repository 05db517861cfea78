"""Fetching one edition: tries its sources in turn until every copy is verified and archived. No network access.

What to download and from where is planned from the registry or from another archive's manifest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import quote, urlsplit, urlunsplit

from msgspec import Struct
from msgspec.structs import replace

from rules.errors import ComprulesError
from scraper.archive import (
    MANIFEST,
    Archive,
    ArchiveEntry,
    ArchiveError,
    ArchiveWriter,
    Copy,
    read_copy,
    size_of,
    wrong_hash,
)
from scraper.fetch_report import EditionReport, FetchedFile, FetchEvent, FetchProgress, Outcome, SourceFailure
from scraper.registry import RegistryEdition

Source = tuple[str, Copy | None]
"""An address, and the copy whose bytes are expected there; None if it may be any copy of the edition."""


class EditionPlan(Struct, frozen=True):
    """One edition's part of a fetch.

    Attributes:
        edition: Its id.
        set_code: Code of its set, or None.
        present: Copies that the archive already has, verified.
        wanted: Copies still to download.
        sources: Where to download them, in the order in which they are tried.
        new_file: Path for a copy whose hash is not known yet; None if the edition has known copies, because then bytes
            that match none of them are refused.
    """

    edition: str
    set_code: str | None
    present: tuple[Copy, ...]
    wanted: tuple[Copy, ...]
    sources: tuple[Source, ...]
    new_file: str | None = None


def plan_from_registry(
    edition: RegistryEdition, has: Callable[[Copy], bool], recorded: Sequence[Copy] = ()
) -> EditionPlan:
    """Plan an edition from the registry: the publisher first, then each witness's own addresses.

    Args:
        edition: The edition.
        has: Whether the archive has a copy, with the right bytes.
        recorded: The edition's copies in the archive's manifest. Used only if the registry knows no copy, because an
            earlier fetch may have downloaded the publisher's.
    """
    copies = [witness.copy for witness in edition.witnesses] or list(recorded)
    present, wanted = _split_present(copies, has)
    sources: list[Source] = []
    if edition.publisher is not None and edition.publisher_lives and (wanted or not copies):
        # The hash shows which witness the publisher's copy equals; with one witness it can only be that one.
        sources.append((edition.publisher, wanted[0] if len(copies) == 1 else None))
    sources += [
        (address, witness.copy)
        for witness in edition.witnesses
        if witness.copy in wanted
        for address in witness.addresses
    ]
    new_file = None if copies else f"editions/{edition.id}/publisher.txt"
    return EditionPlan(edition.id, edition.set_code, present, wanted, tuple(sources), new_file)


def plan_from_manifest(entry: ArchiveEntry, base: str, has: Callable[[Copy], bool]) -> EditionPlan:
    """Plan an edition from another archive, whose folder is served at `base` (with its final slash)."""
    present, wanted = _split_present(entry.copies, has)
    sources = tuple((base + quote(copy.file), copy) for copy in wanted)
    return EditionPlan(entry.edition, entry.set_code, present, wanted, sources)


def base_of(address: str) -> str:
    """Return the folder of an archive served over HTTP, with its final slash.

    `address` names the folder or its manifest.
    """
    folder = address.rstrip("/")
    if PurePosixPath(folder).name == MANIFEST:
        folder = folder[: -len(MANIFEST)].rstrip("/")
    return f"{folder}/"


def _split_present(copies: Sequence[Copy], has: Callable[[Copy], bool]) -> tuple[tuple[Copy, ...], tuple[Copy, ...]]:
    present = tuple(copy for copy in copies if has(copy))
    return present, tuple(copy for copy in copies if copy not in present)


class SourceError(ComprulesError):
    """A source did not deliver the expected bytes; the message is a clause. The next source is tried."""


Download = Callable[[str, Path, Sequence[Copy], Callable[[int], None]], str]
"""Completes a partial file with the bytes at an address and returns their SHA-256.

It is given the address, the partial file, the copies whose bytes are valid (none if any bytes are), and what to call
with the number of bytes received so far. It raises `SourceError` if the address does not deliver valid bytes, and
`FetchError` if they cannot be written.
"""


class EditionFetch:
    """Fetches the missing copies of one edition."""

    def __init__(self, plan: EditionPlan, writer: ArchiveWriter, progress: FetchProgress) -> None:
        self._plan = plan
        self._writer = writer
        self._report_event = progress
        self._missing = {copy.sha256: copy for copy in plan.wanted}
        self._files: dict[str, FetchedFile] = {}
        self._failures: list[SourceFailure] = []
        for copy in plan.wanted:
            reason = writer.refusal(copy)
            if reason is not None:
                self._failures.append(SourceFailure(str(writer.root / copy.file), reason))
                del self._missing[copy.sha256]

    def from_web(self, download: Download) -> EditionReport:
        """Get the missing copies from the plan's addresses."""
        for address, only in self._plan.sources:
            expected = [copy for sha256, copy in self._missing.items() if only is None or only.sha256 == sha256]
            if expected or (self._plan.new_file is not None and not self._files):
                self._try_address(address, expected, download)
        return self._finish()

    def from_folder(self, other: Archive) -> EditionReport:
        """Copy the missing copies from another archive on this machine."""
        for copy in list(self._missing.values()):
            self._report_event(FetchEvent("started", copy.file, copy.bytes))
            try:
                data = read_copy(other, copy)
            except ArchiveError as error:
                self._failures.append(SourceFailure(str(other.root / copy.file), str(error)))
                continue
            if wrong_hash(copy, data) is not None:
                reason = "the file's bytes are not those that its manifest promises; `comprules doctor` shows more"
                self._failures.append(SourceFailure(str(other.root / copy.file), reason))
                continue
            self._writer.put(self._plan.edition, self._plan.set_code, copy, data)
            self._enter(copy, str(other.root / copy.file), verified=True)
        return self._finish()

    def _try_address(self, address: str, expected: Sequence[Copy], download: Download) -> None:
        file = expected[0].file if expected else self._plan.new_file or address
        shown = without_credentials(address)
        # The same name in the next run, which resumes it.
        part = self._writer.partial / f"{hashlib.sha256(address.encode()).hexdigest()[:20]}.part"
        self._report_event(FetchEvent("started", file, max((copy.bytes for copy in expected), default=0)))
        try:
            sha256 = download(
                address, part, expected, lambda count: self._report_event(FetchEvent("advanced", file, count))
            )
        except SourceError as error:
            self._failures.append(SourceFailure(shown, str(error)))
            self._report_event(FetchEvent("note", f"{self._plan.edition}: {shown}: {error}"))
            return
        copy = self._missing.get(sha256)
        if copy is None:
            note = (
                f"{self._plan.edition}: nobody has recorded this edition's hash yet; {shown} is taken as a new, "
                f"unverified witness with sha256 {sha256}. Compare it before you rely on it"
            )
            self._report_event(FetchEvent("note", note))
            copy = Copy(file, urlsplit(shown).hostname or shown, size_of(part), sha256)
        self._writer.put(self._plan.edition, self._plan.set_code, replace(copy, url=shown), part)
        self._enter(copy, shown, verified=bool(expected))

    def _enter(self, copy: Copy, address: str, *, verified: bool) -> None:
        self._files[copy.file] = FetchedFile(copy.file, address, copy.bytes, copy.sha256, verified)
        self._missing.pop(copy.sha256, None)
        self._report_event(FetchEvent("finished", copy.file))

    def _finish(self) -> EditionReport:
        order = {copy.file: index for index, copy in enumerate(self._plan.wanted)}
        files = tuple(sorted(self._files.values(), key=lambda file: order.get(file.file, 0)))
        missing = tuple(copy.file for copy in self._plan.wanted if copy.file not in self._files)
        for file in missing:
            self._report_event(FetchEvent("abandoned", file))
        outcome: Outcome = "partial" if files or self._plan.present else "failed"
        if not self._plan.wanted and self._plan.present:
            outcome = "present"
        elif len(files) >= max(len(self._plan.wanted), 1):
            outcome = "fetched"
        return EditionReport(self._plan.edition, outcome, files, missing, tuple(self._failures))


def without_credentials(address: str) -> str:
    """Return an address without a name and a password in it, for messages and manifests."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])) if "@" in parts.netloc else address
