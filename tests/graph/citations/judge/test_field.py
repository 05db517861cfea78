"""What reading public code taught: remarks like those, in words of our own, held against the real ledger."""

from __future__ import annotations

import pytest

from graph.citations.find.finder import find_citations
from graph.citations.judge.judge import Judge
from graph.citations.judge.titles import TitleFinder
from graph.history import History
from graph.ledger import open_ledger
from tests.graph.citations.judge.judged_history import judge_file

NEWEST = "2026-04-17"
"""The edition that these were judged against; a later one may move the numbers again."""


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(History(open_ledger()), NEWEST)


def judge_text(judge: Judge, text: str, base: str | None = None) -> list[str]:
    return [
        f"{judgement.code} {judgement.number} -> {judgement.suggestion}"
        for of_one in judge_file(judge, find_citations(text), base)
        for judgement in of_one
    ]


RIGHT = [
    # the subject of the chapter in which the number was, but also that of the present one
    "# Ending Turns and Phases, also for the monarch (CR 724.1)",
    "# a turn is ended; the monarch stays (CR 724.1)",
    # a usual word of the chapter in which the number was
    "# one land may be played in the main phase of a turn (CR 305.2)",
    # a sister rule is told
    "# CR 701.57b: the rest of the exiled cards goes to the bottom of the library in any order, at random",
    # a card whose name begins with a title
    '"draw_step",  # CR 504 (Mana Vault, Howling Mine)',
    # the statement before
    '.decl numeral(number: symbol, kind: symbol)\nnumeral("104.2", "list"). // CR 104.2a',
    # a letter that stands for any
    "// who leaves the game takes their cards with them (CR 800.4x)",
    # the text of a card in the same object
    (
        '{"oracleText": "Whenever a creature you control attacks alone, that creature gets +1/+1 until end of turn.",'
        ' "crRule": "CR 508.1m"}'
    ),
    # numbers that show how one is written
    "// write CR 123.4a, or CR 999.99",
    # the irregular form of a title, after another title
    "// a flashback lane, and a heron foretold (CR 702.143)",
    "// a keyword action `scry`, and two herons fought (CR 701.14)",
    # names in another order than the numbers, and fewer names than numbers
    "// haste and flying (CR 702.9, 702.10)",
    "// search, shuffle (CR 608.2c, 701.23, 701.24)",
    "// the flying, leaping, haste of it (CR 702.9, 702.10)",
    # the title of the last number of a range
    "// CR 702.9a\n// CR 115-117 (Timing and Priority)",
    # names of the glossary each with its own number, and one name with two numbers
    "// world rule (CR 704.5k), legend rule (CR 704.5j)",
    "// legend rule and world rule (CR 704.5j, 704.5k)",
    "// legend rule (CR 704.5k in 2012), now CR 704.5j",
    # what a number is not
    "// Storm isn't CR 702.41",
    "// CR 702.41 isn’t Storm",
    # all letters of a rule
    "// CR 601.2 and what is below it, 601.2a–z",
    # subtypes that were tokens' once
    "// the token is a copy (CR 707.2, 111.1)",
    # a title belongs to the number of the list that bears it
    "// CR 702.9a + CR 702.3a: Flying keeps it safe",
    # the title of a rule of the chapter, which another chapter has had too
    "// CR 701 Exile: creatures leave by it",
    # words that begin with the two letters that "day" shares with "damage"
    "// CR 702.40a\n// a fact about damage dealt in its course (CR 727 — the tail of it)",
    # a number without a cue that was never a rule's
    "// CR 702.40a\n# a score of `141.2`, and a price of 348.106",
    # a part of a card's name
    "// the Reach Through Mists role of CR 702.47c",
    # an ability word, beside the keyword action that its abilities perform
    "// Will of the Council (CR 701.38)\n\n# Council's Dilemma - CR 701.38",
    "# Parley (CR 701.20a)\n\n// Inspired: untap (CR 701.26b)",
    # the first word of a card's name, before "of"
    "// CR 702.16e: Gift of the Tides stays on the battlefield",
    # a word that only begins like a title
    "// as the Rampant Growth class does (CR 701.19a, 701.24)",
    # the first word of a sentence
    "// CR 701.30a: Reveal the top card of each library",
    "// CR 702.15b: defender takes damage, and whoever attacks gains life",
    # a card whose name begins with a title, before the number
    "// CR 702.40a\n\n// Day's Undoing (END THE TURN — CR 727)",
    # a sentence that goes on after the number of a chapter, in the words of a heading elsewhere
    "// CR §613.1\n\n//   5. Register §613 continuous effects from static abilities.",
    # words that only lean to a former rule
    "// no spells can be cast, as no player receives priority in it (CR 502.3, 502.4)",
    # an action that is an ordinary word, before what an ability says
    "// CR 702.34a: Tap creatures as a part of the cost",
    # a part of a longer name, behind its owner
    "// the Doctor's companion (CR 702.124)",
    # an ordinary noun that is a title too
    "// CR 702.149a: a companion that rows harder",
    # one word of a chapter's title
    "# at night the crew rows (CR 727.1)",
    # a title before a bracket in which another is described
    "// Flashback (paid as if it were a kicker, CR 702.33)",
    "// Storm (each copy is put above the boat, CR 707.10)",
    # titles behind a list, which may be those of any of its numbers
    "// CR 701.22/701.25: scry or surveil, whichever the card has",
    # names before a list, each of one of its numbers
    "// convoke / delve / improvise ([CR 702.51a,702.66a,702.126a])",
    # the title of a number within a range
    "// Cycling variants (CR 702.29-31)",
    # the last word of a card's name
    "// and after it the old Harbour Cascade (CR 702.42a)",
    # the name of the next citation's rule
    "// see CR 702.9b; lifelink: CR 702.15b",
    "// CR 702.9b: it is above, lifelink is CR 702.15b",
    "// evasion (CR 702.9b); lifelink (CR 702.15b)",
    # the item of a list above, and that below
    "- Flying keeps it up\n- CR 702.15b: the life follows\n- Trample",
    "* CR 702.15b\n* Flying: no walker is in its way",
    "1. Vigilance is easy\n2. See CR 702.15b\n3. Haste",
    # the objects beside
    '[{"name": "Flying", "number": "702.9b"}, {"name": "Lifelink", "number": "702.15b"}, {"name": "Trample"}]',
    '- rule: "702.15b"\n  name: Lifelink\n- rule: "702.9b"\n  name: Flying',
    # other rows, and other cells than one with words
    "| CR 702.15b | Lifelink |\n| CR 702.9b | Flying |",
    "| Flying | CR 702.15b gains life | Trample |",
    # a card's name in quotes, and before a colon
    '// "Flying Over Fields" gains life (CR 702.15b)',
    "// Flash of Insight: CR 702.34a lets one cast it again",
    # lines of a comment that begin with an exclamation mark
    "//! - **Haste** (CR 702.10), **Trample**\n//!   (CR 702.19), **Vigilance** (CR 702.20): marks of a crew",
    # a verb of the rule itself, and of the title that another rule had under the number
    "// CR 701.19a taps the boat",
    # a title that a sentence before the number mentions
    "// Magic: The Gathering\n\n// priority is given once more in the Combat Damage Step (CR 117)",
    "// Magic: The Gathering, as it is said of the\n// Combat Damage Step (CR 117)",
    # a shorter form of the own title, and the titles above and below
    "// Magic: The Gathering\n// CR 613: Continuous Effects",
    "// Magic: The Gathering\n// CR 702: Double Strike",
    "// CR 702.4: Keyword Abilities",
    # the title of either number of a list
    "// CR 601 / 602: Casting Spells",
    # one with more words than the rules print
    "// CR 115.1: Old Mana Abilities",
    # a name of the glossary beside its rule, what is above and below that, or one of several that it leads to
    "// Legend rule (CR 704.5j), Commander Tax (CR 903.8)",
    "// the legend rule is one of CR 704.5",
    "// Chaos symbols: CR 107.12",
    "// Delayed triggered ability (CR 603.7b)",
    "// CR 608.2b, last known information",
    # one that is compared with, that is the next citation's, or that is one of a list
    "// unlike the legend rule (CR 704.5f)",
    "// life loss (CR 120.3a), excess damage (CR 120.4a)",
    "// Legend rule (CR 704.5j, 704.5m)",
    # a thing that rules of all chapters are about, and a rule that has the words of the name
    "// Stun counters (CR 502.3)",
    "// Total cost (CR 601.2g)",
    # a title behind a closed bracket and a comma, which begins another clause
    "// face down it is a plain creature (CR 701.40), Cloak is another way",
    # a word that is the cue of a number
    "// a creature without summoning sickness\n// Rule 702.10b: it has haste",
    # a short quote that many rules share
    '// CR 601.2: "if you cast this spell during your turn"',
]


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_is_left_alone(judge: Judge, text: str) -> None:
    assert find_citations(text)
    assert judge_text(judge, text) == []


