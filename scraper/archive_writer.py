"""Writing to the archive of a fetch: one run at a time, only verified files, a valid manifest after every file."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from rules.files import put_in_place, write_file
from rules.locks import hold_lock
from scraper.archive import (
    MANIFEST,
    ArchiveEntry,
    Copy,
    confine_path,
    load_archive,
    write_manifest,
)
from scraper.fetch_report import FetchError

LOCK = ".fetch.lock"
PARTIAL = ".partial"
EDITIONS = "editions/"


class ArchiveWriter:
    """Adds copies to an archive. Made by `open_archive_writer`."""

    def __init__(self, root: Path, entries: tuple[ArchiveEntry, ...]) -> None:
        self.root = root
        self.partial = root / PARTIAL
        self._entries = {entry.edition: entry for entry in entries}

    def has(self, copy: Copy) -> bool:
        """Return whether the file is there with the right bytes, listed or left out of the manifest by a killed run."""
        path = confine_path(self.root, copy.file)
        try:
            return path.stat().st_size == copy.bytes and file_sha256(path) == copy.sha256
        except OSError:
            return False

    def copies_of(self, edition: str) -> tuple[Copy, ...]:
        """Return the copies that the manifest lists for an edition."""
        entry = self._entries.get(edition)
        return entry.copies if entry is not None else ()

    def refusal(self, copy: Copy) -> str | None:
        """Return why a copy may not be written; None if its path is free, or the manifest has the same copy there."""
        if not is_for_editions(copy.file):
            return f"only what is below {EDITIONS} is fetched"
        listed = [other for entry in self._entries.values() for other in entry.copies]
        for other in listed:
            if other.file.casefold() == copy.file.casefold() and other.sha256 != copy.sha256:
                return f"another copy (sha256 {other.sha256[:12]}…) is there and is kept; fetch into a new folder"
        if os.path.lexists(self.root / copy.file) and all(other.file != copy.file for other in listed):
            return f"a file that {MANIFEST} does not list is there already and is kept; move it away"
        return None

    def put(self, edition: str, set_code: str | None, copy: Copy, source: Path | bytes) -> None:
        """Put a verified file into the archive and record it.

        Args:
            edition: The edition.
            set_code: Code of its set, or None.
            copy: What the manifest records.
            source: The finished file, which is moved, or its bytes.

        Raises:
            FetchError: The file cannot be written.
            ArchiveError: The copy's path leads out of the archive.
        """
        path = confine_path(self.root, copy.file)
        with explain_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(source, bytes):
                write_file(path, source)
            else:
                with source.open("rb") as file:
                    os.fsync(file.fileno())
                put_in_place(source, path)
        self.record(edition, set_code, (copy,))

    def record(self, edition: str, set_code: str | None, copies: tuple[Copy, ...]) -> None:
        """Enter copies into the manifest, and write the manifest only if that changes it."""
        old = self._entries.get(edition, ArchiveEntry(edition, (), set_code))
        # Existing data of a file in the manifest (such as the address it came from) is kept.
        files = {copy.file: copy for copy in (*copies, *old.copies)}
        order = dict.fromkeys(copy.file for copy in (*old.copies, *copies))
        new = replace(old, copies=tuple(files[file] for file in order))
        if new == old and edition in self._entries:
            return
        self._entries[edition] = new
        with explain_errors(self.root / MANIFEST):
            write_manifest(self.root, self._entries.values())


def is_for_editions(file: str) -> bool:
    """Return whether a path of a manifest is in the folder for fetched copies."""
    return file.startswith(EDITIONS) and not any(part.startswith(".") for part in file.split("/"))


@contextlib.contextmanager
def open_archive_writer(root: Path) -> Iterator[ArchiveWriter]:
    """Open the archive in `root` for filling, or begin one there; no other fetch can while the context lasts.

    Raises:
        FetchError: Another fetch is using it, the folder cannot be made or written, or it has files but no manifest.
        ArchiveError: Its manifest is damaged.
    """
    with contextlib.ExitStack() as held:
        with explain_errors(root):
            root.mkdir(parents=True, exist_ok=True)
            begun = not (root / MANIFEST).exists()
            if begun and any(not path.name.startswith(".") for path in root.iterdir()):
                raise FetchError(
                    f"{root}: contains files but no {MANIFEST}, so it is no archive; name a new or an empty folder"
                )
            busy = FetchError(f"{root}: another `comprules fetch` works on this archive; wait until it is done")
            held.enter_context(hold_lock(root / LOCK, busy))
            if begun:
                # Before any file, so that if this run is killed, the next one recognises the folder as an archive.
                write_manifest(root, ())
        writer = ArchiveWriter(root, load_archive(root).entries)
        with explain_errors(writer.partial):
            writer.partial.mkdir(exist_ok=True)
        yield writer
        # The folder stays if it holds something to resume.
        with contextlib.suppress(OSError):
            writer.partial.rmdir()
        if begun and not load_archive(root).entries:
            (root / MANIFEST).unlink()


@contextlib.contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Turn what a disk refuses into a `FetchError` with a remedy."""
    try:
        yield
    except OSError as error:
        raise FetchError(f"{path}: cannot be written ({error.strerror or error}); {_find_remedy(error)}") from error


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file's bytes, in lower-case hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def size_of(path: Path) -> int:
    """Return the number of bytes of a file; 0 if there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _find_remedy(error: OSError) -> str:
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "free some space and run the command again, it goes on where it stopped"
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return "name a folder that you may write to with --archive"
    return "check the folder, or name another with --archive"
