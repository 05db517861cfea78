"""What is written for mkdocs: text survives the theme untouched, links lead somewhere, each page names its edition."""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml
from bs4 import BeautifulSoup, Tag
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment

from graph.search.sets import list_edition_rows
from rules.records import RETYPED, Reading
from rules.store import open_store
from site_src.data.folded import fold
from site_src.errors import SiteError
from site_src.markup import shell
from site_src.markup.shell import Frame, write_source
from site_src.markup.words import keep_dates
from site_src.pages.writer import write_pages
from site_src.search.jump import make_jump_table
from tests.site_src.scripts import run_program
from tests.site_src.tiny import (
    HOSTILE,
    TINY_GLOSSARY,
    TINY_RULES,
    make_edition,
    with_plain_dates,
    write_store,
    write_tiny,
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny")
    with open_store(write_tiny(folder / "tiny.sqlite")) as store:
        write_pages(store, folder / "pages")
    return folder / "pages/theme/bodies"


def parsed(path: Path) -> BeautifulSoup:
    """The body of a page as the theme includes it."""
    html = Environment().from_string(path.read_text(encoding="utf-8")).render()
    html = with_plain_dates(html)
    # left to itself the parser would fold blanks between elements
    return BeautifulSoup(html, "html.parser", preserve_whitespace_tags={"p", "h2", "td"})


def text_of(soup: Tag, selector: str) -> str:
    tag = soup.select_one(selector)
    assert tag is not None, selector
    return tag.get_text()


def test_every_text_survives_the_theme(pages: Path) -> None:
    chapters = [parsed(path) for path in sorted((pages / "cr").glob("*.html"))]
    shown = {str(tag["data-key"]): tag.get_text() for page in chapters for tag in page.select(".rule-text[data-key]")}
    texts = {rule.key: rule.text for rule in TINY_RULES if rule.text}
    assert len(texts) == 12
    assert {key: shown[key] for key in texts} == texts
    storm, keyword = TINY_RULES[13], parsed(pages / "cr/702.40.html")
    assert [tag.get_text() for tag in keyword.select(".example-text")] == list(storm.examples)
    assert [tag.get_text() for tag in keyword.select(".note-text")] == list(storm.notes)
    letters = [parsed(path) for path in sorted((pages / "glossary").glob("?*.html")) if path.stem != "index"]
    terms = {text_of(term, "h2"): text_of(term, ".rule-text") for page in letters for term in page.select(".term")}
    assert terms == {entry.term: entry.text for entry in TINY_GLOSSARY}


def test_hostile_text_makes_no_element_and_no_second_id(pages: Path) -> None:
    check_ids_and_links(pages)
    for path in pages.rglob("*.html"):
        soup = parsed(path)
        assert soup.find(["script", "creature", "this", "strong", "em", "pre", "img", "iframe"]) is None, path
        assert not [tag for tag in soup.find_all(True) for name in tag.attrs if name.startswith("on")], path


def test_variants_and_findings_are_text_too(pages: Path) -> None:
    soup = parsed(pages / "e/2026-04-17.html")
    rows = [[cell.get_text() for cell in row.select("td")] for row in soup.select(".variants tbody tr")]
    expected = [[HOSTILE[1], text] for text in HOSTILE]
    expected[1] = ["…" + HOSTILE[1][HOSTILE[1].index("<this") :]] * 2  # without a difference its end is shown
    assert rows == expected
    assert HOSTILE[1] in text_of(soup, ".diagnostics li")
    assert "8 passages; the words differ" in text_of(soup, ".variants summary")
    assert text_of(soup, ".lead") == "Test & <Set> (T<1>)"


def test_references_become_links_and_broken_ones_do_not_and_citing_rules_stand_under_a_rule(pages: Path) -> None:
    chapter = parsed(pages / "cr/702.html")
    (text,) = chapter.select('.rule-text[data-key="702.1"]')
    assert [(a["href"], a.get_text()) for a in text.select("a")] == [("../../cr/702.40/#702.40a", "702.40a")]
    assert [mark.get_text() for mark in text.select(".ref-broken")] == ["702.99"]
    assert text_of(chapter, ".finding") == "“702.99”: not in this edition: 702.99"
    keyword = parsed(pages / "cr/702.40.html")
    own = keyword.select(".page-head details.cited a")
    assert [(a["href"], a.get_text()) for a in own] == [("../../glossary/s/#storm", "Storm")]
    assert text_of(keyword, '[id="702.40a"] summary') == "cited by 1"
    assert "Printed as 702. 40a" in text_of(keyword, '[id="702.40a-2"]')


def check_ids_and_links(pages: Path) -> None:
    """The ids of a page are unique, its links relative; tests/browser/test_files.py follows those of a whole site."""
    paths = sorted(pages.rglob("*.html"))
    assert len(paths) > 9
    for path in paths:
        soup = parsed(path)
        ids = [str(tag["id"]) for tag in soup.select("[id]")]
        assert len(ids) == len(set(ids)), path
        assert [a["href"] for a in soup.select("a[href]") if re.match(r"[a-z]+:|/", str(a["href"]))] == [], path


def front_matter(bodies: Path, page: str) -> dict[str, Any]:
    source = bodies.parents[1] / "docs" / f"{page}.md"
    front: dict[str, Any] = yaml.safe_load(source.read_text(encoding="utf-8").split("---\n")[1])
    return front


def test_front_matter_says_which_edition(pages: Path) -> None:
    front, old = (front_matter(pages, name) for name in ("cr/702.40", "e/1999-04-23"))
    assert front["title"] == "702.40 Storm"
    assert front.keys().isdisjoint({"edition", "edition_words"}), "the latest needs no way back, and no page names it"
    assert "General &amp; *More*" in front_matter(pages, "cr/100")["title"], "what Material prints unescaped is HTML"
    assert (old["edition_words"], old["old_edition"]) == ("Edition of 23 April 1999", "1999-04-23")


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_front_matter_takes_any_text(text: str) -> None:
    front = shell.front_matter({"title": text, "toc": [[text, {text: True}]]})
    assert front.isascii()
    assert yaml.safe_load(front.removesuffix("---\n")) == {"title": text, "toc": [[text, {text: True}]]}


@given(st.text('{}%#- raw"\n', max_size=30))
def test_what_looks_like_an_instruction_is_text_in_a_body(text: str) -> None:
    """A body is included by the theme as a template."""
    with TemporaryDirectory() as folder:
        write_source(Path(folder), Frame("x/", "X"), f"<p>{text}</p>")
        assert str(parsed(Path(folder, "theme/bodies/x.html")).p) == f"<p>{text}</p>"


def test_an_archive_without_rules_is_refused(tmp_path: Path) -> None:
    path = write_store(tmp_path / "e.sqlite", (Reading(make_edition(), (), (), (), (), ()), ()))
    with open_store(path) as store, pytest.raises(SiteError, match="comprules ingest"):
        write_pages(store, tmp_path / "pages")


def test_the_same_store_gives_the_same_bytes(pages: Path, tmp_path: Path) -> None:
    with open_store(write_tiny(tmp_path / "tiny.sqlite")) as store:
        write_pages(store, tmp_path / "again")
    first, again = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (pages.parents[1], tmp_path / "again")
    )
    assert len(first) > 9
    assert first == again


