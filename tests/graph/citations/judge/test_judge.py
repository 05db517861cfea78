"""What is said of citations, without a word on the edition they were written for, and by pin, by stamp, by `since`."""

from __future__ import annotations

import pytest

from graph.citations.find import find_citations
from graph.citations.judge import Judge
from graph.citations.records import Citation, Part
from tests.graph.citations.judge.judged_history import A, B, C, D, JudgedHistory, check, describe_judgement, judged

QUOTE = '"A skipper hands the copper coins to the warden of the bridge."'


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(JudgedHistory())


RIGHT = [
    "// CR 100.1: every boat has one",
    "// CR 100",
    "// CR 700.3a drifting",
    "// Drifting (CR 700.3a)",
    "// the boat drifts on (CR 700.3a)",
    '// CR 100.2a "Sails are mended at dusk."',
    # the rule before, its sisters and what is above it may be quoted
    '// CR 100.1 "Broken lanterns are thrown into the pond."',
    # a chapter is cited beside the words of any of its rules
    '// CR 100.1 and CR 100 "Broken lanterns are thrown into the pond."',
    # an older wording of the same rule, and words that went into it
    '// CR 101.1 "Fog halts every departure."',
    '// CR 100.3 "A pilot never sleeps on land."',
    # several keywords, the cited one among them
    "// CR 700.3a: unlike anchoring and towing, drifting ends by itself",
    # titles of other rules beside a rule of an ordinary chapter
    "// Towing costs nothing (CR 102.1)",
    "// CR 102.1: skippers hand coins to the warden, whatever the weather",
    # two numbers, each beside its own name
    "// Drifting (CR 700.3), Anchoring (CR 700.4)",
    # the rule itself has the word that is another's title
    "// a boat with a rope (CR 700.5a)",
    "// CR 100.1-100.3",
    f"// CR 102 {QUOTE}",
    "// CR 700.xxx",
]


def test_nothing_is_wrong(judge: Judge) -> None:
    for text in RIGHT:
        assert judged(judge, text) == [], text


WRONG = {
    # CR001: letters and numbers that nobody ever had
    "// CR «100.2c»": "CR001 100.2c",
    "// CR «100.9»": "CR001 100.9",
    "// CR «703.1»": "CR001 703.1",
    "// CR 100.1 and CR «703»": "CR001 703",
    "// Drifting (CR «700.40a»)": "CR001 700.40a -> 700.3a",
    "// CR 100.2a-«c»": "CR001 100.2c",
    # CR002: dropped, renumbered, moved with its chapter or its keyword, merged
    "// CR «100.1b»": f"CR002 100.1b since {C}",
    "// CR «100.1c»": f"CR002 100.1c -> 100.1a since {D}",
    "// CR «101.2»": f"CR002 101.2 -> 102.2 since {C}",
    "// CR «700.2b»": f"CR002 700.2b -> 700.3b since {C}",
    "// Beaching (CR «700.2b»)": f"CR002 700.2b since {C}",
    "// CR «100.3a»": f"CR002 100.3a -> 100.3 since {B}",
    # CR004: the words of a chapter that moved, of a rule that is gone, of a rule that is quoted
    "// CR «101.1»: skippers hand coins to the warden": f"CR009 101.1 -> 102.1 since {C}",
    "// Tolls (CR «101.1»)": f"CR004 101.1 -> 102.1 since {C}",
    "// CR «100.1a» whale oil in lanterns": f"CR009 100.1a since {D}",
    '// CR 100.1 and CR «101», "Boats"': "CR004 101 -> 100",
    f"// CR «100.2» {QUOTE}": "CR004 100.2 -> 102.1",
    f"// CR «101.1» {QUOTE}": f"CR004 101.1 -> 102.1 since {C}",
    # CR005: confirmed by history, in other inflections too; and without history
    "// CR «700.2a» drifting boats": f"CR005 700.2a -> 700.3a since {C}",
    "// the boat is anchored (CR «700.3a»)": f"CR005 700.3a -> 700.4a since {C}",
    "// Towing (CR «700.3a»)": "CR005 700.3a -> 700.5a",
    "// CR «700.3» Towing": "CR005 700.3 -> 700.5",
    # CR006
    "// CR «100.1l»": "CR006 100.1l",
    "// CR «100.3-100.1»": "CR006 100.3",
    # CR007: the next keywords, and what they will have below them; the next chapter
    "// CR «700.6»": "CR007 700.6",
    "// CR «700.7b»": "CR007 700.7b",
    "// CR 100.2 and CR «701»": "CR007 701",
}


