"""A run of `check` over many files, in batches and several processes; results are in the order of the files."""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import nullcontext
from functools import partial
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs

from comprules.lint.config import CheckOptions, FoundConfig, Settings, settings_of
from comprules.lint.findings import Checked, merge_results
from comprules.lint.linter import Linter
from comprules.progress import progress_bar
from rules.workers import map_with_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from comprules.lint.files import File
    from comprules.lint.findings import CitedAnswer
    from graph.citations.records import Citation
    from graph.ledger import Ledger

_Worker = TypeVar("_Worker")
_Result = TypeVar("_Result")

_OPENING = 20_000
"""Cost of opening a file, in bytes that could be searched in that time; measured with `python -m bench`."""
_BATCH = 8_000_000
"""Cost of a batch; to search less takes less time than to start a process for it."""
LEAST_CITATIONS, LEAST_RULES = 8, 4
"""Citations, and different rules cited, that a tree must have to count as citing Magic's rules: one slip in a physics
project is not enough."""
MOST = 0.9
"""Share of the bare numbers of a tree that must have named a rule, for them to be citations: where they are prices and
scores, it is at most a half in the trees of the samples; where they cite rules, at least 0.97."""


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
    if not settings.is_declared and cites_rules(checked.cited):
        from comprules.lint.dating import describe_undeclared  # noqa: PLC0415 - not needed by most checks

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
    return (more, True) if _has_bare_citations(checked.cited, more.cited, ledger) else (checked, False)


def cites_rules(cited: Iterable[CitedAnswer | Citation]) -> bool:
    """Return whether the citations of a tree are enough to declare that it cites Magic's rules."""
    rules = Counter(number for citation in cited for number in citation.numbers)
    return rules.total() >= LEAST_CITATIONS and len(rules) >= LEAST_RULES


def _has_bare_citations(plain: Iterable[CitedAnswer], more: Iterable[CitedAnswer], ledger: Ledger) -> bool:
    """Return whether the bare numbers of a tree are citations: most of them named a rule in some edition.

    Args:
        plain: The citations that are found without a declaration.
        more: Those that are found if bare numbers count.
        ledger: The ledger, which knows the numbers of all editions.
    """
    known = {(placed.path, placed.line, placed.column) for placed in plain}
    bare = [placed for placed in more if (placed.path, placed.line, placed.column) not in known]
    numbers = {number for placed in bare for number in placed.numbers}
    return bool(numbers) and sum(bool(ledger.holders(number)) for number in numbers) >= MOST * len(numbers)


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
    costs = accumulate(file.size + _OPENING for file in files)
    by_batch = groupby(zip(files, costs, strict=True), key=lambda pair: pair[1] // _BATCH)
    batches = [tuple(file for file, _ in pairs) for _, pairs in by_batch]
    # In a container this process may use fewer cores than the machine has.
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    workers = jobs or min(cores, len(batches))
    shown = progress_bar("checking") if len(batches) > 1 else nullcontext(None)
    done = 0
    with shown as report, map_with_workers(make, work, batches, workers) as results:
        for result, batch in zip(results, batches, strict=True):
            done += len(batch)
            if report is not None:
                report(done, len(files), "files")
            yield result


def _check_batch(linter: Linter, files: Sequence[File]) -> Checked:
    return merge_results(linter.check_file(file) for file in files)
