"""The files that paths on the command line mean.

A named file is taken; a folder is walked, without what git ignores, the folders of version control and symbolic links
(their targets are either walked anyway or belong to something else). What the configuration leaves out is left out in
both cases, so that a hook, which names files, reads what a run over the tree reads. The order depends only on names.
"""

import contextlib
import os
import re
import stat
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Protocol

import msgspec

from comprules.lint.ignored import (
    GIT_IGNORE,
    Verdict,
    find_repository,
    lead_of,
    outer_verdicts,
    read_verdict,
    tracked_below,
    verdict_of,
)
from comprules.lint.names import JOURNAL, OWN_FILE, SHARED_FILE
from comprules.lint.notices import LEFT_OUT, OTHER_REPOSITORY, Notice
from comprules.lint.read import DEFAULT_LARGEST, MEGABYTE, File, PathError, too_large
from comprules.printable import printable
from rules.files import is_temporary

_UNUSED = f"its configuration is not used: {OWN_FILE} in the same folder decides"
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", "CVS"})


class Selection(msgspec.Struct, frozen=True):
    """Which files are read.

    Attributes:
        root: The folder that the patterns are relative to.
        include: Patterns as git writes them; only matching files are taken. Empty for all.
        exclude: Patterns of files and folders to skip.
        largest: Bytes; larger files are skipped.
    """

    root: Path
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    largest: int = DEFAULT_LARGEST * MEGABYTE

    def selection_of(self, _folder: Path) -> "Selection":
        """Return this selection, which decides in every folder: `TreeSettings` has those of each."""
        return self

    def takes_below(self, folder: Path) -> Callable[[str], bool]:
        """Return whether the patterns take a path below a folder; the path of a folder ends with a slash."""
        lead = lead_of(folder.resolve(), self.root.resolve())
        include, exclude = verdict_of(self.include), verdict_of(self.exclude)
        return lambda path: (
            not (exclude and exclude(lead + path))
            and bool(include is None or path.endswith("/") or include(lead + path))
        )

    def takes(self, path: str) -> bool:
        """Return whether the patterns take a file."""
        return not (self.include or self.exclude) or self.takes_below(Path(path).parent)(Path(path).name)


_Waiting = tuple[str, os.DirEntry[str] | None, tuple[Verdict, ...], Selection, Callable[[str], bool]]
"""A file or folder that was not read yet: its path, its entry, what git ignores there, and what is taken there."""


class FoundFiles(msgspec.Struct, frozen=True):
    """The files, in order and without duplicates; notices about what was skipped; leftovers of killed runs."""

    files: tuple[File, ...]
    notices: tuple[Notice, ...]
    leftovers: tuple[str, ...] = ()


class Selections(Protocol):
    """Which selection decides in a folder."""

    def selection_of(self, folder: Path, /) -> Selection:
        """Return the selection that decides for what is in a folder."""


def find_files(paths: Sequence[str], selections: Selections) -> FoundFiles:
    """Return the files that paths mean. Repositories below a folder are skipped, submodules too, unless they are named.

    Raises:
        PathError: A path does not exist or may not be read; then nothing has been read.
        ValueError: A pattern of the selection is invalid.
    """
    problems = [problem for path in paths if (problem := _find_problem(path))]
    if problems:
        raise PathError("\n".join(problems))
    files: dict[str, File] = {}
    notices: list[Notice] = []
    leftovers: list[str] = []
    for path in paths:
        for entry in _walk(path, selections) if Path(path).is_dir() else _find_named(path, selections):
            if isinstance(entry, Notice):
                notices.append(entry)
            elif (name := entry.path.rpartition("/")[2]) == JOURNAL or is_temporary(name):
                leftovers.append(entry.path)
            else:
                files.setdefault(entry.path if len(paths) == 1 else os.path.realpath(entry.path), entry)
                notices += [Notice(entry.path, _UNUSED)] if _is_unused_config(entry.path) else []
    return FoundFiles(tuple(files.values()), tuple(notices), tuple(leftovers))


def _is_unused_config(path: str) -> bool:
    """Return whether a file has a configuration and is beside another one, which decides."""
    if Path(path).name != SHARED_FILE or not os.path.isfile(Path(path).with_name(OWN_FILE)):  # noqa: PTH113
        return False
    with contextlib.suppress(OSError):
        return b"[tool.comprules" in Path(path).read_bytes()
    return False


