"""The answer before the form: what was asked for is on a phone's first screen, and one chapter is a tap away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.kinds import DESKTOP, PHONE, violations

pytestmark = pytest.mark.browser

PAIR = "compare/2005-08-01..2009-07-11/"
FAR = "compare/?from=1999-04-23&to=2026-04-17"
BAR_AT_THE_THUMB = 48
"""Pixels at the lower edge that the bar covers."""


def is_on_the_first_screen(page: Page, selector: str) -> bool:
    first = page.locator(f"{selector}:visible").first
    first.wait_for()
    box = first.bounding_box()
    assert box is not None
    size = page.viewport_size
    assert size is not None
    return box["y"] < size["height"] - BAR_AT_THE_THUMB


def wait_for_all_changes(page: Page) -> None:
    """Wait until the last change is on the page and the browser is idle.

    While changes are still added the page is busy between the begin and the end of a tap, which then counts as a long
    press and opens nothing.
    """
    said = page.locator(".c-shown")
    expect(said).to_contain_text(re.compile(r"\d"))
    total = max(int(figure.replace(",", "")) for figure in re.findall(r"\d[\d,]*", said.inner_text()))
    expect(page.locator(".ch")).to_have_count(total)
    page.evaluate("() => new Promise((resolve) => requestIdleCallback(resolve))")


@pytest.mark.parametrize(
    ("address", "answer", "form"),
    [
        ("search/?q=exile", ".hit", ".search-filters"),
        ("search/?q=exile&as-of=2006-07-01", ".hit", ".search-filters"),
        (PAIR, ".ch", ".c-form"),
        (FAR, ".ch", ".c-form"),
        ("references/?n=601.2&on=2009-07-11", ".quotations", ".ask"),
    ],
)
def test_a_form_that_has_been_answered_is_one_line(visitor: Visitor, address: str, answer: str, form: str) -> None:
    page = visitor.open(address, **PHONE)
    assert is_on_the_first_screen(page, answer)
    expect(page.locator(form)).to_be_hidden()
    line = page.locator(f".fold-line:has(~ {form})")
    line.tap()
    expect(page.locator(form)).to_be_visible()
    expect(line).to_have_attribute("aria-expanded", "true")
    assert violations(page) == []
    line.tap()
    expect(page.locator(form)).to_be_hidden()


def test_the_filters_of_a_comparison_open_at_a_tap(visitor: Visitor) -> None:
    page = visitor.open(PAIR, **PHONE)
    expect(page.get_by_label("Changes containing")).to_be_hidden()
    expect(page.locator(".chips")).to_be_hidden()
    page.get_by_role("button", name="Filter").tap()
    expect(page.get_by_label("Changes containing")).to_be_visible()
    page.get_by_text("renumbered only").tap()
    expect(page.locator(".ch.s-renumbered").first).to_be_visible()


def test_the_line_says_which_filters_are_set(visitor: Visitor) -> None:
    page = visitor.open("search/?q=exile&editions=all&kind=rule,example&within=702", **PHONE)
    expect(page.locator(".search-form .fold-line")).to_have_text("All editions · rules, examples · within 702")
    page.goto("search/?q=exile&in=changes&side=deleted&from=2005-08-01")
    expect(page.locator(".search-form .fold-line")).to_have_text("Changes, deleted · from 1 August 2005")


def test_the_form_of_references_is_open_until_a_rule_is_named(visitor: Visitor) -> None:
    page = visitor.open("references/", **PHONE)
    field = page.get_by_label("Rule or term")
    expect(field).to_be_visible()
    expect(page.locator(".fold-line")).to_be_hidden()
    field.fill("601.2")
    page.get_by_role("button", name="Show").tap()
    expect(page.locator("#answer .quotations").first).to_be_visible()
    expect(field).to_be_hidden()
    page.go_back()
    expect(field).to_be_visible()


def test_nothing_is_folded_before_something_is_asked(visitor: Visitor) -> None:
    page = visitor.open("search/", **PHONE)
    expect(page.locator(".search-filters")).to_be_visible()
    page.get_by_label("Number, keyword or words").fill("exile")
    page.keyboard.press("Enter")
    expect(page.locator(".hit").first).to_be_visible()
    expect(page.locator(".search-filters")).to_be_hidden()
    wide = visitor.open("search/?q=exile", **DESKTOP)
    expect(wide.locator(".search-filters")).to_be_visible()
    expect(wide.locator(".fold-line")).to_be_hidden()


def sections(page: Page) -> list[str]:
    ids: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('.c-chapter')].filter((one) => one.checkVisibility()).map((one) => one.id)"
    )
    return ids


@pytest.mark.parametrize("address", [PAIR, FAR])
def test_one_chapter_alone_is_shown_and_stands_in_the_address(visitor: Visitor, address: str) -> None:
    page = visitor.open(address)
    expect(page.locator(".c-contents b").first).to_be_visible()
    # until then another section may become the last one
    wait_for_all_changes(page)
    section = page.locator(".c-chapter").filter(has=page.locator(".ch.s-wording")).last
    anchor = section.get_attribute("id") or ""
    assert len(sections(page)) > 1
    section.get_by_role("link", name=re.compile("^only ")).click()
    expect(page).to_have_url(re.compile(rf"[?&]chapter={anchor.removeprefix('chapter-')}$"))
    assert sections(page) == [anchor]
    shown = page.locator(".c-shown")
    expect(shown).to_contain_text(f"{section.locator('.ch:visible').count()} of {section.locator('.ch').count()} ")
    words = shown.inner_text()
    page.reload()
    expect(shown).to_have_text(words)
    expect(page.locator(".c-rest")).to_be_visible()
    assert sections(page) == [anchor]
    for box in page.locator(".chips input").all():
        box.check()
    expect(section.locator(".ch:visible")).to_have_count(section.locator(".ch").count())
    shown.get_by_role("link", name="All chapters").click()
    assert "chapter=" not in page.url.partition("#")[0]
    assert len(sections(page)) > 1


@pytest.mark.parametrize("address", [f"{PAIR}?chapter=702", f"{FAR}&chapter=702"])
def test_a_comparison_of_one_chapter_leads_with_its_figures(visitor: Visitor, address: str) -> None:
    page = visitor.open(address)
    added = page.locator(".chip-added b")
    expect(added).to_have_text(re.compile(r"\d"))
    expect(page.locator(".c-rest")).to_be_visible()
    summary = page.locator(".c-summary")
    own = summary.inner_text()
    assert own.startswith("702 Keyword Abilities: ")
    assert f"{added.inner_text()} rules added" in own
    page.locator(".c-shown").get_by_role("link", name="All chapters").click()
    expect(summary).not_to_contain_text("702 Keyword Abilities")
    assert int(re.findall(r"([\d,]+) rules added", summary.inner_text())[0].replace(",", "")) > int(
        re.findall(r"([\d,]+) rules added", own)[0].replace(",", "")
    )


def test_an_edition_has_one_control_on_a_phone(visitor: Visitor) -> None:
    page = visitor.open("compare/", **PHONE)
    chosen = page.get_by_label("From", exact=True)
    day = page.get_by_label("From: the edition in force on a day")
    expect(chosen).to_be_visible()
    expect(day).to_be_hidden()
    before = chosen.input_value()
    chosen.select_option("The edition of a day …")
    expect(day).to_be_focused()
    expect(chosen).to_have_value(before)
    day.fill("2006-07-01")
    expect(chosen).to_have_value("2005-08-01")
    expect(page.get_by_label("To: the edition in force on a day")).to_be_hidden()


def test_the_list_of_chapters_counts_what_is_shown(visitor: Visitor) -> None:
    page = visitor.open(PAIR)
    rows = page.locator(".c-contents li:visible")
    expect(rows.first.locator("b")).to_have_text(re.compile(r"\d"))
    for row in rows.all():
        anchor = (row.locator("a").get_attribute("href") or "").removeprefix("#")
        changes = page.locator(f"[id='{anchor}'] .ch:visible").count()
        assert row.locator("b").inner_text() == str(changes)
    page.get_by_label("Changes containing").fill("stack")
    expect(page.locator(".c-shown")).to_contain_text("with these words")
    total = sum(int(row.locator("b").inner_text()) for row in rows.all())
    assert total == page.locator(".ch:visible").count() > 0


def test_contents_at_the_thumb_lists_the_chapters_with_changes(visitor: Visitor) -> None:
    page = visitor.open(FAR, **PHONE)
    wait_for_all_changes(page)
    contents = page.get_by_role("navigation", name="Quick navigation").get_by_role("button", name="Contents")
    contents.tap()
    sheet = page.get_by_role("dialog", name="Chapters with changes")
    row = sheet.get_by_role("listitem").filter(has_text="Keyword Abilities")
    expect(row).to_contain_text(re.compile(r"\d+ *only$"))
    assert violations(page) == []
    row.get_by_role("link", name=re.compile("^only")).tap()
    expect(page).to_have_url(re.compile(r"chapter=702$"))
    assert sections(page) == ["chapter-702"]
    expect(sheet).to_be_hidden()
    contents.click()
    sheet.get_by_role("link", name="All chapters").click()
    assert len(sections(page)) > 1


def test_a_chapter_since_an_exam_in_three_taps(visitor: Visitor) -> None:
    page = visitor.open("cr/702/", **PHONE)
    page.get_by_role("button", name="Since my exam").tap()
    dialog = page.get_by_role("dialog", name="Changes in 702 since your exam")
    dialog.get_by_label("Day of your exam").fill("2009-08-01")
    assert violations(page) == []
    dialog.get_by_role("button", name="Show").tap()
    expect(page).to_have_url(re.compile(r"/compare/\?from=2009-08-01&to=2026-04-17&chapter=702$"))
    expect(page.locator(".c-rest")).to_be_visible()
    assert sections(page) == ["chapter-702"]
    assert is_on_the_first_screen(page, ".ch")
    page.goto("cr/602/")
    page.get_by_role("button", name="Since my exam").tap()
    expect(page.get_by_label("Day of your exam")).to_have_value("2009-08-01")


def test_the_list_of_chapters_is_next_to_the_changes_on_a_wide_screen(visitor: Visitor) -> None:
    page = visitor.open(PAIR, **DESKTOP)
    contents = page.locator(".c-contents")
    expect(contents.locator("ul")).to_be_visible()
    beside, changes = contents.bounding_box(), page.locator(".c-changes").bounding_box()
    assert beside is not None
    assert changes is not None
    assert beside["x"] + beside["width"] <= changes["x"]
    page.locator(".ch:visible").last.scroll_into_view_if_needed()
    expect(contents.locator("a:visible").first).to_be_in_viewport()


def test_the_line_of_the_filters_names_the_edition_that_the_words_ask_for(visitor: Visitor) -> None:
    page = visitor.open("search/?q=haste+2005", **PHONE)
    expect(page.locator(".search-form .fold-line")).to_have_text("Edition of 1 August 2005")
    page.get_by_role("searchbox").fill("haste")
    expect(page.locator(".search-form .fold-line")).to_have_text("Latest edition")


def test_the_chosen_field_names_the_edition_that_the_words_ask_for(visitor: Visitor) -> None:
    page = visitor.open("search/?q=haste+2005", **DESKTOP)
    expect(page.get_by_label("Edition of 1 August 2005")).to_be_checked()
    page.get_by_label("All editions").check()
    expect(page.get_by_label("Latest edition")).not_to_be_checked()
    expect(page.get_by_text("as asked")).to_have_count(0)
    page.get_by_label("Latest edition").check()
    page.get_by_role("searchbox").fill("haste")
    expect(page.get_by_label("Latest edition")).to_be_checked()


def test_the_line_of_figures_does_not_touch_the_filter(visitor: Visitor) -> None:
    page = visitor.open(PAIR, **{**PHONE, "viewport": {"width": 320, "height": 780}})
    button = page.get_by_role("button", name="Filter")
    expect(button).to_be_visible()
    said, beside = page.locator(".c-shown").bounding_box(), button.bounding_box()
    assert said is not None
    assert beside is not None
    assert said["x"] + said["width"] + 6 <= beside["x"]


def test_the_words_of_changes_reach_the_right_edge_of_a_wide_screen(visitor: Visitor) -> None:
    """The numbers are beside the words, which keep their measure."""
    page = visitor.open("compare/2005-08-01..2009-07-11/", viewport={"width": 1920, "height": 1000})
    change = page.locator(".ch.s-wording").first
    head = change.locator("h3").bounding_box()
    words = change.locator(".rule-text").first.bounding_box()
    search = page.locator(".md-search__form").bounding_box()
    assert head is not None
    assert words is not None
    assert search is not None
    assert head["x"] + head["width"] < words["x"]
    assert abs(head["y"] - words["y"]) < 12
    assert abs(words["x"] + words["width"] - search["x"] - search["width"]) < 24
    page.get_by_label("side by side").check()
    below = change.locator(".pair").first.bounding_box()
    moved = change.locator("h3").bounding_box()
    assert below is not None
    assert moved is not None
    assert below["y"] >= moved["y"] + moved["height"] - 1