def test_jump_table_holds_every_number_heading_and_term(tmp_path: Path) -> None:
    with open_store(write_tiny(tmp_path / "tiny.sqlite")) as store:
        writer = write_pages(store, tmp_path / "pages")
        editions = store.editions()
    past = {"2009-05-01": ["502.30", "502.30a"]}
    first, again = (make_jump_table(writer.book, past, editions=editions) for _ in range(2))
    assert first == again
    table = json.loads(first)
    assert table["pages"]["cr/702.40/"] == "0702.40 6a 7#2"
    assert table["past"] == {"2009-05-01": "0502.30 6a"}
    pages: dict[str, list[str]] = {}
    for key, place in writer.book.places().items():
        pages.setdefault(place.page, []).append(key)
    numbered = {page: " ".join(fold(keys)) for page, keys in pages.items() if not page.startswith("glossary/")}
    assert table["pages"] == numbered
    assert {key for keys in pages.values() for key in keys} >= {rule.key for rule in TINY_RULES}
    assert ["Storm", "702.40"] in table["headings"]
    assert ["Storm", "glossary/s/#storm"] in table["terms"]
    assert [edition for edition, _, _ in table["editions"]] == [edition.id for edition in editions]
    ids = [edition.id for edition in editions]
    assert all(edition in ids and edition <= released for edition, _, _, released in table.get("sets", []))


def test_scripts_and_python_leave_the_same_retyped_editions_out(tmp_path: Path) -> None:
    with open_store(write_tiny(tmp_path / "tiny.sqlite")) as store:
        book = write_pages(store, tmp_path / "pages").book
    conditions = {"1991-01-01": "good", "1992-01-01": RETYPED, "1993-01-01": "good"}
    editions = [make_edition(day, sets=(), condition=condition) for day, condition in conditions.items()]
    program = """
        const { readFileSync } = await import("node:fs");
        const { setsOf } = await import(`${process.argv[1]}/search/sets.js`);
        console.log(JSON.stringify(setsOf(JSON.parse(readFileSync(0, "utf8")))));
    """
    rows = run_program(program, json.loads(make_jump_table(book, {}, editions=editions)))
    assert [date for date, *_ in rows] == [row.date for row in list_edition_rows(editions)]
    assert "1992-01-01" not in {date for date, *_ in rows}, "it has no set, but is still known as retyped"


def test_a_date_stays_on_one_line_wherever_a_page_prints_it(pages: Path) -> None:
    printed = (pages / "e/2026-04-17.html").read_text(encoding="utf-8")
    assert "17\N{NO-BREAK SPACE}April\N{NO-BREAK SPACE}2026" in printed
    assert "17 April 2026" not in re.sub(r"<[^>]*>", "", printed)
    texts = ["since 1 May 2011, until 31 July 2012", "in May 2011", "3 May 20111", "no date"]
    program = """
import { readFileSync } from "node:fs";
globalThis.document = { currentScript: null, documentElement: { dataset: {} }, addEventListener() {} };
globalThis.window = { addEventListener() {} };
const { keepDates } = await import(`${process.argv[1]}/lib/dom.js`);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(keepDates)));
"""
    kept = [keep_dates(text) for text in texts]
    assert kept == run_program(program, texts)
    assert kept[1:] == texts[1:]
    assert with_plain_dates(kept[0]) == texts[0] != kept[0]
