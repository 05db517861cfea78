"""History pages: what a number meant, lineages and their ages; all text escaped, all links to what is there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

from graph.history import History
from rules.links import Link
from rules.store import Store, open_store
from site_src.addresses import SitePlace, in_order
from site_src.context import BuildContext
from site_src.markup.templates import render
from site_src.pages.history.lineages import Timelines
from site_src.pages.history.pages import (
    Pages,
    describe_before,
    history_pages,
    lineages_by_key,
    parent_name,
)
from site_src.pages.history.write import by_letter, choose_numbers, id_pages, keywords, numbers_json
from site_src.pages.history.years import WIDTH, Years
from site_src.paths import ASSETS
from tests.graph.compare.histories import town
from tests.graph.lineages.small import added, deleted, link
from tests.rules.histories import Retyped, write_history
from tests.site_src.pages.history.moved_rules import EDITIONS, LADDERS, A, B, C
from tests.site_src.pages.written import SHELL, parse_html, text_at
from tests.site_src.tiny import HOSTILE


def test_every_key_of_every_edition_is_on_one_page_and_every_lineage_once(timelines: Timelines) -> None:
    """The pages stand in the order of the book."""
    pages = history_pages(timelines.history)
    keys = [key for page in pages for key in page.keys]
    assert len(keys) == len(set(keys))
    assert set(keys) == {key for texts in EDITIONS.values() for key in texts}
    lineages = [lineage for members in lineages_by_key(timelines.history).values() for lineage in members]
    assert sorted(lineages) == sorted(timelines.history.versions.by_lineage)
    names = ["7", "702", "702.1", "702.2", "702.3", "702.4", "702.5", "Ol"]
    assert [page.name for page in pages] == names
    held = [(period.lineage, period.first, period.last) for period in timelines.history.periods.of_key("702.2a")]
    assert held == [(f"702.2a@{A}", A, A), (f"702.3a@{A}", B, C)]


def test_natural_order_and_what_stands_above() -> None:
    numbers = ["702.10", "702.9b", "7", "702.9", "702", "702.9b#2", "702.9aa"]
    assert sorted(numbers, key=in_order) == ["7", "702", "702.9", "702.9aa", "702.9b", "702.9b#2", "702.10"]
    assert [parent_name(name) for name in ("702.40", "702", "7", "A.2", "A")] == ["702", "7", "", "A", ""]


def test_every_number_has_its_meanings_and_every_lineage_its_end(timelines: Timelines) -> None:
    table = numbers_json(timelines)
    assert set(table["numbers"]) == {key for texts in EDITIONS.values() for key in texts if ":" not in key}
    meanings = [
        (table["lineages"][lineage][0], table["editions"][first], table["editions"][last], table["titles"][title])
        for lineage, first, last, title in table["numbers"]["702.3"]
    ]
    assert meanings == [(f"702.3@{A}", A, A, "Basket"), (f"702.2@{A}", B, C, "Ladder")]
    by_id = {row[0]: row for row in table["lineages"]}
    assert by_id[f"702.3@{A}"][1:3] == ["702.2", "current"]
    last, status, into = by_id[f"702.3b@{A}"][1:4]
    assert (last, status) == ("702.3b", "merged")
    assert [table["lineages"][place][0] for place in into] == [f"702.3a@{A}"]
    assert by_id[f"702.4a@{A}"][2:4] == ["deleted", []]


def test_a_lineage_has_a_small_page_for_ever(timelines: Timelines) -> None:
    """Its canonical address is whole where the site is known."""
    pages = dict(id_pages(timelines))
    assert len(pages) == len(timelines.history.versions.by_lineage)
    assert max(len(html.encode()) for html in pages.values()) < 1500
    soup = parse_html(pages[f"id/702.3b@{A}/"])
    assert [tag["content"] for tag in soup.select("meta[name=description]")] == [soup.select("p")[0].get_text()]
    assert soup.select("meta[name=robots]") == [], "a search engine follows it, and lists the history"
    target = f"../../history/702.3/#702.3b@{A}"
    assert soup.select("a")[0]["href"] == target
    assert [tag["content"] for tag in soup.select('meta[http-equiv="refresh"]')] == [f"0; url={target}"]
    assert soup.select("p")[0].get_text() == "702.3b of 1 January 2001, merged into what is now 702.2a: never changed."
    strange = parse_html(pages[f"id/glossary.Old_=26_=3cNew=3e@{A}/"])
    assert text_at(strange, "h1") == "“Old & <New>” of 1 January 2001"
    assert text_at(soup, "title").startswith("702.3b of 1 January 2001")
    placed = parse_html(next(id_pages(timelines, "https://rules.example/"))[1])
    (canonical,) = placed.select('link[rel="canonical"]')
    assert str(canonical["href"]).startswith("https://rules.example/history/")


def test_examples_of_former_numbers_are_of_different_chapters() -> None:
    meanings = {"100": "a", "502": "ab", "502.9": "abcd", "702.3": "abc", "702.4": "abc"}
    assert choose_numbers(meanings) == ["502.9", "702.3"]


def test_title_and_summary_of_a_permanent_address_name_one_day(
    timelines: Timelines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An id keeps the day on which its rule was first seen, also after an older edition with the rule was found."""
    by_lineage = timelines.history.versions.by_lineage
    monkeypatch.setitem(by_lineage, "702.3f@2004-04-04", by_lineage[f"702.3b@{A}"])
    soup = parse_html(dict(id_pages(timelines))["id/702.3f@2004-04-04/"])
    assert text_at(soup, "h1").startswith("702.3b of 1 January 2001")
    assert soup.select("p")[0].get_text().startswith("702.3b of 1 January 2001")


