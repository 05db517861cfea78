"""Writing files so that a killed run or a full disk leaves the old file whole."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` at `path`: first into a temporary file beside it, then by a rename.

    Raises:
        OSError: It cannot be written; whatever stood at `path` is untouched.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        put_in_place(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def put_in_place(temporary: Path, path: Path) -> None:
    """Rename a finished file over `path` and make the rename itself last through a power cut."""
    temporary.replace(path)
    # Windows cannot open folders; there the rename alone has to do.
    with contextlib.suppress(OSError):
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
