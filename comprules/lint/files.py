"""The files that paths on the command line mean.

A named file is taken; a folder is walked, without what git ignores, the folders of version control and symbolic links
(their targets are either walked anyway or belong to something else). The order depends only on the names.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from comprules.lint.ignored import GIT_IGNORE, Layer, is_left_out, layer_of, outer_layers, read_layer, tracked_below
from comprules.lint.journal import JOURNAL
from comprules.lint.printable import printable
from rules.errors import ComprulesError
from rules.files import is_temporary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MEGABYTE = 1_000_000
DEFAULT_LARGEST = 64
"""Megabytes. Larger files are dumps and models, not written by a person."""

_FEW = 3
"""Number of skipped files that one notice names."""
_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", "CVS"})


class PathError(ComprulesError):
    """Error: paths on the command line cannot be checked; the message has a line for each such path."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which files of a walked folder are taken.

    Attributes:
        root: The folder that the patterns are relative to.
        include: Patterns as git writes them; only matching files are taken. Empty for all.
        exclude: Patterns of files and folders to skip.
        largest: Bytes; larger files are skipped, even if they are named.
        strict: Whether `exclude` also applies to named files, for tools that pass every file.
    """

    root: Path
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    largest: int = DEFAULT_LARGEST * MEGABYTE
    strict: bool = False


@dataclass(frozen=True, slots=True)
class File:
    """A file to read: its path as shown and opened, its size in bytes, whether the user named it."""

    path: str
    size: int
    named: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that was skipped, and why; not a fault of the content."""

    path: str
    message: str


def tell_skipped(why: str, paths: Sequence[str]) -> Notice:
    """Return one notice about files that were skipped for the same reason, of which it names the first few."""
    more = f"; likewise {', '.join(paths[1:_FEW])}" if paths[1:] else ""
    more += f" and {len(paths) - _FEW:,} more" if paths[_FEW:] else ""
    return Notice(paths[0], f"skipped: {why}{more}")


@dataclass(frozen=True, slots=True)
class Leftover:
    """A file left behind by a killed run of comprules; never input."""

    path: str


@dataclass(frozen=True, slots=True)
class FoundFiles:
    """The files, in order and without duplicates; notices about what was skipped; leftovers of killed runs."""

    files: tuple[File, ...]
    notices: tuple[Notice, ...]
    leftovers: tuple[str, ...] = ()


def find_files(paths: Sequence[str], selection: Selection) -> FoundFiles:
    """Return the files that paths mean.

    Raises:
        PathError: A path does not exist or may not be read; then nothing has been read.
        ValueError: A pattern of the selection is invalid.
    """
    _refuse([problem for path in paths if (problem := _find_problem(path))])
    files: list[File] = []
    notices: list[Notice] = []
    leftovers: list[str] = []
    seen: set[str] = set()
    for path in paths:
        for entry in _walk(path, selection) if Path(path).is_dir() else _find_named(path, selection):
            if isinstance(entry, Notice):
                notices.append(entry)
            elif isinstance(entry, Leftover):
                leftovers.append(entry.path)
            elif len(paths) == 1 or (place := os.path.realpath(entry.path)) not in seen:
                files.append(entry)
                if len(paths) > 1:
                    seen.add(place)
    return FoundFiles(tuple(files), tuple(notices), tuple(leftovers))


def read_file(file: File, largest: int) -> bytes | Notice:
    """Return the bytes of a file; of a large binary file only the beginning, which shows that it is binary.

    Raises:
        PathError: The file was named and cannot be read.
    """
    try:
        data = _read_file(file.path, file.size, largest)
    except OSError as error:
        if file.named:
            raise PathError(f"{file.path}: {error.strerror}; check its permissions") from error
        return Notice(file.path, f"skipped: {error.strerror}")
    return data if len(data) <= largest else too_large(file.path, len(data), largest)


def too_large(path: str, size: int, largest: int) -> Notice:
    """Return the notice for a file beyond the limit."""
    limit = f"{largest / MEGABYTE:g} MB"
    return Notice(path, f"skipped: it has more than {limit} ({size / MEGABYTE:,.0f}); read it with --max-size")


def _read_file(path: str, size: int, largest: int) -> bytes:
    # O_NONBLOCK: if a pipe has replaced the file since it was listed, do not wait for its writer.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if size > MEGABYTE and b"\0" in (head := os.read(handle, 8192)) and head[:2] not in {b"\xff\xfe", b"\xfe\xff"}:
            return head
        chunks = [head] if size > MEGABYTE else []
        have = sum(map(len, chunks))
        while have <= largest and (chunk := os.read(handle, size - have + 1 if have < size else MEGABYTE)):
            chunks.append(chunk)
            have += len(chunk)
            if len(chunks) == 1 and have == size:
                break  # a read that returned less than requested has reached the end
        return chunks[0] if len(chunks) == 1 else b"".join(chunks)
    finally:
        os.close(handle)


def _refuse(problems: Sequence[str]) -> None:
    if problems:
        raise PathError("\n".join(problems))


def _is_leftover(name: str) -> bool:
    return name == JOURNAL or is_temporary(name)


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


def _find_named(path: str, selection: Selection) -> Iterator[File | Notice | Leftover]:
    if _is_leftover(Path(path).name):
        yield Leftover(path)
        return
    if selection.strict:
        exclude = layer_of(selection.exclude, _find_lead(Path(path).parent, selection.root))
        if exclude is not None and exclude.verdict(Path(path).name):
            return
    about = os.stat(path)  # noqa: PTH116 - as above
    if not stat.S_ISREG(about.st_mode):
        yield Notice(path, f"skipped: {_name_kind(about.st_mode)}, not a file; pipe it in with - instead")
    elif about.st_size > selection.largest:
        yield too_large(path, about.st_size, selection.largest)
    else:
        yield File(_format_path(path), about.st_size, named=True)


