"""Comparisons in a real browser: consecutive editions with a script and without, any two, on a desktop and a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from site_src.context import BuildContext
from site_src.markup.shell import Shell, make_extra
from site_src.pages import compare as compare_pages
from tests.browser.conftest import BuiltSite, Visitor
from tests.browser.kinds import DESKTOP, DEVICES, PHONE, layout_shift, wider_than_the_window

pytestmark = pytest.mark.browser

M10 = "compare/2005-08-01..2009-07-11/"
REST = "compare/2005-08-01..2009-07-11-rest"
FAR = "compare/?from=1999-04-23&to=2026-04-17"
WITHOUT = """(one, tag) => {
    const copy = one.cloneNode(true);
    for (const part of copy.querySelectorAll(tag)) part.remove();
    return copy.textContent; }"""


def seen(page: Page) -> Locator:
    return page.locator(".ch:visible")


def count_changes(page: Page, *, ticked: bool) -> int:
    """The sum of the figures on the boxes."""
    chips = page.locator(f".chip:has(input{':checked' if ticked else ''}) b").all_inner_texts()
    return sum(int(figure.replace(",", "")) for figure in chips)


def write_pages(site: BuiltSite, folder: Path) -> None:
    """Writes the comparison M10 in several pages, with the scripts and style sheets of a site."""

    def find(pattern: str) -> str:
        return next((site.folder / "assets").glob(pattern)).name

    names = {"css": find("comprules.*.css"), "js": find("comprules.*.js"), "early": find("early.*.js")}
    names["serif"] = find("source-serif-4.*.woff2")
    pages = {"pages": {"compare": find("compare.*.js")}, "styles": {"compare": find("compare.*.css")}}
    facts = {"contents": [], "rulings": [], "rulings_years": "", "documentation": [], "sample": True}
    shell = Shell(make_extra({**names, **pages}, {**facts, "bulletins": False}))
    with site.open_store() as store:
        pairs = compare_pages.pairs_of(store)
        position = pairs.index(("2005-08-01", "2009-07-11"))
        compare_pages.write_pair(BuildContext(store, folder, shell, {}, str), pairs, position)


@pytest.mark.parametrize("address", [M10, FAR])
def test_every_comparison_begins_in_the_same_way(visitor: Visitor, address: str) -> None:
    page = visitor.open(address)
    expect(page.locator(".c-summary")).not_to_be_empty(timeout=30_000)
    expect(page.locator("h1 .to")).to_have_text("to")
    expect(page.locator(".page-head .lead .set")).to_have_count(2)
    tops = [
        page.locator(selector).first.evaluate("(one) => one.getBoundingClientRect().top")
        for selector in ("h1", ".c-form", ".page-head .lead", ".c-summary")
    ]
    assert tops == sorted(tops)


def test_ranges_of_announced_rules_have_a_dash(visitor: Visitor) -> None:
    page = visitor.open(M10)
    said = " ".join(page.locator(".announced").all_text_contents())
    assert re.search(r"\d[a-z]?–\d", said)
    assert not re.search(r"\d[a-z]?-\d", said)


class TestLarge:
    """What an edition changed, on several pages."""

    @pytest.fixture
    def open_page(
        self, visitor: Visitor, site: BuiltSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> Callable[..., Page]:
        """Opens an address at which the comparison M10 has a page for each chapter."""
        monkeypatch.setattr(compare_pages, "_LARGE", 0)
        monkeypatch.setattr(compare_pages, "_FIRST_PART", -1)
        monkeypatch.setattr(compare_pages, "_FURTHER_PART", -1)
        write_pages(site, tmp_path)

        def answer(route: Route) -> None:
            path = route.request.url.partition("?")[0].partition("/compare/")[2]
            route.fulfill(path=tmp_path / "compare" / path / "index.html", content_type="text/html")

        def open_address(address: str, **settings: object) -> Page:
            page = visitor.open("about/", **settings)
            page.route(re.compile(r"/compare/2005-08-01\.\.2009-07-11"), answer)
            page.goto(address)
            return page

        return open_address

    def test_the_first_page_gets_the_changes_of_the_others(self, open_page: Callable[..., Page]) -> None:
        page = open_page(M10)
        expect(page.locator(".c-more")).to_have_count(0)
        assert page.locator(".ch").count() == count_changes(page, ticked=False)
        assert seen(page).count() == count_changes(page, ticked=True)
        assert page.locator(".c-chapter:has(.c-only)").count() == page.locator(".c-chapter").count() > 1
        for link in page.locator(".c-contents a").all():
            assert page.locator(f'[id="{(link.get_attribute("href") or "")[1:]}"]').count() == 1

    @pytest.mark.long
    def test_an_anchor_of_a_further_page_is_found_on_the_first_page_too(
        self, open_page: Callable[..., Page], tmp_path: Path
    ) -> None:
        added = {
            anchor: folder.name
            for folder in tmp_path.glob(f"{REST}*")
            for anchor in re.findall(
                r'<article class="ch s-added" id="(\d+\.\w+)"', (folder / "index.html").read_text(encoding="utf-8")
            )
        }
        anchor = max(added)
        for address in (f"compare/{added[anchor]}/", M10):
            page = open_page(f"{address}#{anchor}")
            expect(page.locator(f"[id='{anchor}']")).to_be_in_viewport()
            expect(page.locator(".c-shown")).to_contain_text(f"{count_changes(page, ticked=True):,} of ")

    @pytest.mark.long
    def test_without_a_script_each_page_leads_to_the_next(self, open_page: Callable[..., Page]) -> None:
        page = open_page(M10, java_script_enabled=False)
        total = count_changes(page, ticked=False)
        found = page.locator(".ch").count()
        page.locator(".c-more a").first.click()
        page.wait_for_url(f"**/{REST}/")
        while True:
            assert page.locator(".ch").count() == count_changes(page, ticked=False)
            assert seen(page).count() == count_changes(page, ticked=True)
            found += page.locator(".ch").count()
            following = page.locator(".pager-next")
            if not following.count():
                break
            with page.expect_navigation():
                following.click()
        assert found == total


class TestConsecutive:
    """What an edition changed, on a page of its own."""

    @pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.long)], ids=["script", "no script"])
    def test_boxes_say_and_do_what_is_shown(self, visitor: Visitor, *, script: bool) -> None:
        page = visitor.open(M10, java_script_enabled=script)
        total = page.locator(".ch").count()
        assert count_changes(page, ticked=False) == total
        assert seen(page).count() == count_changes(page, ticked=True) < total
        expect(page.locator(".c-shown")).to_contain_text(f"{count_changes(page, ticked=True):,} of {total:,} changes")
        for box in page.locator(".chips input").all():
            box.check()
        assert seen(page).count() == total
        assert page.locator(".c-chapter:visible").count() == page.locator(".c-chapter").count()
        for box in page.locator(".chips input").all():
            box.uncheck()
        assert seen(page).count() == 0
        assert page.locator(".c-chapter:visible").count() == 0

    @pytest.mark.long
    def test_without_a_script_nothing_is_lacking(self, visitor: Visitor) -> None:
        page = visitor.open(M10, java_script_enabled=False)
        assert page.locator(".c-summary").inner_text().strip()
        assert page.locator(".ch ins").count() > 0
        assert page.locator(".needs-script:visible").count() == 0
        page.goto("compare/")
        assert page.locator(".c-pairs a").count() == 4
        page.locator(".c-pairs a").first.click()
        expect(page).to_have_url(re.compile(r"/compare/2021-04-22\.\.2026-04-17/$"))

    @pytest.mark.long
    def test_what_is_shown_stands_in_the_address_and_a_link_shows_what_is_hidden(self, visitor: Visitor) -> None:
        page = visitor.open(M10)
        page.locator("#f-added").uncheck()
        page.locator("#f-renumbered").check()
        address = page.url
        assert re.search(r"\?class=[a-z,]*renumbered$", address)
        assert "added" not in address
        count = seen(page).count()
        page.reload()
        expect(page.locator(".c-shown")).to_contain_text(f"{count:,} of")
        assert page.url == address
        assert seen(page).count() == count
        page.locator("#f-renumbered").uncheck()
        page.locator("#f-added").check()
        assert page.url.endswith(M10)
        hidden = page.locator(".ch.s-renumbered").first
        expect(hidden).to_be_hidden()
        page.goto(f"{M10}#{hidden.get_attribute('id')}")
        expect(page.locator(".ch.s-renumbered").first).to_be_in_viewport()

    @pytest.mark.long
    def test_both_editions_stand_side_by_side_and_are_linked(self, visitor: Visitor) -> None:
        page = visitor.open(M10)
        marked = page.locator(".ch.s-wording [data-diff]:has(ins):has(del)").first
        marked.scroll_into_view_if_needed()
        before = marked.evaluate(WITHOUT, "ins")
        page.locator("#sided").check()
        pair = page.locator(".ch.s-wording .pair:has(ins):has(del)").first
        expect(pair).to_be_visible()
        assert pair.locator(".before").text_content() == before
        assert pair.locator(".before ins").count() == pair.locator(".after del").count() == 0
        expect(marked).to_be_hidden()
        assert "view=side" in page.url
        page.goto(M10)
        change = page.locator(".ch:has(h3 .to):visible").first
        old, new = change.locator("h3 a.num").first, change.locator("h3 a.num").last
        assert "/e/2005-08-01/#" in old.evaluate("one => one.href")
        assert "/e/2009-07-11/#" in new.evaluate("one => one.href")
        number = new.inner_text()
        change.locator(".to-history").click()
        expect(page).to_have_url(re.compile("/history/"))
        page.go_back()
        page.locator(f'a.num[href$="e/2009-07-11/#{number}"]').first.click()
        expect(page.locator(f'[id="{number}"]')).to_be_in_viewport()


class TestAnyTwo:
    """Computed in the browser."""

    @DEVICES
    def test_a_judge_compares_the_edition_of_an_exam_with_todays(
        self, visitor: Visitor, device: dict[str, object]
    ) -> None:
        """Journey 4: from the header, two choices, substantive changes alone, chapter by chapter."""
        page = visitor.open("", **device)
        if device.get("has_touch"):
            page.locator(".drawer-open").click()
            page.locator(".side-tab").get_by_role("link", name="Compare").click()
        else:
            page.locator(".md-tabs").get_by_role("link", name="Compare").click()
        page.get_by_label("From", exact=True).select_option("2009-07-11")
        page.get_by_role("button", name="Compare").click()
        expect(page).to_have_url(re.compile(r"/compare/\?from=2009-07-11&to=2026-04-17$"))
        expect(page.locator("h1")).to_have_text("11 July 2009 to 17 April 2026")
        expect(page.locator(".c-summary")).to_contain_text("added")
        expect(page.locator(".ch:visible .rule-text").first).to_be_visible()
        assert page.locator(".ch.s-renumbered:visible, .ch.s-reference:visible").count() == 0
        expect(seen(page)).to_have_count(count_changes(page, ticked=True))
        assert not wider_than_the_window(page)

    @pytest.mark.long
    def test_addresses_of_two_editions_mean_what_was_meant(self, visitor: Visitor) -> None:
        page = visitor.open("e/2009-07-11/")
        page.get_by_role("link", name="Compare with the latest").click()
        expect(page.locator("h1")).to_have_text("11 July 2009 to 17 April 2026")
        page.goto("compare/")
        page.get_by_label("From: the edition in force on a day").fill("2006-07-01")
        expect(page.get_by_label("From", exact=True)).to_have_value("2005-08-01")
        page.goto("compare/?from=2006-07-01&to=2022-01-01")
        expect(page.locator("h1")).to_have_text("1 August 2005 to 22 April 2021")
        page.goto("compare/?from=2005-08-01&to=2009-07-11&class=added")
        expect(page).to_have_url(re.compile(r"/compare/2005-08-01\.\.2009-07-11/\?class=added$"))
        page.get_by_role("button", name="Swap").click()
        expect(page).to_have_url(re.compile(r"/compare/\?from=2009-07-11&to=2005-08-01&class=added$"))
        page.goto("compare/?from=1066-10-14")
        expect(page.get_by_role("alert")).to_contain_text("No edition matches “1066-10-14”")
        expect(page.locator(".c-pairs")).to_be_visible()

    @pytest.mark.long
    def test_swap_turns_everything_round_and_back_works(self, visitor: Visitor) -> None:
        page = visitor.open(FAR)
        expect(page.locator(".announced a").first).to_have_attribute("href", re.compile("/bulletins/[a-z0-9-]+/"))
        added, deleted = page.locator(".chip-added b"), page.locator(".chip-deleted b")
        figures = added.inner_text(), deleted.inner_text()
        page.get_by_role("button", name="Swap").click()
        expect(page.locator("h1")).to_have_text("17 April 2026 to 23 April 1999")
        expect(deleted).to_have_text(figures[0])
        expect(added).to_have_text(figures[1])
        page.go_back()
        expect(page.locator("h1")).to_have_text("23 April 1999 to 17 April 2026")
        expect(added).to_have_text(figures[0])
        assert page.url.endswith(FAR)
        page.goto(f"{FAR}&class=deleted")
        expect(page.locator(".c-shown")).to_contain_text("changes are shown")
        expect(page.locator(".ch.s-deleted")).to_have_count(int(figures[1]))
        expect(seen(page)).to_have_count(int(figures[1]))
        page.get_by_role("button", name="Swap").click()
        expect(page).to_have_url(re.compile(r"from=2026-04-17&to=1999-04-23&class=deleted$"))
        page.goto(M10)
        total = page.locator(".ch").count()
        page.goto("compare/?from=2009-07-11&to=2005-08-01")
        expect(page.locator(".ch")).to_have_count(total)

    @pytest.mark.long
    def test_the_words_are_those_of_the_records(self, visitor: Visitor) -> None:
        page = visitor.open(f"{FAR}&class=wording")
        page.locator(".c-body:not(.c-waiting) .rule-text").first.wait_for()
        # of a section or chapter the heading is compared, which has no place of its own
        numbered = page.locator("h3 a.num").filter(has_text=re.compile(r"\.\d"))
        change = page.locator(".ch.s-wording:visible").filter(has=numbered).first
        change.scroll_into_view_if_needed()
        number = change.locator("h3 a.num").last.inner_text()
        after = change.locator(".rule-text").evaluate(WITHOUT, "del")
        page.goto(f"e/2026-04-17/#{number}")
        expect(page.locator(f'[data-key="{number}"]')).to_have_text(after)


UNREADABLE = """() => {
    const isReadable = (body) => body.textContent.trim() && body.checkVisibility();
    return [...document.querySelectorAll(".ch")]
        .filter((change) => change.checkVisibility() && ![...change.querySelectorAll(".c-body")].every(isReadable))
        .map((change) => change.id); }"""
PRINTED = "(one) => getComputedStyle(one, '::before').content"


def test_the_printer_and_the_browsers_own_search_find_every_change(visitor: Visitor) -> None:
    page = visitor.open(f"{FAR}&class=added,deleted,wording,terminology")
    expect(page.locator(".ch:visible .rule-text").first).to_be_visible()
    expect(page.locator(".c-waiting")).to_have_count(0)
    page.emulate_media(media="print")
    assert page.evaluate(UNREADABLE) == []
    page.emulate_media(media="screen")
    words = page.locator(".ch:visible .rule-text").last.evaluate("(one) => one.textContent.slice(0, 40)")
    assert page.evaluate("(words) => window.find(words)", words)


WATCHED = """
    window.filled = [0];
    addEventListener("words", () => { window.filled[window.filled.length - 1] += 1; });
    const idle = window.requestIdleCallback;
    window.requestIdleCallback = (act, ...rest) =>
        idle.call(window, (deadline) => { window.filled.push(0); act(deadline); }, ...rest);"""
"""Counts the changes that get their words before the first idle moment, and in each one."""
NOTHING_NEAR = "window.IntersectionObserver = class { observe() {} unobserve() {} disconnect() {} };"
"""Then no change gets its words because it is near the window, which depends on the fonts."""
FRAMES = """
    let frame = 0;
    const canceled = new Set();
    window.cancelAnimationFrame = (id) => canceled.add(id);
    window.requestAnimationFrame = (act) => {
        frame += 1;
        const id = frame;
        window.scheduler.postTask(() => canceled.has(id) || act(0));
        return id;
    };"""
"""Frames would come with the clock, and the page waits for some."""
SPARING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
MINUTE = 60_000


def open_with_stopped_clock(visitor: Visitor, *scripts: str) -> tuple[Page, list[str]]:
    """A comparison that is whole but for words that wait, and the addresses of texts that it fetches."""
    page = visitor.context().new_page()
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.add_init_script("\n".join([*scripts, FRAMES]))
    texts: list[str] = []
    page.on("request", lambda request: texts.append(request.url) if "/texts/" in request.url else None)
    page.goto(f"{FAR}&class=added,deleted,wording,terminology")
    expect(page.locator(".c-rest")).to_be_visible()
    expect(page.locator(".c-shown")).to_contain_text("changes are shown")
    expect(page.locator("#chapter-glossary .ch").last).to_be_attached()
    return page, texts


def test_words_wait_until_the_page_is_quiet_and_come_a_few_at_a_time(visitor: Visitor) -> None:
    page, texts = open_with_stopped_clock(visitor, NOTHING_NEAR, WATCHED)
    waiting, fetched = page.locator(".c-waiting").count(), len(texts)
    assert waiting > 200
    assert page.evaluate("() => window.filled.length") == 1, "nothing happens before the page is quiet"
    assert page.evaluate("() => window.filled[0]") < 100
    for _ in range(100 * waiting):  # texts come from the server meanwhile
        page.clock.run_for(MINUTE)
        if page.locator(".c-waiting").count() == 0:
            break
    slices = page.evaluate("() => window.filled.slice(1)")
    assert sum(slices) == waiting
    assert max(slices) <= 4
    assert len(texts) > fetched


def test_a_reader_who_saves_data_gets_words_where_they_are_looked_for(visitor: Visitor) -> None:
    page, texts = open_with_stopped_clock(visitor, NOTHING_NEAR, SPARING)
    waiting, fetched = page.locator(".c-waiting").count(), len(texts)
    page.clock.run_for(10 * MINUTE)
    assert page.locator(".c-waiting").count() == waiting
    assert len(texts) == fetched
    page.keyboard.press("Control+f")
    expect(page.locator(".c-waiting")).to_have_count(0)
    assert len(texts) > fetched


def test_the_printer_gets_words_that_nobody_has_seen(visitor: Visitor) -> None:
    page, _ = open_with_stopped_clock(visitor, NOTHING_NEAR)
    assert page.locator(".c-waiting").count() > 200
    page.pdf()
    assert page.locator(".c-waiting").count() == 0
    page.emulate_media(media="print")
    assert page.evaluate(UNREADABLE) == []
    visitor.forget_problems()  # the browser warns of requests that it waits for, as a printer must


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_paper_does_not_speak_of_what_is_not_on_it(visitor: Visitor, *, script: bool) -> None:
    page = visitor.open(M10, java_script_enabled=script)
    shown = page.locator(".c-shown")
    figures = re.match(r"[\d,]+ of [\d,]+ changes", shown.inner_text())
    assert figures is not None
    page.emulate_media(media="print")
    assert page.locator(".c-tools :is(input, select, label):visible").count() == 0
    assert shown.evaluate("(one) => getComputedStyle(one).fontSize") == "0px"
    assert shown.evaluate(PRINTED) == f'"{figures[0]}."'


def test_no_line_of_numbers_begins_with_a_comma(visitor: Visitor) -> None:
    page = visitor.open("compare/?from=1999-04-23&to=2026-04-17&class=all", **PHONE)
    page.locator(".ch:visible .rule-text").first.wait_for()
    found = page.evaluate(
        """() => {
        document.querySelectorAll(".c-chapter").forEach((one) => { one.style.contentVisibility = "visible"; });
        const range = document.createRange();
        // so narrow, a line ends wherever it may
        document.querySelectorAll(".ch h3").forEach((one) => { one.style.width = "min-content"; });
        const commas = [...document.querySelectorAll(".ch h3")].filter((one) => one.checkVisibility()).flatMap((head) =>
            [...head.childNodes].filter((part) => part.nodeType === 3 && part.data.startsWith(",")).map((part) => {
                range.setStart(part, 0);
                range.setEnd(part, 1);
                return range.getBoundingClientRect().left - head.getBoundingClientRect().left; }));
        return [commas.length, commas.filter((left) => left < 3).length]; }"""
    )
    assert found[0] > 0
    assert found[1] == 0


MANY_IDLE_MOMENTS = """async () => {
    for (let moment = 0; moment < 50; moment += 1) await new Promise((done) => requestIdleCallback(done));
}"""
"""More idle moments than a comparison has pieces of work: the browser has its turn between them."""


def test_a_comparison_that_is_wanted_no_more_is_not_shown(visitor: Visitor) -> None:
    page = visitor.open("compare/")
    expect(page.locator(".c-form")).to_be_visible()
    held: list[Route] | None = []
    page.route("**/compare/history.json", lambda route: route.continue_() if held is None else held.append(route))
    title = page.title()
    page.evaluate(
        "() => { history.pushState(null, '', '?from=1999-04-23&to=2026-04-17'); dispatchEvent(new Event('popstate')); }"
    )
    expect(page.locator("h1")).to_contain_text("23 April 1999")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Compare two editions")
    waiting, held = held or [], None
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    with page.expect_response("**/compare/history.json"):
        for route in waiting:
            route.continue_()
    page.evaluate(MANY_IDLE_MOMENTS)
    expect(page.locator(".c-result > *")).to_have_count(0)
    expect(page.locator(".c-summary")).to_have_count(0)
    assert page.title() == title
    assert not [address for address in requested if address.endswith("announced.json")]


def test_a_comparison_stands_without_what_was_announced(visitor: Visitor) -> None:
    page = visitor.open("about/")
    page.route("**/compare/announced.json", lambda route: route.fulfill(status=404))
    page.goto("compare/?from=1999-04-23&to=2026-04-17")
    expect(page.locator("article.ch").first).to_be_visible()
    expect(page.locator(".c-said")).to_contain_text("could not be loaded")
    visitor.forget_problems()


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def hold(page: Page, pattern: str) -> list[Route]:
    """Holds the answers to some requests back; returns the list to which they are added."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(pattern, keep)
    return held


