"""Replacing an output folder: the files that comprules wrote are replaced by the new output, and all others stay.

The new output is made in a workspace next to the folder. Files that comprules did not write get a second name in it, so
that readers find them in the old folder as well as in the new one; then the two folders are swapped. A killed run
leaves either the old folder or the new one, and the next run cleans up.

The files that comprules wrote are on the list in the folder (`rules.file_list`). Earlier versions kept no list. If such
a version wrote the folder, all files stay that the new output does not write, and the whole old folder is kept next to
the new one.
"""

import os
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping
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
"""Name of the new output in the workspace while it is made."""
_READY = "ready"
"""Name of the new output in the workspace when it is whole; after the swap, that of the old folder."""
_OLD = "old"
"""Name of the old folder in the workspace where the system cannot swap two folders in one step."""
_EARLIER = "earlier"
"""Added to the name of an old folder that is kept because it has no list."""


class FolderError(ComprulesError):
    """The folder may not be replaced, or another run is writing it."""


class FolderKind(Struct, frozen=True):
    """A kind of output folder; a folder is replaced only by output of its own kind.

    Attributes:
        name: What the list and messages call it, such as `site` or `CSV export`.
        signs: Patterns of paths. Every folder of the kind has a path that matches each of them, so a folder that an
            earlier version of comprules wrote without a list can be recognised.
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
        """Put the new output in the place of the old one, and report what stayed of the old folder.

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
        """Add everything that is foreign in the old folder to the new output, and report it."""
        folders = list_folders(files)
        foreign = find_foreign(self.out, unchanged)
        obstacles = [entry.path for entry in foreign if is_obstacle(entry, files, folders)]
        if obstacles:
            raise FolderError(
                f"{self._named}: these are in the way of the new output and were not created by comprules; "
                f"move them elsewhere and try again: {show_paths(obstacles)}"
            )
        entries = [entry for entry in foreign if not is_same(self.out / entry.path, self.fresh / entry.path)]
        link_foreign(self.out, self.fresh, entries)
        additional = [name_outermost(entry, folders) for entry in entries if entry.path not in files]
        instead = [entry.path for entry in entries if entry.path in files]
        parts = []
        if additional:
            parts.append(f"kept files that comprules did not write: {show_paths(additional)}")
        if instead:
            parts.append(f"kept changed files and did not write the new ones: {show_paths(instead)}")
        if parts:
            self._tell(f"{self._named}: {'; '.join(parts)}")

    def _keep_unlisted(self, files: Mapping[str, str]) -> None:
        """Add everything in a folder without a list that the new output lacks to the new output, and report it."""
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
            The present path of the old folder; None if there was none.
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
        """Remove a folder that was replaced, or keep it if its list is missing."""
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
    place = Path(os.path.realpath(out))
    place.parent.mkdir(parents=True, exist_ok=True)
    workspace = place.with_name(f".{place.name}.comprules")
    busy = FolderError(f"{out}: another run of comprules is writing this folder; wait for it to finish")
    with hold_lock(lock_beside(place), busy):
        _recover(place, workspace)
        _check_replaceable(out, place, kind)
        _remove_workspace(workspace)
        workspace.mkdir()
        (workspace / MARKER).touch()
        try:
            yield FolderReplacement(out, place, workspace, kind, tell)
        except OSError as error:
            if error.filename is None:  # a failed write, for example, names no file
                error.filename = str(out)
            raise
        finally:
            _recover(place, workspace)
            _remove_workspace(workspace)


def _check_replaceable(out: Path, place: Path, kind: FolderKind) -> None:
    """Raise `FolderError` if a folder may not be replaced by output of a kind."""
    if not place.exists():
        return
    if not place.is_dir():
        raise FolderError(f"{out}: a file; name a folder")
    if place.is_mount():
        raise FolderError(f"{out}: this folder is a mount point, which cannot be replaced; name a folder in it")
    if not any(place.iterdir()):
        return
    if not has_marker(place):
        raise FolderError(
            f"{out}: contains files but no {MARKER}, so comprules did not write it; name another folder, or empty it"
        )
    file_list = read_list(place)
    if file_list is None:
        is_of_kind = all(any(place.glob(sign)) for sign in kind.signs)
        found = "output of another kind"
    else:
        is_of_kind = file_list.kind == kind.name
        found = f"another kind of output, {file_list.kind}"
    if not is_of_kind:
        raise FolderError(
            f"{out}: contains {found}, so {kind.name} cannot be written there; name another folder, or move your own "
            "files elsewhere and remove it"
        )


def _recover(place: Path, workspace: Path) -> None:
    """Finish the work of a run that was killed while it put its output in place.

    Either the old folder or the new one gets its place; everything foreign in the other one is moved into it. Without a
    killed run there is nothing to do.

    Args:
        place: The output folder.
        workspace: The workspace of its runs.
    """
    if not has_marker(workspace):
        return
    # Before the swap, `ready` is the new output; after it, the old folder. Where the system cannot swap, `old` is the
    # old folder, and there is no output folder for a moment.
    ready, old = workspace / _READY, workspace / _OLD
    if old.is_dir() and not place.exists():
        old.rename(place)
        sync_folder(place.parent)
    if not place.is_dir():
        return
    for abandoned in (ready, old):
        if abandoned.is_dir():
            _recover_folder(abandoned, place)


def _recover_folder(abandoned: Path, place: Path) -> None:
    """Remove a folder that a killed run left, after everything foreign in it was saved.

    Args:
        abandoned: The folder in the workspace.
        place: The output folder, into which the foreign files go.
    """
    file_list = read_list(abandoned)
    if file_list is None and has_marker(abandoned):
        _keep_earlier(abandoned, place)
        return
    unchanged = find_unchanged(abandoned, file_list.files) if file_list else {}
    _merge(abandoned, place, unchanged)


def _keep_earlier(old: Path, place: Path) -> Path:
    """Move a folder without a list next to the folder that replaced it, and return its new path."""
    number = 1
    earlier = place.with_name(f"{place.name}.{_EARLIER}")
    while os.path.lexists(earlier):
        number += 1
        earlier = place.with_name(f"{place.name}.{_EARLIER}-{number}")
    old.rename(earlier)
    return earlier


def _merge(old: Path, place: Path, unchanged: Mapping[str, Signature]) -> list[str]:
    """Remove an old folder after everything foreign in it was moved to the new one.

    Args:
        old: The old folder.
        place: The new folder, which has the place of the old one.
        unchanged: What `find_unchanged` returned for the old folder.

    Returns:
        The new names of files that could not keep their own.
    """
    file_list = read_list(place)
    renamed = move_late_files(old, place, unchanged, file_list.files if file_list else {})
    _remove_tree(old)
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
