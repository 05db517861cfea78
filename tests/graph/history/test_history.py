"""Where rules went: in the small made-up history, and in the real one."""

from __future__ import annotations

import pytest

from graph.history import Destination, History
from graph.history.lineages import _FEW_PARENTS
from graph.history.paths import Path, mark_successor
from graph.ledger import open_ledger
from rules.links import ChangeKind, Version
from rules.store import Store
from tests.graph.citations.judge.judged_history import A, B, C, D, JudgedHistory


@pytest.fixture(scope="module")
def history() -> History:
    return History(JudgedHistory())  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def real() -> History:
    return History(open_ledger())


@pytest.mark.parametrize(
    ("number", "start", "end", "kind", "keys", "successor"),
    [
        ("100.1", A, D, "kept", ("100.1",), "100.1"),
        ("700.2a", A, D, "moved", ("700.3a",), "700.3a"),
        ("700.3a", D, A, "moved", ("700.2a",), "700.2a"),
        ("100.2", A, D, "kept", ("100.2", "100.2a"), "100.2"),
        ("100.3a", A, D, "merged", ("100.3",), None),
        ("100.2a", D, A, "merged", ("100.2",), None),
        ("100.1b", A, D, "deleted", (), None),
        ("101", D, A, "deleted", (), None),
        ("100.1a", A, C, "kept", ("100.1a",), "100.1a"),
        ("100.1c", A, D, "moved", ("100.1a",), "100.1a"),
        ("100.9", A, D, "absent", (), None),
    ],
)
def test_where_a_number_went(
    history: History, number: str, start: str, end: str, kind: str, keys: tuple[str, ...], successor: str | None
) -> None:
    destination = history.destinations.of_number(number, start, end)
    assert (destination.kind, destination.keys, destination.successor) == (kind, keys, successor)
    assert destination.number == number


@pytest.mark.parametrize(
    ("old", "new", "number", "kind", "successor"),
    [
        ("2008-02-01", "2008-10-01", "403.3", "moved", "403.4"),
        ("2009-05-01", "2009-07-11", "502.7f", "moved", "702.14f"),
        ("2009-05-01", "2009-07-11", "409.1b", "reworded", "601.2b"),
        ("2009-05-01", "2009-07-11", "217.1c", "split", "400.7"),
        ("2018-01-19", "2026-04-17", "704.5u", "moved", "704.6c"),  # rephrased
        ("2018-01-19", "2026-04-17", "103.4", "reworded", "103.5"),
        ("2018-07-13", "2026-04-17", "119.3a", "moved", "120.3a"),
        ("2018-07-13", "2026-04-17", "702.36e", "moved", "702.37e"),
        ("2026-04-17", "2018-07-13", "120.3a", "moved", "119.3a"),
        ("2009-05-01", "2009-07-11", "605.1c", "absent", None),
        ("2009-05-01", "2009-05-01", "502.7f", "kept", "502.7f"),
        # two rules bear it there, one of which is gone
        ("2004-06-01", "2026-04-17", "502.35b", "ambiguous", None),
    ],
)
def test_where_real_numbers_went(
    real: History, old: str, new: str, number: str, kind: str, successor: str | None
) -> None:
    destination = real.destinations.of_number(number, old, new)
    assert (destination.kind, destination.successor) == (kind, successor)


@pytest.mark.parametrize(
    ("edition", "number", "keys"),
    [
        ("2009-05-01", "304.1", ("504.1", "504.2")),
        ("2009-05-01", "305.3", ("505.6", "505.6a")),
        ("2009-05-01", "307.1", ("507.2",)),
        ("2003-03-15", "310.1", ("510.1",)),
        ("2009-05-01", "310.1", ("510.3a", "510.1")),
    ],
)
def test_a_rule_goes_on_in_its_parts_when_the_main_one_ended(
    real: History, edition: str, number: str, keys: tuple[str, ...]
) -> None:
    assert real.destinations.of_number(number, edition, "2026-08-07").keys == keys


@pytest.mark.parametrize(
    ("number", "first", "keys"),
    [
        ("401.2", "1999-04-23", ("112.1", "115.1a")),  # one part went in 2003, the other in 2009
        ("103.1", "1999-04-23", ("101.1", "101.3")),
        ("201.2", "2010-02-01", ("201.2", "201.2a")),
    ],
)
def test_a_number_without_a_day_means_each_day_of_its_period(
    real: History, number: str, first: str, keys: tuple[str, ...]
) -> None:
    period = next(period for period in real.periods.of_key(number) if period.first == first)
    assert real.destinations.of_period(period, "2026-08-07").keys == keys


def test_a_retyped_edition_may_give_a_number_to_another_rule(real: History) -> None:
    (retyped,) = real.calendar.retyped
    for key, lineage in real.lineages.of_edition(retyped).items():
        period = real.periods.at(key, retyped)
        assert period is not None
        assert (period.lineage, period.first <= retyped <= period.last) == (lineage, True)
    assert real.periods.at("950.1", retyped) is None


