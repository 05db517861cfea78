"""Replacing a folder: the old one is removed only if the new one is complete, and only if comprules wrote it.

The new folder is made in a workspace next to the old one. The swap is two renames, the old folder into the workspace
and the new one into place; if a run is killed in between, the next run restores the old folder before it removes
anything.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rules.errors import ComprulesError
from rules.files import sync_folder
from rules.locks import hold_lock, lock_beside

MARKER = ".comprules-folder"
"""Name of the file that marks a folder as written by comprules, which may therefore replace it."""
_ASIDE = "old"
"""Name of the old folder in the workspace."""


class FolderError(ComprulesError):
    """The folder may not be replaced, or another run is writing it."""


class FolderReplacement:
    """A folder that is being replaced; made by `replacing_folder`.

    Attributes:
        out: The folder, with symbolic links resolved.
        workspace: A folder for temporary files; it is removed when the context ends.
        fresh: Path at which the caller makes the new folder. It does not exist at first.
    """

    def __init__(self, out: Path, workspace: Path) -> None:
        self.out = out
        self.workspace = workspace
        self.fresh = workspace / "fresh"

    def commit(self) -> None:
        """Put the new folder in the place of the old one.

        Raises:
            OSError: The swap failed; `replacing_folder` restores the old folder.
        """
        (self.fresh / MARKER).touch()
        aside = self.workspace / _ASIDE
        if self.out.exists():
            self.out.rename(aside)
        self.fresh.rename(self.out)  # if this fails, `replacing_folder` restores the old folder
        sync_folder(self.out.parent)
        if aside.exists():
            aside.rename(self.workspace / "replaced")  # from here on it is not restored any more


@contextmanager
def replacing_folder(out: Path) -> Iterator[FolderReplacement]:
    """Hold a folder that is to be replaced, and yield its replacement; only `commit` changes the folder.

    Args:
        out: The folder. If it is a symbolic link, its target is replaced and the link stays.

    Raises:
        FolderError: The folder holds something that comprules did not write, or another run is writing it.
        OSError: The disk is full, or the folder cannot be written.
    """
    place = Path(os.path.realpath(out))
    place.parent.mkdir(parents=True, exist_ok=True)
    workspace = place.with_name(f".{place.name}.comprules")
    busy = FolderError(f"{out}: another run of comprules is writing it; wait until that is done")
    with hold_lock(lock_beside(place), busy):
        _restore(place, workspace)
        if place.exists() and not place.is_dir():
            raise FolderError(f"{out}: a file; name a folder")
        if place.is_dir() and not is_ours(place) and any(place.iterdir()):
            raise FolderError(
                f"{out}: holds files and no {MARKER}, so comprules did not write it; name another folder, or empty it"
            )
        _remove(workspace)
        workspace.mkdir()
        (workspace / MARKER).touch()
        try:
            yield FolderReplacement(place, workspace)
        finally:
            _restore(place, workspace)
            _remove(workspace)


def is_ours(folder: Path) -> bool:
    """Return whether comprules wrote a folder."""
    return (folder / MARKER).is_file()


def _restore(place: Path, workspace: Path) -> None:
    """Restore a folder that a run set aside before it was killed between the two renames."""
    aside = workspace / _ASIDE
    if is_ours(workspace) and aside.is_dir() and not place.exists():
        aside.rename(place)
        sync_folder(place.parent)


def _remove(workspace: Path) -> None:
    """Remove a workspace, its marker last, so that what a killed run leaves of it is recognised.

    Raises:
        FolderError: It is not empty and has no marker, so comprules did not write it.
    """
    if not workspace.is_dir():
        return
    paths = [*workspace.iterdir()]
    if paths and not is_ours(workspace):
        raise FolderError(f"{workspace}: stands where comprules needs room, and is not its own; move it away")
    for path in sorted(paths, key=lambda path: path.name == MARKER):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    workspace.rmdir()
