"""What is written for mkdocs: text survives Markdown untouched, links lead somewhere, each page names its edition."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import markdown  # type: ignore[import-untyped]
import pytest
import yaml
from bs4 import BeautifulSoup, Tag
from hypothesis import given
from hypothesis import strategies as st

from rules.records import RULINGS_SUMMARY, Edition, Reading
from rules.store import open_store
from site_src.errors import PagesError
from site_src.markup.page_source import one_block, yaml_string
from site_src.pages.writer import write_pages
from site_src.search.jump import leads_of, write_jump_table
from tests.site_src.tiny import (
    HOSTILE,
    TINY_GLOSSARY,
    TINY_REFERENCES,
    TINY_RULES,
    make_edition,
    tiny_reading,
    write_store,
    write_tiny,
)

# beyond what mkdocs.yml enables, everything a user might add: the text must survive it
EXTENSIONS = ["toc", "tables", "fenced_code", "attr_list", "md_in_html", "footnotes", "abbr", "def_list", "smarty",
              "pymdownx.superfences", "pymdownx.tilde", "pymdownx.caret", "pymdownx.mark", "pymdownx.betterem",
              "pymdownx.tasklist", "pymdownx.arithmatex", "pymdownx.magiclink"]  # fmt: skip


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    with open_store(write_tiny(tmp_path / "tiny.sqlite")) as store:
        write_pages(store, tmp_path / "pages")
    return tmp_path / "pages"


def parsed(path: Path, extensions: list[str] | None = None) -> BeautifulSoup:
    """A page as Markdown turns it into HTML."""
    _, _, body = path.read_text(encoding="utf-8").removeprefix("---\n").partition("---\n")
    html = markdown.markdown(body, extensions=EXTENSIONS if extensions is None else extensions)
    # left to itself the parser would fold blanks between elements
    return BeautifulSoup(html, "html.parser", preserve_whitespace_tags={"p", "h2", "td"})


def text_of(soup: Tag, selector: str) -> str:
    tag = soup.select_one(selector)
    assert tag is not None, selector
    return tag.get_text()


@pytest.mark.parametrize("extensions", [[], EXTENSIONS], ids=["plain", "all extensions"])
def test_every_text_survives_markdown(pages: Path, extensions: list[str]) -> None:
    by_page = {name: parsed(pages / f"cr/{name}.md", extensions) for name in ("100", "702", "702.40", "702.41")}
    seen = 0
    for rule in TINY_RULES:
        if not rule.text:
            continue
        home = by_page["100" if rule.number.startswith("100") else "702.40" if rule.parent == "702.40" else
                       "702.41" if rule.parent == "702.41" else "702"]  # fmt: skip
        assert text_of(home, f'.rule-text[data-key="{rule.key}"]') == rule.text
        seen += 1
    assert seen == 12
    storm = TINY_RULES[13]
    assert [p.get_text() for p in by_page["702.40"].select(".example-text")] == list(storm.examples)
    assert [p.get_text() for p in by_page["702.40"].select(".note-text")] == list(storm.notes)
    letters = [parsed(path, extensions) for path in sorted((pages / "glossary").glob("?*.md")) if path.stem != "index"]
    terms = {h.get_text(): h.parent for page in letters for h in page.select(".term h2")}
    assert set(terms) == {entry.term for entry in TINY_GLOSSARY}
    for entry in TINY_GLOSSARY:
        assert isinstance(terms[entry.term], Tag)
        assert text_of(terms[entry.term], ".rule-text") == entry.text  # type: ignore[arg-type]


def test_hostile_text_makes_no_element(pages: Path) -> None:
    for path in pages.rglob("*.md"):
        soup = parsed(path)
        assert soup.find(["script", "creature", "this", "strong", "em", "pre", "img", "iframe"]) is None, path
        assert not [tag for tag in soup.find_all(True) for name in tag.attrs if name.startswith("on")], path


def test_variants_and_findings_are_text_too(pages: Path) -> None:
    soup = parsed(pages / "e/2026-04-17.md")
    rows = [row.find_all("td") for row in soup.select(".variants tbody tr")]
    assert len(rows) == len(HOSTILE)
    for text, (reading, other) in zip(HOSTILE, rows, strict=True):
        assert reading.get_text().replace("…", "") in HOSTILE[1] + "—"
        assert other.get_text().replace("…", "") in text
    assert HOSTILE[1] in text_of(soup, ".diagnostics li")
    assert "8 passages; the words differ" in text_of(soup, ".variants summary")
    assert text_of(soup, ".lead") == "Test & <Set> (T<1>)"


def test_references_become_links_and_broken_ones_do_not(pages: Path) -> None:
    chapter = parsed(pages / "cr/702.md")
    text = chapter.select_one('.rule-text[data-key="702.1"]')
    assert isinstance(text, Tag)
    assert [(a["href"], a.get_text()) for a in text.select("a")] == [("../../cr/702.40/#702.40a", "702.40a")]
    assert [mark.get_text() for mark in text.select(".ref-broken")] == ["702.99"]
    assert text_of(chapter, ".finding") == "“702.99”: not in this edition: 702.99"


def test_citing_rules_stand_under_a_rule(pages: Path) -> None:
    keyword = parsed(pages / "cr/702.40.md")
    own = keyword.select_one(".page-head details.cited")
    assert isinstance(own, Tag)
    assert [(a["href"], a.get_text()) for a in own.select("a")] == [("../../glossary/s/#storm", "Storm")]
    assert text_of(keyword, '[id="702.40a"] summary') == "cited by 1"
    second = keyword.select_one('[id="702.40a-2"]')
    assert isinstance(second, Tag)
    assert "Printed as 702. 40a" in second.get_text()


def all_links(pages: Path) -> Iterator[tuple[str, str, str]]:
    """(page's address, path, fragment) of every link between generated pages."""
    for path in sorted(pages.rglob("*.md")):
        name = path.relative_to(pages).with_suffix("").as_posix()
        address = "" if name == "index" else name.removesuffix("/index") + "/"
        for link in parsed(path).select("a[href]"):
            href = str(link["href"])
            assert not re.match(r"[a-z]+:|/", href), f"{path}: {href} is not a relative address"
            target, _, fragment = href.partition("#")
            steps = [step for step in (address + target).split("/") if step not in ("", ".")] if target else None
            if steps is None:
                yield address, address, fragment
                continue
            resolved: list[str] = []
            for step in steps:
                resolved = resolved[:-1] if step == ".." else [*resolved, step]
            yield address, "/".join(resolved) + ("/" if resolved else ""), fragment


BESIDE = ("audit/", "history/", "n/", "compare/", "terms/", "pictures/", "api/")


def test_every_link_leads_to_a_page_and_an_anchor(pages: Path) -> None:
    ids: dict[str, set[str]] = {}
    for path in pages.rglob("*.md"):
        name = path.relative_to(pages).with_suffix("").as_posix()
        address = "" if name == "index" else name.removesuffix("/index") + "/"
        ids[address] = {str(tag["id"]) for tag in parsed(path).select("[id]")}
    links = list(all_links(pages))
    assert len(links) > 30
    lost = [
        (page, target, anchor)
        for page, target, anchor in links
        # these are written beside mkdocs (`site_src/builder/generators.py`); the browser tests open them
        if not target.startswith(BESIDE) and (target not in ids or (anchor and anchor not in ids[target]))
    ]
    assert lost == []


def test_ids_are_unique_on_each_page(pages: Path) -> None:
    for path in pages.rglob("*.md"):
        ids = [str(tag["id"]) for tag in parsed(path).select("[id]")]
        assert len(ids) == len(set(ids)), path


def test_front_matter_says_which_edition(pages: Path) -> None:
    front = yaml.safe_load((pages / "cr/702.40.md").read_text(encoding="utf-8").split("---\n")[1])
    assert front["title"] == "702.40 Storm"
    assert (front["edition"], front.get("edition_words")) == ("2026-04-17", None), "the latest needs no way back"
    assert "Test &amp; &lt;Set&gt;" in front["description"], "what Material prints unescaped is HTML"
    old = yaml.safe_load((pages / "e/1999-04-23.md").read_text(encoding="utf-8").split("---\n")[1])
    assert (old["edition_words"], old["old_edition"]) == ("Edition of 23 April 1999", "1999-04-23")


def test_an_edition_of_another_work_says_so(tmp_path: Path) -> None:
    other = make_edition("1999-04-21", work=RULINGS_SUMMARY, set_name=None, set_code=None)
    path = tmp_path / "both.sqlite"
    write_store(path, (Reading(other, (), (), (), (), ()), ()), (tiny_reading(), TINY_REFERENCES))
    with open_store(path) as store:
        write_pages(store, tmp_path / "pages")
    rows = parsed(tmp_path / "pages/editions.md").select("tbody tr")
    assert [row.select("td")[0].get_text() for row in rows] == ["T<1> Test & <Set>", "Rulings summary"]
    assert text_of(parsed(tmp_path / "pages/e/1999-04-21.md"), ".lead") == "Rulings summary"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_front_matter_takes_any_text(text: str) -> None:
    assert yaml.safe_load(yaml_string(text)) == text


def test_a_line_of_bare_text_is_refused() -> None:
    assert one_block("<div>\n\n  <p>a</p>\n</div>\n") == "<div>\n<p>a</p>\n</div>\n"
    with pytest.raises(PagesError, match="start of a line"):
        one_block("<div>\n# a heading\n</div>")


def test_the_same_store_gives_the_same_bytes(tmp_path: Path) -> None:
    path = write_tiny(tmp_path / "tiny.sqlite")
    for name in ("a", "b"):
        with open_store(path) as store:
            writer = write_pages(store, tmp_path / name)
        write_jump_table(writer.book, {}, tmp_path / name / "assets/jump.json")
    files = sorted(path.relative_to(tmp_path / "a") for path in (tmp_path / "a").rglob("*") if path.is_file())
    assert len(files) > 9
    assert all((tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes() for file in files)


def test_an_archive_without_rules_says_what_to_do(tmp_path: Path) -> None:
    empty: Edition = make_edition()
    path = write_store(tmp_path / "e.sqlite", (Reading(empty, (), (), (), (), ()), ()))
    with open_store(path) as store, pytest.raises(PagesError, match="comprules ingest"):
        write_pages(store, tmp_path / "pages")


def test_jump_table_holds_every_number_heading_and_term(tmp_path: Path) -> None:
    with open_store(write_tiny(tmp_path / "tiny.sqlite")) as store:
        writer = write_pages(store, tmp_path / "pages")
        references, editions = store.references(writer.latest.id), store.editions()
    past = {"2009-05-01": ["502.30", "502.30a"]}
    write_jump_table(writer.book, past, tmp_path / "jump.json", editions=editions, leads=leads_of(references))
    table = json.loads((tmp_path / "jump.json").read_text(encoding="utf-8"))
    assert table["pages"]["cr/702.40/"] == "702.40 702.40a 702.40a#2"
    assert table["past"] == {"2009-05-01": "502.30 502.30a"}
    assert {key for keys in table["pages"].values() for key in keys.split()} == {rule.key for rule in TINY_RULES}
    assert ["Storm", "702.40"] in table["headings"]
    assert ["Storm", "glossary/s/#storm"] in [term[:2] for term in table["terms"]]
    assert [edition for edition, _, _ in table["editions"]] == [edition.id for edition in editions]
