"""The hook of mkdocs.yml: prepares the generated pages where they are missing, and indexes them for the search.

With it `mkdocs build` and `mkdocs serve` work by hand. It adds files to the build and changes none: the pages are plain
Markdown files that any generator can take.
"""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.exceptions import Abort
from mkdocs.structure.files import File, Files

from rules.store import StoreError
from site_src.errors import SiteError
from site_src.prepare import Folders, prepare
from site_src.search_index import run_pagefind

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
        prepare(_store_path(config), folders, progress=lambda what: log.info("comprules: %s", what))
    except (StoreError, SiteError) as problem:
        log.error("comprules: %s (`make site` does every step)", problem)  # noqa: TRY400 - for a person, no traceback
        raise Abort("The pages could not be prepared.") from problem
    theme: dict[str, Any] = json.loads((folders.pages / "theme.json").read_text(encoding="utf-8"))
    config.extra["comprules"] = theme
    config.extra["asset_names"] = json.loads((folders.assets / "manifest.json").read_text(encoding="utf-8"))
    return config


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
    """Indexes the records for the search."""
    try:
        run_pagefind(_folders(config).records, Path(config.site_dir) / "pagefind")
    except SiteError as problem:
        log.error("comprules: %s", problem)  # noqa: TRY400 - a message for a person, no traceback
        raise Abort("The search index could not be made.") from problem


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