@pytest.mark.parametrize("device", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["phone", "desktop"])
@pytest.mark.parametrize("late", ["announced.json", "2026-04-17.json"])
@pytest.mark.parametrize("chapter", ["", "&chapter=702", "&chapter=glossary"])
def test_nothing_moves_when_a_file_of_a_comparison_is_late(
    visitor: Visitor, device: dict[str, object], late: str, chapter: str
) -> None:
    page = visitor.open("about/", **device)
    held = hold(page, f"**/compare/{late}")
    page.goto(FAR + chapter)
    is_waiting = late != "announced.json" and chapter
    summary = page.locator(".c-said").get_by_text("Comparing …") if is_waiting else page.locator(".c-summary")
    expect(summary).to_be_visible()
    page.evaluate(DRAWN)
    for route in held:
        route.continue_()
    expect(page.locator(".c-rest")).to_be_attached()
    assert page.locator(".ch:visible .rule-text").count() > 0
    assert layout_shift(page) <= 0.05


def test_the_summary_does_not_wait_for_the_editions(visitor: Visitor) -> None:
    page = visitor.open("about/")
    held = [hold(page, f"**/compare/{day}.json") for day in ("1999-04-23", "2026-04-17")]
    page.goto(FAR)
    summary = page.locator(".c-summary")
    expect(summary).to_contain_text("rules added")
    words = summary.inner_text()
    for route in [route for routes in held for route in routes]:
        route.continue_()
    expect(page.locator(".c-rest")).to_be_visible()
    assert summary.inner_text() == words


