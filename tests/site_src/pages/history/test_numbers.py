"""Every number that an edition has or had leads somewhere: the plan of pages, keywords, addresses for ever."""

from __future__ import annotations

from rules.store import Store
from site_src.layout.book import SitePlace
from site_src.pages.history.ids import id_pages
from site_src.pages.history.keywords import by_letter, keywords
from site_src.pages.history.numbers import numbers_json
from site_src.pages.history.outcomes import Outcomes
from site_src.pages.history.plan import history_pages, in_order, lineages_by_key, number_periods, parent_name
from tests.site_src.pages.history.moved_rules import EDITIONS, A, B, C
from tests.site_src.pages.written import parse_html, text_at


def test_every_key_of_every_edition_is_on_one_page_and_every_lineage_once(outcomes: Outcomes) -> None:
    """The pages stand in the order of the book."""
    pages = history_pages(outcomes.histories)
    keys = [key for page in pages for key in page.keys]
    assert len(keys) == len(set(keys))
    assert set(keys) == {key for texts in EDITIONS.values() for key in texts}
    lineages = [lineage for members in lineages_by_key(outcomes.histories).values() for lineage in members]
    assert sorted(lineages) == sorted(outcomes.histories.by_lineage)
    names = ["7", "702", "702.1", "702.2", "702.3", "702.4", "702.5", "Old & <New>"]
    assert [page.name for page in pages] == names
    held = [(period.lineage, period.first, period.last) for period in number_periods(outcomes.histories, "702.2a")]
    assert held == [(f"702.2a@{A}", A, A), (f"702.3a@{A}", B, C)]


def test_natural_order_and_what_stands_above() -> None:
    numbers = ["702.10", "702.9b", "7", "702.9", "702", "702.9b#2", "702.9aa"]
    assert sorted(numbers, key=in_order) == ["7", "702", "702.9", "702.9aa", "702.9b", "702.9b#2", "702.10"]
    assert [parent_name(name) for name in ("702.40", "702", "7", "A.2", "A")] == ["702", "7", "", "A", ""]


def test_every_number_has_its_meanings_and_every_lineage_its_end(outcomes: Outcomes) -> None:
    table = numbers_json(outcomes)
    assert set(table["numbers"]) == {key for texts in EDITIONS.values() for key in texts if ":" not in key}
    meanings = [
        (table["lineages"][lineage][0], table["editions"][first], table["editions"][last], table["titles"][title])
        for lineage, first, last, title in table["numbers"]["702.3"]
    ]
    assert meanings == [(f"702.3@{A}", A, A, "Basket"), (f"702.2@{A}", B, C, "Ladder")]
    by_id = {row[0]: row for row in table["lineages"]}
    assert by_id[f"702.3@{A}"][1:3] == ["702.2", "current"]
    _, last, status, into = by_id[f"702.3b@{A}"]
    assert (last, status) == ("702.3b", "merged")
    assert [table["lineages"][place][0] for place in into] == [f"702.3a@{A}"]
    assert by_id[f"702.4a@{A}"][2:] == ["deleted", []]


def test_a_lineage_has_a_small_page_for_ever(outcomes: Outcomes, store: Store) -> None:
    """Its canonical address is whole where the site is known."""
    pages = {page.address: page.html for page in id_pages(outcomes, store)}
    assert len(pages) == len(outcomes.histories.by_lineage)
    assert max(len(html.encode()) for html in pages.values()) < 1500
    soup = parse_html(pages[f"id/702.3b@{A}/"])
    target = f"../../history/702.3/#702.3b@{A}"
    assert soup.select("a")[0]["href"] == target
    assert [tag["content"] for tag in soup.select('meta[http-equiv="refresh"]')] == [f"0; url={target}"]
    assert soup.select("p")[0].get_text() == "First 702.3b, 1 January 2001; merged into what is now 702.2a."
    strange = parse_html(pages[f"id/glossary.Old_=26_=3cNew=3e@{A}/"])
    assert text_at(strange, "h1") == f"glossary:Old & <New>@{A}"
    placed = parse_html(next(iter(id_pages(outcomes, store, "https://rules.example/"))).html)
    (canonical,) = placed.select('link[rel="canonical"]')
    assert str(canonical["href"]).startswith("https://rules.example/history/")


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
