"""Which files git tracks, read from its index: git never ignores them, whatever `.gitignore` says.

The format: https://git-scm.com/docs/index-format. Git itself is not run: settings in a tree may make it run programs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.errors import ComprulesError

if TYPE_CHECKING:
    from pathlib import Path

_HEADER = 12
_STAT = 40
"""Number of bytes of an entry before the object's hash."""
_EXTENDED = 0x4000
_LARGEST = 256_000_000


class IndexFileError(ComprulesError):
    """Error: an index cannot be read; the message says why."""


def tracked_files(index: Path) -> frozenset[bytes]:
    """Return the paths that an index names, relative to the repository, with slashes.

    Raises:
        IndexFileError: It is no index, or has an unknown format.
        OSError: It cannot be read.
    """
    with index.open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST or data[:4] != b"DIRC" or len(data) < _HEADER:
        raise IndexFileError("it is no index of git's")
    version, count = int.from_bytes(data[4:8], "big"), int.from_bytes(data[8:12], "big")
    if version not in {2, 3, 4}:
        raise IndexFileError(f"version {version} is not known")
    for width in (20, 32):  # SHA-1 or SHA-256: the file does not say which
        paths = _read_paths(data, version, count, width)
        if paths is not None:
            return frozenset(paths)
    raise IndexFileError("it is damaged")


def _read_paths(data: bytes, version: int, count: int, width: int) -> list[bytes] | None:
    """Return the paths, or None if entries do not fit hashes of this width."""
    place, before = _HEADER, b""
    paths: list[bytes] = []
    for _ in range(count):
        start = place
        flags = int.from_bytes(data[start + _STAT + width : start + _STAT + width + 2], "big")
        place = start + _STAT + width + 2 + (2 if version > 2 and flags & _EXTENDED else 0)
        cut = 0
        if version == 4:
            cut, place = _number(data, place)
        end = data.find(b"\0", place)
        if end < 0 or cut > len(before):
            return None
        path = before[: len(before) - cut] + data[place:end] if version == 4 else data[place:end]
        length = flags & 0xFFF
        if not path or length != min(len(path), 0xFFF) or (paths and path < paths[-1]):
            return None
        paths.append(path)
        before = path
        place = end + 1 if version == 4 else start + (end - start + 8) // 8 * 8
    return paths


def _number(data: bytes, place: int) -> tuple[int, int]:
    """Return a number of variable length, and the position after it."""
    value = data[place] & 0x7F if place < len(data) else 0
    while place < len(data) and data[place] & 0x80 and value < _LARGEST:
        place += 1
        value = ((value + 1) << 7) | (data[place] & 0x7F if place < len(data) else 0)
    return value, place + 1
