"""The file list of an output folder, which names the files that comprules wrote into it.

A later run may replace or remove only files that are on the list and still have the content that they had then.
"""

import errno
import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct

from rules.conversion import decode_json
from rules.files import read_regular

MARKER = ".comprules-folder"
"""Name of the file that marks a folder as written by comprules, and holds the list. Earlier versions left it empty."""
_LARGEST_LIST = 1 << 28
"""Maximum size of a list in bytes; that of a site with 14,000 files has 2 million."""
_OPEN_TO_HASH = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Flags for opening a file to hash it: opening a link fails, and opening a pipe does not wait for a writer."""
_NO_SUCH_FILE = frozenset({errno.ENOENT, errno.ELOOP, errno.ENXIO})
"""Errors of opening a path that was just removed (`ENOENT`), or replaced by a link (`ELOOP`) or a pipe (`ENXIO`)."""

Signature: TypeAlias = tuple[int, ...]
"""Facts about a file of which at least one changes whenever the content of the file changes."""


class FileList(Struct, frozen=True):
    """The list of an output folder.

    Attributes:
        kind: The kind of output, such as `site` or `CSV export`.
        files: Path of a file in the folder, with `/` between its parts → SHA-256 of the file in hexadecimal.
    """

    kind: str
    files: dict[str, str]


class Entry(Struct, frozen=True):
    """A file, a link, an empty folder or something else in a folder, at any depth.

    Attributes:
        path: Its path in the folder, with `/` between its parts.
        status: Its status as `os.stat` returns it; for a link, that of the link itself.
    """

    path: str
    status: os.stat_result

    @property
    def is_folder(self) -> bool:
        """Return whether it is an empty folder; a link to a folder is not."""
        return stat.S_ISDIR(self.status.st_mode)

    @property
    def is_regular(self) -> bool:
        """Return whether it is a regular file."""
        return stat.S_ISREG(self.status.st_mode)

    @property
    def signature(self) -> Signature:
        """Return device, inode, size and times of the file; see `Signature`."""
        status = self.status
        return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def has_marker(folder: Path) -> bool:
    """Return whether comprules wrote a folder."""
    return (folder / MARKER).is_file()


def read_list(folder: Path) -> FileList | None:
    """Return the list of a folder.

    Returns:
        None if the folder has no list, or an unreadable one: then nobody knows which files comprules wrote.

    Raises:
        OSError: The system refuses to read it, it is no regular file, or it is too large.
    """
    try:
        data = read_regular(folder / MARKER, _LARGEST_LIST)
    except FileNotFoundError:
        return None
    try:
        return decode_json(data, FileList)
    except msgspec.MsgspecError:
        return None


def write_list(folder: Path, kind: str) -> FileList:
    """Write the list of all files that are in a folder, and return it.

    Raises:
        OSError: A file cannot be read, or the list cannot be written.
    """
    paths = [entry.path for entry in walk_folder(folder) if entry.is_regular]
    file_list = FileList(kind, _hash_files(folder, sorted(paths)))
    with (folder / MARKER).open("wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(file_list), indent=1) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return file_list


def walk_folder(folder: Path) -> Iterator[Entry]:
    """Yield everything in a folder, at any depth, except folders that contain something.

    Links are not followed. An entry that another process removes in the meantime is skipped.

    Raises:
        OSError: A folder cannot be read.
    """
    waiting = [""]  # paths of the folders that are still to be read; the outermost one has the empty path
    while waiting:
        parent = waiting.pop()
        with suppress(FileNotFoundError):
            with os.scandir(folder / parent) as scan:
                items = list(scan)
            is_empty_folder = parent and not items
            if is_empty_folder:
                yield Entry(parent, (folder / parent).lstat())
            for item in items:
                path = f"{parent}/{item.name}" if parent else item.name
                if item.is_dir(follow_symlinks=False):
                    waiting.append(path)
                    continue
                with suppress(FileNotFoundError):
                    yield Entry(path, item.stat(follow_symlinks=False))


def has_content(path: Path, digest: str) -> bool:
    """Return whether a path is a regular file whose content has a given SHA-256.

    Raises:
        OSError: The file cannot be read.
    """
    return stat.S_ISREG(path.lstat().st_mode) and _hash_file(path.parent, path.name) == digest


def find_unchanged(folder: Path, files: Mapping[str, str]) -> dict[str, Signature]:
    """Return the files of a list that still have the listed content.

    Args:
        folder: The folder.
        files: Path → SHA-256, as in the list.

    Returns:
        Path of an unchanged file → the signature that it had before its content was read.

    Raises:
        OSError: A file or folder cannot be read.
    """
    listed = [entry for entry in walk_folder(folder) if entry.is_regular and entry.path in files]
    hashes = _hash_files(folder, [entry.path for entry in listed])
    return {entry.path: entry.signature for entry in listed if hashes[entry.path] == files[entry.path]}


def _hash_files(folder: Path, paths: list[str]) -> dict[str, str]:
    # Python computes the hash of large data without holding its lock, so that threads share the work.
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return dict(zip(paths, threads.map(partial(_hash_file, folder), paths), strict=True))


def _hash_file(folder: Path, path: str) -> str:
    """Return the SHA-256 of a file; an empty string if another process has just removed or replaced it."""
    try:
        handle = os.open(folder / path, _OPEN_TO_HASH)
    except OSError as error:
        if error.errno in _NO_SUCH_FILE:
            return ""
        raise
    with os.fdopen(handle, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
