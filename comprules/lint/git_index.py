"""The paths of the files that git tracks, read from its index.

The format is described in https://git-scm.com/docs/index-format.
"""

import contextlib
import struct
from pathlib import Path
from typing import NamedTuple

from rules.files import read_regular

_LARGEST_INDEX = 2**28
"""Maximum size in bytes of an index. An entry has at least 62, so there is room for millions of files."""
_HEADER = struct.Struct(">4sII")
"""The beginning of an index: the letters DIRC, the version of the format, the number of entries."""
_VERSIONS = frozenset({2, 3, 4})
_FIELDS_OF_ENTRY = (struct.Struct(">40x20xH"), struct.Struct(">40x32xH"))
"""The fields of an entry before its path: facts about the file, a hash, and the flags, which alone are read.

The hash is made by SHA-1 (20 bytes) or by SHA-256 (32 bytes): the index does not say by which."""
_HAS_MORE_FLAGS = 0x4000
"""The bit of the flags which says, from version 3 on, that two more bytes of flags follow."""
_LENGTH = 0xFFF
"""The bits of the flags that have the length of the path; for a longer path all of them are set."""
_UNIT = 8
"""Before version 4, NULs fill an entry up to a multiple of this number of bytes; there is at least one NUL."""


class _Entry(NamedTuple):
    """An entry of an index.

    Attributes:
        path: The path of a file, relative to the repository, with slashes.
        end: Offset of the next entry.
    """

    path: bytes
    end: int


def tracked_files(index: Path) -> frozenset[bytes]:
    """Return the paths that an index names, relative to the repository, with slashes.

    Raises:
        ValueError: The file is no index, is damaged or cut short, or has an unknown format.
        struct.error: It is shorter than the header of an index.
        OSError: It cannot be read.
    """
    data = read_regular(index, _LARGEST_INDEX)
    signature, version, count = _HEADER.unpack_from(data)
    if signature != b"DIRC" or version not in _VERSIONS:
        raise ValueError(f"{index}: not a git index, or one of an unknown version")
    for fields in _FIELDS_OF_ENTRY:
        with contextlib.suppress(ValueError, struct.error):  # the hashes have the other size, or the index is damaged
            return frozenset(_read_paths(data, version, count, fields))
    raise ValueError(f"{index}: damaged")


def _read_paths(data: bytes, version: int, count: int, fields: struct.Struct) -> list[bytes]:
    """Return the paths of the entries of an index, which are sorted.

    Args:
        data: The file.
        version: The version of its format, 2 to 4.
        count: The number of entries.
        fields: The fields of an entry before its path, for one of the two sizes of hashes.

    Raises:
        ValueError: The entries do not have these fields.
        struct.error: The data are cut short.
    """
    paths: list[bytes] = []
    entry = _Entry(b"", _HEADER.size)
    for _ in range(count):
        entry = _read_entry(data, version, fields, entry)
        paths.append(entry.path)
    return paths


def _read_entry(data: bytes, version: int, fields: struct.Struct, before: _Entry) -> _Entry:
    """Return the entry after another one.

    In version 4, a path is written as the number of bytes to cut off the end of the path before it, and the bytes to
    add: after `src/a.rs`, `src/b.rs` is written as 4 and `b.rs`.

    Args:
        data: The file.
        version: The version of its format.
        fields: The fields of an entry before its path.
        before: The entry before; for the first entry, one without a path that ends where the header ends.

    Raises:
        ValueError: The entry does not have these fields.
        struct.error: The data are cut short.
    """
    start = before.end
    (flags,) = fields.unpack_from(data, start)
    offset = start + fields.size
    if version > 2 and flags & _HAS_MORE_FLAGS:
        offset += 2
    shared = 0  # number of bytes at its beginning that the path has in common with the one before
    if version == 4:
        cut, offset = _read_variable(data, offset)
        shared = len(before.path) - cut
    end = data.index(b"\0", offset)
    path = before.path[: max(shared, 0)] + data[offset:end]
    has_right_length = flags & _LENGTH == min(len(path), _LENGTH)
    if shared < 0 or not path or not has_right_length or path < before.path:
        raise ValueError("the entries do not match the format")
    if version == 4:
        return _Entry(path, end + 1)
    units = (end - start) // _UNIT + 1
    return _Entry(path, start + units * _UNIT)


def _read_variable(data: bytes, offset: int) -> tuple[int, int]:
    r"""Return a number in git's variable-length encoding, and the offset after it.

    Each byte has seven bits of the number; the highest bit says that another byte follows. The second byte begins where
    the numbers of one byte end: `05` is 5, `7f` is 127, `80 00` is 128 and `80 01` is 129.
    """
    value = -1  # 1 is added before each byte
    while offset < len(data) and value < _LARGEST_INDEX:
        byte = data[offset]
        offset += 1
        value = ((value + 1) << 7) | (byte & 0x7F)
        if byte < 0x80:
            break
    return value, offset
