"""The files that paths on the command line mean, and their bytes as text.

A named file is taken; a folder is walked, without what git ignores, the folders of version control and symbolic links
(their targets are either walked anyway or belong to something else). What the configuration leaves out is left out in
both cases, so that a hook, which names files, reads what a run over the tree reads. The order depends only on names.

Text is decoded without loss: every character has its place in the file. Offsets and columns count characters; lines
end, as in editors, at LF, CRLF and CR. Files that nobody wrote as text are known by their names and bytes: lock files,
bundles, generated data.
"""

import bisect
import codecs
import contextlib
import os
import posixpath
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from io import StringIO
from itertools import accumulate
from pathlib import Path
from typing import Literal, Protocol

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
from comprules.printable import printable
from graph.citations.records import LONGEST_LINE
from rules.errors import ComprulesError
from rules.files import is_temporary
from rules.late_patterns import compile_late
from rules.text import FEW

OWN_FILE = "comprules.toml"
SHARED_FILE = "pyproject.toml"
JOURNAL = ".comprules-upgrade.json"
"""The file in which an upgrade notes what it is about to write."""
LEFT_OUT = "skipped: the configuration leaves it out"
_UNUSED = f"its configuration is not used: {OWN_FILE} in the same folder decides"
OTHER_REPOSITORY = "skipped: it is another repository; name it to read it"
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".jj", ".bzr", "_darcs", "CVS"})


Encoding = Literal["utf-8", "utf-16-le", "utf-16-be", "latin-1"]

_MARKS: tuple[tuple[bytes, Encoding], ...] = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
MEGABYTE = 1_000_000
DEFAULT_LARGEST = 64
"""Megabytes. Larger files are dumps and models, not written by a person."""
HEAD = 8192
"""A file with a NUL in this many first bytes is binary; git examines as many."""

_LOCKS = frozenset(
    {
        *("package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "deno.lock"),
        *("Cargo.lock", "Gemfile.lock", "composer.lock", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock"),
        *("go.sum", "go.work.sum", "mix.lock", "pubspec.lock", "Podfile.lock", "packages.lock.json", "flake.lock"),
        *("gradle.lockfile", "Package.resolved", "stack.yaml.lock", "cabal.project.freeze", "requirements.lock"),
    }
)
_BUNDLES = (".min.js", ".min.mjs", ".min.css", ".js.map", ".css.map", ".bundle.js", ".chunk.js")
_SCRIPTS = frozenset({".js", ".mjs", ".cjs", ".css"})
_DRAWINGS = frozenset({".svg", ".svgz", ".eps", ".ai", ".drawio"})
_DATA = frozenset({".json", ".jsonl", ".ndjson", ".geojson", ".csv", ".tsv", ".xml", ".sql"})
_LARGE_DATA = 2_000_000
_GENERATED = compile_late(
    rb"@generated\b|[Cc]ode generated .{0,80}DO NOT EDIT"
    rb"|(?i:this (?:file|code) (?:is|was) (?:auto(?:matically)?[- ]?)?generated)"
)


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


class File(msgspec.Struct, frozen=True):
    """A file to read: its path as shown and opened, its size in bytes, whether the user named it."""

    path: str
    size: int
    named: bool = False


class Notice(msgspec.Struct, frozen=True):
    """Something that was skipped, and why; not a fault of the content."""

    path: str
    message: str


_Waiting = tuple[str, os.DirEntry[str] | None, tuple[Verdict, ...], Selection, Callable[[str], bool]]
"""A file or folder that was not read yet: its path, its entry, what git ignores there, and what is taken there."""


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
        return _too_large(path, about.st_size, selection.largest)
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


class DecodedText(msgspec.Struct, frozen=True, dict=True):
    """A decoded file, which converts offsets to places in lines.

    Attributes:
        text: Its characters, without the byte order mark, with unchanged line ends.
        encoding: The encoding to write it back in.
        mark: Its byte order mark; empty without one.
        exact: Whether `encode(text)` restores the file's bytes; False for damaged UTF-16.
    """

    text: str
    encoding: Encoding = "utf-8"
    mark: bytes = b""
    exact: bool = True

    def encode(self, text: str) -> bytes:
        """Return the bytes of another text in the encoding of this one.

        Raises:
            UnicodeEncodeError: The encoding has no such character.
        """
        return self.mark + text.encode(self.encoding)

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of a character, both from 1."""
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, line: int) -> tuple[int, int]:
        """Return the offsets of a line's first character and of its end, without the line end.

        Raises:
            IndexError: The text has no such line.
        """
        start = self._starts[line - 1]
        stop = self._starts[line] if line < len(self._starts) else len(self.text)
        while stop > start and self.text[stop - 1] in "\r\n":
            stop -= 1
        return start, stop

    @cached_property
    def _starts(self) -> list[int]:
        # Such a stream ends its lines as editors do, and is ten times as fast as a search.
        starts = list(accumulate(map(len, StringIO(self.text, newline="")), initial=0))
        if len(starts) > 1 and not self.text.endswith(("\r", "\n")):
            starts.pop()
        return starts


def is_binary(data: bytes) -> bool:
    """Return whether the first 8 kB contain a NUL, and no byte order mark declares UTF-16."""
    return b"\0" in data[:HEAD] and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def decode(data: bytes) -> DecodedText:
    """Return the text of a file: in the encoding of its mark, else UTF-8, else Latin-1, where each byte is a character.

    Damaged text is not repaired: if bytes are invalid in their encoding, Latin-1 keeps the ASCII characters, and
    citations are ASCII.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return DecodedText(data[len(mark) :].decode(encoding), encoding, mark)
            except UnicodeDecodeError:
                if encoding != "utf-8":
                    return DecodedText(data[len(mark) :].decode(encoding, "replace"), encoding, mark, exact=False)
    try:
        return DecodedText(data.decode("utf-8"))
    except UnicodeDecodeError:
        return DecodedText(data.decode("latin-1"), "latin-1")


def describe_data(path: str, data: bytes) -> str | None:
    """Return the kind of data in a file, in words; None if a person may have written the file.

    Args:
        path: Its path.
        data: Its content.
    """
    name = posixpath.basename(path)
    suffix = posixpath.splitext(name)[1].lower()
    if name in _LOCKS:
        return "a lock file"
    if name.lower().endswith(_BUNDLES) or (
        suffix in _SCRIPTS and len(data) > 20 * LONGEST_LINE and len(data) > LONGEST_LINE * (data.count(b"\n") + 1)
    ):
        return "a minified bundle"
    if suffix in _DRAWINGS:
        return "a drawing"
    if suffix in _DATA and len(data) > _LARGE_DATA:
        return "a large data file"
    return "a generated file" if _GENERATED.search(data[:LONGEST_LINE]) else None
