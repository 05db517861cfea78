"""Work on many files, in as many processes as save time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TypeVar

from comprules.lint.linter import Linters
from comprules.lint.notices import Notice
from comprules.lint.read import File, read_file
from comprules.progress import progress_bar
from rules.workers import count_cores, map_with_workers

_Result = TypeVar("_Result")
Work = Callable[[Linters, File, bytes | Notice], _Result]
"""Returns the result for a file with some bytes, or for one that is skipped with a notice."""
_OPENING = 20_000
"""Cost of opening a file, in bytes that could be searched in that time; measured with `python -m bench`."""
_BATCH = 8_000_000
"""Cost of a batch, in bytes to search; a process that searches less takes longer to start than to search."""


def map_files(
    make: Callable[[], Linters], work: Work[_Result], files: Sequence[File], jobs: int | None
) -> Iterator[_Result]:
    """Read files, and yield the result of each, in order, from several processes; shows progress if it takes long.

    Args:
        make: Makes the linters, once in each process; pickled.
        work: Makes the result of a file; pickled.
        files: The files.
        jobs: Maximum number of processes; None to choose by size, at most one per core.

    Raises:
        PathError: A named file cannot be read.
        WorkerError: A process was killed.
    """
    batches = _make_batches(files)
    workers = jobs or min(count_cores(), len(batches))
    is_long = len(batches) > 1
    with ExitStack() as opened:
        report = None
        if is_long:
            report = opened.enter_context(progress_bar("checking"))
        results = opened.enter_context(map_with_workers(make, partial(_work_on_batch, work), batches, workers))
        done = 0
        for batch, batch_results in zip(batches, results, strict=True):
            done += len(batch)
            if report is not None:
                report(done, len(files), "files")
            yield from batch_results


def _work_on_batch(work: Work[_Result], linters: Linters, files: Sequence[File]) -> list[_Result]:
    """Read the files of a batch, and return the result of each.

    Raises:
        PathError: A named file cannot be read.
    """
    results: list[_Result] = []
    for file in files:
        data = read_file(file, linters.of_file(file.path).settings.largest)
        results.append(work(linters, file, data))
    return results


def _make_batches(files: Sequence[File]) -> list[tuple[File, ...]]:
    """Return the files in batches that cost about the same to search."""
    batches: dict[int, list[File]] = {}
    cost = 0
    for file in files:
        cost += file.size + _OPENING
        batches.setdefault(cost // _BATCH, []).append(file)
    return list(map(tuple, batches.values()))
