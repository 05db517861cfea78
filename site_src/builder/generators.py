"""The generators of everything that mkdocs does not write: thousands of pages and data files, each in its own module.

To add one: write a function that takes a `BuildContext`, and name it in a phase below. The build runs them after mkdocs
has written its pages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TypeAlias

from rules.store import open_store
from rules.workers import WorkerError, start_worker
from site_src.context import BuildContext
from site_src.data.sitemap import write_sitemap
from site_src.errors import PagesError
from site_src.layout.book import SitePlace
from site_src.markup.shell import Shell
from site_src.pages.audit.write import write_audit
from site_src.pages.bulletins.write import write_bulletins
from site_src.pages.compare.write import write_comparisons
from site_src.pages.downloads.write import write_downloads
from site_src.pages.editions.all_rules import write_all_rules
from site_src.pages.history.write import write_history
from site_src.pages.pictures.write import write_pictures
from site_src.pages.terms.pages import write_terms
from site_src.search.write import write_search

Generator: TypeAlias = Callable[[BuildContext], None]

WITH_WORKERS: tuple[Generator, ...] = (
    write_history,
    write_comparisons,
    write_audit,
    write_pictures,
    write_bulletins,
    write_all_rules,
)
"""Generators that need no file of another one; the slow ones use worker processes."""

FROM_THE_CORPUS: tuple[Generator, ...] = (write_downloads, write_search, write_terms)
"""Generators that read the corpus and use one core; for a large site they run together in a separate process."""

LISTING: tuple[Generator, ...] = (write_sitemap,)
"""Generators that list the files of the others."""


def run_generators(context: BuildContext) -> None:
    """Run every generator.

    Raises:
        PagesError: A worker process was killed.
    """
    try:
        if context.jobs == 1:
            _run_generators((*WITH_WORKERS, *FROM_THE_CORPUS), context)
        else:
            with ProcessPoolExecutor(1, initializer=start_worker) as pool:
                given = (context.store.path, context.site_dir, context.shell, context.places)
                future = pool.submit(_run_from_the_corpus, *given)
                _run_generators(WITH_WORKERS, context)
                context.progress("writing the data")
                future.result()
    except (BrokenProcessPool, WorkerError) as error:
        raise PagesError(
            "a process that writes the site was ended from outside, perhaps for want of memory; try again"
        ) from error
    _run_generators(LISTING, context)


def _run_from_the_corpus(store: Path, site_dir: Path, shell: Shell, places: Mapping[str, SitePlace]) -> None:
    with open_store(store) as opened:
        _run_generators(FROM_THE_CORPUS, BuildContext(opened, site_dir, shell, places, lambda _: None))


def _run_generators(generators: tuple[Generator, ...], context: BuildContext) -> None:
    for generator in generators:
        generator(context)
