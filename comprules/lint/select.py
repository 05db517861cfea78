"""The files that paths on the command line mean.

A named file is taken; a folder is walked, without what git ignores, the folders of version control and symbolic links
(their targets are either walked anyway or belong to something else). What the configuration leaves out is left out in
both cases, so that a hook, which names files, reads what a run over the tree reads. The order depends only on names.
"""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

import msgspec

from comprules.lint.ignored import GIT_IGNORE, find_repository, lead_of, outer_patterns, tracked_below
from comprules.lint.names import HIDDEN_FILE, JOURNAL, OWN_FILE, SHARED_FILE
from comprules.lint.notices import Notice, report_left_out, report_skipped
from comprules.lint.patterns import Verdict, last_verdict, read_verdict, verdict_of
from comprules.lint.read import DEFAULT_LARGEST, MEGABYTE, File, PathError, report_size
from comprules.printable import printable
from rules.files import is_temporary

_SPECIAL_FILES = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
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
        """Return this selection for any folder. `TreeSettings` has the same method, and another one for each folder."""
        return self

    def takes_below(self, folder: Path) -> Callable[[str], bool]:
        """Return a function from a path relative to a folder to whether the patterns take it.

        The path of a folder ends with a slash; a folder is taken unless it is excluded, since files in it may match. As
        in git, nothing is taken in an excluded folder, so the function is asked about a folder before what is in it.
        """
        lead = lead_of(folder.resolve(), self.root.resolve())
        is_included = verdict_of(self.include)
        is_excluded = verdict_of(self.exclude, reaches_inside=False)
        if is_excluded is not None and any(is_excluded(lead[: slash.end()]) for slash in re.finditer("/", lead)):
            return lambda _path: False

        def takes(path: str) -> bool:
            if is_excluded is not None and is_excluded(lead + path):
                return False
            return is_included is None or path.endswith("/") or bool(is_included(lead + path))

        return takes

    def takes(self, path: str) -> bool:
        """Return whether the patterns take a file."""
        if not self.include and not self.exclude:
            return True
        file = Path(path)
        return self.takes_below(file.parent)(file.name)


class FoundFiles(msgspec.Struct, frozen=True):
    """The files that paths mean.

    Attributes:
        files: The files, in order and without duplicates.
        notices: About whatever was skipped.
        leftovers: The files that killed runs of comprules have left.
    """

    files: tuple[File, ...]
    notices: tuple[Notice, ...]
    leftovers: tuple[str, ...] = ()


class Selections(Protocol):
    """Which selection decides in a folder."""

    def selection_of(self, folder: Path, /) -> Selection:
        """Return the selection that decides for what is in a folder."""


def find_files(paths: Sequence[str], selections: Selections) -> FoundFiles:
    """Return the files that paths mean, without those of other repositories below a folder, such as submodules.

    Raises:
        PathError: A path does not exist or may not be read; then nothing has been read.
        ValueError: A pattern of the selection is invalid.
    """
    problems = [problem for path in paths if (problem := _find_problem(path))]
    if problems:
        raise PathError("\n".join(problems))
    found: list[File] = []
    notices: list[Notice] = []
    leftovers: list[str] = []
    for entry in _list_entries(paths, selections):
        if isinstance(entry, Notice):
            notices.append(entry)
        elif _is_leftover(entry.path):
            leftovers.append(entry.path)
        else:
            found.append(entry)
    # Only several paths can lead to one file twice, as `src` and `src/a.rs` do.
    if len(paths) > 1:
        found = _drop_repeated(found)
    return FoundFiles(tuple(found), tuple(notices), tuple(leftovers))


def _drop_repeated(files: Iterable[File]) -> list[File]:
    """Return files, each once: by the first of the paths that lead to it."""
    first: dict[str, File] = {}
    for file in files:
        first.setdefault(os.path.realpath(file.path), file)
    return list(first.values())


def real_folder(path: str) -> Path:
    """Return the folder of a file, or a folder itself, with all links resolved."""
    real_path = Path(os.path.realpath(path))
    if real_path.is_dir():
        return real_path
    return real_path.parent


def _list_entries(paths: Sequence[str], selections: Selections) -> Iterator[File | Notice]:
    for path in paths:
        if Path(path).is_dir():
            yield from _Walk(path, selections).list_entries()
        else:
            yield _describe_named(path, selections)


