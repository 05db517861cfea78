"""A run: a search and a check of files, in batches and several processes; results are in the order of the files."""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from comprules.lint import scan
from comprules.lint.copies import gather_copies
from comprules.lint.findings import Checked
from comprules.lint.other_rules import LEAST_UNKNOWN, find_other_rules
from comprules.lint.survey import put_together
from rules.workers import map_with_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from comprules.lint.files import File
    from comprules.lint.scan import Engine, Settings
    from comprules.lint.survey import Glance, TreeSurvey
    from graph.ledger import Ledger

_OPENING = 20_000
"""Cost of opening a file, in bytes that could be searched in that time; measured with `python -m bench`."""
_BATCH = 2_000_000
_PAYS = 16_000_000
"""Cost per additional process; below it, starting one takes longer than it saves."""
_Result = TypeVar("_Result")
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
    survey = survey_files(files, settings, jobs)
    settings = replace(settings, tree=survey.tree)
    checked = _check_candidates(survey.candidates, settings, jobs, ledger)
    whole = merge_results([Checked(notices=survey.notices, files=survey.searched), *survey.failures, *checked])
    return replace(whole, notices=gather_copies(whole.notices))


def _check_candidates(
    files: Sequence[File], settings: Settings, jobs: int | None, ledger: Ledger | None
) -> list[Checked]:
    batches = list(_make_batches(files))
    make = partial(scan.make_engine, settings, ledger)
    with map_with_workers(make, _check_batch, batches, _count_workers(files, jobs)) as results:
        sizes = [len(batch) for batch in batches]
        checked = [result for batch in _show_progress(results, sizes, "checking") for result in batch]
    return _leave_out_others(files, checked, ledger)


def _leave_out_others(files: Sequence[File], checked: Sequence[Checked], ledger: Ledger | None) -> list[Checked]:
    """Return the results without those of files that cite other rules, unless the user named them."""
    cited = {file.path: result.numbers for file, result in zip(files, checked, strict=True) if not file.named}
    if len(frozenset().union(*cited.values())) < LEAST_UNKNOWN:
        return list(checked)
    from graph.ledger import open_ledger  # noqa: PLC0415 - many trees cite nothing

    with nullcontext(ledger) if ledger else open_ledger() as facts:
        others, notices = find_other_rules(cited, facts)
    told = {notice.path: notice for notice in notices}
    return [
        Checked(files=1, notices=(told[file.path],) if file.path in told else ()) if file.path in others else result
        for file, result in zip(files, checked, strict=True)
    ]


def survey_files(files: Sequence[File], settings: Settings, jobs: int | None = None) -> TreeSurvey:
    """Return what the first pass finds: which files can cite, and what their tree says about them.

    Takes the arguments and raises the errors of `check_files`.
    """
    batches = list(_make_batches(files))
    with map_with_workers(
        partial(scan.make_engine, settings), _glance_batch, batches, _count_workers(files, jobs)
    ) as results:
        glances = list(_show_progress(results, [len(batch) for batch in batches], "searching"))
    return put_together(files, [glance for batch in glances for glance in batch], said=settings.cites_rules)


def check_bytes(name: str, data: bytes, settings: Settings, ledger: Ledger | None = None) -> Checked:
    """Check bytes from standard input, under the given file name."""
    return scan.make_engine(settings, ledger).check_bytes(name, data)


def merge_results(results: Iterable[Checked]) -> Checked:
    """Return several results as one, in their order."""
    parts = list(results)
    stamps: dict[str, str] = {}
    for stamp, place in (stamped for part in parts for stamped in part.stamps):
        stamps.setdefault(stamp, place)
    return Checked(
        findings=tuple(finding for part in parts for finding in part.findings),
        notices=tuple(notice for part in parts for notice in part.notices),
        stamps=tuple(stamps.items()),
        files=sum(part.files for part in parts),
        citing=sum(part.citing for part in parts),
        citations=sum(part.citations for part in parts),
        numbers=frozenset().union(*(part.numbers for part in parts)),
        passed=sum(part.passed for part in parts),
        cited=tuple(citation for part in parts for citation in part.cited),
    )


def _check_batch(engine: Engine, files: Sequence[File]) -> list[Checked]:
    return [engine.check_file(file) for file in files]


def _glance_batch(engine: Engine, files: Sequence[File]) -> list[Glance]:
    return [engine.glance_at_file(file) for file in files]


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


def _count_workers(files: Sequence[File], jobs: int | None) -> int:
    return jobs or min(_count_cores(), 1 + sum(file.size + _OPENING for file in files) // _PAYS)


def _count_cores() -> int:
    """Return the number of cores that this process may use; in a container that can be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _show_progress(results: Iterable[_Result], sizes: Sequence[int], doing: str) -> Iterator[_Result]:
    """Yield the results; show a progress bar on a terminal if they take long."""
    started = time.monotonic()
    total, done = sum(sizes), 0
    report: Callable[[int, int, str], None] | None = None
    with ExitStack() as stack:
        for result, size in zip(results, sizes, strict=True):
            done += size
            if report is None and time.monotonic() - started > _SILENT:
                from comprules.cli.output import progress_bar  # noqa: PLC0415 - most runs end before this

                report = stack.enter_context(progress_bar(doing))
            if report is not None:
                report(done, total, "files")
            yield result
