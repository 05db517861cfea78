"""Offline as far as the reader chose, from a sub-path, by the site's own service worker; and how it is renewed."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from site_src.builder.offline import write_offline
from site_src.markup.shell import Shell, make_extra
from tests.browser.conftest import BELOW, BuiltSite, served

pytestmark = pytest.mark.browser

READY = "() => navigator.serviceWorker.ready.then(one => one.active.state !== null)"
HAS = """async address => {
    const found = await Promise.all((await caches.keys()).map(
        async name => (await caches.open(name)).match(new URL(`../${address}`, location.href).href)));
    return found.filter(Boolean).length;
}"""
CACHES = "() => caches.keys()"


@pytest.fixture
def reader(chromium: Browser, site: BuiltSite) -> Iterator[BrowserContext]:
    """A browser that allows service workers, at the sample site."""
    context = chromium.new_context(base_url=site.address, service_workers="allow")
    yield context
    context.close()


def visit(context: BrowserContext, address: str = ".") -> Page:
    """A page after a first visit whose worker has come to work."""
    page = context.new_page()
    page.goto(address)
    page.evaluate(READY)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return page


def test_all_current_pages_open_offline_if_the_reader_wants_them(reader: BrowserContext) -> None:
    page = visit(reader, "offline/")
    assert page.evaluate(HAS, "cr/702/") == 0, "nothing is fetched unasked but what every page needs"
    row = page.locator('[data-group="latest"]')
    expect(row.locator(".n")).to_have_text(re.compile(r"^\d+ MB$"))
    row.get_by_role("button", name="Keep").click()
    expect(row.get_by_role("button", name="Remove")).to_be_visible()
    reader.set_offline(True)
    for address in ("", "cr/", "cr/702.40/", "cr/702/?x=1#702.40", "glossary/", "about/", "offline/"):
        page.goto(address or ".")
        assert page.locator("h1").count() == 1, address
        assert page.evaluate("() => getComputedStyle(document.querySelector('h1')).fontFamily").startswith('"Source'), (
            "the style sheet is there"
        )
    page.goto("cr/602/")
    number = page.locator(".rule > .num").first.text_content()
    page.keyboard.press("/")
    page.keyboard.type(str(number))
    expect(page.get_by_role("option").first).to_be_visible()


@pytest.mark.parametrize(
    ("typed", "label", "detail", "leads_to"),
    [
        ("702.40a", "702.40a", "Storm", "cr/702.40/#702.40a"),
        ("502.30", "502.30", "not in the latest edition", "e/2005-08-01/#502.30"),
        ("storm", "702.40", "Storm", "cr/702.40/#702.40"),
        ("mana value", "Glossary", "Mana Value", "glossary/m/#mana-value"),
        ("in play", "Term", "“In play”", "terms/"),
        ("2009-07-11", "11 July 2009", "", "e/2009-07-11/"),
        ("702.40 2009-07-11", "702.40", "11 July 2009", "e/2009-07-11/#702.40"),
    ],
)
def test_the_box_answers_offline_what_is_promised(
    reader: BrowserContext, typed: str, label: str, detail: str, leads_to: str
) -> None:
    """On a first visit, with nothing kept by choice."""
    page = visit(reader, "offline/")
    expect(page.locator(".offline-missing")).to_contain_text("the search box finds numbers of every edition")
    reader.set_offline(True)
    page.keyboard.press("/")
    page.keyboard.insert_text("zz")
    status = page.locator(".md-search [role=status]")
    expect(status).to_contain_text("no number, name or edition matches")
    page.locator("#search-input").fill(typed)
    answer = page.get_by_role("option").first
    expect(answer).to_contain_text(label)
    expect(answer).to_contain_text(detail)
    assert leads_to in str(answer.get_attribute("href"))
    expect(status).to_contain_text("found without them")
    page.locator("#search-input").fill("zz")
    expect(page.get_by_role("option")).to_have_count(0)


@pytest.mark.long
def test_what_is_not_kept_is_said_in_words_and_what_was_read_is_kept(reader: BrowserContext, site: BuiltSite) -> None:
    page = visit(reader)
    page.goto("history/702.40/")
    expect(page.locator("h1")).to_be_visible()
    reader.set_offline(True)
    page.goto("history/702.40/")
    expect(page.locator("h1")).to_contain_text("702.40")
    page.goto("compare/")
    page.wait_for_url(f"{site.address}offline/**")
    expect(page.locator(".offline-missing")).to_contain_text("compare/ hasn’t been saved on this device")
    page.locator(".md-header__title").click()
    page.wait_for_url(site.address)


@pytest.mark.long
def test_more_can_be_kept_with_progress_and_let_go(reader: BrowserContext) -> None:
    page = visit(reader, "offline/")
    row = page.locator('[data-group="more"]')
    row.get_by_role("button", name="Keep").click()
    expect(row.get_by_role("button", name="Remove")).to_be_visible()
    reader.set_offline(True)
    page.goto("compare/2005-08-01..2009-07-11/")
    expect(page.locator("h1")).to_be_visible()
    page.goto("offline/")
    page.locator('[data-group="more"]').get_by_role("button", name="Remove").click()
    expect(page.locator('[data-group="more"]').get_by_role("button", name="Keep")).to_be_visible()
    # asked of the caches and not by going there: the browser's own cache may still have the page
    assert page.evaluate(HAS, "pictures/cited/") == 0


@pytest.mark.long
def test_a_download_that_fails_says_why_and_can_be_tried_again(reader: BrowserContext) -> None:
    page = visit(reader, "offline/")
    row = page.locator('[data-group="latest"]')
    reader.route("**/cr/702/", lambda route: route.fulfill(status=404, body="gone"))
    row.get_by_role("button", name="Keep").click()
    status = row.get_by_role("status")
    expect(status).to_contain_text("cr/702/ could not be loaded (404)")
    page.wait_for_load_state("networkidle")
    expect(status).to_contain_text("cr/702/ could not be loaded (404)")
    reader.unroute("**/cr/702/")
    row.get_by_role("button", name="Keep").click()
    expect(row.get_by_role("button", name="Remove")).to_be_visible()
    page.evaluate("() => { Cache.prototype.delete = async () => { throw new Error('the disk is gone'); }; }")
    row.get_by_role("button", name="Remove").click()
    expect(status).to_contain_text("The files could not be removed: the disk is gone")


@pytest.mark.long
def test_an_address_that_cannot_be_read_is_not_repeated(reader: BrowserContext) -> None:
    page = visit(reader, "offline/?%E0%A4%A")
    expect(page.locator(".offline-missing")).to_contain_text("You’re offline, and the page hasn’t been saved")


@pytest.mark.long
def test_another_build_takes_the_place_of_the_old_one(chromium: Browser, site: BuiltSite, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site.folder, folder)
    with served(folder, BELOW) as address:
        context = chromium.new_context(base_url=address, service_workers="allow")
        page = visit(context, "offline/")
        latest = page.locator('[data-group="latest"]')
        latest.get_by_role("button", name="Keep").click()
        expect(latest.get_by_role("button", name="Remove")).to_be_visible()
        page.goto("")
        (before,) = (name for name in page.evaluate(CACHES) if not name.endswith(("visited", "kept")))
        about = folder / "about" / "index.html"
        about.write_text(about.read_text(encoding="utf-8").replace("About this site", "Made anew"), "utf-8")
        remake_site(folder)
        page.goto("about/")
        page.evaluate("() => navigator.serviceWorker.getRegistration().then(one => one.update())")
        page.wait_for_function("before => caches.keys().then(all => !all.includes(before))", arg=before)
        page.evaluate(READY)
        context.set_offline(True)
        page.goto("about/")
        expect(page.locator("h1")).to_have_text("Made anew")
        context.close()


def remake_site(folder: Path) -> None:
    """Writes the worker and the lists of a changed site."""

    def find(pattern: str) -> str:
        return next((folder / "assets").glob(pattern)).name

    names = {"css": "x.css", "js": "x.js", "early": "x.js", "serif": "x", "worker": find("worker.*.js")}
    pages = {"pages": {"offline": find("offline.*.js")}, "styles": {"offline": find("offline.*.css")}}
    latest = {"id": "", "words": ""}
    facts = {"contents": [], "rulings": [], "rulings_years": "", "documentation": [], "latest": latest, "sample": True}
    write_offline(folder, Shell(make_extra({**names, **pages}, {**facts, "bulletins": False})))


def test_it_is_a_program_that_can_be_installed(site: BuiltSite) -> None:
    program = json.loads((site.folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (program["start_url"], program["scope"], program["display"]) == ("./", "./", "standalone")
    for icon in program["icons"]:
        assert (site.folder / icon["src"]).is_file()
    for size in (192, 512):
        data = (site.folder / f"assets/icon-{size}.png").read_bytes()
        assert (data[:8], int.from_bytes(data[16:20], "big")) == (b"\x89PNG\r\n\x1a\n", size)