def _find_problem(path: str) -> str | None:
    """Return why a named path cannot be checked, or None."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - an empty path must stay one
        if stat.S_ISDIR(mode):
            os.scandir(path).close()
        elif stat.S_ISREG(mode):
            os.close(os.open(path, os.O_RDONLY))
    except OSError as error:
        remedy = "check its permissions" if isinstance(error, PermissionError) else "check the path"
        return f"{printable(path) or repr(path)}: {error.strerror}; {remedy}. Nothing was done"
    return None


def _find_named(path: str, selections: Selections) -> Iterator[File | Notice]:
    selection = selections.selection_of(real_folder(path))
    if not selection.takes(path):
        yield Notice(_format_path(path), LEFT_OUT)
        return
    entry = _describe(_format_path(path), os.stat(path), selection, named=True)  # noqa: PTH116 - as above
    is_special = isinstance(entry, Notice) and entry.message.endswith("not a file")
    yield Notice(entry.path, f"{entry.message}; pipe it in with - instead") if is_special else entry  # type: ignore[union-attr]


def _describe(path: str, about: os.stat_result, selection: Selection, *, named: bool = False) -> File | Notice:
    """Return a file that can be read, or why it is not."""
    if not stat.S_ISREG(about.st_mode):
        return Notice(path, f"skipped: {_KINDS.get(stat.S_IFMT(about.st_mode), 'something unknown')}, not a file")
    if about.st_size > selection.largest:
        return too_large(path, about.st_size, selection.largest)
    return File(path, about.st_size, named)


def _format_path(path: str) -> str:
    return re.sub(r"\A(?:\./+)+", "", path.replace(os.sep, "/"))


def real_folder(path: str) -> Path:
    """Return the folder without links in which a file really is; of a folder, that folder."""
    place = Path(os.path.realpath(path))
    return place if place.is_dir() else place.parent


def _walk(folder: str, selections: Selections) -> Iterator[File | Notice]:
    """Yield the files of a folder, depth first; paths in it are relative to it, those of folders end with a slash."""
    prefix = _format_path(os.path.join(folder, ""))  # noqa: PTH118 - the slash at the end matters
    start = real_folder(folder)
    selection = selections.selection_of(start)
    takes = selection.takes_below(start)
    root = find_repository(Path(folder).resolve())
    lead = lead_of(Path(folder).resolve(), root)
    tracked = cache(partial(tracked_below, root, lead))
    verdicts, unread = outer_verdicts(root, lead)
    yield from (_report_unread(str(file), error) for file, error in unread)
    # Not recursive: a tree may be deeper than Python's stack.
    waiting: list[_Waiting] = [("", None, verdicts, selection, takes)]
    while waiting:
        path, entry, verdicts, selection, takes = waiting.pop()
        try:
            if entry is not None and not entry.is_dir(follow_symlinks=False):
                if not entry.is_symlink():
                    yield _describe(prefix + path, entry.stat(follow_symlinks=False), selection)
                continue
            entries = sorted(os.scandir(prefix + path or "."), key=lambda child: child.name, reverse=True)
        except OSError as error:
            yield Notice(prefix + path, f"skipped: {error.strerror}")
            continue
        names = {child.name for child in entries}
        if path and ".git" in names:
            yield Notice(prefix + path.rstrip("/"), OTHER_REPOSITORY)
            continue
        if path and not names.isdisjoint((OWN_FILE, SHARED_FILE)):
            selection = selections.selection_of(start / path)
            takes = _shift(selection.takes_below(start / path), len(path))
        own = next((child for child in entries if child.name == GIT_IGNORE), None)
        try:
            verdict = read_verdict(Path(own.path), lead + path) if own and own.is_file() else None
            verdicts = (*verdicts, verdict) if verdict else verdicts
        except OSError as error:
            yield _report_unread(prefix + path + GIT_IGNORE, error)
        for child in entries:
            inside = f"{path}{child.name}/" if child.is_dir(follow_symlinks=False) else path + child.name
            said = (verdict(lead + inside) for verdict in reversed(verdicts))
            ignored = next((ignores for ignores in said if ignores is not None), False)
            ignored = ignored and lead + inside not in tracked()
            if child.name not in _VERSION_CONTROL and not ignored and takes(inside):
                waiting.append((inside, child, verdicts, selection, takes))


def _shift(takes: Callable[[str], bool], length: int) -> Callable[[str], bool]:
    """Return what a folder takes, for paths that have the path of the folder before them."""
    return lambda path: takes(path[length:])


def _report_unread(path: str, error: OSError) -> Notice:
    return Notice(path, f"not read: {error.strerror}; nothing is left out for it")
