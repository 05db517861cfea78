"""The page of an edition: what each witness has, lacks and reads differently, and which is the base."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from msgspec.structs import replace

from rules.records import CONDITIONS, Condition, Edition, Reading, Variant, VariantKind, Witness
from rules.store import open_store
from site_src.markup import words
from site_src.pages.editions import SHOWN_MISSING, SHOWN_VARIANTS, passage_name
from site_src.pages.writer import write_pages
from tests.graph.compare.histories import B, D, town
from tests.site_src.rulings_issues import FRAGMENT, write_issues
from tests.site_src.test_pages import parsed, text_of
from tests.site_src.tiny import make_edition, tiny_reading, write_store


def copy(name: str, condition: Condition = "good", *, chosen: bool = False, rules: int = 12) -> Witness:
    file = f"editions/2026-04-17/{name}.txt"
    return Witness(file, f"test:{name}", "1" * 64, 5000, "utf-8", condition, None, rules, 3, chosen)


def variant(name: str, key: str, kind: VariantKind, *, adopted: bool = False) -> Variant:
    left, right = ("", "alone") if kind == "extra" else ("whole", "" if kind == "missing" else "wh?le")
    return Variant(key, f"editions/2026-04-17/{name}.txt", kind, left, right, adopted)


WITNESSES = (copy("base", chosen=True), copy("torn", "truncated", rules=9), copy("lost", "destroyed", rules=0))
EDITION: Edition = make_edition(witnesses=(*WITNESSES, FRAGMENT))
VARIANTS = (
    variant("torn", "702.41a", "missing"),
    variant("torn", "glossary:Storm", "missing"),
    variant("torn", "glossary:*", "missing"),
    variant("torn", "matter:credits", "missing"),
    variant("torn", "100.1", "damage"),
    variant("torn", "100.2", "damage", adopted=True),
    variant("torn", "100.3", "wording"),
    variant("torn", "100.9", "extra"),
    Variant("702.40a", FRAGMENT.file, "typographic", "a", "b"),
)


def read_edition(folder: Path, edition: Edition, variants: Sequence[Variant]) -> BeautifulSoup:
    """The page of an edition with some witnesses."""
    reading: Reading = replace(tiny_reading(), edition=edition, variants=tuple(variants))
    with open_store(write_store(folder / "w.sqlite", (reading, ()))) as store:
        write_pages(store, folder / "pages")
    return parsed(folder / "pages/theme/bodies/e/2026-04-17.html")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> BeautifulSoup:
    return read_edition(tmp_path_factory.mktemp("witnesses"), EDITION, VARIANTS)


def facts(page: BeautifulSoup, number: int) -> dict[str, str]:
    rows = page.select(f"#witness-{number + 1} .facts > div")
    return {text_of(row, "dt"): text_of(row, "dd") for row in rows}


def test_what_a_witness_has_and_lacks(page: BeautifulSoup, tmp_path: Path) -> None:
    """A destroyed one lacks everything, a fragment nothing, and one alone is compared with nothing."""
    base, torn, lost, fragment = (facts(page, number) for number in range(4))
    assert torn["Has"] == "9 rules and headings, 3 glossary entries"
    assert torn["Lacks"] == "4 passages"
    assert torn["Reads differently"] == "1 with characters lost, 1 in other words"
    assert torn["Only in this copy"] == "1 passage"
    assert torn["Used in the text"] == "1 passage, where the base is damaged"
    assert (base["Lacks"], base["Reads differently"]) == ("nothing", "nowhere")
    assert "Used in the text" not in base
    assert lost["Lacks"] == "everything"
    assert "Reads differently" not in lost
    assert "Lacks" not in fragment
    assert fragment["Condition"].startswith("fragment")
    assert fragment["Reads differently"] == "1 in typography alone"
    only = read_edition(tmp_path, replace(EDITION, witnesses=WITNESSES[:1]), ())
    assert "Lacks" not in facts(only, 0)
    assert only.select(".glance") == []


def test_the_table_of_contents_adds_up_to_the_figure_of_the_edition(page: BeautifulSoup) -> None:
    """What the table doesn't count is named: the headings of sections and chapters."""
    cells = [cell.get_text() for cell in page.select(".figures tfoot tr > *")]
    assert cells[1] == "All rules"
    about = {text_of(row, "dt"): text_of(row, "dd") for row in page.select("#about + .facts > div")}
    total, *kinds = re.findall(r"\d+", about["Rules and headings"])
    assert sum(map(int, kinds)) == int(total)
    headings = sum(int(size) for size in re.findall(r"(\d+) (?:section|chapter)", about["Rules and headings"]))
    assert headings + int(cells[2]) + int(cells[3]) == int(total)


