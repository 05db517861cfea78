"""What is said of citations: without a declared edition, with one, with a stamp, with `since`."""

from __future__ import annotations

import pytest
from msgspec import structs

from graph.citations.find.finder import find_citations
from graph.citations.judge.judge import Judge
from graph.citations.records import Citation, Part
from tests.graph.citations.judge.judged_history import (
    A,
    B,
    C,
    D,
    check,
    describe_judgement,
    judge_file,
    judged,
    make_judge,
)

DRIFTING = "A drifting boat follows the current until somebody steers it."
QUOTE = '"A skipper hands the copper coins to the warden of the bridge."'


@pytest.fixture(scope="module")
def judge() -> Judge:
    return make_judge()


RIGHT = [
    "// CR 100.1: every boat has one",
    "// CR 100",
    "// CR 700.3a drifting",
    "// Drifting (CR 700.3a)",
    "// the boat drifts on (CR 700.3a)",
    '// CR 100.2a "Sails are mended at dusk."',
    # the rule before, its sisters and what is above it may be quoted
    '// CR 100.1 "Broken lanterns are thrown into the pond."',
    'CR 700.3b "A knot between two boats is undone before either of them is fastened."',
    # a chapter is cited beside the words of any of its rules
    '// CR 100.1 and CR 100 "Broken lanterns are thrown into the pond."',
    # an older wording of the same rule, and words that went into it
    '// CR 101.1 "Fog halts every departure."',
    '// CR 100.3 "A pilot never sleeps on land."',
    # several keywords, the cited one among them
    "// CR 700.3a: unlike anchoring and towing, drifting ends by itself",
    # a title of another rule that is only compared with, is said to be absent, or is of the number before it
    "// DRIFTING'S twin, CR 700.4",
    "// CR 700.4 lists no Drifting",
    "// CR 700.4 cannot do Drifting",
    "// what CR 700.3's Drifting does is done by rule 700.4 at night",
    # the words of the citation beside it
    "// CR 700.3: Drifting has its twin in rule 700.4",
    # titles of other rules beside a rule of an ordinary chapter
    "// Towing costs nothing (CR 102.1)",
    "// CR 102.1: skippers hand coins to the warden, whatever the weather",
    # a keyword that is named for another citation beside it
    "// rule 700.5a has a Towing boat do what rule 700.3a asks",
    # a quote of the rule that another citation beside it names
    f"// CR 102.1's toll for CR 100.2's boats: {QUOTE}",
    # two numbers, each beside its own name
    "// Drifting (CR 700.3), Anchoring (CR 700.4)",
    # the rule itself has the word that is another's title
    "// a boat with a rope (CR 700.5a)",
    "// CR 100.1-100.3",
    "// CR 100.1-100.1a",
    f"// CR 102 {QUOTE}",
    "// CR 700.xxx",
    # words that only lean to a former rule
    "// CR 101.1: skippers hand coins to the warden",
    "// CR 100.1a whale oil in lanterns",
    # a word without a rule of its own, beside the rule that lists it, one that is named too, one without a title
    "// Becalmed (CR 700.1)",
    "// Becalmed boats are anchored (CR 700.4)",
    "// Becalmed: every boat carries a lantern (CR 100.1)",
    # the title of another chapter, not as its own
    "// CR 100.2a\n\n// CR 100: boats and Tolls",
    "// CR 100.2a\n\n// a boat without Tolls (CR 100)",
    "// CR 100.2a\n\n// CR 100 has Drifting boats",
    # where it may be an ordinary word, or the label of an ability that does what the rule says
    "// CR 700.4 becalmed boats",
    "// what is becalmed is CR 700.4",
    "// Becalmed - throw a rope over board (CR 700.4)",
    # a name of which a title is a part
    "// Towing Tom's voyage (CR 700.3a)",
    # a title in a sentence that speaks of the number
    "// that is why a Towing boat has what rule 700.3a gives it",
    "// a sail with Towing, so nothing but CR 700.3a does it",
    "// Towing and all that: rule 700.3a's boats drift",
    # a name of the glossary beside its rule, a thing beside the rules of another chapter, a name of several rules
    "// Penny rule (CR 102.2)",
    "// Penny rule (CR 102)",
    "// Captain's Lamp (CR 102.2)",
    "// Lost Boat (CR 100.2)",
    "// the toll (CR 100.2)",
    # one of the citation before
    "// CR 102.2 Penny rule, and CR 100.4 as well",
    # one beside a rule that has its words
    "// Old Sail (CR 100.2a)",
    # what is told of numbers: where a rule went, and that there is none
    "// CR 700.2b → CR 700.3b",
    "// Drifting moved from CR 700.2a to CR 700.3a",
    "// a stale CR 101.2 should be CR 102.2",
    "// there is no CR 100.2c",
    "// what moved Tolls off 101.2 (CR 102.2)",
    # numbers that show how one is written, and amounts
    "// CR 999.9, CR 123.4a",
    "// CR 100.2, and rule 199.3b",
    "// CR 100.1 costs 141.2",
]


