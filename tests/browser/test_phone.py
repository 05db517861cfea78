"""At the thumb of a phone, and reading as one likes: the bar, sheets, notes, whole editions, years, following."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import BuiltSite, Visitor
from tests.browser.kinds import PHONE, layout_shift, violations, wider_than_the_window

pytestmark = pytest.mark.browser
CLIPBOARD = ["clipboard-read", "clipboard-write"]

THUMB_TARGETS = """() => [...document.querySelectorAll(
    ".thumb > *, .page-tools > *, .sheet a, .sheet button, .quiet-all > *, .quiet-tools > *")]
    .filter((one) => one.checkVisibility() && !one.matches(".quiet-since, .quiet-open, .years-panel"))
    .filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML)"""


def is_below_bars(page: Page, number: str) -> bool:
    """Whether the first line of a rule is below what stays in view at the top."""
    return bool(
        page.evaluate(
            """(id) => { const bars = [...document.querySelectorAll(".md-header, .edition-bar-old")];
            const bottom = Math.max(...bars.map((one) => one.getBoundingClientRect().bottom));
            const top = document.getElementById(id).getBoundingClientRect().top;
            return top >= bottom && top < innerHeight / 2; }""",
            number,
        )
    )


def test_the_bar_of_a_former_edition_is_one_line_and_hides_no_target(visitor: Visitor) -> None:
    page = visitor.open("e/2009-07-11/#602.2", **PHONE)
    page.locator('[id="602.2"].asof-here').wait_for()
    bar = page.locator(".edition-bar-old")
    expect(bar.get_by_role("link", name="Latest")).to_be_visible()
    expect(bar).to_contain_text("11 July 2009")
    assert bar.evaluate("(one) => one.offsetHeight") < 36
    assert is_below_bars(page, "602.2")
    page.goto("e/2009-07-11/#602.5")
    page.locator('[id="602.5"].asof-here').wait_for()
    assert is_below_bars(page, "602.5")


def test_contents_edition_and_search_are_at_the_thumb(visitor: Visitor) -> None:
    page = visitor.open("cr/602/", **PHONE)
    thumb = page.get_by_role("navigation", name="Quick navigation")
    thumb.get_by_role("button", name="Contents").tap()
    sheet = page.get_by_role("dialog", name=re.compile("602"))
    expect(sheet.get_by_role("link", name=re.compile("^602.2"))).to_be_visible()
    assert page.evaluate(THUMB_TARGETS) == []
    assert violations(page) == []
    sheet.get_by_role("link", name=re.compile("^602.2")).tap()
    expect(page).to_have_url(re.compile(r"#602\.2$"))
    assert is_below_bars(page, "602.2")
    thumb.get_by_role("link", name="Edition").tap()
    expect(page.get_by_role("dialog", name="Editions")).to_be_visible()
    page.keyboard.press("Escape")
    thumb.get_by_role("button", name="Search").tap()
    expect(page.locator("#search-input")).to_be_focused()


def test_the_drawer_opens_at_the_chapter_and_closes_by_escape(visitor: Visitor) -> None:
    page = visitor.open("cr/702/", **{**PHONE, "viewport": {"width": 360, "height": 240}})
    here = page.locator(".md-sidebar--primary .md-nav__link--active", has_text="702").locator("visible=true").first
    for _ in range(2):
        page.locator(".drawer-open").tap()
        expect(here).to_be_in_viewport()
        assert here.evaluate("(one) => one.getBoundingClientRect().top > 60")
        page.keyboard.press("Escape")
        expect(page.locator(".md-sidebar--primary .md-sidebar__inner")).to_be_hidden()


def test_rows_of_the_drawer_are_as_high_as_a_thumb(visitor: Visitor) -> None:
    for address in ("", "cr/702/", "docs/checking/", "e/2009-07-11/"):
        page = visitor.open(address, **PHONE)
        page.locator(".drawer-open").tap()
        rows = page.locator(".md-sidebar--primary .md-nav__link:visible")
        expect(rows.first).to_be_in_viewport()
        heights = rows.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")
        assert len(heights) > 5
        assert min(heights) >= 43.5


def test_the_parts_of_the_search_sheet_stand_in_their_line(visitor: Visitor) -> None:
    page = visitor.open("cr/602/", **PHONE)
    page.get_by_role("navigation", name="Quick navigation").get_by_role("button", name="Search").tap()
    box, empty = page.locator("#search-input"), page.locator(".md-search__options button")
    page.keyboard.type("storm and")
    expect(page.get_by_role("option").first).to_be_visible()
    field, sign = box.bounding_box(), empty.bounding_box()
    assert field is not None
    assert sign is not None
    middle = field["y"] + field["height"] / 2
    assert abs(sign["y"] + sign["height"] / 2 - middle) < 1.5
    padding = float(box.evaluate("(one) => getComputedStyle(one).paddingRight.replace('px', '')"))
    assert sign["x"] >= field["x"] + field["width"] - padding - 1, "no word reaches below the sign"
    outline = float(box.evaluate("(one) => getComputedStyle(one).outlineOffset.replace('px', '')"))
    assert outline <= -2, "the ring is not cut off at the edge of the screen"
    status = page.locator(".search-status")
    lines = status.evaluate("(one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize)")
    assert lines < 8, "three lines of text, no higher than text is"


def test_a_menu_at_the_bottom_of_the_screen_comes_into_view(visitor: Visitor) -> None:
    page = visitor.open("cr/602/", **PHONE)
    rule = page.locator('[id="602.2"]')
    rule.get_by_role("button", name="More about 602.2").tap()
    share = rule.get_by_label("Share 602.2")
    share.evaluate("(one) => scrollBy({ top: one.getBoundingClientRect().bottom - innerHeight + 120 })")
    share.tap()
    last = rule.locator(".copiers button").last
    expect(last).to_be_visible()
    page.wait_for_function("() => document.querySelector('.copiers[open] ul').getBoundingClientRect().top > 0")
    bottom = last.evaluate("(one) => one.getBoundingClientRect().bottom")
    bar = page.locator(".thumb").evaluate("(one) => one.getBoundingClientRect().top")
    assert bottom <= bar


def test_the_drawer_is_reached_by_the_keyboard(visitor: Visitor) -> None:
    page = visitor.open("cr/702/", viewport={"width": 1000, "height": 800})
    button = page.get_by_role("button", name="All chapters and pages")
    expect(button).to_have_attribute("aria-expanded", "false")
    button.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    focused = page.evaluate("() => document.activeElement.closest('.md-sidebar--primary') !== null")
    assert focused
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "false")


def test_the_way_back_to_the_top_is_a_small_button_above_the_bar(visitor: Visitor) -> None:
    page = visitor.open("glossary/s/", **PHONE)
    page.locator(".md-header--shadow, .md-top[hidden]").first.wait_for(state="attached")
    page.evaluate(
        "() => { const one = document.querySelector('.md-top'); one.style.top = '64px'; one.hidden = false; }"
    )
    box = page.locator(".md-top").bounding_box()
    assert box is not None
    assert box["height"] < 60
    assert box["y"] > 600


def test_notes_are_one_line_on_a_phone_and_open_at_a_tap(visitor: Visitor) -> None:
    page = visitor.open("cr/702.40/", **PHONE)
    line = page.locator('[id="702.40a"] .quiet')
    expect(line.locator(".quiet-since")).to_have_text(re.compile(r"since \d+\s\w+\s\d{4}"))
    assert line.evaluate("(one) => one.offsetHeight") < 30
    expect(line.get_by_text("Share")).to_be_hidden()
    line.get_by_role("button", name="More about 702.40a").tap()
    expect(line.get_by_text("Share")).to_be_visible()
    assert page.evaluate(THUMB_TARGETS) == []
    page.goto("cr/602/")
    page.get_by_role("navigation", name="Quick navigation").get_by_role("button", name="Contents").tap()
    page.get_by_role("dialog").get_by_role("button", name="Hide notes").tap()
    expect(page.locator(".quiet").first).to_be_hidden()
    page.goto("glossary/s/")
    expect(page.locator(".term").first).to_be_visible()
    expect(page.locator(".quiet").first).to_be_hidden()


def test_without_a_script_the_notes_are_whole(visitor: Visitor) -> None:
    page = visitor.open("cr/702.40/", java_script_enabled=False, **PHONE)
    expect(page.locator('[id="702.40a"] .quiet').get_by_role("link", name=re.compile("wordings"))).to_be_visible()


@pytest.mark.parametrize("edition", ["2026-04-17", "1999-04-23"])
def test_all_rules_of_an_edition_are_on_one_page(visitor: Visitor, site: BuiltSite, edition: str) -> None:
    with site.open_store() as store:
        texts = {record.key: record.text for record in store.rules(edition) if record.kind != "section"}
        terms = {entry.key: entry.text for entry in store.glossary(edition)}
    page = visitor.open(f"e/{edition}/all/")
    expect(page.locator(".all-state")).to_contain_text("rules")
    expect(page.locator(".all-state")).not_to_contain_text("Loading")
    shown = page.evaluate(
        """() => Object.fromEntries(
        [...document.querySelectorAll('[data-key]')].map((one) => [one.dataset.key, one.textContent]))"""
    )
    assert shown == {key: text for key, text in {**texts, **terms}.items() if text}
    assert page.locator(".quiet").count() == 0
    assert violations(page) == []


def test_the_chapters_of_a_whole_edition_are_as_high_as_a_thumb(visitor: Visitor) -> None:
    page = visitor.open("e/2009-07-11/all/", **PHONE)
    page.locator(".all-contents summary").click()
    rows = page.locator(".all-contents li > a")
    expect(rows.first).to_be_visible()
    assert min(rows.evaluate_all("(links) => links.map((link) => link.offsetHeight)")) >= 44


def test_the_day_of_an_edition_stands_in_the_first_line_of_its_name(visitor: Visitor) -> None:
    page = visitor.open("editions/", **{**PHONE, "viewport": {"width": 320, "height": 780}})
    apart, lines = page.evaluate(
        """() => {
        const rectsOf = (one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return [...range.getClientRects()].filter((rect) => rect.height);
        };
        const rows = [...document.querySelectorAll('.stacked tbody tr')].map((row) => {
            const names = rectsOf(row.querySelector('td').lastChild);
            return [Math.abs(rectsOf(row.querySelector('time'))[0].top - names[0].top), names.length];
        });
        return [Math.max(...rows.map(([apart]) => apart)), Math.max(...rows.map(([, lines]) => lines))];
    }"""
    )
    assert lines > 1
    assert apart < 4


def test_a_glossary_entry_through_the_years(visitor: Visitor) -> None:
    page = visitor.open("glossary/s/", **PHONE)
    line = page.locator("[id=storm] .quiet")
    line.get_by_role("button", name="More about").click()
    line.get_by_role("button", name="through the years").click()
    expect(line.locator(".years-when")).to_contain_text("17 April 2026")
    expect(line.locator(".years-panel .rule-text")).not_to_be_empty()
    assert not wider_than_the_window(page)


def test_a_rule_through_the_years(visitor: Visitor) -> None:
    page = visitor.open("cr/702.40/")
    line = page.locator('[id="702.40a"] .quiet')
    text = page.locator('[id="702.40a"] .rule-text').first.text_content()
    page.locator('[id="702.40a"]').hover()
    line.get_by_role("button", name="702.40a through the years").click()
    panel = line.locator(".years-panel")
    expect(panel.locator(".years-when")).to_contain_text("17 April 2026")
    panel.get_by_role("button", name="Earlier version").click()
    expect(panel.locator(".years-when")).not_to_contain_text("17 April 2026")
    slider = panel.get_by_role("slider", name="Edition")
    slider.press("Home")
    expect(panel.locator(".years-when")).to_contain_text("1 August 2005")
    expect(panel.locator("ins, del")).to_have_count(0)
    assert panel.locator(".rule-text").text_content() != text
    assert "e/2005-08-01/#502.30a" in str(panel.get_by_role("link", name="Read it there").get_attribute("href"))
    assert violations(page) == []
    panel.get_by_label("Compare to").select_option("2026-04-17")
    panel.get_by_role("link", name="this rule").click()
    expect(page).to_have_url(re.compile(r"/compare/\?from=2005-08-01&to=2026-04-17&class=all#702\.40a$"))
    expect(page.locator('[id="702.40a"]')).to_be_in_viewport()


def test_the_words_are_copied_with_citation_and_link(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("cr/702.40/", permissions=CLIPBOARD)
    rule = page.locator('[id="702.40b"]')
    rule.hover()
    rule.locator(".copiers summary").click()
    rule.get_by_role("button", name="Words, citation and link").click()
    expect(page.get_by_role("status")).to_contain_text("copied")
    text = rule.locator(".rule-text").text_content()
    link = f"{site.address}e/2026-04-17/#702.40b"
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == f"{text}\n(CR 702.40b (2026-04-17), {link})"


def test_what_is_followed_is_told_on_the_start_page(visitor: Visitor) -> None:
    page = visitor.open("cr/602/")
    expect(page.get_by_role("link", name="Feed")).to_have_attribute("href", "../../feed/602.xml")
    page.get_by_role("button", name="Follow 602").click()
    expect(page.get_by_role("status")).to_contain_text("The start page will tell you")
    page.goto("")
    row = page.locator(".followed li")
    expect(row).to_contain_text("unchanged since the edition of 17 April 2026")
    page.evaluate(
        "(all) => localStorage.setItem('comprules.followed', JSON.stringify(all))",
        {"602": "2005-08-01", "702.40a": "2005-08-01"},
    )
    page.reload()
    expect(row.first).to_contain_text("changed on")
    assert violations(page) == []
    row.first.get_by_role("link", name="What changed").click()
    expect(page).to_have_url(re.compile(r"from=2005-08-01&to=2026-04-17"))
    page.goto("")
    row.first.get_by_role("button", name="Stop following").click()
    expect(row).to_have_count(1)


def test_what_is_followed_is_not_called_gone_without_a_network(visitor: Visitor) -> None:
    page = visitor.open("")
    page.evaluate(
        "(all) => localStorage.setItem('comprules.followed', JSON.stringify(all))",
        {"602": "2005-08-01", "702.40a": "2005-08-01", "999.9z": "2005-08-01", "999": "2005-08-01"},
    )
    page.reload()
    row = page.locator(".followed li")
    expect(row.filter(has_text="999.9z")).to_contain_text("no rule has this number today")
    expect(row.filter(has_text="Chapter 999")).to_contain_text("no chapter has this number today")
    page.route(re.compile(r"/(api/v1/rule|feed)/"), lambda route: route.abort())
    page.reload()
    for number in range(4):
        expect(row.nth(number)).to_contain_text("could not be loaded")
    visitor.forget_problems()


def test_what_changed_since_an_exam(visitor: Visitor) -> None:
    page = visitor.open("")
    page.get_by_label("Changed since your exam on").fill("2021-05-01")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"/compare/2021-04-22\.\.2026-04-17/"))
    page.goto("")
    expect(page.get_by_label("Changed since your exam on")).to_have_value("2021-05-01")
    assert page.locator(".since-exam .date-field").get_attribute("data-day") == "1 May 2021"


@pytest.mark.parametrize(
    ("address", "ready"),
    [
        ("compare/?from=1999-04-23&to=2026-04-17", ".ch:visible .rule-text"),
        ("e/2009-07-11/#602", ".asof-reader .rule"),
        ("e/2009-07-11/all/", ".all-rules .rule"),
    ],
)
def test_nothing_moves_while_a_page_fills(visitor: Visitor, address: str, ready: str) -> None:
    page = visitor.open(address, **PHONE)
    page.locator(ready).first.wait_for()
    assert layout_shift(page) <= 0.1


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("address", ["docs/commands/", "docs/checking/", "docs/archive/", "api/"])
def test_no_line_of_running_text_ends_within_an_option(visitor: Visitor, address: str, width: int) -> None:
    page = visitor.open(address, **{**PHONE, "viewport": {"width": width, "height": 780}})
    lines = page.locator("p .whole, li .whole, td .whole").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility()).map((one) => one.getClientRects().length)"
    )
    assert lines
    assert set(lines) == {1}
    assert not wider_than_the_window(page)


def test_a_link_of_two_lines_below_a_rule_is_no_higher_than_it_must(visitor: Visitor) -> None:
    page = visitor.open("cr/702.40/", **{**PHONE, "viewport": {"width": 320, "height": 780}})
    page.locator(".quiet-open").first.tap()
    link = page.locator(".quiet-all > a:not(.quiet-since)").first
    one_line = link.evaluate("(link) => link.offsetHeight")
    link.evaluate("(link) => { link.textContent = '6 wordings, renumbered once, 1 minor change, never deleted'; }")
    two_lines = link.evaluate("(link) => link.offsetHeight")
    assert one_line >= 44
    assert one_line < two_lines < 1.75 * one_line


ROW_OF_BULLETIN = """() => {
    const table = document.querySelector(".figures");
    table.innerHTML = `<tbody><tr><th scope="row">701.9</th><td><span class="listed"><a href=".">701.9</a>,</span>
        <span class="listed"><a href=".">701.9a</a></span></td></tr></tbody>`;
    return ["th", ".listed a"].map((selector) => {
        const range = document.createRange();
        range.selectNodeContents(table.querySelector(selector));
        return range.getBoundingClientRect().top;
    });
}"""


def test_the_row_of_an_announcement_begins_in_one_line(visitor: Visitor) -> None:
    """What was announced, and the first of the rules that changed, which are as high as a thumb."""
    announced, changed = visitor.open("audit/", **PHONE).evaluate(ROW_OF_BULLETIN)
    assert abs(announced - changed) < 2