def test_headings_of_today_and_of_the_past(timelines: Timelines) -> None:
    places = {"702.2": SitePlace("cr/702.2/"), "glossary:Crate": SitePlace("glossary/", "crate")}
    by_address = dict(keywords(timelines, places))
    assert list(by_address) == ["kw/basket/", "kw/crate/", "kw/ladder/", "kw/scythe/"]
    crate, basket, scythe = by_address["kw/crate/"], by_address["kw/basket/"], by_address["kw/scythe/"]
    assert crate["current"]
    assert crate["glossary"] == "../../glossary/#crate"

    def read(values: dict[str, Any]) -> BeautifulSoup:
        return parse_html(render("keyword.html.j2", root="../../", **values))

    assert [fact.get_text() for fact in read(crate).select("dd")][:2] == ["Tools", "since 11 November 2011"]
    # it was renamed: both names lead to the same rule
    assert not basket["current"]
    soup = read(basket)
    assert text_at(soup, ".bearer-now").endswith(", called Crate")
    assert text_at(soup, ".num-list") == "702.3 → 702.2"
    assert [link["href"] for link in soup.select(".bearer-now a")] == ["../../cr/702.2/"]
    assert text_at(read(scythe), ".bearer-now") == "Deleted after 4 May 2005"
    assert [letter for letter, _ in by_letter(by_address)] == ["B", "C", "L", "S"]


PLACES = {key: SitePlace("cr/702/", key) for key in EDITIONS[C]}


def write_pages(store: Store) -> dict[str, BeautifulSoup]:
    pages = Pages(BuildContext(store, Path(), SHELL, PLACES, str))
    return {
        page.address: parse_html(render("history.html.j2", root="../" * page.address.count("/"), **pages.values(page)))
        for page in pages.all_pages
    }


@pytest.fixture(scope="module")
def soups(store: Store) -> dict[str, BeautifulSoup]:
    return write_pages(store)


def section_of(soups: dict[str, BeautifulSoup], number: str) -> BeautifulSoup:
    section = soups[f"history/{number.rstrip('ab')}/"].find(id=number)
    assert isinstance(section, Tag)
    return parse_html(str(section))


@pytest.mark.parametrize(
    ("past", "said"),
    [
        ([], ""),
        ([("own", "Ladder")], ""),
        ([("own", "Ladder"), ("a", "Basket")], "Before 5 May 2005, this number was Basket"),
        ([("a", ""), ("own", "Ladder"), ("a", "")], "Before 5 May 2005, this number belonged to another rule"),
        ([("a", ""), ("b", "Ladder")], "Before 5 May 2005, this number belonged to 2 other rules"),
    ],
)
def test_the_rule_of_today_is_no_other_rule(past: list[tuple[str, str]], said: str) -> None:
    """It may have had the number before, too."""
    assert describe_before("5 May 2005", [*past, ("own", "Ladder")]) == said


