"""The files of a built site, without a browser: links, hosts, inline scripts, and the texts of real editions."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup

from comprules.cli.records import history_of
from graph.traces.since import change_counts
from rules.store import open_store
from site_src.layout.book import anchor_of, lay_out
from tests.browser.conftest import BuiltSite, built, require_assets

HERE = "http://site.invalid/"


def pages_of(folder: Path) -> list[Path]:
    found = sorted(folder.rglob("*.html"))
    assert len(found) > 20
    return found


@cache
def parsed(path: Path) -> BeautifulSoup:
    # left to itself the parser would fold blanks between elements
    return BeautifulSoup(path.read_bytes(), "html.parser", preserve_whitespace_tags={"p"})


def address_of(path: Path, folder: Path) -> str:
    return HERE + path.relative_to(folder).as_posix().removesuffix("index.html")


def links_of(path: Path) -> list[str]:
    return [str(tag[name]) for name in ("href", "src") for tag in parsed(path).select(f"[{name}]")]


def test_every_link_leads_to_a_file_and_an_anchor(site: BuiltSite) -> None:
    # the addresses of 404.html start at the root: it is shown at any depth
    pages = {address_of(path, site.folder): path for path in pages_of(site.folder) if path.name != "404.html"}
    ids = {address: {str(tag["id"]) for tag in parsed(path).select("[id]")} for address, path in pages.items()}
    # the rules of an edition are shown on its page by script
    for manifest in (site.folder / "api/v1/e").glob("*/manifest.json"):
        found = json.loads(manifest.read_text(encoding="utf-8"))
        page_ids = ids[f"{HERE}e/{manifest.parent.name}/"]
        page_ids |= {anchor_of(row[0]) for row in found["rules"]} | {row[0] for row in found["glossary"]}
    lost = []
    for address, path in pages.items():
        for link in links_of(path):
            target, anchor = urldefrag(urljoin(address, link))
            # what stands behind a question mark is for scripts
            target = target.partition("?")[0]
            if target in ids:
                found = not anchor or unquote(anchor) in ids[target]
            else:
                found = not target.startswith(HERE) or (site.folder / unquote(target.removeprefix(HERE))).is_file()
            if not found:
                lost.append((path, link))
    assert lost == []


def test_nothing_is_loaded_from_elsewhere(site: BuiltSite) -> None:
    for path in pages_of(site.folder):
        for tag in parsed(path).find_all(True):
            for name in ("src", "href", "srcset", "poster", "data", "action"):
                value = str(tag.get(name, ""))
                if urlsplit(value).netloc or value.startswith("/"):
                    allowed = tag.name == "a" or (path.name == "404.html" and not urlsplit(value).netloc)
                    assert allowed, f"{path}: <{tag.name} {name}={value}>"
    for path in site.folder.rglob("*.css"):
        for address in re.findall(r"url\(\s*['\"]?([^'\")]+)", path.read_text(encoding="utf-8")):
            assert address.startswith(("data:", "#")) or not urlsplit(address).netloc, f"{path}: {address}"
            if not address.startswith(("data:", "#")):
                assert (path.parent / address).is_file(), f"{path}: {address}"
        assert "@import" not in path.read_text(encoding="utf-8"), path


def test_nothing_is_inline_and_the_policy_forbids_it(site: BuiltSite) -> None:
    for path in pages_of(site.folder):
        soup = parsed(path)
        policy = soup.select_one('meta[http-equiv="Content-Security-Policy"]')
        assert policy is not None, path
        assert "default-src 'none'" in str(policy["content"])
        assert "unsafe-inline" not in str(policy["content"])
        assert soup.select("style, [style]") == [], path
        # data blocks are no scripts
        inline = soup.select('script:not([src]):not([type="application/ld+json"]):not([type="application/json"])')
        assert inline == [], path
        assert [tag for tag in soup.find_all(True) if any(name.startswith("on") for name in tag.attrs)] == [], path


def test_the_quiet_line_says_what_the_command_line_says(site: BuiltSite) -> None:
    places = lay_out(site.rules, site.glossary).places()
    told, wanted = {}, {}
    with open_store(site.folder.parent / "knowledge.sqlite") as store:
        for rule in (one for one in site.rules if one.kind != "section"):
            _, since, versions = history_of(store, rule)
            wanted[rule.key] = [since, ", ".join(change_counts(versions).in_words()) or "never changed"]
            # a page's own rule is its head, and stands under the page's number
            anchor = places[rule.key].anchor or rule.number
            block = parsed(site.folder / places[rule.key].page / "index.html").find(id=anchor)
            line = block.select(".quiet time, .quiet > a:last-of-type") if block else []
            told[rule.key] = [one.get_text() for one in line]
    assert len(wanted) > 100
    assert told == wanted


def test_pages_of_rules_say_that_they_are_law(site: BuiltSite) -> None:
    block = parsed(site.folder / "cr/702.40/index.html").select_one('script[type="application/ld+json"]')
    assert block is not None
    said = json.loads(str(block.string))
    assert said["@type"] == "Legislation"
    assert said["legislationIdentifier"] == "CR 702.40"
    assert said["legislationDateVersion"] == "2026-04-17"


def test_reading_pages_are_light(site: BuiltSite) -> None:
    """What a first visit transfers, compressed: at most 120 kB with style sheet, scripts and fonts."""
    shared = 0
    for path in (site.folder / "assets").iterdir():
        if path.name.startswith(("comprules.", "chunk.", "early.", "source-serif", "mana.")):
            shared += transferred(path)
    chapters = [path for path in pages_of(site.folder) if path.parent.parent.name == "cr"]
    assert len(chapters) > 20
    assert max(transferred(path) for path in chapters) + shared < 120_000


def transferred(path: Path) -> int:
    """Bytes on the way: fonts are compressed as they are."""
    data = path.read_bytes()
    return len(data) if path.suffix == ".woff2" else len(gzip.compress(data))


def test_each_page_has_a_title_a_language_and_one_first_heading(site: BuiltSite) -> None:
    titles: dict[str, Path] = {}
    for path in pages_of(site.folder):
        soup = parsed(path)
        assert soup.html is not None
        assert soup.html["lang"] == "en"
        assert len(soup.find_all("h1")) == 1, path
        assert soup.title is not None
        title = soup.title.get_text()
        assert title not in titles, f"{path} and {titles[title]} share the title {title!r}"
        titles[title] = path
        assert [
            tag for tag in soup.find_all(["a", "button"]) if not (tag.get_text().strip() or tag.get("aria-label"))
        ] == []


def sample_of(archive: Path, target: Path, every: int = 25) -> Path:
    """An archive of every twenty-fifth edition and the latest, copied: enough families, little time."""
    manifest = json.loads((archive / "manifest.json").read_text(encoding="utf-8"))
    chosen = [*manifest[1::every], manifest[-1]]
    for entry in chosen:
        for copy in entry["copies"]:
            (target / copy["file"]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(archive / copy["file"], target / copy["file"])
    (target / "manifest.json").write_text(json.dumps(chosen), encoding="utf-8")
    return target


@pytest.mark.archive
def test_every_text_of_the_real_latest_edition_is_on_its_page(real_archive: Path, tmp_path: Path) -> None:
    require_assets()
    (tmp_path / "archive").mkdir()
    site = built(tmp_path, sample_of(real_archive, tmp_path / "archive"))
    places = lay_out(site.rules, site.glossary).places()
    found: dict[str, str] = {}
    examples: dict[str, list[str]] = {}
    for address in sorted({place.page for place in places.values()}):
        soup = parsed(site.folder / address / "index.html")
        found |= {str(tag["data-key"]): tag.get_text() for tag in soup.select("[data-key]")}
        for block in soup.select(".rule, .page-head"):
            examples[str(block.get("id"))] = [tag.get_text() for tag in block.select(".example-text")]
    wanted = {rule.key: rule.text for rule in site.rules if rule.text} | {e.key: e.text for e in site.glossary}
    assert len(wanted) > 3000
    assert found == wanted
    assert {key: texts for key, texts in examples.items() if texts} == {
        rule.key.replace("#", "-"): list(rule.examples) for rule in site.rules if rule.examples
    }
    assert "<this creature>" in "".join(found.values()) or "[" in "".join(found.values())
