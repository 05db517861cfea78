"""What people come for, done on a phone from the home page in at most five taps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitor
from tests.browser.kinds import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.long]
MOST_TAPS = 5
CLIPBOARD = ["clipboard-read", "clipboard-write"]


class Journey:
    """A visit that begins at the home page; typing is no tap."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        target.first.tap()
        self.taps += 1
        assert self.taps <= MOST_TAPS

    def search(self, words: str) -> None:
        self.tap(self.page.get_by_role("navigation", name="Quick navigation").get_by_role("button", name="Search"))
        self.page.keyboard.type(words)

    def open_answer(self, words: str | re.Pattern[str]) -> None:
        self.tap(self.page.get_by_role("option").filter(has_text=words))

    def share(self, number: str, choice: str) -> None:
        rule = self.page.locator(f'[id="{number}"]')
        self.tap(rule.get_by_role("button", name=f"More about {number}"))
        self.tap(rule.get_by_label(f"Share {number}"))
        self.tap(rule.get_by_text(choice))


@pytest.fixture
def journey(visitor: Visitor) -> Journey:
    """A new visitor with a phone on the home page."""
    return Journey(visitor.open("", permissions=CLIPBOARD, **PHONE))


def test_the_author_of_an_engine_follows_an_old_number(journey: Journey) -> None:
    journey.search("502,30")
    journey.open_answer("now 702.40")
    expect(journey.page).to_have_url(re.compile(r"#702\.40$"))


def test_the_author_of_an_engine_copies_the_address_of_data(journey: Journey) -> None:
    journey.search("702.40a")
    journey.open_answer(re.compile("^702.40a"))
    journey.share("702.40a", "Address of its data")
    copied = str(journey.page.evaluate("() => navigator.clipboard.readText()"))
    assert copied.endswith("/api/v1/rule/702.40a.json")


def test_a_historian_cites_a_rule_in_a_wiki(journey: Journey) -> None:
    journey.search("storm")
    journey.open_answer(re.compile("^702.40a"))
    rule = journey.page.locator('[id="702.40a"]')
    journey.tap(rule.get_by_role("button", name="More about 702.40a"))
    journey.tap(rule.get_by_role("button", name="Cite 702.40a"))
    part = journey.page.locator(".citation").filter(has=journey.page.get_by_role("heading", name="{{cite web}}"))
    journey.tap(part.get_by_role("button", name="Copy"))
    assert str(journey.page.evaluate("() => navigator.clipboard.readText()")).startswith("{{cite web |")


def test_a_judge_reads_what_changed_in_a_chapter_since_an_exam(journey: Journey) -> None:
    journey.search("702")
    journey.open_answer(re.compile("^702"))
    journey.tap(journey.page.get_by_role("button", name="Since my exam"))
    journey.page.locator("#exam-day").fill("2009-07-11")
    journey.tap(journey.page.get_by_role("button", name="Show"))
    expect(journey.page).to_have_url(re.compile(r"from=2009-07-11.*chapter=702"))


def test_a_historian_compares_one_chapter_of_two_old_editions(journey: Journey) -> None:
    page = journey.page
    journey.tap(page.locator(".start-links").get_by_role("link", name="Compare"))
    for name, edition in (("From", "1999-04-23"), ("To", "2009-07-11")):
        field = page.get_by_label(name, exact=True)
        journey.tap(field)
        field.select_option(edition)
    journey.tap(page.get_by_label("Chapter"))
    page.keyboard.type("702")
    journey.tap(page.get_by_role("button", name="Compare", exact=True))
    expect(page).to_have_url(re.compile(r"from=1999-04-23&to=2009-07-11&chapter=702$"))
    expect(page.locator(".c-chapter:visible")).to_have_count(1)


def test_a_player_reads_a_rule_as_of_the_year_of_a_dispute(journey: Journey) -> None:
    journey.search("what did storm say in 2006")
    journey.open_answer(re.compile("^502.30"))
    expect(journey.page).to_have_url(re.compile(r"e/2005-08-01/#502\.30"))


def test_a_player_finds_the_edition_of_a_set_without_an_edition(journey: Journey) -> None:
    journey.search("UNH")
    expect(journey.page.locator(".search-status")).to_contain_text("19 November 2004")
    journey.tap(journey.page.get_by_role("option"))
    expect(journey.page.locator(".edition-bar-old")).to_be_visible()
