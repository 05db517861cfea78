"""A summary of customs, and where the rules that it restates went, edition by edition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import UNSET

from comprules.answering import moves, references, show
from comprules.cli.commands.diff import _format_correspondence
from graph.answers.correspondence import (
    CorrespondenceAnswer,
    CorrespondenceCounts,
    answer_correspondence,
    answer_moves_between,
)
from graph.answers.history import answer_history
from graph.answers.lookup import edition_with
from graph.compare.comparison import NotComparable
from graph.history import History
from graph.restatements.restated import describe_restated, find_restated
from rules.errors import NotFound
from rules.records import RULINGS_SUMMARY
from rules.store import Store, open_store
from tests.comprules.running import read_output, run
from tests.graph.lineages.small import link
from tests.rules.histories import write_history

ISSUE, FIRST, SECOND, THIRD = "2001-04-20", "2001-05-01", "2003-07-01", "2005-08-01"
TURNING = "Only the owner of a ring may turn it unless the lantern's inscription says otherwise."
PASSING = "A ring that was turned stays turned until the lantern has been passed on twice."
RETOLD = "A ring that has been turned stays so until the lantern was passed on twice. See Rule A.2.1. [Sam Hill 1998]"
ACORNS = {f"300.{i}": f"Row {i} of the small board has room for {i + 2} acorns and a nut." for i in range(1, 150)}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A summary whose second chapter is restated, and three editions: one moves both rules, the last drops one."""
    editions = {
        ISSUE: {
            "A": "Customs|",
            "A.2": "Step 1: Turning Rings:|",
            "A.2.1": f"{TURNING} [Old Almanac, Page 12]",
            "A.2.2": RETOLD,
            "A.2.3": "Whoever rows across the lake lights the stove, and nobody else may row that day. See Rule A.2.2.",
        },
        FIRST: {"100": "Turning Rings|", "100.1": TURNING, "100.2": PASSING, **ACORNS},
        SECOND: {"200": "Turning Rings|", "200.1": TURNING, "200.2": PASSING, **ACORNS},
        THIRD: {"200": "Turning Rings|", "200.1": TURNING, **ACORNS},
    }
    moved = [link("100", "200"), link("100.1", "200.1"), link("100.2", "200.2")]
    links = {SECOND: moved, THIRD: [link("200.2", None)]}
    file = tmp_path_factory.mktemp("restated") / "kb.sqlite"
    return write_history(file, editions, links, works={ISSUE: RULINGS_SUMMARY})


@pytest.fixture(scope="module")
def store(path: Path) -> Iterator[Store]:
    with open_store(path) as store:
        yield store


@pytest.fixture(scope="module")
def history(store: Store) -> History:
    return History(store)


def test_a_rule_of_a_summary_is_followed_to_each_day(history: History) -> None:
    (first,) = find_restated(history, ISSUE, "A.2.1", FIRST)
    (now,) = find_restated(history, ISSUE, "A.2.1")
    assert (first.numbers, first.since, first.certainty) == (("100.1",), FIRST, "sure")
    assert (now.numbers, now.since, now.day) == (("200.1",), SECOND, THIRD)
    assert now.shared == (TURNING.rstrip("."),)
    assert describe_restated(now) == (
        f"it restated 100.1 of {FIRST} in the same words; that rule has been 200.1 since {SECOND}"
    )
    assert describe_restated(first).endswith(f"; that rule has the same number in {FIRST}")


def test_what_is_restated_may_be_gone_and_nothing_is_claimed_of_the_rest(history: History) -> None:
    (gone,) = find_restated(history, ISSUE, "A.2.2")
    assert (gone.numbers, gone.since, gone.kind) == ((), None, "deleted")
    assert describe_restated(gone).startswith(f"it probably restated 100.2 of {FIRST} (")
    assert describe_restated(gone).endswith(f"% alike); that rule is gone in {THIRD}")
    assert "passed on twice" in " ".join(gone.shared)
    assert "Sam" not in " ".join(gone.shared), "a tag is not of the rule's words"
    assert find_restated(history, ISSUE, "A.2.3") == ()
    assert find_restated(history, SECOND, "200.1") == (), "an edition of the rules restates nothing"


def test_a_number_of_a_summary_is_looked_up_in_it(store: Store) -> None:
    assert edition_with(store, THIRD, "A.2.1") == ISSUE
    assert edition_with(store, THIRD, "rule a.2.1") == ISSUE
    for typed in ("200.1", "100.1", "A.9.9", "turning rings"):
        assert edition_with(store, THIRD, typed) == THIRD
    shown = show(store, "A.2.1", SECOND)
    assert (shown.edition, shown.restated) == (ISSUE, find_restated(History(store), ISSUE, "A.2.1", SECOND))
    assert shown.standing.startswith(f"in the issue of {ISSUE}, the last one known; it restated 100.1 of {FIRST}")
    with pytest.raises(NotFound):
        show(store, "A.9.9")


