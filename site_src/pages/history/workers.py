"""The thousands of history pages, written by worker processes while the caller does something else."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rules.store import open_store
from rules.workers import map_with_workers
from site_src.layout.book import SitePlace
from site_src.markup.shell import Shell
from site_src.pages.history.lineage_histories import LineageHistories
from site_src.pages.history.outcomes import Outcomes
from site_src.pages.history.pages import Pages
from site_src.pages.history.plan import history_pages

_RUN = 40
"""Pages that go to a process together: neighbours in number, whose rules have much history in common."""
_FEW = 200
"""Pages up to which another process costs more than it saves."""
_MOST = 4
"""Processes at most: each reads all editions, which takes some 400 MB."""


@dataclass(frozen=True, slots=True)
class HistoryJob:
    """What a process needs to know: whence, whither, and where the records of today stand."""

    store: Path
    site_dir: Path
    shell: Shell
    places: Mapping[str, SitePlace]


class HistoryWorker:
    """Renders and writes pages."""

    def __init__(self, job: HistoryJob) -> None:
        self._job = job
        histories = LineageHistories(open_store(job.store))
        self._all = history_pages(histories)
        self._pages = Pages(Outcomes(histories), job.places, self._all)

    def write(self, numbers: Iterable[int]) -> None:
        """Write the pages at these places in the plan."""
        for number in numbers:
            page = self._all[number]
            title, body = self._pages.body(page)
            shell, indexed = self._job.shell, page.is_chapter
            html = shell.page(page.address, title, body, scripts=("history",), styles=("history",), indexed=indexed)
            shell.write(self._job.site_dir, page.address, html)


@contextmanager
def writing(job: HistoryJob, pages: int) -> Iterator[None]:
    """Yield while worker processes write all pages, which are there when the `with` statement ends.

    Args:
        job: What to write, and where to.
        pages: How many pages the plan has.

    Raises:
        WorkerError: A worker process was ended from outside.
    """
    runs = [range(at, min(at + _RUN, pages)) for at in range(0, pages, _RUN)]
    jobs = 1 if pages <= _FEW else min(os.cpu_count() or 1, _MOST)
    with map_with_workers(partial(HistoryWorker, job), HistoryWorker.write, runs, jobs) as results:
        yield
        for _ in results:
            pass
