"""Locks the folders in which one run writes, with everything below and above them, against other runs.

The folders themselves are locked, so that no lock file stays in a user's tree: written folders exclusively, those
above them shared. So two runs exclude each other if and only if one works at or below a folder of the other.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from rules.errors import ComprulesError

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WINDOWS = os.name == "nt"
_WITHOUT_LOCKS = {errno.EBADF, errno.ENOLCK, errno.ENOTSUP, errno.EINVAL}


class TreeBusyError(ComprulesError):
    """Error: another run works in the same folders."""


@contextlib.contextmanager
def hold_folders(folders: Iterable[Path]) -> Iterator[None]:
    """Lock folders for writing, with everything in them.

    Args:
        folders: Existing folders.

    Raises:
        TreeBusyError: Another run holds one of them, or one above or below.
    """
    written = {folder.resolve() for folder in folders}
    above = {parent for folder in written for parent in folder.parents}
    with contextlib.ExitStack() as held:
        if _WINDOWS:
            lock = FileLock(Path(tempfile.gettempdir()) / "comprules-upgrade.lock")
            try:
                held.enter_context(lock.acquire(timeout=0))
            except Timeout:
                raise _busy_error(min(written)) from None
        else:
            for folder in sorted(written | above):
                _lock_folder(folder, exclusive=folder in written, held=held)
        yield


def _lock_folder(folder: Path, *, exclusive: bool, held: contextlib.ExitStack) -> None:
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except PermissionError:
        return  # a folder above that can be passed but not listed: no run of comprules works on all of it
    held.callback(os.close, handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_NB | (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH))
    except BlockingIOError:
        raise _busy_error(folder) from None
    except OSError as error:
        if error.errno not in _WITHOUT_LOCKS:
            raise


def _busy_error(folder: Path) -> TreeBusyError:
    return TreeBusyError(f"{folder}: another `comprules upgrade --write` is at work here; wait until it is done")
