"""Files for search engines and hosts: `robots.txt`, `_headers`, and `sitemap.xml` if the site's address is known."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from site_src.context import BuildContext

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
    lines = [line for name in _LATEST for line in (f"/assets/{name}", "  Cache-Control: public, max-age=300")]
    for path in sorted((site_dir / "assets").rglob("*")):
        if _HASHED.search(path.name):
            address = path.relative_to(site_dir).as_posix()
            lines += [f"/{address}", "  Cache-Control: public, max-age=31536000, immutable"]
    (site_dir / "_headers").write_text("\n".join([*lines, ""]), encoding="utf-8")


_LATEST = ("editions.css", "latest.js")
_HASHED = re.compile(r"\.(?:[0-9a-f]{8,10}|[0-9A-Z]{8})(?:\.min)?\.(?:js|css|woff2)$")


def list_addresses(site_dir: Path) -> list[str]:
    """Return the addresses of the pages that may be listed, from the site's root, in order."""
    addresses = []
    for path in site_dir.rglob("index.html"):
        head = path.read_bytes().partition(b"</head>")[0]
        if b'content="noindex"' not in head:
            addresses.append(path.parent.relative_to(site_dir).as_posix() + "/")
    return sorted("" if address == "./" else address for address in addresses)