@pytest.mark.parametrize(
    ("number", "edition"), [("503.1", "2009-10-01"), ("903.9", "2016-08-26"), ("400.4", "2009-07-11")]
)
def test_a_number_still_leads_to_a_rule_that_is_below_it_now(real: History, number: str, edition: str) -> None:
    assert number not in real.destinations.of_number(number, edition, "2026-08-07").keys
    assert real.destinations.keeps_part(number, edition, "2026-08-07")


def test_every_verbatim_move_has_its_way_back(real: History) -> None:
    for old, new in (("2009-05-01", "2009-07-11"), ("2019-05-03", "2026-04-17")):
        numbers = [key for key in real.store.lineages(old) if not key.startswith("glossary:")]
        moved = [
            goes for goes in (real.destinations.of_number(key, old, new) for key in numbers) if goes.kind == "moved"
        ]
        assert len(moved) > 100
        returned = [real.destinations.of_number(goes.successor or "", new, old).successor for goes in moved]
        assert returned == [goes.number for goes in moved], (old, new)


def test_numbers_below_are_the_same_one_by_one_and_all_at_once() -> None:
    ledger = open_ledger()
    one_by_one, all_at_once = History(ledger).lineages, History(ledger).lineages
    for edition in (ledger.editions_of()[0], *sorted(ledger.retyped)[:1], ledger.editions_of()[-1]):
        listed = all_at_once._list_children(edition)
        parents = [*listed, *listed["100"]]  # the chapters come first; the last ones have none below them
        assert len(parents) > _FEW_PARENTS
        assert {parent: one_by_one.children(edition, parent) for parent in parents} == {
            parent: listed.get(parent, ()) for parent in parents
        }


def test_periods_and_what_an_edition_has(history: History) -> None:
    drifting, beaching = history.periods.of_key("700.2a")
    assert (drifting.first, drifting.last, beaching.first, beaching.last) == (A, B, C, D)
    assert drifting.lineage == history.lineages.find(C, "700.3a")
    assert history.periods.of_key("100.9") == ()
    assert [history.lineages.edition_has(edition, "700.5") for edition in (C, D)] == [False, True]
    assert history.lineages.children(D, "700.3") == ("700.3a", "700.3b", "700.3c", "700.3d")
    assert history.lineages.children(D, "700.3a") == ()
    assert (history.calendar.edition_after(D), history.calendar.last_day(A), history.calendar.last_day(D)) == (
        None,
        "2002-02-01",
        None,
    )
    assert (history.calendar.name_edition(C), history.calendar.name_edition(D)) == (f"{C} (Third Tide)", D)


@pytest.mark.parametrize(
    ("number", "start", "end", "keeps"),
    [
        ("100.2", A, D, True),  # split, and this part has the number
        ("100.3a", A, D, False),
        ("700.2a", A, D, False),
        ("700.2a", D, A, False),
        ("100.1", A, D, True),
        ("100.9", A, D, False),
    ],
)
def test_whether_a_number_still_names_a_part_of_its_rule(
    history: History, number: str, start: str, end: str, *, keeps: bool
) -> None:
    assert history.destinations.keeps_part(number, start, end) is keeps


def test_titles_above_a_number_and_who_bears_them(history: History) -> None:
    assert history.titles.shown(A, "700.2a") == ("Drifting", "700.2")
    assert history.titles.shown(D, "100.1a") == ("Boats", "100")
    assert history.titles.of_number(A, "700.2a") == (frozenset({"drifting"}), frozenset({"keywords", "more"}))
    assert history.titles.numbers_with("drifting", A) == ("700.2",)
    assert history.titles.numbers_with("drifting", D) == ("700.3",)
    assert history.titles.numbers_with("towing", A) == ()


def test_a_destination_names_numbers_and_terms() -> None:
    destination = Destination("100.1", "split", ("100.1", "100.1#2", "glossary:Toll"), lineage_continues=True)
    assert (destination.numbers, destination.terms) == (("100.1",), ("Toll",))
    assert (destination.successor, destination.needs_consent) == ("100.1", True)


def test_reading_all_versions_changes_no_answer(sample_store: Store) -> None:
    asking, reading = History(sample_store), History(sample_store)
    assert reading.versions.by_lineage
    keys = [*reading.versions.by_key, "999.9"]
    for key in keys:
        assert asking.periods.in_all_works(key) == reading.periods.in_all_works(key)
    for lineage in [*reading.versions.by_lineage, "no lineage"]:
        assert asking.versions.of_lineage(lineage) == reading.versions.of_lineage(lineage)


@pytest.mark.parametrize(
    ("kinds", "expected"), [((), "kept"), (("renumbered",), "renumbered"), (("returned", "kept"), "returned")]
)
def test_only_a_lineage_that_was_missing_returns(kinds: tuple[ChangeKind, ...], expected: ChangeKind) -> None:
    versions = [Version("lane", "100.2", C, D, kind, "wording", "words", 0.9, ()) for kind in kinds]
    targets: dict[str, Path] = {}
    mark_successor(targets, "100.2", lambda: versions)
    assert (targets["100.2"].kind, targets["100.2"].main) == (expected, True)
