"""What a fetch is told, tells while it works, and has to say in the end. Plain data; the face does the showing."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from rules.errors import ComprulesError

Outcome = Literal["fetched", "present", "partial", "failed"]
"""`fetched`: all copies that were missing are there now; `present`: none was missing; `partial`: the archive has some
of the edition's copies, but not all; `failed`: it has none."""


class FetchError(ComprulesError):
    """The fetch cannot go on: the disk, the permissions or the source as a whole. The message says what to do."""


class FetchBusy(FetchError):
    """Another fetch works on the same archive. Nothing was touched."""


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """How patient and how polite to be. The defaults suit a public server; times are in seconds.

    Attributes:
        connect_timeout: Longest wait for a connection.
        read_timeout: Longest silence of a server in the middle of an answer.
        file_timeout: Longest time for one try at one file.
        attempts: Tries for one source before the next one's turn.
        backoff: Wait after the first failed try; doubled each time, plus a random share of it.
        longest_wait: Longest wait before a try; a server that asks for more is given up for this run.
        pause: Time between two requests to one host.
        per_host: Requests to one host at the same time.
        workers: Editions worked at the same time.
        largest: Bytes; longest answer taken where the size is not known beforehand.
    """

    connect_timeout: float = 10.0
    read_timeout: float = 30.0
    file_timeout: float = 300.0
    attempts: int = 4
    backoff: float = 1.0
    longest_wait: float = 60.0
    pause: float = 0.25
    per_host: int = 2
    workers: int = 4
    largest: int = 16 * 2**20


class FetchProgress(Protocol):
    """What a fetch reports while it works. Calls never overlap, though they come from several threads."""

    def planned(self, files: int, size: int) -> None:
        """Report, once before the first download, how many files are missing, and their bytes together."""

    def started(self, file: str, size: int) -> None:
        """Report that a download begins; `size` is 0 where the size is not known."""

    def advanced(self, file: str, received: int) -> None:
        """Report the bytes of `file` received so far, resumed ones included.

        The number falls when a download starts again.
        """

    def finished(self, file: str) -> None:
        """Report that `file` is verified and in the archive."""

    def abandoned(self, file: str) -> None:
        """Report that no source had `file`."""

    def note(self, message: str) -> None:
        """Show a sentence to the user: a retry, a source given up, an unverified copy taken."""


class Silent:
    """A progress that says nothing."""

    def planned(self, files: int, size: int) -> None:
        """Report nothing."""

    def started(self, file: str, size: int) -> None:
        """Report nothing."""

    def advanced(self, file: str, received: int) -> None:
        """Report nothing."""

    def finished(self, file: str) -> None:
        """Report nothing."""

    def abandoned(self, file: str) -> None:
        """Report nothing."""

    def note(self, message: str) -> None:
        """Show nothing."""


class SynchronizedProgress:
    """Passes one call at a time on to a progress, so that it need not care for threads."""

    def __init__(self, progress: FetchProgress) -> None:
        self._progress = progress
        self._guard = threading.Lock()
        self.stopped = threading.Event()
        """Set when the run was stopped: files left undone then are not abandoned."""

    def planned(self, files: int, size: int) -> None:
        """Pass the call on while no other call is passed on."""
        with self._guard:
            self._progress.planned(files, size)

    def started(self, file: str, size: int) -> None:
        """Pass the call on while no other call is passed on."""
        with self._guard:
            self._progress.started(file, size)

    def advanced(self, file: str, received: int) -> None:
        """Pass the call on while no other call is passed on."""
        with self._guard:
            self._progress.advanced(file, received)

    def finished(self, file: str) -> None:
        """Pass the call on while no other call is passed on."""
        with self._guard:
            self._progress.finished(file)

    def abandoned(self, file: str) -> None:
        """Pass the call on while no other call is passed on, unless the run was stopped."""
        with self._guard:
            if not self.stopped.is_set():
                self._progress.abandoned(file)

    def note(self, message: str) -> None:
        """Pass the call on while no other call is passed on."""
        with self._guard:
            self._progress.note(message)


@dataclass(frozen=True, slots=True)
class FetchedFile:
    """A copy that this run put into the archive.

    Attributes:
        file: Path inside the archive.
        address: Where it came from: a web address or a path.
        bytes: Its size.
        sha256: Of its bytes.
        verified: Whether that hash was known beforehand. Where it was not, the copy is a new witness.
    """

    file: str
    address: str
    bytes: int
    sha256: str
    verified: bool = True


@dataclass(frozen=True, slots=True)
class SourceFailure:
    """A source that was tried in vain, and the reason as a clause (`not found (404)`)."""

    address: str
    reason: str


@dataclass(frozen=True, slots=True)
class EditionReport:
    """What became of one edition.

    Attributes:
        edition: Its id.
        outcome: See `Outcome`.
        files: What this run put into the archive, in the order of the edition's copies.
        missing: Copies that no source had: paths inside the archive.
        failures: Sources tried in vain, in the order of trial. May hold entries even when all went well in the end.
    """

    edition: str
    outcome: Outcome
    files: tuple[FetchedFile, ...] = ()
    missing: tuple[str, ...] = ()
    failures: tuple[SourceFailure, ...] = ()


@dataclass(frozen=True, slots=True)
class FetchReport:
    """The end of a fetch: the archive's folder and the editions asked for, oldest first."""

    target: Path
    editions: tuple[EditionReport, ...]

    def select_editions(self, outcome: Outcome) -> tuple[EditionReport, ...]:
        """Return the editions with this outcome."""
        return tuple(edition for edition in self.editions if edition.outcome == outcome)

    @property
    def usable(self) -> bool:
        """Return whether the archive now has at least one copy of every edition asked for."""
        return not self.select_editions("failed")


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page to be read by people: the name of its file, and the addresses that are tried in turn."""

    name: str
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageReport:
    """What became of a page.

    Attributes:
        name: Its name.
        path: Where it stands, or would stand.
        outcome: Whether it was fetched, was there, or could not be had.
        failures: Addresses that failed.
    """

    name: str
    path: Path
    outcome: Literal["fetched", "present", "failed"]
    failures: tuple[SourceFailure, ...]
