"""Rewrites files completely or not at all, one run at a time in a folder; a journal survives a kill.

Before the first file is replaced, each new text is in a temporary file next to its file (it is staged), and the journal
has the hashes of the old and the new text of each file. An upgrade is completed by renaming the temporary files that
are left. The configuration, which declares the edition of the files, is renamed last. A file keeps its mode and, if the
system allows it, its owner; a hard link to another name is broken, as by most editors.
"""

import contextlib
import errno
import hashlib
import json
import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec
from filelock import FileLock, Timeout

from comprules.lint.names import JOURNAL
from comprules.printable import printable
from rules.conversion import convert
from rules.errors import ComprulesError
from rules.files import put_in_place, stage_file, sync_folder, temporary_path, write_file

if sys.platform != "win32":
    import fcntl

_WITHOUT_LOCKS = {errno.EBADF, errno.ENOLCK, errno.ENOTSUP, errno.EINVAL}
"""Errors of systems of files that have no locks, such as some network drives; a run then works without one."""


class RewriteError(ComprulesError):
    """Error: files cannot be written, or an interrupted upgrade cannot be completed; the message says what to do."""


class TreeBusyError(ComprulesError):
    """Error: another run works in the same folders."""


class Rewrite(msgspec.Struct, frozen=True):
    """A file with its new content.

    Attributes:
        path: The file, for messages.
        real_path: Its path, with symbolic links resolved.
        old: Its bytes when it was read; None if it does not exist yet.
        new: Its new bytes.
    """

    path: str
    real_path: Path
    old: bytes | None
    new: bytes


class Entry(msgspec.Struct, frozen=True):
    """A file of an upgrade.

    Attributes:
        path: Its real path, relative to the folder of the journal if it is in there.
        old: The SHA-256 of its old text; None if the file did not exist.
        new: The SHA-256 of its new text.
    """

    path: str
    old: str | None
    new: str


class Journal(msgspec.Struct, frozen=True, rename={"version": "comprules-upgrade", "target": "to", "entries": "files"}):
    """An upgrade that began to write.

    Attributes:
        version: The version of the format.
        target: The edition upgraded to.
        entries: The files, in writing order.
    """

    version: Literal[1]
    target: str
    entries: tuple[Entry, ...]


class CompletedAnswer(msgspec.Struct, frozen=True, kw_only=True, rename={"target": "to"}):
    """A run of `upgrade` that only finished an earlier one.

    Attributes:
        target: The edition that the earlier run upgraded to.
        written: Whether files were written.
        completed: Whether an earlier run was finished.
        files_changed: The files of the earlier run.
    """

    target: str
    written: bool = True
    completed: bool = True
    files_changed: tuple[str, ...]


def complete_upgrade(file: Path) -> CompletedAnswer:
    """Give each file of an upgrade its new text if it lacks it, and delete the journal.

    Args:
        file: The journal.

    Raises:
        RewriteError: It cannot be read, or a file was changed meanwhile, or its new text is gone: nothing was done.
        OSError: The system failed; the journal stays, and can be completed later.
    """
    try:
        journal = convert(json.loads(file.read_bytes()), Journal)
    except (ValueError, RecursionError) as error:
        raise RewriteError(
            f"{file}: this version cannot read this journal of an upgrade; use your version control to see what was "
            "changed, then delete the journal"
        ) from error
    entries = {file.parent.resolve() / entry.path: entry for entry in journal.entries}
    # All files are checked before the first one is renamed.
    waiting = [path for path, entry in entries.items() if _check_waiting(file, journal.target, path, entry)]
    for path in waiting:
        put_in_place(temporary_path(path), path)
    for path in entries:
        temporary_path(path).unlink(missing_ok=True)
    file.unlink()
    sync_folder(file.parent)
    return CompletedAnswer(target=journal.target, files_changed=tuple(printable(str(path)) for path in entries))


def _check_waiting(file: Path, target: str, path: Path, entry: Entry) -> bool:
    """Return whether a file of an upgrade still waits for its new text.

    | the file has | the temporary file has | result |
    |---|---|---|
    | its old text | its new text | it waits |
    | its new text | anything | it is done |
    | another text | its new text | an error: somebody changed it meanwhile |
    | its old text | anything else | an error: the new text is gone |
    | another text | anything else | it is done: it was renamed, and changed by somebody later |

    Args:
        file: The journal.
        target: The edition upgraded to.
        path: The file.
        entry: What the journal says of it.

    Raises:
        RewriteError: Somebody changed the file meanwhile, or its new text is gone.
    """
    current = _hash_file(path)
    staged = _hash_file(temporary_path(path))
    shown = printable(str(path))
    planned = printable(str(temporary_path(path)))
    upgrade = f"the upgrade to {target} that was interrupted"
    if current not in {entry.old, entry.new} and staged == entry.new:
        raise RewriteError(
            f"{shown}: this file was changed after {upgrade}. The planned text is in {planned}: rename that file to "
            "replace this one, or delete it to keep this one, then run the command again"
        )
    if current == entry.old and staged != entry.new:
        raise RewriteError(
            f"{shown}: the text that {upgrade} was to write is gone; delete {printable(str(file))}, and use "
            "your version control to see what was changed"
        )
    return current == entry.old


