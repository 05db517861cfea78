"""One address of each kind of page, and what each of them has to be."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from site_src.page_kinds import PAGE_KINDS
from site_src.paths import ROOT

DESKTOP: dict[str, object] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, object] = {"viewport": {"width": 360, "height": 780}, "is_mobile": True, "has_touch": True}
DEVICES = pytest.mark.parametrize(
    "device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desktop", "phone"]
)

KINDS = {kind.name: {sample.address: sample.shows for sample in kind.samples} for kind in PAGE_KINDS}
"""By kind of page addresses, each with what is to be seen on it when it is ready."""

SOME = [sample for kind in PAGE_KINDS for sample in kind.samples if sample.is_fast]
"""Those of the fast tier; the long one has all."""

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async (runOnly) => (await axe.run(document, { resultTypes: ["violations"], selectors: false, runOnly
    })).violations.map(one =>
    `${one.id}: ${one.nodes[0].html} ${one.nodes[0].failureSummary}`)"""
SMALL = """least => [...document.querySelectorAll(
    'button, summary, select, .quiet > a, .md-header a, .edition-bar a, .md-footer a, .page a, .page label:has(input)')]
    .filter(one => one.checkVisibility({ opacityProperty: true }) && !one.matches('.only-heard')
        // links in prose are as high as their line (WCAG 2.5.8)
        // and what a picture leads to, the table below it leads to as well
        && !one.closest('.drawing, .rule-text, .example-text, .note-text, .matter-text, .told')
        && !one.matches('.page-docs li > a')
        && !(getComputedStyle(one).display === 'inline'
            && [...one.parentElement.childNodes].some(node => node.nodeType === 3 && node.data.trim().length > 1)))
    .filter(one => {
        // what is reached from above and below
        const around = getComputedStyle(one, '::after');
        const reach = around.position === 'absolute' ? parseFloat(around.height) || 0 : 0;
        return Math.max(one.getBoundingClientRect().height, reach) < least;
    }).map(one => one.outerHTML)"""
"""What is less high than a number of pixels, of what one presses."""
NARROW = 704
"""Up to so many pixels wide a page is laid out for a thumb, which needs 44 px; a pointer needs 24."""


SHIFTS = """() => new Promise((resolve) => { let sum = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(
        (one) => { sum += one.hadRecentInput ? 0 : one.value; }))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 300); })"""
SETTLE = """() => {
    const still = new CSSStyleSheet();
    still.replaceSync(`*, ::before, ::after { transition: none !important; }
      .thumb { position: static !important; }
      .drawn-later, .c-chapter, .source { content-visibility: visible !important; }`);
    document.adoptedStyleSheets.push(still);
    document.getAnimations()
      .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime))
      .forEach((one) => one.finish());
}"""
"""What a reader sees a moment later or after scrolling: colours that change slowly, what the bar at the lower edge
covers, what is drawn when it is near."""


def show(page: Page, address: str, ready: str) -> None:
    """Brings a page on the screen with all that can be unfolded."""
    # an address that differs in its anchor alone would not be loaded
    if page.url.partition("#")[0].endswith(address.partition("#")[0]):
        page.goto("about:blank")
    page.goto(address or ".")
    page.locator(ready).first.wait_for()
    # the small menus stand over the text; one is open in test_no_violation_in_dialogs
    page.evaluate(
        "() => [...document.querySelectorAll('details:not(.copiers)')].slice(0, 8).forEach(one => one.open = true)"
    )


def violations(page: Page, rules: list[str] = WCAG) -> list[str]:
    """What axe-core finds; it is put in by the browser's debugger, which the page's policy does not concern."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed (make setup)")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(SETTLE)
    messages: list[str] = page.evaluate(RUN, rules)
    return messages


def wider_than_the_window(page: Page) -> bool:
    # and not `innerWidth`: a phone zooms out until all of it is to be seen
    size = page.viewport_size
    assert size is not None
    return int(page.evaluate("() => document.documentElement.scrollWidth")) > size["width"]


def faults(page: Page) -> list[str]:
    """What no page may have: violations of WCAG, something beside the window, small targets, a high head."""
    return [*violations(page), *layout_faults(page)]


def layout_faults(page: Page) -> list[str]:
    """The same without what axe-core finds."""
    violations_found: list[str] = []
    if wider_than_the_window(page):
        violations_found.append("wider than the window")
    width = (page.viewport_size or {"width": NARROW})["width"]
    violations_found += [f"small: {fault}" for fault in page.evaluate(SMALL, 43.5 if width <= NARROW else 23.5)]
    top = page.locator(".md-content__inner").evaluate("one => one.getBoundingClientRect().top + scrollY")
    # header and bar; of a former edition the bar has the way back too
    if top > (110 if page.locator(".edition-bar-old").count() == 0 else 125):
        violations_found.append(f"the text begins at {top}")
    if "© Wizards of the Coast LLC" not in (page.locator(".md-footer").text_content() or ""):
        violations_found.append("the footer does not name the owner of the rules")
    return violations_found


def layout_shift(page: Page) -> float:
    """How far contents were moved since the page was opened, without a reader's doing; 0 if nothing was."""
    return float(page.evaluate(SHIFTS))
