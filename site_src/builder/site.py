"""The whole site in three steps: a folder of pages and settings, mkdocs, and the generators of everything else.

The generators write thousands of pages and data files, each in its own module. To add one: write a function that takes
a `BuildContext`, and name it below with its kind of page; `site_src/page_kinds.py` says when it runs.
"""

import json
import logging
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from logging.handlers import BufferingHandler
from pathlib import Path
from typing import TypeAlias

from rules.folders import FolderError, FolderKind, replacing_folder
from rules.store import StoreError, copy_store, open_store
from rules.workers import WorkerError, start_worker
from site_src.builder.documentation import join_options_of_pages
from site_src.builder.listing import write_sitemap
from site_src.builder.offline import write_offline
from site_src.builder.prepare import SEAL, SETTINGS, write_source_folder
from site_src.context import BuildContext
from site_src.data.pages import write_data_pages
from site_src.data.write import write_data
from site_src.errors import SiteError
from site_src.markup.shell import Shell
from site_src.page_kind import Phase
from site_src.page_kinds import PAGE_KINDS
from site_src.pages.audit import write_audit
from site_src.pages.bulletins import write_bulletins
from site_src.pages.compare import write_comparisons
from site_src.pages.correspondences import write_correspondences
from site_src.pages.editions import write_all_rules
from site_src.pages.history.write import write_history
from site_src.pages.pictures.write import write_pictures
from site_src.pages.references import write_references
from site_src.pages.terms.write import write_terms
from site_src.pages.writer import current_book
from site_src.paths import ROOT
from site_src.search.write import write_search

Generator: TypeAlias = Callable[[BuildContext], None]

_COPY = "comprules.sqlite"
"""Name of the copy of the knowledge base in the workspace."""
_SITE = FolderKind("site", ("index.html", "assets", "sw.js"))
_SOURCE = FolderKind("source of the site", (SETTINGS,))

GENERATORS: Mapping[str, Sequence[Generator]] = {
    "history": (write_history,),
    "compare": (write_comparisons, write_correspondences),
    "editions": (write_all_rules,),
    "search": (write_search,),
    "terms": (write_terms,),
    "audit": (write_audit,),
    "data": (write_data, write_data_pages),
    "pictures": (write_pictures,),
    "references": (write_references,),
    "bulletins": (write_bulletins,),
}
"""The generators of each kind of page; they also write the files that its pages read."""

__all__ = ["SiteError", "build_site"]


def run_generators(context: BuildContext) -> None:
    """Run every generator.

    Raises:
        SiteError: A worker process was killed.
    """
    try:
        if context.jobs == 1:
            _run_phase("workers", context)
            _run_phase("corpus", context)
        else:
            with ProcessPoolExecutor(1, initializer=start_worker) as pool:
                future = pool.submit(_run_phase, "corpus", context)
                _run_phase("workers", context)
                context.progress("writing the data")
                future.result()
    except (BrokenProcessPool, WorkerError) as error:
        raise SiteError(
            "a process that writes the site was killed, possibly because the machine ran out of memory; try again"
        ) from error
    # last, because it lists the files of the others
    write_sitemap(context)


def _run_phase(phase: Phase, context: BuildContext) -> None:
    """Run the generators of the kinds of page that belong to a phase."""
    for kind in PAGE_KINDS:
        if kind.phase == phase:
            for generator in GENERATORS[kind.name]:
                generator(context)


