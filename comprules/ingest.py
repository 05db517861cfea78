"""Build the knowledge base from an archive; only what changed since the last run is computed again.

A run has these parts:

1. Compare the archive with the existing knowledge base (`ingest_plan`): which editions have changed?
2. Read these editions: parse their copies, collate them, resolve references. The records of unchanged editions are
   carried over from the existing knowledge base.
3. Align consecutive editions and trace lineages (`ingest_history`).
4. Audit, which finds the faults of the publisher.

The new file is the same, byte for byte, as one built from nothing. It replaces the existing one when it is complete.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from comprules.ingest_history import HistoryMaker
from comprules.ingest_plan import IngestPlan
from comprules.work import CODES_WITHOUT_DIALECT, INTERNAL_ERROR, EditionWorker
from graph.audit.audit import find_faults
from graph.lineages.registry import LineageRegistryError
from rules.errors import ComprulesError
from rules.files import regular_target, remove_temporary, temporary_path
from rules.locks import hold_lock, lock_beside
from rules.records import Diagnostic, Reading
from rules.store import DamagedStoreError, ForeignFileError, Store, StoreError, open_store, seal
from rules.store.tables import FAULTS
from rules.store.write import StoreWriter
from rules.workers import RUN, WorkerError, count_cores, map_with_workers
from scraper.archive import Archive, load_archive

Progress = Callable[[int, int, str], None]
"""Called with the number of finished editions, their total, and the current activity (`reading 2009-07-11`): first for
all editions to read, then for all to align with the one before."""
_MOST_REASONS = 10
"""Maximum number of reasons that an error names, since an archive may have more than a hundred editions."""


class IngestError(ComprulesError):
    """Error: the knowledge base cannot be made. The message says why and what to do; the old one is untouched."""


class IngestReport(Struct, frozen=True):
    """The result of a run.

    Attributes:
        path: The knowledge base.
        written: Whether a new file replaced it; False if nothing changed.
        worked: Ids of the editions that were read again.
        aligned: Ids of the editions that were aligned again with the one before.
        carried: Ids of the editions that were carried over.
        left_out: Ids of the editions without a usable copy.
        damaged: Those of `left_out` that an undamaged copy would repair; the others are in no known dialect.
        diagnostics: Problems of the editions that were read again, in their order, then those of later steps.
    """

    path: Path
    written: bool
    worked: tuple[str, ...]
    aligned: tuple[str, ...]
    carried: tuple[str, ...]
    left_out: tuple[str, ...]
    damaged: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def failed(self) -> bool:
        """Return whether comprules itself failed on a copy or an edition, and continued without it."""
        return any(diagnostic.code == INTERNAL_ERROR for diagnostic in self.diagnostics)


def ingest(
    archive_root: Path,
    path: Path,
    *,
    jobs: int | None = None,
    fresh: bool = False,
    until: str | None = None,
    progress: Progress = lambda _done, _total, _what: None,
    tell: Callable[[str], None] = lambda _message: None,
) -> IngestReport:
    """Bring the knowledge base at `path` up to date with an archive.

    Args:
        archive_root: The archive's folder.
        path: The knowledge base; created or replaced.
        jobs: Worker processes; by default one per core.
        fresh: Read and align every edition again.
        until: Editions that take effect after this day are left out, as if the archive did not have them; None for all.
        progress: Called with each finished edition.
        tell: Called with a message if the old knowledge base is damaged and will be rebuilt.

    Raises:
        ArchiveError: The archive's manifest is missing or wrong.
        StoreError: The knowledge base cannot be written.
        IngestError: No edition can be read, another run is active, or a worker was killed.
    """
    archive = load_archive(archive_root)
    if not archive.entries:
        raise IngestError(
            f"{archive_root}: the manifest lists no edition; fetch some with `comprules fetch`, or name another one "
            "with --archive"
        )
    if until is not None:
        archive = _select_in_force(archive, until)
    with _hold_target(path) as target:
        remove_temporary(temporary_path(target))
        make_run = partial(_IngestRun, target, archive, jobs=jobs or count_cores(), progress=progress)
        existing = _open_existing(target, fresh=fresh, tell=tell)
        if existing is not None:
            try:
                with closing(existing):
                    return make_run(existing).run()
            except DamagedStoreError as error:
                _tell_rebuilding(tell, str(error))
        return make_run(None).run()


def _select_in_force(archive: Archive, day: str) -> Archive:
    """Return an archive without the editions that take effect after a day.

    Raises:
        IngestError: No edition is left.
    """
    entries = tuple(entry for entry in archive.entries if entry.edition <= day)
    if not entries:
        raise IngestError(f"{archive.root}: every edition in the manifest takes effect after {day}")
    return replace(archive, entries=entries)


@contextmanager
def _hold_target(path: Path) -> Iterator[Path]:
    """Lock a knowledge base for writing, and yield its path with links resolved.

    Raises:
        StoreError: It cannot be written.
        IngestError: Another run is writing it.
    """
    with ExitStack() as held:
        try:
            path = regular_target(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            busy = IngestError(f"{path}: another run of comprules is writing this file; wait for it to finish")
            held.enter_context(hold_lock(lock_beside(path), busy))
        except OSError as error:
            raise StoreError(
                f"{path}: cannot write the knowledge base ({error.strerror}); name another with --db"
            ) from error
        yield path


class _IngestRun:
    """One run of `ingest`.

    Args:
        path: The knowledge base to write.
        archive: The archive.
        existing: The existing knowledge base; None to read and align every edition.
        jobs: Number of worker processes.
        progress: Called with each finished edition.
    """

    def __init__(self, path: Path, archive: Archive, existing: Store | None, *, jobs: int, progress: Progress) -> None:
        self._path = path
        self._jobs = jobs
        self._progress = progress
        self._plan = IngestPlan(archive, existing)
        self._histories = HistoryMaker(self._plan, jobs, self._report_aligned)
        self._outcomes: dict[str, str] = {}  # by edition that was read, as `_outcome_of` returns them
        self._diagnostics: list[Diagnostic] = []

    def run(self) -> IngestReport:
        """Do the necessary work, and write the file if there is anything new."""
        if self._plan.is_up_to_date:
            is_written = self._retry_unread_editions()
        else:
            self._write()
            is_written = True
        return IngestReport(
            path=self._path,
            written=is_written,
            worked=self._select("worked"),
            aligned=self._histories.aligned,
            carried=self._plan.unchanged,
            left_out=self._select("unknown", "damaged"),
            damaged=self._select("damaged"),
            diagnostics=(*self._diagnostics, *self._histories.diagnostics),
        )

    def _retry_unread_editions(self) -> bool:
        """Read the editions again that no run could read, and return whether the file was written with one of them.

        Nothing else has changed, so `changed` has only these editions. If none of them can be read now either, only
        their problems are reported again; otherwise `_write` reads them once more.
        """
        worker = EditionWorker()
        readings = [worker.work(task) for task in self._plan.changed.values()]
        if any(reading.rules for reading in readings):
            self._write()
            return True
        for reading in readings:
            self._note(reading)
        return False

    def _write(self) -> None:
        """Write the new file, and replace the existing one by it.

        Raises:
            IngestError: No edition can be read, a worker was killed, or the registry of lineages is damaged.
        """
        carried = self._plan.carried
        # An imprint is a hash by which the same passage is found in other copies. Texts of unchanged editions keep
        # their imprints, unless the code for aligning editions, which computes them, has changed.
        imprints = None
        if carried and self._plan.has_same_aligning_code:
            imprints = carried.imprints()
        try:
            with StoreWriter(self._path, carried, imprints) as writer:
                self._read_editions(writer)
                self._histories.write(writer)
                _write_faults(writer)
                writer.finish(self._plan.facts_without(self._select("unknown", "damaged")))
        except (WorkerError, LineageRegistryError) as error:
            raise IngestError(str(error)) from error

    def _read_editions(self, writer: StoreWriter) -> None:
        """Read the changed editions, and write the records of all editions, oldest first.

        Raises:
            IngestError: No edition can be read.
        """
        changed = self._plan.changed
        editions = [task.entry.edition for task in self._plan.tasks]
        # The readings come in the order of the editions.
        with map_with_workers(
            EditionWorker, EditionWorker.work, list(changed.values()), self._jobs, run=RUN
        ) as readings:
            for done, edition in enumerate(editions, 1):
                if edition in changed:
                    reading = next(readings)
                    self._note(reading)
                    if reading.rules:
                        writer.add(reading)
                    del reading  # the records of all editions together are large
                else:
                    writer.carry(edition)
                self._progress(done, len(editions), f"reading {edition}")
        if len(self._select("unknown", "damaged")) == len(editions):
            raise self._refuse_all()

    def _refuse_all(self) -> IngestError:
        """Return the error for an archive of which no edition can be read, with the first few reasons."""
        errors = [diagnostic for diagnostic in self._diagnostics if diagnostic.severity == "error"]
        reasons = [f"  {error.path}: {error.message}" for error in errors[:_MOST_REASONS]]
        return IngestError(
            "\n".join(["no edition of the archive can be read, so no knowledge base is written:", *reasons])
        )

    def _report_aligned(self, done: int, total: int, edition: str) -> None:
        """Report that a step has been aligned."""
        self._progress(done, total, f"aligning {edition}")

    def _note(self, reading: Reading) -> None:
        """Remember the problems of an edition and the outcome."""
        self._diagnostics.extend(reading.diagnostics)
        self._outcomes[reading.edition.id] = _outcome_of(reading)

    def _select(self, *outcomes: str) -> tuple[str, ...]:
        """Return the editions that were read with one of some outcomes."""
        return tuple(edition for edition, outcome in self._outcomes.items() if outcome in outcomes)


def _write_faults(writer: StoreWriter) -> None:
    """Write the publisher's faults, which are found in the editions and the histories of their records."""
    writer.settle_history()
    with closing(open_store(writer.temporary)) as store:
        faults = list(find_faults(store, store.edition_ids))  # nothing is written while the file is read
    writer.add_records(FAULTS, faults)


