"""Worker processes that ignore interrupts and end when the process that started them ends."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, TypeVar

from rules.errors import ComprulesError

_Task = TypeVar("_Task")
_Worker = TypeVar("_Worker")
_Result = TypeVar("_Result")


RUN = 4
"""Number of consecutive tasks that one process gets, if each task needs much of the data of the task before it."""


class WorkerError(ComprulesError):
    """A worker process was killed from outside."""

    def __init__(self) -> None:
        super().__init__(
            "a worker process was killed, possibly because the machine ran out of memory; try again with --jobs 1"
        )


def count_cores() -> int:
    """Return the number of cores that this process may use: in a container fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):  # only Linux has it
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def map_in_pool(
    function: Callable[[_Task], _Result],
    todo: Sequence[_Task],
    jobs: int,
    *,
    run: int = 1,
) -> AbstractContextManager[Iterator[_Result]]:
    """Return the results of tasks in their order, computed by other processes unless there are only few tasks.

    Args:
        function: Applied to each task; it, the tasks and the results are pickled.
        todo: The tasks.
        jobs: Maximum number of worker processes; with 1 everything runs in this process.
        run: Number of consecutive tasks that are sent to the same process, so that they share its cached data.

    Raises:
        WorkerError: A process was killed from outside; raised by the `with` statement.
    """
    # The worker of each process is the function itself, so that it is pickled only once.
    return map_with_workers(partial(_return_function, function), _apply, todo, jobs, run=run)


@contextmanager
def map_with_workers(
    make: Callable[[], _Worker],
    function: Callable[[_Worker, _Task], _Result],
    todo: Sequence[_Task],
    jobs: int,
    *,
    run: int = 1,
) -> Iterator[Iterator[_Result]]:
    """Yield results as `map_in_pool` does, for tasks that share a worker that is costly to make.

    Each process makes one worker, before its first task.

    Args:
        make: Makes a worker; pickled. A worker in this process is closed at the end if it has a method `close`.
        function: Applied to the worker and each task; it, the tasks and the results are pickled.
        todo: As for `map_in_pool`.
        jobs: As for `map_in_pool`.
        run: As for `map_in_pool`.

    Raises:
        WorkerError: A process was killed from outside; raised by the `with` statement.
    """
    if jobs == 1 or len(todo) <= run:
        with _work_here(make) as worker:
            yield map(partial(function, worker), todo)
        return
    # Imported here because it is slow and most runs of the linter need no other process.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    pool = ProcessPoolExecutor(min(jobs, len(todo)), initializer=partial(_make_worker, make))
    try:
        yield pool.map(partial(_with_worker, function), todo, chunksize=run)
    except BrokenProcessPool as error:
        raise WorkerError from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _work_here(make: Callable[[], _Worker]) -> Iterator[_Worker]:
    """Yield a worker in this process, and close it at the end if it has a method `close`."""
    worker = make()
    try:
        yield worker
    finally:
        close = getattr(worker, "close", None)
        if close is not None:
            close()


def _return_function(function: Callable[[_Task], _Result]) -> Callable[[_Task], _Result]:
    return function


def _apply(function: Callable[[_Task], _Result], task: _Task) -> _Result:
    return function(task)


def start_worker() -> None:
    """Prepare a worker process.

    It leaves interrupts to the main process, and ends when that one is killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


_worker: list[Any] = []
"""The worker of this process, as the only element; empty in the main process."""


def _make_worker(make: Callable[[], object]) -> None:
    """Prepare this process and make its worker, before its first task."""
    start_worker()
    _worker.append(make())


def _with_worker(function: Callable[[Any, _Task], _Result], task: _Task) -> _Result:
    return function(_worker[0], task)


def _end_with_parent() -> None:
    """End this process as soon as the process that started it has ended."""
    from multiprocessing import parent_process  # noqa: PLC0415 - slow, and only workers need it

    # If its parent was killed, this process would wait forever for a task, and keep the parent's lock file open.
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
