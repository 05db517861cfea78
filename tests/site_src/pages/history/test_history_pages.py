"""History pages: what a number meant, and the lineages under it; all text escaped, all links to what is there."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup, Tag

from site_src.layout.book import SitePlace
from site_src.pages.history.outcomes import Outcomes
from site_src.pages.history.pages import NumberView, Pages
from site_src.pages.history.plan import history_pages
from site_src.paths import ASSETS
from tests.site_src.pages.history.moved_rules import EDITIONS, A, C
from tests.site_src.pages.written import parse_html, text_at
from tests.site_src.tiny import HOSTILE

PLACES = {key: SitePlace("cr/702/", key) for key in EDITIONS[C]}


@pytest.fixture(scope="module")
def soups(outcomes: Outcomes) -> dict[str, BeautifulSoup]:
    pages = Pages(outcomes, PLACES, history_pages(outcomes.histories))
    return {page.address: parse_html(pages.body(page)[1]) for page in pages.all_pages}


def section_of(soups: dict[str, BeautifulSoup], number: str) -> BeautifulSoup:
    section = soups[f"history/{number.rstrip('ab')}/"].find(id=number)
    assert isinstance(section, Tag)
    return parse_html(str(section))


def test_a_number_says_what_it_was_and_where_that_is_now(soups: dict[str, BeautifulSoup]) -> None:
    old = section_of(soups, "702.3b")
    assert text_at(old, ".meanings > li .when") == "1 January 2001 to 4 May 2005"
    assert text_at(old, ".meanings > li .what") == "Basket"
    assert text_at(old, ".meanings > li .outcome") == "merged into what is now 702.2a"
    assert [tag["data-number"] for tag in old.select(".meanings [data-number]")] == ["702.2a"]
    used = section_of(soups, "702.2")
    assert used.select("summary")[0].get_text() == "Before 5 May 2005 this number was Ladder"
    assert [tag.get_text() for tag in used.select(".meanings .what")] == ["Ladder", "Basket"]
    assert used.select("article")[0]["id"] == f"702.3@{A}"
    assert section_of(soups, "702.1").select(".meanings") == [], "it was always the same rule"
    deleted = section_of(soups, "702.4a").get_text()
    assert "Nobody mows alone." in deleted
    assert "Deleted with the edition of 5 May 2005" in deleted
    assert NumberView("1", "1", (), ()).before == ""
    chapter = soups["history/702/"]
    rows = [link.get_text().split() for link in chapter.select(".page-rows a")]
    assert rows == [["702.1"], ["702.2", "Crate"], ["702.3", "Ladder"], ["702.4", "Scythe"], ["702.5"]]
    assert [tag.get_text() for tag in chapter.select(".page-rows li.gone .num")] == ["702.4"]


def test_classes_have_sign_and_word(soups: dict[str, BeautifulSoup]) -> None:
    marks = [mark for soup in soups.values() for mark in soup.select(".mark")]
    assert {"mark-wording", "mark-terminology", "mark-renumbered", "mark-added"} <= {mark["class"][1] for mark in marks}
    style_sheet = (ASSETS / "css" / "changes.css").read_text(encoding="utf-8")
    for mark in marks:
        assert mark.get_text(strip=True)
        assert re.search(rf"\.{mark['class'][1]}\b[^{{]*\{{ --sign: \"\S\"; \}}", style_sheet)


def test_every_link_inside_the_histories_leads_to_an_anchor_and_no_id_stands_twice(
    soups: dict[str, BeautifulSoup],
) -> None:
    checked = 0
    for address, soup in soups.items():
        ids = [str(tag["id"]) for tag in soup.select("[id]")]
        assert len(ids) == len(set(ids)), address
        for link in soup.select("a[href]"):
            href = str(link["href"])
            page, _, anchor = href.partition("#")
            target = address if not page else page.replace("../" * address.count("/"), "", 1)
            if target in soups and anchor:
                assert soups[target].find(id=anchor) is not None, (address, href)
                checked += 1
            else:
                assert target in soups or target.startswith(("cr/", "id/", "e/", "history/")), (address, href)
    assert checked > 20


def test_nothing_of_a_text_is_markup(soups: dict[str, BeautifulSoup]) -> None:
    soup = soups["history/702.5/"]
    assert soup.select("script, [style], [onclick]") == []
    assert HOSTILE[1] in [tag.get_text() for tag in soup.select(".rule-text")]
    assert text_at(soups["history/glossary/old-new/"], "h1") == "Old & <New>"
