"""Build the knowledge base from an archive; only what changed since the last run is computed again.

The steps are: read the editions (parse their copies, collate them, resolve references), align consecutive editions,
trace lineages, audit, write.

An edition has changed if its fingerprint has: a hash of the bytes of its copies, the facts about it in the manifest and
the registry, and the source code that reads it. The records of unchanged editions are carried over, and the new file is
the same, byte for byte, as one built from nothing. The alignment of two editions is carried over in the same way, by a
fingerprint made from theirs. Lineages are traced again whenever a file is written.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from comprules.attribution import Attribution, attribute
from comprules.code import aligning_code, reading_code, tracing_code
from comprules.edition_texts import EditionTexts, find_restated, mine_editions, trace_editions, watch_retyping
from comprules.facts import SAMPLE_ORIGIN
from comprules.ingest_tasks import make_tasks
from comprules.steps import align_steps, coarsely_aligned, plans
from comprules.work import FAULT, UNKNOWN, EditionWorker
from graph.audit.audit import find_faults
from graph.lineages.history import Lineages
from graph.lineages.registry import LineageRegistryError, read_registry
from rules.errors import ComprulesError
from rules.files import regular_target, remove_temporary, temporary_path
from rules.links import Correspondence, StepRecords, Term
from rules.locks import hold_lock, lock_beside
from rules.records import Diagnostic, Reading
from rules.store import SCHEMA_VERSION, DamagedStoreError, ForeignFileError, Store, StoreError, open_store, seal
from rules.store.tables import CORRESPONDENCES, FAULTS, FRAGMENT_VARIANTS, FRAGMENTS, PARTIAL_ISSUES, TERMS
from rules.store.write import StoreWriter
from rules.workers import RUN, WorkerError, count_cores, map_with_workers
from scraper.archive import Archive, load_archive
from scraper.fragments import load_fragments
from scraper.registry import load_registry

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
        return any(diagnostic.code == FAULT for diagnostic in self.diagnostics)


def ingest(
    archive_root: Path,
    path: Path,
    *,
    jobs: int | None = None,
    fresh: bool = False,
    progress: Progress = lambda _done, _total, _what: None,
    tell: Callable[[str], None] = lambda _message: None,
) -> IngestReport:
    """Bring the knowledge base at `path` up to date with an archive.

    Args:
        archive_root: The archive's folder.
        path: The knowledge base; created or replaced.
        jobs: Worker processes; by default one per core.
        fresh: Read and align every edition again.
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
    with _hold_target(path) as target:
        remove_temporary(temporary_path(target))
        make_run = partial(_IngestRun, target, archive, jobs=jobs or count_cores(), progress=progress)
        old = _open_old(target, fresh=fresh, tell=tell)
        if old is not None:
            try:
                with closing(old):
                    return make_run(old).run()
            except DamagedStoreError:
                pass  # every edition is read again
        return make_run(None).run()


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


class _Traced(NamedTuple):
    """The results of aligning and tracing all editions.

    Attributes:
        steps: The steps between consecutive editions, with their links.
        lineages: The lineages of all records.
        terms: The renamed and retired terms.
        restated: For each rulings summary, its correspondences with the Comprehensive Rules.
        attribution: The editions that parts of editions are from.
    """

    steps: Sequence[StepRecords]
    lineages: Lineages
    terms: Sequence[Term]
    restated: Sequence[Sequence[Correspondence]]
    attribution: Attribution


