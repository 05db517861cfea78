"""Locks that keep two runs of comprules from doing the same work.

The system releases a lock when its process ends, even if that is killed.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from rules.errors import ComprulesError


@contextmanager
def hold_lock(file: Path, busy: ComprulesError) -> Iterator[None]:
    """Hold the lock on a file while the context lasts.

    Args:
        file: The lock file; created, and left behind.
        busy: Raised if another run holds the lock.

    Raises:
        OSError: The file cannot be created.
    """
    with ExitStack() as held:
        try:
            held.enter_context(FileLock(file, timeout=0))
        except Timeout:
            raise busy from None
        yield


def lock_beside(path: Path) -> Path:
    """Return the lock file of the runs that write a file or a folder."""
    return path.with_name(f".{path.name}.lock")
