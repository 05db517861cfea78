"""The first of three steps: writes a folder with all that mkdocs needs, its settings included.

In the folder are `mkdocs.yml`, `docs` (pages and assets) and `theme` (with the finished bodies of pages).
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from graph.answers.lists import answer_editions
from rules.folders import MARKER, replacing_folder
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store, open_store
from site_src.builder.assets import build_assets
from site_src.builder.documentation import list_contents, read_documentation, write_about, write_documentation
from site_src.markup.shell import make_extra, read_settings
from site_src.pages.editions import write_latest
from site_src.pages.terms import renamed_rows
from site_src.pages.writer import facts_of, write_pages
from site_src.paths import ASSETS, ROOT, THEME, write_json, write_text
from site_src.search.jump import make_jump_table, past_numbers, reused_numbers

SETTINGS = "mkdocs.yml"
MANIFEST, STAMP = "manifest.json", "stamp"
_SHOWN = ("id", "set", "set_name", "work", "rules", "reason", "aliases")
"""What the lists of editions on the pages show of each."""


def prepare(
    store_path: Path, folder: Path, assets: Path, fill_in: Callable[[str], str], *, progress: Callable[[str], None]
) -> None:
    """Write the folder for mkdocs.

    Args:
        store_path: The knowledge base.
        folder: A folder that does not exist.
        assets: Folder of style sheet, scripts and fonts; they are built again only if their sources changed.
        fill_in: Puts what is made from the code into a text of the documentation.
        progress: Called with each activity in a few words.

    Raises:
        rules.store.StoreError: There is no usable knowledge base; the message says how to make one.
        site_src.errors.SiteError: It has nothing to show, or the assets cannot be built.
        rules.folders.FolderError: A folder to write has files that are not ours.
    """
    with open_store(store_path) as store:
        names = _prepare_assets(store, assets, progress)
        progress("writing the pages")
        pages = folder / "docs"
        shutil.copytree(THEME, folder / "theme")
        shutil.copytree(assets, pages / "assets", ignore=shutil.ignore_patterns(MANIFEST, STAMP, MARKER))
        writer = write_pages(store, folder)
        latest = writer.latest.id
        table = make_jump_table(
            writer.book,
            past_numbers(store, latest),
            writer.summary.places(),
            reused=reused_numbers(store, latest),
            renamed=renamed_rows(store.best_terms()),
            editions=[edition for edition in store.editions() if edition.work == COMPREHENSIVE_RULES],
        )
        write_text(pages / "assets" / "jump.json", table)
        answers = msgspec.to_builtins(answer_editions(store))
        rows = [{name: answer[name] for name in _SHOWN} for answer in answers]
        write_json(pages / "assets" / "editions.json", rows)
        write_latest(pages, writer.latest, int(min(store.edition_ids)[:4]))
        documentation = read_documentation()
        write_documentation(documentation, pages / "docs", fill_in)
        write_about(pages, store.is_sample)
        extra = make_extra(names, {**facts_of(store, writer), "documentation": list_contents(documentation)})
    settings = read_settings()
    settings |= {
        "site_url": os.environ.get("COMPRULES_SITE_URL", ""),
        "docs_dir": "docs",
        "site_dir": "site",
        "theme": {**settings["theme"], "custom_dir": "theme"},
        "extra": extra,
    }
    write_text(folder / SETTINGS, json.dumps(settings, indent=1) + "\n")


def _prepare_assets(store: Store, folder: Path, progress: Callable[[str], None]) -> dict[str, Any]:
    """Bring style sheet, scripts and fonts up to date.

    Returns:
        The file names to load, by kind: `{"css": "comprules.1a2b3c4d.css", "js": …, "early": …, "pages": {…}}`, with
        scripts for single pages in `pages` and style sheets for single pages in `styles`, by name.
    """
    sets = sorted({edition.set_code for edition in store.editions() if edition.set_code})
    # names and contents of all that they are made from
    made_from = hashlib.sha256("\0".join(sets).encode())
    for path in (*sorted(ASSETS.rglob("*")), ROOT / "package-lock.json"):
        if path.is_file():
            made_from.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    stamp = folder / STAMP
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != made_from.hexdigest():
        progress("building style sheet, script and fonts")
        with replacing_folder(folder) as place:
            build_assets(place.fresh, sets)
            (place.fresh / STAMP).write_text(made_from.hexdigest(), encoding="utf-8")
            place.commit()
    names: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    return names
