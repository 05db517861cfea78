"""Adding copies to an archive on disk.

Guarantees: one run at a time writes an archive; only verified files are put into it, and after every file its manifest
is valid.
"""

import contextlib
import os
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath

from msgspec.structs import replace

from rules.files import hash_file, put_in_place, write_file
from rules.locks import hold_lock
from scraper.archive import MANIFEST, ArchiveEntry, Copy, confine_path, load_archive, write_manifest
from scraper.fetch_errors import FetchError, explain_errors

LONGEST_NAME = 255
"""Maximum length in bytes of the name of a file or folder."""
LOCK = ".fetch.lock"
PARTIAL = ".partial"
EDITIONS = "editions/"


class ArchiveWriter:
    """Adds copies to an archive; made by `open_archive_writer`.

    Attributes:
        root: The archive's folder.
        partial: The folder for unfinished downloads.
        entries: The entries of the manifest, by edition.
    """

    def __init__(self, root: Path, entries: tuple[ArchiveEntry, ...]) -> None:
        self.root = root
        self.partial = root / PARTIAL
        self.entries = {entry.edition: entry for entry in entries}

    def has(self, copy: Copy) -> bool:
        """Return whether the file of a copy exists with the right bytes, whether or not the manifest lists it.

        A run that was killed may have written a file that it has not listed yet.
        """
        path = confine_path(self.root, copy.file)
        try:
            return path.stat().st_size == copy.bytes and hash_file(path) == copy.sha256
        except OSError:
            return False

    def refusal(self, copy: Copy) -> str | None:
        """Return the reason not to write a copy; None if its path is free, or the manifest has the same copy there."""
        if not is_for_editions(copy.file):
            return f"only files below {EDITIONS} are fetched"
        listed = [listed_copy for entry in self.entries.values() for listed_copy in entry.copies]
        for listed_copy in listed:
            # folded, because two names that differ by case are one file on some systems
            has_same_path = listed_copy.file.casefold() == copy.file.casefold()
            if has_same_path and listed_copy.sha256 != copy.sha256:
                return f"another copy (sha256 {listed_copy.sha256[:12]}…) is there and is kept; fetch into a new folder"
        if any(len(os.fsencode(part)) > LONGEST_NAME for part in copy.file.split("/")):
            return f"a part of its path has more than {LONGEST_NAME} bytes, which file systems do not allow"
        return self._find_obstacle(copy.file, {listed_copy.file for listed_copy in listed})

    def _find_obstacle(self, file: str, listed: Collection[str]) -> str | None:
        """Return a clause about something in the way of a file; None if its path is free.

        Args:
            file: The path in the archive.
            listed: The paths of the copies in the manifest, which may be written again.
        """
        for parent in PurePosixPath(file).parents:
            if os.path.lexists(self.root / parent) and not os.path.isdir(self.root / parent):  # noqa: PTH112
                return f"{parent} already exists and is not a folder; move it elsewhere"
        if os.path.lexists(self.root / file) and file not in listed:
            return f"a file that {MANIFEST} does not list is there already and is kept; move it elsewhere"
        return None

    def put(self, edition: str, set_code: str | None, copy: Copy, source: Path | bytes) -> None:
        """Put a verified file into the archive and record it.

        Args:
            edition: The edition.
            set_code: Code of its set, or None.
            copy: The facts for the manifest.
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
        """Enter copies into the manifest, and write the manifest only if that changes it.

        The facts of a file that the manifest already lists, such as the address it came from, are kept.
        """
        old = self.entries.get(edition, ArchiveEntry(edition, (), set_code))
        by_file = {copy.file: copy for copy in old.copies}
        for copy in copies:
            by_file.setdefault(copy.file, copy)
        new = replace(old, copies=tuple(by_file.values()))
        if new == old and edition in self.entries:
            return
        self.entries[edition] = new
        with explain_errors(self.root / MANIFEST):
            write_manifest(self.root, self.entries.values())


def is_for_editions(file: str) -> bool:
    """Return whether a path of a manifest is in the folder for fetched copies, and no part of it is hidden.

    Names that begin with a dot, such as `.partial`, are hidden. This also refuses the folder `..`.
    """
    return file.startswith(EDITIONS) and not any(part.startswith(".") for part in file.split("/"))


@contextlib.contextmanager
def open_archive_writer(root: Path) -> Iterator[ArchiveWriter]:
    """Open the archive in `root` for writing, or begin one there; until the context ends, no other run can open it.

    Raises:
        FetchError: Another run is writing it, the folder cannot be made or written, or has files but no manifest.
        ArchiveError: Its manifest is damaged.
    """
    with contextlib.ExitStack() as locked:
        with explain_errors(root):
            root.mkdir(parents=True, exist_ok=True)
            is_new = not (root / MANIFEST).exists()
            _require_manifest(root)
            busy = FetchError(f"{root}: another run of comprules is filling this archive; wait for it to finish")
            locked.enter_context(hold_lock(root / LOCK, busy))
            if is_new:
                # Before any file, so that if this run is killed, the next one recognises the folder as an archive.
                write_manifest(root, ())
        writer = ArchiveWriter(root, load_archive(root).entries)
        with explain_errors(writer.partial):
            writer.partial.mkdir(exist_ok=True)
        yield writer
        # Not after an exception: as after a killed run, the folder stays an archive in which the next run resumes.
        _remove_partial_folder(writer)
        if is_new:
            _remove_if_empty(root)


def _remove_partial_folder(writer: ArchiveWriter) -> None:
    """Remove the folder for unfinished downloads, unless it has one to resume."""
    with contextlib.suppress(OSError):
        writer.partial.rmdir()


def _remove_if_empty(root: Path) -> None:
    """Remove the manifest of a new archive to which nothing was added, so that the folder is as it was."""
    remaining = [path for path in root.iterdir() if path.name != MANIFEST and not path.name.startswith(".")]
    if not remaining and not load_archive(root).entries:
        (root / MANIFEST).unlink()


def list_entries(root: Path) -> tuple[ArchiveEntry, ...]:
    """Return the entries of the archive in `root`; none if the folder is empty or does not exist.

    Raises:
        FetchError: The folder has files but no manifest.
        ArchiveError: Its manifest is damaged.
    """
    with explain_errors(root):
        if root.exists():
            _require_manifest(root)
        if (root / MANIFEST).exists():
            return load_archive(root).entries
        return ()


def _require_manifest(root: Path) -> None:
    """Raise a `FetchError` if a folder has files but no manifest."""
    if not (root / MANIFEST).exists() and any(not path.name.startswith(".") for path in root.iterdir()):
        raise FetchError(
            f"{root}: contains files but no {MANIFEST}, so it is not an archive; name a new or an empty folder"
        )
