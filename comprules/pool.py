"""Work handed to other processes, its results in the order of the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from scraper.workers import start_worker

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


class WorkerError(Exception):
    """A worker process was ended from outside."""


@contextmanager
def pooled(
    function: Callable[[_Task], _Result],
    todo: Sequence[_Task],
    jobs: int,
    *,
    run: int = 1,
    ready: Callable[[], None] | None = None,
) -> Iterator[Iterator[_Result]]:
    """The results of `todo`, in its order, worked ahead by other processes where that pays.

    Args:
        function: Applied to each task; it, the tasks and the results are pickled.
        todo: The tasks.
        jobs: At most so many processes; with one, all is done here.
        run: So many tasks in a row go to the same process, where neighbours share what it has read.
        ready: Called once in each process before its first task, here too; pickled.

    Raises:
        WorkerError: From within the `with` statement, where a process was ended from outside.
    """
    if jobs == 1 or len(todo) <= run:
        if ready is not None:
            ready()
        yield map(function, todo)
        return
    pool = ProcessPoolExecutor(min(jobs, len(todo)), initializer=_start, initargs=(ready,))
    try:
        yield pool.map(function, todo, chunksize=run)
    except BrokenProcessPool as error:
        message = "a worker process was ended from outside, perhaps for want of memory; try again with --jobs 1"
        raise WorkerError(message) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start(ready: Callable[[], None] | None) -> None:
    start_worker()
    if ready is not None:
        ready()
