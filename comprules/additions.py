"""Add a user's copies of editions to an archive: find the edition of each file, show the plan, then copy the files.

Guarantees: a plan writes nothing. A file whose edition is not found does not stop the others. Files are copied, so the
user's own files stay where they are; the manifest is valid after every copy.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from comprules.recognition import read_recognised
from graph.documents.extent import Extent
from graph.documents.placing import Basis, place_document
from graph.documents.problems import ProblemAnswer, answer_problem
from rules.files import read_regular
from rules.records import Condition
from rules.store import Store
from scraper.archive import ArchiveEntry, ArchiveError, Copy
from scraper.archive_writer import EDITIONS, ArchiveWriter, list_entries, open_archive_writer
from scraper.layout import UnknownDialect
from scraper.parse import LARGEST
from scraper.registry import Registry, load_registry

Outcome = Literal["added", "planned", "present", "refused"]
"""`added`: copied into the archive; `planned`: to be copied; `present`: the archive already has these bytes; `refused`:
its edition is not found, or it cannot be read or written."""

LOCAL = "local"
"""Origin of a copy if the user names none."""
_UNSAFE = re.compile(r"[^\w.-]+")


class Addition(Struct, frozen=True, kw_only=True):
    """A file, with its edition and the outcome.

    Attributes:
        path: The file, as the user named it.
        outcome: What became of the file.
        edition: The edition; null if the file cannot be placed.
        set_code: Code of the edition's set; null if there is none, or the set is not known.
        basis: The evidence for the edition; null if the file cannot be placed.
        condition: Condition of the copy; null if the file cannot be read.
        extent: How much of the edition, or of the nearest one, the file has; null if that is not known.
        file: Path of the copy in the archive; null if the file is refused.
        bytes: Size of the file; null if it cannot be read.
        sha256: SHA-256 of the file; null if it cannot be read.
        reason: Why the file is refused or already present, or what is notable about it; else empty.
        diagnostics: The problems of the file; empty if it cannot be read, or is already present.
    """

    path: str
    outcome: Outcome
    edition: str | None = None
    set_code: str | None = None
    basis: Basis | None = None
    condition: Condition | None = None
    extent: Extent | None = None
    file: str | None = None
    bytes: int | None = None
    sha256: str | None = None
    reason: str = ""
    diagnostics: tuple[ProblemAnswer, ...] = ()


class AdditionReport(Struct, frozen=True):
    """The files that were named, in that order, and the archive."""

    archive: Path
    files: tuple[Addition, ...]


class _Plan:
    """A plan, which knows the paths and the hashes of the files in the archive and of those planned so far.

    Args:
        root: The archive's folder.
        entries: The entries of the archive.
        facts: The ledger, by which the edition of a file is found.
        edition: The edition that the user named for all files; None to find it for each.
    """

    def __init__(self, root: Path, entries: Iterable[ArchiveEntry], facts: Store, edition: str | None) -> None:
        self._root = root
        self._facts = facts
        self._edition = edition
        self._registry = load_registry()
        self._known = dict(_list_known(self._registry))
        """Hash of each copy in the registry → the entry of its edition with this copy alone."""
        self._taken: set[str] = set()
        """The paths that are taken, without regard to capitals: some systems of files do not tell them apart."""
        self._hashes: dict[str, tuple[str, str]] = {}
        """Hash of a file → its edition and its path in the archive."""
        self._planned: dict[str, Path] = {}
        """Hash of a planned file → the user's file."""
        for entry in entries:
            for copy in entry.copies:
                self._take(copy.file, copy.sha256, entry.edition)

    def _take(self, file: str, digest: str, edition: str) -> None:
        """Reserve a path in the archive for a file with a hash."""
        self._taken.add(file.casefold())
        self._hashes.setdefault(digest, (edition, file))

    def plan(self, path: Path) -> Addition:
        """Return the planned outcome for a file: `planned`, `present` or `refused`."""
        try:
            data = read_regular(path, LARGEST)
        except OSError as error:
            return Addition(path=str(path), outcome="refused", reason=f"it cannot be read: {error.strerror}")
        digest = hashlib.sha256(data).hexdigest()
        read = Addition(path=str(path), outcome="refused", bytes=len(data), sha256=digest)
        if digest in self._hashes:
            edition, file = self._hashes[digest]
            reason = f"{self._planned.get(digest, file)} has the same bytes"
            return replace(read, outcome="present", edition=edition, file=file, reason=reason)
        placed = self._place(read, data)
        if placed.edition is None:
            return placed
        file = self._find_file(path, placed.edition, digest)
        self._take(file, digest, placed.edition)
        self._planned[digest] = path
        sets = {row.id: row.set_code for row in self._registry.editions}
        return replace(placed, outcome="planned", set_code=sets.get(placed.edition), file=file)

    def _place(self, read: Addition, data: bytes) -> Addition:
        """Return a file with its edition, or with the reason why it has none."""
        try:
            document = read_recognised(data, read.path)
        except UnknownDialect as error:
            return replace(read, reason=error.reason)
        placement = place_document(document, self._facts, self._edition)
        problems = tuple(map(answer_problem, placement.diagnostics))
        placed = replace(read, condition=placement.condition, extent=placement.extent, diagnostics=problems)
        known_copy = self._known.get(read.sha256 or "")
        if known_copy is None:
            return replace(placed, edition=placement.edition, basis=placement.basis, reason=placement.reason)
        # The hash of a known copy is surer evidence than its words.
        if self._edition not in {None, known_copy.edition}:
            reason = f"the file is a known copy of {known_copy.edition}, not of {self._edition}"
            return replace(placed, reason=reason)
        return replace(placed, edition=known_copy.edition, basis="hash")

    def _find_file(self, path: Path, edition: str, digest: str) -> str:
        """Return a free path in the archive, `editions/2009-07-11/rules.txt`; if that is taken, `…/rules-2.txt`.

        A file that already is at such a path, since the user named it there, keeps the path.
        """
        known_copy = self._known.get(digest)
        if known_copy:
            name = known_copy.copies[0].file.rpartition("/")[2]
        else:
            name = safe_name(path.name)
        count = 1
        file = f"{EDITIONS}{edition}/{name}"
        while not self._is_free(file, path):
            count += 1
            file = f"{EDITIONS}{edition}/{_number_name(name, count)}"
        return file

    def _is_free(self, file: str, path: Path) -> bool:
        """Return whether the user's file at `path` can get the path `file` in the archive."""
        if file.casefold() in self._taken:
            return False
        target = self._root / file
        if not os.path.lexists(target):
            return True
        return path.exists() and target.exists() and target.samefile(path)


