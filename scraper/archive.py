"""An archive of editions on disk: a folder with `manifest.json` and the copies that it lists.

Guarantees: an archive from `load_archive` is typed, complete and free of duplicates; its entries are sorted by edition,
and its paths are relative and stay inside the folder. `confine_path` checks the paths again when a file is opened,
since a symbolic link can change after loading. This module never reads the text of a copy; the parser and `doctor` do.
Copies are added by `scraper.archive_writer`.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import NamedTuple

import msgspec
from msgspec import Struct

from rules.conversion import decode_json
from rules.edition_names import is_iso_date
from rules.errors import ComprulesError
from rules.files import read_regular, write_file
from rules.records import RETYPED, Diagnostic
from rules.store.location import data_folder

MANIFEST = "manifest.json"
LARGEST = 64 * 2**20
"""Maximum size in bytes of a manifest (that of a thousand editions has about a million) and of a copy (the largest has
fewer than 16 million)."""

SHA256 = re.compile(r"[0-9a-f]{64}")
_BYTE_POSITION = re.compile(r"\(byte (\d+)\)")
_LEFT_OUT_IF_EMPTY = ("condition", "reason", "excerpt")
"""The fields of a copy that the manifest leaves out if they are empty."""
_FETCH_REMEDY = "run `comprules fetch --all` to download the editions, or name another folder with --archive"


class ArchiveError(ComprulesError):
    """The archive cannot be used. The message names the file, the place in it and a remedy."""


class Copy(Struct, frozen=True):
    """One copy of an edition, as the manifest records it.

    Attributes:
        file: Path relative to the archive's folder, with forward slashes.
        origin: Where it was found, such as `github.com/owner/name`.
        bytes: Its size in bytes.
        sha256: SHA-256 of its bytes, lower-case hex.
        origin_path: Path at the origin, or None.
        origin_commit: Commit at the origin, or None.
        url: Address it was downloaded from, or None.
        effective_phrase: The effective date as the copy itself prints it, or None.
        same_text: `ORIGIN:PATH` of other places with the same text.
        condition: `retyped` if the copy is known to be somebody's own typing, not the publisher's text; else None.
        reason: How that is known; None without a condition.
        excerpt: Whether the copy is known to be an excerpt, so that what it lacks of its edition is no damage.
    """

    file: str
    origin: str
    bytes: int
    sha256: str
    origin_path: str | None = None
    origin_commit: str | None = None
    url: str | None = None
    effective_phrase: str | None = None
    same_text: tuple[str, ...] = ()
    condition: str | None = None
    reason: str | None = None
    excerpt: bool = False


class ArchiveEntry(Struct, frozen=True, rename={"set_code": "set"}):
    """An edition in an archive: id (ISO date), its copies in manifest order, and the code of its set or None."""

    edition: str
    copies: tuple[Copy, ...]
    set_code: str | None = None


class Archive(Struct, frozen=True):
    """An archive whose manifest has been read and checked. `root` is the folder as the user named it."""

    root: Path
    entries: tuple[ArchiveEntry, ...]


def default_archive_dir() -> Path:
    """Return the user's data folder for downloaded editions; it need not exist."""
    return data_folder() / "archive"


def load_archive(root: Path) -> Archive:
    """Read and check the manifest of the archive in `root`.

    The copies themselves are not checked: they may be missing or damaged.

    Raises:
        ArchiveError: No manifest, not JSON, wrong types, duplicates, or a path that leaves the folder.
    """
    path = root / MANIFEST
    try:
        data = read_regular(path, LARGEST)
    except FileNotFoundError:
        reason = "there is no such folder"
        if root.is_dir():
            reason = f"the folder has no {MANIFEST}"
        raise ArchiveError(f"{root}: not an archive, {reason}; {_FETCH_REMEDY}") from None
    except OSError as error:
        raise ArchiveError(f"{path}: cannot be read ({error.strerror}); check the path and its permissions") from error
    return Archive(root, parse_manifest(data, str(path)))


