"""The files of a site for search engines and hosts: the sitemap, `robots.txt` and `_headers`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

from site_src.context import BuildContext
from site_src.writing import write_text

SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"

_UNLISTED = (b'content="noindex"', b'http-equiv="refresh"')
"""Marks in the head of a page that a sitemap does not list."""
_CHANGING = ("editions.css", "latest.js")
"""The assets that name the latest edition; their own names stay the same."""
_HASHED = re.compile(r"\.(?:[0-9a-f]{8,10}|[0-9A-Z]{8})(?:\.min)?\.(?:js|css|woff2)$")


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
        document = _make_sitemap(f"{url}{address}" for address in list_addresses(site_dir))
        document.write(site_dir / "sitemap.xml", encoding="utf-8", xml_declaration=True)
        robots.append(f"Sitemap: {url}sitemap.xml")
    write_text(site_dir / "robots.txt", "\n".join([*robots, ""]))
    write_headers(site_dir)


def _make_sitemap(addresses: Iterable[str]) -> ET.ElementTree[ET.Element]:
    urlset = ET.Element(f"{{{SITEMAPS}}}urlset")
    for address in addresses:
        entry = ET.SubElement(urlset, f"{{{SITEMAPS}}}url")
        location = ET.SubElement(entry, f"{{{SITEMAPS}}}loc")
        location.text = address
    ET.register_namespace("", SITEMAPS)
    ET.indent(urlset)
    return ET.ElementTree(urlset)


def write_headers(site_dir: Path) -> None:
    """Write `_headers`, in which some hosts read how long browsers may keep a file.

    Files with a hash of their content in the name never change; those that name the latest edition soon may.
    """
    lines = []
    for name in _CHANGING:
        lines += [f"/assets/{name}", "  Cache-Control: public, max-age=300"]
    for path in sorted((site_dir / "assets").rglob("*")):
        if _HASHED.search(path.name):
            address = path.relative_to(site_dir).as_posix()
            lines += [f"/{address}", "  Cache-Control: public, max-age=31536000, immutable"]
    (site_dir / "_headers").write_text("\n".join([*lines, ""]), encoding="utf-8")


def list_addresses(site_dir: Path) -> list[str]:
    """Return the addresses of the pages for a sitemap, from the site's root, in order; redirects are left out."""
    addresses = []
    for page in site_dir.rglob("index.html"):
        if _may_be_listed(page):
            folder = page.parent.relative_to(site_dir)
            addresses.append(_address_folder(folder))
    return sorted(addresses)


def _address_folder(folder: Path) -> str:
    if folder == Path():
        return ""
    return f"{folder.as_posix()}/"


def _may_be_listed(page: Path) -> bool:
    head, _, _ = page.read_bytes().partition(b"</head>")
    return not any(mark in head for mark in _UNLISTED)
