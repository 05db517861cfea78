"""Surveys of trees in the processes of one machine."""

from collections import deque
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

from comprules.survey.folders import read_folder
from comprules.survey.journal import SurveyCounts, collect
from comprules.survey.rows import SurveyedTree, SurveyRow
from comprules.survey.surveyor import Surveyor
from graph.ledger import Ledger, open_held_ledger
from rules.workers import start_worker

TreeContent = Path | Sequence[tuple[str, bytes]]
"""The folder of a tree, or path and content of each of its files."""
Report = Callable[[int, int, str], None]
"""Called with the number of trees done, the number of all, and the name of the one that was just done."""
_TREES_PER_WORKER = 2
"""Number of trees under way for each worker: one that it surveys and one that waits, so that no worker is idle."""
_KILLED = "the worker process was killed twice, possibly because the machine ran out of memory"

_ledgers: list[Ledger] = []
"""The ledger of this worker process; empty in the main process."""


def survey_trees(
    trees: Mapping[str, TreeContent], out: Path, jobs: int, report: Report = lambda _done, _all, _tree: None
) -> SurveyCounts:
    """Survey trees, and write their rows into a Parquet file, by tree and position.

    Args:
        trees: The trees by name.
        out: The file.
        jobs: Worker processes; with 1 everything runs in this one.
        report: Called after each tree.

    Raises:
        SurveyError: Another run is writing the file.
        MissingExtra: pyarrow is not installed.
        OSError: The file cannot be written.
    """
    ledger = open_held_ledger()

    # `collect` calls this with the trees that an earlier, unfinished run has already surveyed.
    def survey(done: Container[str]) -> Iterator[SurveyedTree]:
        remaining = {name: content for name, content in trees.items() if name not in done}
        first = len(trees) - len(remaining) + 1
        for count, tree in enumerate(_survey_all(remaining, jobs, ledger), first):
            yield tree
            report(count, len(trees), tree.name)

    return collect(survey, out, set(trees), ledger)


def _survey_all(trees: Mapping[str, TreeContent], jobs: int, ledger: Ledger) -> Iterator[SurveyedTree]:
    """Yield the rows of each tree once it is surveyed.

    A worker that is killed breaks the whole pool. The trees that were under way are then surveyed again, each in a
    separate process, so that only the tree that gets its worker killed every time fails.
    """
    if jobs == 1:
        surveyor = Surveyor(ledger)
        for name, content in trees.items():
            yield SurveyedTree(name, _survey_content(surveyor, name, content))
        return
    start = partial(_start_worker, ledger)
    waiting = deque(trees)
    while waiting:
        running: dict[Future[list[SurveyRow]], str] = {}
        # If the pool breaks, `running` still has the trees that were under way; otherwise it is empty afterwards.
        with suppress(BrokenExecutor), ProcessPoolExecutor(jobs, initializer=start) as pool:
            yield from _survey_in_pool(pool, trees, waiting, running, jobs * _TREES_PER_WORKER)
        for name in running.values():
            yield SurveyedTree(name, _survey_alone(name, trees[name], start))


def _survey_in_pool(
    pool: Executor,
    trees: Mapping[str, TreeContent],
    waiting: deque[str],
    running: dict[Future[list[SurveyRow]], str],
    most: int,
) -> Iterator[SurveyedTree]:
    """Yield the rows of each tree as a pool finishes it.

    Args:
        pool: The pool.
        trees: The trees by name.
        waiting: The trees that are not under way yet; changed by this function.
        running: The trees under way, which are known here if the pool breaks; changed by this function.
        most: Maximum number of trees under way.
    """
    while waiting or running:
        while waiting and len(running) < most:
            # A tree is removed only after the pool has accepted it, so that none is lost if the pool is broken.
            name = waiting[0]
            running[pool.submit(_survey_in_worker, name, trees[name])] = name
            waiting.popleft()
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield SurveyedTree(running[future], future.result())
            del running[future]


def _survey_alone(name: str, content: TreeContent, start: Callable[[], None]) -> list[SurveyRow]:
    """Return the rows of a tree, surveyed in a separate process; if that is killed too, a row with the reason."""
    with ProcessPoolExecutor(1, initializer=start) as pool:
        try:
            return pool.submit(_survey_in_worker, name, content).result()
        except BrokenExecutor:
            return [SurveyRow(name, error=_KILLED)]


def _start_worker(ledger: Ledger) -> None:
    """Prepare a worker process for surveys with a ledger."""
    start_worker()
    _ledgers[:] = [ledger]


@cache
def _open_surveyor() -> Surveyor:
    """Return the surveyor of this worker process."""
    return Surveyor(_ledgers[0])


def _survey_in_worker(name: str, content: TreeContent) -> list[SurveyRow]:
    """Return the rows of a tree, surveyed by this worker process."""
    return _survey_content(_open_surveyor(), name, content)


def _survey_content(surveyor: Surveyor, name: str, content: TreeContent) -> list[SurveyRow]:
    """Return the rows of a tree, read from its folder or from its files."""
    files = read_folder(content) if isinstance(content, Path) else content
    return surveyor.survey(name, files)