def test_a_number_says_what_it_was_and_where_that_is_now(soups: dict[str, BeautifulSoup]) -> None:
    old = section_of(soups, "702.3b")
    assert text_at(old, ".meanings > li .when") == "1 January 2001 to 4 May 2005"
    assert text_at(old, ".meanings > li .what") == "Basket"
    assert text_at(old, ".meanings > li .outcome") == "merged into what is now 702.2a"
    assert [tag["data-number"] for tag in old.select(".meanings [data-number]")] == ["702.2a"]
    used = section_of(soups, "702.2")
    assert used.select("summary")[0].get_text() == "Before 5 May 2005, this number was Ladder"
    assert [tag.get_text() for tag in used.select(".meanings .what")] == ["Ladder", "Basket"]
    assert used.select("article")[0]["id"] == f"702.3@{A}"
    assert section_of(soups, "702.1").select(".meanings") == [], "it was always the same rule"
    deleted = section_of(soups, "702.4a").get_text()
    assert "Nobody mows alone." in deleted
    assert "Deleted with the edition of 5 May 2005" in deleted
    chapter = soups["history/702/"]
    rows = [link.get_text().split() for link in chapter.select(".page-rows a")]
    assert rows == [["702.1"], ["702.2", "Crate"], ["702.3", "Ladder"], ["702.4", "Scythe"], ["702.5"]]
    assert [tag.get_text() for tag in chapter.select(".page-rows li.gone .num")] == ["702.4"]


def test_classes_have_sign_and_word(soups: dict[str, BeautifulSoup]) -> None:
    marks = [mark for soup in soups.values() for mark in soup.select(".mark")]
    assert {"mark-wording", "mark-terminology", "mark-renumbered", "mark-added"} <= {mark["class"][1] for mark in marks}
    signs = {f"mark-{row['name']}": row["sign"] for row in json.loads((ASSETS / "changes.json").read_text("utf-8"))}
    for mark in marks:
        assert mark.get_text(strip=True)
        assert signs[mark["class"][1]]


def test_nothing_of_a_text_is_markup_and_no_id_stands_twice(soups: dict[str, BeautifulSoup]) -> None:
    for address, page in soups.items():
        ids = [str(tag["id"]) for tag in page.select("[id]")]
        assert len(ids) == len(set(ids)), address
    soup = soups["history/702.5/"]
    assert soup.select("script, [style], [onclick]") == []
    assert HOSTILE[1] in [tag.get_text() for tag in soup.select(".rule-text")]
    assert text_at(soups["history/glossary/ol/"], "h1") == "Glossary: Ol"
    assert text_at(soups["history/glossary/ol/"], "#old-new h2") == "“Old & <New>”"


def lineage_of(pages: dict[str, BeautifulSoup], lineage: str) -> BeautifulSoup:
    (article,) = [found for page in pages.values() for found in page.find_all("article", id=lineage)]
    return parse_html(str(article))


def marks(view: BeautifulSoup) -> list[tuple[str, str]]:
    """The kind and the marks of each item of the timeline; those of a card are its class alone."""
    return [(" ".join(item["class"]), str(item["data-marks"])) for item in view.select(".timeline > li")]


def test_versions_stand_newest_first_a_move_as_a_line_and_typography_folded(soups: dict[str, BeautifulSoup]) -> None:
    view = lineage_of(soups, f"702.1@{A}")
    assert marks(view) == [("v", "wording"), ("v", "added")]
    assert text_at(view, ".timeline > li:last-child .rule-text") == EDITIONS[A]["702.1"]
    assert len(view.select(".timeline > li:first-child ins")) == 1
    view = lineage_of(soups, f"702.2a@{A}")
    assert marks(view) == [("v v-fold", "typographic"), ("v v-step", "renumbered"), ("v", "added")]
    assert text_at(view, ".v-fold summary") == "typography only, 11 November 2011"
    assert text_at(view, ".v-step .told") == "702.2a → 702.3a"
    assert view.select(".v-step .rule-text") == []
    assert text_at(view, ".lineage-sum > span") == "since 1 January 2001, renumbered once, 1 minor change"
    ticks = {path["class"][0]: str(path["d"]).count("M") for path in view.select("path[class^=tick]")}
    assert ticks == {"tick-edit": 1, "tick-move": 1, "tick-slight": 1}
    assert [svg["aria-label"] for svg in view.select("svg.strip")] == ["3 versions since 2001"]


def test_what_was_merged_says_where_it_went_the_other_whence_and_the_deleted_its_last_words(
    soups: dict[str, BeautifulSoup],
) -> None:
    view = lineage_of(soups, f"702.3b@{A}")
    assert text_at(view, ".lineage-sum b") == "Gone"
    assert view.select(".aged") == []
    assert text_at(view, ".v-end .told") == "Merged into another rule with the edition of 5 May 2005: 702.2a"
    assert [link["href"] for link in view.select(".v-end a")] == [f"../../history/702.2/#702.3a@{A}"]
    told = lineage_of(soups, f"702.3a@{A}").select(".timeline > li:nth-of-type(2) .told")
    assert [tag.get_text() for tag in told] == ["702.3a → 702.2a; took in 702.3b"]
    deleted = lineage_of(soups, f"702.4a@{A}")
    assert text_at(deleted, ".v-end .told") == "Deleted with the edition of 5 May 2005"
    assert [tag.get_text() for tag in deleted.select(".now .rule-text")] == ["Nobody mows alone."]


