"""Announcements: the data file, what an announcement covers, and to which change it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph.announcements import (
    Announcement,
    AnnouncementsError,
    announced_changes,
    announcements_of_versions,
    bulletins,
    match_bulletin,
    read_bulletins,
)
from graph.compare import compare
from rules.links import Version

if TYPE_CHECKING:
    from rules.store import Store

_BULLETIN = """
[[bulletin]]
id = "harbour-bulletin"
title = "Harbour Bulletin"
date = "2010-01-05"
address = "https://example.org/harbour-bulletin"
changes = [
  {row},
]
"""
_ROW = '["2010-01-01", "2010-02-01", "702.40", "new", "changed", "", "boats"]'


def _announcement(rule: str, side: str = "new", old: str = "2010-01-01", new: str = "2010-02-01") -> Announcement:
    row = f'["{old}", "{new}", "{rule}", "{side}", "changed", "", "boats"]'
    return read_bulletins(_BULLETIN.format(row=row))[0].announcements[0]


def _version(key: str, first: str, last: str) -> Version:
    return Version("702.40@2009-01-01", key, first, last, "kept", "wording", "exact", 1.0, (key,))


COVERED = {
    "702.4": ("702.4 702.4a", "702.40 702.40a 702 702.3"),
    "702.40a": ("702.40a", "702.40 702.40b 702.40aa"),
    "702": ("702 702.1 702.40a", "703 70 7"),
    "702.2-702.18": ("702.2 702.9c 702.18 702.18b", "702.1 702.19 702.180 702"),
    "900-901": ("900 900.3 901 901.4a", "902 9"),
    "*": ("1 702.40a", ""),
}


@pytest.mark.parametrize("rule", COVERED)
def test_what_an_announcement_covers(rule: str) -> None:
    announcement = _announcement(rule)
    covered, not_covered = (numbers.split() for numbers in COVERED[rule])
    assert [number for number in (*covered, *not_covered) if announcement.covers(number)] == covered


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"", "boats"', '"boats"', "seven or eight texts"),
        ("2010-02-01", "2009-02-01", "older one first"),
        ("702.40", "702.4l4", "no number"),
        ("702.40", "702.40-702.3", "ends before it begins"),
        ('"new"', '"newer"', "'newer' must be one of"),
        ('"boats"', '""', "subject is missing"),
        ('"boats"', '"boats", "702.x"', "'702.x' is no number"),
        (_ROW, f"{_ROW},\n{_ROW}", "is listed twice"),
        ("title", "tilte", "'title' is missing"),
        ("https://", "javascript:", "https://"),
        ("2010-01-05", "January", "YYYY-MM-DD"),
        (f"  {_ROW},\n", "", "announces nothing"),
        ("", _BULLETIN.format(row=_ROW), "harbour-bulletin is listed twice"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(AnnouncementsError, match=message):
        read_bulletins(_BULLETIN.format(row=_ROW).replace(old, new, 1))


def test_the_versions_that_a_bulletin_announces() -> None:
    spans = (("39", "2009-01-01", "2010-01-01"), ("40", "2010-02-01", "2010-05-01"), ("41", "2010-06-01", "2010-08-01"))
    versions = tuple(_version(f"702.{number}", first, last) for number, first, last in spans)
    by_new_number, by_old_number = _announcement("702.40"), _announcement("702.39", "old")
    other, later = _announcement("702.39"), _announcement("702.41", old="2010-05-01", new="2010-06-01")
    deleted = _announcement("702.41", "old", old="2010-08-01", new="2010-09-01")
    announced = announcements_of_versions(versions, (by_new_number, by_old_number, other, later, deleted))
    assert announced == ((), (by_old_number, by_new_number), (later,), (deleted,))


def test_the_data_is_complete() -> None:
    facts = [announcement for bulletin in bulletins() for announcement in bulletin.announcements]
    assert len(bulletins()) >= 65
    assert len(facts) >= 1641
    assert all(f"/{bulletin.address}" in bulletin.archived for bulletin in bulletins())
    assert all(not set(fact.old + fact.new) - set("0123456789-") for fact in facts)


@pytest.mark.archive
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_each_announcement_fits_a_change_or_is_known_not_to(whole_store: Store, every: int) -> None:
    sample = bulletins()[::every]
    steps = {step for bulletin in sample for step in bulletin.steps}
    comparisons = {step: compare(whole_store, *step) for step in sorted(steps)}
    matches = [match for bulletin in sample for match in match_bulletin(bulletin, comparisons).matches]
    wrong = {fit: sum(match.fit == fit for match in matches) for fit in ("no-edition", "no-rule", "no-change")}
    assert wrong["no-edition"] == 0
    assert wrong["no-rule"] == 0
    assert wrong["no-change"] <= len(matches) // 100


@pytest.mark.archive
def test_a_change_is_announced_whatever_number_it_has_later(whole_store: Store) -> None:
    near, far = (
        announced_changes(whole_store, "2014-06-01", new, compare(whole_store, "2014-06-01", new).groups)
        for new in ("2014-07-18", "2018-04-27")
    )
    lineages = {group.lineage for group in far}
    missing = [group for group in near if group.lineage not in lineages and group.kind not in {"deleted", "ambiguous"}]
    assert len(near) > 10
    assert len(missing) <= len(near) // 10
