"""A run of `check` over many files, in batches and several processes; results are in the order of the files."""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs

from comprules.lint.dating import cites_rules, describe_undeclared, has_bare_citations
from comprules.lint.findings import Checked, merge_results
from comprules.lint.linter import Linter
from comprules.lint.settings import CheckOptions, Settings, settings_of
from rules.workers import map_with_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from comprules.lint.config import FoundConfig
    from comprules.lint.files import File
    from graph.ledger import Ledger

_Worker = TypeVar("_Worker")
_Result = TypeVar("_Result")

_OPENING = 20_000
"""Cost of opening a file, in bytes that could be searched in that time; measured with `python -m bench`."""
_BATCH = 2_000_000
_PAYS = 16_000_000
"""Cost per additional process; below it, starting one takes longer than it saves."""
_SILENT = 1.0
"""Seconds before progress is shown; most runs end earlier."""


def check_files(
    files: Sequence[File], settings: Settings, jobs: int | None = None, ledger: Ledger | None = None
) -> Checked:
    """Check files.

    Args:
        files: The files.
        settings: The settings of the run.
        jobs: Maximum number of processes; None to choose by size, at most one per core.
        ledger: The ledger; None for the one that `open_ledger` finds.

    Raises:
        PathError: A named file cannot be read.
        WorkerError: A process was killed.
    """
    kept = structs.replace(settings, keep_citations=settings.keep_citations or not settings.is_declared)
    checked = merge_results(map_batches(partial(Linter, kept, ledger), _check_batch, files, jobs))
    if not settings.is_declared and checked.cited:
        hint = describe_undeclared(checked.cited, Linter(settings, ledger))
        checked = structs.replace(checked, undeclared=hint)
    return checked if settings.keep_citations else structs.replace(checked, cited=())


def scan_tree(
    files: Sequence[File], found: FoundConfig, ledger: Ledger, jobs: int | None = None
) -> tuple[Checked, bool]:
    """Return the citations of a tree, and whether bare numbers in it are citations, too.

    What the configuration says of `cites-rules` holds; otherwise the tree is read again if it cites rules, and what is
    then found decides.

    Args:
        files: The files of the tree.
        found: The configuration.
        ledger: The ledger.
        jobs: Maximum number of processes; None to choose by size.
    """
    settings = structs.replace(settings_of(CheckOptions(), found, ledger), keep_citations=True, editions=())
    settings = structs.replace(settings, edition=settings.target)  # nothing is hinted at
    checked = check_files(files, settings, jobs, ledger)
    if settings.cites_rules or not cites_rules(checked.cited):
        return checked, False
    more = check_files(files, structs.replace(settings, cites_rules=(("*", True),)), jobs, ledger)
    return (more, True) if has_bare_citations(checked.cited, more.cited, ledger) else (checked, False)


def map_batches(
    make: Callable[[], _Worker],
    work: Callable[[_Worker, Sequence[File]], _Result],
    files: Sequence[File],
    jobs: int | None = None,
) -> Iterator[_Result]:
    """Yield the result of each batch of files, in order, from as many processes as pay; shows progress.

    Args:
        make: Makes a worker, once a process; pickled.
        work: Applied to a worker and a batch; pickled.
        files: The files.
        jobs: Maximum number of processes; None to choose by size, at most one per core.

    Raises:
        WorkerError: A process was killed.
    """
    batches = list(_make_batches(files))
    cost = sum(file.size + _OPENING for file in files)
    workers = jobs or min(_count_cores(), 1 + cost // _PAYS)
    with map_with_workers(make, work, batches, workers) as results:
        yield from _show_progress(results, [len(batch) for batch in batches])


def _check_batch(linter: Linter, files: Sequence[File]) -> Checked:
    return merge_results(linter.check_file(file) for file in files)


def _make_batches(files: Sequence[File]) -> Iterator[tuple[File, ...]]:
    batch: list[File] = []
    cost = 0
    for file in files:
        batch.append(file)
        cost += file.size + _OPENING
        if cost >= _BATCH:
            yield tuple(batch)
            batch, cost = [], 0
    if batch:
        yield tuple(batch)


def _count_cores() -> int:
    """Return the number of cores that this process may use; in a container that can be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _show_progress(results: Iterable[_Result], sizes: Sequence[int]) -> Iterator[_Result]:
    """Yield the results; show a progress bar on a terminal if they take long."""
    started = time.monotonic()
    total, done = sum(sizes), 0
    report: Callable[[int, int, str], None] | None = None
    with ExitStack() as stack:
        for result, size in zip(results, sizes, strict=True):
            done += size
            if report is None and time.monotonic() - started > _SILENT:
                from comprules.progress import progress_bar  # noqa: PLC0415 - most runs end before this

                report = stack.enter_context(progress_bar("checking"))
            if report is not None:
                report(done, total, "files")
            yield result