def test_what_came_back_says_when_it_was_last_in_force_and_a_part_from_what_it_was_split(tmp_path: Path) -> None:
    with town(tmp_path) as opened:
        pages = write_pages(opened)
    view = lineage_of(pages, "101.2@2001-01-01")
    assert text_at(view, ".timeline > li:first-child .v-until") == "until today"
    assert text_at(view, ".timeline > li:first-child .told") == "last in force on 1 February 2002"
    assert [bar["d"] for bar in view.select("path.bar")] == ["M0 10H39M77 10H1800"], "the bar has a gap"
    oldest = lineage_of(pages, "101.1a@2002-02-02")
    assert text_at(oldest, ".timeline > li:last-child .v-until") == "until 3 April 2004, 2 editions"
    assert text_at(oldest, ".timeline > li:last-child .told").startswith("split from 101.1")


def test_a_retyped_edition_dates_no_end(tmp_path: Path) -> None:
    """A rule that it lacks went with the next edition of the publisher."""
    texts = {"100": "Flocks|", "100.1": LADDERS}
    editions = {A: texts, B: Retyped({"100": "Flocks|"}), C: {"100": "Flocks|"}}
    links = {C: deleted("100.1"), f"{A}..{B}": deleted("100.1")}
    with open_store(write_history(tmp_path / "retyped.sqlite", editions, links)) as store:
        view = lineage_of(write_pages(store), f"100.1@{A}")
    assert text_at(view, ".v-end .told") == "Deleted with the edition of 11 November 2011"


def test_ages_cover_the_words_of_today(soups: dict[str, BeautifulSoup]) -> None:
    view = lineage_of(soups, f"702.3a@{A}")
    assert [tag.get_text() for tag in view.select(".rule-text.aged")] == [EDITIONS[C]["702.2a"]]
    phrases = {
        row.get_text().partition(":")[0].removeprefix("Aa "): [tag.get_text() for tag in row.select("q")]
        for row in view.select(".since li")
    }
    moved = {letter: f"since 1 January 2001, then in 702.3{letter}" for letter in "ab"}
    assert set(phrases) == {*moved.values(), "since 5 May 2005", "since 11 November 2011"}
    assert phrases["since 11 November 2011"] == ["Every crate is"], "two words say little alone"
    exact = {span["title"] for span in view.select(".aged > span:not(.widened)")}
    assert exact <= set(phrases)
    widened = {str(span["title"]): [tag.get_text() for tag in span("b")] for span in view.select(".aged .widened")}
    assert widened == {
        f"“Every crate” since 11 November 2011; “is” {moved['a']}": ["Every crate "],
        f"“,” since 5 May 2005; “apples are counted” {moved['b']}": [", "],
    }
    assert [tag.get_text() for tag in view.select(".since b")] == [", ", "Every crate "]


def test_ages_show_where_words_were_removed(tmp_path: Path) -> None:
    texts = (
        "Boats drift with the wind all day and all night. Now.",
        "Boats drift all day and all night. Now.",
        "All boats drift all day and all night.",
    )
    editions = {edition: {"100": "Boats|", "100.1": text} for edition, text in zip((A, B, C), texts, strict=True)}
    links = {edition: [Link("100.1", "100.1", "kept", "wording", "words", 0.9)] for edition in (B, C)}
    with open_store(write_history(tmp_path / "seams.sqlite", editions, links)) as store:
        view = lineage_of(write_pages(store), f"100.1@{A}")
    assert text_at(view, ".rule-text.aged") == texts[-1], "the marks of removed words are no text"
    titles = [(mark.name, mark["title"]) for mark in view.select(".aged > *")]
    assert titles == [
        ("span", "since 11 November 2011"),
        ("i", "without “with the wind” since 5 May 2005"),
        ("span", "since 1 January 2001"),
        ("i", "without “Now.” since 11 November 2011"),
    ]
    rows = [" ".join(row.get_text().split()) for row in view.select(".since li")]
    assert rows == [
        "Aa since 1 January 2001: all day and all night.",
        "Aa since 5 May 2005: without with the wind",
        "Aa since 11 November 2011: All boats drift; without Now.",
    ]


