"""A hostile edition from its bytes to the browser: nothing of it runs, nothing of it is lost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from scraper.archive import ArchiveEntry, write_manifest
from site_src.layout import lay_out
from site_src.paths import ROOT
from tests.browser.conftest import BuiltSite, Visitor, Windows, site_of, visiting
from tests.browser.test_asof import assert_whole
from tests.browser.test_reading import TEXTS
from tests.scraper.archives import write_edition
from tests.tiers import is_thorough

pytestmark = pytest.mark.browser

SCRIPT = "<script>window.struck = 1</script>"
IMAGE = '"><img src=x onerror="window.struck = 1">'
TEMPLATES = "{{ 7 * 7 }} {% raw %} [x](javascript:window.struck=1)"
ODD = (
    "\u202ebackwards\u202c \u200f\u2028separated\u0085 \ufeffmarked \x01\x02\x03\x0b\x0c\x1b[31m "
    "\x7f \ufffe \U000e0001 a\u0301\u0323"
)
ENDS = "</textarea></title></p></div><!-- --> &lt;b&gt; &#0; ]]>"
ALL = f"{SCRIPT} {IMAGE} {TEMPLATES} {ODD} {ENDS}"
LONG = "w" * 10_000
EMPTY = "Type a number, a keyword, an edition or words."
ODD_NAME = "<b>two & 'x' {{y}}.txt"


def write_archive(root: Path) -> None:
    """The newest sample edition with hostile rules, headings, terms, matter, file names and origins."""
    text = (ROOT / "comprules/sample/editions/2026-04-17/sample.txt").read_text(encoding="utf-8")
    terms = f"../../etc/passwd\nClimbs.\n\n{IMAGE} {SCRIPT}\n{ALL}\n\n{TEMPLATES}\nA.\n\nゾーン\nB.\n\n"
    for old, new in {
        "602. Activating Activated Abilities": f"602. Activating {SCRIPT} {TEMPLATES}",
        "702.40. Storm": f"702.40. Storm {IMAGE}",
        "101.3. Should": f"101.3. {ALL} {LONG} Should",
        "Example: Wide Road": f"Example: {ALL} Wide Road",
        "Words—like these": f"Words {ALL} like these",
        "The sentences of this sample": f"{ALL} The sentences of this sample",
        "\nZone\n": f"\n{terms}Zone\n",
    }.items():
        assert old in text
        text = text.replace(old, new)
    data = text.encode()
    entry = write_edition(
        root, "2026-04-17", {"one.txt": data, ODD_NAME: data.replace(b"Conceding", b"<i>Yielding</i>")}
    )
    said: dict[str, Any] = {
        "origin": ALL,
        "origin_path": IMAGE,
        "url": "javascript:window.struck=1",
        "effective_phrase": SCRIPT,
    }
    copies = tuple(msgspec.structs.replace(copy, **said) for copy in entry.copies)
    write_manifest(root, [ArchiveEntry("2026-04-17", copies, IMAGE)])


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BuiltSite]:
    with site_of(tmp_path_factory, "hostile", write_archive) as built_site:
        yield built_site


@pytest.fixture
def reader(windows: Windows, hostile: BuiltSite) -> Iterator[Visitor]:
    with visiting(windows, hostile) as new_visitor:
        yield new_visitor


def list_strikes(page: Page) -> list[object]:
    """What a page holds that only hostile text can have put there."""
    values: list[object] = page.evaluate(
        """() => [window.struck, ...document.querySelectorAll('img, [onerror], dialog script, .page script')].concat(
        [...document.querySelectorAll('a')].map(link => link.href).filter(href => /^javascript/i.test(href)))"""
    )
    return [value for value in values if value is not None]


@pytest.mark.long
def test_no_page_runs_it_and_every_text_is_whole(reader: Visitor, hostile: BuiltSite) -> None:
    texts: dict[str, str] = {}
    page = reader.open()
    files = sorted(hostile.folder.rglob("index.html"))
    # an address that sends on to another page is gone before it can be looked at
    files = [path for path in files if 'http-equiv="refresh"' not in path.read_text(encoding="utf-8")]
    folders: dict[str, list[str]] = defaultdict(list)
    for path in files:
        address = path.parent.relative_to(hostile.folder).as_posix()
        folders[address.partition("/")[0]].append(address)
    assert len(folders) > 10
    # the documentation shows nothing of an edition
    del folders["docs"]
    some = 8 if is_thorough() else 2
    visited = [address for its in folders.values() for address in its[:: 1 + len(its) // some]]
    # those that show the texts
    for address in dict.fromkeys([*visited, *folders["cr"], *folders["glossary"]]):
        page.goto(f"{hostile.address}{address}/")
        assert list_strikes(page) == [], address
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 1280, address
        texts |= page.evaluate(TEXTS)
    wanted = {rule.key: rule.text for rule in hostile.rules if rule.text}
    wanted |= {entry.key: entry.text for entry in hostile.glossary}
    assert all(part in wanted["101.3"] for part in (SCRIPT, IMAGE, TEMPLATES, ENDS, LONG))
    assert texts == wanted
    page.goto(f"{hostile.address}cr/702.40/")
    assert page.title().startswith(f"702.40 Storm {IMAGE}")


@pytest.mark.long
def test_an_edition_as_of_then_is_text_too(reader: Visitor, hostile: BuiltSite) -> None:
    page = reader.context().new_page()
    assert assert_whole(page, hostile, "2026-04-17") > 100
    for address in ("#101.3", "#glossary", "#702"):
        page.goto(f"e/2026-04-17/{address}", wait_until="networkidle")
        assert list_strikes(page) == [], address
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 1280, address


@pytest.mark.long
def test_the_witnesses_are_shown_as_named(reader: Visitor) -> None:
    page = reader.open("e/2026-04-17/", viewport={"width": 390, "height": 844})
    expect(page.locator(".witness h3").filter(has_text=ODD_NAME)).to_have_count(1)
    assert ALL in page.locator(".witness dd").all_text_contents()
    for details in page.locator("details").all():
        details.evaluate("one => { one.open = true; }")
    assert "<i>Yielding</i>" in (page.locator(".variants").text_content() or "")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert list_strikes(page) == []


@pytest.mark.long
def test_file_names_and_anchors_are_safe(hostile: BuiltSite) -> None:
    assert {path.name for path in (hostile.folder / "e").iterdir()} == {"2026-04-17", "latest"}
    anchors = {entry.term: anchor for anchor, entry in lay_out(hostile.rules, hostile.glossary).terms.items()}
    assert anchors["../../etc/passwd"] == "etc-passwd"
    assert anchors["ゾーン"].startswith("term")
    assert all(anchor.replace("-", "").isalnum() and anchor.isascii() for anchor in anchors.values())


@pytest.mark.long
def test_the_search_shows_it_as_text(reader: Visitor) -> None:
    page = reader.open()
    page.keyboard.press("/")
    box, status = page.get_by_role("combobox"), page.locator(".search-status")
    for words in ("struck", "storm", "etc passwd", "activating", "ゾーン", SCRIPT, IMAGE):
        box.fill("")
        expect(status).to_have_text(EMPTY)
        box.fill(words)
        expect(status).not_to_have_text(EMPTY)
        assert not (status.text_content() or "").startswith("The search could not"), words
        if words not in (SCRIPT, IMAGE):
            expect(page.get_by_role("option").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert list_strikes(page) == [], words
