"""Replacing an output folder: the files that comprules wrote are replaced by the new output, and all others stay.

A folder `site` is replaced with the help of a workspace next to it, the folder `.site.comprules`:

1. The caller makes the new output in the workspace, as `fresh`.
2. Files that comprules did not write get a second name in `fresh`, so that readers find them in both folders.
3. `fresh`, which is whole now, is renamed to `ready`.
4. `ready` and `site` are exchanged in one step. Now `ready` is the old folder. Where the system cannot do that, `site`
   is renamed to `old`, and `ready` to `site`.
5. Files that appeared in the old folder in the meantime are moved to the new one. The old folder is renamed to `spent`,
   so that no later run takes what is left of it for foreign files, and is removed.

If a run is killed, `site` is either the old folder or the new one, except between the two renamings of step 4. The next
run restores it if necessary, saves the foreign files that are only in the workspace, and removes the workspace.

The files that comprules wrote are on the list in the folder (`rules.file_list`). Earlier versions kept no list. If such
a version wrote the folder, all its files stay that the new output does not write, and the whole old folder is kept next
to the new one.
"""

import os
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from rules.errors import ComprulesError
from rules.exchange import exchange
from rules.file_list import MARKER, FileList, Signature, find_unchanged, has_marker, read_list, write_list
from rules.files import sync_folder
from rules.foreign_files import (
    find_foreign,
    is_obstacle,
    is_same,
    link_foreign,
    list_folders,
    move_late_files,
    name_outermost,
    show_paths,
)
from rules.locks import hold_lock, lock_beside

_FRESH = "fresh"
"""Name of the new output in the workspace while it is being made."""
_READY = "ready"
"""Name of the new output in the workspace when it is whole; after the swap, that of the old folder."""
_OLD = "old"
"""Name of the old folder in the workspace where the system cannot swap two folders in one step."""
_SPENT = "spent"
"""Name of an old folder in the workspace of which nothing is needed any more."""
_EARLIER = "earlier"
"""Added to the name of an old folder that is kept because it has no list: `site.earlier`."""


class FolderError(ComprulesError):
    """The folder may not be replaced, or another run is writing it."""


class FolderKind(Struct, frozen=True):
    """A kind of output folder; a folder is replaced only by output of its own kind.

    Attributes:
        name: What the list and messages call it, such as `site` or `CSV export`.
        signs: Patterns of paths, such as `index.html`. A folder that an earlier version wrote without a list is of the
            kind if each pattern matches a path in it.
    """

    name: str
    signs: tuple[str, ...]