def journals_above(folders: Iterable[Path]) -> tuple[Path, ...]:
    """Return the journals in folders and above them."""
    candidates: set[Path] = set()
    for start in folders:
        candidates |= {start.resolve(), *start.resolve().parents}
    return tuple(folder / JOURNAL for folder in sorted(candidates) if os.path.isfile(folder / JOURNAL))  # noqa: PTH113 - never raises


def write_all(rewrites: Sequence[Rewrite], home: Path, target: str) -> None:
    """Write files, or none of them.

    Args:
        rewrites: The files, configurations last.
        home: The folder for the journal, where the next run finds it.
        target: The edition upgraded to.

    Raises:
        RewriteError: A file may not be written, or has changed since it was read; or only some files were written.
        OSError: The system failed before anything was written.
    """
    problems = [problem for rewrite in rewrites if (problem := _find_problem(rewrite))]
    if problems:
        raise RewriteError("\n".join((*problems, "Nothing was written")))
    if not rewrites:
        return
    if not os.access(home, os.W_OK):
        home = rewrites[0].real_path.parent  # the next run also finds a journal below its paths
    home = home.resolve()
    file = home / JOURNAL
    journal = Journal(1, target, tuple(_make_entry(rewrite, home) for rewrite in rewrites))
    staged: list[Path] = []
    try:
        for rewrite in rewrites:
            staged.append(stage_file(rewrite.real_path, rewrite.new))  # noqa: PERF401 - if one fails, all are removed
        write_file(file, _encode_journal(journal))  # from here on the upgrade can be completed
        complete_upgrade(file)
    except (OSError, KeyboardInterrupt) as error:
        if file.exists():
            raise _report_interruption(error) from error
        for temporary in staged:
            temporary.unlink(missing_ok=True)
        raise


def _encode_journal(journal: Journal) -> bytes:
    """Return a journal as ASCII; names that are no UTF-8 are written with escapes."""
    return json.dumps(msgspec.to_builtins(journal), indent=1).encode("ascii") + b"\n"


def _report_interruption(error: OSError | KeyboardInterrupt) -> RewriteError:
    """Return the error for an upgrade that ended after its journal was written."""
    cause = "Interrupted"
    if isinstance(error, OSError):
        cause = f"{error.filename}: {error.strerror}"
    return RewriteError(f"{cause}; some files have been written. Run the same command again to finish the upgrade")


@contextlib.contextmanager
def hold_folders(folders: Iterable[Path]) -> Iterator[None]:
    """Lock folders for writing, with everything in them.

    The folders themselves are locked, so that no lock file stays in a user's tree: the given folders exclusively, those
    above them shared. So two runs exclude each other if and only if one works at or below a folder of the other.
    Windows has no locks of folders: there, one run excludes all others of the same user.

    Args:
        folders: Existing folders.

    Raises:
        TreeBusyError: Another run works in one of the folders, or in one above or below.
    """
    written = {folder.resolve() for folder in folders}
    busy = TreeBusyError(f"{min(written)}: another `comprules upgrade --write` is running here; wait for it to finish")
    with contextlib.ExitStack() as held:
        try:
            if os.name == "nt":
                held.enter_context(FileLock(Path(tempfile.gettempdir()) / "comprules-upgrade.lock", timeout=0))
            else:
                for locked in sorted(written | {parent for folder in written for parent in folder.parents}):
                    _lock_folder(locked, exclusive=locked in written, held=held)
        except (BlockingIOError, Timeout):
            raise busy from None
        yield


def _lock_folder(folder: Path, *, exclusive: bool, held: contextlib.ExitStack) -> None:
    # A folder that may be entered but not listed cannot be locked, and no run of comprules works on all of it.
    with contextlib.suppress(PermissionError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        held.callback(os.close, handle)
        try:
            fcntl.flock(handle, fcntl.LOCK_NB | (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH))
        except OSError as error:
            if error.errno not in _WITHOUT_LOCKS:
                raise


def _make_entry(rewrite: Rewrite, home: Path) -> Entry:
    if rewrite.real_path.is_relative_to(home):
        path = rewrite.real_path.relative_to(home)
    else:
        path = rewrite.real_path
    old = None
    if rewrite.old is not None:
        old = hashlib.sha256(rewrite.old).hexdigest()
    return Entry(str(path), old, hashlib.sha256(rewrite.new).hexdigest())


def _find_problem(rewrite: Rewrite) -> str | None:
    """Return why a file cannot be written, or None."""
    try:
        if rewrite.old is None:
            if rewrite.real_path.exists():
                return f"{rewrite.path}: the file was created by another process; run the command again"
        elif rewrite.real_path.read_bytes() != rewrite.old:
            return f"{rewrite.path}: the file changed during the run; run the command again"
        elif not rewrite.real_path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
            return f"{rewrite.path}: this file is read-only; make it writable, or skip it with `exclude`"
        for path in (rewrite.real_path, rewrite.real_path.parent):
            if path.exists() and not os.access(path, os.W_OK):
                return f"{rewrite.path}: no permission to write {path}; check permissions"
    except OSError as error:
        return f"{rewrite.path}: {error.strerror}; check the path and its permissions"
    return None


def _hash_file(path: Path) -> str | None:
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    return None
