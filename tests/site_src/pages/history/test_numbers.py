"""Addresses for ever, keywords, and the table of what every number meant."""

from __future__ import annotations

from bs4 import BeautifulSoup

from rules.store import Store
from site_src.layout.book import SitePlace
from site_src.pages.history.ids import id_pages
from site_src.pages.history.keywords import by_letter, keywords
from site_src.pages.history.numbers import numbers_json
from site_src.pages.history.outcomes import Outcomes
from tests.site_src.pages.history.moved_rules import EDITIONS, A, B, C


def test_every_number_has_its_meanings(outcomes: Outcomes) -> None:
    table = numbers_json(outcomes)
    assert set(table["numbers"]) == {key for texts in EDITIONS.values() for key in texts if ":" not in key}
    meanings = [
        (table["lineages"][lineage][0], table["editions"][first], table["editions"][last], table["titles"][title])
        for lineage, first, last, title in table["numbers"]["702.3"]
    ]
    assert meanings == [(f"702.3@{A}", A, A, "Basket"), (f"702.2@{A}", B, C, "Ladder")]


def test_the_table_says_where_a_lineage_went(outcomes: Outcomes) -> None:
    table = numbers_json(outcomes)
    by_id = {row[0]: row for row in table["lineages"]}
    assert by_id[f"702.3@{A}"][1:3] == ["702.2", "current"]
    _, last, status, into = by_id[f"702.3b@{A}"]
    assert (last, status) == ("702.3b", "merged")
    assert [table["lineages"][place][0] for place in into] == [f"702.3a@{A}"]
    assert by_id[f"702.4a@{A}"][2:] == ["deleted", []]


def test_a_lineage_has_a_small_page_for_ever(outcomes: Outcomes, store: Store) -> None:
    pages = {page.address: page.html for page in id_pages(outcomes, store)}
    assert len(pages) == len(outcomes.histories.by_lineage)
    assert max(len(html.encode()) for html in pages.values()) < 1500
    soup = BeautifulSoup(pages[f"id/702.3b@{A}/"], "html.parser")
    target = f"../../history/702.3/#702.3b@{A}"
    assert soup.select_one("a")["href"] == target  # type: ignore[index]
    assert soup.select_one('meta[http-equiv="refresh"]')["content"] == f"0; url={target}"  # type: ignore[index]
    assert soup.p.get_text() == "First 702.3b, 1 January 2001; merged into what is now 702.2a."  # type: ignore[union-attr]
    strange = BeautifulSoup(pages[f"id/glossary.Old_=26_=3cNew=3e@{A}/"], "html.parser")
    assert strange.h1.get_text() == f"glossary:Old & <New>@{A}"  # type: ignore[union-attr]


def test_the_canonical_address_is_whole_where_the_site_is_known(outcomes: Outcomes, store: Store) -> None:
    page = next(iter(id_pages(outcomes, store, "https://rules.example/")))
    soup = BeautifulSoup(page.html, "html.parser")
    assert str(soup.select_one('link[rel="canonical"]')["href"]).startswith("https://rules.example/history/")  # type: ignore[index]


def test_headings_of_today_and_of_the_past(outcomes: Outcomes) -> None:
    places = {"702.2": SitePlace("cr/702.2/"), "glossary:Crate": SitePlace("glossary/", "crate")}
    by_address = {keyword.address: keyword for keyword in keywords(outcomes, places)}
    assert list(by_address) == ["kw/basket/", "kw/crate/", "kw/ladder/", "kw/scythe/"]
    crate, basket, scythe = by_address["kw/crate/"], by_address["kw/basket/"], by_address["kw/scythe/"]
    assert crate.current
    assert crate.glossary is not None
    assert (crate.bearers[0].kind, crate.bearers[0].when) == ("Tools", "since 11 November 2011")
    # it was renamed: both names lead to the same rule
    assert not basket.current
    assert (basket.bearers[0].renamed, basket.bearers[0].numbers) == ("Crate", "702.3 → 702.2")
    assert [link.page for link in basket.bearers[0].now] == ["cr/702.2/"]
    assert (scythe.bearers[0].outcome, scythe.bearers[0].now) == ("deleted after 4 May 2005", ())
    assert [letter for letter, _ in by_letter(list(by_address.values()))] == ["B", "C", "L", "S"]
