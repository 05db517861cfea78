"""Every number that an edition has or had leads somewhere, and every lineage stands on exactly one page."""

from __future__ import annotations

from site_src.pages.history.outcomes import Outcomes
from site_src.pages.history.plan import history_pages, in_order, lineages_by_key, number_periods, parent_name
from tests.site_src.pages.history.moved_rules import EDITIONS, A, B, C


def test_every_key_of_every_edition_is_on_one_page(outcomes: Outcomes) -> None:
    keys = [key for page in history_pages(outcomes.histories) for key in page.keys]
    assert len(keys) == len(set(keys))
    assert set(keys) == {key for texts in EDITIONS.values() for key in texts}


def test_every_lineage_stands_once(outcomes: Outcomes) -> None:
    lineage_views = [lineage for members in lineages_by_key(outcomes.histories).values() for lineage in members]
    assert sorted(lineage_views) == sorted(outcomes.histories.by_lineage)


def test_pages_stand_in_the_order_of_the_book(outcomes: Outcomes) -> None:
    names = [page.name for page in history_pages(outcomes.histories)]
    assert names == ["7", "702", "702.1", "702.2", "702.3", "702.4", "702.5", "Old & <New>"]


def test_a_number_tells_what_it_was_that_of(outcomes: Outcomes) -> None:
    held = [(period.lineage, period.first, period.last) for period in number_periods(outcomes.histories, "702.2a")]
    assert held == [(f"702.2a@{A}", A, A), (f"702.3a@{A}", B, C)]


def test_natural_order() -> None:
    numbers = ["702.10", "702.9b", "7", "702.9", "702", "702.9b#2", "702.9aa"]
    assert sorted(numbers, key=in_order) == ["7", "702", "702.9", "702.9aa", "702.9b", "702.9b#2", "702.10"]


def test_what_stands_above() -> None:
    assert [parent_name(name) for name in ("702.40", "702", "7", "A.2", "A")] == ["702", "7", "", "A", ""]
