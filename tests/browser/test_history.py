"""Histories and old numbers in a real browser: with a script and without, on a desktop and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import BuiltSite, Visitor
from tests.browser.kinds import DEVICES, PHONE

pytestmark = pytest.mark.browser

STORM = "history/702.40/#702.40a"
CLIPBOARD = ["clipboard-read", "clipboard-write"]


LINEAGE = '[id="702.40a"] .lineage'


class TestOldNumbers:
    """An engine's author has an old number: what was it, and what is it now (journey 2)."""

    @DEVICES
    def test_one_tap_copies_the_new_number(self, visitor: Visitor, device: dict[str, object]) -> None:
        page = visitor.open("about/", permissions=CLIPBOARD, **device)
        answer = page.locator("#answer")
        for address in ("n/#502.30a", "n/?q=CR+502.30a.", "cr/702/#502.30a", "n/?502.30a"):
            page.goto(address)
            expect(answer.locator("h2")).to_have_text("502.30a")
            expect(answer.locator(".what")).to_have_text("Storm")
        expect(answer.locator(".outcome")).to_have_text("now 702.40a")
        expect(answer.locator(".began")).not_to_be_empty()
        answer.get_by_role("button", name="Copy 702.40a").click()
        assert page.evaluate("() => navigator.clipboard.readText()") == "702.40a"
        answer.get_by_role("link", name="702.40a").click()
        expect(page).to_have_url(re.compile(r"/cr/702\.40/#702\.40a$"))

    @pytest.mark.long
    def test_an_address_that_is_gone_or_of_any_day_has_its_answer(self, visitor_at_the_root: Visitor) -> None:
        page = visitor_at_the_root.open("cr/502.30/")
        expect(page.locator("#answer h2")).to_have_text("502.30")
        page = visitor_at_the_root.open("cr/702.40a/")
        expect(page).to_have_url(re.compile(r"/cr/702\.40/#702\.40a$"))
        page = visitor_at_the_root.open("id/702.37a@2011-01-01/")
        expect(page).to_have_url(re.compile(r"/history/702\.40/#"))

    @pytest.mark.long
    def test_what_a_number_meant_or_that_it_is_none(self, visitor: Visitor) -> None:
        page = visitor.open("n/")
        page.get_by_label("Number", exact=True).fill("101.1")
        page.keyboard.press("Enter")
        rows = page.locator("#answer .meanings > li")
        expect(rows.nth(1)).to_be_visible()
        expect(rows.first.locator(".outcome")).to_have_text("this rule today")
        expect(page).to_have_url(re.compile(r"/n/\?101\.1$"))
        page.get_by_label("Number", exact=True).fill("502.30a")
        page.keyboard.press("Enter")
        expect(page.locator("#answer h2")).to_have_text("502.30a")
        page.go_back()
        expect(page.locator("#answer h2")).to_have_text("101.1")
        for typed, words in (
            ("999.9", "No edition has this number."),
            ("storm", "“storm” isn’t a rule number"),
            ("__proto__", "isn’t a rule number"),
        ):
            page.goto(f"n/?{typed}")
            expect(page.locator("#answer")).to_contain_text(words)

    def test_an_old_question_that_fails_leaves_the_newer_answer(self, visitor: Visitor) -> None:
        page = visitor.open("about/")
        waiting: list[Route] = []

        def hold(route: Route) -> None:
            waiting.append(route)

        page.route("**/n/numbers.json", hold)
        with page.expect_request("**/n/numbers.json"):
            page.goto("n/?502.30a")
        page.get_by_label("Number", exact=True).fill("storm")
        page.keyboard.press("Enter")
        answer = page.locator("#answer")
        expect(answer).to_contain_text("isn’t a rule number")
        with page.expect_response("**/n/numbers.json"):
            for route in waiting:
                route.fulfill(status=503)
        page.evaluate("() => new Promise((done) => requestIdleCallback(done))")
        expect(answer).to_contain_text("isn’t a rule number")
        visitor.forget_problems()

    @pytest.mark.long
    def test_without_a_script_the_page_of_the_number_answers(self, visitor: Visitor) -> None:
        page = visitor.open("history/502.30/#502.30a", java_script_enabled=False)
        row = page.locator('[id="502.30a"] .meanings > li')
        expect(row.locator(".what")).to_have_text("Storm")
        expect(row.locator(".outcome")).to_have_text("now 702.40a")
        row.get_by_role("link", name="702.40a").click()
        expect(page).to_have_url(re.compile(r"/cr/702\.40/#702\.40a$"))


