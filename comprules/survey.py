"""Surveys of the citations in many trees: a pure map from a tree to its rows, on one machine or on many.

They are folders, or Parquet files with a row for each file of a repository.

The rows follow from the name of the tree and the paths and bytes of its files alone, so that a survey gives the same
rows on one machine and on many. The tree is dated as `comprules init` does it, and judged as if that were declared; its
own configuration is not read.
"""

import os
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from datetime import date
from functools import cache, partial
from itertools import chain, groupby, islice
from operator import attrgetter
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import MsgspecError, Struct, json, structs

from comprules.lint.check import cites_rules
from comprules.lint.config import UNKNOWN, FoundConfig
from comprules.lint.coverage import find_rules
from comprules.lint.dating import collect_tree_facts, declare
from comprules.lint.linter import Linter
from comprules.lint.notices import Notice
from comprules.lint.read import DEFAULT_LARGEST, MEGABYTE, read_file
from comprules.lint.scan import ScannedFile
from comprules.lint.select import Selection, find_files
from comprules.lint.settings import Settings, settings_of
from comprules.printable import printable
from graph.citations.date import date_files
from graph.export.table import Column
from graph.export.write import ROWS, open_parquet
from graph.ledger import Ledger, open_ledger
from rules.errors import ComprulesError, needing_extra
from rules.files import put_in_place, temporary_path
from rules.grouping import grouped
from rules.locks import hold_lock, lock_beside
from rules.version import own_version
from rules.workers import start_worker

COLUMNS = ("repository", "path", "content")
"""The columns of a Parquet file of contents."""
_ROOT = Path("/comprules-survey")
"""The folder that patterns of paths are relative to; it does not exist, so no link on this machine counts."""


ROW_ABOUT = "One row per number that a tree cites; one row, without a path, for a tree that cites nothing or failed."
ROW_COLUMNS = (
    Column("tree", str, "the tree: its folder, or the name of its repository"),
    Column("position", int, "order within the tree, from 0"),
    Column("path", str, "the file, relative to the tree", nullable=True),
    Column("line", int, "line of the citation, from 1", nullable=True),
    Column("column", int, "its first character, from 1", nullable=True),
    Column("number", str, "the number in full; a range has a row for each printed one", nullable=True),
    Column("edition", date, "the edition it was written for; null if that is unknown", nullable=True),
    Column("rules", list, "where its rule is in the newest edition; empty if wrong or gone"),
    Column("code", str, "code of the finding about it; null if none", nullable=True),
    Column("suggestion", str, "the number that was probably meant", nullable=True),
    Column("error", str, "why the tree or file could not be surveyed", nullable=True),
)
"""The columns of a survey's table, and what the fields of its rows are."""


_AHEAD = 2
"""Trees that wait for each worker, so that none is idle."""
_KILLED = "the worker process was killed twice, possibly because the machine ran out of memory"
Report = Callable[[int, int, str], None]
"""Called with the number of trees done, their number, and a tree that was just done."""
Source = Path | Sequence[tuple[str, bytes]]
"""The folder of a tree, or its files."""
_PARTITIONS = 4
"""Parts for each actor into which the repositories are divided, so that one large part does not hold up the end."""


class SurveyRow(Struct, frozen=True):
    """A row of a survey; `ROW_COLUMNS` says what each field is."""

    tree: str
    position: int = 0
    path: str | None = None
    line: int | None = None
    column: int | None = None
    number: str | None = None
    edition: date | None = None
    rules: list[str] = []
    code: str | None = None
    suggestion: str | None = None
    error: str | None = None


