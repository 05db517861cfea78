"""The error of a fetch that cannot continue, with a remedy."""

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path

from rules.errors import ComprulesError

_REMEDIES = {
    **dict.fromkeys(
        (errno.ENOSPC, errno.EDQUOT), "free some space and run the command again; it resumes where it stopped"
    ),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "name a folder that you may write to with --archive"),
}
"""What to do about an error of the disk."""


class FetchError(ComprulesError):
    """The fetch cannot continue: a problem of disk, permissions or the whole source. The message says what to do."""


@contextlib.contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Turn an error of the disk into a `FetchError` with a remedy.

    Args:
        path: The file or folder that is being written, for the message.
    """
    try:
        yield
    except OSError as error:
        remedy = _REMEDIES.get(error.errno or 0, "check the folder, or name another with --archive")
        raise FetchError(f"{path}: cannot be written ({error.strerror or error}); {remedy}") from error
