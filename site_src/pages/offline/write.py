"""Writes the files for offline use of a finished site; call it when all other files are written."""

from __future__ import annotations

import json
import math
from pathlib import Path

from site_src.markup.page_source import write_page
from site_src.markup.shell import SITE_NAME, Frame, Shell
from site_src.markup.words import count
from site_src.pages.offline.groups import UNASKED, FileGroup, groups_of, kept_file, kept_files

ADDRESS = "offline/"
WORKER = "sw.js"
"""At the site's root, because a service worker controls only addresses in and below its folder."""


def write_offline(site_dir: Path, shell: Shell) -> None:
    """Write the lists of files, the service worker, the page about offline use, and the web app manifest.

    Args:
        site_dir: The site, finished except for these files.
        shell: Makes the page.
    """
    _write_json(site_dir / "manifest.webmanifest", _build_program())
    # the page shows the sizes of the lists and is in one of them, so that one is made again after it is written
    files = kept_files(site_dir)
    _write_page(site_dir, shell, groups_of(files))
    page = f"{ADDRESS}index.html"
    groups = groups_of({**files, page: kept_file(page, site_dir / page)})
    for group in groups:
        rows = [[file.address, file.digest] for file in group.files]
        _write_json(site_dir / ADDRESS / f"{group.name}.json", {"version": group.digest, "files": rows})
    asked = [group for group in groups if group.name != UNASKED]
    _write_json(site_dir / ADDRESS / "groups.json", [{"name": group.name, "version": group.digest} for group in asked])
    version = "".join(group.digest[:8] for group in groups)
    source = (site_dir / "assets" / shell.extra["assets"]["worker"]).read_text(encoding="utf-8")
    (site_dir / WORKER).write_text(f'const VERSION="{version}";\n{source}', encoding="utf-8")


def _write_page(site_dir: Path, shell: Shell, groups: tuple[FileGroup, ...]) -> None:
    sizes = {group.name: megabytes_in_words(group.size) for group in groups}
    rows = [
        {"name": group.name, "words": group.words, "size": sizes[group.name]}
        for group in groups
        if group.name != UNASKED
    ]
    about = "How to read the rules without a network, and what is kept on your device."
    frame = Frame(ADDRESS, "Offline use", about, scripts=("offline",), styles=("offline",))
    write_page(shell, site_dir, frame, "offline.html.j2", now=sizes.get(UNASKED, "nothing yet"), groups=rows)


def megabytes_in_words(size: int) -> str:
    """Return a size as `3 MB` of a million bytes, rounded up; every size from 1 byte to a million is `1 MB`."""
    return count(math.ceil(size / 10**6), "MB", "MB")


def _build_program() -> dict[str, object]:
    """Return the web app manifest; its addresses are relative, so that the site can have any address."""
    return {
        "name": f"Magic: The Gathering {SITE_NAME}",
        "short_name": "Rules",
        "description": "Every edition of the Comprehensive Rules, with the history of every rule.",
        "lang": "en",
        "start_url": "./",
        "scope": "./",
        "id": "./",
        "display": "standalone",
        "background_color": "#fcfbf8",
        "theme_color": "#7b2418",
        "icons": [
            {"src": "assets/favicon.svg", "type": "image/svg+xml", "sizes": "any"},
            {"src": "assets/icon-192.png", "type": "image/png", "sizes": "192x192"},
            {"src": "assets/icon-512.png", "type": "image/png", "sizes": "512x512"},
            {"src": "assets/icon-maskable-512.png", "type": "image/png", "sizes": "512x512", "purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": "Glossary", "url": "glossary/"},
            {"name": "Editions", "url": "editions/"},
        ],
    }


def _write_json(target: Path, document: object) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
