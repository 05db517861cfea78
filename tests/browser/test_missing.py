"""An address of a day without an edition leads to the edition that was in force on that day."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitor

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("missing", "found"),
    [
        ("e/2009-07-12/", "e/2009-07-11/"),
        ("e/2009-07-12", "e/2009-07-11/"),
        ("e/2009-07-12/#602.2", "e/2009-07-11/#602.2"),
        ("e/2009-07-12/602/", "e/2009-07-11/#602"),
        ("e/2009-07-12/602.2", "e/2009-07-11/#602.2"),
        ("e/2009-07-12/all/#602.2", "e/2009-07-11/all/#602.2"),
        ("e/2009-07-12/no-such-page/", "e/2009-07-11/"),
        ("e/2009-07-11/602/", "e/2009-07-11/#602"),
    ],
)
def test_the_edition_of_the_day_is_opened_at_the_same_place(
    visitor_at_the_root: Visitor, address_at_the_root: str, missing: str, found: str
) -> None:
    page = visitor_at_the_root.open(missing)
    page.wait_for_url(address_at_the_root + found)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("There is no page here")


def test_before_the_first_edition_the_page_says_which_is_the_first(visitor_at_the_root: Visitor) -> None:
    page = visitor_at_the_root.open("e/1990-05-01/602/")
    said = re.compile("No edition was in force on 1 May 1990: the first known edition took effect on")
    expect(page.locator(".page-missing")).to_contain_text(said)


@pytest.mark.parametrize(
    ("missing", "found"),
    [("id/A.1@2001-02-03/", "n/?A.1"), ("id/702.37a~2@2011-01-01/", "n/?702.37a")],
)
def test_an_id_that_no_rule_had_leads_to_its_number(
    visitor_at_the_root: Visitor, address_at_the_root: str, missing: str, found: str
) -> None:
    page = visitor_at_the_root.open(missing)
    page.wait_for_url(address_at_the_root + found)
