"""Writes the thousands of history pages in worker processes, while the caller does something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from graph.history import History
from rules.store import open_store
from rules.workers import map_with_workers
from site_src.context import BuildContext
from site_src.layout.book import SitePlace
from site_src.markup.shell import Frame, Shell
from site_src.pages.history.outcomes import Outcomes
from site_src.pages.history.pages import Pages
from site_src.pages.history.plan import history_pages

_RUN = 40
"""Number of pages for a process at a time: pages of neighbouring numbers share much of their history."""


class HistoryWorker:
    """Renders and writes pages."""

    def __init__(self, store: Path, site_dir: Path, shell: Shell, places: Mapping[str, SitePlace]) -> None:
        """Prepare for all pages; `places` are those of the current records."""
        self._site_dir = site_dir
        self._shell = shell
        histories = History(open_store(store))
        self._all = history_pages(histories)
        self._pages = Pages(Outcomes(histories), places, self._all)

    def write(self, numbers: Iterable[int]) -> None:
        """Write the pages at these positions of the plan."""
        for number in numbers:
            page = self._all[number]
            title, body = self._pages.body(page)
            frame = Frame(page.address, title, scripts=("history",), styles=("history",), indexed=page.is_chapter)
            self._shell.write(self._site_dir, frame, body)


@contextmanager
def writing(context: BuildContext, pages: int) -> Iterator[None]:
    """Write all pages in worker processes during the context; at the end of the `with` statement they are complete.

    Args:
        context: The build.
        pages: Number of pages in the plan.

    Raises:
        WorkerError: A worker process was killed.
    """
    runs = [range(at, min(at + _RUN, pages)) for at in range(0, pages, _RUN)]
    worker = partial(HistoryWorker, context.store.path, context.site_dir, context.shell, dict(context.places))
    with map_with_workers(worker, HistoryWorker.write, runs, context.jobs) as results:
        yield
        for _ in results:
            pass