class TestTimeline:
    @pytest.mark.long
    def test_without_a_script_all_of_it_is_there(self, visitor: Visitor) -> None:
        page = visitor.open(STORM, java_script_enabled=False)
        cards = page.locator(f"{LINEAGE} .timeline > .v")
        assert [locator.get_attribute("data-marks") for locator in cards.all()] == [
            "renumbered", "renumbered terminology", "added",
        ]  # fmt: skip
        expect(cards.nth(1).locator("del").first).to_have_text("play")
        expect(cards.nth(1).locator("ins").first).to_have_text("cast")
        box = page.get_by_label("Show the age of each phrase")
        span = page.locator(f"{LINEAGE} .aged > span").first
        plain = span.evaluate("one => getComputedStyle(one).backgroundColor")
        box.check()
        assert span.evaluate("one => getComputedStyle(one).backgroundColor") != plain
        expect(page.locator(".legend")).to_be_visible()

    def test_classes_can_be_left_out_and_the_address_keeps_it(self, visitor: Visitor) -> None:
        page = visitor.open(STORM)
        cards = page.locator(f"{LINEAGE} .timeline > .v")
        assert [locator.is_visible() for locator in cards.all()] == [True, True, True]
        page.get_by_label("New numbers").uncheck()
        assert [locator.is_visible() for locator in cards.all()] == [False, True, True]
        page.get_by_label("Terminology").uncheck()
        assert [locator.is_visible() for locator in cards.all()] == [False, False, True]
        page.get_by_label("Order").select_option("oldest")
        assert cards.first.get_attribute("data-marks") == "added"
        page.reload()
        expect(page.get_by_label("Terminology")).not_to_be_checked()
        assert [locator.is_visible() for locator in cards.all()] == [True, False, False]

    @pytest.mark.long
    def test_a_version_is_compared_with_today_and_its_phrases_tell_their_age(self, visitor: Visitor) -> None:
        page = visitor.open(STORM)
        first = page.locator(f"{LINEAGE} .timeline > .v").last
        button = first.get_by_role("button", name="Compare with today")
        button.click()
        comparison = first.locator(".compared")
        expect(comparison.locator("del").first).to_have_text("play")
        expect(comparison.locator("ins").first).to_have_text("cast")
        now = page.locator(f"{LINEAGE} .now .rule-text").text_content()
        text = comparison.locator(".rule-text").first.evaluate(
            "one => { const copy = one.cloneNode(true); copy.querySelectorAll('del').forEach(d => d.remove()); "
            "return copy.textContent }"
        )
        assert text == now
        button.click()
        expect(comparison).to_have_count(0)
        page.get_by_label("Show the age of each phrase").check()
        phrase = page.locator(f"{LINEAGE} .aged > [data-since]", has_text="cast").first
        tip = page.locator(".age-tip")
        phrase.hover()
        expect(tip).to_contain_text("11 July 2009")
        page.mouse.move(0, 0)
        expect(tip).to_be_hidden()
        phrase.focus()
        expect(tip).to_be_visible()
        expect(phrase).to_have_attribute("aria-describedby", "age-tip")
        widened = page.locator(f"{LINEAGE} .aged > .widened").first
        newer = widened.locator("b").first
        newer.hover()
        expect(tip).to_contain_text(f"“{newer.inner_text().strip()}” since Magic 2010, 11 July 2009")
        line = "one => getComputedStyle(one).textDecorationLine"
        assert (widened.evaluate(line), newer.evaluate(line)) == ("none", "underline")
        phrase.focus()
        page.keyboard.press("Escape")
        expect(tip).to_be_hidden()
        phone = visitor.open(STORM.replace("#", "?ages=1#"), **PHONE)
        phone.locator(f"{LINEAGE} .aged > [data-since]", has_text="cast").first.tap()
        expect(phone.locator(".age-tip")).to_contain_text("11 July 2009")

    @pytest.mark.long
    def test_the_reading_page_leads_to_ages_and_versions(self, visitor: Visitor) -> None:
        page = visitor.open("cr/702.40/")
        quiet = page.locator('[id="702.40a"] .quiet')
        quiet.get_by_role("link", name="unchanged since").click()
        expect(page).to_have_url(re.compile(r"/history/702\.40/\?ages=1#702\.40a$"))
        expect(page.get_by_label("Show the age of each phrase")).to_be_checked()
        page.go_back()
        quiet.get_by_role("link", name=re.compile("wordings|never|slight|renumbered")).click()
        expect(page).to_have_url(re.compile(r"/history/702\.40/#702\.40a$"))
        expect(page.get_by_label("Show the age of each phrase")).not_to_be_checked()