def _open_existing(path: Path, *, fresh: bool, tell: Callable[[str], None]) -> Store | None:
    """Return the existing knowledge base, or None if nothing can be carried over from it.

    Args:
        path: The file.
        fresh: Whether to read every edition again, so that nothing is carried over.
        tell: Called with a message if the file is damaged.

    Raises:
        ForeignFileError: The file is something else, which must not be replaced.
    """
    try:
        store = open_store(path)
    except ForeignFileError:
        if path.stat().st_size:
            raise  # it may be somebody's own file
        return None
    except DamagedStoreError as error:
        _tell_rebuilding(tell, str(error))
        return None
    except StoreError:
        return None  # missing or of an older version: everything is made again, which is what the message would advise
    if not fresh:
        if seal.is_file_sealed(path):
            return store
        # Every finished file has a seal.
        _tell_rebuilding(tell, f"{path}: this file is damaged (it was changed after it was written)")
    store.close()
    return None


def _tell_rebuilding(tell: Callable[[str], None], damage: str) -> None:
    """Say that the existing knowledge base is damaged, so that nothing is carried over from it."""
    tell(f"{damage}; every edition is read again")


def _outcome_of(reading: Reading) -> str:
    """Return the outcome for an edition: `worked`, `unknown` (no dialect recognises its copies) or `damaged`."""
    if reading.rules:
        return "worked"
    codes = {diagnostic.code for diagnostic in reading.diagnostics}
    if codes == CODES_WITHOUT_DIALECT:
        return "unknown"
    return "damaged"
