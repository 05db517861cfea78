"""The room that a page keeps for its scripts: the text stays where it was before they ran."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visitor
from tests.browser.kinds import DESKTOP, PHONE

pytestmark = pytest.mark.browser

MODULES = re.compile(r"/assets/(?!early\.)[^/]+\.js$")
"""The scripts that a page draws without at first; `early.js` blocks the page until it has run."""
TOLERANCE = 2
"""Pixels: letters of the font that comes later are not as high."""

BELOW_A_SCRIPT = {
    "cr/702/": (".keyword-letter", ".keyword-letter"),
    "rulings/sources/": (".source-list", "#filter-year option:nth-child(2)"),
    "rulings/B.1/": (".rule", "#filter-year option:nth-child(2)"),
    "history/702.40/": (".number", ".tools fieldset, .tools details"),
    "history/702.40/?ages=1": (".number", ".tools fieldset, .tools details"),
    "history/glossary/ma/": (".md-footer", ".v-compare"),
    "": (".chapter-list", ".date-field[data-day]"),
    "search/": (".search-results", ".date-field[data-day]"),
    "search/?q=storm&as-of=2006-07-01": (".search-ask", ".search-results > li"),
    "compare/2005-08-01..2009-07-11/?chapter=702": (".c-tools", ".c-own"),
    "offline/": (".figures", ".offline-control button:enabled"),
}
"""By address, the element that a script could move, and one that is on the page as soon as the script has run."""


def read_top(page: Page, selector: str) -> float:
    return float(page.locator(selector).first.evaluate("moved => moved.getBoundingClientRect().top + scrollY"))


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("address", BELOW_A_SCRIPT)
def test_no_script_moves_the_text_below_it(visitor: Visitor, address: str, device: dict[str, object]) -> None:
    moved, sign = BELOW_A_SCRIPT[address]
    page = visitor.open("about/", **device)
    page.route(MODULES, lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(address)
    before = read_top(page, moved)
    page.unroute(MODULES)
    page.goto("about:blank")
    page.goto(address)
    page.locator(sign).first.wait_for(state="attached")
    after = read_top(page, moved)
    assert after == pytest.approx(before, abs=TOLERANCE)


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_lists_of_today_come_after_the_references_of_a_day(visitor: Visitor, device: dict[str, object]) -> None:
    """They would be pushed down by the answer, which comes later."""
    page = visitor.open("about/", **device)
    page.route(MODULES, lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto("references/?n=601.2&on=2009-07-11")
    lists = page.locator(".lists")
    assert not lists.is_visible()
    assert page.locator(".md-footer").evaluate("footer => footer.getBoundingClientRect().top >= innerHeight")
    page.unroute(MODULES)
    page.goto("about:blank")
    page.goto("references/?n=601.2&on=2009-07-11")
    page.locator("#answer .quotations").first.wait_for()
    assert lists.is_visible()


def test_a_row_has_room_for_the_last_words_of_a_former_rule(visitor: Visitor) -> None:
    page = visitor.open("about/", **DESKTOP)
    held: list[Route] | None = []
    page.route("**/api/v1/e/**", lambda route: route.continue_() if held is None else held.append(route))
    page.goto("search/?q=permanent+type")
    row = page.locator(".search-results > li").first
    expect(row.locator(".hit-words")).to_have_text("")
    before = read_top(page, ".search-results > li:nth-child(2)")
    waiting, held = held, None
    for route in waiting or ():
        route.continue_()
    expect(row.locator(".hit-words")).not_to_have_text("")
    assert read_top(page, ".search-results > li:nth-child(2)") == pytest.approx(before, abs=TOLERANCE)


def test_a_row_has_no_room_for_words_that_cannot_be_loaded(visitor: Visitor) -> None:
    page = visitor.open("about/", **DESKTOP)
    page.route("**/api/v1/e/**", lambda route: route.fulfill(status=404))
    page.goto("search/?q=permanent+type")
    row = page.locator(".search-results > li.hit-direct").first
    expect(row).to_contain_text("last in the edition of 23 April 1999")
    expect(row.locator(".hit-words")).to_have_count(0)
    visitor.forget_problems()
