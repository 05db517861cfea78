"""Settings, events and report of a fetch. Plain data; the command-line interface displays it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from msgspec import Struct

from rules.errors import ComprulesError

Outcome = Literal["fetched", "present", "partial", "failed"]
"""`fetched`: all missing copies were downloaded; `present`: none was missing; `partial`: the archive has some of the
edition's copies, but not all; `failed`: it has none."""


class FetchError(ComprulesError):
    """The fetch cannot continue: a problem of disk, permissions or the whole source. The message says what to do."""


class FetchSettings(Struct, frozen=True):
    """What to fetch, timeouts, retries and rate limits. The defaults suit a public server; times are in seconds.

    Attributes:
        connect_timeout: Maximum time to connect.
        read_timeout: Maximum time without data from the server.
        file_timeout: Maximum time for one try at one file.
        attempts: Number of tries per source before the next source is tried.
        backoff: Wait after the first failed try; doubled each time, plus a random part of up to this value.
        longest_wait: Maximum wait before a try; a source whose server asks for more is given up.
        pause: Minimum time between two requests to one host.
        largest: Maximum size in bytes of a file whose size is not known beforehand.
        until: Editions that take effect after this day are left out; None for all.
    """

    connect_timeout: float = 10.0
    read_timeout: float = 30.0
    file_timeout: float = 300.0
    attempts: int = 4
    backoff: float = 1.0
    longest_wait: float = 60.0
    pause: float = 0.25
    largest: int = 16 * 2**20
    until: str | None = None


class FetchEvent(Struct, frozen=True):
    """What happens during a fetch.

    Attributes:
        kind: `planned`, once before the first download; of a file `started`, `advanced`, `finished` (it is verified and
            in the archive) and `abandoned` (no source had it); `note`, a sentence for the user: a retry, a source given
            up, an unverified copy taken.
        text: The file's path in the archive, or the sentence.
        size: Bytes: `planned`, of all files; `started`, of the file, 0 if that is not known; `advanced`, received so
            far, resumed ones included. The number falls when a download starts again.
        files: The number of files planned.
    """

    kind: Literal["planned", "started", "advanced", "finished", "abandoned", "note"]
    text: str = ""
    size: int = 0
    files: int = 0


FetchProgress = Callable[[FetchEvent], None]
"""Is called with each event."""


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


class FetchReport(Struct, frozen=True, rename={"target": "archive"}):
    """The result of a fetch: the archive's folder and the requested editions, oldest first."""

    target: Path
    editions: tuple[EditionReport, ...]

    def select_editions(self, outcome: Outcome) -> tuple[EditionReport, ...]:
        """Return the editions with this outcome."""
        return tuple(edition for edition in self.editions if edition.outcome == outcome)

    @property
    def usable(self) -> bool:
        """Return whether the archive now has at least one copy of every edition asked for."""
        return not self.select_editions("failed")


class PageReport(Struct, frozen=True, rename={"name": "bulletin", "path": "file"}):
    """The result of downloading a page.

    Attributes:
        name: Its name.
        path: Path of its file, whether or not it exists.
        outcome: Whether it was fetched, was present, or failed.
        failures: Addresses that failed.
    """

    name: str
    path: Path
    outcome: Literal["fetched", "present", "failed"]
    failures: tuple[SourceFailure, ...]


class PagesReport(Struct, frozen=True, rename={"pages": "bulletins"}):
    """The result of downloading pages into a folder."""

    folder: Path
    pages: tuple[PageReport, ...]
