"""A run: two passes over files, in batches and several processes; results are in the order of the files."""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from comprules.lint import scan
from comprules.lint.codes import DRIFTED
from comprules.lint.copies import gather_copies
from comprules.lint.findings import Checked
from comprules.lint.other_rules import LEAST_UNKNOWN, find_other_rules
from comprules.lint.periods import find_periods
from comprules.lint.survey import put_together
from graph.citations.codes import DOUBTFUL
from graph.citations.judge import EditionEvidence
from graph.citations.judge.meaning import CERTAIN
from rules.workers import Crew, map_with_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from comprules.lint.files import File
    from comprules.lint.findings import Finding
    from comprules.lint.scan import Engine, Settings
    from comprules.lint.survey import Glance, TreeSurvey
    from graph.citations.judge import DatedFile, PinTrust
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
    checked = _check_twice(survey.candidates, settings, jobs, ledger)
    whole = merge_results([Checked(notices=survey.notices, files=survey.searched), *survey.failures, *checked])
    whole = replace(whole, notices=gather_copies(whole.notices), periods=find_periods(whole.spans))
    return _weigh_pins(whole, settings)


def _check_twice(files: Sequence[File], settings: Settings, jobs: int | None, ledger: Ledger | None) -> list[Checked]:
    """Check files, and check those again for which the dated citations of the tree are stronger evidence."""
    batches = list(_make_batches(files))
    make = partial(scan.make_engine, settings, ledger)
    with Crew(make, min(_count_workers(files, jobs), max(1, len(batches)))) as crew:
        sizes = [len(batch) for batch in batches]
        first = list(_show_progress(crew.map(_check_batch, batches), sizes, "checking"))
        checked = _leave_out_others(files, [result for results, _ in first for result in results], ledger)
        dated = [file for result in checked for file in result.dated]
        if len(dated) < 2:
            return checked  # a single file is no evidence about the tree
        crew.broadcast(partial(_set_evidence, EditionEvidence.of(dated)))
        results = iter(checked)
        open_files = [[(file, next(results).dated) for file in batch] for batch in batches]
        # Each batch goes to the worker that has read it and kept its citations.
        second = crew.map(_check_again, open_files, [doer for _, doer in first])
        again = [result for results, _ in _show_progress(second, sizes, "checking") for result in results]
    return [new or old for old, new in zip(checked, again, strict=True)]


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
    """Return what the first pass finds: which files can cite.

    Takes the arguments and raises the errors of `check_files`.
    """
    batches = list(_make_batches(files))
    with map_with_workers(
        partial(scan.make_engine, settings), _glance_batch, batches, _count_workers(files, jobs)
    ) as results:
        glances = list(_show_progress(results, [len(batch) for batch in batches], "searching"))
    return put_together(files, [glance for batch in glances for glance in batch])


def check_bytes(name: str, data: bytes, settings: Settings, ledger: Ledger | None = None) -> Checked:
    """Check bytes from standard input, under the given file name."""
    return scan.make_engine(settings, ledger).check_bytes(name, data)


def merge_results(results: Iterable[Checked]) -> Checked:
    """Return several results as one, in their order."""
    parts = list(results)
    stamps: dict[str, str] = {}
    for stamp, place in (stamped for part in parts for stamped in part.stamps):
        stamps.setdefault(stamp, place)
    votes: dict[str, PinTrust] = {}
    for pin, some in (vote for part in parts for vote in part.votes):
        votes[pin] = votes[pin] + some if pin in votes else some
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
        votes=tuple(votes.items()),
        spans=tuple(span for part in parts for span in part.spans),
        dated=tuple(file for part in parts for file in part.dated),
        periods=tuple(period for part in parts for period in part.periods),
    )


def _weigh_pins(checked: Checked, settings: Settings) -> Checked:
    """Limit the confidence of findings that rest only on a pin by the share of the tree that confirms the pin."""
    shares = {pin: votes.share for pin, votes in checked.votes}
    if not shares:
        return checked
    findings = [
        (finding, _weigh(finding, shares.get(scan.pin_of(settings, finding.path) or settings.since or "")))
        for finding in checked.findings
    ]
    kept = (
        new
        for old, new in findings
        if new is old or (new.confidence >= settings.confidence and new.code in settings.codes)
    )
    return replace(checked, findings=tuple(kept))


def _weigh(finding: Finding, share: float | None) -> Finding:
    if finding.evidence != ("pin",) or finding.code != DRIFTED or share is None:
        return finding
    confidence = round(min(finding.confidence, share), 2)
    return replace(finding, confidence=confidence, code=DRIFTED if confidence >= CERTAIN else DOUBTFUL)


def _check_batch(engine: Engine, files: Sequence[File]) -> list[Checked]:
    return [engine.check_file(file) for file in files]


def _set_evidence(evidence: EditionEvidence, engine: Engine) -> None:
    engine.set_evidence(evidence)


def _check_again(engine: Engine, files: Sequence[tuple[File, tuple[DatedFile, ...]]]) -> list[Checked | None]:
    """Check those files again about which the evidence of the tree says something; None for the others."""
    return [
        engine.check_file(file) if any(it.open and engine.has_opinion(it) for it in dated) else None
        for file, dated in files
    ]


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
