"""What became of a number since the edition it was written for: by pin, by stamp, by `since`."""

from __future__ import annotations

import pytest

from graph.citations.find import find_citations
from graph.citations.judge import Judge
from graph.citations.records import Citation, Part
from tests.graph.citations.judge.judged_history import A, B, C, D, JudgedHistory
from tests.graph.citations.judge.marked import check, describe_judgement, judged


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # it holds another rule
        ("// CR «101.1»", f"CR003 101.1 -> 102.1 since {C}"),
        ("// CR «700.2a»", f"CR003 700.2a -> 700.3a since {C}"),
        ("// CR «100.1a»", f"CR003 100.1a since {D}"),
        ("// CR 100.1 and CR «101»", f"CR003 101 -> 102 since {C}"),
        # it holds none
        ("// CR «101.2»", f"CR002 101.2 -> 102.2 since {C}"),
        ("// CR «100.3a»", f"CR002 100.3a -> 100.3 since {B}"),
        # it had none yet
        ("// CR «700.5»", f"CR003 700.5 since {D}"),
        ("// CR «100.9»", "CR001 100.9"),
        # the words beside it do not excuse it where they fit both, or what it was
        ("// CR «700.2a» drifting", f"CR003 700.2a -> 700.3a since {C}"),
        (
            '// CR «101.1» "A skipper hands the copper coins to the warden of the bridge."',
            f"CR003 101.1 -> 102.1 since {C}",
        ),
    ],
)
def test_pinned_to_the_first_edition(text: str, expected: str) -> None:
    check(Judge(JudgedHistory(), pin=A), text, expected)


def test_pinned_and_still_right() -> None:
    judge = Judge(JudgedHistory(), pin=A)
    for text in (
        "// CR 100.1",
        "// CR 100.2",  # split, and this part carries it on
        "// CR 100.3",  # another was merged into it
        "// CR 700.2a beaching",  # renewed already, though the pin was not
        '// CR 101.1 "Fog and hail halt every departure."',
    ):
        assert judged(judge, text) == [], text


def test_numbers_of_one_move_are_one_judgement() -> None:
    parts = (Part("102.1", 3, 8), Part("102.2", 9, 14))
    listed = Citation("102.1/102.2", 3, 14, "letters", ("102.1", "102.2"), parts)
    (drift,) = Judge(JudgedHistory(), edition=A, pin=C).judge(listed)
    assert describe_judgement(drift) == "CR007 102.1 -> 101.1, 101.2"
    assert (drift.start, drift.end) == (3, 14)
    parts = (Part("101.1a", 3, 9), Part("101.2", 10, 15))
    listed = Citation("101.1a/101.2", 3, 15, "letters", ("101.1a", "101.2"), parts)
    assert [judgement.suggestion for judgement in Judge(JudgedHistory(), pin=A).judge(listed)] == ["102.1a", "102.2"]


def test_the_message_says_what_it_was_and_where_it_went() -> None:
    (judgement,) = judged(Judge(JudgedHistory(), pin=A), "// CR 700.2a")
    assert judgement.message == (
        '700.2a was part of "Drifting" (700.2) in 2001-01-01; since 2003-03-03 (Third Tide) it is 700.3a. '
        '700.2a is now part of "Beaching" (700.2).'
    )


def test_a_stamp_goes_before_the_pin() -> None:
    judge = Judge(JudgedHistory(), pin=A)
    assert judged(judge, "// CR 700.2a @2003-03-03") == []
    assert judged(judge, "// CR 700.2a @2002-02-02 beaching") == []
    check(judge, "// CR «700.2a» @2002-02-02", f"CR003 700.2a -> 700.3a since {C}")
    check(judge, "// 20030301 - CR 101.1, CR «100.1a»", f"CR003 100.1a since {D}")


def test_a_stamp_that_names_no_edition_counts_for_nothing_and_is_told() -> None:
    judge = Judge(JudgedHistory())
    citation, known = find_citations("// CR 101.1 @1990-01-01\n\n// CR 101.1 @2003-03-03")
    assert citation.stamp == "1990-01-01"
    assert (judge.unknown_stamp(citation), judge.unknown_stamp(known)) == (True, False)
    assert judge.judge(citation) == ()


def test_since_reports_what_changed_since() -> None:
    judge = Judge(JudgedHistory(), since=C)
    check(judge, "// CR «100.1a»", f"CR003 100.1a since {D}")
    (reworded,) = check(judge, "// CR «101.1»", f"CR008 101.1 since {D}")
    assert reworded.message == '101.1, part of "Weather" (101): its words changed since 2003-03-03, with 2004-04-04.'
    for new_or_the_same in ("// CR 700.5", "// CR 100.1", "// CR 102.1", "// CR 700.2a"):
        assert judged(judge, new_or_the_same) == [], new_or_the_same
    assert judged(Judge(JudgedHistory(), pin=C), "// CR 101.1") == [], "a rewording is told only with `since`"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("// CR «700.3a»", "CR003 700.3a -> 700.2a"),
        ("// CR «100.1a»", "CR003 100.1a -> 100.1c"),
        ("// CR «700.5a»", "CR007 700.5a"),
        ("// CR «102.1»", "CR007 102.1 -> 101.1"),
        # words name another rule than the pinned edition has under the number
        ("// Towing (CR «700.2a»)", "CR009 700.2a"),
        ("// CR «700.4» Beaching", "CR007 700.4 -> 700.3"),
    ],
)
def test_written_for_a_later_edition_than_it_is_held_against(text: str, expected: str) -> None:
    check(Judge(JudgedHistory(), edition=A, pin=D), text, expected)
