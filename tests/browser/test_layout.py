"""No text is squeezed, covered or cut off: on every kind of page in three widths, with notes of every length."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.kinds import KINDS, SETTLE, show

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent
FIND_FAULTS = (HERE / "layout.js").read_text(encoding="utf-8")
TOUCH: dict[str, object] = {"is_mobile": True, "has_touch": True}
DEVICES: dict[str, dict[str, object]] = {
    "small-phone": {"viewport": {"width": 320, "height": 568}, **TOUCH},
    "phone": {"viewport": {"width": 360, "height": 780}, **TOUCH},
    "tablet": {"viewport": {"width": 768, "height": 1024}, **TOUCH},
    "desktop": {"viewport": {"width": 1280, "height": 900}},
}
ON_EACH = pytest.mark.parametrize("device", DEVICES)
NOTES = [line.partition("\t")[::2] for line in (HERE / "notes.tsv").read_text(encoding="utf-8").splitlines()]
"""What the notes below rules and entries of the real archive say, one of each length: of changes, and of citations."""

PUT_NOTES = """(notes) => {
    const rule = document.querySelector(".rule-subrule .years-open").closest(".rule");
    for (const [changes, cited] of notes) {
        const copy = rule.cloneNode(true);
        copy.removeAttribute("id");
        copy.classList.add("made");
        const line = copy.querySelector(".quiet");
        line.querySelector(".quiet-since + a, .quiet-open + a").textContent = changes;
        line.querySelector(".cited")?.remove();
        if (cited) {
            const details = document.createElement("details");
            details.className = "cited";
            details.append(Object.assign(document.createElement("summary"), { textContent: cited }));
            line.querySelector(".quiet-tools").before(details);
        }
        rule.after(copy);
    }
    return document.querySelectorAll(".made").length;
}"""
OPEN_NOTES = """() => {
    for (const line of document.querySelectorAll(".made .quiet")) line.classList.add("quiet-all");
}"""
INVISIBLE_LINES = """() => [...document.querySelectorAll(".made .quiet")].filter((line) => {
    const tools = line.querySelector(".quiet-tools");
    const height = line.offsetHeight;
    tools.style.display = "none";
    const without = line.offsetHeight;
    tools.style.removeProperty("display");
    return height !== without;
}).map((line) => line.textContent)"""

SPOIL = """() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync(`.narrow { display: block; width: 1px; overflow-wrap: anywhere; }
        .cut { display: block; width: 20px; overflow: hidden; white-space: nowrap; }
        .over { position: absolute; margin-top: 5px; }`);
    document.adoptedStyleSheets.push(styles);
    document.querySelector("h1").innerHTML =
        "<span class='narrow'>Years</span><span class='cut'>Share this</span><span class='over'>History</span>";
}"""


def find_faults(page: Page) -> list[str]:
    """What is squeezed, covered or cut off on a page, and whether it is wider than the window."""
    page.evaluate(SETTLE)
    faults: list[str] = page.evaluate(FIND_FAULTS)
    size: Any = page.viewport_size
    if page.evaluate("() => document.documentElement.scrollWidth") > size["width"]:
        faults.append("wider than the window")
    return faults


@ON_EACH
def test_notes_of_every_length_have_room(visitor: Visitor, device: str) -> None:
    page = visitor.open("cr/602/", **DEVICES[device])
    page.locator(".quiet-tools").first.wait_for(state="attached")
    assert page.evaluate(PUT_NOTES, NOTES) == len(NOTES) > 40
    assert find_faults(page) == []
    if device == "desktop":
        assert page.evaluate(INVISIBLE_LINES) == [], "what is seen only near the pointer takes no line of its own"
    if device.endswith("phone"):
        page.evaluate(OPEN_NOTES)
        assert find_faults(page) == []


@pytest.mark.long
@ON_EACH
@pytest.mark.parametrize("group", KINDS)
def test_all_text_of_a_page_is_to_be_read(visitor: Visitor, group: str, device: str) -> None:
    page = visitor.open("offline/", **DEVICES[device])
    faults = {}
    for address, ready in KINDS[group].items():
        show(page, address, ready)
        faults[address] = find_faults(page)
    assert {address: wrong for address, wrong in faults.items() if wrong} == {}


def test_a_long_title_in_the_header_has_room_before_it_is_seen(visitor: Visitor) -> None:
    """It waits to the right of its place; browsers make a page on a phone as wide as the widest of its parts."""
    page = visitor.open("compare/2005-08-01..2009-07-11/", **DEVICES["small-phone"])
    ends = page.evaluate(
        "[...document.querySelectorAll('.md-header__topic')].map((topic) => topic.getBoundingClientRect().right)"
    )
    assert len(ends) == 2
    size: Any = page.viewport_size
    assert max(ends) <= size["width"]


@pytest.mark.parametrize("width", [320, 390])
def test_the_links_to_the_pages_before_and_after_have_room(visitor: Visitor, width: int) -> None:
    page = visitor.open("cr/602/", **{**DEVICES["phone"], "viewport": {"width": width, "height": 780}})
    names = page.locator(".md-footer__title .md-ellipsis")
    expect(names).to_have_count(2)
    names.evaluate_all(
        "(all) => all.forEach((name) => { name.textContent = '618 Rebuilding Rebuildable Lighthouses'; })"
    )
    assert find_faults(page) == []
    widths = names.evaluate_all("(all) => all.map((name) => name.closest('a').getBoundingClientRect().width)")
    assert abs(widths[0] - widths[1]) < 2


def test_on_a_phone_the_last_button_of_the_header_is_as_far_from_the_edge_as_the_first(visitor: Visitor) -> None:
    page = visitor.open("cr/602/", **DEVICES["phone"])
    buttons = page.locator(".md-header__inner .md-header__button:visible")
    # that of the colours is offered by a script
    expect(buttons).to_have_count(2)
    boxes = buttons.evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect()).map((box) => [box.left, box.right])"
    )
    size: Any = page.viewport_size
    assert abs(boxes[0][0] - (size["width"] - boxes[-1][1])) < 2


def test_a_long_term_above_its_history_is_broken_between_words(visitor: Visitor) -> None:
    page = visitor.open("history/glossary/", **DEVICES["small-phone"])
    page.locator(".page-rows a").first.click()
    name = page.locator(".number > h2 .num").first
    name.evaluate("(one) => { one.textContent = '“Lighthouse-Illuminating Ability of Harbours”'; }")
    assert find_faults(page) == []


def test_a_note_about_a_term_that_fills_its_line_begins_at_the_left_edge(visitor: Visitor) -> None:
    page = visitor.open("terms/", **DEVICES["small-phone"])
    row = page.locator(".terms-of li").first
    row.locator("a").last.evaluate("(one) => { one.textContent = 'lighthouse with two lanterns'; }")
    note = row.locator(".kind")
    edges = [round(part.evaluate("(one) => one.getBoundingClientRect().left")) for part in (row, note)]
    assert edges[0] == edges[1]
    assert find_faults(page) == []


def test_a_long_day_does_not_touch_the_symbol_of_the_set(visitor: Visitor) -> None:
    page = visitor.open("editions/", **DEVICES["small-phone"])
    page.locator(".stacked time").first.evaluate("(one) => { one.textContent = '29 September 2025'; }")
    day, name = (
        page.locator(selector).first.bounding_box() for selector in (".stacked time", ".stacked td:has(.set-place)")
    )
    assert day
    assert name
    assert day["x"] + day["width"] + 8 <= name["x"]
    assert abs(day["y"] - name["y"]) < day["height"], "in one line"


def test_what_an_edition_changed_keeps_off_the_line_below_it(visitor: Visitor) -> None:
    page = visitor.open("compare/", **DEVICES["phone"])
    room = """(rows) => Math.min(...rows.map((row) => {
        const range = document.createRange();
        range.selectNodeContents(row.querySelector(".c-words"));
        return row.getBoundingClientRect().bottom - range.getBoundingClientRect().bottom; }))"""
    assert page.locator("ol.c-pairs li").evaluate_all(room) >= 6


def test_a_table_of_many_columns_scrolls_by_itself(visitor: Visitor) -> None:
    page = visitor.open("docs/site-scripts/", **DEVICES["small-phone"])
    expect(page.locator(".page-docs table").first).to_be_visible()
    expect(page.locator(".md-typeset__scrollwrap").first).to_be_visible()
    assert find_faults(page) == []


FILL_LETTER = """() => {
    const list = document.querySelector(".keyword-letter ul");
    for (let copies = 0; copies < 6; copies += 1) list.append(list.firstElementChild.cloneNode(true));
    return new Set([...list.children].map((row) => row.getBoundingClientRect().left)).size;
}"""


@pytest.mark.parametrize(("device", "columns"), [("desktop", 2), ("phone", 1)])
def test_many_keywords_of_a_letter_stand_in_columns(visitor: Visitor, device: str, columns: int) -> None:
    assert visitor.open("cr/702/", **DEVICES[device]).evaluate(FILL_LETTER) == columns


def test_squeezed_and_covered_text_is_seen(visitor: Visitor) -> None:
    page = visitor.open("about/")
    assert find_faults(page) == []
    page.evaluate(SPOIL)
    faults = " ".join(find_faults(page))
    assert "“Years” is broken" in faults
    assert "cut off" in faults
    assert "stands over" in faults


def test_every_kind_of_page_begins_at_one_left_edge(visitor: Visitor) -> None:
    page = visitor.open("offline/", **DEVICES["desktop"])
    edges = {}
    for samples in KINDS.values():
        address, ready = next(iter(samples.items()))
        show(page, address, ready)
        box = page.locator(".page, .page-compare").first.bounding_box()
        assert box is not None
        edges[address] = round(box["x"])
    assert len(edges) > 10
    assert set(edges.values()) == {edges["cr/"]}, edges


EDGES = """() => Object.fromEntries([".md-header__title", ".edition-name", "h1", ".md-copyright"].map((name) => [
    name, Math.round(document.querySelector(name).getBoundingClientRect().left)]))"""


def test_the_bars_begin_where_the_page_and_the_footer_begin(visitor: Visitor) -> None:
    page = visitor.open("about/", **DEVICES["desktop"])
    wide = page.evaluate(EDGES)
    assert wide[".md-header__title"] == wide[".edition-name"] == wide[".md-copyright"]
    phone = visitor.open("about/", **DEVICES["phone"]).evaluate(EDGES)
    assert phone[".edition-name"] == phone["h1"] == phone[".md-copyright"]