class Surveyor:
    """Surveys trees, one after the other.

    Args:
        ledger: What knows the numbers.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._settings = structs.replace(settings_of(FoundConfig(root=_ROOT), ledger), root=_ROOT)
        self._linter = Linter(self._settings, ledger)

    def survey(self, tree: str, files: Iterable[tuple[str, bytes]]) -> list[SurveyRow]:
        """Return the rows of a tree, in the order of its paths and of their text; never fails.

        Args:
            tree: Its name.
            files: Path, relative to the tree, and content of each file.
        """
        rows: list[SurveyRow] = []
        scanned: dict[str, ScannedFile] = {}
        with _noting_errors(rows, tree):
            for path, data in files:
                with _noting_errors(rows, tree, path):
                    file = self._linter.scan_bytes(str(_ROOT / path), data, named=False)
                    if file.citations:
                        scanned[path] = structs.replace(file, data=b"")
            settings = self._date(scanned)
            for path, file in scanned.items():
                with _noting_errors(rows, tree, path):
                    rows += self._list_rows(tree, path, file, settings.base_of(file.path))
        rows.sort(key=lambda row: (row.path or "", row.line or 0, row.column or 0))
        return [structs.replace(row, position=position) for position, row in enumerate(rows)] or [SurveyRow(tree)]

    def _list_rows(self, tree: str, path: str, file: ScannedFile, base: str | None) -> Sequence[SurveyRow]:
        history = self._linter.history
        settings = self._settings
        rows = []
        for citation, meanings in zip(file.citations, self._linter.judge.meanings(file.citations, base), strict=True):
            line, column = file.place(citation.start)
            for meaning in meanings:
                row = SurveyRow(
                    tree=tree,
                    path=path,
                    line=line,
                    column=column,
                    number=meaning.number,
                    edition=_date_of(meaning.edition or base),
                    rules=list(find_rules(history, meaning, settings.target)),
                )
                fault = meaning.fault
                if fault and fault.code in settings.codes:
                    row = structs.replace(row, code=fault.code, suggestion=", ".join(fault.suggestions) or None)
                rows.append(row)
        return rows

    def _date(self, scanned: dict[str, ScannedFile]) -> Settings:
        """Return settings that declare the editions of a tree, as far as they are known."""
        cited = [
            (path, citation) for path, file in scanned.items() for citation in file.citations if citation.stamp is None
        ]
        if not cites_rules(citation for _, citation in cited):
            return self._settings
        dated = date_files(collect_tree_facts(cited, self._linter.judge), self._linter.history.editions)
        declaration = declare(dated, {}, ["."], cites_rules=False)
        editions = tuple(
            (pattern, None if edition == UNKNOWN else edition) for pattern, edition in declaration.patterns.items()
        )
        return structs.replace(self._settings, edition=declaration.edition, editions=editions)


@contextmanager
def _noting_errors(rows: list[SurveyRow], tree: str, path: str | None = None) -> Iterator[None]:
    """Add a row about an error, as one short line; whatever else there is is still surveyed."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - a bad tree never ends the survey
        rows.append(SurveyRow(tree, path=path, error=f"{type(error).__name__}: {error}"[:200]))


class SurveyError(ComprulesError):
    """The survey cannot begin or end; the message says what to do."""


