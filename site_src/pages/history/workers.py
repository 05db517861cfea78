"""Writes the thousands of history pages in worker processes, while the caller does something else."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from msgspec import Struct

from graph.history import History
from rules.store import open_store
from rules.workers import map_with_workers
from site_src.layout.book import SitePlace
from site_src.markup.shell import Frame, Shell
from site_src.pages.history.outcomes import Outcomes
from site_src.pages.history.pages import Pages
from site_src.pages.history.plan import history_pages

_RUN = 40
"""Number of pages for a process at a time: pages of neighbouring numbers share much of their history."""
_FEW = 200
"""Number of pages up to which another process costs more than it saves."""
_MOST = 4
"""Maximum number of processes: each reads all editions, which takes about 400 MB."""


class HistoryJob(Struct, frozen=True):
    """The input of a worker process: knowledge base, target, shell, and places of the current records."""

    store: Path
    site_dir: Path
    shell: Shell
    places: Mapping[str, SitePlace]


class HistoryWorker:
    """Renders and writes pages."""

    def __init__(self, job: HistoryJob) -> None:
        self._job = job
        histories = History(open_store(job.store))
        self._all = history_pages(histories)
        self._pages = Pages(Outcomes(histories), job.places, self._all)

    def write(self, numbers: Iterable[int]) -> None:
        """Write the pages at these positions of the plan."""
        for number in numbers:
            page = self._all[number]
            title, body = self._pages.body(page)
            shell, indexed = self._job.shell, page.is_chapter
            frame = Frame(page.address, title, scripts=("history",), styles=("history",), indexed=indexed)
            shell.write(self._job.site_dir, frame, body)


@contextmanager
def writing(job: HistoryJob, pages: int) -> Iterator[None]:
    """Write all pages in worker processes during the context; at the end of the `with` statement they are complete.

    Args:
        job: The input of the worker processes.
        pages: Number of pages in the plan.

    Raises:
        WorkerError: A worker process was killed.
    """
    runs = [range(at, min(at + _RUN, pages)) for at in range(0, pages, _RUN)]
    jobs = 1 if pages <= _FEW else min(os.cpu_count() or 1, _MOST)
    with map_with_workers(partial(HistoryWorker, job), HistoryWorker.write, runs, jobs) as results:
        yield
        for _ in results:
            pass
