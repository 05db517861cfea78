"""The files that say which edition is the latest: a new edition changes these few, and no page that only names it.

A style sheet has its name, the symbols of the sets and the width of years; a script has its date for other scripts, and
`/e/latest/` leads to it.
"""

from __future__ import annotations

import re
from pathlib import Path

from markupsafe import Markup

from rules.records import Edition
from site_src.layout.addresses import LATEST
from site_src.markup.words import date_in_words
from site_src.pages.history.strip import YEARS

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
    name = ", ".join(filter(None, [date_in_words(edition.id), edition.set_name or edition.set_code]))
    shown = int(edition.id[:4]) + 1 - first_year
    wide, mark = f"{YEARS / shown:.5f}", f"{-first_year % 5 * 100 / YEARS:g}%"
    values = f'--latest:"{_escape_css(name)}";--years-wide:{wide};--years-mark:{mark}'
    with (folder / "assets" / "editions.css").open("a", encoding="utf-8") as style:
        style.write(f":root{{{values}}}\n")
    (folder / "assets" / "latest.js").write_text(_SCRIPT.format(id=edition.id), encoding="utf-8")
    for title, below in (("The latest edition", ""), ("All rules of the latest edition", "all/")):
        address = f"e/{LATEST}/{below}"
        root = "../" * address.count("/")
        (folder / address).mkdir(parents=True, exist_ok=True)
        page = _PAGE.format(title=title, href=f"{root}e/{edition.id}/{below}", name=name, root=root)
        (folder / address / "index.html").write_text(page, encoding="utf-8")


def _escape_css(text: str) -> str:
    """Return a text for a string of a style sheet, whatever its characters."""
    return re.sub(r"[^\w ,:’-]", lambda char: f"\\{ord(char[0]):06x}", text)
