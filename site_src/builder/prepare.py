"""Everything that mkdocs needs before it can build: generated pages and assets.

Each is made again only if it is missing or its sources changed; `stamp.json` next to it has the hash of the sources.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from graph.terms import terms_of
from rules.folders import FolderError
from rules.records import COMPREHENSIVE_RULES
from rules.store import open_store
from site_src.builder.assets import build_assets
from site_src.pages.writer import write_pages
from site_src.paths import ASSETS, ROOT, SOURCE
from site_src.search.jump import past_numbers, reused_numbers, write_jump_table
from site_src.search.renamed import renamed_rows

STAMP = "stamp.json"


class Folders(Struct, frozen=True):
    """Folders of the prepared parts: `pages` and `assets` in one folder."""

    base: Path

    @property
    def pages(self) -> Path:
        """Return the folder of generated Markdown pages and `theme.json`."""
        return self.base / "pages"

    @property
    def assets(self) -> Path:
        """Return the folder of style sheet, scripts, fonts, and `manifest.json` with their names."""
        return self.base / "assets"


def prepare(store_path: Path, folders: Folders, *, progress: Callable[[str], None]) -> None:
    """Bring the prepared parts up to date with the knowledge base and our sources.

    Raises:
        rules.store.StoreError: There is no usable knowledge base; the message says how to make one.
        site_src.errors.PagesError: It has nothing to show.
        site_src.errors.AssetsError: The assets cannot be built.
        rules.folders.FolderError: A folder to write has files that are not ours.
    """
    with open_store(store_path) as store:
        sets = sorted({edition.set_code for edition in store.editions() if edition.set_code})
        sources_of_assets = [*sorted((ASSETS).rglob("*")), ROOT / "package-lock.json"]
        assets_from = _hash_files(sources_of_assets, *sets)
        if not _is_fresh(folders.assets, assets_from):
            progress("building style sheet, script and fonts")
            _remake(folders.assets)
            build_assets(folders.assets, sets)
            _stamp(folders.assets, assets_from)
        pages_from = _hash_files([store_path, *page_sources()])
        if _is_fresh(folders.pages, pages_from):
            return
        progress("writing the pages")
        _remake(folders.pages)
        writer = write_pages(store, folders.pages)
        past = past_numbers(store, writer.latest.id)
        reused = reused_numbers(store, writer.latest.id)
        target, renamed = folders.pages / "assets" / "jump.json", renamed_rows(terms_of(store))
        write_jump_table(
            writer.book,
            past,
            target,
            writer.summary.places(),
            reused=reused,
            renamed=renamed,
            editions=[edition for edition in store.editions() if edition.work == COMPREHENSIVE_RULES],
        )
        _stamp(folders.pages, pages_from)


def page_sources() -> list[Path]:
    """Return the files that determine what is on a page: our code, templates and the facts next to them.

    The code that reads documents and the command line are not included: their results are in the knowledge base.
    """
    packages = [ROOT / "rules", ROOT / "graph", SOURCE]
    files = (path for package in packages for path in package.rglob("*") if path.is_file())
    return sorted(path for path in files if ASSETS not in path.parents and path.suffix not in {".pyc", ".ledger"})


def _hash_files(paths: list[Path], *words: str) -> str:
    """Return a hash of the names and contents of files, and of further words."""
    whole = hashlib.sha256("\0".join(words).encode())
    for path in paths:
        if path.is_file():
            # paths from the checkout, because two modules of the same name may swap places
            name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name
            whole.update(str(name).encode() + b"\0")
            with path.open("rb") as file:
                whole.update(hashlib.file_digest(file, "sha256").digest())
    return whole.hexdigest()


def _stamp_of(folder: Path) -> Path:
    # next to the folder, not in it: everything in it becomes part of the site
    return folder.with_name(f"{folder.name}.{STAMP}")


def _is_fresh(folder: Path, made_from: str) -> bool:
    stamp = _stamp_of(folder)
    if not folder.is_dir() or not stamp.is_file():
        return False
    try:
        return bool(json.loads(stamp.read_text(encoding="utf-8")) == made_from)
    except ValueError:
        return False


def _remake(folder: Path) -> None:
    """Empty a folder that we wrote, or create it.

    Raises:
        FolderError: The folder has files, and no stamp next to it shows that they are ours.
    """
    if folder.is_dir() and any(folder.iterdir()) and not _stamp_of(folder).is_file():
        raise FolderError(
            f"{folder}: has files but no {_stamp_of(folder).name} next to it, so comprules did not write it; "
            "move it away"
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    _stamp(folder, "")  # marks the folder as ours and unfinished, whatever happens
    if folder.is_dir():
        shutil.rmtree(folder)
    folder.mkdir()


def _stamp(folder: Path, made_from: str) -> None:
    _stamp_of(folder).write_text(json.dumps(made_from) + "\n", encoding="utf-8")
