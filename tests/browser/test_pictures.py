"""Pictures in a real browser: drawn by script at any width, complete without, with their data, and for axe-core."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from site_src.pages.pictures.changes import SUBSTANTIVE
from tests.browser.conftest import BuiltSite, Visitor

pytestmark = pytest.mark.browser

PICTURES = ("growth", "changes", "flow", "cited", "neighbourhood")


@pytest.mark.long
def test_each_has_its_data_and_the_same_as_rows_without_a_script(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("pictures/", java_script_enabled=False)
    for name in PICTURES:
        page.goto(f"pictures/{name}/")
        assert page.locator("table.figures tbody tr").count() > 0, name
        assert page.locator(".canvas svg:visible").count() == (0 if name == "neighbourhood" else 1), name
        folder = site.folder / "pictures" / name
        assert json.loads((folder / f"{name}.json").read_text(encoding="utf-8")), name
        assert len((folder / f"{name}.csv").read_text(encoding="utf-8").splitlines()) > 1, name
        for link in page.locator(".picture-data a").all():
            assert (folder / str(link.get_attribute("href"))).is_file(), name


@pytest.mark.long
def test_growth_tells_its_figures_under_the_keys_and_shows_a_section(visitor: Visitor) -> None:
    page = visitor.open("pictures/growth/")
    drawing = page.locator(".canvas svg[tabindex]")
    drawing.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".readout b")).not_to_be_empty()
    expect(page.locator(".band.here")).to_have_count(1)
    page.locator('select[name="section"]').select_option(index=1)
    page.locator('select[name="form"]').select_option("lines")
    expect(page.locator(".canvas svg .line").first).to_be_attached()


@pytest.mark.long
def test_changes_counts_what_is_ticked(visitor: Visitor) -> None:
    page = visitor.open("pictures/changes/")
    expect(page.locator(".canvas svg[tabindex]")).to_be_visible()
    for name in SUBSTANTIVE:
        page.locator(f'[value="{name}"]').uncheck()
    expect(page.locator(".heat")).to_have_count(0)
    page.locator('[value="number"]').check()
    expect(page.locator(".heat").first).to_be_attached()


def test_flow_between_any_two_editions_has_an_address(visitor: Visitor) -> None:
    page = visitor.open("pictures/flow/")
    expect(page.locator(".canvas svg .ribbon").first).to_be_visible()
    page.locator('select[name="old"]').select_option(index=page.locator('select[name="old"] option').count() - 1)
    page.locator('select[name="by"]').select_option("chapter")
    expect(page.locator(".readout")).to_contain_text("chapter number")
    address = page.url
    rows = page.locator("table.figures tbody").inner_text()
    page.goto(address)
    expect(page.locator(".readout")).to_contain_text("chapter number")
    assert page.locator("table.figures tbody").inner_text() == rows


@pytest.mark.long
def test_flow_by_script_is_the_flow_by_template(visitor: Visitor, site: BuiltSite) -> None:
    flow = json.loads((site.folder / "pictures" / "flow" / "flow.json").read_text(encoding="utf-8"))
    page = visitor.open("pictures/flow/")
    expect(page.locator(".readout")).to_contain_text("section number")
    sizes = page.locator("table.figures tbody td.n").all_text_contents()
    assert sorted(int(size.replace(",", "")) for size in sizes) == sorted(size for _, _, size in flow["flows"])


@pytest.mark.long
def test_the_neighbourhood_is_reached_from_cited_by_and_walked(visitor: Visitor) -> None:
    page = visitor.open("cr/602/")
    details = page.locator("details.cited").first
    details.locator("summary").click()
    cited = details.locator("li:not(.as-picture)").count()
    details.locator(".as-picture a").click()
    expect(page.locator(".net .middle")).to_have_count(1)
    first = page.locator(".listed h2").first.text_content()
    assert cited > 0
    page.locator(".listed ul a").first.click()
    expect(page.locator(".listed h2").first).not_to_have_text(str(first))
    page.go_back()
    expect(page.locator(".listed h2").first).to_have_text(str(first))


@pytest.mark.long
def test_an_odd_address_shows_the_first_rule_and_says_so(visitor: Visitor) -> None:
    page = visitor.open("pictures/neighbourhood/?<script>alert(1)</script>%E0%A4%A")
    expect(page.locator(".net .middle")).to_have_count(1)
