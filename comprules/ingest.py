"""An archive → the knowledge base: parse, collate, resolve, write; only what changed is worked again.

Whether an edition changed is told by its fingerprint: a hash over the bytes of its copies, what the manifest and the
registry say of it, and the source code that reads it. Editions with the fingerprint of the old knowledge base are
carried over as rows, so that the new file is the same, byte for byte, as one built from nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout

from comprules.places import SAMPLE_ORIGIN
from comprules.work import Outcome, Task, Tools, work
from rules.store import SCHEMA_VERSION, DamagedStoreError, ForeignFileError, Store, StoreError, StoreWriter, open_store
from rules.store.write import OldEditions, remove_leftovers
from scraper.archive import Archive, ArchiveEntry, ArchiveError, Copy, load_archive, read_copy
from scraper.registry import Registry, load_registry
from scraper.workers import start_worker

if TYPE_CHECKING:
    from rules.records import Diagnostic

Progress = Callable[[int, int, str], None]
"""Called with the number of editions done, their total, and the one at hand."""

_CODE = ("scraper", "rules", "graph")
"""Packages whose source decides what an edition's rows are."""


class IngestError(Exception):
    """The knowledge base cannot be made. The message says why and what to do; the old one is untouched."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a run did.

    Attributes:
        path: The knowledge base.
        written: Whether a new file took its place; not when nothing changed.
        worked: Ids of the editions that were read anew.
        carried: Ids of those that were carried over.
        left_out: Ids of those of which no copy could be used.
        damaged: Those among `left_out` that a sound copy would mend; the others are in no dialect known.
        diagnostics: Problems of the editions that were read anew, in their order.
    """

    path: Path
    written: bool
    worked: tuple[str, ...]
    carried: tuple[str, ...]
    left_out: tuple[str, ...]
    damaged: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


def ingest(
    archive_root: Path,
    path: Path,
    *,
    jobs: int | None = None,
    fresh: bool = False,
    progress: Progress | None = None,
    tools: Tools | None = None,
) -> Report:
    """Brings the knowledge base at `path` up to date with an archive.

    Args:
        archive_root: The archive's folder.
        path: The knowledge base; made if it is not there, replaced if it is.
        jobs: Worker processes; by default as many as there are cores.
        fresh: Work every edition again.
        progress: Told of each edition done.
        tools: Other steps than the real ones, for tests.

    Raises:
        ArchiveError: The archive's manifest is missing or wrong.
        StoreError: The knowledge base cannot be written.
        IngestError: No edition can be read, another run is at work, or a worker was killed.
    """
    archive = load_archive(archive_root)
    if not archive.entries:
        raise IngestError(f"{archive_root}: the manifest lists no edition; name another archive with --archive")
    with _lock(path):
        remove_leftovers(path)
        tasks = _tasks(archive, load_registry(), tools or _real_tools())
        processes = jobs or os.cpu_count() or 1
        try:
            with _old(path, fresh=fresh) as old:
                return _Run(path, tasks, old, processes, progress).run(_meta(archive))
        except DamagedStoreError:
            return _Run(path, tasks, None, processes, progress).run(_meta(archive))


class _Run:
    """One run: what is old, what is to be worked, and what became of it."""

    def __init__(
        self, path: Path, tasks: Sequence[Task], old: Store | None, jobs: int, progress: Progress | None
    ) -> None:
        self.path = path
        self.tasks = tasks
        self.old = old
        self.jobs = jobs
        self.progress = progress
        self.worked: list[str] = []
        self.left_out: list[str] = []
        self.damaged: list[str] = []
        self.diagnostics: list[Diagnostic] = []
        known = old.fingerprints() if old else {}
        self.said = old.meta() if old else {}
        self.todo = {task.entry.edition: task for task in tasks if known.get(task.entry.edition) != task.fingerprint}
        self.gone = set(known) - {task.entry.edition for task in tasks}

    def run(self, meta: Mapping[str, str]) -> Report:
        """Works what is to be worked and writes the file, where there is anything new."""
        if self._only_hopeless() and self._stays_hopeless(meta):
            return self._report(written=False)
        self._write(meta)
        return self._report(written=True)

    def _only_hopeless(self) -> bool:
        """Whether nothing is to be done but to say once more of some editions, if of any, that they cannot be read."""
        unread = json.loads(self.said.get("unread", "{}"))
        hopeless = all(unread.get(edition) == task.fingerprint for edition, task in self.todo.items())
        return bool(self.said) and not self.gone and hopeless

    def _stays_hopeless(self, meta: Mapping[str, str]) -> bool:
        outcomes = [work(task) for task in self.todo.values()]
        if any(outcome.rows is not None for outcome in outcomes):
            return False
        if self.said != self._meta(meta, [outcome.edition for outcome in outcomes]):
            return False
        for outcome in outcomes:
            self._note(outcome)
        return True

    def _write(self, meta: Mapping[str, str]) -> None:
        carried = OldEditions(self.old) if self.old and len(self.todo) < len(self.tasks) else None
        with StoreWriter(self.path) as writer, _worked(list(self.todo.values()), self.jobs) as outcomes:
            for done, task in enumerate(self.tasks, 1):
                edition = task.entry.edition
                if carried is not None and edition not in self.todo:
                    writer.add(carried.rows(edition))
                else:
                    self._take(next(outcomes), writer)
                if self.progress:
                    self.progress(done, len(self.tasks), edition)
            if len(self.left_out) == len(self.tasks):
                raise IngestError(self._nothing())
            writer.finish(self._meta(meta, self.left_out))

    def _take(self, outcome: Outcome, writer: StoreWriter) -> None:
        """Writes an edition's rows and lets go of them: those of all editions together are large."""
        if outcome.rows is not None:
            writer.add(outcome.rows)
        self._note(outcome)

    def _note(self, outcome: Outcome) -> None:
        self.diagnostics.extend(outcome.diagnostics)
        if outcome.rows is not None:
            self.worked.append(outcome.edition)
            return
        self.left_out.append(outcome.edition)
        if not outcome.unknown:
            self.damaged.append(outcome.edition)

    def _meta(self, meta: Mapping[str, str], left_out: Sequence[str]) -> dict[str, str]:
        unread = {edition: self.todo[edition].fingerprint for edition in left_out}
        return {**meta, "schema": str(SCHEMA_VERSION), "unread": json.dumps(unread, sort_keys=True)}

    def _nothing(self) -> str:
        errors = [one for one in self.diagnostics if one.severity == "error"]
        return "no edition of the archive can be read, so no knowledge base is written:\n" + "\n".join(
            f"  {one.path}: {one.message}" for one in errors[:10]
        )

    def _report(self, *, written: bool) -> Report:
        return Report(
            path=self.path,
            written=written,
            worked=tuple(self.worked),
            carried=tuple(task.entry.edition for task in self.tasks if task.entry.edition not in self.todo),
            left_out=tuple(self.left_out),
            damaged=tuple(self.damaged),
            diagnostics=tuple(self.diagnostics),
        )