def test_a_chapter_shows_its_own_figures_from_the_beginning(visitor: Visitor) -> None:
    page = visitor.open("about/")
    held = hold(page, "**/compare/announced.json")
    # a busy machine may ask for it long after the page is there
    with page.expect_request("**/compare/announced.json"):
        page.goto(f"{FAR}&chapter=702")
    summary = page.locator(".c-summary")
    expect(summary).to_contain_text("702 Keyword Abilities: ")
    words = summary.inner_text()
    for route in held:
        route.continue_()
    expect(page.locator(".c-rest")).to_be_visible()
    assert summary.inner_text() == words


def test_a_section_is_shown_with_all_its_chapters(visitor: Visitor) -> None:
    page = visitor.open(f"{FAR}&chapter=7")
    expect(page.locator(".c-rest")).to_be_visible()
    shown = page.locator(".c-chapter:visible").evaluate_all("(all) => all.map((one) => one.id)")
    assert "chapter-702" in shown
    assert all(re.fullmatch(r"chapter-7(\d\d)?(-old)?", anchor) for anchor in shown)
    expect(page.locator(".c-summary .c-own")).to_contain_text(re.compile(r"^(7 |section 7)"))
    expect(page.locator(".c-shown")).not_to_contain_text("0 of")


def test_a_section_offers_itself_and_not_what_is_shown_already(visitor: Visitor) -> None:
    page = visitor.open(FAR)
    expect(page.locator(".c-rest")).to_be_visible()
    section = page.locator(".c-chapter[id='chapter-7']")
    section.get_by_role("link", name="only this section").click()
    expect(page).to_have_url(re.compile(r"chapter=7$"))
    expect(section.locator(".c-only")).to_be_hidden()
    expect(page.locator("#chapter-702 .c-only")).to_be_visible()


