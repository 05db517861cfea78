"""Work handed to other processes: in order, told where a process is lost, and none left over."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from rules.workers import WorkerError, pooled

ROOT = Path(__file__).parents[2]


def die(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def double(number: int) -> int:
    return 2 * number


greeted: list[str] = []


def with_greeting(number: int) -> str:
    return f"{greeted[-1]} {number}"


def test_a_worker_that_is_ended_is_told() -> None:
    with pytest.raises(WorkerError, match="ended from outside"), pooled(die, list(range(8)), 2) as results:
        list(results)


@pytest.mark.parametrize("run", [1, 3, 50])
@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int, run: int) -> None:
    with pooled(double, list(range(20)), jobs, run=run) as results:
        assert list(results) == [2 * number for number in range(20)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_process_is_made_ready(jobs: int) -> None:
    with pooled(with_greeting, range(4), jobs, ready=partial(greeted.append, "hello")) as results:
        assert list(results) == [f"hello {number}" for number in range(4)]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see processes")
def test_workers_end_with_a_killed_parent() -> None:
    script = (
        "import os, time\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from rules.workers import start_worker\n"
        "pool = ProcessPoolExecutor(2, initializer=start_worker)\n"
        "print(*{pool.submit(os.getpid).result() for _ in range(20)}, flush=True)\n"
        "time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    workers = process.stdout.readline().split()
    assert workers
    assert all(alive(worker) for worker in workers)
    process.kill()
    process.wait()
    deadline = time.monotonic() + 10
    while any(alive(worker) for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(alive(worker) for worker in workers)


def alive(process: str) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
