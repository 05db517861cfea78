"""Work on many files in batches, in as many processes as save time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TypeVar

from comprules.lint.read import File
from comprules.progress import progress_bar
from rules.workers import count_cores, map_with_workers

_Worker = TypeVar("_Worker")
_Result = TypeVar("_Result")
_OPENING = 20_000
"""Cost of opening a file, in bytes that could be searched in that time; measured with `python -m bench`."""
_BATCH = 8_000_000
"""Cost of a batch, in bytes to search; a process that searches less takes longer to start than to search."""


def map_batches(
    make: Callable[[], _Worker],
    work: Callable[[_Worker, Sequence[File]], _Result],
    files: Sequence[File],
    jobs: int | None = None,
) -> Iterator[_Result]:
    """Yield the result of each batch of files, in order, from several processes; shows progress if it takes long.

    Args:
        make: Makes a worker, once in each process; pickled.
        work: Applied to a worker and a batch; pickled.
        files: The files.
        jobs: Maximum number of processes; None to choose by size, at most one per core.

    Raises:
        WorkerError: A process was killed.
    """
    batches = _make_batches(files)
    workers = jobs or min(count_cores(), len(batches))
    is_long = len(batches) > 1
    with ExitStack() as opened:
        report = None
        if is_long:
            report = opened.enter_context(progress_bar("checking"))
        results = opened.enter_context(map_with_workers(make, work, batches, workers))
        done = 0
        for batch, result in zip(batches, results, strict=True):
            done += len(batch)
            if report is not None:
                report(done, len(files), "files")
            yield result


def _make_batches(files: Sequence[File]) -> list[tuple[File, ...]]:
    """Return the files in batches that cost about the same to search."""
    batches: dict[int, list[File]] = {}
    cost = 0
    for file in files:
        cost += file.size + _OPENING
        batches.setdefault(cost // _BATCH, []).append(file)
    return list(map(tuple, batches.values()))
