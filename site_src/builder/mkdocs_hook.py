"""The hook of mkdocs.yml: prepares the generated pages where they are missing, frames them, writes all other parts.

With it `mkdocs build` and `mkdocs serve` work by hand. It adds files to the build and changes none: the pages are plain
Markdown files that any generator can take.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from mkdocs.exceptions import Abort
from mkdocs.structure.files import File, Files

from rules.store import StoreError, open_store
from site_src.builder.generators import run_generators
from site_src.builder.prepare import Folders, prepare
from site_src.context import BuildContext
from site_src.errors import SiteError
from site_src.layout.book import RULES_SHELF
from site_src.markup.page_source import environment
from site_src.markup.shell import Frame, Shell, Side
from site_src.pages.offline.write import write_offline
from site_src.pages.writer import current_book

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer

log = logging.getLogger("mkdocs.comprules")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Prepares pages and assets, and gives the theme its data."""
    # sitemap.xml would hold today's date otherwise
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    folders = _folders(config)
    try:
        prepare(_store_path(config), folders, progress=_progress)
    except (StoreError, SiteError) as problem:
        log.error("comprules: %s (`make site` does every step)", problem)  # noqa: TRY400 - for a person, no traceback
        raise Abort("The pages could not be prepared.") from problem
    shell = Shell(_read(folders.assets / "manifest.json"), _read(folders.pages / "theme.json"), config.site_url or "")
    config.extra["shell"] = shell
    config.extra["shell_of"] = lambda page: shell.framed(frame_of(page.url, page.title, page.meta), _body(page.content))
    return config


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _body(content: str) -> str:
    """What stands in the page; hand-written Markdown brings no element of its own around it."""
    return content if content.startswith('<div class="page') else f'<div class="page page-prose">\n{content}</div>'


def frame_of(url: str, title: str | None, meta: Mapping[str, Any]) -> Frame:
    """The frame of a page as mkdocs knows it: its address, and the front matter that `page_source.py` wrote."""
    address = "" if url in (".", "./") else url
    shelf = meta.get("shelf", RULES_SHELF)
    return Frame(
        address,
        meta.get("title", title or "") if address else "",
        meta.get("description", ""),
        edition=meta.get("edition"),
        edition_words=None if meta.get("edition_is_latest", True) else meta["edition_words"],
        of_the_rules=meta.get("edition_is_of_the_rules", True),
        about=meta.get("about", ""),
        side=Side(shelf, meta.get("section", ""), meta.get("here", "")) if shelf else None,
        scripts=meta.get("scripts", "").split(),
        styles=meta.get("styles", "").split(),
    )


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the generated pages and the assets to the hand-written pages."""
    folders = _folders(config)
    for folder, prefix, ignored in ((folders.pages, "", "theme.json"), (folders.assets, "assets/", "manifest.json")):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.name != ignored:
                name = prefix + path.relative_to(folder).as_posix()
                files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def on_post_build(config: MkDocsConfig) -> None:
    """Writes the pages that are none of mkdocs'."""
    site_dir, shell = Path(config.site_dir), config.extra["shell"]
    try:
        _write_missing(site_dir, shell)
        with open_store(_store_path(config)) as store:
            places = current_book(store).places()
            run_generators(BuildContext(store, site_dir, shell, places, _progress))
        # last of all: it lists what the others wrote
        write_offline(site_dir, shell)
    except (StoreError, SiteError) as problem:
        log.error("comprules: %s", problem)  # noqa: TRY400 - a message for a person, no traceback
        raise Abort("The site could not be finished.") from problem


def _progress(what: str) -> None:
    log.info("comprules: %s", what)


def _write_missing(site_dir: Path, shell: Shell) -> None:
    """The page for addresses that are not there. It is shown at any depth, so its links start at the root."""
    root = urlsplit(shell.site_url).path or "/"
    body = environment().get_template("missing.html.j2").render(root=root)
    frame = Frame("404.html", "Page not found", indexed=False, root=root)
    shell.write(site_dir, "404.html", shell.framed(frame, body))


def on_serve(server: LiveReloadServer, config: MkDocsConfig, **_: object) -> LiveReloadServer:
    """Builds again when the knowledge base or our sources change."""
    root = Path(config.config_file_path).parent
    for watched in (_store_path(config), root / "site_src"):
        if watched.exists():
            server.watch(str(watched))
    return server


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _folders(config: MkDocsConfig) -> Folders:
    return Folders(_root(config) / str(config.extra["parts"]))


def _store_path(config: MkDocsConfig) -> Path:
    given = config.extra.get("store") or os.environ.get("COMPRULES_DB")
    return Path(str(given)) if given else _root(config) / "build" / "comprules.sqlite"