def test_the_table_compares_them(page: BeautifulSoup) -> None:
    rows = page.select(".glance tbody tr")
    names = [
        "Rules and headings",
        "Glossary",
        "Lacks",
        "Only in this copy",
        "Damaged",
        "Different wording",
        "Typography",
    ]
    assert [name.get_text() for name in page.select(".glance thead th")] == ["Copy", "Condition", *names]
    assert [[cell["data-label"] for cell in row.select("td.n")] for row in rows] == [names] * 4
    assert [[cell.get_text() for cell in row.select("td.n")] for row in rows] == [
        ["12", "3", "0", "0", "0", "0", "0"],
        ["9", "3", "4", "1", "1", "1", "0"],
        ["0", "3", "—", "—", "—", "—", "—"],
        ["2", "0", "—", "0", "0", "0", "1"],
    ]
    assert [[badge.get_text() for badge in row.select(".badge")] for row in rows] == [["base"], [], [], []]


def groups(page: BeautifulSoup) -> dict[str, Tag]:
    """The differences of the second witness, by their kind."""
    return {text_of(group, "summary").partition(":")[0]: group for group in page.select("#witness-2 .variants")}


def test_missing_passages_are_named_and_long_lists_say_how_many_more_there_are(
    page: BeautifulSoup, tmp_path: Path
) -> None:
    torn = groups(page)
    assert list(torn) == ["damage", "wording", "missing", "extra"]
    assert text_of(torn["missing"], ".names") == "702.41a, front matter: credits; glossary: Storm, *"
    assert torn["missing"].select("table") == []
    assert [name.get_text() for name in torn["damage"].select("tbody th")] == ["100.1"]
    many = [variant("torn", f"100.{i}", "wording") for i in range(SHOWN_VARIANTS + 2)]
    many += [variant("torn", f"101.{i}", "missing") for i in range(SHOWN_MISSING + 3)]
    wording, missing = groups(read_edition(tmp_path, EDITION, many)).values()
    assert len(wording.select("tbody tr")) == SHOWN_VARIANTS
    assert text_of(wording, ".more").startswith("2 more passages")
    assert text_of(missing, ".names").endswith("; and 3 more")
    assert missing.select(".more") == []
    assert passage_name("702.40a") == "702.40a"
    assert passage_name("glossary:Storm") == "glossary: Storm"
    assert passage_name("matter:credits") == "front matter: credits"
    assert passage_name("glossary:matter:x") == "glossary: matter:x"


def test_the_page_shows_each_witness(page: BeautifulSoup) -> None:
    names = [row.get_text() for row in page.select(".glance tbody th")]
    assert names[:3] == ["base.txt base", "torn.txt", "lost.txt"]
    anchors = [f"witness-{number}" for number in range(1, 5)]
    assert [a["href"] for a in page.select(".glance th a")] == [f"#{anchor}" for anchor in anchors]
    sections = page.select(".witness")
    assert [str(section["id"]) for section in sections] == anchors
    assert [len(section.select(".badge")) for section in sections] == [1, 0, 0, 1]
    assert text_of(sections[1], ".names") == "702.41a, front matter: credits; glossary: Storm, *"


def test_a_fragment_is_shown_as_such_and_that_of_several_editions_is_one_witness(tmp_path: Path) -> None:
    with open_store(write_issues(tmp_path / "m.sqlite")) as store:
        write_pages(store, tmp_path / "pages")
    fragment = parsed(tmp_path / "pages/theme/bodies/e/2026-04-17.html").select(".witness")[-1]
    assert text_of(fragment, "h3") == f"{FRAGMENT.file} fragment"
    assert [cell.get_text() for cell in fragment.select(".variants td")] == ["Costs less.", "Co sts less."]
    assert "damage: 1 passage" in text_of(fragment, ".variants summary")
    days = ("1999-04-23", "2026-04-17")
    editions = [make_edition(day, witnesses=(copy(day, chosen=True), FRAGMENT)) for day in days]
    old = Reading(editions[0], (), (), (), (), ())
    with open_store(
        write_store(tmp_path / "two.sqlite", (old, ()), (replace(tiny_reading(), edition=editions[1]), ()))
    ) as store:
        write_pages(store, tmp_path / "two")
    listed = parsed(tmp_path / "two/theme/bodies/editions.html")
    assert text_of(listed, ".lead").startswith("2 editions from 3 source copies")
    assert [cell.get_text() for cell in listed.select("td[data-label='Copies']")] == ["2", "2"]


def test_an_edition_whose_changes_nobody_announced_says_why(tmp_path: Path) -> None:
    """No bulletin of 2001 or 2002 is known; one of 2003 covers the last step."""
    with town(tmp_path) as store:
        write_pages(store, tmp_path / "pages")
    unannounced, announced = (
        text_of(parsed(tmp_path / f"pages/theme/bodies/e/{edition}.html"), ".page-head") for edition in (B, D)
    )
    assert "No update bulletin is known that announced these changes" in unannounced
    assert "announced these changes" not in announced


def test_every_condition_of_a_copy_has_words() -> None:
    assert tuple(words.CONDITIONS) == CONDITIONS
