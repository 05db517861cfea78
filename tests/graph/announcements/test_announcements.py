"""Announcements: the data file, what an announcement covers, and to which change it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from graph.announcements import changes, unannounced
from graph.announcements.changes import announced_changes, announcements_of_versions
from graph.announcements.file import bulletins, unfound
from graph.announcements.match import _find_contradiction, match_bulletin
from graph.announcements.records import Announcement
from graph.announcements.unannounced import find_unannounced_steps
from graph.compare.comparison import compare
from graph.curated.file import CuratedFileError
from graph.history import History
from rules.links import Group, Link, Version
from tests.graph.compare.histories import A, B, town

if TYPE_CHECKING:
    from pathlib import Path

    from rules.store import Store

_BULLETIN = """
[[bulletin]]
id = "harbour-bulletin"
title = "Harbour Bulletin"
date = "2010-01-05"
address = "https://example.org/harbour-bulletin"
changes = '''
{row}
'''
"""
_ROW = "2010-01-01 | 2010-02-01 | 702.40 | new | changed | | boats"


def _announcement(rule: str, side: str = "new", old: str = "2010-01-01", new: str = "2010-02-01") -> Announcement:
    row = f"{old} | {new} | {rule} | {side} | changed | | boats"
    return bulletins(_BULLETIN.format(row=row))[0].announcements[0]


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
        ("| boats", "boats", r"length 8, got 7 - at `\$\.announcements\[0\]"),
        ("boats\n", "boats | | |\n", "at most length 10, got 11"),
        ("changed", "deleted", "702.40 of 2010-02-01: the number of a rule that is deleted must be of the old edition"),
        ('date = "2010-01-05"', "date = 2010", r"got `int` - at `\$\.date"),
        ("[[bulletin]]", "[[bulletins]]", r"under \[\[bulletin\]\] or \[\[unfound\]\]"),
        ("2010-02-01", "2009-02-01", "older one first"),
        ("702.40", "702.4l4", "not a number"),
        ("702.40", "702.40-702.3", "ends before it begins"),
        ("| new |", "| newer |", "enum value 'newer'"),
        ("boats\n", "\n", "length >= 1"),
        ("boats\n", "boats | 702.x\n", "'702.x' is not a number"),
        ("| | boats", "| bogus | boats", "counterpart: 'bogus' is not a number or a range of numbers"),
        ("| | boats", "| 702.1; 702.3 | boats", "counterpart: ' 702.3' is not a number"),
        ("| | boats", "| 702.1;702.5-702.3 | boats", "counterpart: '702.5-702.3' ends before it begins"),
        (_ROW, f"{_ROW}\n{_ROW}", "is listed twice"),
        ("title", "tilte", "unknown field `tilte`"),
        ("https://", "javascript:", r"at `\$\.address"),
        ("2010-01-05", "January", r"at `\$\.date"),
        (f"{_ROW}\n", "", "length >= 1"),
        ("", _BULLETIN.format(row=_ROW), r"\(harbour-bulletin, .*\) is listed twice"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, message: str) -> None:
    with pytest.raises(CuratedFileError, match=message):
        bulletins(_BULLETIN.format(row=_ROW).replace(old, new, 1))


_UNFOUND = """
[[unfound]]
from = "2010-01-01"
to = "2012-01-01"
reason = "nobody kept the notices of these years"
evidence = "the harbour's own list"

[[unfound]]
from = "2010-02-01"
to = "2010-03-01"
title = "Second Notice"
date = "2010-02"
address = "https://example.org/second"
reason = "its text was not found"
evidence = "a letter names it"
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('reason = "its', 'reson = "its', "2010-02-01, 2010-03-01, .* unknown field `reson`"),
        ('evidence = "a letter names it"\n', "", "missing required field `evidence`"),
        ('to = "2010-03-01"', 'to = "2010-01-01"', "older one first"),
        ('title = "Second Notice"\n', "", "a title and an address"),
        ("https://", "ftp://", r"at `\$\.address"),
        ('"2010-02"\na', '"February"\na', r"at `\$\.date"),
        ('from = "2010-02-01"\nto = "2010-03-01"', 'from = "2010-01-01"\nto = "2012-01-01"', "is listed twice"),
    ],
)
def test_what_is_wrong_with_a_reason_is_named(old: str, new: str, message: str) -> None:
    assert old in _UNFOUND
    with pytest.raises(CuratedFileError, match=message):
        unfound(_UNFOUND.replace(old, new, 1))