@pytest.mark.parametrize("name", ["glossary", "Glossary"])
def test_the_glossary_is_shown_alone_under_either_spelling(visitor: Visitor, name: str) -> None:
    page = visitor.open(f"{FAR}&chapter={name}")
    expect(page.locator(".c-rest")).to_be_visible()
    assert page.locator(".c-chapter:visible").evaluate_all("(all) => all.map((one) => one.id)") == ["chapter-glossary"]


def test_a_section_without_changes_of_its_own_is_named(visitor: Visitor) -> None:
    page = visitor.open("compare/2009-07-11..2021-04-22/?chapter=4")
    expect(page.locator(".c-summary .c-own")).to_contain_text(re.compile(r"^Section 4: "))
    assert page.locator(".c-chapter:visible").evaluate_all("(all) => all.map((one) => one.id)") == ["chapter-400"]


def test_a_page_says_that_the_chapter_asked_for_did_not_change(visitor: Visitor) -> None:
    page = visitor.open(f"{FAR}&chapter=999")
    expect(page.locator(".c-shown")).to_have_text(
        re.compile(r"^No changes in chapter 999\. \d+ of \d+ changes are shown\.$")
    )
    page.get_by_role("link", name="only this chapter").first.click()
    expect(page.locator(".c-shown")).not_to_contain_text("999")
    page.get_by_role("link", name="All chapters").click()
    expect(page.locator(".c-shown")).not_to_contain_text("No changes")