WRONG = {
    "a number with a cue that was never a rule's": ("// CR 702.40a\n# a score of CR 141.2", ["CR001 141.2 -> None"]),
    "what the number above was once": ("// creatures can't be regenerated (CR 701.15g)", ["CR002 701.15g -> None"]),
    "words of another rule than the one that is gone": (
        "// several regeneration shields of a creature, regenerated once (CR 701.19d)",
        ["CR002 701.19d -> None"],
    ),
    "a chapter that was there once": ("// the monarch draws a card (CR 720.6)", ["CR002 720.6 -> None"]),
    "no such words": ("// see CR 701.15g", ["CR002 701.15g -> 701.24f"]),
    "the subject of the chapter in which the number was": (
        "// somebody becomes the monarch (CR 724.1)",
        ["CR004 724.1 -> 725.1"],
    ),
    "the subject of a chapter that moved several times": (
        "// the initiative's own trigger (CR 722.2)",
        ["CR004 722.2 -> 726.2"],
    ),
    "a title before words in one bracket with the number": (
        "- Flashback (thrown out of the boat again, CR 702.33)",
        ["CR005 702.33 -> 702.34"],
    ),
    "a stressed form of a title": ("// The DISCARDING player (CR 701.8)", ["CR005 701.8 -> 701.9"]),
    "a title in another field of an object": (
        (
            '[{"rule": "702.33a", "text": "Flashback lets one board the boat once more"}]\n'
            'const boats = [{ rule: "701.18a", text: "Scry: look out" }];'
        ),
        ["CR005 702.33a -> 702.34a", "CR005 701.18a -> 701.22a"],
    ),
    "a keyword with an article": ("// CR 702.111a: A melee boat rows on", ["CR005 702.111a -> 702.121a"]),
    "both words of a chapter's title": ("# from day/night on (CR 727.1)", ["CR004 727.1 -> 731.1"]),
    "words before a list": (
        "// fetch it, put it into play tapped, then shuffle (CR 608.2c, 701.20a)",
        ["CR005 701.20a -> 701.24a"],
    ),
    "the name below a number": (
        "# Magic rules\n\n## CR 701.18\n\nScry is how to look.\n\n## CR 702.9\n\nFlying keeps it above.\n",
        ["CR005 701.18 -> 701.22"],
    ),
    "each name of a list, in the order of the numbers": (
        "// keyword actions: search, shuffle and clash (CR 701.19 / 701.20 / 701.31a)",
        ["CR005 701.19 -> 701.23", "CR005 701.20 -> 701.24", "CR005 701.31a -> 701.30a"],
    ),
    "names of a list and the number of another rule": (
        "// flying, haste (CR 702.9, 702.8)",
        ["CR005 702.8 -> 702.10"],
    ),
    "the later of two that are named": (
        "// Search the library for any one card, put it into the hand, then shuffle (CR 701.19a / 701.20a)",
        ["CR005 701.19a -> 701.23a", "CR005 701.20a -> 701.24a"],
    ),
    "its own title before the later one": (
        "// - search (CR 701.18): look for a card\n// - scry: look at the top",
        ["CR005 701.18 -> 701.23"],
    ),
    "a sentence before the bracket": ('// "Its owner shuffles." (CR 701.20)', ["CR005 701.20 -> 701.24"]),
    "a title behind a list of which the other number bears one": (
        "// CR 702.9b & 702.90a: Wither, and flying besides",
        ["CR005 702.90a -> 702.80a"],
    ),
    "two titles behind a list of two": (
        "// CR 702.90a & 702.46a: Exalted comes before bushido here",
        ["CR005 702.90a -> 702.83a", "CR005 702.46a -> 702.45a"],
    ),
    "letter in brackets": ("// CR 702.36(e)", ["CR002 702.36e -> 702.37e"]),
    "each by its own words": ("// CR 702.62: Vanishing\n\n// CR 702.62b", ["CR005 702.62 -> 702.63"]),
    "one of two eras": (
        "// CR 702.62: Vanishing\nsail();\n// a suspended card (CR 702.62b)",
        ["CR005 702.62 -> 702.63"],
    ),
    "a keyword anywhere in the clause": (
        "// CR 702.92a: Each instance of battle cry",
        ["CR005 702.92a -> 702.91a"],
    ),
    "one that begins a sentence which says what its rule says": (
        "// CR 702.85a: storm copies the spell",
        ["CR005 702.85a -> 702.40a"],
    ),
    "a title behind a capital that only begins the clause": ("// Add Kicker (CR 702.85)", ["CR005 702.85 -> 702.33"]),
    "one in small letters behind a capital": ("// Add kicker (CR 702.85)", ["CR005 702.85 -> 702.33"]),
    "one next to words that both rules have": (
        "// at the beginning of the upkeep, look whether Boast was used (CR 702.131)",
        ["CR005 702.131 -> 702.142"],
    ),
    "the title of no number of a range": (
        "// Cycling variants (CR 702.30-31)",
        ["CR005 702.30 -> 702.29", "CR005 702.31 -> 702.29"],
    ),
    "several titles, none of which is the number's": (
        "// haste and blitz mark it (CR 702.150a)",
        ["CR005 702.150a -> None"],
    ),
    "a keyword next to a number that is gone": ("// CR 115.2c amass", ["CR002 115.2c -> None"]),
    "an action as the title of an ability": ("// CR 702.40a: Investigate", ["CR005 702.40a -> 701.16a"]),
    "a name behind its owner": ("// The Warden's Bolster 1 (CR 701.36)", ["CR005 701.36 -> 701.39"]),
    "the first of two titles, each before its number": (
        "// investigate (CR 701.30), suspect (CR 701.60)",
        ["CR005 701.30 -> 701.16"],
    ),
    "a printed title that shares a word with the own one": (
        "// See rule 609, “Replacement Effects.”\n// CR 606: Mana Abilities\n// Handling Static Abilities (rule 607)",
        ["CR004 609 -> 614", "CR004 606 -> 605", "CR004 607 -> 604"],
    ),
    "a printed title that begins with a small word": ("// CR 702.4 (The Ring Tempts You)", ["CR005 702.4 -> 701.54"]),
    "one with a stroke": ("// Magic: The Gathering\n// CR 205: Power/Toughness", ["CR004 205 -> 208"]),
    "a title of one word in quotation marks": ('// see rule 111, "Spells."', ["CR004 111 -> 112"]),
    "a printed title that several chapters have": (
        '// Magic: The Gathering; see rule 601, "General"',
        ["CR004 601 -> None"],
    ),
    "an ability word, of which there is only a list": (
        "# Metalcraft (CR 702.98)\n\n# Rule 702.115 - Delirium: four kinds of cards",
        ["CR005 702.98 -> 207.2c", "CR005 702.115 -> 207.2c"],
    ),
    "a denial that is about something else": ("// Storm can't be answered (CR 702.41)", ["CR005 702.41 -> 702.40"]),
    "a word that only an earlier rule of the number has": (
        "// each is manifested on its own, at its time (CR 701.34d)",
        ["CR002 701.34d -> None"],
    ),
    "two names of the glossary with each other's numbers": (
        "// world rule (CR 704.5j), legend rule (CR 704.5k)",
        ["CR004 704.5j -> 704.5k", "CR004 704.5k -> 704.5j"],
    ),
    "a digit was left out": ("// Decayed (CR 702.14)", ["CR005 702.14 -> 702.147"]),
    "a letter that no rule has, for a digit": (
        "// CR 702.1l, CR 704.5l",
        ["CR006 702.1l -> 702.11", "CR006 704.5l -> None"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_with_where_it_went(judge: Judge, text: str, expected: list[str]) -> None:
    assert judge_text(judge, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "// Legend rule (CR {})",
        "// Legend Rule - CR {}",
        "// CR {} (the ‘legend rule’)",
        '// CR {} (the "Legend Rule")',
        "// Legend rule (CR {})\n// The world rule is CR 704.5k",
        "// CR {}: Legend rule",
        '// CR {}, "Legend Rule."',
        "// see the “legend rule”, CR {}",
        "// the legend rule is CR {}",
        "// CR {} is the legend rule",
        "// here the engine looks at the legend rule (CR {}), once a turn",
        "// THE LEGEND RULE (CR {})",
        "| Legend rule | CR {} |",
        "// Legend rule (per CR {})",
        "// Legend rule (see MTG CR {})",
        "// Legend rule, cf. CR {}",
    ],
)
def test_a_name_of_the_glossary_says_which_rule_is_meant(judge: Judge, text: str) -> None:
    assert judge_text(judge, text.format("704.5j")) == []
    assert judge_text(judge, text.format("704.5u")) == ["CR004 704.5u -> 704.5j"]
    assert judge_text(judge, text.format("704.5k")) == ["CR004 704.5k -> 704.5j"], "which it was once"


def test_a_name_in_front_of_its_own_bracket_is_not_that_of_the_next_number(judge: Judge) -> None:
    swapped = judge_text(judge, "// the legend rule (CR 704.5k), the world rule (CR 704.5j)")
    assert swapped == ["CR004 704.5k -> 704.5j", "CR004 704.5j -> 704.5k"]
    assert judge_text(judge, "// the legend rule (CR 704.5j), the world rule (CR 704.5k)") == []


def test_names_of_the_glossary_choose_among_the_rules_of_a_chapter(judge: Judge) -> None:
    for text, expected in {
        "// The world rule is CR 704.5j": "CR004 704.5j -> 704.5k",
        "// Summoning sickness rule: CR 302.1": "CR004 302.1 -> 302.6",
        '// Intervening "if" clause (CR 603.6)': "CR004 603.6 -> 603.4",
        "// Stun counters (CR 122.1c)": "CR004 122.1c -> 122.1d",
        "// the commander tax is CR 601.2f": "CR004 601.2f -> 903.8",
    }.items():
        assert judge_text(judge, f"// CR 702.40a\n\n{text}") == [expected], text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("// with ten poison counters a player is out (CR 704.5b)", ["CR004 704.5b -> 704.5c"]),
        ("| out at ten poison counters | CR 704.5b |", ["CR004 704.5b -> 704.5c"]),
        ("// with ten poison counters a player is out (CR 704.5c)", []),
        ("// unlike poison counters (CR 704.5b)", []),
        ("// poison counters are no way to empty a library (CR 704.5b)", []),
        ("// poison counters (CR 704.5c) and a loss at 0 (CR 704.5b)", []),
        ("// with ten poison counters a player is out: CR 704.5b or CR 704.5c", []),
        ("// poison counters are of no use to whoever keeps boats, ropes and a lamp (CR 704.5b)", []),
        ("// with lethal damage it is gone at once (CR 704.5b)", []),
        ("// a Mountain is a Mountain (CR 305.7)", []),
    ],
    ids=[
        "in a sentence",
        "in a row",
        "the right number",
        "a comparison",
        "the rule has a word",
        "the next number is right",
        "either rule",
        "the rule has few of the words",
        "a name of many rules",
        "one word",
    ],
)
def test_a_name_of_the_glossary_in_the_clause_shows_a_rule_of_the_chapter(
    judge: Judge, text: str, expected: list[str]
) -> None:
    assert judge_text(judge, f"// CR 702.40a\n\n{text}") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("// CR 702.120 & 702.91: Melee and battle cry", ["CR005 702.120 -> 702.121"]),
        ("// CR 702.121, 702.90 — melee, battle cry. Both count", ["CR005 702.90 -> 702.91"]),
        ("// CR 702.121 & 702.91: Melee and battle cry", []),
        ("// CR 702.91 & 702.121: Melee and battle cry", []),
        ("// CR 702.120 & 702.91: old boats, oars and sails", []),
    ],
    ids=["the first", "the second", "both right", "in another order", "more names"],
)
def test_names_after_a_list_are_those_of_its_numbers(judge: Judge, text: str, expected: list[str]) -> None:
    assert judge_text(judge, f"// CR 702.40a\n\n{text}") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "# Magic: The Gathering\nRegenerate, scry, sacrifice (CR 701.15, 701.18, 701.17)",
            ["CR005 701.15 -> 701.19", "CR005 701.18 -> 701.22", "CR005 701.17 -> 701.21"],
        ),
        (
            "# Magic: The Gathering\nRegenerate, sacrifice (CR 701.15, 701.17)",
            ["CR005 701.15 -> 701.19", "CR005 701.17 -> 701.21"],
        ),
        (
            "// Old Boats Regenerate, sacrifice (CR 701.15, 701.17)",
            ["CR005 701.15 -> 701.19", "CR005 701.17 -> 701.21"],
        ),
        ("# Old Boats Regenerate, or they sacrifice (CR 701.15)", ["CR003 701.15 -> 701.19"]),
    ],
    ids=["three below a heading", "two below a heading", "two after a name", "one of two"],
)
def test_a_title_of_the_declared_rule_outweighs_a_nearer_one(judge: Judge, text: str, expected: list[str]) -> None:
    assert judge_text(judge, text, "2024-11-08") == expected


