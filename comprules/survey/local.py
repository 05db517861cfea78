"""A survey on one machine: a process pool over trees, resumable, that a killed worker does not end.

While it runs, the rows of each finished tree stand in a journal beside the output, one line a tree; a run that is
started again goes on from there. The output is written when all trees are done, whole or not at all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct, structs

from comprules.survey.tree import ROW_ABOUT, ROW_COLUMNS, SurveyError, Surveyor, SurveyRow, read_folder
from graph.export.files import ROWS, open_parquet
from graph.ledger import open_ledger
from rules.files import put_in_place, temporary_path
from rules.locks import hold_lock, lock_beside
from rules.version import own_version
from rules.workers import start_worker

_AHEAD = 2
"""Trees that wait for each worker, so that none is idle."""
_KILLED = "the worker process was killed twice, perhaps for want of memory"

Report = Callable[[int, int, str], None]
"""Called with the number of trees done, their number, and a tree that was just done."""

Source = Path | Sequence[tuple[str, bytes]]
"""The folder of a tree, or its files."""

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

    def survey(done: Container[str]) -> Iterator[_Surveyed]:
        left = {tree: source for tree, source in trees.items() if tree not in done}
        count = len(trees) - len(left)
        for tree, rows in _survey_all(left, jobs):
            yield tree, rows
            count += 1
            report(count, len(trees), tree)

    return _collect(survey, out, set(trees))


def collect_trees(trees: Iterable[_Surveyed], out: Path) -> Survey:
    """Write the rows of trees, which may come in any order, into a Parquet file, by tree and position.

    Raises:
        SurveyError: Another run is writing the file.
        MissingExtra: pyarrow is not installed.
        OSError: It cannot be written.
    """
    return _collect(lambda _done: trees, out, set())


def _collect(survey: Callable[[Container[str]], Iterable[_Surveyed]], out: Path, resumable: set[str]) -> Survey:
    """Write what `survey` yields for the trees that the journal does not have."""
    journal = out.with_name(f"{out.name}.journal")
    with journal.open("ab"):  # where nothing can be written, a lock may seem to be held
        pass
    busy = SurveyError(f"{out}: another survey is writing it; wait until that is done")
    with hold_lock(lock_beside(out), busy), journal.open("a+b") as stream:
        places = _read_journal(stream, resumable)
        resumed = len(places)
        for tree, rows in survey(places):
            places[tree] = stream.seek(0, 2)
            stream.write(msgspec.json.encode((tree, rows)) + b"\n")
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
            while some := list(islice(left, ROWS)):
                write([structs.astuple(row) for row in some])
        put_in_place(temporary, out)
    finally:
        temporary.unlink(missing_ok=True)


def _read_journal(stream: BinaryIO, wanted: set[str]) -> dict[str, int]:
    """Return where the rows of each tree begin that an earlier run of the same code has left; cut what is damaged."""
    own = msgspec.json.encode({"comprules": own_version(""), "newest": open_ledger().edition_ids[-1]}) + b"\n"
    stream.seek(0)
    places: dict[str, int] = {}
    decoder = msgspec.json.Decoder(_Surveyed)
    end = len(own)
    if stream.readline() != own:
        stream.truncate(0)
        stream.write(own)
        return places
    for line in stream:
        try:
            tree, _ = decoder.decode(line)
        except msgspec.MsgspecError:
            break  # a killed run wrote only a part of it
        if tree in wanted:
            places[tree] = end
        end += len(line)
    stream.truncate(end)
    return places


def _read_rows(stream: BinaryIO, places: dict[str, int], counts: list[int]) -> Iterator[SurveyRow]:
    """Yield the rows, and count numbers and failures."""
    decoder = msgspec.json.Decoder(_Surveyed)
    for tree in sorted(places):
        stream.seek(places[tree])
        for row in decoder.decode(stream.readline())[1]:
            counts[0] += row.number is not None
            counts[1] += row.error is not None
            yield row


_open_surveyor = cache(Surveyor)
"""Returns the surveyor of this process, which opens the ledger once."""


def _survey(tree: str, source: Source) -> list[SurveyRow]:
    return _open_surveyor().survey(tree, read_folder(source) if isinstance(source, Path) else source)


def _survey_all(trees: Mapping[str, Source], jobs: int) -> Iterator[_Surveyed]:
    """Yield the rows of each tree as it is done.

    A worker that is killed takes the pool with it: what was under way is then surveyed again, each tree in a process of
    its own, so that a tree that kills its worker every time fails alone.
    """
    if jobs == 1:
        yield from ((tree, _survey(tree, source)) for tree, source in trees.items())
        return
    waiting = deque(trees)
    while waiting:
        lost: list[str] = []
        running: dict[Future[list[SurveyRow]], str] = {}
        with ProcessPoolExecutor(jobs, initializer=start_worker) as pool:
            while (waiting and not lost) or running:
                while waiting and not lost and len(running) < jobs * _AHEAD:
                    tree = waiting.popleft()
                    try:
                        running[pool.submit(_survey, tree, trees[tree])] = tree
                    except BrokenProcessPool:
                        lost.append(tree)
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    tree = running.pop(future)
                    try:
                        yield tree, future.result()
                    except BrokenProcessPool:
                        lost.append(tree)
        for tree in lost:
            yield tree, _survey_alone(tree, trees[tree])


def _survey_alone(tree: str, source: Source) -> list[SurveyRow]:
    """Return the rows of a tree, surveyed in a process of its own; a row with the reason if that is killed, too."""
    with ProcessPoolExecutor(1, initializer=start_worker) as pool:
        try:
            return pool.submit(_survey, tree, source).result()
        except BrokenProcessPool:
            return [SurveyRow(tree, error=_KILLED)]