def parse_manifest(data: bytes, name: str) -> tuple[ArchiveEntry, ...]:
    """Check a manifest's bytes and return its entries, sorted by edition.

    Args:
        data: The JSON text.
        name: Name of the manifest in messages: a path or an address.

    Raises:
        ArchiveError: Same as for `load_archive`.
    """
    try:
        entries = decode_json(data, tuple[ArchiveEntry, ...])
    except msgspec.ValidationError as error:
        raise ArchiveError(f"{name}: {error}; correct the manifest or fetch the archive again") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        line = _find_error_line(data, error)
        raise ArchiveError(f"{name}:{line}: not a JSON manifest ({error}); fetch the archive again") from error
    first = next(_find_problems(entries), None)
    if first is not None:
        raise ArchiveError(f"{name}: {first.problem} - at `{first.position}`; {first.remedy}")
    return tuple(sorted(entries, key=lambda entry: entry.edition))


def _find_error_line(data: bytes, error: Exception) -> int:
    """Return the line of a manifest at which its decoding failed: the last one if the error names no position."""
    end = len(data)
    position = _BYTE_POSITION.search(str(error))
    if position is not None:
        end = int(position[1])
    return data.count(b"\n", 0, end) + 1


def read_copy(archive: Archive, copy: Copy) -> bytes:
    """Return the bytes of a copy without checking their hash, as `check_copy` does.

    Raises:
        ArchiveError: The file is missing, cannot be read, or lies outside the archive.
    """
    path = confine_path(archive.root, copy.file)
    try:
        return read_regular(path, LARGEST)
    except FileNotFoundError:
        raise ArchiveError(
            f"{path}: missing, though {archive.root / MANIFEST} lists it; run `comprules fetch` to complete the archive"
        ) from None
    except OSError as error:
        raise ArchiveError(f"{path}: cannot be read ({error.strerror}); check what is there") from error


class CheckedCopy(NamedTuple):
    """The bytes of a copy, and the problem with them.

    Attributes:
        data: The bytes, even if their hash is wrong; None if they cannot be read.
        problem: Why the copy is not used; None if its bytes are those that the manifest lists.
    """

    data: bytes | None
    problem: Diagnostic | None


def check_copy(archive: Archive, copy: Copy, edition: str) -> CheckedCopy:
    """Read a copy of an edition, and compare its hash with that of the manifest."""
    try:
        data = read_copy(archive, copy)
    except ArchiveError as error:
        return CheckedCopy(None, Diagnostic("unreadable-file", "error", str(error), copy.file))
    wrong = wrong_hash(copy, data)
    if wrong is None:
        return CheckedCopy(data, None)
    hint = f"this copy is not used; fetch it again: comprules fetch {edition}"
    return CheckedCopy(data, Diagnostic("wrong-hash", "error", wrong, copy.file, hint=hint))


def wrong_hash(copy: Copy, data: bytes) -> str | None:
    """Return a sentence about bytes of a copy that do not match the manifest's hash; None if they match."""
    actual = hashlib.sha256(data).hexdigest()
    if actual == copy.sha256:
        return None
    return (
        f"the file has {len(data):,} bytes with SHA-256 {actual[:12]}…, "
        f"the manifest says {copy.bytes:,} with {copy.sha256[:12]}…"
    )


def _make_row(copy: Copy) -> dict[str, object]:
    """Return a copy as the manifest lists it: without a condition, a reason or a mark as an excerpt if it has none."""
    row: dict[str, object] = msgspec.to_builtins(copy)
    return {name: value for name, value in row.items() if value or name not in _LEFT_OUT_IF_EMPTY}