def read_folder(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of the files of a folder, as `check` finds them, without its configuration.

    Raises:
        PathError: The folder cannot be read.
    """
    for file in find_files([str(folder)], Selection(folder)).files:
        data = read_file(file, DEFAULT_LARGEST * MEGABYTE)
        if not isinstance(data, Notice):
            yield printable(os.path.relpath(file.path, folder).replace(os.sep, "/")), data


def weigh_folder(folder: Path) -> int:
    """Return roughly how much there is in a folder: the size of git's list of its files, else 0."""
    try:
        return (folder / ".git" / "index").stat().st_size
    except OSError:
        return 0


def as_contents(files: Iterable[tuple[str | None, str | bytes | None]]) -> list[tuple[str, bytes]]:
    """Return the files of a repository from two columns of a Parquet file, by path, whole rows only."""
    return sorted(
        (path, data.encode("utf-8", "replace") if isinstance(data, str) else data)
        for path, data in files
        if path is not None and data is not None
    )


def read_contents(files: Sequence[Path], names: Mapping[str, str]) -> dict[str, list[tuple[str, bytes]]]:
    """Return the files of each repository of Parquet files; all of it is held in memory.

    Args:
        files: The Parquet files.
        names: For each of `COLUMNS`, what it is called in them.

    Raises:
        MissingExtra: pyarrow is not installed.
        SurveyError: A file is no Parquet file, or a column is missing or of another type.
    """
    for file in files:
        check_schema(file, names)
    with needing_extra("data"):
        from pyarrow import parquet  # noqa: PLC0415

    tables = (parquet.read_table(file, columns=list(names.values())) for file in files)
    rows = (zip(*(table[names[name]].to_pylist() for name in COLUMNS), strict=True) for table in tables)
    by_name = grouped((repository, (path, content)) for repository, path, content in chain.from_iterable(rows))
    return {name: as_contents(pairs) for name, pairs in by_name.items()}


def check_schema(file: Path, names: Mapping[str, str]) -> None:
    """Check that a Parquet file has the columns that a survey needs.

    Raises:
        MissingExtra: pyarrow is not installed.
        SurveyError: It is no Parquet file, or a column is missing or of another type.
    """
    with needing_extra("data"):
        from pyarrow import ArrowException, parquet, types  # noqa: PLC0415

    try:
        schema = parquet.read_schema(file)
    except (ArrowException, OSError) as error:
        raise SurveyError(f"{file}: no Parquet file ({str(error).splitlines()[0]})") from error
    for column, name in names.items():
        if name not in schema.names:
            raise SurveyError(
                f"{file}: has no column {name!r}, but {', '.join(schema.names)}; name it with --columns {column}=NAME"
            )
        kind = schema.field(name).type
        text = types.is_string(kind) or types.is_large_string(kind)
        if not text and not (column == "content" and (types.is_binary(kind) or types.is_large_binary(kind))):
            raise SurveyError(f"{file}: column {name!r} is {kind}, not text; a survey needs {', '.join(COLUMNS)}")


_Surveyed = tuple[str, list[SurveyRow]]
"""A tree and its rows, as in a line of the journal."""


class Survey(Struct, frozen=True):
    """What a survey came to: counts of trees, of those that an earlier run had done, of numbers, and of failures."""

    trees: int
    resumed: int
    numbers: int
    failed: int


def survey_trees(
    trees: Mapping[str, Source], out: Path, jobs: int, report: Report = lambda _done, _all, _tree: None
) -> Survey:
    """Survey trees, and write their rows into a Parquet file, by tree and position.

    Args:
        trees: The trees by name.
        out: The file.
        jobs: Worker processes; with 1 everything runs in this one.
        report: Told of the progress.

    Raises:
        SurveyError: Another run is writing the file.
        MissingExtra: pyarrow is not installed.
        OSError: It cannot be written.
    """
    ledger = _open_held_ledger()

    def survey(done: Container[str]) -> Iterator[_Surveyed]:
        left = {tree: source for tree, source in trees.items() if tree not in done}
        for count, (tree, rows) in enumerate(_survey_all(left, jobs, ledger), len(trees) - len(left) + 1):
            yield tree, rows
            report(count, len(trees), tree)

    return _collect(survey, out, set(trees), ledger)


def _open_held_ledger() -> Ledger:
    """Open the ledger so that all workers read the same one, whatever replaces the file meanwhile."""
    ledger = open_ledger()
    ledger.hold()
    return ledger


def _collect(
    survey: Callable[[Container[str]], Iterable[_Surveyed]], out: Path, resumable: set[str], ledger: Ledger
) -> Survey:
    """Write what `survey` yields for the trees that the journal does not have."""
    journal = out.with_name(f"{out.name}.journal")
    with journal.open("ab"):  # where nothing can be written, a lock may seem to be held
        pass
    busy = SurveyError(f"{out}: another survey is writing it; wait until that is done")
    with hold_lock(lock_beside(out), busy), journal.open("a+b") as stream:
        places = _read_journal(stream, resumable, ledger)
        resumed = len(places)
        for tree, rows in survey(places):
            places[tree] = stream.seek(0, 2)
            stream.write(json.encode((tree, rows)) + b"\n")
            stream.flush()
        counts = [0, 0]
        write_rows(out, _read_rows(stream, places, counts))
    journal.unlink()
    return Survey(len(places), resumed, *counts)


def write_rows(out: Path, rows: Iterable[SurveyRow]) -> None:
    """Write the rows of a survey into a Parquet file, whole or not at all.

    Raises:
        MissingExtra: pyarrow is not installed.
        OSError: It cannot be written.
    """
    temporary = temporary_path(out)
    try:
        with open_parquet(temporary, ROW_COLUMNS, ROW_ABOUT) as write:
            left = iter(rows)
            while batch := list(islice(left, ROWS)):
                write([structs.astuple(row) for row in batch])
        put_in_place(temporary, out)
    finally:
        temporary.unlink(missing_ok=True)


def _read_journal(stream: BinaryIO, wanted: set[str], ledger: Ledger) -> dict[str, int]:
    """Return where the rows of each tree begin that an earlier run has left; cut what is damaged.

    Rows of other code or of another ledger do not count.
    """
    own = json.encode({"comprules": own_version(""), "ledger": ledger.seal}) + b"\n"
    stream.seek(0)
    places: dict[str, int] = {}
    decoder = json.Decoder(_Surveyed)
    end = len(own)
    if stream.readline() != own:
        stream.truncate(0)
        stream.write(own)
        return places
    for line in stream:
        try:
            tree, _ = decoder.decode(line)
        except MsgspecError:
            break  # a killed run wrote only a part of it
        if tree in wanted:
            places[tree] = end
        end += len(line)
    stream.truncate(end)
    return places


def _read_rows(stream: BinaryIO, places: dict[str, int], counts: list[int]) -> Iterator[SurveyRow]:
    """Yield the rows, and count numbers and failures."""
    decoder = json.Decoder(_Surveyed)
    for tree in sorted(places):
        stream.seek(places[tree])
        for row in decoder.decode(stream.readline())[1]:
            counts[0] += row.number is not None
            counts[1] += row.error is not None
            yield row


_ledgers: list[Ledger] = []
"""The ledger of this worker process; empty in the main process."""


def _start_worker(ledger: Ledger) -> None:
    start_worker()
    _ledgers[:] = [ledger]


def _date_of(edition: str | None) -> date | None:
    if edition is None:
        return None
    return date.fromisoformat(edition)


@cache
def _open_surveyor() -> Surveyor:
    """Return the surveyor of this worker process."""
    return Surveyor(_ledgers[0])


def _survey(tree: str, source: Source) -> list[SurveyRow]:
    return _survey_with(_open_surveyor(), tree, source)


def _survey_with(surveyor: Surveyor, tree: str, source: Source) -> list[SurveyRow]:
    return surveyor.survey(tree, read_folder(source) if isinstance(source, Path) else source)


def _survey_all(trees: Mapping[str, Source], jobs: int, ledger: Ledger) -> Iterator[_Surveyed]:
    """Yield the rows of each tree as it is done.

    A worker that is killed takes the pool with it: what was under way is then surveyed again, each tree in a process of
    its own, so that a tree that kills its worker every time fails alone.
    """
    if jobs == 1:
        surveyor = Surveyor(ledger)
        yield from ((tree, _survey_with(surveyor, tree, source)) for tree, source in trees.items())
        return
    start = partial(_start_worker, ledger)
    waiting = deque(trees)
    while waiting:
        running: dict[Future[list[SurveyRow]], str] = {}
        with suppress(BrokenExecutor), ProcessPoolExecutor(jobs, initializer=start) as pool:
            yield from _survey_ahead(pool, trees, waiting, running, jobs * _AHEAD)
        for tree in running.values():
            yield tree, _survey_alone(tree, trees[tree], start)


def _survey_ahead(
    pool: Executor,
    trees: Mapping[str, Source],
    waiting: deque[str],
    running: dict[Future[list[SurveyRow]], str],
    most: int,
) -> Iterator[_Surveyed]:
    """Yield the rows of each tree as a pool finishes it.

    Args:
        pool: The pool.
        trees: The sources of the trees.
        waiting: The trees that were not begun yet; those that are begun are removed.
        running: Where the trees that are under way are kept, so that they are known if the pool breaks.
        most: Maximum number of trees under way.
    """
    while waiting or running:
        while waiting and len(running) < most:
            running[pool.submit(_survey, waiting[0], trees[waiting[0]])] = waiting[0]
            waiting.popleft()
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield running[future], future.result()
            del running[future]


def _survey_alone(tree: str, source: Source, start: Callable[[], None]) -> list[SurveyRow]:
    """Return the rows of a tree, surveyed in a process of its own; a row with the reason if that is killed, too."""
    with ProcessPoolExecutor(1, initializer=start) as pool:
        try:
            return pool.submit(_survey, tree, source).result()
        except BrokenExecutor:
            return [SurveyRow(tree, error=_KILLED)]


class RepositorySurveyor:
    """The actor: surveys the rows of one repository.

    Args:
        names: For each of `COLUMNS`, what it is called in the Parquet files.
        ledger: What knows the numbers; the same on all machines.
    """

    def __init__(self, names: Mapping[str, str], ledger: Ledger) -> None:
        self._names = names
        self._surveyor = Surveyor(ledger)

    def __call__(self, table: Any) -> Any:
        """Return the rows of the survey as an Arrow table, for the rows of a repository as one.

        Raises:
            MissingExtra: pyarrow is not installed.
        """
        with needing_extra("survey"):
            import pyarrow as pa  # noqa: PLC0415

        from graph.export.write import arrow_schema  # noqa: PLC0415 - only the machine that surveys needs it

        repository, paths, contents = (table[self._names[name]].to_pylist() for name in COLUMNS)
        rows = self._surveyor.survey(repository[0], as_contents(zip(paths, contents, strict=True)))
        return pa.Table.from_pylist([structs.asdict(row) for row in rows], schema=arrow_schema(ROW_COLUMNS, ""))


def survey_contents(files: Sequence[Path], names: Mapping[str, str], out: Path, jobs: int) -> Survey:
    """Survey Parquet files of contents with Ray Data, and write the rows into a Parquet file, by tree and position.

    Args:
        files: The Parquet files, which all machines must reach under these paths.
        names: For each of `COLUMNS`, what it is called in them.
        out: The file.
        jobs: Number of actors.

    Returns:
        What it came to.

    Raises:
        MissingExtra: Ray or pyarrow is not installed.
        SurveyError: The files are not of this form.
        OSError: It cannot be written.
    """
    for file in files:
        check_schema(file, names)
    with needing_extra("survey"):
        import ray  # noqa: PLC0415

    ledger = _open_held_ledger()
    # A few partitions for each actor: hundreds of small ones, which is Ray's default, cost more than the survey itself.
    contents = ray.data.read_parquet([str(file.resolve()) for file in files]).select_columns(list(names.values()))
    surveyed = contents.groupby(names["repository"], num_partitions=_PARTITIONS * jobs).map_groups(
        RepositorySurveyor, fn_constructor_args=(dict(names), ledger), batch_format="pyarrow", concurrency=(1, jobs)
    )
    # The rows of a tree stand together in a block, in their order.
    blocks: Any = surveyed.iter_batches(batch_format="pyarrow", batch_size=None)
    rows = ((SurveyRow(**row) for row in block.to_pylist()) for block in blocks)
    trees = ((tree, list(members)) for block in rows for tree, members in groupby(block, attrgetter("tree")))
    return _collect(lambda _done: trees, out, set(), ledger)
