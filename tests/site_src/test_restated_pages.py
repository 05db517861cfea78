"""Between a ruling and the rule it restates, pages lead both ways; a page of another issue shows what changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from comprules.ingest import ingest
from graph.history import History
from graph.search.searcher import Searcher
from rules.store import Store, open_store
from site_src.context import BuildContext
from site_src.markup.shell import Shell
from site_src.pages.compare import list_correspondences, restating_issues
from site_src.pages.correspondences import write_correspondences
from site_src.pages.history.lineages import Timelines
from site_src.pages.history.pages import Pages
from site_src.pages.history.write import numbers_json
from site_src.pages.writer import write_pages
from site_src.search.rulings import rulings_document
from tests.comprules.test_partial_issues import FIRST, ISSUE, NEWER, make_archive, replace_page
from tests.site_src.pages.written import SHELL, read_page
from tests.site_src.test_pages import parsed, text_of

LATEST = "2009-07-11"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder = tmp_path_factory.mktemp("restated")
    archive = make_archive(folder / "archive")
    ingest(archive, folder / "kb.sqlite", jobs=1)
    with open_store(folder / "kb.sqlite") as store:
        yield store


@pytest.fixture(scope="module")
def bodies(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    write_pages(store, folder)
    return folder / "theme/bodies"


def test_a_ruling_and_the_rule_it_restates_lead_to_each_other(bodies: Path) -> None:
    ruling = parsed(bodies / "rulings/A.2.html").select_one('[id="A.2.1"] .restates')
    assert ruling is not None
    assert [a["href"] for a in ruling.select("a")] == ["../../e/1999-04-23/#403.1", "../../cr/602/#602.1"]
    assert "; since 11 July 2009 that is 602.1 likely: similar words" in " ".join(ruling.get_text(" ").split())
    rule = parsed(bodies / "cr/602.html").select_one('[id="602.1"] .restates')
    assert rule is not None
    assert [(a["href"], a.get_text()) for a in rule.select("a")] == [("../../rulings/A.2/#A.2.1", "A.2.1")]


def test_a_version_on_a_page_of_another_issue_is_shown_with_its_changes(bodies: Path) -> None:
    page = parsed(bodies / "rulings/A.2.html")
    seen = page.select('[id="A.2.2"] .sighting')
    assert [box.select_one(".sighting-days").get_text() for box in seen] == [  # type: ignore[union-attr]
        "On a page of another issue, not before 23 April 1999:"
    ]
    assert [mark.get_text().strip() for mark in seen[0].select("ins")] == [", and", "on the stack"]
    assert not page.select('[id="A.2.Ruling.1"] .sighting'), "what has not changed is not repeated"
    restates = page.select('[id="A.2.4"] .sighting .restates')
    assert [a["href"] for a in restates[0].select("a")] == ["../../e/1999-04-23/#403.2", "../../cr/602/#602.2"]


def test_a_number_that_only_a_page_has_is_on_the_page_of_its_chapter(bodies: Path, store: Store) -> None:
    (rule,) = parsed(bodies / "rulings/A.2.html").select('[id="A.2.5"]')
    assert rule.select_one(".sighting-days").get_text() == (  # type: ignore[union-attr]
        "On a page of another issue, not before 23 April 1999:"
    )
    assert [a["href"] for a in rule.select(".restates a")] == ["../../e/1999-04-23/#403.3", "../../cr/602/#602.5b"]
    today = parsed(bodies / "cr/602.html").select_one('[id="602.5b"] .restates')
    assert today is not None
    assert [(a["href"], a.get_text()) for a in today.select("a")] == [("../../rulings/A.2/#A.2.5", "A.2.5")]
    assert " ".join(today.get_text().split()).endswith("by A.2.5 (on a page of another issue)")
    likely = text_of(parsed(bodies / "cr/602.html"), '[id="602.1"] .restates')
    assert likely == "wording of 1999 restated in the rulings summary by A.2.1 (probably)"
    (line,) = numbers_json(Timelines(History(store)))["restated"]["A.2.5"]
    assert line.startswith(f"on a page of another issue it restated 403.3 of {FIRST} in the same words; ")
    assert "that rule has been 602.5b" in line


def test_rulings_have_a_search_field(bodies: Path) -> None:
    (form,) = parsed(bodies / "rulings.html").select("form.lookup")
    assert form["action"] == "../search/"
    assert {field["name"]: field.get("value") for field in form.select("input")} == {"q": None, "editions": "all"}


def test_each_issue_is_compared_by_correspondence(store: Store, tmp_path: Path) -> None:
    assert list_correspondences(store) == [(ISSUE, FIRST), (ISSUE, LATEST)]
    assert restating_issues(store) == [ISSUE]
    assets = SHELL.extra["assets"] | {"styles": {"compare": "c.css"}, "pages": {"compare": "c.js"}}
    write_correspondences(BuildContext(store, tmp_path, Shell({**SHELL.extra, "assets": assets}), {}, str))
    page = read_page(tmp_path, f"compare/{ISSUE}..{FIRST}/")
    (row,) = page.select('.c-restated[id="A.2.1"]')
    assert [a["href"] for a in row.select("a")] == ["../../rulings/A.2/#A.2.1", f"../../e/{FIRST}/#403.1"]
    assert row.select("ins")
    assert row.select("del")
    assert "No counterpart is known for the other" in page.get_text()
    (pick,) = page.select(".c-pick")
    assert pick["data-issues"] == ISSUE
    between = read_page(tmp_path, f"compare/{ISSUE}..2005-08-01/")
    assert [a["href"] for a in between.select('.c-restated[id="A.2.1"] a')][1] == "../../e/2005-08-01/#403.1"


def test_the_table_of_numbers_says_where_a_ruling_is_today(store: Store) -> None:
    restated = numbers_json(Timelines(History(store)))["restated"]
    (line,) = restated["A.2.1"]
    assert line.startswith(f"it probably restated 403.1 of {FIRST} (")
    assert f"; that rule has been 602.1 since {LATEST}" in line
    assert "A.2.3" not in restated


def test_the_search_page_has_the_words_of_rulings(store: Store) -> None:
    ((issue, rows),) = rulings_document(store)
    assert issue == ISSUE
    by_key = {key: (href, words) for key, href, words in rows}
    address, words = by_key["A.1.Ruling.1"]
    assert address == "rulings/A.1/#A.1.Ruling.1"
    assert words.endswith("\nA box counts as a drawer. [Ada Quill 05/06/98]"), "its note, too"
    assert "A.2" not in by_key, "a heading alone has no words to find"


def test_a_search_in_all_editions_finds_rulings_and_one_in_the_newest_names_their_issue(store: Store) -> None:
    searcher = Searcher(store)
    assert [(answer.edition, answer.source) for answer in searcher.search("teapot", history=True).answers] == [
        (ISSUE, "A.2.3")
    ]
    newest = searcher.search("teapot")
    assert newest.answers == ()
    assert any(ISSUE in note for note in newest.notes)
    assert searcher.search("teapot 1999").answers == ()
    assert not searcher.search("xylophone", history=True).answers


def test_a_page_of_the_rules_is_a_sighting_in_the_history_of_its_rules(tmp_path: Path) -> None:
    archive = make_archive(tmp_path / "archive")
    replace_page(archive, "fragments/keywords.txt", NEWER)
    ingest(archive, tmp_path / "kb.sqlite", jobs=1)
    with open_store(tmp_path / "kb.sqlite") as store:
        pages = Pages(BuildContext(store, tmp_path, SHELL, {}, str))
        (number,) = (number for number, page in enumerate(pages.all_pages) if page.name == "702.37")
        shell = {"history": "h.css"}
        assets = SHELL.extra["assets"] | {"styles": shell, "pages": shell}
        Pages(BuildContext(store, tmp_path, Shell({**SHELL.extra, "assets": assets}), {}, str)).write(number)
    (seen,) = read_page(tmp_path, "history/702.37/").select(".sighting")
    assert "As 502.30a on a page of another issue, not before 23 April 1999:" in seen.get_text()
    assert [mark.get_text().strip() for mark in seen.select("ins")] == ["it as"]