def _is_leftover(path: str) -> bool:
    """Return whether a killed run of comprules left a file."""
    name = path.rpartition("/")[2]
    return name == JOURNAL or is_temporary(name)


def _find_problem(path: str) -> str | None:
    """Return why a named path cannot be checked, or None."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - Path("") would be the working folder
        if stat.S_ISDIR(mode):
            os.scandir(path).close()
        elif stat.S_ISREG(mode):
            os.close(os.open(path, os.O_RDONLY))
    except OSError as error:
        remedy = "check the path"
        if isinstance(error, PermissionError):
            remedy = "check its permissions"
        return f"{printable(path) or repr(path)}: {error.strerror}; {remedy}. Nothing was done"
    return None


def _describe_named(path: str, selections: Selections) -> File | Notice:
    """Return a file that was named, or why it is not read."""
    shown = _format_path(path)
    selection = selections.selection_of(real_folder(path))
    if not selection.takes(path):
        return report_left_out(shown)
    status = os.stat(path)  # noqa: PTH116 - as in `_find_problem`
    if not stat.S_ISREG(status.st_mode):
        return _report_special(shown, status, "; pipe it in with - instead")
    return _describe(shown, status, selection, named=True)


def _describe(path: str, status: os.stat_result, selection: Selection, *, named: bool = False) -> File | Notice:
    """Return a file that can be read, or why it is not."""
    if not stat.S_ISREG(status.st_mode):
        return _report_special(path, status)
    if status.st_size > selection.largest:
        return report_size(path, status.st_size, selection.largest)
    return File(path, status.st_size, named)


def _report_special(path: str, status: os.stat_result, remedy: str = "") -> Notice:
    kind = _SPECIAL_FILES.get(stat.S_IFMT(status.st_mode), "something unknown")
    return report_skipped(path, "special", f"{kind}, not a file", remedy)


def _format_path(path: str) -> str:
    """Return a path as messages have it: with slashes, and without `./` at its beginning."""
    return re.sub(r"\A(?:\./+)+", "", path.replace(os.sep, "/"))


class _Candidate(msgspec.Struct, frozen=True):
    """A file or folder that was not read yet.

    Attributes:
        path: Its path in the folder that is walked; that of a folder ends with a slash.
        entry: Its entry; None for the folder that is walked.
        verdicts: The verdicts of the `.gitignore` files above it, the outermost first.
        selection: The selection that decides for it.
        takes: Returns whether that selection takes a path in the folder that is walked.
        is_ignored: Whether git ignores it. It is read all the same if git tracks it, or something in it.
    """

    path: str
    entry: os.DirEntry[str] | None
    verdicts: tuple[Verdict, ...]
    selection: Selection
    takes: Callable[[str], bool]
    is_ignored: bool = False

    @property
    def is_folder(self) -> bool:
        return self.entry is None or self.entry.is_dir(follow_symlinks=False)


class _Walk:
    """A walk through a folder, depth first; not recursive, for a tree may be deeper than Python's stack.

    Args:
        folder: The folder, as it was named.
        selections: Which selection decides in each folder.
    """

    def __init__(self, folder: str, selections: Selections) -> None:
        self._selections = selections
        # the folder as it was named, which paths begin with when files are opened and in messages: `src/`
        self._prefix = _format_path(os.path.join(folder, ""))  # noqa: PTH118 - the slash at the end matters
        # the folder with all links resolved: `/home/ann/project/src`
        self._start = real_folder(folder)
        # the repository that the folder is in: `/home/ann/project`
        self._repository = find_repository(Path(folder).resolve())
        # the folder below the repository, as the patterns of git have it: `src/`
        self._lead = lead_of(Path(folder).resolve(), self._repository)

    @cached_property
    def _tracked(self) -> frozenset[str]:
        return tracked_below(self._repository, self._lead)

    def list_entries(self) -> Iterator[File | Notice]:
        """Yield the files of the folder, and notices about what is skipped."""
        outer = outer_patterns(self._repository, self._lead)
        for file, refusal in outer.unread:
            yield _report_unread(str(file), refusal)
        selection = self._selections.selection_of(self._start)
        waiting = [_Candidate("", None, outer.verdicts, selection, selection.takes_below(self._start))]
        while waiting:
            candidate = waiting.pop()
            found = self._read(candidate)
            if isinstance(found, list):
                for inner in self._enter(candidate, found):
                    if isinstance(inner, Notice):
                        yield inner
                    else:
                        waiting.append(inner)
            elif found is not None:
                yield found

    def _read(self, candidate: _Candidate) -> list[os.DirEntry[str]] | File | Notice | None:
        """Return the content of a folder, or a file, or why it is not read; None for a link."""
        try:
            if candidate.is_folder:
                return self._list_folder(candidate)
            return self._describe_file(candidate)
        except OSError as error:
            return report_skipped(self._prefix + candidate.path, "unread", str(error.strerror))

    def _list_folder(self, candidate: _Candidate) -> list[os.DirEntry[str]]:
        """Return what is in a folder, sorted backwards by name, since the last one is read next.

        Raises:
            OSError: The folder cannot be read.
        """
        folder = (self._prefix + candidate.path) or "."
        return sorted(os.scandir(folder), key=_name_of, reverse=True)

    def _describe_file(self, candidate: _Candidate) -> File | Notice | None:
        """Return a file, or why it is not read; None for a link.

        Raises:
            OSError: The file is gone, or may not be looked at.
        """
        entry = candidate.entry
        if entry is None or entry.is_symlink():
            return None
        return _describe(self._prefix + candidate.path, entry.stat(follow_symlinks=False), candidate.selection)

    def _enter(self, candidate: _Candidate, entries: list[os.DirEntry[str]]) -> Iterator[_Candidate | Notice]:
        """Yield the files and folders in a folder, unless they are skipped, and notices.

        Args:
            candidate: The folder.
            entries: Its content.
        """
        path = candidate.path
        names = {entry.name for entry in entries}
        if path and ".git" in names:
            shown = self._prefix + path.rstrip("/")
            yield report_skipped(shown, "repository", "it is another repository; name it to read it")
            return
        verdicts = candidate.verdicts
        try:
            verdicts += self._read_verdict(path, entries)
        except OSError as error:
            yield _report_unread(self._prefix + path + GIT_IGNORE, error)
        selection, takes = self._select(candidate, names)
        for entry in entries:
            inner = path + entry.name
            if entry.is_dir(follow_symlinks=False):
                inner += "/"
            # Git ignores all that is in an ignored folder, whatever the patterns say.
            is_ignored = candidate.is_ignored or bool(last_verdict(verdicts, self._lead + inner))
            is_left_out = is_ignored and self._lead + inner not in self._tracked
            if entry.name in _VERSION_CONTROL or is_left_out or not takes(inner):
                continue
            yield _Candidate(inner, entry, verdicts, selection, takes, is_ignored)

    def _select(self, candidate: _Candidate, names: set[str]) -> tuple[Selection, Callable[[str], bool]]:
        """Return the selection that decides in a folder, with a function from a path to whether it takes the path.

        If the folder has a configuration, that decides. Its patterns are relative to this folder; the paths that the
        function gets are relative to the folder that is walked.

        Args:
            candidate: The folder.
            names: The names of the files in it.
        """
        if not candidate.path or names.isdisjoint((OWN_FILE, SHARED_FILE, HIDDEN_FILE)):
            return candidate.selection, candidate.takes
        folder = self._start / candidate.path
        selection = self._selections.selection_of(folder)
        takes_inside = selection.takes_below(folder)
        length = len(candidate.path)
        return selection, lambda path: takes_inside(path[length:])

    def _read_verdict(self, path: str, entries: list[os.DirEntry[str]]) -> tuple[Verdict, ...]:
        """Return the verdict of the `.gitignore` of a folder; nothing if there is none or it has no pattern.

        Raises:
            OSError: The file cannot be read.
        """
        for entry in entries:
            if entry.name == GIT_IGNORE and entry.is_file():
                verdict = read_verdict(Path(entry.path), self._lead + path)
                if verdict is None:
                    return ()
                return (verdict,)
        return ()


def _name_of(entry: os.DirEntry[str]) -> str:
    return entry.name


def _report_unread(path: str, error: OSError) -> Notice:
    return Notice(path, "unread", f"could not be read ({error.strerror}), so its patterns exclude nothing")
