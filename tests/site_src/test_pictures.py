"""Pictures: what is counted, how drawings are made, and that hostile headings stay text."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.links import ChangeClass, ChangeKind, Link
from rules.store import open_store
from site_src.layout.book import section_of
from site_src.pages.pictures.changes import changes, sort_of
from site_src.pages.pictures.cited import RANKS, cited
from site_src.pages.pictures.drawing import Days, round_steps, steps, text
from site_src.pages.pictures.flow import GONE, NEW, busiest_step, flows_between
from site_src.pages.pictures.growth import growth
from site_src.pages.pictures.survey import survey, year_ends
from tests.site_src.tiny import write_tiny


@pytest.fixture(scope="module")
def sample(sample_kb: Path) -> Path:
    """A knowledge base of the sample."""
    return sample_kb


class TestFigures:
    def test_growth_counts_each_rule_of_each_edition_once(self, sample: Path) -> None:
        with open_store(sample) as store:
            picture = growth(survey(store))
            for at, edition in enumerate(picture.document["editions"]):
                of_chapters = sum(chapter["rules"][at] for chapter in picture.document["chapters"])
                of_sections = sum(section["own"][at] for section in picture.document["sections"])
                assert of_chapters + of_sections == store.counts()[edition][0], "the count of every other page"
                assert sum(int(row[4]) for row in picture.rows if row[0] == edition) == of_chapters

    def test_a_chapter_is_followed_through_its_numbers(self, sample: Path) -> None:
        with open_store(sample) as store:
            found = survey(store)
            keywords = next(one for one in found.chapters() if one.number == "702")
        numbers = {found.numbers[edition].get(keywords.lineage) for edition in found.editions}
        assert {"502", "702"} <= numbers

    def test_changes_are_those_of_the_links(self, sample: Path) -> None:
        with open_store(sample) as store:
            picture = changes(store, survey(store))
            links = [link for one in picture.document["editions"] for link in store.links(one)]
        wanted = sum(sort_of(link) is not None for link in links)
        assert wanted > 50
        assert sum(sum(cell[2:]) for cell in picture.document["cells"]) == wanted

    @pytest.mark.parametrize(
        ("old", "new", "kind", "change", "sort"),
        [
            (None, "1.1", "added", None, "added"),
            (None, "1.1", "returned", None, "added"),
            ("1.1", None, "deleted", None, "deleted"),
            ("1.1", "1.1", "kept", "wording", "wording"),
            ("1.1", "1.2", "renumbered", "unchanged", "number"),
            ("1.1", "1.2", "renumbered", "reference", "reference"),
            ("1.1", "1.1", "kept", "unchanged", None),
            ("1.1", "1.2", "ambiguous", None, "wording"),
        ],
    )
    def test_a_change_counts_as_its_gravest(
        self, old: str | None, new: str | None, kind: ChangeKind, change: ChangeClass | None, sort: str | None
    ) -> None:
        assert sort_of(Link(old, new, kind, change, "test", 1.0)) == sort

    def test_flows_lose_no_rule(self, sample: Path) -> None:
        with open_store(sample) as store:
            old, new = busiest_step(store, survey(store))
            flows = flows_between(store, old, new, section_of)
            counts = [sum("." in key and ":" not in key for key in store.keys(edition)) for edition in (old, new)]
        assert sum(size for (source, _), size in flows.items() if source != NEW) == counts[0]
        assert sum(size for (_, target), size in flows.items() if target != GONE) == counts[1]

    def test_ranks_go_by_references(self, sample: Path) -> None:
        with open_store(sample) as store:
            found = survey(store)
            picture = cited(store, found)
        for edition in year_ends(found.editions):
            rows = [row for row in picture.rows if row[0] == edition]
            assert [row[1] for row in rows] == list(range(1, len(rows) + 1))
            assert len(rows) <= RANKS
            assert [row[5] for row in rows] == sorted((row[5] for row in rows), reverse=True)


class TestDrawing:
    def test_an_edition_without_text_is_no_edition(self, tmp_path: Path) -> None:
        with open_store(write_tiny(tmp_path / "tiny.sqlite")) as store:
            assert survey(store).editions == ("2026-04-17",)

    def test_names_are_text(self) -> None:
        assert text(1, 2.25, "<script>") == '<text x="1" y="2.2">&lt;script&gt;</text>'

    def test_stairs(self) -> None:
        assert steps([(0, 5), (1, 5), (2, 7)], 4) == [(0, 5), (2, 5), (2, 7), (4, 7)]

    def test_days(self) -> None:
        days = Days("1999-01-01", "2001-01-01", 0, 731)
        assert days.at("2000-01-01") == pytest.approx(365)
        assert [name for _, name in days.years()] == ["2000"]

    @pytest.mark.parametrize(("most", "wanted"), [(0, [0]), (4, [0, 1, 2, 3, 4]), (3285, [0, 1000, 2000, 3000])])
    def test_round_steps(self, most: int, wanted: list[int]) -> None:
        assert round_steps(most) == wanted