DECLARED = {
    "a word that is not of the rule": ("# loyalty (CR 702.98)", "2019-06-14", None),
    "no words": ("# CR 702.98", "2019-06-14", "702.99"),
}


@pytest.mark.parametrize(("text", "base", "suggested"), DECLARED.values(), ids=DECLARED.keys())
def test_of_a_declared_number_that_its_words_do_not_bear_out_none_is_suggested(
    judge: Judge, text: str, base: str, suggested: str | None
) -> None:
    number = find_citations(text)[0].numbers[0]
    assert judge_text(judge, text, base) == [f"CR003 {number} -> {suggested}"]


def test_the_line_above_says_nothing_about_a_number_with_a_line_of_its_own(judge: Judge) -> None:
    moved = "CR002 115.2a -> 116.2a"
    assert judge_text(judge, "# CR 115.2a play a land", "2019-06-14") == [moved]
    text = "# CR 701.8 Discard\n# CR 115.2a play a land"
    assert judge_text(judge, text, "2019-06-14") == ["CR005 701.8 -> 701.9", moved]


@pytest.mark.parametrize("text", ["# Mulligan (official rules CR {})", "- **CR {}**: opening hand, not made yet"])
def test_a_term_that_the_glossary_explains_by_the_number_now_speaks_against_the_declaration(
    judge: Judge, text: str
) -> None:
    assert judge_text(judge, text.format("103.5"), "2019-05-03") == []
    assert judge_text(judge, text.format("103.4"), "2019-05-03") == ["CR003 103.4 -> 103.5"]


