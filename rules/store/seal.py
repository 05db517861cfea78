"""The seal of a knowledge base: a hash of all its bytes, stored in the file itself, to detect damage before use.

The hash is computed with zeros in place of the hash. Without it, a changed bit would be copied from one knowledge base
to the next, which would then be sealed with the damage.
"""

import hashlib
import mmap
from pathlib import Path

KEY = "seal"
"""Key of the row of `meta` that holds the seal."""
_MARK = b"sealed-sha256:"
_ZEROS = b"0" * 64
EMPTY = (_MARK + _ZEROS).decode()
"""The seal of a file that is still being written: zeros, in place of which the hash is written."""


def seal_file(path: Path) -> None:
    """Write the hash over a finished file into it, as `seal`.

    Raises:
        ValueError: The file does not contain `EMPTY`.
        OSError: The file cannot be read or written.
    """
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as data:
        seal(data)
        data.flush()


def seal(data: bytearray | mmap.mmap) -> None:
    """Write the hash over the bytes of a finished file into them, in place of `EMPTY`.

    Raises:
        ValueError: The bytes do not contain `EMPTY`.
    """
    start = _find_hash(data)
    if start is None or data[start : start + len(_ZEROS)] != _ZEROS:
        raise ValueError("there is no place for the seal")
    data[start : start + len(_ZEROS)] = _hash(data, start)


def is_file_sealed(path: Path) -> bool | None:
    """Return whether a file is unchanged since it was sealed; None if it has no seal.

    Raises:
        OSError: The file cannot be read.
    """
    if not path.stat().st_size:
        return None
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return is_sealed(data)


def is_sealed(data: bytes | mmap.mmap) -> bool | None:
    """Return whether the bytes of a file are those that it was sealed with; None if they have no seal."""
    start = _find_hash(data)
    return None if start is None else data[start : start + len(_ZEROS)] == _hash(data, start)


def _find_hash(data: bytes | bytearray | mmap.mmap) -> int | None:
    """Return the offset of the hash; None if the mark is missing.

    The first mark counts: the table with the seal is created first, so its page precedes those of all texts, and the
    text of an edition could contain the mark.
    """
    first = data.find(_MARK)
    return first + len(_MARK) if first >= 0 else None


def _hash(data: bytes | bytearray | mmap.mmap, start: int) -> bytes:
    """Return the hash of some bytes, with zeros in place of the hash that begins at an offset."""
    with memoryview(data) as view, view[:start] as before, view[start + len(_ZEROS) :] as after:
        digest = hashlib.sha256(before)
        digest.update(_ZEROS)
        digest.update(after)
    return digest.hexdigest().encode()
