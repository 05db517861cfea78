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
from tests.site_src.tiny import HOSTILE

PLACES = {key: SitePlace("cr/702/", key) for key in EDITIONS[C]}


@pytest.fixture(scope="module")
def pages(outcomes: Outcomes) -> Pages:
    return Pages(outcomes, PLACES, history_pages(outcomes.histories))


@pytest.fixture(scope="module")
def soups(pages: Pages) -> dict[str, BeautifulSoup]:
    return {page.address: BeautifulSoup(pages.body(page)[1], "html.parser") for page in pages.all_pages}


def number(soups: dict[str, BeautifulSoup], page: str, anchor: str) -> Tag:
    tag = soups[page].find(id=anchor)
    assert isinstance(tag, Tag)
    return tag


def test_an_old_number_says_what_it_was_and_where_that_is(soups: dict[str, BeautifulSoup]) -> None:
    section = number(soups, "history/702.3/", "702.3b")
    (meaning,) = section.select(".meanings > li")
    assert meaning.select_one(".when").get_text() == "1 January 2001 to 4 May 2005"  # type: ignore[union-attr]
    assert meaning.select_one(".what").get_text() == "Basket"  # type: ignore[union-attr]
    assert " ".join(meaning.select_one(".outcome").get_text().split()) == "merged into what is now 702.2a"  # type: ignore[union-attr]
    assert meaning.select_one("[data-number]")["data-number"] == "702.2a"  # type: ignore[index]


def test_a_number_in_use_says_what_it_was_before(soups: dict[str, BeautifulSoup]) -> None:
    section = number(soups, "history/702.2/", "702.2")
    assert section.select_one("summary").get_text() == "Before 5 May 2005 this number was Ladder"  # type: ignore[union-attr]
    assert [tag.get_text() for tag in section.select(".meanings .what")] == ["Ladder", "Basket"]
    assert section.select_one("article")["id"] == f"702.3@{A}"  # type: ignore[index]


def test_a_number_that_was_always_the_same_rule_has_no_list(soups: dict[str, BeautifulSoup]) -> None:
    assert number(soups, "history/702.1/", "702.1").select(".meanings") == []


def test_a_deleted_rule_keeps_its_page(soups: dict[str, BeautifulSoup]) -> None:
    section = number(soups, "history/702.4/", "702.4a")
    assert "Nobody mows alone." in section.get_text()
    assert "Deleted with the edition of 5 May 2005" in section.get_text()


def test_classes_have_sign_and_word(soups: dict[str, BeautifulSoup]) -> None:
    marks = [mark for soup in soups.values() for mark in soup.select(".mark")]
    assert {"mark-wording", "mark-terminology", "mark-renumbered", "mark-added"} <= {mark["class"][1] for mark in marks}
    style_sheet = (ASSETS / "css" / "changes.css").read_text(encoding="utf-8")
    for mark in marks:
        assert mark.get_text(strip=True)
        assert re.search(rf"\.{mark['class'][1]}\b[^{{]*\{{ --sign: \"\S\"; \}}", style_sheet)


def test_every_link_inside_the_histories_leads_to_an_anchor(soups: dict[str, BeautifulSoup]) -> None:
    checked = 0
    for address, soup in soups.items():
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


def test_no_id_stands_twice(soups: dict[str, BeautifulSoup]) -> None:
    for address, soup in soups.items():
        ids = [str(tag["id"]) for tag in soup.select("[id]")]
        assert len(ids) == len(set(ids)), address


def test_nothing_of_a_text_is_markup(soups: dict[str, BeautifulSoup]) -> None:
    soup = soups["history/702.5/"]
    assert soup.select("script, [style], [onclick]") == []
    assert HOSTILE[1] in [tag.get_text() for tag in soup.select(".rule-text")]
    assert soups["history/glossary/old-new/"].h1.get_text() == "Old & <New>"  # type: ignore[union-attr]


def test_many_meanings_are_summed_up() -> None:
    assert NumberView("1", "1", (), ()).before == ""


def test_a_chapter_lists_the_pages_below_it(soups: dict[str, BeautifulSoup]) -> None:
    rows = [link.get_text().split() for link in soups["history/702/"].select(".page-rows a")]
    assert rows == [["702.1"], ["702.2", "Crate"], ["702.3", "Ladder"], ["702.4", "Scythe"], ["702.5"]]
    assert [tag.get_text() for tag in soups["history/702/"].select(".page-rows li.gone .num")] == ["702.4"]
