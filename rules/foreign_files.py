"""The foreign files of an output folder, and moving them into the folder that replaces it.

*Foreign* is everything that comprules did not write: every file that is not on the folder's list or was changed since,
every link, pipe and the like, and every empty folder.
"""

import errno
import filecmp
import os
import shutil
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from rules.file_list import MARKER, Entry, Signature, has_content, walk_folder

_SHOWN = 10
"""Maximum number of paths that a message names."""
_UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"
"""Shown instead of a character that a terminal cannot print."""
_NOT_LINKED = frozenset(
    {errno.EPERM, errno.EACCES, errno.EXDEV, errno.EMLINK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
)
"""Errors which mean that a file cannot have a second name."""


def find_foreign(folder: Path, unchanged: Mapping[str, Signature]) -> list[Entry]:
    """Return everything foreign in a folder, in the order of the paths.

    Args:
        folder: The folder.
        unchanged: The files in it that comprules wrote, as `rules.file_list.find_unchanged` returns them.

    Raises:
        OSError: A folder in it cannot be read.
    """
    foreign = []
    for entry in walk_folder(folder):
        is_own = entry.path == MARKER or unchanged.get(entry.path) == entry.signature
        if not is_own:
            foreign.append(entry)
    return sorted(foreign, key=lambda entry: entry.path)


def list_folders(paths: Iterable[str]) -> frozenset[str]:
    """Return all folders of some paths, at any depth: `["a/b/c.html", "d.html"]` → `{"a", "a/b"}`."""
    folders = {str(parent) for path in paths for parent in PurePosixPath(path).parents}
    return frozenset(folders - {"."})


def is_obstacle(entry: Entry, files: Collection[str], folders: Collection[str]) -> bool:
    """Return whether something foreign is in the way of the new output.

    That is so if it is a folder, or in a folder, where the new output has a file, or a file where the new output has a
    folder.

    Args:
        entry: Something foreign.
        files: The paths of the new files.
        folders: The folders of the new files (`list_folders`).
    """
    if entry.is_folder and entry.path in files:
        return True
    if not entry.is_folder and entry.path in folders:
        return True
    return any(str(parent) in files for parent in PurePosixPath(entry.path).parents)


def link_foreign(source: Path, target: Path, entries: Iterable[Entry]) -> None:
    """Give everything foreign in one folder a second name, by a hard link, in another folder.

    Files that the other folder has at the same path are replaced. If the file system has no hard links, files are
    copied. New folders get the modes and times of the old ones.

    Args:
        source: The folder with the entries.
        target: The other folder.
        entries: Foreign entries of `source` that are no obstacles in `target` (`is_obstacle`).

    Raises:
        OSError: Something cannot be linked, as where the disk is full.
    """
    new_folders: list[str] = []
    for entry in entries:
        for folder in _missing_folders(target, entry):
            (target / folder).mkdir()
            new_folders.append(folder)
        if not entry.is_folder:
            link = target / entry.path
            link.unlink(missing_ok=True)
            with suppress(FileNotFoundError):  # another process has just removed it
                _link(source / entry.path, link)
    # Modes come last: after a folder has the mode of a read-only one, no file can be linked into it.
    for folder in new_folders:
        shutil.copystat(source / folder, target / folder)


def move_late_files(
    source: Path, target: Path, unchanged: Mapping[str, Signature], files: Mapping[str, str]
) -> list[str]:
    """Move everything foreign in one folder into another one, except what is there already.

    Such files are late: another program wrote them into the old output while the new one was being written.

    Args:
        source: The folder that was replaced.
        target: The folder in its place.
        unchanged: The files of `source` that comprules wrote, as `find_unchanged` returned them.
        files: Path → SHA-256, as in the list of `target`.

    Returns:
        The new names of files that could not keep their path, because something else has it that may not be replaced.

    Raises:
        OSError: Something cannot be moved.
    """
    renamed = []
    for entry in find_foreign(source, unchanged):
        new_path = target / entry.path
        if is_same(source / entry.path, new_path):
            continue
        if _is_blocked(target, entry, files):
            new_path = _free_path(target / PurePosixPath(entry.path).name)
            renamed.append(new_path.name)
        new_path.parent.mkdir(parents=True, exist_ok=True)
        (source / entry.path).replace(new_path)
    return renamed


def is_same(first: Path, second: Path) -> bool:
    """Return whether two paths name the same file, equal files, equal links, or folders."""
    if not (os.path.lexists(first) and os.path.lexists(second)):
        return False
    if first.is_symlink() or second.is_symlink():
        return first.is_symlink() and second.is_symlink() and first.readlink() == second.readlink()
    if first.is_dir() or second.is_dir():
        return first.is_dir() and second.is_dir()
    if first.samefile(second):
        return True
    return first.is_file() and second.is_file() and filecmp.cmp(first, second, shallow=False)


def name_outermost(entry: Entry, own_folders: Collection[str]) -> str:
    """Return the path of something foreign, or of the outermost folder around it that has only foreign files.

    If comprules wrote files to `a` but not to `a/b`, the name of the foreign file `a/b/c/d.txt` is `a/b/`.

    Args:
        entry: Something foreign.
        own_folders: The folders with files that comprules wrote (`list_folders`).
    """
    for parent in _list_parents(entry):
        if parent not in own_folders:
            return f"{parent}/"
    return f"{entry.path}/" if entry.is_folder else entry.path


def show_paths(paths: Iterable[str]) -> str:
    """Return paths as one line of a message; if there are many, the first ones and the number of the others."""
    distinct = sorted(set(paths))
    shown = ", ".join(distinct[:_SHOWN])
    if len(distinct) > _SHOWN:
        shown = f"{shown} and {len(distinct) - _SHOWN:,} more"
    return "".join(letter if letter.isprintable() else _UNPRINTABLE for letter in shown)


def _list_parents(entry: Entry) -> list[str]:
    """Return the paths of the folders around an entry, the outermost first, without the output folder itself."""
    innermost_first = PurePosixPath(entry.path).parents[:-1]  # the last parent is the output folder
    return [str(parent) for parent in reversed(innermost_first)]


def _missing_folders(target: Path, entry: Entry) -> list[str]:
    """Return the folders that an entry needs and that `target` lacks, the outermost first."""
    needed = _list_parents(entry)
    if entry.is_folder:
        needed.append(entry.path)
    return [folder for folder in needed if not (target / folder).is_dir()]


def _link(source: Path, target: Path) -> None:
    """Give a file a second name, or copy it; a symbolic link is copied as a link."""
    if source.is_symlink():
        target.symlink_to(source.readlink(), target_is_directory=source.is_dir())
        return
    try:
        target.hardlink_to(source)
    except OSError as error:
        if error.errno not in _NOT_LINKED:
            raise
        shutil.copy2(source, target)


def _is_blocked(target: Path, entry: Entry, files: Mapping[str, str]) -> bool:
    """Return whether something that may not be replaced has the path of an entry in `target`.

    Args:
        target: The folder.
        entry: Something foreign of another folder.
        files: Path → SHA-256, as in the list of `target`: comprules may replace these files.
    """
    new_path = target / entry.path
    is_file_above = any(os.path.lexists(parent) and not parent.is_dir() for parent in new_path.parents)
    if is_file_above:
        return True
    if not os.path.lexists(new_path):
        return False
    is_folder_there = new_path.is_dir() and not new_path.is_symlink()
    if is_folder_there or entry.is_folder:
        return True
    return not has_content(new_path, files.get(entry.path, ""))


def _free_path(path: Path) -> Path:
    """Return a path at which nothing exists, next to another one: `notes.txt` → `notes.txt.kept-1`."""
    number = 1
    while os.path.lexists(free := path.with_name(f"{path.name}.kept-{number}")):
        number += 1
    return free
