"""The rulings summary in a real browser, from a typed document: reading, filtering by source and year, a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Page, expect

from rules.records import Rule
from scraper.archive import load_archive
from site_src.pages.rulings.layout import chapter_of
from tests.browser.conftest import BuiltSite, Visitor, built, copied_editions, require_assets
from tests.browser.test_reading import EXAMPLES, TEXTS
from tests.site_src.rulings_issues import ISSUE

pytestmark = pytest.mark.browser


@pytest.fixture
def custom_rules(site: BuiltSite) -> tuple[Rule, ...]:
    """The rules of the typed document."""
    with site.open_store() as store:
        return store.rules(ISSUE)


def shown_texts(page: Page, selector: str = ".rule") -> list[str]:
    """What is to be seen, by number."""
    return page.locator(f"{selector}:visible > .num").all_inner_texts()


@pytest.mark.long
def test_every_text_of_the_work_is_the_record(
    visitor: Visitor, site: BuiltSite, custom_rules: tuple[Rule, ...]
) -> None:
    texts: dict[str, str] = {}
    examples: dict[str, list[str]] = {}
    page = visitor.open("rulings/")
    for chapter in sorted({chapter_of(rule.number) for rule in custom_rules if rule.kind != "section"}):
        page.goto(f"{site.address}rulings/{chapter}/")
        texts |= page.evaluate(TEXTS)
        examples |= page.evaluate(EXAMPLES)
    wanted = {rule.key: rule.text for rule in custom_rules if rule.text}
    assert len(wanted) == 7
    assert any(rule.tags for rule in custom_rules)
    assert texts == wanted


@pytest.mark.long
def test_a_ruling_is_found_by_browsing_and_by_its_number(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open()
    page.locator(".md-tabs").get_by_role("link", name="Rulings 1999").click()
    page.get_by_role("link", name="B.1 Doors").click()
    page.locator(".rule-text").get_by_role("link", name="B.2.1").click()
    page.wait_for_url(f"{site.address}rulings/B.2/#B.2.1")
    expect(page.locator(".rule:target")).to_have_attribute("id", "B.2.1")
    expect(page.locator(".md-nav--primary [aria-current]")).to_have_text("B.2 Lofts")
    page.keyboard.press("/")
    page.keyboard.type("rule b.1.ruling.1")
    expect(page.get_by_role("option").first).to_contain_text("B.1.Ruling.1")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site.address}rulings/B.1/#B.1.Ruling.1")


@pytest.mark.long
def test_the_bar_says_that_this_is_another_work(visitor: Visitor) -> None:
    bar = visitor.open("rulings/B.1/").locator(".edition-bar")
    expect(bar).to_contain_text("Rulings summary of 21 April 1999")
    expect(bar.get_by_role("link", name="Back to the latest Comprehensive Rules")).to_be_visible()


def test_a_chapter_is_filtered_by_source_and_year(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("rulings/B.1/")
    everything = shown_texts(page)
    assert everything == ["B.1.1", "B.1.2", "B.1.3", "B.1.Ruling.1"]
    page.get_by_label("Source", exact=True).select_option("source:aahz")
    assert shown_texts(page) == ["B.1.2"]
    expect(page.get_by_role("status").filter(has_text="shown")).to_have_text("1 of 4 shown")
    assert page.url == f"{site.address}rulings/B.1/?source=aahz"
    page.get_by_label("Source", exact=True).select_option("kind:person")
    assert shown_texts(page) == ["B.1.1", "B.1.2"]
    page.get_by_label("Year", exact=True).select_option("1997")
    assert shown_texts(page) == ["B.1.2"]
    expect(page.locator(".source-label.matched")).to_have_text(["Bethmo 4 March 1997"])
    assert page.url.endswith("?kind=person&year=1997")
    page.reload()
    assert shown_texts(page) == ["B.1.2"]
    page.get_by_role("button", name="Show all").click()
    assert shown_texts(page) == everything
    assert page.url == f"{site.address}rulings/B.1/"
    expect(page.get_by_label("Source", exact=True)).to_be_focused()


@pytest.mark.long
def test_addresses_of_filters_and_links_to_what_they_hide(visitor: Visitor) -> None:
    page = visitor.open("rulings/B.1/?source=aahz&year=1997")
    assert shown_texts(page) == []
    expect(page.get_by_text("0 of 4 shown")).to_be_visible()
    for query in ("?source=nobody", "?kind=%22%3E%3Cb%3E&year=1", "?source=&year=", "#%E0%A4%A"):
        page.goto(f"rulings/B.1/{query}")
        assert len(shown_texts(page)) == 4, query
        expect(page.get_by_label("Source", exact=True)).to_have_value("")
    page.goto("rulings/B.1/?source=aahz#B.1.3")
    expect(page.locator('[id="B.1.3"]')).to_be_in_viewport()
    assert len(shown_texts(page)) == 4
    page.get_by_label("Source", exact=True).select_option("source:aahz")
    page.evaluate("() => { window.location.hash = 'B.1.Ruling.1'; }")
    expect(page.locator('[id="B.1.Ruling.1"]')).to_be_in_viewport()


@pytest.mark.long
def test_a_label_leads_to_all_that_its_source_said_which_is_filtered_too(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("rulings/B.1/")
    page.locator('[id="B.1.1"] .source-label').first.click()
    page.wait_for_url(f"{site.address}rulings/sources/#bethmo")
    expect(page.locator("#bethmo .tagged")).to_have_count(2)
    assert page.locator("#bethmo h3").bounding_box()["y"] < 300  # type: ignore[index]
    page.get_by_label("Year", exact=True).select_option("1996")
    assert shown_texts(page, ".tagged") == ["B.1.1", "B.1.2", "B.1.2"]
    assert page.locator(".source h3:visible").count() == 2
    assert page.locator("h2:visible").all_inner_texts() == ["People"]
    page.get_by_label("Year", exact=True).select_option("undated")
    assert page.locator("h2:visible").all_inner_texts() == ["Magazines", "Other sources"]
    page.locator(".tagged:visible .num").first.click()
    page.wait_for_url("**/rulings/**#*")
    page.go_back()
    expect(page.get_by_label("Year", exact=True)).to_have_value("undated")


@pytest.mark.long
def test_without_javascript_everything_can_be_read(visitor: Visitor) -> None:
    page = visitor.open("rulings/B.1/?source=aahz", java_script_enabled=False)
    assert len(shown_texts(page)) == 4
    assert page.locator(".filter:visible").count() == 0
    page.locator(".source-label").first.click()
    assert page.locator(".tagged:visible").count() == 11


@pytest.mark.long
def test_a_page_of_one_source_and_paper_have_no_filter(visitor: Visitor) -> None:
    page = visitor.open("rulings/S.1/")
    expect(page.locator(".source-label")).to_have_count(2)
    assert page.locator(".filter").count() == 0
    page.goto("rulings/B.1/")
    expect(page.locator(".filter")).to_have_count(1)
    page.emulate_media(media="print")
    assert page.locator(".filter:visible").count() == 0
    assert page.locator(".rule-text:visible").count() == 4


@pytest.mark.long
@pytest.mark.archive
def test_every_text_and_tag_of_the_real_summary_is_on_its_page(real_archive: Path, tmp_path: Path) -> None:
    require_assets()
    chosen = [entry for entry in load_archive(real_archive).entries if entry.edition in (ISSUE, "1999-04-23")]
    built_site = built(tmp_path, copied_editions(real_archive, tmp_path / "archive", chosen))
    with built_site.open_store() as store:
        customs = store.rules(ISSUE)
    texts: dict[str, str] = {}
    tags = 0
    for path in (built_site.folder / "rulings").glob("*/index.html"):
        soup = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        texts |= {str(tag["data-key"]): tag.get_text() for tag in soup.select("[data-key]")}
        tags += len(soup.select(".tag"))
    assert len(texts) > 1000
    assert texts == {rule.key: rule.text for rule in customs if rule.text}
    assert tags == sum(len(rule.tags) for rule in customs)
    page = (built_site.folder / "rulings/sources/index.html").read_text(encoding="utf-8")
    sources = BeautifulSoup(page, "html.parser")
    assert len(sources.select(".tagged")) == tags > 1000
