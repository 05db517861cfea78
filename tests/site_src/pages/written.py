"""Pages that are written from the rules that move, read again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bs4 import BeautifulSoup

from rules.links import Term
from rules.store import open_store
from site_src.context import BuildContext
from site_src.markup.shell import Shell, make_extra
from tests.rules.histories import write_history
from tests.site_src.pages.history.moved_rules import EDITIONS, LINKS
from tests.site_src.tiny import with_plain_dates

SHELL = Shell(
    make_extra(
        {
            "css": "a.css",
            "js": "a.js",
            "early": "e.js",
            "serif": "s.woff2",
            "pages": {"references": "r.js", "terms": "t.js"},
            "styles": {"terms": "t.css", "references": "r.css"},
        },
        {
            "contents": [],
            "rulings": [],
            "rulings_years": "",
            "documentation": [],
            "sample": False,
            "bulletins": False,
        },
    )
)


@contextmanager
def moved_rules_site(folder: Path, terms: Sequence[Term] | None = None) -> Iterator[BuildContext]:
    """What a generator of pages is given, for a site below a folder; `terms` instead of those that are mined."""
    path = write_history(folder / "moved_rules.sqlite", EDITIONS, LINKS, terms=terms)
    with open_store(path) as store:
        yield BuildContext(store, folder / "site", SHELL, {}, lambda _: None)


def parse_html(html: str) -> BeautifulSoup:
    return BeautifulSoup(with_plain_dates(html), "html.parser")


def read_page(site: Path, address: str) -> BeautifulSoup:
    return parse_html((site / address / "index.html").read_text(encoding="utf-8"))


def text_at(soup: BeautifulSoup, selector: str) -> str:
    """The words of the only element that a selector selects, without the blanks between them."""
    (element,) = soup.select(selector)
    return " ".join(element.get_text(" ").split())
