"""Pictures in a real browser: whole without a script, which marks what is drawn and reads it out."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from site_src.pages.pictures.changes import SUBSTANTIVE
from tests.browser.conftest import BuiltSite, Visitor
from tests.browser.kinds import PHONE

pytestmark = pytest.mark.browser

PICTURES = ("growth", "changes", "flow", "cited", "neighbourhood")
SHAPES = "document.querySelectorAll('.canvas svg, .canvas path, .canvas rect, .canvas text').length"


@pytest.mark.long
def test_each_has_its_data_and_rows_without_a_script_which_adds_no_shape(visitor: Visitor, site: BuiltSite) -> None:
    page, scripted = visitor.open("pictures/", java_script_enabled=False), visitor.open("pictures/")
    for name in PICTURES:
        page.goto(f"pictures/{name}/")
        scripted.goto(f"pictures/{name}/")
        assert scripted.evaluate(SHAPES) == page.evaluate(SHAPES) > 0, name
        assert page.locator("table.figures tbody tr").count() > 0, name
        assert page.locator(".canvas > :is(.drawing, .net-drawn):visible").count() == 1, name
        folder = site.folder / "pictures" / name
        assert json.loads((folder / f"{name}.json").read_text(encoding="utf-8")), name
        assert len((folder / f"{name}.csv").read_text(encoding="utf-8").splitlines()) > 1, name
        links = [link.get_attribute("href") for link in page.locator(".picture-data a").all()]
        assert sorted(map(str, links)) == [f"{name}.csv", f"{name}.json"]


def test_growth_tells_its_figures_under_pointer_and_keys(visitor: Visitor) -> None:
    page = visitor.open("pictures/growth/")
    band = page.locator(".picture").first.locator("a[data-sizes]").last
    band.focus()
    latest = page.locator(".readout").first.inner_text()
    assert str(band.get_attribute("data-band")) in latest
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".readout").first).not_to_have_text(latest)
    expect(page.locator(".cursor.shown")).to_have_count(1)
    expect(page.locator("a.here .band")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("details.picture-view[open] .band").first).to_be_visible()


@pytest.mark.long
def test_changes_colours_what_is_ticked(visitor: Visitor) -> None:
    page = visitor.open("pictures/changes/")
    coloured = page.locator(".heat:not(.heat-0)")
    expect(coloured.first).to_be_attached()
    count = page.locator(".heat").count()
    at_first = coloured.count()
    for name in SUBSTANTIVE:
        page.locator(f'[value="{name}"]').uncheck()
    expect(coloured).to_have_count(0)
    page.locator('[value="renumbered"]').check()
    expect(coloured.first).to_be_attached()
    assert page.locator(".heat").count() == count > at_first


def test_changes_is_read_by_keys_and_leads_to_the_comparison(visitor: Visitor) -> None:
    page = visitor.open("pictures/changes/")
    page.locator(".drawing[tabindex]").focus()
    page.keyboard.press("ArrowLeft")
    last = page.locator(".heat.here title").text_content()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".heat.here title")).not_to_have_text(str(last))
    expect(page.locator(".readout")).to_have_text(str(page.locator(".heat.here title").text_content()))
    page.keyboard.press("Enter")
    page.wait_for_url("**/compare/*..*/")


@pytest.mark.long
def test_a_finger_reads_before_it_goes(visitor: Visitor) -> None:
    page = visitor.open("pictures/cited/", **PHONE)
    dots = page.locator(".climb text").first
    address = page.url
    dots.tap()
    expect(page.locator(".readout b")).not_to_be_empty()
    assert page.url == address
    dots.tap()
    page.wait_for_url("**/history/**")


@pytest.mark.long
def test_flow_reads_a_ribbon_and_leads_to_the_comparison(visitor: Visitor) -> None:
    page = visitor.open("pictures/flow/")
    ribbon = page.locator(".ribbon").first
    ribbon.dispatch_event("pointermove")
    expect(page.locator(".readout").first).to_have_text(str(ribbon.locator("title").text_content()))
    for view in page.locator("details.picture-view > summary").all():
        view.click()
    assert page.locator(".picture-more a:visible").count() == page.locator(".drawing:visible").count() > 1
    page.locator(".picture-more a").first.click()
    expect(page.locator(".c-form")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scripted", [True, False], ids=["with a script", "without"])
def test_the_neighbourhood_is_reached_from_cited_by_and_walked(visitor: Visitor, *, scripted: bool) -> None:
    page = visitor.open("cr/602/", java_script_enabled=scripted)
    details = page.locator("details.cited:has(.as-picture)").first
    details.locator("summary").click()
    links = page.locator(".as-picture").all_text_contents()
    assert [words for words in links if words not in ("as a picture", "as a picture, subrules included")] == []
    assert "as a picture, subrules included" in links, "it may show more rules than the figure counts"
    details.locator(".as-picture a").click()
    expect(page.locator(".net:visible")).to_have_count(1)
    first = str(page.locator(".net:visible h2").text_content())
    page.locator(".net:visible li a").first.click()
    expect(page.locator(".net:visible h2")).not_to_have_text(first)
    page.go_back()
    expect(page.locator(".net:visible h2")).to_have_text(first)
    page.locator(".net-all").click()
    assert page.locator(".net:visible").count() > 1


@pytest.mark.long
def test_an_odd_address_shows_all(visitor: Visitor) -> None:
    page = visitor.open("pictures/neighbourhood/6/?<script>alert(1)</script>%E0%A4%A#%E0%A4%A")
    assert page.locator(".net:visible").count() > 1
    page = visitor.open("pictures/growth/#%E0%A4%A")
    expect(page.locator(".canvas .drawing").first).to_be_visible()
