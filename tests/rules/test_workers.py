"""Work handed to other processes: in order, told where a process is lost, and none left over."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from rules.workers import WorkerError, map_in_pool, map_with_workers

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds until an end counts as one that never comes."""


def die(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def double_number(number: int) -> int:
    return 2 * number


class Counter:
    """Counts from where it is told to."""

    def __init__(self, start: int) -> None:
        self._start = start
        self.closed = False

    def count(self, number: int) -> tuple[int, bool]:
        return self._start + number, self.closed

    def close(self) -> None:
        self.closed = True


def test_a_worker_that_is_ended_is_told() -> None:
    with pytest.raises(WorkerError, match="ended from outside"), map_in_pool(die, list(range(8)), 2) as results:
        list(results)


@pytest.mark.parametrize("run", [1, 3, 50])
@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int, run: int) -> None:
    with map_in_pool(double_number, list(range(20)), jobs, run=run) as results:
        assert list(results) == [2 * number for number in range(20)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_process_makes_a_worker(jobs: int) -> None:
    with map_with_workers(partial(Counter, 10), Counter.count, range(4), jobs) as results:
        assert list(results) == [(10 + number, False) for number in range(4)]


def test_the_worker_of_this_process_is_closed_at_the_end() -> None:
    counter = Counter(10)
    with pytest.raises(KeyError), map_with_workers(lambda: counter, Counter.count, range(4), 1):
        raise KeyError
    assert counter.closed


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
