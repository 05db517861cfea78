"""The seal of a knowledge base: a hash over all its bytes, in the file itself; damage is seen before it is used.

The hash is over the file with zeros in the place of the hash. Without it a changed bit would be carried over from one
knowledge base into the next, and certify itself there.
"""

from __future__ import annotations

import hashlib
import mmap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

KEY = "seal"
"""Of the row of `meta` that holds it."""
_MARK = b"sealed-sha256:"
_ZEROS = b"0" * 64
EMPTY = (_MARK + _ZEROS).decode()


def seal_file(path: Path) -> None:
    """Write the hash over a finished file into it, as `seal`.

    Raises:
        ValueError: The file does not hold `EMPTY`.
        OSError: It cannot be read or written.
    """
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as data:
        seal(data)
        data.flush()


def seal(data: bytearray | mmap.mmap) -> None:
    """Write the hash over the bytes of a finished file into them, in the place of `EMPTY`.

    Raises:
        ValueError: They do not hold `EMPTY`.
    """
    place = _place(data)
    if place is None or data[place : place + len(_ZEROS)] != _ZEROS:
        raise ValueError("there is no place for the seal")
    data[place : place + len(_ZEROS)] = _hash(data, place)


def is_sealed(path: Path) -> bool | None:
    """Return whether a file is unchanged since it was sealed; None where it has no seal.

    Raises:
        OSError: It cannot be read.
    """
    if not path.stat().st_size:
        return None
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        place = _place(data)
        return None if place is None else data[place : place + len(_ZEROS)] == _hash(data, place)


def _place(data: bytearray | mmap.mmap) -> int | None:
    """Return the offset of the hash; None where the mark is missing.

    The first mark counts: the table that holds the seal is made first, so its page stands before those of all texts,
    and an edition may have the mark among its words.
    """
    first = data.find(_MARK)
    return first + len(_MARK) if first >= 0 else None


def _hash(data: bytearray | mmap.mmap, place: int) -> bytes:
    digest = hashlib.sha256()
    with memoryview(data) as view:
        for part in (view[:place], _ZEROS, view[place + len(_ZEROS) :]):
            digest.update(part)
            if isinstance(part, memoryview):
                part.release()
    return digest.hexdigest().encode()
