"""The first step of building the site: writes a folder with the pages and the settings for mkdocs.

In the folder are `mkdocs.yml`, `docs` (pages and assets) and `theme` (with the finished bodies of pages).
"""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from graph.answers.editions import answer_editions
from rules.file_list import MARKER, find_unchanged, read_list
from rules.folders import FolderKind, replacing_folder
from rules.foreign_files import find_foreign
from rules.grouping import grouped
from rules.records import COMPREHENSIVE_RULES
from rules.sets_without_edition import list_sets_in_force
from rules.store import Store, open_store
from site_src.addresses import BULLETIN_PATH
from site_src.builder.assets import build_assets, hash_sources
from site_src.builder.documentation import list_contents, read_documentation, write_about, write_documentation
from site_src.markup.shell import make_extra
from site_src.page_kind import Subject
from site_src.page_kinds import RULINGS_PATH, SUBJECTS
from site_src.pages.bulletins import bulletins_of
from site_src.pages.latest import write_latest
from site_src.pages.terms.names import renamed_rows
from site_src.pages.writer import Writer, facts_of, write_pages
from site_src.paths import SITE_SETTINGS, THEME
from site_src.search.jump import make_jump_table, past_numbers, reused_numbers
from site_src.writing import write_json, write_text

SETTINGS = "mkdocs.yml"
MANIFEST, STAMP = "manifest.json", "stamp"
SEAL = "knowledge_base"
"""Name in `extra` of the seal of the knowledge base that the pages were made from."""
_ASSETS = FolderKind("assets of the site", (MANIFEST, STAMP))
_SHOWN = ("id", "set", "set_name", "work", "rules", "reason", "aliases")
"""The facts of each edition in `editions.json`."""


def _list_editions(store: Store) -> list[dict[str, Any]]:
    """Return the rows of `editions.json`, which the scripts read; `aliases` also has the codes of further sets.

    A set that no edition was published with counts as a set of the edition in force when it was released.
    """
    answers = msgspec.to_builtins(answer_editions(store))
    codes = grouped((edition, card_set.code) for edition, card_set in list_sets_in_force(store.chained()))
    rows = []
    for answer in answers:
        row = {name: answer[name] for name in _SHOWN}
        further = [card_set["code"] for card_set in answer["sets"][1:]]
        row["aliases"] = [*answer["aliases"], *further, *codes.get(answer["id"], [])]
        rows.append(row)
    return rows


def write_source_folder(
    store_path: Path,
    folder: Path,
    assets: Path,
    fill_in: Callable[[str], str],
    *,
    progress: Callable[[str], None],
    tell: Callable[[str], object] = lambda _line: None,
) -> None:
    """Write the folder for mkdocs.

    Args:
        store_path: The knowledge base.
        folder: A folder that does not exist.
        assets: Folder of style sheet, scripts and fonts; they are built again only if their sources changed.
        fill_in: Puts the parts that are made from the code into a text of the documentation.
        progress: Called with each activity in a few words.
        tell: Called with a line about files that stayed in the folder of assets.

    Raises:
        rules.store.StoreError: There is no usable knowledge base; the message says how to make one.
        site_src.errors.SiteError: It has nothing to show, or the assets cannot be built.
        rules.folders.FolderError: A folder to write has files that are not ours.
    """
    site_url = os.environ.get("COMPRULES_SITE_URL", "")
    with open_store(store_path) as store:
        pages = folder / "docs"
        names = _write_assets(store, assets, pages / "assets", progress, tell)
        progress("writing the pages")
        shutil.copytree(THEME, folder / "theme")
        writer = write_pages(store, folder, site_url)
        write_text(pages / "assets" / "jump.json", _make_jump_table(store, writer))
        write_json(pages / "assets" / "editions.json", _list_editions(store))
        write_latest(pages, writer.latest, int(min(store.edition_ids)[:4]))
        documentation = read_documentation()
        write_documentation(documentation, pages / "docs", fill_in)
        write_about(pages, store.is_sample)
        facts = {**facts_of(store, writer), "documentation": list_contents(documentation), SEAL: store.seal}
        extra = make_extra(names, facts)
    settings = {
        "INHERIT": str(SITE_SETTINGS),
        "site_url": site_url,
        "docs_dir": "docs",
        "site_dir": "site",
        "theme": {"custom_dir": "theme"},
        "extra": extra,
    }
    write_text(folder / SETTINGS, json.dumps(settings, indent=1) + "\n")


def _make_jump_table(store: Store, writer: Writer) -> str:
    """Return `jump.json`, from which the search box finds numbers and names before it has any other data."""
    latest = writer.latest.id
    return make_jump_table(
        writer.book,
        past_numbers(store, latest),
        writer.summary.places(),
        reused=reused_numbers(store, latest),
        renamed=renamed_rows(store.best_terms()),
        editions=[edition for edition in store.editions() if edition.work == COMPREHENSIVE_RULES],
        subjects=_list_subjects(store, writer),
    )


def _list_subjects(store: Store, writer: Writer) -> list[Subject]:
    """Return the pages that the search finds by words, without those that this site lacks."""
    is_there = {RULINGS_PATH: bool(writer.summary.issues), BULLETIN_PATH: bool(bulletins_of(store.work_of))}
    return [subject for subject in SUBJECTS if is_there.get(subject.address, True)]


def _write_assets(
    store: Store, folder: Path, target: Path, progress: Callable[[str], None], tell: Callable[[str], object]
) -> dict[str, Any]:
    """Write style sheet, scripts and fonts into a folder; they are built again only if they are not up to date.

    Args:
        store: The knowledge base, whose sets' symbols are included.
        folder: The folder that keeps them from build to build.
        target: The folder to write them into; it does not exist.
        progress: Called with each activity in a few words.
        tell: Called with a line about files that stayed in `folder`.

    Returns:
        The file names to load, by kind: `{"css": "comprules.1a2b3c4d.css", "js": …, "early": …, "pages": {…}}`, with
        scripts for single pages in `pages` and style sheets for single pages in `styles`, by name.
    """
    sets = sorted({edition.set_code for edition in store.editions() if edition.set_code})
    stamp = hash_sources(sets)
    with replacing_folder(folder, _ASSETS, tell) as replacement:
        # `out` has the assets of an earlier build, or nothing; `fresh` is where new ones are made.
        built = replacement.out
        if not _is_up_to_date(built, stamp):
            progress("building style sheet, script and fonts")
            built = replacement.fresh
            build_assets(built, sets)
            (built / STAMP).write_text(stamp, encoding="utf-8")
        names: dict[str, Any] = json.loads((built / MANIFEST).read_text(encoding="utf-8"))
        # Copy before `commit`: afterwards files that the user changed may be in the folder instead of ours.
        shutil.copytree(built, target, ignore=shutil.ignore_patterns(MANIFEST, STAMP, MARKER))
        if built == replacement.fresh:
            replacement.commit()
    return names


def _is_up_to_date(folder: Path, stamp: str) -> bool:
    """Return whether the folder of assets has all files that would be built now, unchanged, and no others."""
    file_list = read_list(folder)
    if file_list is None or STAMP not in file_list.files:
        return False
    unchanged = find_unchanged(folder, file_list.files)
    if unchanged.keys() != file_list.files.keys() or find_foreign(folder, unchanged):
        return False
    return (folder / STAMP).read_text(encoding="utf-8") == stamp
