"""Reading in a real browser: the text, its numbers and symbols, day and night, a phone, paper, no JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from site_src.layout.book import lay_out
from tests.browser.conftest import BuiltSite, Visitor

pytestmark = pytest.mark.browser

KINDS = (
    "",
    "cr/",
    "cr/602/",
    "cr/702/",
    "cr/702.40/",
    "glossary/",
    "glossary/s/",
    "editions/",
    "e/2026-04-17/",
    "e/1999-04-23/",
    "about/",
)
"""One page of each kind."""

TEXTS = """() => Object.fromEntries(
    [...document.querySelectorAll('[data-key]')].map(one => [one.dataset.key, one.textContent]))"""
EXAMPLES = """() => Object.fromEntries([...document.querySelectorAll('.rule, .page-head')].map(
    one => [one.id, [...one.querySelectorAll('.example-text')].map(text => text.textContent)]))"""


def test_every_rules_text_on_its_page_is_the_record(visitor: Visitor, site: BuiltSite) -> None:
    book = lay_out(site.rules, site.glossary)
    places = book.places()
    page = visitor.open("glossary/")
    found: dict[str, str] = {}
    examples: dict[str, list[str]] = {}
    for address in sorted({place.page for place in places.values()}):
        page.goto(address)
        found.update(page.evaluate(TEXTS))
        examples.update(page.evaluate(EXAMPLES))
    wanted = {rule.key: rule.text for rule in site.rules if rule.text}
    wanted |= {entry.key: entry.text for entry in site.glossary}
    assert len(wanted) > 150
    assert found == wanted
    with_examples = {rule.key.replace("#", "-"): list(rule.examples) for rule in site.rules if rule.examples}
    assert with_examples
    assert {key: texts for key, texts in examples.items() if texts} == with_examples


def test_headings_are_the_records(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("cr/")
    for chapter in lay_out(site.rules, ()).chapters:
        for one in (chapter.page, *chapter.pages):
            page.goto(one.address)
            assert page.locator("h1 .title").text_content() == one.heading
            assert page.locator("h1 .num").text_content() == one.number


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


def test_symbols_are_drawn_with_their_font(visitor: Visitor, site: BuiltSite) -> None:
    rule = next(rule for rule in site.rules if "{T}" in rule.text)
    page = visitor.open(lay_out(site.rules, ()).places()[rule.key].page)
    symbol = page.locator(".sym-t").first
    symbol.scroll_into_view_if_needed()
    loaded = page.evaluate(
        """() => document.fonts.ready.then(() =>
        [...document.fonts].filter(one => one.status === 'loaded').map(one => one.family.replaceAll('"', '')).sort())"""
    )
    assert loaded == ["Mana", "Source Serif 4"]
    box = symbol.bounding_box()
    assert box is not None
    assert 12 < box["width"] < 24
    assert abs(box["width"] - box["height"]) < 1


@pytest.mark.parametrize("address", KINDS)
def test_every_page_says_its_edition(visitor: Visitor, address: str) -> None:
    page = visitor.open(address)
    bar = page.locator(".edition-bar")
    if address == "e/1999-04-23/":
        expect(bar).to_contain_text("Edition of 23 April 1999")
        expect(bar.get_by_role("link", name="Back to the latest, 17 April 2026")).to_have_attribute(
            "href", "../2026-04-17/"
        )
    else:
        expect(bar).to_contain_text("Edition of 17 April 2026, Secrets of Strixhaven, the latest")
    expect(bar).to_contain_text("this project’s own")
    expect(page.locator(".md-footer")).to_contain_text("© Wizards of the Coast LLC")


@pytest.mark.parametrize("address", KINDS)
def test_a_phone_never_scrolls_sideways(visitor: Visitor, address: str) -> None:
    page = visitor.open(address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    for details in page.locator("details").all()[:5]:
        details.evaluate("one => { one.open = true; }")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    top = page.locator("article").evaluate("one => one.getBoundingClientRect().top + scrollY")
    # header and bar; of a former edition the bar has the way back too
    assert top <= (110 if page.locator(".edition-bar-old").count() == 0 else 125)


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


def test_a_number_is_a_permalink_and_copies_itself(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("cr/702.40/", permissions=["clipboard-read", "clipboard-write"])
    page.locator('[id="702.40a"] > a.num').click()
    expect(page.get_by_role("status")).to_have_text("Link to 702.40a copied")
    assert page.url == f"{site.address}cr/702.40/#702.40a"
    assert page.evaluate("() => navigator.clipboard.readText()") == page.url


def test_an_anchor_of_the_chapter_finds_the_keywords_page(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("cr/702/#702.40a")
    page.wait_for_url(f"{site.address}cr/702.40/#702.40a")
    expect(page.locator('[id="702.40a"]')).to_be_in_viewport()


def test_print_is_a_clean_chapter(visitor: Visitor) -> None:
    page = visitor.open("cr/602/", color_scheme="dark")
    page.emulate_media(media="print")
    for selector in (".md-header", ".md-sidebar", ".md-footer__inner", ".quiet", ".md-top"):
        assert page.locator(f"{selector}:visible").count() == 0, selector
    assert background(page) == "rgb(255, 255, 255)"
    assert page.locator(".rule-text:visible").count() > 5


def test_neighbouring_chapters_and_keywords(visitor: Visitor) -> None:
    page = visitor.open("cr/702.40/")
    page.locator(".md-footer__link--next").click()
    expect(page.locator("h1 .title")).not_to_have_text("Storm")
    page.locator(".md-footer__link--prev").click()
    expect(page.locator("h1 .title")).to_have_text("Storm")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_missing_page_says_what_to_do(visitor_at_the_root: Visitor, width: int) -> None:
    page = visitor_at_the_root.open("no/such/page/", viewport={"width": width, "height": 844})
    expect(page.locator("h1")).to_have_text("There is no page here")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    page.locator(".page-missing").get_by_role("button").click()
    page.keyboard.type("storm")
    expect(page.get_by_role("option").first).to_be_visible()