class FolderReplacement:
    """A folder that is being replaced; made by `replacing_folder`.

    Attributes:
        out: The folder, with symbolic links resolved.
        workspace: A folder for temporary files; it is removed when the context ends.
        fresh: Path at which the caller makes the new output. It does not exist at first.
    """

    def __init__(
        self, named: Path, out: Path, workspace: Path, kind: FolderKind, tell: Callable[[str], object]
    ) -> None:
        self._named = named
        self.out = out
        self.workspace = workspace
        self.fresh = workspace / _FRESH
        self._kind = kind
        self._tell = tell

    def commit(self) -> None:
        """Put the new output in place of the old folder, and report the files of the old folder that were kept.

        Raises:
            FolderError: Something that comprules did not write is where the new output needs a folder or a file.
            OSError: The new output cannot be put in place; the old folder is as it was.
        """
        new_list = write_list(self.fresh, self._kind.name)
        old_list = read_list(self.out)
        unchanged: Mapping[str, Signature] = {}
        if old_list is not None:
            unchanged = find_unchanged(self.out, old_list.files)
            self._keep_foreign(new_list.files, unchanged)
        elif self.out.exists():
            self._keep_unlisted(new_list.files)
        if self.out.exists():
            shutil.copymode(self.out, self.fresh)
        old = self._swap()
        if old is not None:
            self._retire(old, old_list, unchanged)

    def _keep_foreign(self, files: Mapping[str, str], unchanged: Mapping[str, Signature]) -> None:
        """Add everything foreign in the old folder to the new output, and report it.

        Args:
            files: The paths of the new output.
            unchanged: The files of the old folder that comprules wrote, as `find_unchanged` returns them.
        """
        folders = list_folders(files)
        foreign = find_foreign(self.out, unchanged)
        obstacles = [entry.path for entry in foreign if is_obstacle(entry, files, folders)]
        if obstacles:
            raise FolderError(
                f"{self._named}: these are in the way of the new output and were not created by comprules; "
                f"move them elsewhere and try again: {show_paths(obstacles)}"
            )
        kept_entries = [entry for entry in foreign if not is_same(self.out / entry.path, self.fresh / entry.path)]
        link_foreign(self.out, self.fresh, kept_entries)
        additional = [name_outermost(entry, folders) for entry in kept_entries if entry.path not in files]
        changed = [entry.path for entry in kept_entries if entry.path in files]
        self._report_kept(additional, changed)

    def _report_kept(self, additional: Sequence[str], changed: Sequence[str]) -> None:
        """Report the foreign files that were kept, if there are any.

        Args:
            additional: Paths of files and folders that the new output does not have.
            changed: Paths of files that the new output has too, but that were changed since comprules wrote them.
        """
        parts = []
        if additional:
            parts.append(f"kept files that comprules did not write: {show_paths(additional)}")
        if changed:
            parts.append(f"kept changed files and did not write the new ones: {show_paths(changed)}")
        if parts:
            self._tell(f"{self._named}: {'; '.join(parts)}")

    def _keep_unlisted(self, files: Mapping[str, str]) -> None:
        """Add everything in an old folder without a list to the new output, and report it.

        Nothing says which files comprules wrote. So files of the new output are not replaced by old ones, and `_retire`
        keeps the whole old folder as well.

        Args:
            files: The paths of the new output.
        """
        folders = list_folders(files)
        foreign = find_foreign(self.out, {})
        entries = [entry for entry in foreign if entry.path not in files and not is_obstacle(entry, files, folders)]
        link_foreign(self.out, self.fresh, entries)
        if entries:
            additional = [name_outermost(entry, folders) for entry in entries]
            self._tell(f"{self._named}: kept files that are not part of the new output: {show_paths(additional)}")

    def _swap(self) -> Path | None:
        """Put the new output in place.

        Returns:
            The path that the old folder has now; None if there was no old folder.
        """
        ready = self.workspace / _READY
        self.fresh.rename(ready)
        if not self.out.exists():
            ready.rename(self.out)
            sync_folder(self.out.parent)
            return None
        old = ready
        if not exchange(ready, self.out):
            old = self.workspace / _OLD
            self.out.rename(old)
            ready.rename(self.out)  # if this fails, `replacing_folder` restores the old folder
        sync_folder(self.out.parent)
        return old

    def _retire(self, old: Path, old_list: FileList | None, unchanged: Mapping[str, Signature]) -> None:
        """Remove a folder that was replaced, or keep it if it has no list.

        Args:
            old: The folder that was replaced.
            old_list: Its list.
            unchanged: The files in it that comprules wrote, as `find_unchanged` returned them.
        """
        if old_list is None and has_marker(old):
            earlier = _keep_earlier(old, self.out)
            self._tell(
                f"{self._named}: an earlier version of comprules wrote this folder, without a list of its files, so "
                f"everything in it was kept in {earlier}; remove that folder when you no longer need it"
            )
            return
        renamed = _merge(old, self.out, unchanged)
        if renamed:
            paths = show_paths(renamed)
            self._tell(f"{self._named}: files that changed in the meantime were kept under another name: {paths}")


@contextmanager
def replacing_folder(
    out: Path, kind: FolderKind, tell: Callable[[str], object] = lambda _line: None
) -> Iterator[FolderReplacement]:
    """Lock a folder that is to be replaced, and yield its replacement. Only `commit` changes the folder.

    Args:
        out: The folder. If it is a symbolic link, its target is replaced and the link stays.
        kind: The kind of the new output.
        tell: Called with a line for the user about each thing that stayed of the old folder.

    Raises:
        FolderError: The folder holds something that comprules did not write, or another kind of output, it cannot be
            replaced, or another run is writing it.
        OSError: The disk is full, or the folder cannot be written.
    """
    folder = Path(os.path.realpath(out))
    folder.parent.mkdir(parents=True, exist_ok=True)
    workspace = folder.with_name(f".{folder.name}.comprules")
    busy = FolderError(f"{out}: another run of comprules is writing this folder; wait for it to finish")
    with hold_lock(lock_beside(folder), busy):
        _recover(folder, workspace)
        _check_replaceable(out, folder, kind)
        _remove_workspace(workspace)
        workspace.mkdir()
        (workspace / MARKER).touch()
        try:
            yield FolderReplacement(out, folder, workspace, kind, tell)
        except OSError as error:
            if error.filename is None:  # a failed write, for example, names no file
                error.filename = str(out)
            raise
        finally:
            _recover(folder, workspace)
            _remove_workspace(workspace)


