"""The page of an edition shows the index that the edition prints, with links to its rules."""

from __future__ import annotations

from pathlib import Path

from bs4 import BeautifulSoup
from msgspec.structs import replace

from rules.records import Matter
from rules.store import open_store
from site_src.pages.writer import write_pages
from tests.site_src.test_pages import parsed
from tests.site_src.tiny import tiny_reading, write_store

INDEX = Matter(
    "index",
    "Copies, 702.40\n\tof a <storm>, 702.40a, 702.99\nNeighbours, near & far, 100.1-3\nPile, see Copies",
)


def read_page(folder: Path, matter: tuple[Matter, ...]) -> BeautifulSoup:
    """Return the page of the tiny edition with some matter around its rules."""
    reading = replace(tiny_reading(), matter=matter)
    with open_store(write_store(folder / "i.sqlite", (reading, ()))) as store:
        write_pages(store, folder / "pages")
    return parsed(folder / "pages/theme/bodies/e/2026-04-17.html")


def test_each_number_of_the_index_links_to_its_rule_on_the_page(tmp_path: Path) -> None:
    page = read_page(tmp_path, (INDEX,))
    items = page.select(".book-index > li")
    assert [" ".join(item.get_text().split()) for item in items] == [
        "Copies, 702.40",
        "of a <storm>, 702.40a ambiguous, 702.99 missing",
        "Neighbours, near & far, 100.1-3",
        "Pile, see Copies",
    ]
    assert [item.get("class") for item in items] == [None, ["under"], None, None]
    links = [(link.get_text(), link["href"]) for item in items for link in item.select("a")]
    assert links == [("702.40", "#702.40"), ("702.40a", "#702.40a"), ("100.1-3", "#100.1")], "a range: its first rule"


def test_other_matter_makes_no_index(tmp_path: Path) -> None:
    page = read_page(tmp_path, (Matter("credits", INDEX.text),))
    assert page.select(".book-index, #index") == []
