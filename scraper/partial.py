"""A possibly interrupted download: its bytes so far, and the tag that shows whether the source has changed."""

from __future__ import annotations

import hashlib
from pathlib import Path

from msgspec import Struct


class PartialFile(Struct, frozen=True):
    """The file with the bytes of one address that were received so far."""

    path: Path

    @property
    def tag_path(self) -> Path:
        """Return the path of the file that holds the server's name for the version of the bytes.

        The name is an entity tag or a date.
        """
        return self.path.with_suffix(".tag")

    def size(self) -> int:
        """Return the number of bytes that are here; 0 if there is no file."""
        try:
            return self.path.stat().st_size
        except FileNotFoundError:
            return 0

    def tag(self) -> str | None:
        """Return the version that the bytes belong to, or None if the server did not say."""
        try:
            return self.tag_path.read_text(encoding="ascii") or None
        except FileNotFoundError:
            return None

    def remember(self, tag: str | None) -> None:
        """Note the version of the bytes that follow."""
        self.tag_path.write_text(tag if tag is not None and tag.isascii() else "", encoding="ascii")

    def discard(self) -> None:
        """Delete the bytes and their version."""
        self.path.unlink(missing_ok=True)
        self.tag_path.unlink(missing_ok=True)


def partial_of(folder: Path, address: str) -> PartialFile:
    """Return the partial file of an address; the same one in the next run."""
    return PartialFile(folder / f"{hashlib.sha256(address.encode()).hexdigest()[:20]}.part")
