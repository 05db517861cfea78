"""The compression of the knowledge base that readers download."""

import lzma
import shutil
from pathlib import Path

_LEVEL = 3
"""Level of xz: 82 MB become 11.4 MB in 5 s; higher levels save a tenth and take five times as long."""
_READ_AT_A_TIME = 1 << 20
"""Number of bytes that are compressed at a time."""


def compress(source: Path, target: Path) -> None:
    """Compress a file; the same file gives the same bytes (with the same version of the library)."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with source.open("rb") as file, lzma.open(target, "wb", preset=_LEVEL) as out:
        shutil.copyfileobj(file, out, _READ_AT_A_TIME)