def write_manifest(root: Path, entries: Iterable[ArchiveEntry]) -> None:
    """Write `manifest.json` into `root`, sorted by edition, by an atomic rename. Same entries, same bytes.

    Raises:
        OSError: The file cannot be written; the old manifest is then untouched.
    """
    rows: list[dict[str, object]] = []
    for entry in sorted(entries, key=lambda entry: entry.edition):
        copies = [_make_row(copy) for copy in entry.copies]
        rows.append({"edition": entry.edition, "set": entry.set_code, "copies": copies})
    write_file(root / MANIFEST, msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n")


def condition_problem(condition: str | None, reason: str | None) -> str | None:
    """Return the problem with a condition that a manifest states for a copy, or None if there is none.

    Only `retyped` can be stated; all other conditions are judged by the bytes.

    Args:
        condition: The condition; None if none is stated.
        reason: The evidence for it.
    """
    if condition is None and reason is not None:
        return "a reason is given, but no condition"
    if condition not in (None, RETYPED):
        return f"the condition {condition!r} is unknown; the only one that can be stated is {RETYPED}"
    if condition == RETYPED and not (reason or "").strip():
        return f"the condition {RETYPED} is stated without a reason; add the reason"
    return None


def path_problem(file: str) -> str | None:
    """Return the reason why `file` is no safe relative path with forward slashes; None if it is one."""
    if not file:
        return "it is empty"
    if "\0" in file:
        return "it contains a NUL character"
    if "\\" in file:
        return "it contains a backslash"
    if PurePosixPath(file).is_absolute() or PureWindowsPath(file).drive:
        return "it is absolute"
    if not {"", ".", ".."}.isdisjoint(file.split("/")):
        return "it has an empty, `.` or `..` part"
    return None


def confine_path(root: Path, file: str) -> Path:
    """Return `root/file` after checking that it lies inside `root` once symbolic links are followed.

    Raises:
        ArchiveError: The path leads out of the folder.
    """
    reason = path_problem(file)
    if reason is None:
        path = root / file
        # Not Path.resolve, which raises RuntimeError for a cycle of links; the later read reports cycles.
        if Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root)):
            return path
        reason = "a symbolic link leads out of the archive"
    raise ArchiveError(f"{root / MANIFEST}: path {file!r} is refused, {reason}; every path must stay inside the folder")


class _ManifestProblem(NamedTuple):
    """A problem of a manifest whose types are right.

    Attributes:
        position: Its place, as a path into the JSON: `$[3].copies[0].sha256`.
        problem: The problem, as a clause.
        remedy: The remedy, as a clause.
    """

    position: str
    problem: str
    remedy: str


def _find_problems(entries: Iterable[ArchiveEntry]) -> Iterator[_ManifestProblem]:
    """Yield wrong dates, hashes and sizes, duplicates, and paths that leave the folder."""
    editions: dict[str, str] = {}
    files: dict[str, str] = {}
    for index, entry in enumerate(entries):
        position = f"$[{index}]"
        if not is_iso_date(entry.edition):
            yield _ManifestProblem(f"{position}.edition", f"{entry.edition!r} is not a date", "write it as YYYY-MM-DD")
        first = editions.setdefault(entry.edition, position)
        if first != position:
            problem = f"the edition {entry.edition} is already at {first}"
            yield _ManifestProblem(f"{position}.edition", problem, "merge the two")
        for number, copy in enumerate(entry.copies):
            yield from _find_copy_problems(copy, f"{position}.copies[{number}]", files)


def _find_copy_problems(copy: Copy, position: str, files: dict[str, str]) -> Iterator[_ManifestProblem]:
    """Yield the problems of a copy.

    Args:
        copy: The copy.
        position: Its place in the manifest.
        files: File of each earlier copy → place of that copy; the file of this copy is added.
    """
    wrong_path = path_problem(copy.file)
    if wrong_path is not None:
        problem = f"path {copy.file!r} is refused, {wrong_path}"
        yield _ManifestProblem(f"{position}.file", problem, "every path must stay inside the folder")
    # Folded, because two names that differ by case are one file on some systems.
    first = files.setdefault(copy.file.casefold(), position)
    if first != position:
        yield _ManifestProblem(f"{position}.file", f"the file {copy.file!r} is already at {first}", "remove one")
    if SHA256.fullmatch(copy.sha256) is None:
        yield _ManifestProblem(
            f"{position}.sha256", f"{copy.sha256!r} is not a SHA-256", "write 64 lower-case hex digits"
        )
    wrong_condition = condition_problem(copy.condition, copy.reason)
    if wrong_condition is not None:
        yield _ManifestProblem(position, f"{copy.file!r}: {wrong_condition}", "correct the manifest")
    if copy.bytes < 0:
        yield _ManifestProblem(f"{position}.bytes", f"{copy.bytes} is not a size", "write the file's size in bytes")
