"""The search box: direct answers first, then passages; keyboard, phone, and nothing loaded before it is asked for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import BuiltSite, Visitor

pytestmark = pytest.mark.browser


def search(page: Page, words: str) -> None:
    page.keyboard.press("/")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.type(words)


def options(page: Page) -> list[str]:
    return page.get_by_role("option").all_inner_texts()


def expect_place(page: Page, address: str) -> None:
    """Waits for an address, whatever words the browser is told to mark there."""
    page.wait_for_function("address => location.href === address", arg=address)


DIRECT = {
    "702.40a": "cr/702.40/#702.40a",
    "CR 702.40a": "cr/702.40/#702.40a",
    "rule 702.40A.": "cr/702.40/#702.40a",
    "702.4Oa": "cr/702.40/#702.40a",
    "702": "cr/702/#702",
    "7": "cr/#7",
    "702.40": "cr/702.40/#702.40",
    "storm": "cr/702.40/#702.40",
    "STORM": "cr/702.40/#702.40",
    "Keyword Abilities": "cr/702/#702",
}


def test_numbers_and_headings_are_answered_directly(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("glossary/")
    search(page, "")
    first = page.get_by_role("option").first
    for typed, address in DIRECT.items():
        page.get_by_role("combobox").fill(typed)
        expect(first).to_have_attribute("href", site.address + address)
        expect(first).to_have_attribute("aria-selected", "true")
    for typed in ("702.40a", "storm"):
        page.goto("glossary/")
        search(page, typed)
        page.keyboard.press("Enter")
        expect_place(page, site.address + DIRECT[typed])
        assert page.evaluate("() => document.querySelector(':target') !== null")
        expect(page.locator(".md-search__output")).to_be_hidden()


def test_escape_gives_the_focus_back(visitor: Visitor) -> None:
    page = visitor.open("cr/602/")
    link = page.locator(".trail a").first
    link.focus()
    search(page, "storm")
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    expect(page.locator(".md-search__output")).to_be_hidden()


def test_escape_gives_the_focus_back_to_a_button_after_a_tap_between_the_rows(visitor: Visitor) -> None:
    page = visitor.open()
    button = page.locator(".search-open").first
    button.click()
    page.get_by_role("combobox").fill("storm")
    expect(page.get_by_role("option").first).to_be_visible()
    page.evaluate("() => document.activeElement.blur()")
    page.get_by_role("combobox").click()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


def test_escape_gives_the_focus_back_if_the_scripts_came_later(visitor: Visitor) -> None:
    page = visitor.open()
    held: list[Route] | None = []
    page.route(
        "**/*.js",
        lambda route: route.continue_() if held is None or "early" in route.request.url else held.append(route),
    )
    page.goto("cr/602/", wait_until="commit")
    link = page.locator(".trail a").first
    link.focus()
    page.keyboard.press("/")
    page.keyboard.type("storm")
    assert held
    waiting, held = held, None
    for route in waiting:
        route.continue_()
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(link).to_be_focused()


def address_bar(page: Page) -> str:
    """The address as the browser shows it; scripts do not see the words that it is told to mark."""
    history = page.context.new_cdp_session(page).send("Page.getNavigationHistory")
    return str(history["entries"][history["currentIndex"]]["url"])


@pytest.mark.parametrize("is_tapped", [True, False])
def test_a_result_leads_to_its_rule_and_not_to_its_words(visitor: Visitor, *, is_tapped: bool) -> None:
    page = visitor.open("search/?q=exile")
    hit = page.locator(".hit:has(mark) a").first
    place = str(hit.get_attribute("href"))
    if is_tapped:
        hit.click()
    else:
        hit.focus()
        page.keyboard.press("Enter")
    page.wait_for_url(place)
    assert address_bar(page) == place
    anchor = place.partition("#")[2]
    expect(page.locator(f'[id="{anchor}"]')).to_be_in_viewport()


@pytest.mark.long
def test_enter_before_the_answer_is_there_goes_to_it(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open()
    page.evaluate(
        """() => { for (const [key, words] of [['/', ''], ['Enter', '702.40a']]) {
        const box = document.activeElement;
        if (words) { box.value = words; box.dispatchEvent(new Event('input', { bubbles: true })); }
        box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })); } }"""
    )
    expect_place(page, f"{site.address}cr/702.40/#702.40a")


def test_what_is_typed_before_the_scripts_are_there_is_kept(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open()
    held: list[Route] | None = []
    page.route(
        "**/*.js",
        lambda route: route.continue_() if held is None or "early" in route.request.url else held.append(route),
    )
    page.goto("cr/602/#602.1", wait_until="commit")
    expect(page.locator("footer").first).to_be_attached()
    page.keyboard.press("/")
    page.keyboard.type("702.40a")
    assert held
    waiting, held = held, None
    for route in waiting:
        route.continue_()
    expect(page.get_by_role("option").first).to_have_attribute("href", f"{site.address}cr/702.40/#702.40a")
    # Material closes its search box on a page with an anchor, 125 ms after it has started
    page.evaluate("() => new Promise((done) => { setTimeout(done, 300); })")
    expect(page.get_by_role("combobox")).to_be_focused()
    expect(page.get_by_role("combobox")).to_have_value("702.40a")
    page.keyboard.press("Enter")
    expect_place(page, f"{site.address}cr/702.40/#702.40a")


@pytest.mark.long
def test_a_number_that_is_not_there_is_not_taken_for_another(visitor: Visitor) -> None:
    page = visitor.open()
    search(page, "702.40z")
    expect(page.get_by_role("option").first).to_contain_text("there is no 702.40z")
    expect(page.get_by_role("option").first).to_have_attribute("aria-selected", "false")
    page.keyboard.press("Enter")
    expect(page.locator(".md-search__output")).to_be_visible()
    page.get_by_role("combobox").fill("702.999")
    expect(page.get_by_role("status")).to_contain_text("No edition has a rule 702.999")
    assert options(page) == []
    page.keyboard.press("Enter")
    expect(page.locator(".md-search__output")).to_be_visible()


@pytest.mark.long
def test_a_number_of_the_past_leads_to_the_rule_of_today(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open()
    search(page, "502.30")
    first = page.get_by_role("option").first
    expect(first).to_contain_text("502.30 was Storm until 2009; now 702.40")
    expect(page.get_by_role("option").nth(1)).to_contain_text("502.30 everything it meant")
    page.keyboard.press("Enter")
    expect_place(page, f"{site.address}cr/702.40/#702.40")
    search(page, "101.1")
    expect(page.get_by_role("option").nth(1)).to_have_text("101.1 what this number meant before")
    page.get_by_role("option").nth(1).click()
    page.wait_for_url(f"{site.address}n/?101.1")


@pytest.mark.long
def test_an_old_term_is_told_and_expanded(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("glossary/")
    search(page, "converted mana cost")
    expect(page.get_by_role("option").first).to_contain_text("old term of “mana value”")
    expect(page.locator(".search-status")).to_contain_text("also for “mana value”.")
    old_term = page.locator(".search-status").get_by_role("link")
    expect(old_term).to_have_text("“Converted mana cost” has been called “mana value” since 2021")
    expect(old_term).to_have_attribute("href", f"{site.address}terms/converted-mana-cost/")
    expect(page.locator(".hit-found").filter(has_text="mana value").first).to_be_visible()
    page.get_by_role("link", name="All results").click()
    page.wait_for_url(f"{site.address}search/?q=converted+mana+cost")


@pytest.mark.long
def test_inside_an_old_edition_all_answers_are_of_it(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("e/2005-08-01/")
    search(page, "storm")
    then = f"{site.address}e/2005-08-01/#"
    expect(page.get_by_role("option").first).to_have_attribute("href", f"{then}502.30")
    expect(page.locator(".search-status")).to_contain_text("Found in the edition of 1 August 2005")
    links = [link.get_attribute("href") or "" for link in page.get_by_role("option").all()]
    assert len(links) > 2
    assert all(link.startswith(then) for link in links)
    page.get_by_role("combobox").fill("702.40")
    expect(page.locator(".search-status")).to_contain_text("The edition of 1 August 2005 has no rule 702.40.")
    first = page.get_by_role("option").first
    expect(first).to_contain_text("502.30 Storm")
    expect(first).to_contain_text("702.40 today")
    page.keyboard.press("Enter")
    expect_place(page, f"{then}502.30")
    expect(page.locator(".asof-here .num").first).to_have_text("502.30")


@pytest.mark.long
def test_an_edition_in_the_query_is_searched(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open()
    search(page, "storm 2006-07-01")
    expect(page.get_by_role("option").first).to_have_attribute("href", f"{site.address}e/2005-08-01/#502.30")
    page.get_by_role("link", name="All results").click()
    page.wait_for_url(f"{site.address}search/?q=storm&as-of=2005-08-01")
    expect(page.locator(".edition-bar")).to_contain_text("are searching the edition of 1 August 2005, Ninth Edition.")


@pytest.mark.long
def test_passages_and_terms_are_found_and_marked(visitor: Visitor, site: BuiltSite) -> None:
    rule = next(rule for rule in site.rules if rule.number == "702.40a")
    words = " ".join(word.strip(".,“”") for word in rule.text.split()[2:6])
    page = visitor.open()
    search(page, words)
    hit = page.get_by_role("option").filter(has_text="702.40a").first
    expect(hit).to_be_visible()
    assert hit.locator("mark").count() > 0
    expect(page.locator(".search-status")).to_contain_text("Found")
    hit.click()
    expect_place(page, f"{site.address}cr/702.40/#702.40a")
    entry = site.glossary[3]
    search(page, entry.term)
    expect(page.get_by_role("option").filter(has_text="Glossary").first).to_contain_text(entry.term)


def test_the_keyboard_walks_through_the_results(visitor: Visitor) -> None:
    page = visitor.open()
    search(page, "")
    # in one go: answers to its beginnings would come in between
    page.get_by_role("combobox").fill("ability")
    expect(page.locator(".hit-found").first).to_be_visible()
    total = len(options(page))
    assert total > 3
    for key, expected in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("ArrowUp", 0), ("ArrowUp", total - 1)):
        page.keyboard.press(key)
        chosen = page.get_by_role("option").nth(expected)
        expect(chosen).to_have_attribute("aria-selected", "true")
        identifier = chosen.get_attribute("id") or ""
        expect(page.get_by_role("combobox")).to_have_attribute("aria-activedescendant", identifier)
    page.keyboard.press("Escape")
    expect(page.locator(".md-search__output")).to_be_hidden()


@pytest.mark.long
def test_odd_queries_do_no_harm_and_nothing_found_says_what_to_do(visitor: Visitor) -> None:
    page = visitor.open()
    search(page, "")
    for words in ("<img src=x onerror=alert(1)>", "*", "zzzzqq", "702.", "{T}", '"', "\\", "&amp;"):
        page.get_by_role("combobox").fill(words)
        expect(page.locator(".search-status")).not_to_have_text("Type a number, a keyword, an edition or words.")
        expect(page.locator(".md-search img")).to_have_count(0)
        expect(page.locator(".search-status")).not_to_contain_text("could not be loaded")
    page.get_by_role("combobox").fill("qqqqzzzz")
    no_word = "No edition has the word “qqqqzzzz”; the rules are in English."
    expect(page.locator(".search-status")).to_have_text(no_word)
    page.get_by_role("combobox").fill("")
    page.keyboard.type("and/or")
    expect(page.get_by_role("combobox")).to_have_value("and/or")


@pytest.mark.long
def test_the_first_query_is_answered_whole_by_one_page_load(visitor: Visitor) -> None:
    urls: list[str] = []
    page = visitor.context().new_page()
    page.on("request", lambda request: urls.append(request.url))
    page.goto("cr/602/", wait_until="networkidle")
    assert not [url for url in urls if "/search/" in url or "jump.json" in url], "loaded before anybody searched"
    search(page, "storm")
    expect(page.locator(".hit-found").first).to_be_visible()
    assert len([url for url in urls if "jump.json" in url]) == 1


def test_three_taps_on_a_phone(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        permissions=["clipboard-read", "clipboard-write"],
    )
    page.locator(".search-large").tap()
    page.keyboard.type("storm")
    page.get_by_role("option").first.tap()
    expect_place(page, f"{site.address}cr/702.40/#702.40")
    page.locator('[id="702.40a"] > a.num').tap()
    assert page.evaluate("() => navigator.clipboard.readText()") == f"{site.address}cr/702.40/#702.40a"


@pytest.mark.long
def test_a_failure_to_load_the_table_of_numbers_passes(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.context().new_page()
    page.goto("cr/602/", wait_until="networkidle")
    page.route("**/jump.json", lambda route: route.abort())
    search(page, "702.40")
    expect(page.locator(".search-status")).to_contain_text("could not be loaded")
    page.unroute("**/jump.json")
    page.keyboard.type("a")
    expect(page.get_by_role("option").first).to_have_attribute("href", f"{site.address}cr/702.40/#702.40a")
    # each letter that was typed may have asked for the table again
    assert all("ERR_FAILED" in problem for problem in visitor.problems), visitor.problems
    visitor.forget_problems()