@pytest.mark.parametrize("base", [None, D])
def test_nothing_is_wrong(judge: Judge, base: str | None) -> None:
    for text in RIGHT:
        assert judged(judge, text, base) == [], text


WRONG = {
    "// no-op for Drifting (CR «700.4»)": "CR005 700.4 -> 700.3",
    # a word no longer than the cue is between the denied thing and its number
    "// No Drifting in CR «700.4»": "CR005 700.4 -> 700.3",
    # a word without a rule of its own
    "// Becalmed (CR «700.4»)": "CR005 700.4 -> 700.1",
    "// CR «700.5a» - Becalmed boats lie still": "CR005 700.5a -> 700.1",
    # a name of the glossary
    "// Penny rule (CR «100.4»)": "CR004 100.4 -> 102.2",
    "// CR «100.4» — Penny rule: one for each boat": "CR004 100.4 -> 102.2",
    "// No Penny rule (CR «100.4»)": "CR004 100.4 -> 102.2",
    "// Captain's Lamp (CR «100.4»)": "CR004 100.4 -> 100.1",
    "// the captain’s lamp is CR «102.1»": "CR004 102.1 -> 100.1",
    # the title of another chapter as that of a chapter
    "// CR 100.2a\n\n// CR «100»: Tolls": "CR004 100 -> 102",
    # CR001: letters and numbers that nobody ever had
    "// CR «100.2c»": "CR001 100.2c",
    "// CR «100.9»": "CR001 100.9",
    "// CR «703.1»": "CR001 703.1",
    "// CR 100.1 and CR «703»": "CR001 703",
    "// Drifting (CR «700.40a»)": "CR001 700.40a",
    "// CR 100.2a-«c»": "CR001 100.2c",
    # CR002: dropped, renumbered, moved with its chapter or its keyword, merged
    "// CR «100.1b»": f"CR002 100.1b since {C}",
    "// CR «100.1c»": f"CR002 100.1c -> 100.1a since {D}",
    "// CR «101.2»": f"CR002 101.2 -> 102.2 since {C}",
    "// CR «700.2b»": f"CR002 700.2b -> 700.3b since {C}",
    "// CR «100.3a»": f"CR002 100.3a -> 100.3 since {B}",
    # where the last rule of the number went is not suggested beside words about another one
    "// Beaching (CR «700.2b»)": f"CR002 700.2b since {C}",
    "// the weather of the day (CR «101.2»)": f"CR002 101.2 since {C}",
    # CR004: the words of a chapter that moved, of a rule that is quoted
    "// Tolls (CR «101.1»)": f"CR004 101.1 -> 102.1 since {C}",
    f"// CR «100.2» {QUOTE}": "CR004 100.2 -> 102.1",
    f"// CR «101.1» {QUOTE}": f"CR004 101.1 -> 102.1 since {C}",
    # of two rules alike that had the number, that of the quote
    "// CR «100.4»: Whoever hauls a boat ashore pays two copper coins to the keeper of the pier.": (
        f"CR004 100.4 since {B}"
    ),
    # CR005: confirmed by history, in other inflections too; and without history, anywhere in the clause
    "// CR «700.2a» drifting boats": f"CR005 700.2a -> 700.3a since {C}",
    # a sister of the rule that had the number is quoted
    "// CR «700.2a»: Two drifting boats that collide are tied together.": f"CR005 700.2a since {C}",
    # the whole text of a sister is copied after the number, or only a part of it is quoted
    "creature\n// «700.3b»: A knot between two boats is undone before either of them is fastened.": (
        "CR004 700.3b -> 700.3c"
    ),
    "// the boat is anchored (CR «700.3a»)": f"CR005 700.3a -> 700.4a since {C}",
    "// Towing (CR «700.3a»)": "CR005 700.3a -> 700.5a",
    "// CR «700.3» Towing": "CR005 700.3 -> 700.5",
    # the name behind it, of a rule that had the number, is that of the next citation
    "// Towing (CR «700.3a») and Anchoring (CR 700.4)": "CR005 700.3a -> 700.5a",
    "// CR «700.3a»: each instance of Towing": "CR005 700.3a -> 700.5a",
    # in a list nothing is told
    "// CR «700.2b», CR 700.3b": f"CR002 700.2b -> 700.3b since {C}",
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


def test_messages_name_titles_and_editions(judge: Judge) -> None:
    check(judge, "// CR «100.1b»/«c»", f"CR002 100.1b since {C}", f"CR002 100.1c -> 100.1a since {D}")
    for text, message in {
        "// CR 700.2b": (
            '700.2b, part of "Drifting" (700.2), was in use from 2001-01-01 to 2003-03-02; '
            "since 2003-03-03 (Third Tide) it is 700.3b."
        ),
        "// CR 700.2a drifting boats": (
            'The words next to 700.2a fit the rule that had this number until 2003-03-02, part of "Drifting" (700.2): '
            'since 2003-03-03 (Third Tide) it is 700.3a. 700.2a is now part of "Beaching" (700.2).'
        ),
        "// CR 100.2c": "No edition has a rule 100.2c; 100.2 has a.",
        "// the weather of the day (CR 101.2)": (
            '101.2 is no longer in use; chapter 101 ends with 101.1. The words next to it fit 101, "Weather".'
        ),
    }.items():
        assert [judgement.message for judgement in judged(judge, text)] == [message]


@pytest.mark.parametrize("edition", ["FTD", "2001-06-30"])
def test_the_edition_held_against_can_be_an_old_one(edition: str) -> None:
    judge = make_judge(edition)
    assert judged(judge, "// CR 101.2") == []
    check(judge, "// CR «102.2»", "CR007 102.2 -> 101.2")
    check(judge, "// CR «700.6»", "CR001 700.6")
    # a quote from a later edition
    assert judged(judge, '// CR 700.2 "A towing boat drags another behind it with a rope and a hook."') == []
    with pytest.raises(LookupError):
        make_judge("ZZZ")


def cite_range(first: str, last: str) -> Citation:
    end = 4 + len(first)
    parts = (Part(first, 3, end - 1), Part(last, end, end + len(last)))
    return Citation(f"{first}-{last}", 3, end + len(last), "range", (first, last), parts, cue="cr")


@pytest.mark.parametrize(
    ("citation", "expected"),
    [
        (find_citations("CR 100.1-700.2")[0], []),
        (
            find_citations("CR 700.2-100.1")[0],
            ["CR006 700.2-100.1: a range over two chapters that runs backwards."],
        ),
        (
            Citation("9-1", 3, 6, "range", ("100.9",), (), problem="a range that runs backwards"),
            ["CR006 9-1: a range that runs backwards."],
        ),
        (cite_range("100.2a", "100.3a"), ["CR006 100.2a-100.3a: no edition has both 100.2a and 100.3a."]),
        (cite_range("100.1b", "100.2a"), ["CR002"]),
        (cite_range("101.1a", "101.3"), ["CR002", "CR001"]),
    ],
)
def test_what_is_wrong_with_a_range(judge: Judge, citation: Citation, expected: list[str]) -> None:
    (judgements,) = judge_file(judge, [citation])
    said = [f"{judgement.code} {judgement.message}" for judgement in judgements]
    assert [text[: len(start)] for text, start in zip(said, expected, strict=True)] == expected


# Written for the first edition: the number has another rule or none. The words beside it do not excuse it where they
# fit both, or what it was.
DRIFTED = {
    "// CR «101.1»": f"CR003 101.1 -> 102.1 since {C}",
    "// CR «700.2a»": f"CR003 700.2a -> 700.3a in file since {C}",
    "// CR «100.1a»": f"CR003 100.1a since {D}",
    "// CR 100.1 and CR «101»": f"CR003 101 -> 102 since {C}",
    "// CR «101.2»": f"CR002 101.2 -> 102.2 since {C}",
    "// CR «100.3a»": f"CR002 100.3a -> 100.3 since {B}",
    "// CR «100.9»": "CR001 100.9",
    "// CR «700.2a» drifting": f"CR005 700.2a -> 700.3a since {C}",
    f"// CR «101.1» {QUOTE}": f"CR004 101.1 -> 102.1 since {C}",
    # a sister is quoted, or the title of another chapter is printed beside it
    f"// CR «700.2b»: {DRIFTING}": f"CR002 700.2b since {C}",
    "// CR 100.1 and CR «101» Boats": "CR004 101 -> 100",
    "// CR 100.1\n\n// boats, CR «101»": f"CR003 101 since {C}",
    # words beside a chapter that are not about it
    "// CR 100.1\n\n// the pilot sleeps (CR «101»)": f"CR003 101 since {C}",
}
# Written for a later edition than it is held against.
LATER = {
    "// CR «700.3a»": "CR003 700.3a -> 700.2a in file",
    "// CR «100.1a»": "CR003 100.1a -> 100.1c",
    "// CR «700.5a»": "CR007 700.5a",
    "// CR «102.1»": "CR007 102.1 -> 101.1 in file",
    "// CR «700.4» Beaching": "CR007 700.4",
}
DECLARED = [
    *((make_judge(), A, text, expected) for text, expected in DRIFTED.items()),
    *((make_judge(A), D, text, expected) for text, expected in LATER.items()),
]


@pytest.mark.parametrize(("judge", "base", "text", "expected"), DECLARED, ids=[*DRIFTED, *LATER])
def test_declared(judge: Judge, base: str, text: str, expected: str) -> None:
    check(judge, text, expected, base=base)


def test_a_line_in_a_string_is_a_line(judge: Judge) -> None:
    text = f'// CR 700.1\n{{"rules": "«700.2a» Drifting.\\n«700.2b» {DRIFTING}"}}'
    check(judge, text, f"CR005 700.2a -> 700.3a since {C}", f"CR002 700.2b since {C}", base=B)


def test_in_a_sentence_that_a_test_expects_nothing_is_suggested(judge: Judge) -> None:
    (citation,) = find_citations("// CR 101.1")
    (fault,) = judge.find_faults((structs.replace(citation, is_expected=True),), 0, A)
    assert (fault.suggestions, fault.fix) == ((), "")
    assert fault.message.endswith("because a test expects the sentence with this number word for word.")


def test_declared_and_still_right(judge: Judge) -> None:
    for text in (
        "// CR 100.1",
        "// CR 100.2",  # split, and this part carries it on
        "// CR 100.3",  # another was merged into it
        "// CR 700.2a beaching",  # renewed already, though the declaration was not
        '// CR 101.1 "Fog and hail halt every departure."',
        "// CR 700.5",  # newer than the declaration
    ):
        assert judged(judge, text, A) == [], text
    (judgement,) = judged(judge, "// CR 700.2a", A)
    assert judgement.message == (
        '700.2a was part of "Drifting" (700.2) on 2001-01-01; since 2003-03-03 (Third Tide) it is 700.3a. '
        '700.2a is now part of "Beaching" (700.2). If you mean that rule, name it next to the number.'
    )


def test_a_stamp_goes_before_the_declaration_and_since_reports_what_changed(judge: Judge) -> None:
    assert judged(judge, "// CR 700.2a @2003-03-03", A) == []
    assert judged(judge, "// CR 700.2a @2002-02-02 beaching", A) == []
    check(judge, "// CR «700.2a» @2002-02-02", f"CR003 700.2a -> 700.3a in file since {C}", base=D)
    check(judge, "// 20030301 - CR 101.1, CR «100.1a»", f"CR003 100.1a since {D}", base=A)
    # one that names no edition counts for nothing and is told
    citation, known = find_citations("// CR 101.1 @1990-01-01\n\n// CR 101.1 @2003-03-03")
    assert citation.stamp == "1990-01-01"
    assert (judge.find_edition("1990-01-01"), judge.find_edition(known.stamp or "")) == (None, C)
    assert judge_file(judge, [citation]) == [()]
    since = make_judge(since=C)
    check(since, "// CR «100.1a»", f"CR003 100.1a since {D}")
    (reworded,) = check(since, "// CR «101.1»", f"CR008 101.1 since {D}")
    assert reworded.message == '101.1, part of "Weather" (101): its words changed since 2003-03-03, with 2004-04-04.'
    (reworded,) = check(make_judge(C, since=D), "// CR «101.1»", f"CR008 101.1 since {D}")
    assert reworded.message.endswith(": its words changed between 2003-03-03 and 2004-04-04, with 2004-04-04.")
    for new_or_the_same in ("// CR 700.5", "// CR 100.1", "// CR 102.1", "// CR 700.2a"):
        assert judged(since, new_or_the_same) == [], new_or_the_same
    assert judged(judge, "// CR 101.1", C) == [], "a rewording is told only with `since`"


def test_of_two_wrong_numbers_beside_one_name_each_stays_wrong_when_the_other_is_mended(judge: Judge) -> None:
    for text in (
        "700.4. Drifting\n700.4a Drifting at sea, CR 100.1\n",
        "// CR 700.4: Drifting\n// Drifting (CR 700.4)\n",
    ):
        first, second = judged(judge, text)
        for mended, other in ((first, second), (second, first)):
            after = text[: mended.start] + str(mended.suggestion) + text[mended.end :]
            assert [it.message for it in judged(judge, after)] == [other.message], after


@pytest.mark.parametrize(
    ("text", "number", "expected"),
    [
        ("// CR 700.2a drifting", "700.2a", [(A, B)]),
        ("// CR 700.2a beaching", "700.2a", [(C, D)]),
        (f"// CR 101.1 {QUOTE}", "101.1", [(A, B)]),
        ("// CR 700.2a", "700.2a", []),
        ("// CR 100.1 lanterns", "100.1", []),
    ],
)
def test_words_tell_the_periods_they_fit(judge: Judge, text: str, number: str, expected: list[tuple[str, str]]) -> None:
    periods = judge.periods_by_words(find_citations(text)[0], number)
    assert [(it.first, it.last) for it in periods] == expected


def test_a_number_means_the_same_to_check_and_to_upgrade(judge: Judge) -> None:
    for text, base, edition in (
        ("// CR 700.2a", A, A),
        ("// CR 700.2a drifting", None, B),
        ("// CR 700.2a beaching", A, D),
        ("// CR 700.2a", None, None),
        ("// Towing (CR 700.3a)", A, None),
    ):
        ((meaning,),) = judge.meanings(find_citations(text), base)
        assert meaning.edition == edition, text
        assert [describe_judgement(it) for it in judged(judge, text, base)] == [] or meaning.fault is not None


@pytest.mark.parametrize(
    ("label", "expected"),
    [("A beached boat", []), ("The oldest lighthouse", ["CR004 700.2a -> 102.1"])],
    ids=["its own title", "another label"],
)
def test_a_quote_after_the_title_of_the_number_may_be_of_a_card(judge: Judge, label: str, expected: list[str]) -> None:
    text = f'// {label} (CR 700.2a): "A skipper hands the copper coins to the warden of the bridge."'
    assert [describe_judgement(fault) for fault in judged(judge, text, D)] == expected