@pytest.mark.parametrize(
    "text",
    [
        '[names]\n"{}" = "Flashback"\n',
        '[[rule]]\nnumber = "{}"\ntitle = "Flashback"\n\n[[rule]]\nnumber = "702.33"\ntitle = "Kicker"\n',
        '[[rule]]\ntitle = "Flashback"\nin_use = true\nrule = "{}"',
    ],
)
def test_a_table_of_toml_says_what_its_number_is(judge: Judge, text: str) -> None:
    preface = "# checked by rules such as CR 702.40a and CR 601.2a\n\n"
    assert judge_text(judge, preface + text.format("702.33"))[:1] == ["CR005 702.33 -> 702.34"]
    assert judge_text(judge, preface + text.format("702.34")) == []


def test_a_table_with_several_numbers_does_not_say_which_name_is_whose(judge: Judge) -> None:
    assert judge_text(judge, 'a_title = "Flashback"\na_rule = "702.34"\nb_title = "Kicker"\nb_rule = "702.33"\n') == []
    assert judge_text(judge, 'if "702.33" == "Flashback":\n    pass\n') == []


def test_the_remark_on_a_name_has_no_names(judge: Judge) -> None:
    for text, expected in {
        "| Explore (reveal the top one; a land goes to hand) | CR 701.39 |": "CR005 701.39 -> 701.44",
        "| Riot (with haste, or with a counter) | CR 702.138 |": "CR005 702.138 -> 702.136",
        "| Riot (with haste, or with a counter) | CR 702.136 |": "",
    }.items():
        assert judge_text(judge, text) == ([expected] if expected else []), text


