"""Work handed to other processes, which neither answer interrupts nor outlive the one that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from rules.errors import ComprulesError

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


class WorkerError(ComprulesError):
    """A worker process was ended from outside."""

    def __init__(self) -> None:
        super().__init__("a worker process was ended from outside, perhaps for want of memory")


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
        raise WorkerError from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def start_worker() -> None:
    """Ready a worker process: it leaves interrupts to the main process, and ends when that one is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _start(ready: Callable[[], None] | None) -> None:
    start_worker()
    if ready is not None:
        ready()


def _end_with_parent() -> None:
    # A worker whose parent was killed would wait for its next task for ever, and keep the parent's lock file open.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
