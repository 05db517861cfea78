"""Writing files atomically: either the complete new file is put in place, or the old file stays.

The content is written to a temporary file next to the target, synced, and renamed over the target. Symbolic links are
followed. Pipes, devices and descriptors such as /dev/stdout are written directly, because a rename would replace them.
A killed run leaves at most its temporary file. Its name is derived from the target's name, so the next run that writes
the target removes it; `is_temporary` lets readers skip it.
"""

import contextlib
import errno
import hashlib
import os
import re
import stat
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Self

if sys.platform != "win32":
    import fcntl


_TEMPORARY = re.compile(r"\.comprules-[0-9a-f]{16}\.tmp")
"""The name of a temporary file; see `temporary_path`."""
_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d+)")
"""The path of an open descriptor, with its number."""
_STANDARD = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
"""Path of a standard stream → its descriptor."""
_MOST_LINKS = 40
"""Number of links that Linux follows, one after another, before it gives a path up."""
_WITHOUT_LOCKS = frozenset({errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS})
"""Errors which mean that a file system has no locks."""
_WINDOWS = os.name == "nt"
"""Whether this is Windows, where temporary files are not locked: an open file cannot be removed or renamed there."""


def hash_file(path: Path) -> str:
    """Return the SHA-256 of the bytes of a file, in hexadecimal, without reading the whole file into memory."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def size_of(path: Path) -> int:
    """Return the number of bytes of a file; 0 if there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def is_temporary(name: str) -> bool:
    """Return whether a file of this name is a temporary file of comprules, which must not be read as input."""
    return _TEMPORARY.fullmatch(name) is not None


def temporary_path(target: Path) -> Path:
    """Return the path of the temporary file to which the new content of a file is written.

    It is `.comprules-HASH.tmp`, with a hash of the target's name, in the same folder, because a file can only be
    renamed within one file system.
    """
    return target.with_name(f".comprules-{hashlib.sha256(os.fsencode(target.name)).hexdigest()[:16]}.tmp")


class PendingFile:
    """A file that is being written; only `commit` puts it in place.

    Args:
        path: Path of the file. Links are followed; pipes, devices and descriptors are written directly.
        direct: Whether writing directly is allowed; otherwise such paths are refused.

    Attributes:
        target: The real path of the file, with links resolved.
        temporary: Path of the temporary file; the target itself if that is written directly.
        file: The file to write to, inside a `with` statement.

    Raises:
        OSError: The file cannot be written; the old content is untouched.
    """

    file: IO[bytes]

    def __init__(self, path: Path, *, direct: bool = True) -> None:
        self.path = path
        self.target = self.temporary = path
        self._may_be_direct = direct
        self._committed = False

    @property
    def _is_direct(self) -> bool:
        """Return whether the target is written directly, without a temporary file."""
        return self.temporary == self.target

    def __enter__(self) -> Self:
        if self._may_be_direct and not _is_regular(self.path):
            self.file = _open_directly(self.path)
            return self
        self.target = regular_target(self.path)
        if self.target.exists() and not os.access(self.target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self.path))
        self.temporary = temporary_path(self.target)
        try:
            self.file = os.fdopen(_create(self.temporary), "wb")
        except OSError as error:
            error.filename = str(self.path)  # the user knows only the target, not the temporary file
            raise
        return self

    def commit(self, *, in_place: bool = True) -> None:
        """Finish the file. The content is synced to the disk before the temporary file is renamed.

        Args:
            in_place: Whether to rename the temporary file over the target now; otherwise call `put_in_place` later.
        """
        self.file.flush()
        if not self._is_direct:
            os.fsync(self.file.fileno())
            _copy_permissions(self.target, self.temporary)
            if _WINDOWS:
                self.file.close()
            if in_place:
                put_in_place(self.temporary, self.target)
        self._committed = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        is_abandoned = not self._committed and not self._is_direct
        if is_abandoned:
            if _WINDOWS:
                self.file.close()  # an open file cannot be removed there
            # The file is removed before it is closed. Closing it releases its lock, and from then on another run may
            # have a file of this name.
            self.temporary.unlink(missing_ok=True)
        try:
            self.file.close()
        except OSError:
            # The rest of the buffer could not be written. An exception of the `with` block is more useful than that.
            if kind is None:
                raise


def write_file(path: Path, data: bytes) -> None:
    """Write a file in one step.

    Raises:
        OSError: It cannot be written; the old content is untouched.
    """
    with PendingFile(path) as pending:
        pending.file.write(data)
        pending.commit()


def stage_file(target: Path, data: bytes) -> Path:
    """Write the new content of a regular file to its folder, synced, to be put in the file's place later.

    Args:
        target: The file, with links resolved.
        data: Its new content.

    Returns:
        The temporary file.

    Raises:
        OSError: It cannot be written, or the target is no regular file.
    """
    with PendingFile(target, direct=False) as pending:
        pending.file.write(data)
        pending.commit(in_place=False)
    return pending.temporary