class _IngestRun:
    """One run: the old knowledge base, the tasks, and the results.

    Attributes:
        path: The knowledge base to write.
        tasks: A task to read each edition of the archive.
        old: The existing knowledge base; None to read and align everything again.
        old_meta: Its facts about itself; empty if there is none.
        todo: The tasks that differ from those of the existing knowledge base, by edition.
        gone: The editions of the existing knowledge base that the archive has no longer.
        jobs: Number of worker processes.
        progress: Called with each finished edition.
        aligned: The editions that were aligned again.
        outcomes: The outcome for each edition that was read again: `worked`, `unknown` (no dialect recognises its
            copies) or `damaged`.
        diagnostics: The problems found so far.
        fragments: The parts of editions in the archive.
        unusable: The problems of parts that cannot be used.
        meta: The facts of the new knowledge base about itself.
    """

    def __init__(self, path: Path, archive: Archive, old: Store | None, *, jobs: int, progress: Progress) -> None:
        self.path = path
        self.tasks = make_tasks(archive, load_registry())
        self.old = old
        self.jobs = jobs
        self.progress = progress
        self.aligned: list[str] = []
        self.outcomes: dict[str, str] = {}
        self.diagnostics: list[Diagnostic] = []
        fingerprints: Mapping[str, str] = {}
        self.old_meta: Mapping[str, str] = {}
        if old:
            fingerprints = old.fingerprints()
            self.old_meta = old.meta()
        self.todo = {
            task.entry.edition: task for task in self.tasks if fingerprints.get(task.entry.edition) != task.fingerprint
        }
        self.gone = set(fingerprints) - {task.entry.edition for task in self.tasks}
        self.fragments, self.unusable = load_fragments(archive)
        self.meta = self._describe_run(archive)

    def _describe_run(self, archive: Archive) -> dict[str, str]:
        """Return the facts of the new knowledge base about itself: if one changes, it is written again."""
        fragments = ""
        if self.fragments or self.unusable:
            facts = ([copy for copy, _ in self.fragments], [problem.path for problem in self.unusable])
            fragments = hashlib.sha256(repr(facts).encode()).hexdigest()
        origins = {copy.origin for entry in archive.entries for copy in entry.copies}
        return {
            "code": reading_code(),
            "aligning_code": aligning_code(),
            "tracing_code": tracing_code(),
            "sample": "yes" if origins <= {SAMPLE_ORIGIN} else "no",
            "fragments": fragments,
            "schema": str(SCHEMA_VERSION),
        }

    def run(self) -> IngestReport:
        """Do the necessary work, and write the file if there is anything new."""
        written = not self._has_nothing_new()
        if written:
            self._write()
        return IngestReport(
            path=self.path,
            written=written,
            worked=self._select("worked"),
            aligned=tuple(self.aligned),
            carried=tuple(task.entry.edition for task in self.tasks if task.entry.edition not in self.todo),
            left_out=self._select("unknown", "damaged"),
            damaged=self._select("damaged"),
            diagnostics=tuple(self.diagnostics),
        )

    def _has_nothing_new(self) -> bool:
        """Return whether the knowledge base need not be written again.

        Editions that could not be read are not in it, so there is always something to do for them. Unless one of them
        can be read now, only their problems are reported once more.
        """
        unread = json.loads(self.old_meta.get("unread", "{}"))
        is_changed = any(unread.get(edition) != task.fingerprint for edition, task in self.todo.items())
        if is_changed or self.gone or not self.old_meta:
            return False
        worker = EditionWorker()
        readings = [worker.work(task) for task in self.todo.values()]
        if any(reading.rules for reading in readings) or self.old_meta != self._make_meta(self.todo):
            return False
        for reading in readings:
            self._note(reading)
        return True

    def _write(self) -> None:
        carried = None
        if self.old and len(self.todo) < len(self.tasks):
            carried = self.old
        # Unlike the texts, the imprints depend on the code that compares passages.
        imprints = None
        if carried and self.old_meta.get("aligning_code") == aligning_code():
            imprints = carried.imprints()
        try:
            with StoreWriter(self.path, carried, imprints) as writer:
                self._read_editions(writer)
                self._trace(writer, carried)
                self._audit(writer)
                writer.finish(self._make_meta(self._select("unknown", "damaged")))
        except (WorkerError, LineageRegistryError) as error:
            raise IngestError(str(error)) from error

    def _read_editions(self, writer: StoreWriter) -> None:
        tasks = list(self.todo.values())
        with map_with_workers(EditionWorker, EditionWorker.work, tasks, self.jobs, run=RUN) as readings:
            for done, task in enumerate(self.tasks, 1):
                edition = task.entry.edition
                if edition in self.todo:
                    reading = next(readings)
                    self._note(reading)
                    if reading.rules:
                        writer.add(reading)
                    del reading  # the records of all editions together are large
                else:
                    writer.carry(edition)
                self.progress(done, len(self.tasks), f"reading {edition}")
        if len(self._select("unknown", "damaged")) == len(self.tasks):
            raise self._refuse_all()

    def _refuse_all(self) -> IngestError:
        """Return the error for an archive of which no edition can be read, with the first few reasons."""
        errors = [diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"]
        reasons = [f"  {error.path}: {error.message}" for error in errors[:_MOST_REASONS]]
        return IngestError(
            "\n".join(["no edition of the archive can be read, so no knowledge base is written:", *reasons])
        )

    def _trace(self, writer: StoreWriter, carried: Store | None) -> None:
        """Align the written editions and trace their records, after all editions are read and written."""
        writer.settle()
        with closing(open_store(writer.temporary)) as store:
            traced = self._trace_editions(store, carried)
        # Nothing is written while the file is read.
        for step in traced.steps:
            writer.add_step(step)
        lineages = traced.lineages
        writer.add_lineages(chain.from_iterable(lineages.lineages.values()), lineages.aliases, lineages.retyped)
        writer.add_records(TERMS, traced.terms)
        for correspondences in traced.restated:
            writer.add_records(CORRESPONDENCES, correspondences)
        _write_fragments(writer, traced.attribution)

    def _trace_editions(self, store: Store, carried: Store | None) -> _Traced:
        """Return what follows from all editions together.

        Args:
            store: The knowledge base that is being written, with the records of all editions.
            carried: The existing knowledge base, whose steps are used where nothing has changed; None without one.
        """
        texts = EditionTexts(store)
        steps = self._make_steps(texts, carried)
        lineages = trace_editions(texts, steps, read_registry())
        terms = mine_editions(texts, steps)
        restated = find_restated(store)
        self.diagnostics.extend(self.unusable)
        attribution = attribute(self.fragments, store)
        self.diagnostics.extend(attribution.problems)
        return _Traced(steps, lineages, terms, restated, attribution)

    def _audit(self, writer: StoreWriter) -> None:
        """Find the publisher's faults, after the history of the records is written."""
        writer.settle_history()
        with closing(open_store(writer.temporary)) as store:
            faults = list(find_faults(store, store.edition_ids))  # nothing is written while the file is read
        writer.add_records(FAULTS, faults)

    def _make_steps(self, texts: EditionTexts, carried: Store | None) -> list[StepRecords]:
        """Return all steps between the editions of the knowledge base that is being written."""
        store = texts.store
        planned = plans(store)
        fingerprints = {}
        if carried:
            fingerprints = carried.step_fingerprints()
        todo = [plan for plan in planned if fingerprints.get(plan.ends) != plan.fingerprint]
        self.aligned = [plan.edition for plan in todo if plan.previous not in store.retyped]
        done = align_steps(store.path, todo, jobs=self.jobs, tell=self._tell_aligned)
        realigned = {step.ends: step for step in done}
        self.diagnostics.extend(filter(None, map(coarsely_aligned, realigned.values())))
        if todo:
            self.diagnostics.extend(watch_retyping(texts, {plan.edition for plan in todo}))
        steps = []
        for plan in planned:
            if carried is None or plan.ends in realigned:
                steps.append(realigned[plan.ends])
            else:
                steps.append(carried.step_records(plan.ends))
        return steps

    def _tell_aligned(self, done: int, total: int, edition: str) -> None:
        """Report that a step has been aligned."""
        self.progress(done, total, f"aligning {edition}")

    def _note(self, reading: Reading) -> None:
        """Remember the problems of an edition and the outcome."""
        self.diagnostics.extend(reading.diagnostics)
        self.outcomes[reading.edition.id] = _outcome_of(reading)

    def _select(self, *outcomes: str) -> tuple[str, ...]:
        return tuple(edition for edition, outcome in self.outcomes.items() if outcome in outcomes)

    def _make_meta(self, left_out: Iterable[str]) -> dict[str, str]:
        """Return the facts of the knowledge base about itself, with the editions that it leaves out."""
        unread = {edition: self.todo[edition].fingerprint for edition in left_out}
        return {**self.meta, "unread": json.dumps(unread, sort_keys=True)}


def _write_fragments(writer: StoreWriter, attribution: Attribution) -> None:
    """Write the parts of editions: those of unknown issues, then those of each edition with their variants."""
    writer.add_records(PARTIAL_ISSUES, attribution.partial_issues)
    by_edition = attrgetter("edition")
    for edition, fragments in groupby(sorted(attribution.witnesses, key=by_edition), by_edition):
        members = list(fragments)
        writer.add_records(FRAGMENTS, [member.witness for member in members], edition)
        variants = chain.from_iterable(member.variants for member in members)
        writer.add_records(FRAGMENT_VARIANTS, variants, edition)


def _open_old(path: Path, *, fresh: bool, tell: Callable[[str], None]) -> Store | None:
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
        tell(f"{error}; every edition is read again")
        return None
    except StoreError:
        return None  # missing or of an older version: everything is made again, which is what the message would advise
    if not fresh:
        is_sealed = seal.is_file_sealed(path)
        if is_sealed:
            return store
        if is_sealed is False:  # None if it has no seal
            tell(f"{path}: this file is damaged (it was changed after it was written); every edition is read again")
    store.close()
    return None


def _outcome_of(reading: Reading) -> str:
    """Return the outcome for an edition: `worked`, `unknown` or `damaged`."""
    if reading.rules:
        return "worked"
    codes = {diagnostic.code for diagnostic in reading.diagnostics}
    if codes == UNKNOWN:
        return "unknown"
    return "damaged"
