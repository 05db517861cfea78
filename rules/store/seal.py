"""The seal of a knowledge base: a hash of all its bytes, stored in the file itself, by which damage is detected.

The hash is computed with zeros in its own place. It is checked before editions are carried over; otherwise a damaged
bit would be copied from one knowledge base to the next, which would then be sealed with the damage.
"""

import mmap
from pathlib import Path

KEY = "seal"
"""Key of the row of `meta` that has the seal as its value."""
_MARK = b"sealed-sha256:"
_ZEROS = b"0" * 64
EMPTY = (_MARK + _ZEROS).decode()
"""The seal of a file that is still being written: `sealed-sha256:` and 64 zeros, which the hash replaces in the end."""


def seal_file(path: Path) -> None:
    """Write the hash of a finished file into the file, as `seal` does.

    Raises:
        ValueError: The file does not contain `EMPTY`.
        OSError: The file cannot be read or written.
    """
    with path.open("r+b") as file, mmap.mmap(file.fileno(), 0) as data:
        seal(data)
        data.flush()


def seal(data: bytearray | mmap.mmap) -> None:
    """Write the hash of the bytes of a finished file into the bytes, in place of the zeros of `EMPTY`.

    Raises:
        ValueError: The bytes do not contain `EMPTY`.
    """
    start = _find_hash(data)
    if start is None or data[start : start + len(_ZEROS)] != _ZEROS:
        raise ValueError("there is no place for the seal")
    data[start : start + len(_ZEROS)] = _hash(data, start)


def is_file_sealed(path: Path) -> bool:
    """Return whether a file has a seal and is unchanged since it was sealed.

    Raises:
        OSError: The file cannot be read.
    """
    if not path.stat().st_size:
        return False  # an empty file cannot be mapped
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return is_sealed(data)


def is_sealed(data: bytes | mmap.mmap) -> bool:
    """Return whether the bytes of a file have a seal and are those that the file was sealed with."""
    start = _find_hash(data)
    if start is None:
        return False
    return data[start : start + len(_ZEROS)] == _hash(data, start)


def _find_hash(data: bytes | bytearray | mmap.mmap) -> int | None:
    """Return the offset of the hash; None if the mark is missing.

    Only the first mark counts. The text of an edition could contain the mark too, but the table with the seal is
    created first, so that its page comes before those of all texts.
    """
    first = data.find(_MARK)
    return first + len(_MARK) if first >= 0 else None


def _hash(data: bytes | bytearray | mmap.mmap, start: int) -> bytes:
    """Return the hash of some bytes, with zeros in place of the hash that begins at an offset."""
    import hashlib  # noqa: PLC0415 - slow to import, and most questions to a knowledge base check no seal

    with memoryview(data) as view, view[:start] as before, view[start + len(_ZEROS) :] as after:
        digest = hashlib.sha256(before)
        digest.update(_ZEROS)
        digest.update(after)
    return digest.hexdigest().encode()