def test_a_step_without_an_announcement_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """The narrowest span counts; the step that a bulletin covers in part is announced."""
    known, reasons = bulletins(_BULLETIN.format(row=_ROW)), unfound(_UNFOUND)
    monkeypatch.setattr(unannounced, "bulletins", lambda: known)
    monkeypatch.setattr(unannounced, "unfound", lambda: reasons)
    dates = ("2009-12-01", "2010-01-01", "2010-01-15", "2010-02-01", "2010-03-01", "2010-04-01")
    steps = find_unannounced_steps(dates, dates[-1], dates[0])
    assert [(step.old, step.new, step.address) for step in steps] == [
        ("2009-12-01", "2010-01-01", None),
        ("2010-02-01", "2010-03-01", "https://example.org/second"),
        ("2010-03-01", "2010-04-01", None),
    ]
    unsearched, found, unknown = (step.reason for step in steps)
    assert unsearched.endswith("nobody has looked for one yet.")
    assert found == "“Second Notice” announced these changes, but its text was not found."
    assert unknown.endswith("nobody kept the notices of these years.")


CONTRADICTED = {
    # In `town`, 101.1 was split, 101.2 deleted, 101.5 added, and 100.1 and 100.2 changed places.
    ("101.2", "old", "deleted", ""): "",
    ("101.5", "new", "added", ""): "",
    ("100.1", "old", "renumbered", "100.2"): "",
    ("100.1-100.2", "old", "renumbered", "100.1-100.2"): "",
    ("101.3", "new", "changed", ""): "",
    ("101.5", "new", "unclear", ""): "",
    ("101.4-101.5", "new", "changed", ""): "",  # a range is changed if one of its rules is
    ("100.1", "old", "deleted", ""): "linked: 100.1 to 100.2",
    ("101.1a", "new", "added", ""): "linked: 101.1a to 101.1",
    ("101.5", "new", "changed", ""): "101.5 is linked to nothing",
    ("101.2", "old", "moved", "200.2"): "101.2 is linked to nothing",
    ("101.1-101.2", "old", "moved", ""): "linked: 101.2 to nothing",
    ("100.1", "old", "renumbered", "101.2;200"): "linked: 100.1 to 100.2",
}


def test_announcements_that_contradict_a_link_are_found(tmp_path: Path) -> None:
    rows = "\n".join(f"{A} | {B} | {rule} | {side} | {kind} | {to} | boats" for rule, side, kind, to in CONTRADICTED)
    (bulletin,) = bulletins(_BULLETIN.format(row=rows))
    with town(tmp_path) as store:
        matches = match_bulletin(bulletin, {(A, B): compare(History(store), A, B)})
    assert [match.contradiction for match in matches] == list(CONTRADICTED.values())


def test_the_contradiction_names_all_rules_of_a_range_without_a_link() -> None:
    added = [Link(None, key, "added", None, "none", 1.0) for key in ("702.40", "702.41")]
    groups = [Group((), (link.new or "",), "added", None, links=(link,)) for link in added]
    assert _find_contradiction(_announcement("702.40-702.41"), groups) == "702.40, 702.41 are linked to nothing"