@pytest.mark.parametrize(("text", "expected"), WRONG.items())
def test_what_is_wrong(judge: Judge, text: str, expected: str) -> None:
    check(judge, text, expected)


def test_each_cause_is_one_judgement_and_messages_name_titles_and_editions(judge: Judge) -> None:
    check(judge, "// CR «100.1b»/«c»", f"CR002 100.1b since {C}", f"CR002 100.1c -> 100.1a since {D}")
    (retired,) = judged(judge, "// CR 700.2b")
    assert retired.message == (
        '700.2b, part of "Drifting" (700.2), was in use from 2001-01-01 to 2003-03-02; '
        "since 2003-03-03 (Third Tide) it is 700.3b."
    )
    (mismatch,) = judged(judge, "// CR 700.2a drifting boats")
    assert mismatch.message == (
        '700.2a is part of "Beaching" (700.2); the words beside it fit what it was until 2003-03-02, '
        'part of "Drifting" (700.2): since 2003-03-03 (Third Tide) it is 700.3a.'
    )
    (never,) = judged(judge, "// CR 100.2c")
    assert never.message == "No edition has a rule 100.2c; 100.2 has a."


def test_numbers_inside_a_quoted_rule_are_what_it_refers_to(judge: Judge) -> None:
    quote = "A knot between two boats is undone before either of them is fastened"
    rest = "one that is tied to another keeps its name and its rudder"
    inside = f"CR005 700.3a -> 700.4a since {C}"
    for text, expected in {
        f"// CR 700.2c {quote}, as said in rule 700.3a": [f"CR002 700.2c -> 700.3c since {C}", inside],
        # the number of the quoted rule may be missing, or be right
        f"// {quote},\n// as said in rule 700.3a": [inside],
        f"// CR 700.3c {quote} (rule 700.3a)": [inside],
        # it refers to another in its first words
        f"// CR 700.3d Whenever some boat openly disobeys rule 700.3a, {rest}": [inside],
        f"// CR 700.3d Whenever some boat openly disobeys rule 700.4a, {rest}": [],
        f"// CR 700.3d Whenever some boat openly disobeys.\n// CR 700.3a: {rest}": [],
        # as the rule prints it now; to what it never referred; what is between is no part of the quote
        f"// {quote}, as said in rule 700.4a": [],
        f"// {quote} (see rule 700.2a)": [],
        f"// {quote}. Whatever the crew may say, drifting is told in rule 700.3a": [],
    }.items():
        judgements = [judgement for of_one in judge.judge_file(find_citations(text)) for judgement in of_one]
        assert [describe_judgement(judgement) for judgement in judgements] == expected, text


@pytest.mark.parametrize("edition", ["FTD", "2001-06-30"])
def test_the_edition_held_against_can_be_an_old_one(edition: str) -> None:
    judge = Judge(JudgedHistory(), edition=edition)
    assert judged(judge, "// CR 101.2") == []
    check(judge, "// CR «102.2»", "CR007 102.2 -> 101.2")
    check(judge, "// CR «700.6»", "CR001 700.6")
    # a quote from a later edition
    assert judged(judge, '// CR 700.2 "A towing boat drags another behind it with a rope and a hook."') == []
    with pytest.raises(LookupError):
        Judge(JudgedHistory(), edition="ZZZ")


def cite_range(first: str, last: str) -> Citation:
    end = 4 + len(first)
    parts = (Part(first, 3, end - 1), Part(last, end, end + len(last)))
    return Citation(f"{first}-{last}", 3, end + len(last), "range", (first, last), parts, cue="cr")


def test_what_is_wrong_with_a_range(judge: Judge) -> None:
    (two,) = judge.judge(cite_range("100.1", "700.2"))
    assert (two.code, two.message, two.start, two.end) == ("CR006", "100.1-700.2: a range over two chapters.", 3, 14)
    backwards = Citation("9-1", 3, 6, "range", ("100.9",), (), problem="a range that runs backwards")
    assert [item.message for item in judge.judge(backwards)] == ["9-1: a range that runs backwards."]
    assert [judgement.code for judgement in judge.judge(cite_range("100.1b", "100.2a"))] == ["CR002"]
    assert [judgement.code for judgement in judge.judge(cite_range("101.1a", "101.3"))] == ["CR002", "CR001"]
    (never,) = judge.judge(cite_range("100.2a", "100.3a"))
    assert (never.code, never.message) == ("CR006", "100.2a-100.3a: no edition has both 100.2a and 100.3a.")


