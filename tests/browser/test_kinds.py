"""Every kind of page on a desktop and a phone, light and dark: WCAG 2.2 AA by axe-core, nothing too wide or small."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import Visitor
from tests.browser.kinds import DESKTOP, DEVICES, KINDS, PHONE, SOME, faults, layout_faults, show, violations

pytestmark = pytest.mark.browser
PHONE_SIZE: ViewportSize = {"width": 360, "height": 780}
DESKTOP_SIZE: ViewportSize = {"width": 1280, "height": 900}

SETTINGS = [(DESKTOP, "light"), (PHONE, "dark"), (PHONE, "light"), (DESKTOP, "dark")]
NAMES = ["desktop-light", "phone-dark", "phone-light", "desktop-dark"]
PARTS = 5
"""Into so many tests the pages of the fast tier are divided."""


@pytest.mark.parametrize("part", range(PARTS))
def test_some_of_most_kinds(visitor: Visitor, part: int) -> None:
    """Some pages of the kinds most read, on a desktop by day or a phone by night."""
    device, scheme = SETTINGS[part % 2]
    page = visitor.open("offline/", color_scheme=scheme, **device)
    by_address = {}
    for sample in SOME[part::PARTS]:
        show(page, sample.address, sample.shows)
        by_address[sample.address] = faults(page)
    assert {address: wrong for address, wrong in by_address.items() if wrong} == {}


@pytest.mark.long
@pytest.mark.parametrize("group", KINDS)
def test_every_kind_of_page(visitor: Visitor, group: str) -> None:
    """All of them on a phone by day and on a desktop by night."""
    page = visitor.open("offline/", **PHONE)
    faults_of_kind: dict[str, list[str]] = {}
    for address, ready in KINDS[group].items():
        page.set_viewport_size(PHONE_SIZE)
        page.emulate_media(color_scheme="light")
        show(page, address, ready)
        faults_of_kind[address] = faults(page)
        page.set_viewport_size(DESKTOP_SIZE)
        page.emulate_media(color_scheme="dark")
        faults_of_kind[address] += [*violations(page, ["color-contrast"]), *layout_faults(page)]
    assert {address: wrong for address, wrong in faults_of_kind.items() if wrong} == {}


@DEVICES
def test_where_there_is_no_page(visitor_at_the_root: Visitor, device: dict[str, object]) -> None:
    page = visitor_at_the_root.open("no/such/page/", **device)
    expect(page.locator("h1")).to_have_text("There is no page here")
    assert faults(page) == []
    page.locator(".page-missing").get_by_role("button").click()
    page.keyboard.type("storm")
    expect(page.get_by_role("option").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_no_violation_in_dialogs(visitor: Visitor, scheme: str) -> None:
    for opens in ("?", "g"):
        page = visitor.open("cr/602/", color_scheme=scheme)
        page.keyboard.press(opens)
        page.locator("dialog[open]").wait_for()
        assert violations(page) == [], opens
    page.keyboard.press("Escape")
    page.locator(".rule").first.hover()
    page.locator(".rule .copiers summary").first.click()
    assert violations(page) == [], "what copies"
    phone = visitor.open("cr/602/", color_scheme=scheme, **PHONE)
    phone.locator(".drawer-open").click()
    phone.locator(".md-nav__link--active:visible").first.wait_for()
    assert violations(phone) == [], "drawer"
    phone.goto("cr/602/")
    phone.locator(".thumb .edition-choose").click()
    phone.locator("dialog[open]").wait_for()
    assert violations(phone) == [], "editions"


@pytest.mark.parametrize(
    ("device", "scheme"),
    [(DESKTOP, "light"), *(pytest.param(*one, marks=pytest.mark.long) for one in SETTINGS[1:])],
    ids=NAMES,
)
def test_no_violation_with_results_shown(visitor: Visitor, device: dict[str, object], scheme: str) -> None:
    page = visitor.open("", color_scheme=scheme, **device)
    for address, words in (("about/", "haste and protection"), ("e/2005-08-01/", "702.40")):
        page.goto(address)
        page.keyboard.press("/")
        page.keyboard.type(words)
        page.get_by_role("option").first.wait_for()
        assert faults(page) == [], words