def test_a_number_of_a_summary_is_looked_up_in_its_last_issue_before_the_edition(tmp_path: Path) -> None:
    issue = {"A": "Customs|", "A.2": "Turning Rings|", "A.2.1": TURNING}
    editions = {day: {"100": "Turning Rings|", "100.1": TURNING} for day in (FIRST, SECOND)}
    issues = {"2002-06-01": issue, "2004-06-01": issue, "2006-06-01": issue}
    works = dict.fromkeys(issues, RULINGS_SUMMARY)
    path = write_history(tmp_path / "kb.sqlite", dict(sorted({**editions, **issues}.items())), {}, works=works)
    with open_store(path) as store:
        (version,) = store.holders("A.2.1")
        assert (version.first, version.last) == ("2002-06-01", "2006-06-01"), "one version lasts over all issues"
        assert edition_with(store, FIRST, "A.2.1") == "2002-06-01", "all issues are newer"
        assert edition_with(store, SECOND, "A.2.1") == "2002-06-01", "no edition of the rules has the number"
        assert edition_with(store, "2004-06-01", "A.2.1") == "2004-06-01", "an issue that has the number"


def test_moves_lead_across_the_works_in_both_directions(store: Store, history: History) -> None:
    there = {row.old: (row.new, row.kind, row.method) for row in moves(store, ISSUE, SECOND)}
    assert there["A.2"] == (("200",), "restated", "heading")
    assert there["A.2.2"] == (("200.2",), "restated", "words")
    assert there["A.2.3"] == ((), "unmatched", "none")
    assert {kind for _, kind, _ in there.values()} == {"restated", "unmatched"}, "nothing is deleted across works"
    back = moves(store, SECOND, ISSUE, numbers=["200.2", "300.1"])
    assert [(row.old, row.new, row.kind) for row in back] == [
        ("200.2", ("A.2.2",), "restated"),
        ("300.1", (), "unmatched"),
    ]
    within = answer_moves_between(history, FIRST, SECOND, ["100.1"])
    assert [(row.new, row.kind) for row in within] == [(("200.1",), "renumbered")]


def test_a_comparison_by_correspondence_claims_nothing_of_what_it_does_not_cover(history: History) -> None:
    compared = answer_correspondence(history, ISSUE, SECOND)
    assert compared.by == "correspondence"
    assert [(change.old[0].number, change.new[0].number) for change in compared.changes] == [
        ("A.2", "200"),
        ("A.2.1", "200.1"),
        ("A.2.2", "200.2"),
    ]
    words = compared.changes[1]
    assert words.segments == (("equal", TURNING),), "tags are no words of the rule"
    summary = compared.summary
    assert (summary.restated, summary.sure, summary.unmatched_old) == (3, 2, 2)
    assert summary.unmatched_new == len(ACORNS)
    back = answer_correspondence(history, SECOND, ISSUE).summary
    assert (back.restated, back.sure, back.likely, back.perhaps) == (3, summary.sure, summary.likely, summary.perhaps)
    for old, new in ((FIRST, SECOND), (ISSUE, ISSUE)):
        with pytest.raises(NotComparable):
            answer_correspondence(history, old, new)


def test_references_of_a_summary_say_what_their_targets_restate(store: Store) -> None:
    (found,) = references(store, "A.2.2", SECOND)
    assert [(each.target, each.kind, each.keys) for each in found.now or ()] == [("A.2.1", "restated", ("200.1",))]
    with pytest.raises(NotComparable, match="no links"):
        references(store, "200.1", SECOND, to_edition=ISSUE)


def test_a_history_of_another_work_does_not_claim_to_be_current(history: History) -> None:
    told = answer_history(history, f"A.2.1@{ISSUE}")
    assert told.restated == find_restated(history, ISSUE, "A.2.1")
    of_rules = answer_history(history, f"100.1@{FIRST}")
    assert of_rules.restated is UNSET
    assert [found.key for found in of_rules.corresponds] == ["A.2.1"], "the way back"


def test_a_single_rule_is_restated_in_the_singular() -> None:
    counts = CorrespondenceCounts(restated=1, sure=1, likely=0, perhaps=0, unmatched_old=2, unmatched_new=3)
    head, *_ = _format_correspondence(CorrespondenceAnswer(ISSUE, FIRST, "correspondence", counts, ()))
    assert head == f"{ISSUE} to {FIRST}, two works, by correspondence: 1 rule restated"


def test_the_commands_say_where_a_ruling_is_today(path: Path) -> None:
    db = ("--db", str(path))
    sentence = f"it restated 100.1 of {FIRST} in the same words; that rule has been 200.1 since {SECOND}"
    assert sentence in read_output("show", "A.2.1", *db)
    traced = read_output("trace", "A.2.1", *db)
    assert sentence in traced
    assert "latest edition" not in traced
    assert "restated" in read_output("map", "A.2.1", "--to", SECOND, *db)
    compared = read_output("diff", ISSUE, FIRST, *db)
    assert "two works, by correspondence: 3 rules restated" in compared
    assert "deleted" not in compared
    assert "A.2.1 → 200.1" in read_output("refs", "A.2.2", *db)
    refused = run("diff", ISSUE, FIRST, "--only", "added", *db)
    assert (refused.exit_code, "different works" in refused.stderr) == (2, True)
    unnamed = run("map", "200.1", *db)
    assert (unnamed.exit_code, "--from is missing" in unnamed.stderr) == (2, True)
