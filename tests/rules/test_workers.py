"""Work handed to other processes: in order, told where a process is lost, and none left over."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from rules.workers import Crew, WorkerError, map_in_pool, map_with_workers

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds until an end counts as one that never comes."""


def die(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


@dataclass
class Counter:
    """Counts from where it is told to."""

    start: int
    closed: bool = False

    def count(self, number: int) -> tuple[int, bool]:
        return self.start + number, self.closed

    def close(self) -> None:
        self.closed = True


def test_a_worker_that_is_ended_is_told_and_that_of_this_process_is_closed() -> None:
    with pytest.raises(WorkerError, match="ended from outside"), map_in_pool(die, list(range(8)), 2) as results:
        list(results)
    with Crew(Diary, 2) as crew:
        assert len(list(crew.map(Diary.write, range(4)))) == 4
        with pytest.raises(WorkerError, match="ended from outside"):
            list(crew.map(Diary.write, [1, os.getpid(), 2, 3]))
    counter = Counter(10)
    with pytest.raises(KeyError), map_with_workers(lambda: counter, Counter.count, range(4), 1):
        raise KeyError
    assert counter.closed


def test_a_worker_that_was_ended_between_two_calls_takes_no_task_however_large() -> None:
    with Crew(Diary, 2) as crew:
        ((_, _), _), ((process, _), _) = crew.map(Diary.write, [0, 1], [0, 1])
        os.kill(process, signal.SIGKILL)
        with pytest.raises(WorkerError, match="ended from outside"):
            crew.broadcast(partial(Diary.read, bytes(10_000_000)))


def test_workers_end_with_their_crew_even_if_they_ignore_requests_to() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with Crew(Diary, 2) as crew:
            assert len(list(crew.map(Diary.write, range(4)))) == 4
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_and_each_process_makes_a_worker(jobs: int) -> None:
    for run in (1, 3, 50):
        with map_in_pool(abs, [-number for number in range(20)], jobs, run=run) as results:
            assert list(results) == list(range(20)), run
    with map_with_workers(partial(Counter, 10), Counter.count, range(4), jobs) as counts:
        assert list(counts) == [(10 + number, False) for number in range(4)]


def report(pipe: Path, number: int) -> int:
    pipe.write_bytes(b".")
    return number


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_workers_go_on_while_nobody_takes_their_results(tmp_path: Path) -> None:
    pipe = tmp_path / "done"
    os.mkfifo(pipe)
    done = os.open(pipe, os.O_RDWR)
    with map_with_workers(partial(Path, pipe), report, range(6), 2) as results:
        for _ in range(6):
            assert select.select([done], [], [], PATIENCE)[0], "a task waits for the result of another to be taken"
            os.read(done, 1)
        assert list(results) == list(range(6))
    os.close(done)


class Diary:
    """Remembers what it was given."""

    def __init__(self) -> None:
        self.entries: list[int] = []

    def write(self, number: int) -> tuple[int, list[int]]:
        if number < 0:
            raise ValueError(number)
        if number == os.getppid():
            os._exit(1)
        self.entries.append(number)
        return os.getpid(), list(self.entries)

    def clear(self) -> None:
        self.entries.clear()

    @staticmethod
    def read(_page: bytes, _diary: Diary) -> None:
        pass


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_crew_keeps_its_workers_and_who_has_done_a_task_can_do_the_next(jobs: int) -> None:
    with Crew(Diary, jobs) as crew:
        first = list(crew.map(Diary.write, range(7)))
        doers = [doer for _, doer in first]
        assert [entries[-1] for (_, entries), _ in first] == list(range(7))
        assert set(doers) <= set(range(jobs))
        again = list(crew.map(Diary.write, range(10, 17), doers))
        assert [doer for _, doer in again] == doers
        for place, (((process, _), _), ((same, entries), _)) in enumerate(zip(first, again, strict=True)):
            assert process == same
            assert entries.index(place) < entries.index(10 + place)
        crew.broadcast(Diary.clear)
        cleared = crew.map(Diary.write, range(jobs), range(jobs))
        assert [entries for (_, entries), _ in cleared] == [[place] for place in range(jobs)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_worker_is_raised_and_while_answers_are_left_over_no_other_task_is_taken(jobs: int) -> None:
    with Crew(Diary, jobs) as crew, pytest.raises(ValueError, match="-1"):
        list(crew.map(Diary.write, [1, -1, 2]))
    with Crew(Diary, 2) as crew:
        with pytest.raises(ValueError, match="-1"):
            list(crew.map(Diary.write, [-1, -1]))
        with pytest.raises(RuntimeError, match="not finished"):
            list(crew.map(Diary.write, [1]))


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux's descriptors of processes")
def test_workers_end_with_a_killed_parent() -> None:
    script = (
        "import os, sys\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from rules.workers import start_worker\n"
        "pool = ProcessPoolExecutor(2, initializer=start_worker)\n"
        "print(*{pool.submit(os.getpid).result() for _ in range(20)}, flush=True)\n"
        "sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    workers = [os.pidfd_open(int(worker)) for worker in process.stdout.readline().split()]
    assert workers
    assert not select.select(workers, [], [], 0)[0], "a worker ended before its parent"
    process.kill()
    process.wait()
    for worker in workers:
        assert select.select([worker], [], [], PATIENCE)[0], "a worker outlived its parent"
        os.close(worker)