def read_regular(path: Path, most: int) -> bytes:
    """Return the bytes of a regular file.

    Args:
        path: The file. Pipes and devices are refused, because reading them may never end.
        most: Maximum size in bytes. If the file grows meanwhile, only the original number of bytes is read.

    Raises:
        OSError: The file is not regular, too large, or cannot be read.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        if status.st_size > most:
            raise OSError(errno.EFBIG, f"{status.st_size:,} bytes, at most {most:,} are read", str(path))
        return file.read(status.st_size)


def regular_target(path: Path) -> Path:
    """Return the real path of a file, links followed, whether it exists yet or not.

    Raises:
        OSError: The path is not a regular file and can only be written directly, or its status cannot be read.
    """
    if not _is_regular(path):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    return Path(os.path.realpath(path))


def put_in_place(temporary: Path, target: Path) -> None:
    """Rename a finished file over its target and make the rename itself last through a power cut."""
    temporary.replace(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Make the renames in a folder last through a power cut, if the system supports it."""
    # Windows cannot open folders; the rename alone must be enough there.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove_temporary(path: Path) -> bool:
    """Remove a temporary file that a killed run left.

    Returns:
        Whether it is gone, which it may have been before; False if a run is still writing it, or if the system refuses
        to remove it.
    """
    try:
        _remove_unlocked(path, wait=False)
    except OSError:
        return False
    return True


def _open_directly(path: Path) -> IO[bytes]:
    """Open a pipe, a device or a descriptor for writing."""
    # The path may be standard output. The text that this process has printed so far must come first.
    sys.stdout.flush()
    descriptor = _descriptor_of(path)
    return path.open("wb") if descriptor is None else os.fdopen(os.dup(descriptor), "wb")


def _create(temporary: Path) -> int:
    """Create a temporary file and lock it; wait if another run is writing the same file.

    Returns:
        The open file.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    while True:
        try:
            handle = os.open(temporary, flags, 0o666)
        except FileExistsError:
            _remove_unlocked(temporary, wait=True)
            continue
        if _WINDOWS:
            return handle
        _lock(handle)
        if _is_at(handle, temporary):
            return handle
        # Before the file was locked, another run took it for one that a killed run had left, and removed it.
        os.close(handle)


def _lock(handle: int) -> None:
    """Lock an open file, if its file system has locks; close it if that fails for another reason.

    Raises:
        OSError: It cannot be locked.
    """
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError as error:
        if error.errno not in _WITHOUT_LOCKS:
            os.close(handle)
            raise


def _remove_unlocked(path: Path, *, wait: bool) -> None:
    """Remove a temporary file that no run is writing, unless it was renamed in the meantime.

    Raises:
        OSError: It cannot be opened, or it is locked and `wait` is False.
    """
    if _WINDOWS or path.is_symlink():  # comprules never makes a link
        path.unlink(missing_ok=True)
        return
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        if _is_at(handle, path):
            path.unlink(missing_ok=True)
    finally:
        os.close(handle)


def _is_at(handle: int, path: Path) -> bool:
    """Return whether a path names the open file."""
    try:
        named = path.lstat()
    except FileNotFoundError:
        return False
    opened = os.fstat(handle)
    return (opened.st_dev, opened.st_ino) == (named.st_dev, named.st_ino)


def _is_regular(path: Path) -> bool:
    """Return whether a path leads to a regular file, which may not exist yet.

    The path of a descriptor (`/dev/stdout`) does not count, even if the descriptor belongs to a regular file.

    Raises:
        OSError: The path is a folder, or its status cannot be read.
    """
    if _descriptor_of(path) is not None:
        return False
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return True
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return stat.S_ISREG(mode)


def _descriptor_of(path: Path) -> int | None:
    """Return the open descriptor that a path means (`/dev/stdout`, `/dev/fd/3`), None for every other path.

    The file of a descriptor may be a regular one (`> report.json`), but the shell has it open, so it must not be
    replaced.
    """
    # One link is followed at a time. `Path.resolve` would follow all of them, and miss `/dev/stdout` on the way.
    link = os.path.abspath(path)  # noqa: PTH100
    for _ in range(_MOST_LINKS):
        if link in _STANDARD:
            return _STANDARD[link]
        match = _DESCRIPTOR.fullmatch(link)
        if match:
            return int(match[1])
        try:
            link = os.path.abspath(Path(link).parent / os.readlink(link))  # noqa: PTH100, PTH115
        except OSError:  # the end of the chain: no link
            return None
    return None


def _copy_permissions(old: Path, new: Path) -> None:
    """Give a new file the owner and the mode of the old one, if there is an old one."""
    with contextlib.suppress(FileNotFoundError):
        status = old.stat()
        # Only root may change the owner; for other users the new file belongs to them.
        with contextlib.suppress(OSError, AttributeError):
            os.chown(new, status.st_uid, status.st_gid)
        new.chmod(stat.S_IMODE(status.st_mode))
