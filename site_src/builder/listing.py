"""What lists the files of a finished site: for search engines and hosts, and in groups for offline use."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree as ET

from msgspec import Struct

from site_src.context import BuildContext
from site_src.markup.shell import SITE_NAME, Frame, Shell, write_page
from site_src.markup.words import count

SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"


def write_sitemap(context: BuildContext) -> None:
    """Write `sitemap.xml`, `robots.txt` and `_headers`; call it after all other files are written.

    A sitemap has absolute addresses, so without the site's address (`COMPRULES_SITE_URL`) there is none; the one that
    mkdocs writes is deleted.
    """
    site_dir, url = context.site_dir, context.shell.site_url
    for left in ("sitemap.xml", "sitemap.xml.gz"):
        (site_dir / left).unlink(missing_ok=True)
    robots = ["User-agent: *", "Disallow:"]
    if url:
        made = ET.Element(f"{{{SITEMAPS}}}urlset")
        for address in list_addresses(site_dir):
            ET.SubElement(ET.SubElement(made, f"{{{SITEMAPS}}}url"), f"{{{SITEMAPS}}}loc").text = url + address
        ET.register_namespace("", SITEMAPS)
        document = ET.ElementTree(made)
        ET.indent(document)
        document.write(site_dir / "sitemap.xml", encoding="utf-8", xml_declaration=True)
        robots.append(f"Sitemap: {url}sitemap.xml")
    (site_dir / "robots.txt").write_text("\n".join([*robots, ""]), encoding="utf-8")
    write_headers(site_dir)


def write_headers(site_dir: Path) -> None:
    """Say in `_headers`, which some hosts read, that files with a hash of their content in the name never change.

    The few that say which edition is the latest are asked for again soon.
    """
    lines = [line for name in _CHANGING for line in (f"/assets/{name}", "  Cache-Control: public, max-age=300")]
    for path in sorted((site_dir / "assets").rglob("*")):
        if _HASHED.search(path.name):
            address = path.relative_to(site_dir).as_posix()
            lines += [f"/{address}", "  Cache-Control: public, max-age=31536000, immutable"]
    (site_dir / "_headers").write_text("\n".join([*lines, ""]), encoding="utf-8")


_CHANGING = ("editions.css", "latest.js")
_HASHED = re.compile(r"\.(?:[0-9a-f]{8,10}|[0-9A-Z]{8})(?:\.min)?\.(?:js|css|woff2)$")


def list_addresses(site_dir: Path) -> list[str]:
    """Return the addresses of the pages that may be listed, from the site's root, in order."""
    addresses = []
    for path in site_dir.rglob("index.html"):
        head = path.read_bytes().partition(b"</head>")[0]
        if b'content="noindex"' not in head:
            addresses.append(path.parent.relative_to(site_dir).as_posix() + "/")
    return sorted("" if address == "./" else address for address in addresses)


UNASKED = "shell"
"""Name of the group that every visitor gets by default."""
_SHELL = ("assets/", "offline/", "index.html", "manifest.webmanifest")
"""What every page needs; nothing else is fetched unasked."""
_LATEST = ("cr/", "glossary/", "about/", "editions/", "search/index.html", "search/now.json", "search/definition.json")
_NEVER = (
    "download/",
    "api/v1/rule/",
    "api/v1/lineages/",
    "404.html",
    "sw.js",
    "sitemap.xml",
    "robots.txt",
)
"""Files for machines or useless offline: a rule's document repeats the content of pages and texts of editions."""
_DOWNLOADS = frozenset({".gz", ".zip", ".sqlite", ".xml", ".csv", ".br", ".zst"})
_GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("latest", "The rules of the latest edition, the glossary and the search", _LATEST),
    ("search", "Search of all words, also in former editions", ("search/",)),
    ("editions", "Every edition, to be read as of then", ("e/", "api/v1/")),
    ("histories", "The history of every rule, former numbers, keywords", ("history/", "id/", "kw/", "n/")),
    ("more", "Comparisons, pictures and all other pages", ("",)),
)
"""Name, description and addresses of the groups; a file belongs to the first group that matches."""


class KeptFile(Struct, frozen=True):
    """A file of the site.

    Attributes:
        address: Address from the site's root, without `index.html`.
        digest: Hash of its content.
        size: In bytes.
    """

    address: str
    digest: str
    size: int


class FileGroup(Struct, frozen=True):
    """Files that are stored together.

    Attributes:
        name: Name of its list: `offline/NAME.json`.
        words: Description for the reader.
        files: In order of their addresses.
    """

    name: str
    words: str
    files: tuple[KeptFile, ...]

    @property
    def size(self) -> int:
        """Return the size of all files, in bytes."""
        return sum(file.size for file in self.files)

    @property
    def digest(self) -> str:
        """Return a hash of all names and contents."""
        names = "\n".join(f"{file.address} {file.digest}" for file in self.files)
        return hashlib.sha256(names.encode()).hexdigest()[:16]


def kept_files(site_dir: Path) -> dict[str, KeptFile]:
    """Return all files of a finished site that may be kept, by name, in order."""
    return {name: kept_file(name, path) for name, path in _list_files(site_dir)}


def groups_of(files: Mapping[str, KeptFile]) -> tuple[FileGroup, ...]:
    """Return all groups of a site's files, the default one first, without empty ones."""
    files_of: dict[str, list[KeptFile]] = {}
    for name, file in sorted(files.items()):
        files_of.setdefault(_group_of(name), []).append(file)
    words = {UNASKED: "What every page needs", **{name: title for name, title, _ in _GROUPS}}
    return tuple(FileGroup(name, title, tuple(files_of[name])) for name, title in words.items() if name in files_of)


def _list_files(site_dir: Path) -> Iterator[tuple[str, Path]]:
    paths = ((path.relative_to(site_dir).as_posix(), path) for path in site_dir.rglob("*") if path.is_file())
    for name, path in sorted(paths):
        if not name.startswith(_NEVER) and PurePosixPath(name).suffix not in _DOWNLOADS:
            yield name, path


def _group_of(name: str) -> str:
    if name.startswith(_SHELL[:2]) or name in _SHELL:
        return UNASKED
    return next(group for group, _, addresses in _GROUPS if name.startswith(addresses))


def kept_file(name: str, path: Path) -> KeptFile:
    """Return a file from its name, relative to the site's root, and its path."""
    content = path.read_bytes()
    address = name.removesuffix("index.html") if PurePosixPath(name).name == "index.html" else name
    digest = hashlib.sha256(content).hexdigest()[:12]
    return KeptFile(address, digest, len(content))


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