# Written for the first edition: it holds another rule, it holds none, it had none yet; the words beside it do not
# excuse it where they fit both, or what it was.
DRIFTED = {
    "// CR «101.1»": f"CR003 101.1 -> 102.1 since {C}",
    "// CR «700.2a»": f"CR003 700.2a -> 700.3a since {C}",
    "// CR «100.1a»": f"CR003 100.1a since {D}",
    "// CR 100.1 and CR «101»": f"CR003 101 -> 102 since {C}",
    "// CR «101.2»": f"CR002 101.2 -> 102.2 since {C}",
    "// CR «100.3a»": f"CR002 100.3a -> 100.3 since {B}",
    "// CR «700.5»": f"CR003 700.5 since {D}",
    "// CR «100.9»": "CR001 100.9",
    "// CR «700.2a» drifting": f"CR003 700.2a -> 700.3a since {C}",
    f"// CR «101.1» {QUOTE}": f"CR003 101.1 -> 102.1 since {C}",
}
# Written for a later edition than it is held against; words name another rule than the pinned edition has.
LATER = {
    "// CR «700.3a»": "CR003 700.3a -> 700.2a",
    "// CR «100.1a»": "CR003 100.1a -> 100.1c",
    "// CR «700.5a»": "CR007 700.5a",
    "// CR «102.1»": "CR007 102.1 -> 101.1",
    "// Towing (CR «700.2a»)": "CR009 700.2a",
    "// CR «700.4» Beaching": "CR007 700.4 -> 700.3",
}
PINNED = [
    *((Judge(JudgedHistory(), pin=A), text, expected) for text, expected in DRIFTED.items()),
    *((Judge(JudgedHistory(), edition=A, pin=D), text, expected) for text, expected in LATER.items()),
]


@pytest.mark.parametrize(("judge", "text", "expected"), PINNED, ids=[*DRIFTED, *LATER])
def test_pinned(judge: Judge, text: str, expected: str) -> None:
    check(judge, text, expected)


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
    (judgement,) = judged(judge, "// CR 700.2a")
    assert judgement.message == (
        '700.2a was part of "Drifting" (700.2) in 2001-01-01; since 2003-03-03 (Third Tide) it is 700.3a. '
        '700.2a is now part of "Beaching" (700.2).'
    )


def test_numbers_of_one_move_are_one_judgement() -> None:
    parts = (Part("102.1", 3, 8), Part("102.2", 9, 14))
    listed = Citation("102.1/102.2", 3, 14, "letters", ("102.1", "102.2"), parts)
    (drift,) = Judge(JudgedHistory(), edition=A, pin=C).judge(listed)
    assert describe_judgement(drift) == "CR007 102.1 -> 101.1, 101.2"
    assert (drift.start, drift.end) == (3, 14)
    parts = (Part("101.1a", 3, 9), Part("101.2", 10, 15))
    listed = Citation("101.1a/101.2", 3, 15, "letters", ("101.1a", "101.2"), parts)
    assert [judgement.suggestion for judgement in Judge(JudgedHistory(), pin=A).judge(listed)] == ["102.1a", "102.2"]


def test_a_stamp_goes_before_the_pin_and_since_reports_what_changed() -> None:
    judge = Judge(JudgedHistory(), pin=A)
    assert judged(judge, "// CR 700.2a @2003-03-03") == []
    assert judged(judge, "// CR 700.2a @2002-02-02 beaching") == []
    check(judge, "// CR «700.2a» @2002-02-02", f"CR003 700.2a -> 700.3a since {C}")
    check(judge, "// 20030301 - CR 101.1, CR «100.1a»", f"CR003 100.1a since {D}")
    # one that names no edition counts for nothing and is told
    citation, known = find_citations("// CR 101.1 @1990-01-01\n\n// CR 101.1 @2003-03-03")
    assert citation.stamp == "1990-01-01"
    fresh = Judge(JudgedHistory())
    assert (fresh.unknown_stamp(citation), fresh.unknown_stamp(known)) == (True, False)
    assert fresh.judge(citation) == ()
    judge = Judge(JudgedHistory(), since=C)
    check(judge, "// CR «100.1a»", f"CR003 100.1a since {D}")
    (reworded,) = check(judge, "// CR «101.1»", f"CR008 101.1 since {D}")
    assert reworded.message == '101.1, part of "Weather" (101): its words changed since 2003-03-03, with 2004-04-04.'
    for new_or_the_same in ("// CR 700.5", "// CR 100.1", "// CR 102.1", "// CR 700.2a"):
        assert judged(judge, new_or_the_same) == [], new_or_the_same
    assert judged(Judge(JudgedHistory(), pin=C), "// CR 101.1") == [], "a rewording is told only with `since`"
