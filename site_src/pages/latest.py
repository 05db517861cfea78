"""The files that change with each new edition: redirects to the latest edition, and its name for styles and scripts."""

import re
from pathlib import Path

from markupsafe import Markup

from rules.records import Edition
from site_src.addresses import LATEST
from site_src.markup.words import name_edition
from site_src.pages.history.years import YEARS
from site_src.writing import write_text

_LATEST_PAGES = {"The latest edition": "", "All rules of the latest edition": "all/"}
"""Titles of the pages that lead to the latest edition, with the part of their addresses below it."""
# The script runs on every page. A page of the site has a bar, which gets the date of the latest edition; the pages of
# `_LATEST_PAGES` have none, and redirect to the edition.
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
    """Write the files that name the latest edition into the folder of pages, where the built assets are.

    Its style values are appended to the built style sheet of the editions, so this is called once per build.
    """
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
    """Return the custom properties by which the style sheet knows the latest edition.

    Returns:
        `--latest`: its name, as a string.
        `--years-wide`: the width of a picture over `YEARS` years, if the part up to the latest edition is 1: for 50
            years of which 25 have passed it is 2.
        `--years-mark`: the position of the first year divisible by five, in percent of such a picture: 2 for the year
            2000 in a picture of 50 years from 1999.
    """
    width = YEARS / (last_year + 1 - first_year)
    years_before_mark = -first_year % 5
    mark = years_before_mark * 100 / YEARS
    # other characters are escaped as in a string of a style sheet
    escaped = re.sub(r"[^\w ,:’-]", lambda char: f"\\{ord(char[0]):06x}", name)
    return f'--latest:"{escaped}";--years-wide:{width:.5f};--years-mark:{mark:g}%'