def test_a_permanent_address_shows_the_number_above_the_rule(visitor: Visitor) -> None:
    page = visitor.open("history/702.40/", **PHONE)
    page.locator('[id="702.40a"] > h2').evaluate(
        "(one) => { one.append(' of Lighthouse Keepers, Harbour Masters and Quays'); }"
    )
    page.evaluate("() => { document.body.style.paddingBottom = '2000px'; }")
    page.evaluate("() => { location.hash = '#502.30a@2005-08-01'; }")
    expect(page.locator(":target")).to_be_in_viewport()
    bars = page.locator(".md-header, .edition-bar-old").evaluate_all(
        "(all) => Math.max(...all.map((bar) => bar.getBoundingClientRect().bottom))"
    )
    heading = page.locator(".number:has(:target) > h2").bounding_box()
    assert heading
    assert heading["y"] >= bars


def test_who_announced_a_version_keeps_off_its_text(visitor: Visitor) -> None:
    page = visitor.open("history/702.40/")
    expect(page.locator(".v > .announced").first).to_have_css("margin-bottom", re.compile(r"^[4-9](\.\d+)?px$"))


@pytest.mark.long
def test_addresses_for_ever_and_keywords_lead_to_the_history(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("id/502.30a@2005-08-01/")
    page.wait_for_url(f"{site.address}history/702.40/#502.30a@2005-08-01")
    expect(page.locator(":target")).to_have_class(re.compile("lineage"))
    names = [folder.name for folder in (site.folder / "id").iterdir()]
    assert len(names) > 200
    assert not [name for name in names if re.fullmatch(r"[\w.@=~-]+", name) is None]
    page.goto("kw/storm/")
    page.get_by_role("link", name="702.40", exact=True).click()
    expect(page).to_have_url(re.compile(r"/cr/702\.40/$"))
    page.go_back()
    page.get_by_role("link", name="every version").click()
    expect(page).to_have_url(re.compile(r"/history/702\.40/$"))


def test_a_reader_comes_back_to_the_same_place(visitor: Visitor) -> None:
    """Also where parts that are not drawn are thought to be higher or lower than they are."""
    page = visitor.open("history/702.40/", viewport={"width": 400, "height": 500})
    page.evaluate("() => window.scrollTo(0, 0.6 * document.documentElement.scrollHeight)")
    page.wait_for_function("() => history.state?.place?.behind > 0")
    drawn = """() => new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))))"""
    here = """() => { const one = document.elementFromPoint(200, 250);
        return [one.textContent.slice(0, 60), Math.round(one.getBoundingClientRect().top)]; }"""
    page.evaluate(drawn)
    words, top = page.evaluate(here)
    page.reload()
    page.wait_for_function("() => window.scrollY > 0")
    page.evaluate(drawn)
    again, height = page.evaluate(here)
    # parts of a pixel
    assert (again, abs(height - top) < 3) == (words, True)