def test_the_scale_and_the_axis_cover_all_years_and_stay_with_a_new_edition() -> None:
    years, longer = Years([A, B, C]), Years([A, B, C, "2012-12-12"])
    assert years.legend() == ("2001–2004", "2005–2008", "since 2009")
    assert [years.shade(edition) for edition in (A, B, C)] == [0, 1, 2]
    assert Years([A]).legend() == ("since 2001",)
    long = Years([A, "2040-01-01"])
    assert (long.shade("2025-01-01"), long.shade("2040-01-01")) == (6, 6), "seven can be told apart"
    assert (years.at(A), years.at(B), years.end(C)) == (0, years.end(A), WIDTH)
    assert [years.at(edition) for edition in (B, C)] == [longer.at(edition) for edition in (B, C)]


def test_a_number_is_that_of_its_rule_in_a_retyped_edition_too(tmp_path: Path) -> None:
    first, retyped, last = "2001-01-01", "2001-06-01", "2002-01-01"
    old = {"702": "Tools|", "702.1": "A spade.", "702.2": "A rake."}
    typed = {"702": "Tools|", "702.1": "A spade.", "702.3": "A rake."}
    new = {"702": "Tools|", "702.1": "A hoe."}
    links = {
        last: [link("702", "702"), *deleted("702.1", "702.2"), *added("702.1")],
        f"{first}..{retyped}": [link("702", "702"), link("702.1", "702.1"), link("702.2", "702.3")],
        f"{retyped}..{last}": [link("702", "702"), *deleted("702.1", "702.3"), *added("702.1")],
    }
    path = write_history(tmp_path / "kb.sqlite", {first: old, retyped: Retyped(typed), last: new}, links)
    with open_store(path) as store:
        table = numbers_json(Timelines(History(store)))
    held = {number: [meaning[1:3] for meaning in meanings] for number, meanings in table["numbers"].items()}
    assert table["editions"] == [first, retyped, last]
    assert held == {"702": [[0, 2]], "702.1": [[0, 1], [2, 2]], "702.2": [[0, 0]], "702.3": [[1, 1]]}


def test_a_key_that_only_a_retyped_edition_has_is_on_a_page(tmp_path: Path) -> None:
    """It says what the key meant there and leads to the history of that rule."""
    editions = {
        A: {"702": "Tools|", "702.1": "A spade digs.", "glossary:Spade": "A tool."},
        B: Retyped({"702": "Tools|", "702.9": "A spade digs.", "glossary:Spaed (Old)": "A tool."}),
        C: {"702": "Tools|", "702.1": "A spade digs.", "glossary:Spade": "A tool."},
    }
    to_typed = [link("702", "702"), link("702.1", "702.9"), link("glossary:Spade", "glossary:Spaed (Old)")]
    from_typed = [link("702", "702"), link("702.9", "702.1"), link("glossary:Spaed (Old)", "glossary:Spade")]
    same = [link(key, key) for key in editions[A]]
    links = {C: same, f"{A}..{B}": to_typed, f"{B}..{C}": from_typed}
    with open_store(write_history(tmp_path / "kb.sqlite", editions, links)) as store:
        pages = {page.address: page for page in history_pages(History(store))}
        described = Pages(BuildContext(store, Path(), SHELL, PLACES, str)).describe(pages["history/702.9/"])
        soups = {address: write_pages(store)[address] for address in ("history/702.9/", "history/glossary/sp/")}
    assert pages["history/702.9/"].keys == ("702.9",)
    assert set(pages["history/glossary/sp/"].keys) == {"glossary:Spade", "glossary:Spaed (Old)"}
    page = soups["history/702.9/"]
    assert text_at(page, ".meanings .when") == "5 May 2005 to 10 November 2011"
    assert [anchor["href"] for anchor in page.select(".to-history")] == [f"../../history/702.1/#702.1@{A}"]
    assert "5 May 2005" in described
    (old,) = (section for section in soups["history/glossary/sp/"].select("section") if section.select(".meanings"))
    assert "Spaed (Old)" in old.get_text()


def test_titles_have_no_marks_of_italics(tmp_path: Path) -> None:
    """Where a heading is a name, as in a list, the underscores of its italics are no part of it."""
    path = tmp_path / "store.sqlite"
    write_history(path, {A: {"7": "Tools|", "702": "The _Old_ Harbor|", "702.1": "A rule of it."}}, {})
    with open_store(path) as store:
        pages = Pages(BuildContext(store, tmp_path, SHELL, PLACES, str))
        (row,) = [pages.row(page) for page in pages.all_pages if page.name == "702"]
        assert row["title"] == "The Old Harbor"
        assert row["detail"] == "", "a heading that never changed is not worth a word"
        assert pages.timelines.title(A, "702.1") == "The Old Harbor"