def _number_name(name: str, count: int) -> str:
    """Return a name with a number: `my-copy.txt` and 2 → `my-copy-2.txt`, and `my-copy` → `my-copy-2`."""
    stem, dot, ending = name.rpartition(".")
    if not stem:  # without a dot in the name, all of it is in `ending`
        return f"{ending}-{count}{dot}"
    return f"{stem}-{count}.{ending}"


def _list_known(registry: Registry) -> Iterator[tuple[str, ArchiveEntry]]:
    """Yield the hash of each copy in the registry, and its edition's entry with this copy alone."""
    for row in registry.editions:
        entry = registry.entry_of(row)
        for copy in entry.copies:
            yield copy.sha256, replace(entry, copies=(copy,))


def safe_name(name: str) -> str:
    """Return a file's name for a path in an archive: `my rules (1).txt` → `my-rules-1-.txt`."""
    shown = name.encode("utf-8", "replace").decode()
    return _UNSAFE.sub("-", shown).strip(".-") or "copy"


def list_files(paths: Sequence[Path]) -> list[Path]:
    """Return the named files and the files in named folders, each once; hidden files in folders are skipped."""
    files: dict[Path, None] = {}
    for path in paths:
        files |= dict.fromkeys(_walk(path) if path.is_dir() else (path,))
    return list(files)


def _walk(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(names) if not name.startswith("."))


def plan_additions(files: Iterable[Path], root: Path, facts: Store, edition: str | None = None) -> AdditionReport:
    """Return the planned outcome for each file, without writing anything.

    Args:
        files: The files, from `list_files`.
        root: The archive's folder, which need not exist.
        facts: The ledger.
        edition: The edition that the user named for all of them; None to find it for each.

    Raises:
        ArchiveError: The archive's manifest is damaged.
        FetchError: The folder has files but no manifest.
    """
    plan = _Plan(root, list_entries(root), facts, edition)
    return AdditionReport(root, tuple(plan.plan(path) for path in files))


def carry_out(report: AdditionReport, origin: str) -> AdditionReport:
    """Copy the planned files into the archive, and return the outcomes.

    Args:
        report: The plan.
        origin: Where the copies were found, for those that are not known.

    Raises:
        ArchiveError: The archive's manifest is damaged.
        FetchError: The archive is in use, or cannot be written.
    """
    if not any(addition.outcome == "planned" for addition in report.files):
        return report
    known_copies = dict(_list_known(load_registry()))
    outcomes = []
    with open_archive_writer(report.archive) as writer:
        for addition in report.files:
            outcome = addition
            if addition.outcome == "planned":
                outcome = _add(addition, writer, known_copies.get(addition.sha256 or ""), origin)
            outcomes.append(outcome)
    return replace(report, files=tuple(outcomes))


def _add(addition: Addition, writer: ArchiveWriter, known_copy: ArchiveEntry | None, origin: str) -> Addition:
    """Copy one planned file into the archive, and return its outcome: `added`, or `refused` with the reason.

    Args:
        addition: The file, whose outcome is `planned`.
        writer: The archive.
        known_copy: The entry of the known copy with the same bytes, whose facts are used; None if there is none.
        origin: Where an unknown copy was found.
    """
    refused = replace(addition, outcome="refused", file=None)
    assert addition.edition is not None and addition.file is not None  # noqa: S101, PT018 - of every planned file
    path = Path(addition.path)
    try:
        data = read_regular(path, LARGEST)
    except OSError as error:
        return replace(refused, reason=f"it cannot be read: {error.strerror}")
    if hashlib.sha256(data).hexdigest() != addition.sha256:
        return replace(refused, reason="it changed while it was read; try again")
    copy = Copy(addition.file, origin, len(data), addition.sha256)
    if known_copy is not None:
        copy = replace(known_copy.copies[0], file=addition.file)
    target = writer.root / addition.file
    is_in_place = target.exists() and target.samefile(path)
    if is_in_place:
        writer.record(addition.edition, addition.set_code, (copy,))
        return replace(addition, outcome="added")
    reason = writer.refusal(copy)
    if reason is not None:
        return replace(refused, reason=reason)
    try:
        writer.put(addition.edition, addition.set_code, copy, data)
    except ArchiveError as error:
        return replace(refused, reason=str(error))
    return replace(addition, outcome="added")
