"""An unfinished file of a download, which a further try may complete."""

from collections.abc import Collection
from pathlib import Path

from rules.files import size_of
from scraper.archive import Copy


class PartialFile:
    """An unfinished file, and what is known of the finished one.

    Args:
        path: Where it is; it need not exist.
        expected: The copies that it may become; none if its bytes are not known beforehand.

    Attributes:
        path: Where it is.
        sizes: The sizes in bytes that the finished file may have; empty if they are not known.
    """

    def __init__(self, path: Path, expected: Collection[Copy]) -> None:
        self.path = path
        self.sizes = frozenset(copy.bytes for copy in expected)
        self._hashes = frozenset(copy.sha256 for copy in expected)

    @property
    def size(self) -> int:
        """The number of bytes that are there."""
        return size_of(self.path)

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing; its bytes may still be wrong."""
        return self.path.exists() and self.size in self.sizes

    @property
    def usable_size(self) -> int:
        """How many bytes a further try may build on.

        Without a known size or hash there are none: parts of two versions must not be joined.
        """
        if self.sizes:
            return self.size
        return 0

    def matches(self, sha256: str) -> bool:
        """Return whether a file with this hash is one of the expected ones, or any file is."""
        return not self._hashes or sha256 in self._hashes

    def remove(self) -> None:
        """Remove what is there, if anything is."""
        self.path.unlink(missing_ok=True)
