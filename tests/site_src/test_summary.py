"""The rulings summary on the site: every rule has one stable place, every tag its label, every text survives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.provenance import provenance_of
from rules.records import Provenance, Reading, Rule
from rules.store import open_store
from site_src.addresses import SitePlace
from site_src.pages.rulings.layout import chapter_of, lay_out_summary
from site_src.pages.rulings.sources import OTHER, Sources, kind_of
from site_src.pages.writer import facts_of, write_pages
from site_src.search.jump import make_jump_table
from tests.site_src.rulings_issues import CUSTOMS, ISSUE, OLD_CUSTOMS, OLD_ISSUE, issue, write_issues
from tests.site_src.test_pages import check_ids_and_links, front_matter, parsed, text_of
from tests.site_src.tiny import tiny_reading, write_store, write_tiny


@pytest.fixture(scope="module")
def issues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("issues")
    with open_store(write_issues(folder / "issues.sqlite")) as store:
        writer = write_pages(store, folder / "pages")
        facts = facts_of(store, writer)
    (folder / "pages/theme/bodies/facts.json").write_text(json.dumps(facts), encoding="utf-8")
    table = make_jump_table(writer.book, {}, writer.summary.places())
    (folder / "pages/theme/jump.json").write_text(table, encoding="utf-8")
    return folder / "pages/theme/bodies"


def test_every_rule_has_one_place_at_its_address() -> None:
    places = lay_out_summary(CUSTOMS).places()
    contract = {
        "B": SitePlace("rulings/", "B"),
        "B.1": SitePlace("rulings/B.1/"),
        "B.1.1": SitePlace("rulings/B.1/", "B.1.1"),
        "B.1.Ruling.1": SitePlace("rulings/B.1/", "B.1.Ruling.1"),
    }
    assert places | contract == places
    assert set(places) == {rule.key for rule in CUSTOMS}
    assert len(set(places.values())) == len(places)


def test_a_number_tells_its_chapter_and_these_keep_the_order_of_the_document() -> None:
    chapters = {"A.2": "A.2", "A.12.Ruling.3": "A.12", "502.2a": "502", "502.2.Ruling.1": "502", "G6.5.1": "G6"}
    assert {number: chapter_of(number) for number in chapters} == chapters
    assert chapter_of("odd") == "odd"
    numbers = ["S.9", "S.10", "B.1"]
    book = lay_out_summary([Rule(ISSUE, number, "chapter", "Any") for number in numbers])
    assert [chapter.number for chapter in book.chapters] == numbers
    assert [(section.number, section.heading) for section in book.sections] == [("S", None), ("B", None)]


def test_every_text_survives_and_its_tags_are_set_apart(issues: Path) -> None:
    seen = 0
    for rule in CUSTOMS:
        if rule.kind == "section":
            continue
        page = parsed(issues / f"rulings/{chapter_of(rule.number)}.html")
        if rule.text:
            (passage,) = page.select(f'.rule-text[data-key="{rule.key}"]')
            assert passage.get_text() == rule.text
            in_text = [tag.raw for tag in provenance_of(rule) if tag.passage == "text"]
            assert [mark.get_text() for mark in passage.select(".tag")] == in_text, rule.key
            seen += 1
        if rule.notes:
            assert [note.get_text() for note in page.select(f'[id="{rule.key}"] .note-text')] == list(rule.notes)
    assert seen == 7


def test_each_tag_has_a_label_with_who_when_and_where(issues: Path) -> None:
    page = parsed(issues / "rulings/B.1.html")

    def labels(key: str) -> list[tuple[str, str, str, str]]:
        return [
            (tag.get_text(), str(tag["data-kind"]), str(tag["data-year"]), str(tag["href"]))
            for tag in page.select(f'[id="{key}"] .source-label')
        ]

    assert labels("B.1.1") == [
        ("bethmo 3 February 1996", "person", "1996", "../../rulings/sources/#bethmo"),
        ("Old Almanac page 12", "other", "undated", "../../rulings/sources/#old-almanac"),
    ]
    # as printed, but one source; what is said twice is shown once
    assert labels("B.1.2") == [
        ("Bethmo 4 March 1997", "person", "1997", "../../rulings/sources/#bethmo"),
        ("Aahz 6 May 1996", "person", "1996", "../../rulings/sources/#aahz"),
    ]
    assert labels("B.1.3") == []
    assert labels("B.1.Ruling.1") == [
        ("Fence Magazine #12 pages 59–60", "magazine", "undated", "../../rulings/sources/#fence-magazine-12"),
        ("Unnamed January 1997", "other", "1997", "../../rulings/sources/#unnamed"),
    ]


def test_headings_in_lists_have_no_closing_colon(issues: Path) -> None:
    listed = parsed(issues / "rulings.html").select(".chapter-list a")
    assert "B.1 Doors" in [" ".join(link.get_text(" ").split()) for link in listed]
    contents = front_matter(issues, "rulings/B.2")["previous"]
    assert contents[1] == "B.1 Doors"
    assert text_of(parsed(issues / "rulings/B.1.html"), "h1 .title") == "Doors:", "the rule itself is as printed"


def test_the_page_of_sources_has_every_tag_with_its_words(issues: Path) -> None:
    page = parsed(issues / "rulings/sources.html")
    tags = [tag for rule in CUSTOMS for tag in provenance_of(rule)]
    rows = page.select("li.tagged")
    assert len(rows) == len(tags) == 11
    assert text_of(page, "#bethmo h3") == "Bethmo 2, 1996 to 1997"
    assert [tag.get_text() for tag in page.select("#bethmo .governed")] == [
        "A door is written as <-width->.",
        "No door is a wall.",
    ]
    addresses = [tag["href"] for tag in page.select("#bethmo a.num")]
    assert addresses == ["../../rulings/B.1/#B.1.1", "../../rulings/B.1/#B.1.2"]
    assert text_of(page, "#old-almanac .governed") == "It opens (see Rule B.2.1)."
    magazines = [a.get_text() for a in page.select("#kind-magazine h3 a")]
    assert magazines == ["Fence Magazine #9", "Fence Magazine #12"]
    assert text_of(page, "#sam-hill a.num") == "S.1"


def test_references_within_the_work_are_links_and_what_a_ruling_restates_is_linked_both_ways(issues: Path) -> None:
    page, other = (parsed(issues / f"rulings/{chapter}.html") for chapter in ("B.1", "B.2"))
    assert [(a["href"], a.get_text()) for a in page.select(".rule-text a")] == [("../../rulings/B.2/#B.2.1", "B.2.1")]
    assert [tag.get_text() for tag in page.select(".ref-broken")] == ["702.40a"]
    cited = other.select('[id="B.2.1"] details.cited a')
    assert [(a["href"], a.get_text()) for a in cited] == [("../../rulings/B.1/#B.1.1", "B.1.1")]
    assert page.select(".restates")[0].get_text(" ", strip=True) == (
        "restates 702.40a of 17 April 2026 likely: similar words, 0.55"
    )
    restated = [a["href"] for a in page.select(".restates a")]
    assert restated == ["../../cr/702.40/#702.40a", "../../e/1999-04-23/"]
    assert "same heading, 1.00" in text_of(other, ".page-head .restates")
    rows = parsed(issues / "e/1999-04-23.html").select(".restated > div")
    assert [row.get_text(" ", strip=True) for row in rows] == ["402.9 B.2", "402.10 B.1.Ruling.1"]


def test_the_contents_hold_all_chapters_and_what_frames_them_and_the_jump_table_every_number(issues: Path) -> None:
    page = parsed(issues / "rulings.html")
    assert [h.get_text() for h in page.select(".book-section h2")] == ["BBarns & <Byres>", "SSheep"]
    chapters = [f"../rulings/{number}/" for number in ("B.1", "B.2", "S.1")]
    assert [a["href"] for a in page.select(".chapter-list a")] == chapters
    assert [tag.get_text() for tag in page.select("details.matter summary")] == ["Credits"]
    assert "6 rules and rulings, 21 April 1999" in text_of(page, ".lead")
    assert page.select('a[href="../e/1999-04-21/"]')
    table = json.loads((issues.parent / "jump.json").read_text(encoding="utf-8"))
    assert table["summary"]["rulings/B.1/"] == "0B.1 3.1 42 43 4Ruling.1"
    assert sum(len(anchors.split()) for anchors in table["summary"].values()) == 9


def test_the_theme_knows_the_work_of_each_page(issues: Path) -> None:
    front = front_matter(issues, "rulings/B.1")
    assert (front["title"], front["base_path"], front["section"], front["here"]) == (
        "B.1 Doors",
        "rulings/",
        "B",
        "B.1",
    )
    assert front["edition_words"] == "Rulings summary of 21 April 1999"
    assert (front["other_work"], "old_edition" in front) == (True, False)
    facts = json.loads((issues / "facts.json").read_text(encoding="utf-8"))
    assert [section["number"] for section in facts["rulings"]] == ["B", "S"]
    assert [section["number"] for section in facts["contents"]] == ["1", "7"]
    check_ids_and_links(issues)
    rows = parsed(issues / "editions.html").select("tbody tr")
    assert [row.select("td")[0].get_text().strip() for row in rows] == ["T<1> Test & <Set>", "", "Rulings summary"]
    edition = parsed(issues / f"e/{ISSUE}.html")
    assert text_of(edition, ".lead") == "Rulings summary"
    assert [a["href"] for a in edition.select(".read a")] == ["../../rulings/"]
    start = parsed(issues / "index.html")
    assert start.select('.start-links a[href="rulings/"]')


def test_without_the_work_nothing_speaks_of_it(tmp_path: Path) -> None:
    with open_store(write_tiny(tmp_path / "tiny.sqlite")) as store:
        assert facts_of(store, write_pages(store, tmp_path / "pages"))["rulings"] == []
    assert not (tmp_path / "pages/theme/bodies/rulings").exists()
    assert "rulings" not in (tmp_path / "pages/theme/bodies/index.html").read_text(encoding="utf-8")


def test_an_issue_without_rules_has_only_its_own_page(tmp_path: Path) -> None:
    empty = Reading(issue(ISSUE), (), (), (), (), ())
    with open_store(write_store(tmp_path / "empty.sqlite", (empty, ()), (tiny_reading(), ()))) as store:
        writer = write_pages(store, tmp_path / "pages")
    assert writer.summary.issues == ()
    assert not (tmp_path / "pages/theme/bodies/rulings").exists()
    assert text_of(parsed(tmp_path / f"pages/theme/bodies/e/{ISSUE}.html"), ".lead") == "Rulings summary"


def test_a_chapter_is_shown_from_the_newest_issue_that_has_it(tmp_path: Path) -> None:
    with open_store(write_issues(tmp_path / "both.sqlite", old_issue=True)) as store:
        writer = write_pages(store, tmp_path / "pages")
    bodies = tmp_path / "pages/theme/bodies"
    assert [issue.edition.id for issue in writer.summary.issues] == [ISSUE, OLD_ISSUE]
    assert text_of(parsed(bodies / "rulings/B.1.html"), "h1 .title") == "Doors:"
    assert text_of(parsed(bodies / "rulings/W.1.html"), '[data-key="W.1.1"]') == OLD_CUSTOMS[-1].text
    contents = parsed(bodies / "rulings.html")
    assert [h.get_text() for h in contents.select("h2.issue")] == [
        "Rulings summary of 21 April 1999",
        "Rulings summary of 1 February 1998",
    ]
    assert [h.get_text() for h in contents.select(".book-section h2")] == ["BBarns & <Byres>", "SSheep", "WWells"]
    rows = parsed(bodies / "rulings/sources.html").select("#bethmo .governed")
    assert [row.get_text() for row in rows] == [
        "A bucket is a small well.",
        "A door is written as <-width->.",
        "No door is a wall.",
    ]


def test_kinds_of_sources() -> None:
    kinds = {
        "person": ("D'Angelo", "D’Angelo", "bethmo"),
        "magazine": ("Duelist Magazine #12",),
        "rules": ("CompRules",),
        "rulebook": ("Fifth Edition",),
        "tournament": ("Tournament Rules",),
        "team": ("WotC Rules Team",),
        "other": ("Somebody Else", ""),
    }
    assert {kind: {kind_of(source).slug for source in sources} for kind, sources in kinds.items()} == {
        kind: {kind} for kind in kinds
    }


def test_sources_with_the_same_letters_have_anchors_of_their_own() -> None:
    strange = [Provenance(name, None, None, "", "text", 0, 0, 0) for name in ("ゾーン", "Kind: other", "ヒツジ")]
    sources = Sources(strange)
    anchors = [sources.label(provenance).anchor for provenance in strange]
    assert len(set(anchors)) == 3
    assert f"kind-{OTHER.slug}" not in anchors
    assert all(anchor.isascii() for anchor in anchors)