@pytest.mark.parametrize(
    "text", ["Flashback (CR {}), Kicker", "Flashback (see CR {}), Kicker", "Flashback (see CR {}), not in the deck"]
)
def test_a_name_before_the_bracket_is_that_of_the_number_in_it(judge: Judge, text: str) -> None:
    assert judge_text(judge, text.format("702.33")) == ["CR005 702.33 -> 702.34"]
    assert judge_text(judge, text.format("702.34")) == []


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        ("// boats (CR 702.34e)", "2025-04-04", "CR002 702.34e -> None"),
        ("// boats (CR 702.34e)", "2013-02-01", "CR002 702.34e -> 702.37g"),
        ("// a boat (CR 702.34e, of morph)", "2025-04-04", "CR002 702.34e -> 702.37g"),
        ("// sails down at once (CR 502.30a)", "2025-04-04", "CR002 502.30a -> 702.40a"),
        ("// regeneracja: it is tapped by the crew (CR 701.15a)", "2025-04-04", "CR003 701.15a -> 701.19a"),
        ("// it is tapped by the crew (CR 701.15a)", "2025-04-04", "CR005 701.15a -> None"),
        ("// it is tapped by the crew (CR 701.15a)", "2009-10-01", "CR005 701.15a -> 701.26a"),
    ],
)
def test_of_a_declared_number_the_meaning_of_long_ago_is_doubtful(
    judge: Judge, text: str, base: str, expected: str
) -> None:
    assert judge_text(judge, text, base) == [expected]


