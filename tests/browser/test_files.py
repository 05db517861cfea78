"""The files of a built site, without a browser: links, hosts, inline scripts, and the texts of real editions."""

from __future__ import annotations

import json
import os
import re
import shutil
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup

from site_src.book import lay_out
from tests.browser.conftest import BuiltSite, built, require_assets

HERE = "http://site.invalid/"


def pages_of(folder: Path) -> list[Path]:
    found = sorted(path for path in folder.rglob("*.html") if "pagefind" not in path.parts)
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
    lost = []
    for address, path in pages.items():
        for link in links_of(path):
            target, anchor = urldefrag(urljoin(address, link))
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


def test_no_inline_script_of_our_own(site: BuiltSite) -> None:
    """Material brings four small ones of its own; ours come as a module."""
    seen = set()
    for path in pages_of(site.folder):
        for script in parsed(path).select("script:not([src])"):
            seen.add("json" if script.get("type") == "application/json" else script.get_text()[:14])
    assert seen == {"json", "__md_scope=new", "var palette=__", "var target=doc"}


def test_pages_are_light(site: BuiltSite) -> None:
    for path in pages_of(site.folder):
        if path.parent.name != "glossary":
            assert path.stat().st_size < 60_000, path


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


def sample_of(archive: Path, target: Path) -> Path:
    """An archive of every twenty-fifth edition and the latest, copied: enough families, little time."""
    manifest = json.loads((archive / "manifest.json").read_text(encoding="utf-8"))
    chosen = [*manifest[1::25], manifest[-1]]
    for entry in chosen:
        for copy in entry["copies"]:
            (target / copy["file"]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(archive / copy["file"], target / copy["file"])
    (target / "manifest.json").write_text(json.dumps(chosen), encoding="utf-8")
    return target


@pytest.mark.archive
def test_every_text_of_the_real_latest_edition_is_on_its_page(tmp_path: Path) -> None:
    if not os.environ.get("ARCHIVE"):
        pytest.skip("ARCHIVE is not set: the site of real editions is not checked")
    require_assets()
    (tmp_path / "archive").mkdir()
    site = built(tmp_path, sample_of(Path(os.environ["ARCHIVE"]), tmp_path / "archive"))
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
