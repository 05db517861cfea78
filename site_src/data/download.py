"""The whole knowledge base as one compressed file, with the facts to verify it."""

from __future__ import annotations

import hashlib
import lzma
from pathlib import Path

from msgspec import Struct

DOWNLOAD = "download/"
"""Address of the download page; the file is below it."""

NAME = "comprules.sqlite.xz"
LEVEL = 3
"""Level of xz: 82 MB become 11.4 MB in 5 s; higher levels save a tenth and take five times as long."""
PIECE = 1 << 20


class Download(Struct, frozen=True):
    """A file to download.

    Attributes:
        size: In bytes.
        sha256: Hash of its bytes.
        unpacked: Size of its content in bytes.
        unpacked_sha256: Hash of its content.
    """

    size: int
    sha256: str
    unpacked: int
    unpacked_sha256: str


def compress(source: Path, target: Path) -> Download:
    """Compress a file; the same file gives the same bytes (with the same version of the library)."""
    target.parent.mkdir(parents=True, exist_ok=True)
    whole, packed = hashlib.sha256(), hashlib.sha256()
    press = lzma.LZMACompressor(preset=LEVEL)
    size = unpacked = 0
    with source.open("rb") as file, target.open("wb") as out:
        while piece := file.read(PIECE):
            whole.update(piece)
            unpacked += len(piece)
            chunk = press.compress(piece)
            packed.update(chunk)
            size += out.write(chunk)
        chunk = press.flush()
        packed.update(chunk)
        size += out.write(chunk)
    return Download(size, packed.hexdigest(), unpacked, whole.hexdigest())
