"""Which suggestions of a run of rules may be followed one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from comprules.lint.findings import JudgedFault
from comprules.lint.plan import FilePlan
from comprules.lint.remedies import Advisor
from comprules.lint.scan import ScannedFile
from comprules.lint.settings import Settings
from graph.citations.find.finder import find_citations
from graph.citations.records import Fault

SETTINGS = Settings(
    root=Path(),
    target="2020-01-01",
    since=None,
    edition=None,
    editions=(),
    cites_rules=(),
    codes=frozenset(),
    per_file=(),
)
RUN = "702.5a Boats are towed.\n702.5b Boats are moored.\n"
FIRST = Fault("CR002", "It moved.", ("702.6a",), number="702.5a", fix="place")
SECOND = Fault("CR002", "It moved.", ("702.6b",), number="702.5b", fix="place")
LETTERLESS = Fault("CR002", "It moved.", ("702.6",), number="702.5b", has_lost_letter=True)
"""A fault of which only the rule is certain."""
ELSEWHERE = structs.replace(SECOND, suggestions=("702.9b",))


def advise(*faults: Fault) -> list[Fault]:
    citations = find_citations(RUN, cites_rules=True)
    judged = [JudgedFault(fault, index) for index, fault in enumerate(faults)]
    scanned = ScannedFile(RUN, path="a.txt", citations=citations)
    advisor = Advisor(scanned, SETTINGS, judged, make_planner=pytest.fail, find=lambda _: citations)
    return [advisor.advise(fault) for fault in judged]


@pytest.mark.parametrize(
    ("faults", "fixes"),
    [
        ((FIRST, SECOND), ["place", "place"]),
        ((FIRST,), [""]),
        ((FIRST, ELSEWHERE), ["", ""]),
        ((FIRST, LETTERLESS), ["place", ""]),
        ((structs.replace(FIRST, is_quoted=True),), ["place"]),
        ((structs.replace(FIRST, is_quoted=True), ELSEWHERE), ["place", ""]),
    ],
    ids=["all", "one of two", "two rules", "a lost letter", "one is quoted", "one of two rules is quoted"],
)
def test_a_run_is_changed_as_a_whole_unless_its_rules_are_quoted(faults: tuple[Fault, ...], fixes: list[str]) -> None:
    assert [fault.fix for fault in advise(*faults)] == fixes


def test_the_message_says_why_a_run_has_no_fix() -> None:
    (fault,) = advise(FIRST)
    assert "together with the other rules that are printed above or below it" in fault.message


class FirmPlanner:
    """Plans to leave a file as it is, whatever the options."""

    def plan(self, *, unsafe: bool, stamp_left: bool) -> FilePlan:
        return FilePlan((), RUN, moves=unsafe and stamp_left, faults=())


def test_the_message_says_why_an_upgrade_leaves_a_number() -> None:
    citations = find_citations(RUN, cites_rules=True)
    judged = JudgedFault(structs.replace(FIRST, fix="file"), 0)
    scanned = ScannedFile(RUN, path="a.txt", citations=citations)
    planner: Any = FirmPlanner()
    fault = Advisor(scanned, SETTINGS, [judged], make_planner=lambda: planner, find=lambda _: citations).advise(judged)
    assert (fault.suggestions, fault.fix) == ((), "")
    assert fault.message == (
        "It moved. Nothing is suggested, because `comprules upgrade FILE` leaves the number; run it to see why."
    )
