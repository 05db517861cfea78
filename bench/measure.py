"""Runs a command and measures it from outside: time, and the memory of it and all its children."""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_PROC = Path("/proc")


class Measured(Struct, frozen=True):
    """A run: wall-clock seconds, those of processors, and the peak of memory in bytes, 0 if the system does not say."""

    seconds: float
    cpu: float
    peak: int


class CommandFailed(Exception):
    """Error: a command to be measured failed; the message has its output."""


def run(command: Sequence[str], fine: tuple[int, ...] = (0,)) -> Measured:
    """Run a command once.

    Args:
        command: Its words.
        fine: Exit codes that mean success.

    Raises:
        CommandFailed: The command had another exit code.
    """
    started, before = time.perf_counter(), _read_cpu()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    watch = _Watch(process.pid)
    watch.start()
    _, errors = process.communicate()
    seconds = time.perf_counter() - started
    watch.stop()
    if process.returncode not in fine:
        raise CommandFailed(f"{' '.join(command)}: exit code {process.returncode}\n{errors}")
    return Measured(seconds, _read_cpu() - before, watch.peak)


def median(command: Sequence[str], times: int = 7, fine: tuple[int, ...] = (0,)) -> Measured:
    """Return the median of several runs, after one that warms the disk cache; see `run`."""
    run(command, fine)
    runs = [run(command, fine) for _ in range(times)]
    seconds, cpu = (statistics.median(getattr(measured, name) for measured in runs) for name in ("seconds", "cpu"))
    return Measured(seconds, cpu, max(measured.peak for measured in runs))


def time_work(work: Callable[[], object], times: int = 7) -> float:
    """Return the median wall-clock seconds of some work in this process, after one run to warm up."""
    work()
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def _read_cpu() -> float:
    """Return the processor seconds of all children that have ended."""
    used = os.times()
    return used.children_user + used.children_system


def comprules(*arguments: str) -> list[str]:
    """Return a `comprules` command, run by this interpreter, as a list of arguments."""
    return [sys.executable, "-m", "comprules", *arguments]


class _Watch(threading.Thread):
    """Samples the proportional memory of a process and its children; shared pages count once."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self.peak = 0
        self._process = process
        self._stopped = threading.Event()

    def run(self) -> None:
        """Sample the memory until stopped."""
        while _PROC.is_dir() and not self._stopped.wait(0.25):
            self.peak = max(self.peak, sum(map(_measure_memory, _list_family(self._process))))

    def stop(self) -> None:
        """Stop the sampling."""
        self._stopped.set()
        self.join()


def _list_family(process: int) -> list[int]:
    members = [process]
    for member in members:
        with contextlib.suppress(OSError):
            for task in (_PROC / str(member) / "task").iterdir():
                children = (task / "children").read_text()
                members.extend(int(child) for child in children.split())
    return members


def _measure_memory(process: int) -> int:
    with contextlib.suppress(OSError, ValueError):
        for line in (_PROC / str(process) / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0
