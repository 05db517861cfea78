"""Searchable differences in a real browser: the box of a comparison, and the search through all changes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from graph.answers.comparison import answer_comparison
from graph.answers.search import Where
from graph.history import History
from graph.search.changes import search_changes
from rules.keys import is_entry
from tests.browser.conftest import BuiltSite, Visitor
from tests.browser.kinds import DEVICES, wider_than_the_window

pytestmark = pytest.mark.browser

OLD, NEW = "2005-08-01", "2009-07-11"
HIDDEN_NUMBER = r"""[...document.querySelectorAll(".ch")].filter((change) => !change.checkVisibility())
    .flatMap((change) => change.querySelector("h3").textContent.match(/[1-9]\d\d\.\d+[a-z]?/) ?? [])[0]"""
"""The first number of a rule whose change is not shown."""
MARKED = "CSS.highlights.get('found')?.size ?? 0"


def count_hits(page: Page) -> int:
    return sum(int(figure.replace(",", "")) for figure in page.locator(".chip b").all_inner_texts())


@pytest.mark.parametrize(("words", "where"), [("cast", "inserted"), ("play", "deleted"), ('"the stack"', "either")])
def test_a_comparison_keeps_the_changes_with_words(visitor: Visitor, site: BuiltSite, words: str, where: Where) -> None:
    with site.open_store() as store:
        kept = answer_comparison(History(store), OLD, NEW, grep=words, where=where)
    page = visitor.open(f"compare/{OLD}..{NEW}/")
    total = page.locator(".ch").count()
    page.locator("#grep-in").select_option(where)
    page.locator("#grep").fill(words)
    expect(page.locator(".c-shown")).to_contain_text("with these words")
    assert count_hits(page) == len(kept.changes)
    for box in page.locator(".chips input").all():
        box.check()
    assert page.locator(".ch:visible").count() == len(kept.changes) < total
    assert page.evaluate(MARKED) >= len(kept.changes)
    assert f"in={where}" in page.url or where == "either"
    page.reload()
    expect(page.locator(".c-shown")).to_contain_text("with these words")
    assert count_hits(page) == len(kept.changes), "the address has the words"
    page.locator("#grep").fill("")
    expect(page.locator(".c-shown")).not_to_contain_text("with these words")
    assert "q=" not in page.url


@pytest.mark.parametrize("number", ["502.30a", "702.37a"])
def test_a_comparison_keeps_the_change_of_a_rule_by_each_of_its_numbers(visitor: Visitor, number: str) -> None:
    page = visitor.open(f"compare/{OLD}..{NEW}/?q={number}")
    expect(page.locator(".c-shown")).to_contain_text("with these words")
    assert count_hits(page) == 1
    for box in page.locator(".chips input").all():
        box.check()
    expect(page.locator(".ch:visible")).to_have_count(1)
    expect(page.locator(".ch:visible h3")).to_contain_text(number)


def test_a_change_of_a_hidden_kind_is_shown_while_it_is_all_that_was_found(visitor: Visitor) -> None:
    page = visitor.open(f"compare/{OLD}..{NEW}/")
    ticked = page.locator(".chips input:checked").count()
    number = page.evaluate(HIDDEN_NUMBER)
    page.locator("#grep").fill(number)
    expect(page.locator(".c-shown")).to_contain_text("with these words")
    expect(page.locator(".ch:visible h3").first).to_contain_text(number)
    page.locator("#grep").fill("")
    expect(page.locator(".c-shown")).not_to_contain_text("with these words")
    expect(page.locator(".chips input:checked")).to_have_count(ticked)


def test_any_two_editions_have_the_box(visitor: Visitor) -> None:
    page = visitor.open("compare/?from=1999-04-23&to=2026-04-17&q=library&in=inserted")
    expect(page.locator(".c-shown")).to_contain_text("with these words", timeout=30_000)
    assert count_hits(page) > 0
    assert page.evaluate(MARKED) > 0


@DEVICES
def test_all_changes_are_searched(visitor: Visitor, site: BuiltSite, device: dict[str, object]) -> None:
    with site.open_store() as store:
        found = search_changes(store, "comes into play")
    page = visitor.open("search/?in=changes&q=comes+into+play", **device)
    says = page.locator(".search-says")
    expect(says).to_contain_text(f"{found.total} change")
    expect(says).to_contain_text("until 11 July 2009")
    assert page.locator(".search-results > li").count() == min(found.total, 30)
    assert page.locator(".search-results mark").first.inner_text().lower().startswith("come")
    assert not wider_than_the_window(page)
    if device.get("has_touch"):
        page.locator(".search-form .fold-line").tap()
    page.locator("[name=side]").select_option("deleted")
    expect(says).to_contain_text(f"{sum(answer.side == 'deleted' for answer in found.answers)} change")
    assert "side=deleted" in page.url
    symbols = visitor.open("search/?in=changes&q=%7BT%7D", **device).locator(".search-results mark .sym-t")
    expect(symbols.first).to_be_visible()
    assert symbols.first.text_content() == "{T}"


@pytest.mark.parametrize("kind", ["rule", "example", "glossary"])
def test_changes_of_one_kind_are_searched(visitor: Visitor, site: BuiltSite, kind: str) -> None:
    with site.open_store() as store:
        answers = search_changes(store, "card").answers
    wanted = [answer for answer in answers if kind_of_passage(answer.number, answer.field) == kind]
    assert 0 < len(wanted) < len(answers)
    page = visitor.open(f"search/?in=changes&q=card&kind={kind}")
    expect(page.locator(".search-says")).to_contain_text(f"{len(wanted)} change")


def kind_of_passage(number: str, field: str) -> str:
    if is_entry(number):
        return "glossary"
    return "example" if field == "example" else "rule"


@pytest.mark.parametrize("part", ["7", "702", "glossary"])
def test_changes_of_a_part_of_the_rules_are_searched(visitor: Visitor, site: BuiltSite, part: str) -> None:
    with site.open_store() as store:
        answers = search_changes(store, "card").answers
    wanted = [answer for answer in answers if answer.number.startswith(part)]
    assert 0 < len(wanted) < len(answers)
    page = visitor.open(f"search/?in=changes&q=card&within={part}")
    expect(page.locator(".search-says")).to_contain_text(f"{len(wanted)} change")


def test_a_row_says_once_that_a_rule_was_added(visitor: Visitor) -> None:
    page = visitor.open("search/?in=changes&q=card&only=added&from=2005-08-01")
    heads = page.locator(".search-results .hit-head")
    heads.first.wait_for()
    said = heads.all_text_contents()
    assert all(head.endswith("added") for head in said)
    assert not any("inserted" in head for head in said)


@pytest.mark.parametrize("words", ["card", "player", "comes into play"])
def test_rows_mark_what_was_inserted_or_deleted_and_nothing_else(visitor: Visitor, site: BuiltSite, words: str) -> None:
    with site.open_store() as store:
        answers = search_changes(store, words, oldest_first=True).answers
    page = visitor.open(f"search/?in=changes&order=oldest&q={words.replace(' ', '+')}")
    expect(page.locator(".search-says")).to_contain_text(f"{len(answers):,} change")
    whole = 0
    for row, answer in zip(page.locator(".search-results > li").all(), answers, strict=False):
        shown = row.locator(".hit-words").text_content() or ""
        marked = row.locator(".hit-words :is(ins, del)").all_text_contents()
        changed = [answer.text[begin:end] for begin, end in answer.changed]
        assert row.locator(f".hit-words {'del' if answer.side == 'inserted' else 'ins'}").count() == 0
        assert all(row.locator(".hit-words :is(mark, ins, del)").all_text_contents()), answer.number
        assert row.locator(".hit-words mark").count() > 0, answer.number
        # of a long text a part is shown
        if shown == answer.text:
            assert marked == changed, answer.number
            whole += len("".join(changed)) < len(shown)
        assert "".join(marked) in "".join(changed), answer.number
    assert whole > 0


def test_a_row_names_both_numbers_of_a_renumbered_rule(visitor: Visitor) -> None:
    page = visitor.open("search/?in=changes&q=502.30a&from=2009-07-11&to=2009-07-11")
    heads = page.locator(".search-results .hit-head")
    heads.first.wait_for()
    said = [" ".join(text.split()) for text in heads.all_text_contents()]
    renumbered = [head for head in said if head.startswith("502.30a → 702.37a 11 July 2009 · ")]
    assert renumbered, "the number, and no dot before the day"
    assert all("renumbered" in head for head in renumbered)
