"""The file of the ledger: named sections one after the other, each with its checksum, behind a table that lists them.

```
8 bytes   magic
u32       format, raised with every change of what the sections hold
u32       length of the table
u32       CRC-32 of the table
table     msgpack: [[name, length, CRC-32], …]
sections  in the order of the table
```

Integers are little-endian. Nothing is compressed: the bytes of a compressor differ between its versions, and a wheel
is compressed anyway. A section is read, and its checksum compared, when it is first asked for.
"""

from __future__ import annotations

import mmap
import struct
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from zlib import crc32

import msgspec

from rules.errors import ComprulesError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MAGIC = b"\x89CRL\r\n\x1a\n"
"""Not ASCII, and with both line ends, so that a copy that took the file for text is noticed."""
FORMAT = 1
_HEAD = struct.Struct("<8sIII")
_REMEDY = "install comprules anew, or make one with: comprules ledger"

T = TypeVar("T")


class LedgerError(ComprulesError):
    """A ledger that cannot be read, made or written. The message names the file, the problem and the remedy."""


class _Entry(NamedTuple):
    name: str
    length: int
    checksum: int


class _Place(NamedTuple):
    start: int
    end: int
    checksum: int


class Container:
    """An open file of sections. It holds no position, so processes that fork may share it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise LedgerError(f"{path}: there is no ledger here; {_REMEDY}") from None
        except ValueError:
            raise LedgerError(f"{path}: the file is empty; {_REMEDY}") from None
        except OSError as error:
            raise LedgerError(f"{path}: the ledger cannot be opened ({error.strerror}); {_REMEDY}") from error
        try:
            self._places = self._table()
        except LedgerError:
            self._bytes.close()
            raise

    def close(self) -> None:
        """Lets go of the file."""
        self._bytes.close()

    def checksums(self) -> dict[str, int]:
        """The CRC-32 of each section, by its name."""
        return {name: place.checksum for name, place in self._places.items()}

    def section(self, name: str) -> bytes:
        """The bytes of a section.

        Raises:
            LedgerError: There is none of the name, or it is damaged.
        """
        place = self._places.get(name)
        if place is None:
            raise self._damaged(f"it has no section {name!r}")
        found = self._bytes[place.start : place.end]
        if crc32(found) != place.checksum:
            raise self._damaged(f"section {name!r} has another checksum than it was written with")
        return found

    def read(self, name: str, kind: type[T]) -> T:
        """A section of msgpack.

        Raises:
            LedgerError: As `section`, and where it does not hold what it should.
        """
        try:
            return msgspec.msgpack.decode(self.section(name), type=kind)
        except msgspec.MsgspecError as error:
            raise self._damaged(f"section {name!r}: {error}") from error

    def _table(self) -> dict[str, _Place]:
        if self._bytes[: len(MAGIC)] != MAGIC:
            raise LedgerError(f"{self.path}: not a ledger of comprules; {_REMEDY}")
        if len(self._bytes) < _HEAD.size:
            raise self._damaged("it ends within its first bytes")
        _, version, length, checksum = _HEAD.unpack(self._bytes[: _HEAD.size])
        if version != FORMAT:
            newer = "a newer" if version > FORMAT else "an older"
            raise LedgerError(
                f"{self.path}: made by {newer} version of comprules (format {version}, not {FORMAT}); {_REMEDY}"
            )
        start = _HEAD.size + length
        table = self._bytes[_HEAD.size : start]
        if crc32(table) != checksum:
            raise self._damaged("its table has another checksum than it was written with")
        try:
            entries = msgspec.msgpack.decode(table, type=list[_Entry])
        except msgspec.MsgspecError as error:
            raise self._damaged(f"its table: {error}") from error
        places: dict[str, _Place] = {}
        for entry in entries:
            places[entry.name] = _Place(start, start + entry.length, entry.checksum)
            start += entry.length
        if start != len(self._bytes):
            raise self._damaged(f"it has {len(self._bytes):,} bytes instead of {start:,}")
        return places

    def _damaged(self, problem: str) -> LedgerError:
        return LedgerError(f"{self.path}: damaged ledger: {problem}; {_REMEDY}")


def packed(sections: Mapping[str, bytes]) -> bytes:
    """The bytes of a file with these sections, in their order."""
    table = msgspec.msgpack.encode([_Entry(name, len(data), crc32(data)) for name, data in sections.items()])
    return b"".join([_HEAD.pack(MAGIC, FORMAT, len(table), crc32(table)), table, *sections.values()])
