"""Feeds, the words of a step, the sitemap."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from graph.compare import Group
from rules.links import Link
from rules.store import Store, open_store
from site_src.context import BuildContext
from site_src.data.corpus import Corpus
from site_src.data.edition_steps import EditionStep, steps_of, summary_json
from site_src.data.feeds import ATOM, FeedEntry, announced_in, build_feed, replace_forbidden, write_feeds
from site_src.data.sitemap import SITEMAPS, list_addresses, write_sitemap
from site_src.markup.shell import Shell

NAMES = {"a": ATOM, "s": SITEMAPS}


@pytest.fixture(scope="module")
def store(sample_kb: Path) -> Iterator[Store]:
    """The knowledge base of the sample editions."""
    with open_store(sample_kb) as opened:
        yield opened


def texts(parent: ET.Element | ET.ElementTree[ET.Element], path: str) -> list[str]:
    return [element.text or "" for element in parent.findall(path, NAMES)]


def test_the_feed_has_every_edition_newest_first(store: Store, tmp_path: Path) -> None:
    write_feeds(tmp_path, Corpus(store), tuple(steps_of(store)), "https://example.org/rules/")
    document = ET.parse(tmp_path / "feed.xml")
    entries = document.findall("a:entry", NAMES)
    days = [text[:10] for text in texts(document, "a:entry/a:updated")]
    assert days == sorted(store.editions_of(), reverse=True)
    links = [link.get("href") for entry in entries for link in entry.findall("a:link", NAMES)]
    assert links == [f"https://example.org/rules/e/{day}/" for day in days]
    assert re.match(r"\d+ rules? added, ", texts(entries[0], "a:summary")[0])


def test_a_change_names_the_bulletin_that_announced_it(store: Store, tmp_path: Path) -> None:
    steps = tuple(steps_of(store))
    changed = [(step, group) for step in steps for group in step.groups if group.kind != "kept" and group.new]
    last, group = changed[-1]
    write_feeds(tmp_path, Corpus(store), steps, "", {(last.edition, group): ("First Bulletin", "Second Bulletin")})
    bulletins = [
        line.text or ""
        for file in (tmp_path / "feed").iterdir()
        for line in ET.parse(file).iter("{http://www.w3.org/1999/xhtml}li")
        if "Bulletin" in (line.text or "")
    ]
    assert bulletins
    assert all(line.endswith("(announced in the First Bulletin and the Second Bulletin)") for line in bulletins)
    assert all(line.startswith(", ".join(group.new)) for line in bulletins)
    announced = announced_in(store, steps)
    assert all(titles and edition in store.works for (edition, _), titles in announced.items())


def test_what_atom_requires_is_there(store: Store, tmp_path: Path) -> None:
    write_feeds(tmp_path, Corpus(store), tuple(steps_of(store)), "")
    files = [tmp_path / "feed.xml", *(tmp_path / "feed").iterdir()]
    assert len(files) > 10
    ids: list[str] = []
    for file in files:
        document = ET.parse(file)
        root = document.getroot()
        assert root.tag == f"{{{ATOM}}}feed"
        assert [link.get("rel") for link in root.findall("a:link", NAMES)] == ["self", "alternate"]
        assert texts(root, "a:author/a:name") == ["comprules"]
        ids += texts(root, "a:id")
        for element in (root, *root.findall("a:entry", NAMES)):
            assert (
                len(texts(element, "a:id")) == len(texts(element, "a:title")) == len(texts(element, "a:updated")) == 1
            )
            assert texts(element, "a:id")[0].startswith("urn:uuid:")
        entries = texts(root, "a:entry/a:id")
        assert len(entries) == len(set(entries))
        updated = texts(root, "a:entry/a:updated")
        assert updated == sorted(updated, reverse=True)
        if updated:
            assert texts(root, "a:updated") == updated[:1]
    assert len(ids) == len(set(ids))


def test_a_chapters_feed_names_its_rules_and_without_an_address_its_links_are_relative(
    store: Store, tmp_path: Path
) -> None:
    write_feeds(tmp_path, Corpus(store), tuple(steps_of(store)), "")
    document = ET.parse(tmp_path / "feed/702.xml")
    lines = texts(document, ".//{http://www.w3.org/1999/xhtml}li")
    assert all(line.startswith(("702", "5")) for line in lines)
    assert any(": added" in line for line in lines)
    links = document.findall("a:entry/a:link", NAMES)
    assert links
    assert all((link.get("href") or "").startswith("../e/") for link in links)


def test_what_xml_forbids_is_replaced() -> None:
    assert replace_forbidden("a\x00b\x0b\ufffe<c>\ud800") == "a\ufffdb\ufffd\ufffd<c>\ufffd"
    entry = FeedEntry("x", "</title><script>\x01", "2009-07-11", "e/2009-07-11/", "]]>", ("&amp;",))
    again = ET.fromstring(ET.tostring(build_feed("T", "feed.xml", [entry], "").getroot()))
    assert texts(again, "a:entry/a:title") == ["</title><script>\ufffd"]


def group(kind: str, change: str | None, old: tuple[str, ...], new: tuple[str, ...]) -> Group:
    link = Link(old[0] if old else None, new[0] if new else None, kind, change, "test", 1.0)  # type: ignore[arg-type]
    return Group(old, new, kind, change, "x@2000-01-01", (link,))  # type: ignore[arg-type]


def test_a_step_in_words() -> None:
    groups = (
        group("added", None, (), ("100.1",)),
        group("renumbered", "wording", ("100.1",), ("100.2",)),
        group("kept", "reference", ("100.9",), ("100.9",)),
        group("kept", "typographic", ("101.1",), ("101.1",)),
        group("kept", "terminology", ("glossary:Zone",), ("glossary:Zone",)),
    )
    in_words = EditionStep("2000-01-01", "2001-01-01", groups).in_words
    assert in_words == (
        "1 rule added, 1 reworded. Also: 1 in renamed terms only, 1 in references only, 1 in typography only."
    )
    assert EditionStep("2000-01-01", "2001-01-01", ()).in_words == "Nothing changed in the rules or the glossary."
    assert summary_json(groups) == {
        "kind": {"added": 1, "kept": 3, "renumbered": 1},
        "class": {"reference": 1, "terminology": 1, "typographic": 1, "wording": 1},
    }


def site(folder: Path) -> Path:
    pages = {"": "", "cr/702/": "", "id/x/": '<meta name="robots" content="noindex">'}
    for address, head in pages.items():
        (folder / address).mkdir(parents=True, exist_ok=True)
        (folder / address / "index.html").write_text(f"<!doctype html><head>{head}</head>", encoding="utf-8")
    (folder / "sitemap.xml").write_text("left by mkdocs", encoding="utf-8")
    return folder


def test_the_sitemap_lists_what_may_be_listed(store: Store, tmp_path: Path) -> None:
    folder = site(tmp_path)
    shell = Shell({}, {}, "https://example.org/rules/")
    write_sitemap(BuildContext(store, folder, shell, {}, lambda _: None))
    urls = texts(ET.parse(folder / "sitemap.xml"), "s:url/s:loc")
    assert urls == ["https://example.org/rules/", "https://example.org/rules/cr/702/"]
    assert "Sitemap: https://example.org/rules/sitemap.xml" in (folder / "robots.txt").read_text(encoding="utf-8")


def test_without_an_address_there_is_no_sitemap(store: Store, tmp_path: Path) -> None:
    folder = site(tmp_path)
    write_sitemap(BuildContext(store, folder, Shell({}, {}, ""), {}, lambda _: None))
    assert list_addresses(folder) == ["", "cr/702/"]
    assert not (folder / "sitemap.xml").exists()
    assert "Sitemap" not in (folder / "robots.txt").read_text(encoding="utf-8")