def test_a_word_may_be_about_a_title_in_another_form() -> None:
    titles = TitleFinder(History(open_ledger()))
    for words, title, expected in (
        ("an adventure of one's own", "adventurercards", True),
        ("an advent of snow", "adventurercards", False),
        ("regeneration", "regenerate", True),
        ("an order of towers", "companion", False),
    ):
        assert titles.may_be_about(words, {title}) is expected, words


def test_the_message_names_what_the_words_fit(judge: Judge) -> None:
    ((judgement,),) = judge_file(judge, find_citations("// the monarch draws a card (CR 720.6)"))
    assert "The words next to it fit what 720 was until 2022-10-06" in judgement.message
    assert '"The Monarch": on 2026-04-17 it is 725.' in judgement.message


def test_a_declaration_decides_but_not_against_the_words(judge: Judge) -> None:
    assert judge_text(judge, "// CR 702.49: Ninjutsu", "2011-05-01") == []
    # the rule is below its old number now; of two titles with a word in common the other word decides
    assert judge_text(judge, "// CR 903.9", "2018-01-19") == []
    # an x may stand for any letter
    assert judge_text(judge, "// checked as all of CR 704.5x are", "2017-08-25") == []
    assert judge_text(judge, "// Split Cards and their values (CR 709.1)", "2021-02-15") == []
    assert judge_text(judge, "// Clone: a copy of another creature (CR 707)", "2021-02-15") == []
    for text in ("// CR 702.36: Provoke", "// CR 702.36"):
        assert judge_text(judge, text, "2011-05-01")[0].endswith("702.36 -> 702.39")
    for words, expected in {
        "": ["CR003 608.2h -> 608.2j"],
        " goodbye kittens": ["CR003 608.2h -> 608.2j"],
        ": then the active player gains priority again": ["CR003 608.2h -> None"],
    }.items():
        assert judge_text(judge, f"// CR 608.2h{words}", "2020-08-07") == expected


