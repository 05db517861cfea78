"""WCAG 2.2 AA on a page of each kind, by axe-core: desktop and phone, light and dark, and with dialogs open."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from site_src.paths import ROOT
from tests.browser.conftest import BuiltSite, Visitor, visiting
from tests.browser.test_reading import KINDS

pytestmark = pytest.mark.browser

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
DESKTOP: dict[str, object] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, object] = {"viewport": {"width": 360, "height": 780}, "is_mobile": True, "has_touch": True}
RUN = """async () => (await axe.run(document, { runOnly:
    ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })).violations.map(
    one => `${one.id}: ${one.nodes[0].html} ${one.nodes[0].failureSummary}`)"""


def violations(page: Page) -> list[str]:
    """What axe-core finds; it is put in by the browser's debugger, which the page's policy does not concern."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed (make setup)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_violation_on_any_kind_of_page(visitor: Visitor, device: dict[str, object], scheme: str) -> None:
    page = visitor.open("", color_scheme=scheme, **device)
    for address in (*KINDS, "cr/702.40/#702.40a"):
        page.goto(address or ".")
        for details in page.locator("details").all()[:3]:
            details.evaluate("one => { one.open = true; }")
        assert violations(page) == [], address
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= page.evaluate("() => window.innerWidth"), address


@pytest.mark.parametrize("device", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_violation_where_there_is_no_page(visitor_at_the_root: Visitor, device: dict[str, object]) -> None:
    assert violations(visitor_at_the_root.open("no/such/page/", **device)) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_violation_in_dialogs(visitor: Visitor, scheme: str) -> None:
    for opens in ("?", "g"):
        page = visitor.open("cr/602/", color_scheme=scheme)
        page.keyboard.press(opens)
        page.locator("dialog[open]").wait_for()
        assert violations(page) == [], opens
    for device in (DESKTOP, PHONE):
        page = visitor.open("cr/602/", color_scheme=scheme, **device)
        page.keyboard.press("/")
        page.keyboard.type("storm")
        page.get_by_role("option").first.wait_for()
        assert violations(page) == [], "results"
    page = visitor.open("cr/602/", color_scheme=scheme, **PHONE)
    page.locator(".md-header label[for=__drawer]").click()
    page.locator(".md-nav__link--active:visible").first.wait_for()
    assert violations(page) == [], "drawer"
    page.goto("cr/602/")
    page.locator(".edition-choose").click()
    page.locator("dialog[open]").wait_for()
    assert violations(page) == []


def test_everything_that_is_pressed_is_large_enough(visitor: Visitor) -> None:
    """Targets of 24 pixels on a phone, but for links in running text (WCAG 2.5.8)."""
    page = visitor.open("cr/602/", **PHONE)
    small: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(
        'button, summary, .quiet > a, a.num, .md-header a, .edition-bar a, .md-footer a')]
        .filter(one => one.offsetParent).map(one => [one.getBoundingClientRect(), one])
        .filter(([box]) => box.width < 24 || box.height < 23.5).map(([box, one]) => one.outerHTML)"""
    )
    assert small == []


def test_movement_is_never_unasked(site: BuiltSite) -> None:
    for path in sorted((site.folder / "assets").glob("*.css")):
        css = Path(path).read_text(encoding="utf-8")
        assert "animation:" not in css, path
        assert "scroll-behavior:smooth" not in css, path


def test_the_first_key_skips_to_the_text(chromium: Browser, site: BuiltSite) -> None:
    with visiting(chromium, site) as visitor:
        page = visitor.open("cr/602/")
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement.textContent.trim()") == "Skip to content"
        page.keyboard.press("Enter")
        assert page.evaluate("() => document.activeElement.id") == "_text"
