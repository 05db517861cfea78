"""Offline use of a site: the groups of files that a device can keep, the service worker, and the page about it."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from pathlib import Path

from rules.files import hash_file
from rules.grouping import grouped
from site_src.markup.shell import SITE_NAME, Frame, Shell
from site_src.markup.words import count
from site_src.writing import write_json, write_text

UNASKED = "shell"
"""Name of the group that every visitor gets by default."""
_SHELL_FOLDERS = ("assets/", "offline/")
_SHELL_FILES = ("index.html", "manifest.webmanifest", "search/definition.json")
"""The folders and files that every page needs; no other files are fetched unless the reader asks for them."""
_LATEST = (
    "cr/",
    "glossary/",
    "about/",
    "editions/",
    "search/index.html",
    "search/now.json",
    "search/names.json",
    "search/asked.json",
    "search/times.json",
)
_NEVER = (
    "download/",
    "api/v1/rule/",
    "api/v1/lineages/",
    "api/v1/graph/",
    "404.html",
    "sw.js",
    "sitemap.xml",
    "robots.txt",
)
"""Files for machines or useless offline: a rule's document repeats the content of pages and texts of editions."""
_DOWNLOADS = frozenset({".gz", ".zip", ".sqlite", ".xml", ".csv", ".br", ".zst"})
_GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("latest", "The rules of the latest edition, the glossary and the search", _LATEST),
    ("search", "Full-text search, former editions included", ("search/",)),
    ("editions", "Every edition, as it read at the time", ("e/", "api/v1/")),
    ("histories", "The history of every rule, former numbers, keywords", ("history/", "id/", "kw/", "n/")),
    ("more", "Comparisons, pictures and all other pages", ("",)),
)
"""Name, description and addresses of the groups; a file belongs to the first group that matches."""
_ABOUT_OFFLINE = "How to read the rules without a network, and what is kept on your device."
ADDRESS = "offline/"
WORKER = "sw.js"
"""At the site's root, because a service worker controls only addresses in and below its folder."""
PROGRAM: dict[str, object] = {
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
"""The web app manifest; its addresses are relative, so that the site can have any address."""


def hash_kept(site_dir: Path) -> dict[str, str]:
    """Return a hash of the content of each file of a finished site that may be kept, by its name."""
    hashes = {}
    for path in site_dir.rglob("*"):
        name = path.relative_to(site_dir).as_posix()
        if path.is_file() and path.suffix not in _DOWNLOADS and not name.startswith(_NEVER):
            hashes[name] = shorten_hash(path)
    return hashes


def shorten_hash(path: Path) -> str:
    """Return the beginning of the hash of a file, which is enough to tell two versions of the file apart."""
    return hash_file(path)[:12]


def group_files(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the files of each group that has some, in order of their names; the default group comes first."""
    by_group = grouped((_group_of(name), name) for name in sorted(names))
    order = [UNASKED, *(group for group, _, _ in _GROUPS)]
    return {group: by_group[group] for group in order if group in by_group}


def list_digests(names: Iterable[str], digests: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return address and hash of each file of a group; the address of a page is that of its folder."""
    return [(_address_of(name), digests[name]) for name in names]


def _address_of(name: str) -> str:
    """Return the address of a file: `702/` for `702/index.html`, and `404.html` for itself."""
    folder, _, last = name.rpartition("/")
    if last != "index.html":
        return name
    if folder:
        return f"{folder}/"
    return ""


def hash_group(files: Iterable[tuple[str, str]]) -> str:
    """Return a hash of a group's addresses and contents, which is its version."""
    listed = "\n".join(" ".join(file) for file in files)
    return hashlib.sha256(listed.encode()).hexdigest()[:16]


def _group_of(name: str) -> str:
    """Return the first group with an address that the name of a file begins with; the last group takes any name."""
    if name.startswith(_SHELL_FOLDERS) or name in _SHELL_FILES:
        return UNASKED
    return next(group for group, _, addresses in _GROUPS if name.startswith(addresses))


def write_offline(site_dir: Path, shell: Shell) -> None:
    """Write the lists of files, the service worker, the page about offline use, and the web app manifest.

    Args:
        site_dir: The site, finished except for these files.
        shell: Makes the page.
    """
    write_json(site_dir / "manifest.webmanifest", PROGRAM)
    # The page shows the sizes of the groups and is in one of them itself. So the groups are made twice: before the page
    # is written, for their sizes, and after that, with its hash.
    digests = hash_kept(site_dir)
    _write_page(site_dir, shell, digests)
    page = f"{ADDRESS}index.html"
    digests[page] = shorten_hash(site_dir / page)
    versions = _write_lists(site_dir, digests)
    _write_worker(site_dir, shell, versions)


def _write_page(site_dir: Path, shell: Shell, names: Iterable[str]) -> None:
    """Write the page about offline use, with the size of each group of the files called `names`."""
    sizes = {}
    for group, names_of_group in group_files(names).items():
        size = sum((site_dir / name).stat().st_size for name in names_of_group)
        sizes[group] = megabytes_in_words(size)
    offered = [{"name": name, "words": words, "size": sizes[name]} for name, words, _ in _GROUPS if name in sizes]
    frame = Frame(ADDRESS, "Offline use", _ABOUT_OFFLINE, scripts=("offline",), styles=("offline",))
    now = sizes.get(UNASKED, "nothing yet")
    shell.write(site_dir, frame, "offline.html.j2", now=now, groups=offered)


def _write_lists(site_dir: Path, digests: Mapping[str, str]) -> dict[str, str]:
    """Write the list of files of each group, and the list of the groups that readers can ask for.

    Returns:
        The version of each group, by its name.
    """
    versions = {}
    for group, names in group_files(digests).items():
        files = list_digests(names, digests)
        versions[group] = hash_group(files)
        write_json(site_dir / ADDRESS / f"{group}.json", {"version": versions[group], "files": files})
    asked = [{"name": group, "version": version} for group, version in versions.items() if group != UNASKED]
    write_json(site_dir / ADDRESS / "groups.json", asked)
    return versions


def _write_worker(site_dir: Path, shell: Shell, versions: Mapping[str, str]) -> None:
    """Write the service worker; it begins with the versions of all groups, so that a browser notices a new site."""
    version = "".join(digest[:8] for digest in versions.values())
    script = site_dir / "assets" / shell.extra["assets"]["worker"]
    source = script.read_text(encoding="utf-8")
    write_text(site_dir / WORKER, f'const VERSION="{version}";\n{source}')


def megabytes_in_words(size: int) -> str:
    """Return a size as `3 MB` of a million bytes, rounded up; every size from 1 byte to a million is `1 MB`."""
    return count(math.ceil(size / 10**6), "MB", "MB")