def test_a_chapter_that_became_a_part_of_another_is_shown_alone(visitor: Visitor) -> None:
    page = visitor.open(f"{FAR}&chapter=113.2")
    expect(page.locator(".c-rest")).to_be_visible()
    assert page.locator(".c-chapter:visible").evaluate_all("(all) => all.map((one) => one.id)") == ["chapter-113.2"]
    page.goto(f"{FAR}&chapter=1")
    expect(page.locator(".c-rest")).to_be_visible()
    shown = page.locator(".c-chapter:visible").evaluate_all("(all) => all.map((one) => one.id)")
    assert "chapter-113.2" in shown


def test_the_form_asks_for_one_chapter(visitor: Visitor) -> None:
    page = visitor.open("compare/")
    page.get_by_label("From", exact=True).select_option("1999-04-23")
    page.get_by_label("Chapter").fill("702")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?from=1999-04-23&to=2026-04-17&chapter=702$"))
    expect(page.locator(".c-summary")).to_contain_text("702 Keyword Abilities: ")
    page.get_by_label("Chapter").fill("")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?from=1999-04-23&to=2026-04-17$"))


def files_of_words(site: BuiltSite, edition: str) -> dict[str, str]:
    """The file of words of each record of an edition, by its key."""
    manifest = json.loads((site.folder / f"api/v1/e/{edition}/manifest.json").read_text(encoding="utf-8"))
    key, bucket = (manifest["columns"].index(name) for name in ("key", "bucket"))
    return {row[key]: row[bucket] for row in [*manifest["rules"], *manifest["glossary"]]}


