"""What leads to the latest edition: its addresses, and its facts in the style sheet and for scripts."""

import re
from pathlib import Path

from markupsafe import Markup

from rules.records import Edition
from site_src.addresses import LATEST
from site_src.markup.words import name_edition
from site_src.pages.history.years import YEARS
from site_src.paths import write_text

_LATEST_PAGES = {"The latest edition": "", "All rules of the latest edition": "all/"}
"""Titles of the pages that lead to the latest edition, with the part of their addresses below it."""
# The script runs on every page: where there is a bar, it tells the bar which edition is the latest; the pages of
# `_LATEST_PAGES` have none, and are left for those of that edition.
_SCRIPT = """\
const bar = document.querySelector(".edition-bar");
if (bar) bar.dataset.latest = "{id}";
else location.replace(document.querySelector("a").href + location.hash);
"""
_PAGE = Markup(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'\">"
    '<meta name="robots" content="noindex"><meta http-equiv="refresh" content="1; url={href}">'
    '<title>{title} · Comprehensive Rules</title><h1>{title}</h1><p><a href="{href}">{name}</a></p>'
    '<script src="{root}assets/latest.js"></script></html>\n'
)


def write_latest(folder: Path, edition: Edition, first_year: int) -> None:
    """Write what depends on the latest edition into the folder of pages, where the built assets are."""
    name = name_edition(edition)
    values = _make_style_values(name, first_year, int(edition.id[:4]))
    with (folder / "assets" / "editions.css").open("a", encoding="utf-8") as style:
        style.write(f":root{{{values}}}\n")
    write_text(folder / "assets" / "latest.js", _SCRIPT.format(id=edition.id))
    for title, below in _LATEST_PAGES.items():
        address = f"e/{LATEST}/{below}"
        root = "../" * address.count("/")
        href = f"{root}e/{edition.id}/{below}"
        page = _PAGE.format(title=title, href=href, name=name, root=root)
        write_text(folder / address / "index.html", page)


def _make_style_values(name: str, first_year: int, last_year: int) -> str:
    """Return what the style sheet has to know of the latest edition, as custom properties.

    Returns:
        `--latest`: its name, as a string.
        `--years-wide`: the width of a picture over `YEARS`, where 1 is the part that is seen: 50 years of which 25 have
            passed are 2.
        `--years-mark`: where in such a picture the first year is that five divides, in percent: 2 for 2000 in a picture
            from 1999.
    """
    width = YEARS / (last_year + 1 - first_year)
    years_before_mark = -first_year % 5
    mark = years_before_mark * 100 / YEARS
    # a string of a style sheet, whatever its characters
    escaped = re.sub(r"[^\w ,:’-]", lambda char: f"\\{ord(char[0]):06x}", name)
    return f'--latest:"{escaped}";--years-wide:{width:.5f};--years-mark:{mark:g}%'
