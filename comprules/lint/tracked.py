"""Which files git tracks, read from its index: git never ignores them, whatever `.gitignore` says.

The format: https://git-scm.com/docs/index-format. Git itself is not run: settings in a tree may make it run programs.
"""

from __future__ import annotations

import contextlib
import struct
from typing import TYPE_CHECKING

from rules.files import read_regular

if TYPE_CHECKING:
    from pathlib import Path

_HEADER = struct.Struct(">4sII")
_FLAGS = (struct.Struct(">40x20xH"), struct.Struct(">40x32xH"))
"""The fields of an entry up to its flags, with a hash by SHA-1 or by SHA-256: the file does not say which."""
_EXTENDED = 0x4000
_LARGEST = 256_000_000


def tracked_files(index: Path) -> frozenset[bytes]:
    """Return the paths that an index names, relative to the repository, with slashes.

    Raises:
        ValueError: It is no index, is damaged, or has an unknown format.
        struct.error: It breaks off.
        OSError: It cannot be read.
    """
    data = read_regular(index, _LARGEST)
    mark, version, count = _HEADER.unpack_from(data)
    if mark != b"DIRC" or version not in {2, 3, 4}:
        raise ValueError(f"{index}: no index of git's, or one of an unknown version")
    for flags in _FLAGS:
        with contextlib.suppress(ValueError, struct.error):
            return frozenset(_read_paths(data, version, count, flags))
    raise ValueError(f"{index}: damaged")


def _read_paths(data: bytes, version: int, count: int, fields: struct.Struct) -> list[bytes]:
    """Return the paths.

    Raises:
        ValueError: The entries do not fit these fields.
        struct.error: The data break off.
    """
    place, paths = _HEADER.size, [b""]
    for _ in range(count):
        start, before = place, paths[-1]
        flags = fields.unpack_from(data, start)[0]
        place += fields.size + (2 if version > 2 and flags & _EXTENDED else 0)
        kept = 0
        if version == 4:
            cut, place = _number(data, place)
            kept = len(before) - cut
        end = data.index(b"\0", place)
        path = before[: max(kept, 0)] + data[place:end]
        if kept < 0 or not path or flags & 0xFFF != min(len(path), 0xFFF) or path < before:
            raise ValueError("the entries do not fit")
        paths.append(path)
        place = end + 1 if version == 4 else start + (end - start + 8) // 8 * 8
    return paths[1:]


def _number(data: bytes, place: int) -> tuple[int, int]:
    """Return a number of variable length, and the position after it."""
    value = data[place] & 0x7F if place < len(data) else 0
    while place < len(data) and data[place] & 0x80 and value < _LARGEST:
        place += 1
        value = ((value + 1) << 7) | (data[place] & 0x7F if place < len(data) else 0)
    return value, place + 1
