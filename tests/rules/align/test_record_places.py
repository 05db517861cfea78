"""The relations between the places of an old and a new record."""

from collections.abc import Mapping

import pytest

from rules.align.edition_columns import EditionColumns
from rules.align.matching import Matching
from rules.align.record_places import RecordPlaces
from rules.numbers import kind_of, parent_of
from rules.records import Rule

NUMBERS = ("7", "702", "702.4", "702.4a", "702.4b", "702.9", "702.9a", "702.9b", "802.1")  # 802.1 has no parent


@pytest.fixture
def side() -> EditionColumns:
    rules = [Rule("2001-01-01", number, kind_of(number), parent=parent_of(number)) for number in NUMBERS]
    return EditionColumns(rules, ())


def are_near(side: EditionColumns, old: str, new: str, links: Mapping[str, str]) -> bool:
    """Whether an old number is near a new one, both of the same edition, if these old numbers have these new ones."""
    matching = Matching(side, side)
    for old_number, new_number in links.items():
        matching.link(side.positions[old_number], side.positions[new_number], "test", 1.0)
    places = RecordPlaces(matching, matching.update_families())
    return places.are_near(side.positions[old], side.positions[new])


@pytest.mark.parametrize(
    ("old", "new", "links"),
    [
        ("702.4a", "702.9", {"702.4a": "702.9a"}),
        ("702.4a", "702.9b", {"702.4a": "702.9a"}),
        ("702.4", "702.9a", {"702.4a": "702.9a"}),
        ("702.4b", "702.9a", {"702.4a": "702.9a"}),
        ("702.4b", "702.9b", {"702.4": "702.9"}),
    ],
)
def test_records_are_near_that_are_in_linked_families(
    side: EditionColumns, old: str, new: str, links: dict[str, str]
) -> None:
    assert are_near(side, old, new, links)


@pytest.mark.parametrize(
    ("old", "new", "links"),
    [
        ("702.4b", "702.9b", {}),
        ("702.4b", "702.4a", {"702.4": "702.9"}),
        ("702.4b", "802.1", {}),
        ("702.4b", "802.1", {"702.4": "702.9"}),
        ("802.1", "702.4b", {}),
        ("802.1", "802.1", {}),
    ],
)
def test_records_are_not_near_without_a_link_or_a_parent(
    side: EditionColumns, old: str, new: str, links: dict[str, str]
) -> None:
    assert not are_near(side, old, new, links)