def build_site(
    store_path: Path,
    out: Path,
    fill_in: Callable[[str], str],
    *,
    progress: Callable[[str], None],
    tell: Callable[[str], object] = lambda _line: None,
) -> None:
    """Build the site from a knowledge base.

    The site is built next to `out` and then replaces it, so that a failed or killed run leaves the old site.
    If `out` is a symbolic link, its target is replaced and the link is kept.

    Args:
        store_path: The knowledge base.
        out: Folder of the site. Files of an earlier site that nobody changed are replaced; all other files stay.
        fill_in: Puts the parts that are made from the code into a text of the documentation.
        progress: Called with each activity in a few words.
        tell: Called with a line about files that stayed in a folder.

    Raises:
        SiteError: Something is missing; or `out` has other files, but no site; or another run writes to it; or mkdocs
            reported an error or a warning.
        OSError: The disk is full, or `out` cannot be written.
    """
    try:
        with replacing_folder(out, _SITE, tell) as replacement:
            # only for the default site, the folder for mkdocs is kept, so that `mkdocs serve` works
            base = replacement.workspace
            if replacement.out == ROOT / "build" / "site":
                base = ROOT / "build"
            # all steps and workers read this copy, even if the knowledge base is replaced meanwhile
            copied = replacement.workspace / _COPY
            copy_store(store_path, copied)
            with replacing_folder(base / "mkdocs", _SOURCE, tell) as source:
                write_source_folder(copied, source.fresh, base / "static", fill_in, progress=progress, tell=tell)
                run_mkdocs(source.fresh, replacement.fresh)
                finish(copied, source.fresh, replacement.fresh, progress=progress)
                source.commit()
            progress("putting the site in place")
            replacement.commit()
    except (FolderError, StoreError) as error:
        raise SiteError(str(error)) from error


def run_mkdocs(folder: Path, site_dir: Path) -> None:
    """Do the second step, as `mkdocs build --strict` does: the pages that the first step wrote become a site.

    If mkdocs fails, the folder of the site is deleted.

    Raises:
        SiteError: mkdocs is not installed, or reported an error or a warning.
    """
    try:
        # imported here, so that `comprules` installed without the site still has its other commands
        from mkdocs.commands.build import build  # noqa: PLC0415
        from mkdocs.config import load_config  # noqa: PLC0415
        from mkdocs.exceptions import Abort, MkDocsException  # noqa: PLC0415
    except ImportError as error:
        raise SiteError(f"{error.name} is not installed: install comprules[site], or use `make site`") from error
    messages = BufferingHandler(sys.maxsize)
    messages.setLevel(logging.WARNING)
    logger = logging.getLogger("mkdocs")
    logger.addHandler(messages)
    propagate, logger.propagate = logger.propagate, False
    try:
        build(load_config(str(folder / SETTINGS), site_dir=str(site_dir), strict=True))
    except (Abort, MkDocsException) as error:
        shutil.rmtree(site_dir, ignore_errors=True)
        problems = [record.getMessage() for record in messages.buffer]
        raise SiteError("\n".join([*problems, str(error)]).strip()) from error
    finally:
        logger.removeHandler(messages)
        logger.propagate = propagate


def finish(store_path: Path, folder: Path, site_dir: Path, *, progress: Callable[[str], None]) -> None:
    """Do the third step: remove files of Material that no page loads, run the generators, and write the offline files.

    In the finished pages, the options of commands are kept in one piece.

    Args:
        store_path: The knowledge base.
        folder: The folder that the first step wrote.
        site_dir: The site that mkdocs wrote.
        progress: Called with each activity in a few words.

    Raises:
        SiteError: The folder was made from another knowledge base.
    """
    settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    shell = Shell(settings["extra"], settings["site_url"])
    # Material's search, its images, and its style sheets, which are part of ours
    for name in ("javascripts/lunr", "javascripts/workers", "stylesheets", "images"):
        shutil.rmtree(site_dir / "assets" / name, ignore_errors=True)
    for path in (site_dir / "assets" / "javascripts").glob("*.map"):
        path.unlink()
    with open_store(store_path) as store:
        if store.seal != settings["extra"][SEAL]:
            raise SiteError(f"{folder}: made from a knowledge base other than {store_path}; rebuild the pages")
        run_generators(BuildContext(store, site_dir, shell, current_book(store).places(), progress))
    join_options_of_pages(site_dir)
    # last, because it lists what the others wrote
    write_offline(site_dir, shell)
