"""Pictures: what is counted, that drawings say and lead to all of it, and that hostile headings stay text."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from markupsafe import Markup

from rules.numbers import section_of
from rules.store import Store, open_store
from site_src.addresses import neighbourhood_place
from site_src.markup.changes import steps_of
from site_src.pages.pictures.changes import changes
from site_src.pages.pictures.cited import RANKS, draw_cited
from site_src.pages.pictures.drawing import (
    day_position,
    drawing,
    link,
    outline,
    plot,
    round_steps,
    steps,
    strip_links,
    text,
)
from site_src.pages.pictures.flow import GONE, NEW, flow, flows_between, rank_steps
from site_src.pages.pictures.growth import growth
from site_src.pages.pictures.neighbourhood import Neighbourhoods, neighbourhood
from site_src.pages.pictures.picture import Picture
from site_src.pages.pictures.survey import ChapterHistory, PictureData, year_ends
from site_src.paths import ASSETS
from tests.site_src.tiny import write_tiny


@pytest.fixture(scope="module")
def data(sample_store: Store) -> PictureData:
    return PictureData(sample_store)


@pytest.fixture(scope="module")
def nets(sample_store: Store, data: PictureData) -> Neighbourhoods:
    return Neighbourhoods(sample_store, data.latest, {})


@pytest.fixture(scope="module")
def pictures(sample_store: Store, data: PictureData, nets: Neighbourhoods) -> dict[str, Picture]:
    """All pictures of the sample, by name."""
    counted = changes(sample_store, data, steps_of(sample_store))
    drawn = [counted, flow(sample_store, data), draw_cited(sample_store, data)]
    return {picture.name: picture for picture in (growth(data), *drawn, neighbourhood(nets, data.latest))}


def of_class(picture: Markup, name: str) -> list[Element]:
    """Elements of a drawing, which is well-formed, by one of their classes."""
    return [element for element in fromstring(picture).iter() if name in element.get("class", "").split()]


def title_of(element: Element) -> str:
    """What a shape, or a link around shapes, says."""
    return element.findtext("title") or ""


def numbers_in(words: str) -> list[int]:
    """Numbers that stand alone; those of dates and of rules do not."""
    return [int(match.replace(",", "")) for match in re.findall(r"(?<![\w.,-])\d[\d,]*(?= )", words)]


@pytest.mark.parametrize("name", ["growth", "changes", "flow", "cited", "neighbourhood"])
def test_complete_without_a_script_and_allowed_by_the_policy(pictures: dict[str, Picture], name: str) -> None:
    picture = pictures[name]
    assert picture.small.startswith("<svg ")
    assert "<a" not in picture.small, "the list links the whole of it"
    assert len({view.name for view in picture.views}) == len(picture.views)
    for view in (picture, *picture.views):
        assert not re.search(r"\sstyle=|\son\w+=|<script|<style", view.drawing)
        assert "<title>" in view.drawing or "<li><a " in view.drawing


def test_growth_counts_each_rule_of_each_edition_once_and_each_band_has_its_figures(
    sample_store: Store, data: PictureData, pictures: dict[str, Picture]
) -> None:
    picture = pictures["growth"]
    document = picture.document
    bands = list(fromstring(picture.drawing).iter("a"))
    assert len(bands) == len(document["sections"]) > 3
    anchors = {view.name for view in picture.views}
    series = []
    for band in bands:
        sizes = [int(number) for number in band.get("data-sizes", "").split()]
        stood = [size for size in sizes if size]
        counts = [int(match) for match in re.findall(r"(\d+) rules? on", title_of(band))]
        assert counts == [stood[0], stood[-1]][: len(stood)], title_of(band)
        assert band.get("href", "").removeprefix("#") in anchors
        series.append(sizes)
    totals = [sum(sizes) for sizes in zip(*series, strict=True)]
    for at, (edition, total) in enumerate(zip(document["editions"], totals, strict=True)):
        of_chapters = sum(chapter["rules"][at] for chapter in document["chapters"])
        assert total == of_chapters + sum(section["own"][at] for section in document["sections"])
        assert total == sample_store.counts()[edition][0], "the count of every other page"
        assert sum(int(row[4]) for row in picture.rows if row[0] == edition) == of_chapters, edition
    keywords = next(chapter for chapter in data.chapters() if chapter.number == "702")
    numbers = {data.numbers[edition].get(keywords.lineage) for edition in data.editions}
    assert {"502", "702"} <= numbers, "a chapter is followed through its numbers"


def test_changes_are_those_of_the_comparisons_and_each_field_says_what_changed(
    sample_store: Store, pictures: dict[str, Picture]
) -> None:
    picture = pictures["changes"]
    wanted = sum(map(len, steps_of(sample_store).values()))
    assert wanted > 50
    assert sum(sum(cell[2:]) for cell in picture.document["cells"]) == wanted
    fields = of_class(picture.drawing, "heat")
    counts = Counter(tuple(int(size or 0) for size in field.get("data-categories", "").split(" ")) for field in fields)
    assert counts == Counter(tuple(cell[2:]) for cell in picture.document["cells"])
    for element in fields:
        sizes = [int(size) for size in element.get("data-categories", "").split(" ") if size]
        assert numbers_in(title_of(element).partition(": ")[2]) == sizes


def test_flows_lose_no_rule_and_each_ribbon_says_how_many(
    sample_store: Store, data: PictureData, pictures: dict[str, Picture]
) -> None:
    old, new = rank_steps(sample_store, data)[0]
    flows = flows_between(sample_store, old, new, section_of)
    counts = [sum("." in key and ":" not in key for key in sample_store.keys(edition)) for edition in (old, new)]
    assert sum(size for (source, _), size in flows.items() if source != NEW) == counts[0]
    assert sum(size for (_, target), size in flows.items() if target != GONE) == counts[1]
    picture = pictures["flow"]
    ribbons = of_class(picture.drawing, "ribbon")
    sizes = [numbers_in(title_of(ribbon).rpartition(": ")[2])[0] for ribbon in ribbons]
    assert sizes == [size for _, _, size in picture.document["flows"]]


def test_ranks_go_by_references_and_each_rule_ever_among_the_first_is_a_link(
    data: PictureData, pictures: dict[str, Picture]
) -> None:
    picture = pictures["cited"]
    for edition in year_ends(data.editions):
        rows = [row for row in picture.rows if row[0] == edition]
        assert [row[1] for row in rows] == list(range(1, len(rows) + 1)), edition
        assert len(rows) <= RANKS, edition
        assert [row[5] for row in rows] == sorted((row[5] for row in rows), reverse=True), edition
    climbs = of_class(picture.drawing, "climb")
    assert len(climbs) == len({row[4] for row in picture.rows})
    assert all(climb.get("href", "").startswith("../../history/") and title_of(climb) for climb in climbs)


def test_each_reference_is_drawn_from_both_ends(pictures: dict[str, Picture], nets: Neighbourhoods) -> None:
    picture = pictures["neighbourhood"]
    names = picture.document["records"]
    wanted = sorted((names[source], names[target], size) for source, target, size in picture.rows)
    assert len(wanted) > 50
    for drawn in (nets.into, nets.out):
        edges = [edge for key in nets.keys for edge in drawn(key)]
        assert sorted((nets.name(edge.source), nets.name(edge.target), edge.count) for edge in edges) == wanted
        assert {key for edge in edges for key in (edge.source, edge.target)} <= set(nets.keys)
    places = [neighbourhood_place(key) for key in nets.keys]
    assert len(places) == len(set(places))
    assert all(nets.lines(key).count("edge ") == len(nets.into(key)) + len(nets.out(key)) for key in nets.keys)


def test_no_script_draws() -> None:
    """What makes shapes in a browser: elements of SVG by name, or markup that is read as elements."""
    means = re.compile(
        r"createElementNS|2000/svg|innerHTML|outerHTML|insertAdjacentHTML|setHTML|<svg|<path|[\"']d3-|\.getContext\("
    )
    scripts = sorted((ASSETS / "js").rglob("*.js"))
    assert len(scripts) > 30
    assert {script.name: found for script in scripts if (found := means.findall(script.read_text("utf-8")))} == {}


def test_an_edition_without_text_is_no_edition_and_a_chapter_without_a_record_has_no_history(tmp_path: Path) -> None:
    with open_store(write_tiny(tmp_path / "tiny.sqlite")) as store:
        data = PictureData(store)
    assert data.editions == ("2026-04-17",)
    data.numbers = {"2006-10-01": {"402@2003-07-01": "402"}}
    stands = ChapterHistory("402@2003-07-01", "402", "Abilities", True, "4")
    misprinted = ChapterHistory("432", "432", "", True, "4")
    assert [data.history(stands), data.history(misprinted)] == ["../../history/402/", ""]


def test_a_bare_drawing_has_no_links_and_no_words() -> None:
    shape = plot(9, [link("../a/", "A & b", '<path class="band" d="M0 0"/>', "climb", sizes="1 2")])
    markup = drawing("x", 9, "Label", [shape, text(0, 1, "word")], editions="1")
    assert strip_links(markup) == (
        '<svg class="drawing drawing-x" width="100%" height="9"><svg class="plot" viewBox="0 0 1000 9" '
        'width="100%" height="100%" preserveAspectRatio="none"><g class="climb"><path class="band" d="M0 0"/></g>'
        "</svg></svg>"
    )
    assert link("", "432", "<path/>", has_tab_stop=False) == "<g><title>432</title><path/></g>", "what has no page"
    assert text(10, 2.25, "<script>") == '<text x="1%" y="2.2">&lt;script&gt;</text>'


def test_outlines_stairs_days_and_round_steps() -> None:
    assert outline([(0, 5), (2, 5), (2, 7.25), (4, 7.25), (4, 0)]) == "M0 5H2V7.2H4V0Z"
    assert steps([(0, 5), (1, 5), (2, 7)], 4) == [(0, 5), (2, 5), (2, 7), (4, 7)]
    assert day_position("2000-01-01", "1999-01-01", "2001-01-01", 0, 731) == pytest.approx(365)
    for most, wanted in {0: [0], 4: [0, 1, 2, 3, 4], 3285: [0, 1000, 2000, 3000]}.items():
        assert round_steps(most) == wanted
