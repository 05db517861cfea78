"""The bars and lists around a page on a phone: no word in them is cut off, and they lead everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from site_src.page_kinds import FOOTER, TABS
from tests.browser.conftest import Visitor
from tests.browser.kinds import DESKTOP, KINDS, PHONE, SETTLE, show

pytestmark = pytest.mark.browser

FIND_CUT = (Path(__file__).parent / "bars.js").read_text(encoding="utf-8")
WIDTHS = pytest.mark.parametrize("width", [320, 390])
PUT_NAMES = """([day, set, today]) => {
    document.querySelector(".edition-name").lastElementChild.textContent = set;
    document.querySelector(".edition-name").childNodes.forEach((node) => {
        if (node.nodeType === Node.TEXT_NODE && node.data.trim()) node.data = day;
    });
    document.querySelector(".asof-now a").textContent = today;
}"""
LONG_NAMES = [
    ("30 September 2010", ", Commander Legends: Battle for Baldur’s Gate", "702.186b now"),
    (
        "23 November 2029",
        ", The Long Voyage of the Amber Kestrel, retyped copy",
        "“Alongside, “Alongside Another”” now",
    ),
    ("30 September 2010", ", Two Quays", "“Harbour Master, Second Harbour Master, and Their Deputies” now"),
]
"""Day, set and the record of today in the bar; the longest are longer than those of the archive."""
IS_MARKED_OUT = "(one) => getComputedStyle(one).borderTopStyle === 'solid'"
LEFT_LIST = """() => [...document.querySelectorAll(".md-sidebar--primary .md-nav__link, .c-contents a")]
    .filter((link) => link.checkVisibility() && link.getBoundingClientRect().right < innerWidth / 3)
    .length"""


def phone_of(width: int) -> dict[str, object]:
    return {**PHONE, "viewport": {"width": width, "height": 844}}


@WIDTHS
def test_the_bar_of_an_edition_cuts_no_name_off(visitor: Visitor, width: int) -> None:
    page = visitor.open("e/2005-08-01/#502.30a", **phone_of(width))
    expect(page.locator(".asof-now")).to_be_visible()
    assert page.evaluate(FIND_CUT) == []
    for names in LONG_NAMES:
        page.evaluate(PUT_NAMES, names)
        assert page.evaluate(FIND_CUT) == [], names
        expect(page.get_by_role("link", name="Latest", exact=True)).to_be_in_viewport(ratio=1)


@WIDTHS
def test_a_set_that_has_no_room_is_not_named(visitor: Visitor, width: int) -> None:
    page = visitor.open("e/2009-07-11/", **phone_of(width))
    page.evaluate("(set) => { document.querySelector('.of-set').textContent = set; }", LONG_NAMES[1][1])
    assert page.evaluate(FIND_CUT) == []
    name = page.locator(".edition-name").bounding_box()
    assert name is not None
    assert name["height"] < 30, "one line"


@pytest.mark.long
@WIDTHS
@pytest.mark.parametrize("group", KINDS)
def test_no_word_is_cut_off_in_the_bars_of_a_page(visitor: Visitor, group: str, width: int) -> None:
    page = visitor.open("offline/", **phone_of(width))
    cut = {}
    for address, ready in KINDS[group].items():
        show(page, address, ready)
        page.evaluate(SETTLE)
        cut[address] = page.evaluate(FIND_CUT)
    assert {address: wrong for address, wrong in cut.items() if wrong} == {}


def test_a_word_that_is_cut_off_is_found(visitor: Visitor) -> None:
    page = visitor.open("e/2009-07-11/", **phone_of(320))
    page.locator(".edition-back").evaluate(
        "(one) => { one.parentElement.style.cssText = 'width: 1rem; overflow: clip' }"
    )
    assert [fault for fault in page.evaluate(FIND_CUT) if "Latest" in fault]


@pytest.mark.parametrize("address", ["", "cr/702/", "e/2009-07-11/", "docs/checking/", "rulings/B.1/"])
def test_the_drawer_leads_to_every_kind_of_page(visitor: Visitor, address: str) -> None:
    page = visitor.open(address, **PHONE)
    page.locator(".drawer-open").tap()
    rows = page.locator(".md-sidebar--primary .side-tab a:visible")
    expect(rows.first).to_be_in_viewport()
    leads_to = rows.evaluate_all("(links) => links.map((link) => link.href)")
    root = page.evaluate("() => new URL(document.querySelector('a.md-header__title').href).href")
    wanted = [link.address for link in (*TABS, *FOOTER) if not link.in_edition]
    assert [place for place in wanted if f"{root}{place}" not in leads_to] == []


@pytest.mark.parametrize("group", KINDS)
def test_the_column_on_the_left_is_nowhere_empty(visitor: Visitor, group: str) -> None:
    page = visitor.open("offline/", **DESKTOP)
    empty = []
    for address, ready in KINDS[group].items():
        show(page, address, ready)
        if address != "e/2026-04-17/" and page.evaluate(LEFT_LIST) == 0:
            empty.append(address)
    assert empty == []


@pytest.mark.parametrize("address", ["", "history/702.40/", "search/", "offline/", "terms/mana-value/"])
def test_the_list_on_the_left_does_not_repeat_the_tabs(visitor: Visitor, address: str) -> None:
    page = visitor.open(address, **DESKTOP)
    tabs, listed = (
        page.locator(f"{links}:visible").evaluate_all("(links) => links.map((link) => link.href)")
        for links in (".md-tabs__link", ".md-sidebar--primary .md-nav__link")
    )
    assert tabs
    assert listed
    assert set(tabs).isdisjoint(listed)


def test_a_list_of_the_site_marks_the_page(visitor: Visitor) -> None:
    page = visitor.open("offline/", **DESKTOP)
    expect(page.locator(".site-list .md-nav__link--active:visible")).to_have_text("Offline use")


def test_all_boxes_of_the_search_have_one_hint(visitor: Visitor) -> None:
    page = visitor.open("", **DESKTOP)
    hint = page.locator("#search-input").get_attribute("placeholder")
    assert hint
    expect(page.locator(".search-words")).to_have_text(hint)
    page.goto("search/")
    expect(page.locator("#q")).to_have_attribute("placeholder", hint)
    expect(page.locator("#search-input")).to_be_hidden()


def test_keys_are_offered_only_where_there_is_a_keyboard(visitor: Visitor) -> None:
    expect(visitor.open("about/", **DESKTOP).get_by_role("button", name="Keys")).to_be_visible()
    phone = visitor.open("about/", **PHONE)
    phone.locator(".keys-open").wait_for(state="attached")
    expect(phone.locator(".keys-open")).to_be_hidden()


def test_a_line_that_opens_a_form_looks_like_a_control(visitor: Visitor) -> None:
    for address in ("search/?q=exile", "compare/2005-08-01..2009-07-11/"):
        page = visitor.open(address, **PHONE)
        line = page.locator(".fold-line").first
        expect(line).to_be_visible()
        assert line.evaluate(IS_MARKED_OUT), address


def test_the_box_of_the_missing_page_touches_nothing(visitor_at_the_root: Visitor) -> None:
    page = visitor_at_the_root.open("no/such/page/", **PHONE)
    box = page.locator(".page-missing .search-open").bounding_box()
    above = page.locator(".page-missing p").last.bounding_box()
    below = page.locator(".page-missing li").first.bounding_box()
    assert box is not None
    assert above is not None
    assert below is not None
    assert box["y"] - (above["y"] + above["height"]) >= 8
    assert below["y"] - (box["y"] + box["height"]) >= 8


def first_of(page: Page, selector: str) -> float:
    """The distance of the first such element from the top of the page."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("address", ["cr/603/", "e/2009-07-11/#603.2c"])
def test_the_tools_of_a_rule_are_next_to_its_text(visitor: Visitor, address: str) -> None:
    page = visitor.open(address, **PHONE)
    rule = ".rule:has(.example):has(.rule-text)"
    page.locator(f"{rule} .quiet").first.wait_for()
    assert first_of(page, f"{rule} .rule-text") < first_of(page, f"{rule} .quiet") < first_of(page, f"{rule} .example")