def test_only_the_words_of_the_chapter_asked_for_are_fetched(visitor: Visitor, site: BuiltSite) -> None:
    page = visitor.open("about/")
    texts: list[str] = []
    page.on("request", lambda request: texts.append(request.url) if "/texts/" in request.url else None)
    page.goto(f"{FAR}&chapter=702")
    expect(page.locator(".ch:visible .rule-text").first).to_be_visible()
    expect(page.locator(".c-rest")).to_be_attached()
    fetched = {url.rpartition("/")[2].removesuffix(".json") for url in texts}
    links = page.locator(".ch:visible h3 a.num").evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
    wanted: set[str] = set()
    for edition in ("1999-04-23", "2026-04-17"):
        files = files_of_words(site, edition)
        shown = [link.partition("#")[2] for link in links if f"e/{edition}/" in link]
        of_chapter = [key for key in files if key.partition(".")[0] == "702"]
        wanted.update(files[key] for key in [*of_chapter, *shown] if key in files)
    assert fetched
    assert fetched <= wanted


def test_a_chapter_without_a_heading_is_called_untitled(visitor: Visitor) -> None:
    """By the script, which draws any two editions, as on the page of an edition and the one before it."""
    page = visitor.open("compare/?from=2005-08-01&to=2026-04-17", **DESKTOP)
    expect(page.locator(".c-contents a", has_text="113.2")).to_contain_text("Untitled")
    expect(page.locator("#chapter-113\\.2 > h2")).to_contain_text("113.2 Untitled")
    page.goto("compare/2005-08-01..2009-07-11/")
    expect(page.locator("#chapter-112\\.2 > h2")).to_contain_text("Untitled")
