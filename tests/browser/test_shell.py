"""What all pages share, in a real browser: keys, previews, copies, the choice of edition, the policy."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import BuiltSite, Visitor
from tests.browser.kinds import DEVICES, PHONE

pytestmark = pytest.mark.browser

CLIPBOARD = ["clipboard-read", "clipboard-write"]


def focused_element(page: Page) -> str:
    return str(page.evaluate("() => document.activeElement.textContent"))


def test_j_and_k_go_from_rule_to_rule(visitor: Visitor) -> None:
    page = visitor.open("cr/602/")
    numbers = page.locator(".rule > .num").all_text_contents()
    for number in numbers[:3]:
        page.keyboard.press("j")
        assert focused_element(page) == number
        expect(page.locator(f'[id="{number}"]')).to_be_in_viewport()
    page.keyboard.press("k")
    assert focused_element(page) == numbers[1]
    outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid", "the focus is seen"


@pytest.mark.long
def test_g_goes_to_a_number_j_stops_at_the_last_rule_and_typing_is_no_key(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("cr/602/")
    page.keyboard.press("g")
    page.keyboard.type("702.40a")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site.address}cr/702.40/#702.40a")
    page.keyboard.press("g")
    page.keyboard.type("702.999z")
    page.keyboard.press("Enter")
    expect(page.locator(".go-status")).to_contain_text("This edition has no rule 702.999z")
    page.locator("#go-number").fill("storm")
    page.keyboard.press("Enter")
    expect(page.locator(".go-status")).to_have_text("Type a number such as 702 or 702.40a.")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    for _ in range(20):
        page.keyboard.press("j")
    assert focused_element(page) == page.locator(".rule > .num").last.text_content()
    page.keyboard.press("/")
    page.keyboard.type("gjk")
    expect(page.locator("#search-input")).to_have_value("gjk")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_the_frame_begins_though_its_script_comes_late(visitor: Visitor) -> None:
    page = visitor.open("cr/602/")
    expect(page.locator(".md-sidebar__scrollwrap").first).to_have_attribute("style", re.compile("height"))
    last = page.locator(".md-sidebar--secondary .md-nav__link").last
    page.locator(".rule").last.scroll_into_view_if_needed()
    page.mouse.wheel(0, 4000)
    expect(last).to_have_class(re.compile("md-nav__link--active"))
    page.goto("cr/702.40/")
    ends = """() => { const bottom = document.querySelector(".md-footer").getBoundingClientRect().top;
        return [...document.querySelectorAll(".md-sidebar__scrollwrap")].map(
        (rail) => rail.getBoundingClientRect().bottom - bottom); }"""
    page.locator(".md-sidebar__scrollwrap[style]").first.wait_for()
    assert max(page.evaluate(ends)) <= 0, "a rail lies over the footer"


def test_keys_are_told_and_can_be_turned_off(visitor: Visitor) -> None:
    page = visitor.open("cr/602/")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("Next rule")
    dialog.get_by_label("Enable single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("g")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.goto("cr/702.40/")
    page.keyboard.press("g")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.get_by_role("button", name="Keys").click()
    dialog.get_by_label("Enable single-key shortcuts").check()


def page_with_references(visitor: Visitor, **settings: object) -> tuple[Page, str, str]:
    """A page that refers to a rule of another page, the selector of that link, and the number it leads to."""
    page = visitor.open("cr/", **settings)
    for address in page.locator(".chapter-list a").evaluate_all("all => all.map(one => one.href)"):
        page.goto(address)
        for link in page.locator(".rule-text a.ref").all():
            href = str(link.get_attribute("href"))
            if re.search(r"/#\d+\.\d+", href):
                return page, f'.rule-text a.ref[href="{href}"]', href.rpartition("#")[2]
    pytest.fail("no rule of the sample refers to one of another page")


def test_a_reference_shows_its_rule_under_the_mouse(visitor: Visitor) -> None:
    page, selector, number = page_with_references(visitor)
    card = page.locator(".preview")
    page.locator(selector).first.hover()
    expect(card).to_be_visible()
    expect(card.locator(".num")).to_have_text(number)
    expect(card.locator(".rule-text").first).not_to_be_empty()
    assert card.locator("a").count() == 0
    # it can be pointed at, and dismissed without moving the pointer
    card.hover()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


@pytest.mark.long
def test_a_reference_shows_its_rule_in_focus(visitor: Visitor) -> None:
    page, selector, number = page_with_references(visitor)
    page.keyboard.press("Tab")
    page.locator(selector).first.focus()
    expect(page.locator(".preview .num")).to_have_text(number)
    expect(page.locator(selector).first).to_have_attribute("aria-describedby", "_preview")
    page.keyboard.press("Tab")
    expect(page.locator(".preview").first).to_be_hidden()


def test_a_reference_shows_its_rule_on_tap(visitor: Visitor) -> None:
    page, selector, number = page_with_references(visitor, **PHONE)
    before = page.url
    page.locator(selector).first.tap()
    sheet = page.locator(".preview-sheet")
    expect(sheet.locator(".num")).to_have_text(number)
    assert page.url == before
    sheet.get_by_role("link", name="Open").tap()
    page.wait_for_url(re.compile(f"#{re.escape(number)}$"))


@pytest.mark.long
def test_without_javascript_references_and_editions_are_links(visitor: Visitor) -> None:
    page, selector, number = page_with_references(visitor)
    plain = visitor.open(page.url, java_script_enabled=False)
    plain.locator(selector).first.click()
    assert plain.url.endswith(f"#{number}")
    plain.goto("cr/702.40/")
    plain.locator(".edition-choose").click()
    expect(plain.locator("h1")).to_have_text("Editions")


@DEVICES
def test_a_citation_is_copied(visitor: Visitor, device: dict[str, object]) -> None:
    page = visitor.open("cr/702.40/", permissions=CLIPBOARD, **device)
    rule = page.locator('[id="702.40a"]')
    if not device.get("has_touch"):
        expect(rule.locator(".copiers")).to_have_css("opacity", "0")
        expect(rule.locator(".cite-open")).to_have_css("opacity", "0")
        rule.hover()
    else:
        rule.get_by_role("button", name="More about 702.40a").tap()
    expect(rule.locator(".copiers")).to_have_css("opacity", "1")
    for name, copied in (
        ("Citation:", "CR 702.40a (2026-04-17)"),
        ("Link to this page", "/cr/702.40/#702.40a"),
        ("Permanent link", "/e/2026-04-17/#702.40a"),
        ("data", "/api/v1/rule/702.40a.json"),
    ):
        rule.locator(".copiers summary").click()
        rule.get_by_role("button", name=name).click()
        assert page.evaluate("() => navigator.clipboard.readText()").endswith(copied)


@DEVICES
def test_a_rule_is_cited_in_the_forms_of_papers_and_wikis(visitor: Visitor, device: dict[str, object]) -> None:
    """Each form names number, title, edition, set and the permanent address, and is copied as shown."""
    page = visitor.open("cr/702.40/", permissions=CLIPBOARD, **device)
    rule = page.locator('[id="702.40a"]')
    if device.get("has_touch"):
        rule.get_by_role("button", name="More about 702.40a").tap()
    rule.hover()
    rule.get_by_role("button", name="Cite 702.40a").click()
    dialog = page.get_by_role("dialog", name="Cite 702.40a as of 17 April 2026")
    expect(dialog.locator("h3")).to_have_text(
        ["Plain text", "Markdown", "Wikitext", "Wikitext, {{cite web}}", "BibTeX", "CSL-JSON"]
    )
    for form in dialog.locator(".citation").all():
        shown = form.locator("pre").inner_text()
        for part in ("702.40a", "Storm", "Secrets of Strixhaven", "/e/2026-04-17/#702.40a"):
            assert part in shown
        form.get_by_role("button", name="Copy").click()
        assert page.evaluate("() => navigator.clipboard.readText()") == shown
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("typed", "arrives"),
    [
        ("e/2009-07-12/", r"/e/2009-07-11/$"),
        ("compare/2006-01-01..2022-01-01/", r"/compare/\?from=2006-01-01&to=2022-01-01$"),
        ("compare/?from=2005-08-01&to=2026-04-17#%", r"#%$"),
    ],
)
def test_an_address_is_understood_as_it_was_meant(visitor_at_the_root: Visitor, typed: str, arrives: str) -> None:
    page = visitor_at_the_root.open(typed)
    expect(page).to_have_url(re.compile(arrives))
    expect(page.locator("h1").first).to_contain_text(re.compile("200[59]"))


@pytest.mark.long
def test_the_start_page_tells_what_is_new(visitor: Visitor) -> None:
    page = visitor.open("")
    expect(page.locator(".news")).to_contain_text("added")
    expect(page.locator(".since-visit")).to_be_hidden()
    page.evaluate("() => localStorage.setItem('comprules edition seen', '2009-07-11')")
    page.reload()
    page.locator(".since-visit a").click()
    expect(page).to_have_url(re.compile(r"/compare/\?from=2009-07-11&to=2026-04-17$"))


@pytest.mark.long
def test_the_quiet_line_tells_the_past_and_is_not_selected_with_the_text(visitor: Visitor) -> None:
    page = visitor.open("cr/702.40/")
    line = page.locator('[id="702.40a"] .quiet')
    expect(line).to_contain_text(re.compile(r"unchanged since \d+\s\w+\s\d{4}\W*\d+ wordings"))
    link = line.get_by_role("link", name=re.compile("wordings"))
    assert str(link.get_attribute("href")).endswith("history/702.40/#702.40a")
    copied = page.evaluate(
        """() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('article'));
        getSelection().removeAllRanges(); getSelection().addRange(range); return getSelection().toString(); }"""
    )
    assert "702.40a" in copied
    for added in ("unchanged since ", "minor change", "Share", "cited by"):
        assert added not in copied


def test_any_date_means_the_edition_then_in_force(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("cr/702.40/#702.40a")
    page.locator(".edition-choose").click()
    dialog = page.get_by_role("dialog", name="Editions")
    editions = [path.name for path in (site.folder / "e").iterdir() if path.name != "latest"]
    expect(dialog.locator(f'.edition-list a[href*="/e/{max(editions)}/"]')).to_have_attribute("aria-current", "true")
    dialog.get_by_label("On the day").fill("2020-02-29")
    expected = max(edition for edition in editions if edition <= "2020-02-29")
    link = dialog.locator(".edition-answer a")
    expect(link).to_have_attribute("href", re.compile(f"/e/{expected}/#"))
    dialog.get_by_label("On the day").fill("1990-01-01")
    expect(dialog.locator(".edition-answer")).to_contain_text("The first known edition")


def test_a_choice_of_dark_does_not_flash(visitor: Visitor) -> None:
    page = visitor.open("cr/602/", color_scheme="light")
    page.get_by_title("Switch to light").click()
    page.get_by_title("Switch to dark").click()
    # nothing but the blocking script may run
    page.route("**/*bundle*.js", lambda route: route.abort())
    page.reload(wait_until="commit")
    page.wait_for_selector("body", state="attached")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    visitor.forget_problems()


def test_the_policy_is_enforced(visitor: Visitor) -> None:
    """What slipped through the escaping would not run all the same."""
    page = visitor.open("cr/602/")
    refused = page.evaluate(
        """() => new Promise(resolve => {
        document.addEventListener('securitypolicyviolation', event => resolve(event.effectiveDirective));
        const script = document.createElement('script'); script.textContent = 'window.struck = 1';
        document.body.append(script); setTimeout(() => resolve('none'), 1000); })"""
    )
    assert refused.startswith("script-src")
    assert page.evaluate("() => window.struck") is None
    # the browser reports what it refused; here that is the point
    visitor.forget_problems()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_script_of_material_changes_no_colour(visitor: Visitor, scheme: str) -> None:
    """Each change of the colour scheme makes a browser style the whole page again."""
    page = visitor.open("about/", color_scheme=scheme)
    page.locator("meta[name=theme-color][content]").wait_for(state="attached")
    held: list[Route] | None = []
    page.route("**/javascripts/bundle.*", lambda route: route.continue_() if held is None else held.append(route))
    with page.expect_request("**/javascripts/bundle.*"):
        page.goto("cr/602/", wait_until="domcontentloaded")
    schemes = "() => [document.body.dataset.mdColorScheme, document.querySelectorAll('meta[name=color-scheme]').length]"
    before = page.evaluate(schemes)
    expect(page.locator("meta[name=theme-color]")).to_have_count(0)
    waiting, held = held or [], None
    for route in waiting:
        route.continue_()
    # it adds this
    page.locator("meta[name=theme-color][content]").wait_for(state="attached")
    assert page.evaluate(schemes) == before == [{"light": "default", "dark": "slate"}[scheme], 1]
