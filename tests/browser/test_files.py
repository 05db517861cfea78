"""The files of a built site, without a browser: links, hosts, inline scripts, and the texts of real editions."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from lxml.etree import Element
from lxml.html import HtmlElement, HTMLParser, document_fromstring
from msgspec import Struct, field

from graph.history.rule_versions import describe_changes, words_since
from site_src.addresses import anchor_of
from site_src.layout import lay_out
from site_src.markup.words import date_in_words
from tests.browser.conftest import BuiltSite, built, require_assets, sample_of
from tests.site_src.tiny import with_plain_dates
from tests.site_src.vocabulary import faults_of_document

HERE = "http://site.invalid/"


def pages_of(folder: Path) -> list[Path]:
    paths = sorted(folder.rglob("*.html"))
    assert len(paths) > 20
    return paths


def parsed(path: Path) -> HtmlElement:
    return document_fromstring(path.read_bytes(), parser=HTMLParser(encoding="utf-8"))


def of_class(name: str) -> str:
    """An XPath condition."""
    return f"contains(concat(' ', normalize-space(@class), ' '), ' {name} ')"


LOADS = {"src", "href", "srcset", "poster", "data", "action"}


class PageFacts(Struct):
    """What a page says of itself, read in one pass."""

    title: str = ""
    policy: str = ""
    language: str | None = None
    first_headings: int = 0
    ids: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)


@cache
def facts_of(path: Path) -> PageFacts:
    page = parsed(path)
    page_facts = PageFacts(language=page.get("lang"))
    for tag in page.iter(Element):
        for name, value in tag.attrib.items():
            if name == "id":
                page_facts.ids.add(value)
            elif name in LOADS:
                page_facts.links.add(value)
                host = urlsplit(value).netloc
                # the addresses of 404.html start at the root: it is shown at any depth
                elsewhere = host or (value.startswith("/") and path.name != "404.html")
                if elsewhere and tag.tag != "a":
                    page_facts.wrong.append(f"loads <{tag.tag} {name}={value}>")
            elif name == "style" or name.startswith("on"):
                page_facts.wrong.append(f"inline <{tag.tag} {name}={value}>")
        if tag.tag == "style" or (tag.tag == "script" and not tag.get("src") and "json" not in tag.get("type", "")):
            page_facts.wrong.append(f"inline <{tag.tag}>")
        elif tag.tag in ("a", "button") and not (tag.get("aria-label") or tag.text_content().strip()):
            page_facts.wrong.append(f"nameless <{tag.tag} {dict(tag.attrib)}>")
        elif tag.tag == "img" and tag.get("alt") is None:
            page_facts.wrong.append(f"without an alternative text <img src={tag.get('src')}>")
    page_facts.title = page.findtext("head/title")
    page_facts.policy = " ".join(page.xpath("head/meta[@http-equiv='Content-Security-Policy']/@content"))
    page_facts.first_headings = int(page.xpath("count(//h1)"))
    return page_facts


def address_of(path: Path, folder: Path) -> str:
    return HERE + path.relative_to(folder).as_posix().removesuffix("index.html")


def test_every_link_leads_to_a_file_and_an_anchor(site: BuiltSite) -> None:
    pages = {address_of(path, site.folder): path for path in pages_of(site.folder) if path.name != "404.html"}
    ids = {address: facts_of(path).ids for address, path in pages.items()}
    # the rules of an edition are shown on its page by script
    for manifest in (site.folder / "api/v1/e").glob("*/manifest.json"):
        document = json.loads(manifest.read_text(encoding="utf-8"))
        page_ids = ids[f"{HERE}e/{manifest.parent.name}/"]
        page_ids |= {anchor_of(row[0]) for row in document["rules"]} | {row[0] for row in document["glossary"]}
    latest = max(path.name for path in (site.folder / "api/v1/e").iterdir())
    ids[f"{HERE}e/latest/"] = ids[f"{HERE}e/{latest}/"]  # a script leads on
    files = {HERE + path.relative_to(site.folder).as_posix() for path in site.folder.rglob("*")}
    lost = []
    for address, path in pages.items():
        for link in facts_of(path).links:
            target, anchor = urldefrag(urljoin(address, link))
            # what stands behind a question mark is for scripts
            target = target.partition("?")[0]
            if target in ids:
                is_there = not anchor or unquote(anchor) in ids[target]
            else:
                is_there = not target.startswith(HERE) or unquote(target) in files
            if not is_there:
                lost.append((path, link))
    assert lost == []


def test_nothing_is_inline_loaded_from_elsewhere_or_without_a_name(site: BuiltSite) -> None:
    titles: dict[str, Path] = {}
    for path in pages_of(site.folder):
        facts = facts_of(path)
        assert facts.wrong == [], path
        assert "default-src 'none'" in facts.policy, path
        assert "unsafe-inline" not in facts.policy, path
        assert facts.language == "en", path
        assert facts.first_headings == 1, path
        other = titles.setdefault(facts.title, path)
        assert other == path, f"{path} and {other} share the title {facts.title!r}"
    for path in site.folder.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        for address in re.findall(r"url\(\s*['\"]?([^'\")]+)", text):
            assert address.startswith(("data:", "#")) or (path.parent / address).is_file(), f"{path}: {address}"
        assert "@import" not in text, path
        # movement is never unasked
        assert "animation:" not in text, path
        assert "scroll-behavior:smooth" not in text, path


def test_the_quiet_line_says_what_the_command_line_says(site: BuiltSite) -> None:
    places = lay_out(site.rules, site.glossary).places()
    lines_of, wanted = {}, {}
    with site.open_store() as store:
        for rule in (record for record in site.rules if record.kind != "section"):
            versions = store.versions(store.lineage_at(rule.edition, rule.key) or "")
            since = words_since(versions, rule.edition)
            assert since
            wanted[rule.key] = [date_in_words(since), ", ".join(describe_changes(versions)) or "never changed"]
            # a page's own rule is its head, and stands under the page's number
            anchor = places[rule.key].anchor or rule.number
            block = parsed(site.folder / places[rule.key].page / "index.html").get_element_by_id(anchor)
            line = block.xpath(f".//*[{of_class('quiet')}]//time | .//*[{of_class('quiet')}]/a[last()]")
            lines_of[rule.key] = [with_plain_dates(element.text_content()) for element in line]
    assert len(wanted) > 100
    assert lines_of == wanted


def test_pages_of_rules_say_that_they_are_law(site: BuiltSite) -> None:
    (block,) = parsed(site.folder / "cr/702.40/index.html").xpath("//script[@type='application/ld+json']")
    data = json.loads(block.text)
    assert data["@type"] == "Legislation"
    assert data["legislationIdentifier"] == "CR 702.40"
    assert data["legislationDateVersion"] == "2009-07-11", "when its words last changed"


def test_a_chapter_is_as_new_as_the_newest_of_its_rules(site: BuiltSite) -> None:
    """A rule of it may have a page of its own."""
    days = {}
    for path in site.folder.glob("cr/702*/index.html"):
        (block,) = parsed(path).xpath("//script[@type='application/ld+json']")
        days[path.parent.name] = json.loads(block.text).get("legislationDateVersion", "")
    chapter = days.pop("702")
    assert len(days) > 3
    assert chapter == max(days.values())


def test_search_engines_get_what_they_understand(site: BuiltSite) -> None:
    """Every block of metadata is of the vocabulary; every page that may be listed says in its own words what it is."""
    described: dict[str, list[str]] = {}
    with_laws: Counter[str] = Counter()
    for path in pages_of(site.folder):
        address = f"{path.parent.relative_to(site.folder).as_posix()}/"
        page = parsed(path)
        for block in page.xpath("//script[@type='application/ld+json']"):
            assert faults_of_document(json.loads(block.text)) == [], address
            with_laws[address.partition("/")[0]] += 1
        if not page.xpath("//meta[@name='robots'] | //meta[@http-equiv='refresh']"):
            (description,) = page.xpath("//meta[@name='description']/@content")
            described.setdefault(description, []).append(address)
            assert len(description) > 20, address
    assert min(with_laws[kind] for kind in ("cr", "e", "history")) > 0
    assert {words: pages for words, pages in described.items() if len(pages) > 1} == {}


def test_reading_pages_are_light(site: BuiltSite) -> None:
    """What a first visit transfers, compressed: at most 120 kB with style sheet, scripts and fonts."""
    scripts: set[str] = set()
    add_imported(site.folder / "assets", next((site.folder / "assets").glob("comprules.*.js")).name, scripts)
    assert 1 < len(scripts) < 20
    shared = sum(
        transfer_size(path)
        for path in (site.folder / "assets").iterdir()
        if path.name in scripts or path.name.startswith(("comprules.", "early.", "source-serif", "mana."))
    )
    chapters = [path for path in pages_of(site.folder) if path.parent.parent.name == "cr"]
    assert len(chapters) > 20
    assert max(transfer_size(path) for path in chapters) + shared < 120_000


def test_the_search_page_loads_few_scripts(site: BuiltSite) -> None:
    """Each is a request more, and no small one is among them."""
    scripts: set[str] = set()
    assets = site.folder / "assets"
    add_imported(assets, next(assets.glob("search.*.js")).name, scripts)
    assert len(scripts) <= 4
    assert min((assets / name).stat().st_size for name in scripts) > 1_000


def add_imported(folder: Path, name: str, names: set[str]) -> None:
    """Adds a script and those that come with it; what a page imports when it needs it is none of them."""
    if name not in names:
        names.add(name)
        for found in re.findall(r'(?:from|import)"\./([^"]+)"', (folder / name).read_text(encoding="utf-8")):
            add_imported(folder, found, names)


def transfer_size(path: Path) -> int:
    """Bytes on the way: fonts are compressed as they are."""
    data = path.read_bytes()
    return len(data) if path.suffix == ".woff2" else len(gzip.compress(data))


def assert_texts_are_the_records(site: BuiltSite, least: int) -> None:
    """Every text, example and heading of the latest edition stands on its page as it was read."""
    book = lay_out(site.rules, site.glossary)
    found: dict[str, str] = {}
    examples: dict[str, list[str]] = {}
    for address in sorted({place.page for place in book.places().values()}):
        page = parsed(site.folder / address / "index.html")
        found |= {tag.get("data-key"): tag.text_content() for tag in page.xpath("//*[@data-key]")}
        for block in page.xpath(f"//*[{of_class('rule')} or {of_class('page-head')}]"):
            shown = block.xpath(f".//*[{of_class('example-text')}]")
            examples[str(block.get("id"))] = [tag.text_content() for tag in shown]
    wanted = {rule.key: rule.text for rule in site.rules if rule.text} | {e.key: e.text for e in site.glossary}
    assert len(wanted) > least
    assert found == wanted
    with_examples = {rule.key.replace("#", "-"): list(rule.examples) for rule in site.rules if rule.examples}
    assert with_examples
    assert {key: texts for key, texts in examples.items() if texts} == with_examples
    for chapter in book.chapters:
        for book_page in (chapter, *chapter.pages):
            (heading,) = parsed(site.folder / book_page.address / "index.html").xpath("//h1")
            parts = [part.text_content() for part in heading if part.get("class") in ("num", "title")]
            assert parts == [book_page.number, book_page.heading]


def test_every_text_of_the_latest_edition_is_on_its_page(site: BuiltSite) -> None:
    assert_texts_are_the_records(site, 150)


@pytest.mark.long
@pytest.mark.archive
def test_every_text_of_the_real_latest_edition_is_on_its_page(real_archive: Path, tmp_path: Path) -> None:
    require_assets()
    assert_texts_are_the_records(built(tmp_path, sample_of(real_archive, tmp_path / "archive")), 3000)