@contextmanager
def _worked(todo: Sequence[Task], jobs: int) -> Iterator[Iterator[Outcome]]:
    """The outcomes of `todo`, in its order, worked ahead by other processes where that pays."""
    if jobs == 1 or len(todo) < 2:
        yield map(work, todo)
        return
    pool = ProcessPoolExecutor(min(jobs, len(todo)), initializer=start_worker)
    try:
        yield pool.map(work, todo)
    except BrokenProcessPool as error:
        message = "a worker process was ended from outside, perhaps for want of memory; try again with --jobs 1"
        raise IngestError(message) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Holds other runs off. The system lets go of the lock when the process ends, however it ends."""
    lock = FileLock(path.with_name(f".{path.name}.lock"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise IngestError(f"{path}: another run of comprules is making it; wait until that is done") from None
    except OSError as error:
        raise StoreError(f"{path}: the folder cannot be written ({error.strerror}); name another with --db") from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _old(path: Path, *, fresh: bool) -> Iterator[Store | None]:
    """The knowledge base that is there, None where there is none that can be carried over."""
    store = _opened(path)
    if store is None:
        yield None
        return
    with closing(store):
        yield None if fresh else store


def _opened(path: Path) -> Store | None:
    try:
        return open_store(path)
    except ForeignFileError:
        if path.stat().st_size:
            raise  # it may be somebody's own file
        return None
    except StoreError:
        # Missing or of an older version: all of it is made anew, which is what the message would advise.
        return None


def _tasks(archive: Archive, registry: Registry, tools: Tools) -> list[Task]:
    known = {edition.id: edition for edition in registry.editions}
    facts: list[tuple[ArchiveEntry, str | None, str | None, tuple[str, ...]]] = []
    for entry in archive.entries:
        edition = known.get(entry.edition)
        set_code = entry.set_code or (edition.set_code if edition else None)
        facts.append((entry, set_code, edition.set_name if edition else None, edition.aliases if edition else ()))
    with ThreadPoolExecutor() as pool:
        hashes = list(pool.map(partial(_hashes, archive), archive.entries))
    return [
        Task(
            archive, entry, set_code, set_name, aliases, _fingerprint(entry, set_code, set_name, aliases, found), tools
        )
        for (entry, set_code, set_name, aliases), found in zip(facts, hashes, strict=True)
    ]


def _hashes(archive: Archive, entry: ArchiveEntry) -> tuple[str, ...]:
    return tuple(_hash(archive, copy) for copy in entry.copies)


def _hash(archive: Archive, copy: Copy) -> str:
    try:
        return hashlib.sha256(read_copy(archive, copy)).hexdigest()
    except ArchiveError:
        return "unreadable"


def _fingerprint(*facts: Any) -> str:
    return hashlib.sha256(repr((code_fingerprint(), SCHEMA_VERSION, *facts)).encode()).hexdigest()


@cache
def code_fingerprint() -> str:
    """A hash over the source files that decide what is read from a document."""
    root = Path(__file__).resolve().parent.parent
    files = [
        path for package in _CODE for path in sorted((root / package).rglob("*")) if path.suffix in {".py", ".toml"}
    ]
    # What the registry says of an edition is in that edition's fingerprint: a new entry must not touch the others.
    files = [path for path in files if path.name != "editions.toml"]
    digest = hashlib.sha256()
    for path in (*files, Path(__file__), Path(__file__).with_name("work.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _meta(archive: Archive) -> dict[str, str]:
    copies = [copy for entry in archive.entries for copy in entry.copies]
    return {
        "code": code_fingerprint(),
        "sample": "yes" if all(copy.origin == SAMPLE_ORIGIN for copy in copies) else "no",
    }


def _real_tools() -> Tools:
    from comprules.tools import REAL_TOOLS  # noqa: PLC0415 - tests bring their own

    return REAL_TOOLS