def test_of_a_declared_keyword_none_is_suggested_if_the_words_are_not_about_it(judge: Judge) -> None:
    for words, is_about in {
        "": True,
        ": a second one of split second, and no more of the mills": True,
        ": whoever owns the oars may pay for them with leaves": False,
    }.items():
        for code, number, new, base in (
            ("CR002", "702.60c", "702.61c", "2025-04-04"),
            ("CR003", "701.13", "701.17", "2025-04-04"),
        ):
            expected = new if is_about else None
            assert judge_text(judge, f"// CR {number}{words}", base) == [f"{code} {number} -> {expected}"]


def test_of_a_number_that_two_rules_had_in_turn_none_is_suggested_without_words(judge: Judge) -> None:
    assert judge_text(judge, "// CR 725.2a: oars", "2025-04-04") == ["CR002 725.2a -> None"]
    assert judge_text(judge, "// CR 725.2a: oars of a subgame", "2025-04-04") == ["CR002 725.2a -> 729.2a"]
    assert judge_text(judge, "// CR 725.2e: oars", "2025-04-04") == ["CR002 725.2e -> 730.2e"]


def test_a_title_before_the_bracket_outweighs_the_one_of_the_next_number(judge: Judge) -> None:
    text = "# pays for oars, such as exalted (CR 702.90), battle cry (CR 702.92), and for leaves"
    assert judge_text(judge, text, "2021-02-15") == ["CR005 702.90 -> 702.83", "CR005 702.92 -> 702.91"]


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        ("# pay for battalion oars (CR 702.101)", "2021-02-15", "CR003 702.101 -> None"),
        ("# pay for oars (CR 702.101)", "2021-02-15", "CR003 702.101 -> 702.102"),
        ("# oars rest in the combat phase (CR 505.5a)", "2025-04-04", "CR002 505.5a -> None"),
        ("# oars rest in the main phase (CR 505.5a)", "2025-04-04", "CR002 505.5a -> 505.6a"),
    ],
)
def test_the_label_of_another_rule_casts_doubt_on_the_suggestion(
    judge: Judge, text: str, base: str, expected: str
) -> None:
    assert judge_text(judge, text, base) == [expected]


