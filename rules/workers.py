"""Worker processes that ignore interrupts and end when the process that started them ends."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from rules.errors import ComprulesError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

_Task = TypeVar("_Task")
_Worker = TypeVar("_Worker")
_Result = TypeVar("_Result")


class WorkerError(ComprulesError):
    """A worker process was killed from outside."""

    def __init__(self) -> None:
        super().__init__("a worker process was ended from outside, perhaps for want of memory; try again with --jobs 1")


@contextmanager
def map_in_pool(
    function: Callable[[_Task], _Result],
    todo: Sequence[_Task],
    jobs: int,
    *,
    run: int = 1,
) -> Iterator[Iterator[_Result]]:
    """Yield the results of `todo`, in its order, computed ahead by other processes unless the tasks are few.

    Args:
        function: Applied to each task; it, the tasks and the results are pickled.
        todo: The tasks.
        jobs: Maximum number of worker processes; with 1 everything runs in this process.
        run: Number of consecutive tasks sent to the same process, because neighbours share cached data.

    Raises:
        WorkerError: A process was killed from outside; raised by the `with` statement.
    """
    if jobs == 1 or len(todo) <= run:
        yield map(function, todo)
        return
    with _open_pool(jobs, todo, start_worker) as pool:
        yield pool.map(function, todo, chunksize=run)


@contextmanager
def map_with_workers(
    make: Callable[[], _Worker],
    function: Callable[[_Worker, _Task], _Result],
    todo: Sequence[_Task],
    jobs: int,
    *,
    run: int = 1,
) -> Iterator[Iterator[_Result]]:
    """Yield results as `map_in_pool` does, for tasks that share what is costly to make.

    Each process makes one worker first.

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
        worker = make()
        try:
            yield map(partial(function, worker), todo)
        finally:
            getattr(worker, "close", _do_nothing)()
        return
    with _open_pool(jobs, todo, partial(_make_worker, make)) as pool:
        yield pool.map(partial(_with_worker, function), todo, chunksize=run)


@contextmanager
def _open_pool(jobs: int, todo: Sequence[object], start: Callable[[], None]) -> Iterator[ProcessPoolExecutor]:
    # Imported here because it is slow and most runs of the linter need no other process.
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    pool = ProcessPoolExecutor(min(jobs, len(todo)), initializer=start)
    try:
        yield pool
    except BrokenProcessPool as error:
        raise WorkerError from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class Crew(Generic[_Worker]):
    """Workers that are kept from call to call, so that a task can go to the one that has read its data before.

    Args:
        make: Makes a worker; pickled where the system does not fork.
        jobs: How many processes there are, each with a worker; with 1 the worker is in this process.
    """

    def __init__(self, make: Callable[[], _Worker], jobs: int) -> None:
        self._here = make() if jobs == 1 else None
        self._ends: list[Connection] = []
        self._processes: list[BaseProcess] = []
        self._busy: dict[int, int] = {}
        if jobs == 1:
            return
        from multiprocessing import Pipe, Process  # noqa: PLC0415 - most runs of the linter need no other process

        for _ in range(jobs):
            ours, theirs = Pipe()
            process = Process(target=_serve, args=(theirs, make), daemon=True)
            process.start()
            # If a later process inherited this end too, nobody would notice that the worker has ended.
            theirs.close()
            self._ends.append(ours)
            self._processes.append(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process, end in zip(self._processes, self._ends, strict=True):
            process.kill()  # workers may have inherited that SIGTERM is ignored, and leave nothing unfinished
            process.join()
            end.close()

    def map(
        self, function: Callable[[_Worker, _Task], _Result], todo: Sequence[_Task], doers: Sequence[int] | None = None
    ) -> Iterator[tuple[_Result, int]]:
        """Yield the result of each task, in their order, with the place of the worker that did it.

        Args:
            function: Applied to a worker and each task; it, the tasks and the results are pickled.
            todo: The tasks.
            doers: For each task, which worker does it; None for the first that is free.

        Raises:
            WorkerError: A process was killed from outside.
            RuntimeError: An earlier call failed or was left unfinished; its answers would be taken for this one's.
        """
        if self._busy:
            raise RuntimeError("a call of this crew was not finished")
        if self._here is not None:
            yield from ((function(self._here, task), 0) for task in todo)
            return
        common = deque(range(len(todo)) if doers is None else ())
        waiting = [
            common if doers is None else deque(place for place, doer in enumerate(doers) if doer == worker)
            for worker in range(len(self._ends))
        ]
        done: dict[int, tuple[_Result, int]] = {}
        for place in range(len(todo)):
            while place not in done:
                for worker, tasks in enumerate(waiting):
                    if worker not in self._busy and tasks:
                        self._busy[worker] = tasks.popleft()
                        self._send(worker, (function, todo[self._busy[worker]]))
                for worker in self._wait():
                    done[self._busy[worker]] = (self._receive(worker), worker)
                    del self._busy[worker]
            yield done.pop(place)

    def broadcast(self, function: Callable[[_Worker], object]) -> None:
        """Apply a function to every worker.

        Raises:
            WorkerError: A process was killed from outside.
        """
        workers = range(max(1, len(self._ends)))
        for _ in self.map(partial(_apply, function), workers, workers):
            pass

    def _wait(self) -> list[int]:
        """Return the workers whose results are there or that have ended, once there are any."""
        from multiprocessing.connection import wait  # noqa: PLC0415 - as above

        ready = wait([self._ends[worker] for worker in self._busy])
        return [worker for worker in self._busy if self._ends[worker] in ready]

    def _send(self, worker: int, task: object) -> None:
        try:
            self._ends[worker].send(task)
        except OSError as error:
            raise WorkerError from error

    def _receive(self, worker: int) -> Any:
        try:
            result, error = self._ends[worker].recv()
        except (EOFError, OSError) as closed:
            raise WorkerError from closed
        if error is not None:
            raise error
        return result


def _serve(end: Connection, make: Callable[[], Any]) -> None:
    """Do the tasks that come through a pipe, until the process is ended."""
    start_worker()
    worker = make()
    while True:
        function, task = end.recv()
        answer: tuple[object, Exception | None]
        try:
            answer = (function(worker, task), None)
        except Exception as error:  # noqa: BLE001 - raised in the main process
            answer = (None, error)
        end.send(answer)


def _apply(function: Callable[[_Worker], object], worker: _Worker, _place: int) -> None:
    function(worker)


def start_worker() -> None:
    """Prepare a worker process.

    It leaves interrupts to the main process, and ends when that one is killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


_worker: list[Any] = []
"""The worker of this process; empty in the main process."""


def _make_worker(make: Callable[[], object]) -> None:
    start_worker()
    _worker[:] = [make()]


def _with_worker(function: Callable[[Any, _Task], _Result], task: _Task) -> _Result:
    return function(_worker[0], task)


def _do_nothing() -> None:
    """Close a worker that needs no closing."""


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # noqa: PLC0415 - as above

    # A worker whose parent was killed would wait forever for its next task, and keep the parent's lock file open.
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
