"""Reading in a real browser: the text, its numbers and symbols, day and night, a phone, paper, no JavaScript."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from site_src.layout import lay_out
from tests.browser.conftest import BuiltSite, Visitor

pytestmark = pytest.mark.browser

TEXTS = """() => Object.fromEntries(
    [...document.querySelectorAll('[data-key]')].map(one => [one.dataset.key, one.textContent]))"""
EXAMPLES = """() => Object.fromEntries([...document.querySelectorAll('.rule, .page-head')].map(
    one => [one.id, [...one.querySelectorAll('.example-text')].map(text => text.textContent)]))"""


def test_selection_copies_plain_text(visitor: Visitor, site: BuiltSite) -> None:
    rule = next(rule for rule in site.rules if "{" in rule.text and "\n" not in rule.text)
    place = lay_out(site.rules, ()).places()[rule.key]
    page = visitor.open(place.page)
    assert page.locator(f'[data-key="{rule.key}"] .sym').count() > 0
    selected = page.evaluate(
        """key => { const range = document.createRange();
        range.selectNodeContents(document.querySelector(`[data-key="${key}"]`));
        getSelection().removeAllRanges(); getSelection().addRange(range); return getSelection().toString(); }""",
        rule.key,
    )
    assert selected == rule.text


@pytest.mark.long
def test_symbols_are_drawn_with_their_font(visitor: Visitor, site: BuiltSite) -> None:
    rule = next(rule for rule in site.rules if "{T}" in rule.text)
    page = visitor.open(lay_out(site.rules, ()).places()[rule.key].page)
    symbol = page.locator(".sym-t").first
    symbol.scroll_into_view_if_needed()
    loaded = page.evaluate(
        """() => document.fonts.ready.then(() =>
        [...document.fonts].filter(one => one.status === 'loaded').map(one => one.family.replaceAll('"', '')))"""
    )
    # the serif is in two files: plain letters, and those that few pages need
    assert {*loaded} == {"Mana", "Source Serif 4"}
    box = symbol.bounding_box()
    assert box is not None
    assert 12 < box["width"] < 24
    assert abs(box["width"] - box["height"]) < 1


@pytest.mark.long
def test_every_page_says_its_edition(visitor: Visitor) -> None:
    page = visitor.open("e/1999-04-23/")
    bar = page.locator(".edition-bar")
    expect(bar).to_contain_text("Edition of 23 April 1999")
    back = bar.get_by_role("link", name="Back to the latest")
    expect(back).to_have_attribute("href", "../../cr/")
    expect(bar).to_have_attribute("data-latest", "2026-04-17")
    for address in (".", "cr/602/", "glossary/s/", "editions/", "e/2026-04-17/", "about/"):
        page.goto(address)
        expect(bar.get_by_role("link", name="The latest edition")).to_have_attribute("href", re.compile("latest/$"))
        name = bar.locator(".edition-latest").evaluate("one => getComputedStyle(one, '::after').content")
        assert name == '": 17 April 2026, Secrets of Strixhaven"'
    page.goto("e/latest/#602")
    page.wait_for_url("**/e/2026-04-17/#602")


@pytest.mark.long
def test_lines_have_a_readable_measure(visitor: Visitor, site: BuiltSite) -> None:
    longest = max((rule for rule in site.rules if "\n" not in rule.text), key=lambda rule: len(rule.text))
    page = visitor.open(lay_out(site.rules, ()).places()[longest.key].page)
    widths = page.evaluate(
        """key => [...document.querySelectorAll('.rule-text')].filter(
        one => one.textContent.length > 200 || one.dataset.key === key).map(one => {
        const lines = one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight);
        return one.textContent.length / lines; })""",
        longest.key,
    )
    assert widths
    assert max(widths) < 78
    assert sum(widths) / len(widths) > 52


def background(page: Page) -> str:
    return str(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))


@pytest.mark.long
def test_dark_and_light(visitor: Visitor) -> None:
    light, dark = visitor.open("cr/602/", color_scheme="light"), visitor.open("cr/602/", color_scheme="dark")
    paper, night = background(light), background(dark)
    assert paper != night
    # from the system's choice to light, and on to dark
    light.get_by_title("Switch to light").click()
    light.get_by_title("Switch to dark").click()
    expect(light.locator("body")).to_have_css("background-color", night)
    light.goto("glossary/")
    assert background(light) == night, "the choice is kept from page to page"
    light.get_by_title("Switch to the system’s choice").click()
    expect(light.locator("body")).to_have_css("background-color", paper)


@pytest.mark.long
def test_cited_by_opens_in_place(visitor: Visitor) -> None:
    page = visitor.open("cr/602/")
    details = page.locator("details.cited").first
    expect(details.get_by_role("link").first).to_be_hidden()
    details.locator("summary").click()
    link = details.get_by_role("link").first
    expect(link).to_be_visible()
    link.click()
    page.wait_for_load_state()
    assert page.locator(".rule:target, .term:target, .page-head").count() > 0


def test_without_javascript_everything_can_be_read(visitor: Visitor) -> None:
    page = visitor.open("", java_script_enabled=False)
    assert page.locator(".search-open:visible, .md-search:visible").count() == 0
    page.get_by_role("link", name="702 Keyword Abilities").first.click()
    page.locator(".keyword-list").get_by_role("link", name="Storm").click()
    expect(page.locator("h1")).to_contain_text("Storm")
    page.locator("details.cited summary").first.click()
    expect(page.locator("details.cited a").first).to_be_visible()


@pytest.mark.long
def test_a_keywords_page_is_found_by_numbers_anchors_and_neighbours(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("cr/702.40/", permissions=["clipboard-read", "clipboard-write"])
    page.locator('[id="702.40a"] > a.num').click()
    expect(page.get_by_role("status")).to_have_text("Link to 702.40a copied")
    assert page.url == f"{site.address}cr/702.40/#702.40a"
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url
    page.goto("cr/702/#702.40a")
    page.wait_for_url(f"{site.address}cr/702.40/#702.40a")
    expect(page.locator('[id="702.40a"]')).to_be_in_viewport()
    page.goto("cr/702.40/")
    page.locator(".md-footer__link--next").click()
    expect(page.locator("h1 .title")).not_to_have_text("Storm")
    page.locator(".md-footer__link--prev").click()
    expect(page.locator("h1 .title")).to_have_text("Storm")


def test_an_example_of_the_documentation_copies_itself(visitor: Visitor) -> None:
    page = visitor.open("docs/tutorial/", permissions=["clipboard-read", "clipboard-write"])
    page.locator(".copy-example").first.click()
    expect(page.locator(".copied.shown")).to_have_text("Example copied")
    assert page.evaluate("() => navigator.clipboard.readText()") == page.locator("pre > code").first.text_content()


def test_print_is_a_clean_chapter(visitor: Visitor) -> None:
    page = visitor.open("cr/602/", color_scheme="dark")
    page.emulate_media(media="print")
    for selector in (".md-header", ".md-sidebar", ".md-footer__inner", ".quiet", ".md-top", ".page-tools"):
        assert page.locator(f"{selector}:visible").count() == 0, selector
    assert background(page) == "rgb(255, 255, 255)"
    assert page.locator(".rule-text:visible").count() > 5
    page = visitor.open("glossary/s/")
    expect(page.locator(".letters")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".letters")).to_be_hidden()
    page = visitor.open("cr/702/")
    page.emulate_media(media="print")
    expect(page.locator(".keyword-filter")).to_have_count(1)
    expect(page.locator(".md-content :is(input, button):visible")).to_have_count(0)