def _check_replaceable(out: Path, folder: Path, kind: FolderKind) -> None:
    """Raise `FolderError` if a folder may not be replaced by output of a kind."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise FolderError(f"{out}: a file; name a folder")
    if folder.is_mount():
        raise FolderError(f"{out}: this folder is a mount point, which cannot be replaced; name a folder in it")
    if not any(folder.iterdir()):
        return
    if not has_marker(folder):
        raise FolderError(
            f"{out}: contains files but no {MARKER}, so comprules did not write it; name another folder, or empty it"
        )
    other_output = _describe_other_output(folder, kind)
    if other_output:
        raise FolderError(
            f"{out}: contains {other_output}, so {kind.name} cannot be written there; name another folder, or move "
            "your own files elsewhere and remove it"
        )


def _describe_other_output(folder: Path, kind: FolderKind) -> str:
    """Return a description of the output in a folder of comprules, for a message; empty if it is of the given kind."""
    file_list = read_list(folder)
    if file_list is not None:
        return "" if file_list.kind == kind.name else f"another kind of output, {file_list.kind}"
    # Earlier versions wrote no list, so the kind is known only by its signs.
    has_all_signs = all(any(folder.glob(sign)) for sign in kind.signs)
    return "" if has_all_signs else "output of another kind"


def _recover(folder: Path, workspace: Path) -> None:
    """Clean up after a run that was killed in step 3, 4 or 5 of the module's description.

    If there is no output folder, the old one is restored. Then everything foreign in the folders of the workspace is
    moved into the output folder, and those folders are removed. If no run was killed, nothing happens.

    Args:
        folder: The output folder.
        workspace: The workspace of its runs.
    """
    if not has_marker(workspace):
        return
    # Before the swap, `ready` is the new output; after it, the old folder. Where the system cannot swap, `old` is the
    # old folder, and there is no output folder for a moment.
    ready, old = workspace / _READY, workspace / _OLD
    if old.is_dir() and not folder.exists():
        old.rename(folder)
        sync_folder(folder.parent)
    if not folder.is_dir():
        return
    for abandoned in (ready, old):
        if abandoned.is_dir():
            _recover_folder(abandoned, folder)


def _recover_folder(abandoned: Path, folder: Path) -> None:
    """Remove a folder that a killed run left, after everything foreign in it was saved.

    Args:
        abandoned: The folder in the workspace.
        folder: The output folder, into which the foreign files go.
    """
    file_list = read_list(abandoned)
    if file_list is None and has_marker(abandoned):
        _keep_earlier(abandoned, folder)
        return
    unchanged = find_unchanged(abandoned, file_list.files) if file_list else {}
    _merge(abandoned, folder, unchanged)


def _keep_earlier(old: Path, folder: Path) -> Path:
    """Move a folder without a list next to the folder that replaced it, and return its new path."""
    number = 1
    earlier = folder.with_name(f"{folder.name}.{_EARLIER}")
    while os.path.lexists(earlier):
        number += 1
        earlier = folder.with_name(f"{folder.name}.{_EARLIER}-{number}")
    old.rename(earlier)
    return earlier


def _merge(old: Path, folder: Path, unchanged: Mapping[str, Signature]) -> list[str]:
    """Remove an old folder after everything foreign in it was moved to the new one.

    Args:
        old: The old folder.
        folder: The output folder, which is the new one by now.
        unchanged: What `find_unchanged` returned for the old folder.

    Returns:
        The new names of files that could not keep their own.
    """
    file_list = read_list(folder)
    renamed = move_late_files(old, folder, unchanged, file_list.files if file_list else {})
    spent = old.with_name(_SPENT)
    if spent.exists():  # of a run that was killed
        _remove_tree(spent)
    old.rename(spent)
    _remove_tree(spent)
    return renamed


def _remove_workspace(workspace: Path) -> None:
    """Remove a workspace. Its marker is removed last, so that the rest of it is recognised if the run is killed.

    Raises:
        FolderError: It is not empty and has no marker, so comprules did not write it.
    """
    if not workspace.is_dir():
        return
    paths = [*workspace.iterdir()]
    if paths and not has_marker(workspace):
        raise FolderError(f"{workspace}: this folder is in the way and was not created by comprules; move it elsewhere")
    for path in sorted(paths, key=lambda path: path.name == MARKER):
        if path.is_dir() and not path.is_symlink():
            _remove_tree(path)
        else:
            path.unlink()
    workspace.rmdir()


def _remove_tree(folder: Path) -> None:
    """Remove a folder with everything in it, even if its folders are read-only."""
    for parent, _, _ in os.walk(folder, onerror=_raise):
        mode = os.lstat(parent).st_mode
        if mode & stat.S_IRWXU != stat.S_IRWXU:
            os.chmod(parent, mode | stat.S_IRWXU)  # noqa: PTH101 - a path of `os.walk`
    shutil.rmtree(folder)


def _raise(error: OSError) -> None:
    raise error
