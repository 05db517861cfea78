"""Locks that keep two runs of comprules from doing the same work.

The system releases a lock when its process ends, even if that is killed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
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
    lock = FileLock(file, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise busy from None
    try:
        yield
    finally:
        lock.release()


def lock_beside(path: Path) -> Path:
    """Return the path of the lock file for runs that write a file or a folder: next to it, and hidden."""
    return path.with_name(f".{path.name}.lock")
