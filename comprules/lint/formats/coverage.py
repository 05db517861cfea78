"""What `comprules coverage` prints for programs and browsers: JSON, one page of HTML, a badge."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

import msgspec

from comprules.lint.coverage import Coverage
from comprules.lint.formats.wording import relative_path
from rules.numbers import chapter_of, kind_of

_COLOURS = ("#a4373a", "#8a6100", "#2c7a3f")
"""Of a badge: for less than a third, less than two thirds, and more; white letters can be read on each."""


class Addresses(msgspec.Struct, frozen=True):
    """Where the links of a page lead.

    Attributes:
        site: Address of a site that `comprules site` wrote; None for no links to rules.
        source: What goes before the path of a file, relative to the working folder; None for links to the files.
        folder: The folder that the page is in.
    """

    site: str | None = None
    source: str | None = None
    folder: Path = Path()

    def of_rule(self, number: str) -> str | None:
        """Return the address of a rule, chapter or section."""
        if self.site is None:
            return None
        chapter = "" if kind_of(number) == "section" else f"{chapter_of(number)}/"
        anchor = "" if kind_of(number) == "chapter" else f"#{number}"
        return f"{self.site.rstrip('/')}/cr/{chapter}{anchor}"

    def of_file(self, path: str) -> str:
        """Return the address of a file."""
        if self.source is not None:
            return f"{self.source.rstrip('/')}/{quote(relative_path(path))}"
        return quote(os.path.relpath(path, self.folder).replace(os.sep, "/"))


def render_json(coverage: Coverage) -> bytes:
    """Return the JSON document."""
    return msgspec.json.format(msgspec.json.encode(coverage), indent=1) + b"\n"


def render_html(coverage: Coverage, addresses: Addresses) -> bytes:
    """Return one page that needs no other file."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - slow to import

    from comprules.lint.coverage import group_by_chapter  # noqa: PLC0415 - imports this package

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = environment.get_template("coverage.html.j2").render(
        coverage=coverage, by_chapter=group_by_chapter(coverage.rules), addresses=addresses
    )
    return page.encode("utf-8", "backslashreplace") + b"\n"


def render_badge(coverage: Coverage) -> bytes:
    """Return a badge with the percentage of rules that are cited in code, as SVG."""
    words = f"rules cited in code: {coverage.summary.percent:.0f} %"
    colour = _COLOURS[min(int(coverage.summary.percent * len(_COLOURS) / 100), len(_COLOURS) - 1)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="190" height="20" role="img" aria-label="{words}">'
        f'<title>{words}</title><rect width="140" height="20" fill="#444"/>'
        f'<rect x="140" width="50" height="20" fill="{colour}"/>'
        '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        '<text x="70" y="14" textLength="126">rules cited in code</text>'
        f'<text x="165" y="14">{coverage.summary.percent:.0f} %</text></g></svg>\n'
    ).encode()
