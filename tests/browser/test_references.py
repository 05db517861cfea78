"""References in a real browser: any rule on any day; the lists of today are the same with a script and without."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import BuiltSite, Visitor

pytestmark = pytest.mark.browser

LISTED = """selector => [...document.querySelectorAll(`${selector} :is(h3, h4, .neighbours > li)`)].map(
    one => one.textContent.replace(/\\s+/g, ''))"""


def ask(page: Page, address: str) -> list[str]:
    """What the script lists at an address."""
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#answer h2")).to_be_visible()
    listed: list[str] = page.evaluate(LISTED, "#answer")
    return listed


def test_a_script_lists_what_the_page_of_today_lists(visitor: Visitor) -> None:
    page = visitor.open("references/602/")
    sections: dict[str, list[str]] = page.evaluate(
        f"""() => Object.fromEntries([...document.querySelectorAll('.of-rule')].map(
            one => [one.id, ({LISTED})('[id="' + one.id + '"]')]))"""
    )
    assert len(sections) > 2
    for number, listed in sections.items():
        assert ask(page, f"references/?n={number}") == listed, number
    page.goto("references/glossary/s/")
    term = str(page.locator(".of-rule h2").first.text_content()).strip()
    of_term = page.evaluate(LISTED, ".of-rule:first-of-type")
    assert of_term
    assert ask(page, f"references/?n={term.lower()}") == of_term


def test_another_day_has_the_references_of_then(visitor: Visitor, site: BuiltSite) -> None:
    with site.open_store() as store:
        (first, *_) = (edition for edition in store.chained() if edition > "2009")
        out = [
            (resolution.reference.source, target)
            for resolution in store.references(first)
            for target in resolution.found_keys
            if resolution.reference.source.startswith("602.1") and not target.startswith("602.1")
        ]
    page = visitor.open("references/")
    page.locator("[name=n]").fill("602.1a")
    page.locator("[name=on]").fill(first)
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#answer h2")).to_have_text("602.1")
    expect(page).to_have_url(f"{site.address}references/?n=602.1a&on={first}")
    expect(page.locator("#answer h2 a")).to_have_attribute("href", f"{site.address}e/{first}/#602.1")
    listed = page.locator("#answer h3:text-is('Refers to') ~ .neighbours")
    assert (listed.count() > 0) == bool(out)


@pytest.mark.parametrize("number", ["999.9", "<b>x</b>", "glossary:", "1"])
def test_what_has_no_references_is_answered_with_a_sentence(visitor: Visitor, number: str) -> None:
    page = visitor.open(f"references/?n={number}")
    if number == "glossary:":
        expect(page.locator("#answer")).to_be_empty()
        return
    expect(page.locator("#answer")).to_contain_text("refers to no other rule")
    assert page.locator("#answer b").count() == 0


def test_a_rule_of_today_is_found_under_its_number_of_then(visitor: Visitor, site: BuiltSite) -> None:
    with site.open_store() as store:
        editions = store.chained()
        now = {lineage: key for key, lineage in store.lineages(editions[-1]).items()}
        then = store.lineages(editions[1])
    old, new = next(
        (key, now[lineage])
        for key, lineage in then.items()
        if now.get(lineage, key) != key and key[-1:].isdigit() and "." in now[lineage]
    )
    page = visitor.open(f"references/?n={new}&on={editions[1]}")
    link = page.locator("#answer .ways a", has_text=old).first
    expect(link).to_be_visible()
    link.click()
    expect(page.locator("#answer h2")).to_contain_text(old)


def test_a_rule_of_a_former_edition_leads_to_its_references_then(visitor: Visitor) -> None:
    page = visitor.open("e/2009-07-11/#602.2")
    line = page.locator('[id="602.2"] .quiet').first
    line.get_by_role("link", name="references").click()
    expect(page).to_have_url(re.compile(r"/references/\?n=602\.2&on=2009-07-11$"))
    expect(page.locator("#answer h2").first).to_contain_text("602.2")
    for anchor, record in (("702.37a", "[id='702.37a']"), ("glossary", ".term")):
        page.goto("about:blank")
        page.goto(f"e/2009-07-11/#{anchor}")
        lines = page.locator(f"{record} .quiet")
        expect(lines.get_by_role("link", name="history").first).to_be_visible()
        expect(lines.get_by_role("link", name="references"), "they count for the rule").to_have_count(0)
