"""Feeds, the words of a step, the sitemap, what is kept for use without a network."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from graph.answers.change_counts import ChangeCountsAnswer, MoveKind, count_changes
from graph.history import History
from rules.links import ChangeClass, Group, Link
from rules.store import Store
from site_src.builder.listing import SITEMAPS, list_addresses, write_headers, write_sitemap
from site_src.builder.offline import group_files, hash_group, hash_kept, list_digests, megabytes_in_words
from site_src.context import BuildContext
from site_src.data.corpus import Corpus
from site_src.data.feeds import ATOM, announced_in, build_feed, make_entry, replace_forbidden, write_feeds
from site_src.markup.changes import in_words, steps_of
from site_src.markup.shell import Shell

NAMES = {"a": ATOM, "s": SITEMAPS}


def texts(parent: ET.Element | ET.ElementTree[ET.Element], path: str) -> list[str]:
    return [element.text or "" for element in parent.findall(path, NAMES)]


ITEM = "{http://www.w3.org/1999/xhtml}li"


def test_the_feeds_have_every_edition_newest_first_and_what_atom_requires(sample_store: Store, tmp_path: Path) -> None:
    write_feeds(tmp_path, Corpus(sample_store), steps_of(sample_store), "https://example.org/rules/")
    document = ET.parse(tmp_path / "feed.xml")
    entries = document.findall("a:entry", NAMES)
    days = [text[:10] for text in texts(document, "a:entry/a:updated")]
    assert days == sorted(sample_store.editions_of(), reverse=True)
    links = [link.get("href") for entry in entries for link in entry.findall("a:link", NAMES)]
    assert links == [f"https://example.org/rules/e/{day}/" for day in days]
    assert re.match(r"\d+ rules? added, ", texts(entries[0], "a:summary")[0])
    files = [tmp_path / "feed.xml", *(tmp_path / "feed").iterdir()]
    assert len(files) > 10
    ids: list[str] = []
    for file in files:
        root = ET.parse(file).getroot()
        assert root.tag == f"{{{ATOM}}}feed", file.name
        assert [link.get("rel") for link in root.findall("a:link", NAMES)] == ["self", "alternate"], file.name
        assert texts(root, "a:author/a:name") == ["comprules"], file.name
        ids += texts(root, "a:id")
        for element in (root, *root.findall("a:entry", NAMES)):
            assert [len(texts(element, f"a:{name}")) for name in ("id", "title", "updated")] == [1, 1, 1], file.name
            assert texts(element, "a:id")[0].startswith("urn:uuid:")
        of_entries = texts(root, "a:entry/a:id")
        assert len(of_entries) == len(set(of_entries)), file.name
        updated = texts(root, "a:entry/a:updated")
        assert updated == sorted(updated, reverse=True), file.name
        assert not updated or texts(root, "a:updated") == updated[:1], file.name
    assert len(ids) == len(set(ids))


def test_a_chapters_feed_names_its_rules_and_the_bulletins_that_announced_a_change(
    sample_store: Store, tmp_path: Path
) -> None:
    """Without an address its links are relative."""
    steps = steps_of(sample_store)
    changed = [
        (step, group) for step, groups in steps.items() for group in groups if group.kind != "kept" and group.new
    ]
    last, group = changed[-1]
    titles = {(last.edition, group): ("First Bulletin", "Second Bulletin")}
    write_feeds(tmp_path, Corpus(sample_store), steps, "", titles)
    documents = {file.stem: ET.parse(file) for file in (tmp_path / "feed").iterdir()}
    lines = [line.text or "" for document in documents.values() for line in document.iter(ITEM)]
    bulletins = [line for line in lines if "Bulletin" in line]
    assert bulletins
    assert all(line.endswith("(announced in the First Bulletin and the Second Bulletin)") for line in bulletins)
    assert all(line.startswith(", ".join(group.new)) for line in bulletins)
    announced = announced_in(History(sample_store), steps)
    assert announced
    assert all(found and edition in sample_store.work_of for (edition, _), found in announced.items())
    chapter = texts(documents["702"], f".//{ITEM}")
    assert all(line.startswith(("702", "5")) for line in chapter)
    assert any(": added" in line for line in chapter)
    links = documents["702"].findall("a:entry/a:link", NAMES)
    assert links
    assert all((link.get("href") or "").startswith("../e/") for link in links)


def test_what_xml_forbids_is_replaced() -> None:
    assert replace_forbidden("a\x00b\x0b\ufffe<c>\ud800") == "a\ufffdb\ufffd\ufffd<c>\ufffd"
    entry = make_entry("x", "</title><script>\x01", "2009-07-11", "e/2009-07-11/", "]]>", lines=("&amp;",))
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
    assert in_words(groups) == (
        "1 rule added, 1 reworded.",
        "Also changed: 1 in renamed terms only, 1 in references only, 1 in typography only.",
    )
    classes: dict[ChangeClass, int] = {"typographic": 1, "reference": 1, "terminology": 1, "wording": 1}
    rules = {"added": 1, "wording": 1, "reference": 1, "typographic": 1}
    kinds: dict[MoveKind, int] = {"added": 1, "kept": 3, "renumbered": 1}
    assert count_changes(groups, 7) == ChangeCountsAnswer(7, 5, kinds, classes, rules, {"terminology": 1})


def test_the_sitemap_lists_what_may_be_listed_where_the_address_is_known(sample_store: Store, tmp_path: Path) -> None:
    pages = {"": "", "cr/702/": "", "id/x/": '<meta name="robots" content="noindex">'}
    for address, head in pages.items():
        (tmp_path / address).mkdir(parents=True, exist_ok=True)
        (tmp_path / address / "index.html").write_text(f"<!doctype html><head>{head}</head>", encoding="utf-8")
    assert list_addresses(tmp_path) == ["", "cr/702/"]
    address, sitemap = "https://example.org/rules/", tmp_path / "sitemap.xml"
    write_sitemap(BuildContext(sample_store, tmp_path, Shell({}, address), {}, lambda _: None))
    assert texts(ET.parse(sitemap), "s:url/s:loc") == [address, f"{address}cr/702/"]
    assert f"Sitemap: {address}sitemap.xml" in (tmp_path / "robots.txt").read_text(encoding="utf-8")
    sitemap.write_text("left by mkdocs", encoding="utf-8")
    write_sitemap(BuildContext(sample_store, tmp_path, Shell({}), {}, lambda _: None))
    assert not sitemap.exists()
    assert "Sitemap" not in (tmp_path / "robots.txt").read_text(encoding="utf-8")


def test_only_files_named_by_their_content_are_kept_for_ever(tmp_path: Path) -> None:
    names = (
        "all.ASPULKMX.js",
        "api.05627e461d.css",
        "favicon.svg",
        "jump.json",
        "js/bundle.a5f9d56c.min.js",
        "plain.js",
    )
    for name in names:
        (tmp_path / "assets" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "assets" / name).touch()
    write_headers(tmp_path)
    lines = (tmp_path / "_headers").read_text(encoding="utf-8").splitlines()
    soon, ever = lines[:4], lines[4:]
    assert soon[::2] == ["/assets/editions.css", "/assets/latest.js"], "what a new edition changes"
    assert ever[::2] == [f"/assets/{names[place]}" for place in (0, 1, 4)]
    assert {*soon[1::2]} == {"  Cache-Control: public, max-age=300"}
    assert {*ever[1::2]} == {"  Cache-Control: public, max-age=31536000, immutable"}


FILES = (
    "index.html", "404.html", "sw.js", "manifest.webmanifest", "feed.xml", "assets/a.12345678.js", "cr/702/index.html",
    "search/definition.json", "search/names.json", "search/now.json", "search/all/uses/0.json",
    "api/v1/e/2026-04-17/manifest.json", "api/v1/rule/1.json", "api/v1/lineages/1.json",
    "history/702/index.html", "compare/index.html", "download/all.sqlite.xz", "pictures/growth/growth.csv",
)  # fmt: skip


def test_each_file_is_in_one_group_or_left_out_and_a_version_is_of_names_and_contents(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")

    def read_groups() -> dict[str, list[tuple[str, str]]]:
        digests = hash_kept(tmp_path)
        return {group: list_digests(names, digests) for group, names in group_files(digests).items()}

    groups = read_groups()
    assert {group: [address for address, _ in files] for group, files in groups.items()} == {
        "shell": ["assets/a.12345678.js", "", "manifest.webmanifest", "search/definition.json"],
        "latest": ["cr/702/", "search/names.json", "search/now.json"],
        "search": ["search/all/uses/0.json"],
        "editions": ["api/v1/e/2026-04-17/manifest.json"],
        "histories": ["history/702/"],
        "more": ["compare/"],
    }
    before = list(map(hash_group, groups.values()))
    assert list(map(hash_group, read_groups().values())) == before
    (tmp_path / "cr" / "702" / "index.html").write_text("other", encoding="utf-8")
    after = list(map(hash_group, read_groups().values()))
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, True, True, True, True]


def test_sizes_are_rounded_up() -> None:
    assert [megabytes_in_words(size) for size in (1, 1_000_000, 1_000_001)] == ["1 MB", "1 MB", "2 MB"]
