"""The list of old and new terms in a real browser: its filter and its order."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.kinds import DEVICES, faults

pytestmark = pytest.mark.browser


def names(page: Page) -> list[str]:
    return page.locator(".terms-of li:visible > a:first-child").all_inner_texts()


@DEVICES
def test_terms_are_listed_from_a_to_z_and_back(visitor: Visitor, device: dict[str, object]) -> None:
    page = visitor.open("terms/", **device)
    by_edition = names(page)
    assert len(by_edition) > 10
    page.get_by_role("button", name="List from A to Z").click()
    assert "order=name" in page.url
    by_name = names(page)
    assert sorted(by_name) == sorted(by_edition)
    assert [name[0].lower() for name in by_name] == sorted(name[0].lower() for name in by_name)
    assert faults(page) == []
    page.locator(".letters a").last.click()
    expect(page.locator(".terms-of h2").last).to_be_in_viewport()
    page.reload()
    expect(page.locator(".letters")).to_be_visible()
    assert names(page) == by_name
    page.get_by_role("button", name="List by edition").click()
    assert "order" not in page.url
    assert names(page) == by_edition


def test_typing_leaves_the_terms_with_the_letters_typed(visitor: Visitor) -> None:
    page = visitor.open("terms/")
    page.get_by_label("Filter the terms").fill("MANA v")
    expect(page.locator(".terms-of:visible")).to_have_count(1)
    assert [name.lower() for name in names(page)] == ["converted mana cost"]
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^1 of \d+ terms\.$"))
    page.reload()
    expect(page.get_by_label("Filter the terms")).to_have_value("MANA v")
    assert len(names(page)) == 1


def test_without_a_script_all_terms_are_listed_by_edition(visitor: Visitor) -> None:
    page = visitor.open("terms/", java_script_enabled=False)
    assert len(names(page)) > 10
    expect(page.locator(".terms-tools")).to_be_hidden()
