"""The files that paths on the command line mean.

A named file is taken; a folder is walked, without what git ignores, the folders of version control and symbolic links
(their targets are either walked anyway or belong to something else). What the configuration leaves out is left out in
both cases, so that a hook, which names files, reads what a run over the tree reads. The order depends only on names.
"""

import contextlib
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path

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
from comprules.lint.texts import DEFAULT_LARGEST, HEAD, MEGABYTE, is_binary
from comprules.printable import printable
from rules.errors import ComprulesError
from rules.files import is_temporary
from rules.text import FEW

OWN_FILE = "comprules.toml"
SHARED_FILE = "pyproject.toml"
JOURNAL = ".comprules-upgrade.json"
"""The file in which an upgrade notes what it is about to write."""
LEFT_OUT = "skipped: the configuration leaves it out"
_UNUSED = "its configuration is not used: one applies to a run, the outermost of the repository at or above all paths"
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", "CVS"})


class PathError(ComprulesError):
    """Error: paths on the command line cannot be checked; the message has a line for each such path."""


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


class File(msgspec.Struct, frozen=True):
    """A file to read: its path as shown and opened, its size in bytes, whether the user named it."""

    path: str
    size: int
    named: bool = False


class Notice(msgspec.Struct, frozen=True):
    """Something that was skipped, and why; not a fault of the content."""

    path: str
    message: str


class FoundFiles(msgspec.Struct, frozen=True):
    """The files, in order and without duplicates; notices about what was skipped; leftovers of killed runs."""

    files: tuple[File, ...]
    notices: tuple[Notice, ...]
    leftovers: tuple[str, ...] = ()


def gather_notices(notices: Iterable[Notice]) -> list[Notice]:
    """Return one notice for all files that were skipped as the same kind of thing; it names the first few."""
    gathered: dict[object, list[Notice]] = {}
    for notice in notices:
        kind = notice.message.partition(",")[0] if notice.message.startswith("skipped: it ") else notice
        gathered.setdefault(kind, []).append(notice)
    joined = []
    for first, *others in gathered.values():
        more = f" and {len(others) + 1 - FEW:,} more" if others[FEW - 1 :] else ""
        more = f"; likewise {', '.join(notice.path for notice in others[: FEW - 1])}{more}"
        joined.append(Notice(first.path, first.message.partition(",")[0] + more) if others else first)
    return joined


def find_files(paths: Sequence[str], selection: Selection) -> FoundFiles:
    """Return the files that paths mean.

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
        for entry in _walk(path, selection) if Path(path).is_dir() else _find_named(path, selection):
            if isinstance(entry, Notice):
                notices.append(entry)
            elif (name := entry.path.rpartition("/")[2]) == JOURNAL or is_temporary(name):
                leftovers.append(entry.path)
            else:
                files.setdefault(entry.path if len(paths) == 1 else os.path.realpath(entry.path), entry)
                notices += [Notice(entry.path, _UNUSED)] if _is_other_config(entry.path, selection.root) else []
    return FoundFiles(tuple(files.values()), tuple(notices), tuple(leftovers))


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
    return data if len(data) <= largest else _too_large(file.path, len(data), largest)


def _too_large(path: str, size: int, largest: int) -> Notice:
    sizes = f"more than {largest / MEGABYTE:g} MB ({size / MEGABYTE:,.0f})"
    return Notice(path, f"skipped: it has {sizes}; read it with --max-size")


def _read_file(path: str, size: int, largest: int) -> bytes:
    # O_NONBLOCK: if a pipe has replaced the file since it was listed, do not wait for its writer.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        head = file.read(HEAD) if size > MEGABYTE else b""
        if is_binary(head):
            return head
        data: bytes = head + (file.read(size + 1 - len(head)) or b"")
        return data if len(data) <= size else data + file.read(max(largest + 1 - len(data), 0))  # it has grown


def _is_other_config(path: str, root: Path) -> bool:
    """Return whether a file has a configuration and is not in the folder of the one that applies."""
    if not path.endswith((OWN_FILE, SHARED_FILE)) or Path(path).resolve().parent == root.resolve():
        return False
    with contextlib.suppress(OSError):
        return Path(path).name == OWN_FILE or b"[tool.comprules" in Path(path).read_bytes()
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


def _find_named(path: str, selection: Selection) -> Iterator[File | Notice]:
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
        return _too_large(path, about.st_size, selection.largest)
    return File(path, about.st_size, named)


def _format_path(path: str) -> str:
    return re.sub(r"\A(?:\./+)+", "", path.replace(os.sep, "/"))


def _walk(folder: str, selection: Selection) -> Iterator[File | Notice]:
    """Yield the files of a folder, depth first; paths in it are relative to it, those of folders end with a slash."""
    prefix = _format_path(os.path.join(folder, ""))  # noqa: PTH118 - the slash at the end matters
    takes = selection.takes_below(Path(folder))
    root = find_repository(Path(folder).resolve())
    lead = lead_of(Path(folder).resolve(), root)
    tracked = cache(partial(tracked_below, root, lead))
    verdicts, unread = outer_verdicts(root, lead)
    yield from (_report_unread(str(file), error) for file, error in unread)
    # Not recursive: a tree may be deeper than Python's stack.
    waiting: list[tuple[str, os.DirEntry[str] | None, tuple[Verdict, ...]]] = [("", None, verdicts)]
    while waiting:
        path, entry, verdicts = waiting.pop()
        try:
            if entry is not None and not entry.is_dir(follow_symlinks=False):
                if not entry.is_symlink():
                    yield _describe(prefix + path, entry.stat(follow_symlinks=False), selection)
                continue
            entries = sorted(os.scandir(prefix + path or "."), key=lambda child: child.name, reverse=True)
        except OSError as error:
            yield Notice(prefix + path, f"skipped: {error.strerror}")
            continue
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
                waiting.append((inside, child, verdicts))


def _report_unread(path: str, error: OSError) -> Notice:
    return Notice(path, f"not read: {error.strerror}; nothing is left out for it")
