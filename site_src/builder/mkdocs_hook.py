"""The hook of mkdocs.yml: prepares the generated pages if they are missing, and writes what mkdocs does not write.

It adds files to the build and changes none: the pages are plain Markdown files that any site generator can read, and
the documentation is the project's own. Files of the theme that nothing loads are removed.
"""

from __future__ import annotations

import json
import logging
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import escape
from mkdocs.exceptions import Abort
from mkdocs.structure.files import File, Files

from rules.store import StoreError, open_store
from rules.store.location import store_path
from site_src.builder.documentation import Document, Documentation, read_documentation
from site_src.builder.generators import run_generators
from site_src.builder.prepare import Folders, prepare
from site_src.context import BuildContext
from site_src.errors import SiteError
from site_src.layout.book import RULES_SHELF
from site_src.markup.shell import DOCUMENTATION_SHELF, SKIP, Frame, Shell
from site_src.pages.offline.write import write_offline
from site_src.pages.writer import current_book

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.pages import Page

log = logging.getLogger("mkdocs.comprules")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Prepare pages and assets, and pass the theme its data."""
    # otherwise sitemap.xml would contain the current date
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    folders = _find_folders(config)
    try:
        prepare(_store_path(config), folders, progress=_show_progress)
        documentation = read_documentation(_find_root(config))
        contents = documentation.contents()
    except (StoreError, SiteError) as problem:
        log.error("comprules: %s (`make site` does every step)", problem)  # noqa: TRY400 - for people, without traceback
        raise Abort("The pages could not be prepared.") from problem
    shell = Shell(
        _read_config(folders.assets / "manifest.json"),
        _read_config(folders.pages / "theme.json"),
        config.site_url or "",
    )
    config.extra.update(shell.extra())
    config.extra["shell"] = shell
    config.extra["documents"], config.extra["documentation"] = documentation, contents
    return config


def _read_config(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages, the assets and the documentation to the hand-written pages."""
    folders = _find_folders(config)
    for folder, prefix, ignored in ((folders.pages, "", "theme.json"), (folders.assets, "assets/", "manifest.json")):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.name != ignored:
                name = prefix + path.relative_to(folder).as_posix()
                files.append(File.generated(config, name, abs_src_path=str(path)))
    documentation: Documentation = config.extra["documents"]
    for document in documentation:
        file = File.generated(config, document.source, abs_src_path=str(document.path))
        file.dest_uri = f"{document.address}index.html"
        files.append(file)
    for path in documentation.pictures:
        files.append(File.generated(config, path.relative_to(_find_root(config)).as_posix(), abs_src_path=str(path)))
    return files


def on_page_content(html: str, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Insert the drawings of the documentation into its pages, so that they use the colours of the site.

    Also make code blocks, which may be wider than the page, reachable by keyboard.
    """
    if page.url.startswith(DOCUMENTATION_SHELF):
        html = html.replace("<pre><code", '<pre tabindex="0"><code')
        for path in config.extra["documents"].pictures:
            drawing = path.read_text(encoding="utf-8").strip()
            html = re.sub(rf'<p><img [^>]*src="[^"]*/{re.escape(path.name)}"[^>]*></p>', lambda _: drawing, html)  # noqa: B023
    return html


def on_env(env: Environment, files: Files, **_: object) -> Environment:
    """Remove the files of Material that nothing loads: its search, maps, and style sheets, which ours include."""
    for file in list(files):
        if re.match(r"assets/(javascripts/(lunr|workers)/|stylesheets/|images/)|.*\.map$", file.src_uri):
            files.remove(file)
    return env


def on_page_context(context: dict[str, Any], page: Page, config: MkDocsConfig, **_: object) -> dict[str, Any]:
    """Complete the front matter of hand-written pages."""
    if not page.meta.get("generated"):
        document = config.extra["documents"].at(page.file.src_uri)
        if document:
            frame = _frame_of(document, page, config.extra["documents"])
        else:
            frame = Frame(page.url, str(page.title), page.meta.get("description", ""), shelf=RULES_SHELF)
        meta = {**frame.meta(), "generated": False}
        meta.setdefault("description", str(escape(config.extra["shell"].description(frame))))
        page.meta = {**meta, **page.meta}
    # the footer links to the neighbours that the page itself names
    page.previous_page = page.next_page = None
    page.toc = [SKIP]  # type: ignore[assignment]
    return context


def _frame_of(document: Document, page: Page, documentation: Documentation) -> Frame:
    (chapter,) = page.toc.items
    toc = [(part.url, part.title) for part in chapter.children]
    before, after = documentation.find_in_neighbour(document)
    return Frame(
        document.address,
        document.title,
        f"{document.title}: documentation of comprules",
        shelf=DOCUMENTATION_SHELF,
        section=documentation.group_of(document),
        toc=toc,
        previous=before,
        next=after,
    )


def on_post_build(config: MkDocsConfig) -> None:
    """Write the pages that mkdocs does not write."""
    site_dir, shell = Path(config.site_dir), config.extra["shell"]
    try:
        # mkdocs' own sitemap has only the pages of mkdocs
        for name in ("sitemap.xml", "sitemap.xml.gz"):
            (site_dir / name).unlink(missing_ok=True)
        with open_store(_store_path(config)) as store:
            places = current_book(store).places()
            run_generators(BuildContext(store, site_dir, shell, places, _show_progress))
        # last, because it lists what the others wrote
        write_offline(site_dir, shell)
    except (StoreError, SiteError) as problem:
        log.error("comprules: %s", problem)  # noqa: TRY400 - for people, without traceback
        raise Abort("The site could not be finished.") from problem


def _show_progress(what: str) -> None:
    log.info("comprules: %s", what)


def on_serve(server: LiveReloadServer, config: MkDocsConfig, **_: object) -> LiveReloadServer:
    """Watch the knowledge base and our sources, so that a change rebuilds the site."""
    root = Path(config.config_file_path).parent
    for watched in (_store_path(config), root / "site_src", root / "docs"):
        if watched.exists():
            server.watch(str(watched))
    return server


def _find_root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).parent


def _find_folders(config: MkDocsConfig) -> Folders:
    return Folders(_find_root(config) / str(config.extra["parts"]))


def _store_path(config: MkDocsConfig) -> Path:
    given = config.extra.get("store")
    return store_path(Path(str(given)) if given else None, _find_root(config))