def test_the_versions_that_a_bulletin_announces(monkeypatch: pytest.MonkeyPatch) -> None:
    spans = (("39", "2009-01-01", "2010-01-01"), ("40", "2010-02-01", "2010-05-01"), ("41", "2010-06-01", "2010-08-01"))
    versions = tuple(_version(f"702.{number}", first, last) for number, first, last in spans)
    by_new_number, by_old_number = _announcement("702.40"), _announcement("702.39", "old")
    other, later = _announcement("702.39"), _announcement("702.41", old="2010-05-01", new="2010-06-01")
    deleted = _announcement("702.41", "old", old="2010-08-01", new="2010-09-01")
    every = (by_new_number, by_old_number, other, later, deleted)
    monkeypatch.setattr(changes, "_all_announcements", lambda: every)
    monkeypatch.setattr(changes, "_by_step", changes._by_step.__wrapped__)  # the cached one has the real ones
    announced = announcements_of_versions(versions)
    assert announced == ((), (by_old_number, by_new_number), (later,), (deleted,))


def test_the_data_is_complete() -> None:
    facts = [announcement for bulletin in bulletins() for announcement in bulletin.announcements]
    assert len(bulletins()) >= 80
    assert len(facts) >= 1728
    assert all(f"/{bulletin.address}" in bulletin.archived for bulletin in bulletins() if bulletin.archived)
    assert all(bulletin.archived or bulletin.partial for bulletin in bulletins() if bulletin.date < "2022-11")
    assert len(unfound()) >= 11
    assert all(not set(fact.old + fact.new) - set("0123456789-") for fact in facts)


@pytest.mark.archive
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_each_announcement_fits_a_change_or_is_known_not_to(whole_store: Store, every: int) -> None:
    sample = bulletins()[::every]
    steps = {step for bulletin in sample for step in bulletin.steps}
    comparisons = {step: compare(History(whole_store), *step) for step in sorted(steps)}
    matches = [match for bulletin in sample for match in match_bulletin(bulletin, comparisons)]
    wrong = {fit: sum(match.fit == fit for match in matches) for fit in ("no-edition", "no-rule", "no-change")}
    assert wrong["no-edition"] == 0
    assert wrong["no-rule"] == 0
    assert wrong["no-change"] <= len(matches) // 100


@pytest.mark.archive
def test_a_change_is_announced_whatever_number_it_has_later(whole_store: Store) -> None:
    near, far = (
        announced_changes(
            History(whole_store), "2014-06-01", new, compare(History(whole_store), "2014-06-01", new).groups
        )
        for new in ("2014-07-18", "2018-04-27")
    )
    lineages = {group.lineage for group in far}
    missing = [group for group in near if group.lineage not in lineages and group.kind not in {"deleted", "ambiguous"}]
    assert len(near) > 10
    assert len(missing) <= len(near) // 10


@pytest.mark.archive
def test_no_announcement_contradicts_a_link_without_a_reason(whole_store: Store) -> None:
    """A reason that is no longer needed is to go."""
    comparisons = {step: compare(History(whole_store), *step) for bulletin in bulletins() for step in bulletin.steps}
    matches = [match for bulletin in bulletins() for match in match_bulletin(bulletin, comparisons)]
    assert [match for match in matches if match.contradiction and not match.announcement.reading] == []
    assert [match for match in matches if match.announcement.reading and not match.contradiction] == []


@pytest.mark.archive
def test_every_step_has_an_announcement_or_a_reason_why_not(whole_store: Store) -> None:
    editions = whole_store.chained()
    steps = find_unannounced_steps(editions, editions[0], editions[-1])
    assert {step.reason for step in steps} == {reason.of_step("", "").reason for reason in unfound()}


@pytest.mark.archive
@pytest.mark.parametrize(
    ("old", "new", "number", "subject"),
    [
        ("2009-05-01", "2009-07-11", "500.4", "mana burn"),
        ("2009-05-01", "2009-07-11", "510.2", "combat damage"),
        ("2024-09-20", "2024-11-08", "509.2", "damage assignment order"),
        ("2026-04-17", "2026-06-19", "601.5", "dividing"),
    ],
)
def test_well_known_changes_have_their_reason(
    whole_store: Store, old: str, new: str, number: str, subject: str
) -> None:
    groups = [group for group in compare(History(whole_store), old, new).groups if number in (*group.old, *group.new)]
    announced = announced_changes(History(whole_store), old, new, groups)
    assert any(subject in announcement.subject for several in announced.values() for announcement in several)
