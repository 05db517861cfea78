"""Exchanging two paths in one step, so that a reader always finds a file or folder at each of them."""

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

_CURRENT_FOLDER = -100
"""Stands for the current folder where Linux expects an open folder (`AT_FDCWD`)."""
_EXCHANGE = 2
"""The flag for swapping, which is the same on Linux (`RENAME_EXCHANGE`) and macOS (`RENAME_SWAP`)."""
_UNSUPPORTED = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP})
"""Errors of file systems, kernels and sandboxes that cannot swap."""


def exchange(first: Path, second: Path) -> bool:
    """Swap two paths of one file system in one step.

    Returns:
        Whether they were swapped. If the system cannot swap, the answer is False and nothing is changed.

    Raises:
        OSError: A path does not exist or may not be renamed.
    """
    swap = _find_swap()
    if swap is None:
        return False
    # Python reports its own renames to audit hooks, but cannot see a call of the system's library.
    sys.audit("os.rename", first, second, -1, -1)
    if swap(os.fsencode(first), os.fsencode(second)) == 0:
        return True
    error = ctypes.get_errno()
    if error in _UNSUPPORTED:
        return False
    raise OSError(error, os.strerror(error), str(first), None, str(second))


@cache
def _find_swap() -> Callable[[bytes, bytes], int] | None:
    """Return the function of the system's library that swaps two paths, and returns 0 if it could; None without one."""
    if sys.platform not in {"linux", "darwin"}:
        return None
    library = ctypes.CDLL(None, use_errno=True)
    name = "renamex_np" if sys.platform == "darwin" else "renameat2"
    rename = getattr(library, name, None)
    if rename is None:
        return None

    def swap_on_macos(first: bytes, second: bytes) -> int:
        return int(rename(first, second, _EXCHANGE))

    def swap_on_linux(first: bytes, second: bytes) -> int:
        return int(rename(_CURRENT_FOLDER, first, _CURRENT_FOLDER, second, _EXCHANGE))

    return swap_on_macos if sys.platform == "darwin" else swap_on_linux
