"""The parts of the site that mkdocs does not see: thousands of pages and data files, each part a module of its own.

To add a part: write a function that takes an `ExtraContext` in a module below `site_src/`, and name it in `EXTRAS`.
The build calls them after mkdocs wrote its pages and before the search index is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from rules.store import Store, open_store
from rules.workers import WorkerError, start_worker
from site_src.api.corpus import Corpus
from site_src.api.extra import write_data
from site_src.audit.pages import write_audit
from site_src.book import Place
from site_src.compare_pages.write import write_comparisons
from site_src.errors import PagesError
from site_src.history.write import write_history
from site_src.pictures.write import write_pictures
from site_src.search.write import write_search
from site_src.shell import Shell
from site_src.sitemap import write_sitemap


@dataclass(frozen=True)
class ExtraContext:
    """What a part is given.

    Attributes:
        store: The knowledge base, open for reading. Worker processes open their own: `open_store(context.store.path)`.
        site_dir: The site that is being built; a part writes only below addresses of its own.
        shell: Makes whole pages of a body; it can be sent to worker processes.
        places: Where each record of the current edition stands, by its key (`702.40a`, `glossary:Storm`).
        progress: Told what is being done, in a few words.
    """

    store: Store
    site_dir: Path
    shell: Shell
    places: Mapping[str, Place]
    progress: Callable[[str], None]

    @cached_property
    def corpus(self) -> Corpus:
        """All editions in memory, each passage once; read when a part first asks."""
        return Corpus(self.store)


Extra: TypeAlias = Callable[[ExtraContext], None]

EXTRAS: tuple[Extra, ...] = (write_history, write_comparisons, write_audit, write_pictures)
"""They do not wait for each other's files, nor for those of `BESIDE`."""

BESIDE: tuple[Extra, ...] = (write_data, write_search)
"""Both read the corpus and use one core alone: of a large site they are written by a process beside the others."""

LAST: tuple[Extra, ...] = (write_sitemap,)
"""What lists the files of the others."""

_FEW = 20
"""Editions up to which another process costs more than it saves."""


def write_extras(context: ExtraContext) -> None:
    """Has every part write its files.

    Raises:
        PagesError: A worker process was ended from outside.
    """
    try:
        if len(context.store.edition_ids) <= _FEW:
            _write((*EXTRAS, *BESIDE), context)
        else:
            with ProcessPoolExecutor(1, initializer=start_worker) as pool:
                given = (context.store.path, context.site_dir, context.shell, context.places)
                beside = pool.submit(_write_beside, *given)
                _write(EXTRAS, context)
                context.progress("writing the data")
                beside.result()
    except (BrokenProcessPool, WorkerError) as error:
        raise PagesError(
            "a process that writes the site was ended from outside, perhaps for want of memory; try again"
        ) from error
    _write(LAST, context)


def _write_beside(store: Path, site_dir: Path, shell: Shell, places: Mapping[str, Place]) -> None:
    with open_store(store) as opened:
        _write(BESIDE, ExtraContext(opened, site_dir, shell, places, lambda _: None))


def _write(extras: tuple[Extra, ...], context: ExtraContext) -> None:
    for extra in extras:
        extra(context)