def test_a_rule_is_reworded_if_a_subrule_is() -> None:
    since = Judge(History(open_ledger()), "2026-08-07", since="2024-06-07")
    (rule,), (subrule,), chapter = judge_file(since, find_citations("// CR 605.1, CR 605.1a and CR 605"))
    assert (rule.code, rule.broken) == (subrule.code, subrule.broken) == ("CR008", "2026-08-07")
    assert "605.1a" in rule.message
    assert chapter == ()


@pytest.mark.parametrize(
    ("number", "earlier"),
    [
        ("100.2a", "with 2022-04-29 (Streets of New Capenna) and 2 times before."),
        ("100.4", "with 2025-07-25 (Edge of Eternities) and once before."),
    ],
)
def test_a_reworded_rule_counts_its_earlier_rewordings(number: str, earlier: str) -> None:
    since = Judge(History(open_ledger()), "2026-08-07", since="2015-03-27")
    ((fault,),) = judge_file(since, find_citations(f"// CR {number}"))
    assert fault.message.endswith(f": its words changed since 2015-03-27, {earlier}")


def test_a_number_that_was_another_rule_never_had_the_same_words() -> None:
    since = Judge(History(open_ledger()), "2026-08-07", since="2015-03-27")
    text = "// CR 513.1: turn-based actions never wait until somebody who has oars gets priority"
    ((fault,),) = judge_file(since, find_citations(text))
    assert fault.code == "CR008"
    assert "it was another rule on 2015-03-27, and the words of 513.1a changed" in fault.message


def test_a_number_before_the_title_of_its_present_rule_is_right_in_an_older_file(judge: Judge) -> None:
    assert judge_text(judge, "// CR 112: Spells, and their abilities", "2019-05-03") == []
    assert judge_text(judge, "// CR 112: Abilities, not spells", "2019-05-03") == ["CR003 112 -> 113"]


def test_a_number_in_a_name_is_not_to_be_replaced_by_a_program(judge: Judge) -> None:
    for text, fix in {"rule_413 = True  # it is so": "", "rule 413 = True  # it is so": "place"}.items():
        citations = find_citations(f"{text}\n# CR 702.2a")
        (fault,) = judge.find_faults(citations, 0)
        assert (fault.suggestions, fault.fix) == (("608",), fix)
