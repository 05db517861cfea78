"""Work handed to other processes: in order, told where a process is lost, and none left over."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from msgspec import Struct

from rules.workers import WorkerError, map_in_pool, map_with_workers

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""Seconds until an end counts as one that never comes."""


def die(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


class Counter(Struct):
    """Counts from where it is told to."""

    start: int
    closed: bool = False

    def count(self, number: int) -> tuple[int, bool]:
        return self.start + number, self.closed

    def close(self) -> None:
        self.closed = True


def test_a_worker_that_is_ended_is_told_and_that_of_this_process_is_closed() -> None:
    with pytest.raises(WorkerError, match="killed"), map_in_pool(die, list(range(8)), 2) as results:
        list(results)
    counter = Counter(10)
    with pytest.raises(KeyError), map_with_workers(lambda: counter, Counter.count, range(4), 1):
        raise KeyError
    assert counter.closed


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