def _name_kind(mode: int) -> str:
    kinds = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
    return kinds.get(stat.S_IFMT(mode), "something unknown")


def _format_path(path: str) -> str:
    path = path.replace(os.sep, "/")
    while path.startswith("./"):
        path = path[2:].lstrip("/")
    return path


class _FolderWalk:
    """The walk through one folder; paths in it are relative to that folder, with slashes."""

    def __init__(self, folder: str, selection: Selection) -> None:
        self.prefix = _format_path(os.path.join(folder, ""))  # noqa: PTH118 - the slash at the end matters
        self.largest = selection.largest
        before = _find_lead(Path(folder), selection.root)
        self.include = layer_of(selection.include, before)
        self.exclude = layer_of(selection.exclude, before)
        self._folder = folder

    @cached_property
    def tracked(self) -> frozenset[str]:
        """Return the paths below the folder that git tracks; loaded only if something is ignored."""
        return tracked_below(Path(self._folder))

    def is_wanted(self, path: str, layers: Sequence[Layer]) -> bool:
        """Return whether neither git nor the configuration excludes the path; the path of a folder ends with a slash.

        Tracked files are never ignored by git.
        """
        if self.exclude is not None and self.exclude.verdict(path):
            return False
        return not (layers and is_left_out(layers, path)) or path in self.tracked

    def take(self, entry: os.DirEntry[str], path: str, layers: Sequence[Layer]) -> File | Notice | None:
        """Return the file or the notice for an entry that is no folder; None if the entry is skipped."""
        if entry.is_symlink() or not self.is_wanted(path, layers):
            return None
        if self.include is not None and not self.include.verdict(path):
            return None
        about = entry.stat(follow_symlinks=False)
        shown = self.prefix + path
        if not stat.S_ISREG(about.st_mode):
            return Notice(shown, f"skipped: {_name_kind(about.st_mode)}, not a file")
        return File(shown, about.st_size) if about.st_size <= self.largest else self.report_large(shown, about.st_size)

    def report_large(self, shown: str, size: int) -> Notice:
        """Return the notice for a file beyond the limit."""
        return too_large(shown, size, self.largest)


def _find_lead(folder: Path, root: Path) -> str:
    """Return the path from the patterns' folder to the walked one; empty if the latter is not below."""
    folder, root = folder.resolve(), root.resolve()
    return "".join(f"{part}/" for part in folder.relative_to(root).parts) if folder.is_relative_to(root) else ""


def _walk(folder: str, selection: Selection) -> Iterator[File | Notice | Leftover]:
    walk = _FolderWalk(folder, selection)
    # Not recursive: a tree may be deeper than Python's stack.
    waiting: list[Iterator[File | Notice | Leftover | tuple[str, tuple[Layer, ...]]]]
    layers, unread = outer_layers(Path(folder))
    yield from (_report_unread(str(file), error) for file, error in unread)
    waiting = [_scan_folder(walk, "", layers)]
    while waiting:
        entry = next(waiting[-1], None)
        if entry is None:
            waiting.pop()
        elif isinstance(entry, tuple):
            waiting.append(_scan_folder(walk, *entry))
        else:
            yield entry


def _own_layer(entries: Sequence[os.DirEntry[str]], cut: int) -> Layer | OSError | None:
    """Return the layer of a folder's own file of patterns, or why it cannot be read."""
    try:
        own = next((entry for entry in entries if entry.name == GIT_IGNORE and entry.is_file()), None)
        return read_layer(Path(own.path), cut=cut) if own else None
    except OSError as error:
        return error


def _report_unread(path: str, error: OSError) -> Notice:
    return Notice(path, f"not read: {error.strerror}; nothing is left out for it")


def _scan_folder(
    walk: _FolderWalk, inside: str, layers: tuple[Layer, ...]
) -> Iterator[File | Notice | Leftover | tuple[str, tuple[Layer, ...]]]:
    """Yield the content of one folder, by name: files, notices, and its folders with the layers that apply to them."""
    try:
        with os.scandir(walk.prefix + inside or ".") as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError as error:
        yield Notice(walk.prefix + inside, f"skipped: {error.strerror}")
        return
    own = _own_layer(entries, len(inside))
    if isinstance(own, OSError):
        yield _report_unread(walk.prefix + inside + GIT_IGNORE, own)
    elif own is not None:
        layers = (*layers, own)
    for entry in entries:
        if entry.name in _VERSION_CONTROL:
            continue
        if _is_leftover(entry.name):
            yield Leftover(walk.prefix + inside + entry.name)
        elif (walked := _scan_entry(walk, entry, inside + entry.name, layers)) is not None:
            yield walked


def _scan_entry(
    walk: _FolderWalk, entry: os.DirEntry[str], path: str, layers: tuple[Layer, ...]
) -> File | Notice | tuple[str, tuple[Layer, ...]] | None:
    try:
        if not entry.is_dir(follow_symlinks=False):
            return walk.take(entry, path, layers)
        return (f"{path}/", layers) if walk.is_wanted(f"{path}/", layers) else None
    except OSError as error:
        return Notice(walk.prefix + path, f"skipped: {error.strerror}")
