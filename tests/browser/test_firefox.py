"""The journeys of readers in Firefox, and no kind of page wider than a phone of 320 px there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.conftest import BuiltSite
from tests.browser.firefox import ENTER, PROGRAM, Firefox
from tests.browser.kinds import KINDS

pytestmark = [pytest.mark.browser, pytest.mark.long]

NARROW = 320
THEME_SCRIPTS = "/assets/javascripts/"
OPTION = "#search-hits [role=option]"
WIDTHS = "return [innerWidth, document.documentElement.scrollWidth];"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if PROGRAM is None:
        pytest.skip("firefox is not installed (Debian's package firefox-esr)")
    browser = Firefox(tmp_path_factory.mktemp("firefox"))
    yield browser
    browser.close()


@pytest.fixture
def firefox(running: Firefox, site: BuiltSite) -> Iterator[Firefox]:
    """The browser; the test fails if a script of the site failed in it."""
    yield running
    # Material's script says so when a page is left before it has run
    assert [problem for problem in running.problems(site.address) if THEME_SCRIPTS not in problem] == []


@pytest.mark.parametrize("width", [1280, 500])
def test_a_judge_looks_up_a_keyword(firefox: Firefox, site: BuiltSite, width: int) -> None:
    """Journey 1; a window of Firefox is at least 450 px wide."""
    firefox.open(site.address, width)
    firefox.click(".search-open")
    firefox.type("#search-input", "storm")
    assert "Storm" in firefox.see(OPTION, "702.40")
    firefox.type("#search-input", ENTER)
    firefox.wait_for("return location.pathname.endsWith('/cr/702.40/');")
    firefox.see(".rule-text")


def test_an_author_resolves_an_old_number(firefox: Firefox, site: BuiltSite) -> None:
    """Journey 2."""
    firefox.open(f"{site.address}n/?502.30a")
    firefox.see("#answer .outcome", "now 702.40a")
    firefox.click("#answer .outcome a, #answer a[href*='702.40a']")
    firefox.wait_for("return location.href.endsWith('/cr/702.40/#702.40a');")
    firefox.see("[id='702.40a'] .rule-text")


def test_a_player_reads_and_searches_as_of_2006(firefox: Firefox, site: BuiltSite) -> None:
    """Journey 3."""
    firefox.open(f"{site.address}search/?q=in+play&as-of=2006-07-01")
    firefox.see(".search-says", "in the edition of 1 August 2005")
    firefox.click(".search-results a")
    firefox.wait_for("return location.pathname.endsWith('/e/2005-08-01/');")
    firefox.see(".asof-reader .rule-text, .asof-reader .term")
    firefox.run("history.back();")
    firefox.see(".search-results > li")


def test_a_returning_judge_compares(firefox: Firefox, site: BuiltSite) -> None:
    """Journey 4: any two editions, in either direction, with a class taken away."""
    firefox.open(f"{site.address}compare/?from=2009-07-11&to=2026-04-17")
    firefox.see("h1", "11 July 2009")
    firefox.see(".ch .rule-text")
    count = "return [...document.querySelectorAll('.ch')].filter((one) => one.checkVisibility()).length;"
    before = firefox.wait_for(count)
    firefox.click(".chips label")
    assert firefox.wait_for(f"const seen = (() => {{ {count} }})(); return seen !== arguments[0];", before)


def test_a_historian_follows_a_term(firefox: Firefox, site: BuiltSite) -> None:
    """Journey 5."""
    firefox.open(f"{site.address}terms/removed-from-the-game/")
    firefox.see(".lead", "2009")
    firefox.click(".touched li a")
    firefox.wait_for("return location.pathname.includes('/history/');")
    firefox.see(".timeline .v")


def test_a_bot_author_finds_the_data(firefox: Firefox, site: BuiltSite) -> None:
    """Journey 6."""
    firefox.open(f"{site.address}api/")
    firefox.see("table a", "rule/{number}.json")
    firefox.click("a[href*='schema']")
    firefox.wait_for("return location.pathname.endsWith('.json');")


def test_every_search_answers(firefox: Firefox, site: BuiltSite) -> None:
    """In all editions and of changes, from the words while they come."""
    firefox.open(f"{site.address}search/?q=exile&editions=all")
    firefox.see(".search-says", "in all editions")
    firefox.see(".search-results .hit-when", "since")
    firefox.open(f"{site.address}search/?in=changes&q=exile")
    firefox.see(".search-says", "changes.")
    firefox.see(".search-results ins")


@pytest.fixture
def narrow(firefox: Firefox) -> Iterator[Firefox]:
    """The browser with pages of 320 pixels, fewer than a window of it can have."""
    firefox.limit_width(NARROW)
    yield firefox
    firefox.limit_width(None)


@pytest.mark.parametrize("group", KINDS)
def test_no_kind_of_page_is_wider_than_320_pixels(narrow: Firefox, site: BuiltSite, group: str) -> None:
    wide = {}
    for address, ready in KINDS[group].items():
        narrow.open(f"{site.address}{address}", 700)
        narrow.see_any(ready.replace(":visible", ""))
        window, content = narrow.run(WIDTHS)
        assert window == NARROW
        if content > NARROW:
            wide[address] = content
    assert wide == {}
