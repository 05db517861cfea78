"""Each class is given for what it allows and for nothing more."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.change import Passage, Renamings, classify, passage_of
from rules.change.compared_tokens import ends_of
from rules.links import CLASSES, gravest_class
from rules.records import GlossaryEntry, Rule

MOVES = """
502.30>702.40 502.30b>702.40b 502.30d>702.40d 300>500 3>5 200>400
601.2>601.2 601.2f>601.2f 601.2h>601.2h 509.1>509.1 509.3>509.4
"""
MOVED = dict(pair.split(">") for pair in MOVES.split())
"""What became of the rules that the texts below name; 104.2 stands for a number that means another rule now."""

RENAMED = Renamings(
    [
        ("local enchantment", "aura"),
        ("comes into play", "enters the battlefield"),
        ("in play", "on the battlefield"),
        ("play", "cast"),
        ("play", "activate"),
        ("removed from the game", "exiled"),
        ("he or she", "they"),
        ("hero", "idol"),
        ("converted mana cost", "mana value"),
    ]
)


def same(old: str, new: str) -> bool:
    return MOVED.get(old) == new


def class_of(old: str, new: str, renamed: Renamings = RENAMED) -> str:
    return classify([Passage(text=old)], [Passage(text=new)], same, renamed)


TABLE = [
    ("Draw a card.", "Draw a card.", "unchanged"),
    ("", "", "unchanged"),
    # Typography: quotes, dashes, marks, letter case, spaces.
    ('A "hit" -- don\'t', "A “hit” — don’t", "typographic"),
    ("Magic(tm) and Magic®", "Magic and Magic", "typographic"),
    ("Pay ocT or {oT}.", "Pay {T} or {T}.", "typographic"),
    ("The Stack", "the stack", "typographic"),
    ("Not the world , ever.", "Not the world, ever.", "typographic"),
    ("See rule 502.30 , now.", "See rule 502.30, now.", "typographic"),
    ("One.\nTwo.", "One. Two.", "typographic"),
    ("It\ufffds here", "It's here", "typographic"),
    ("Say ?yes? now", "Say “yes” now", "typographic"),
    ("See rule 104.2 -- now", "See rule 104.2 — now", "typographic"),  # its number drifted, but nobody touched it
    ("rules 601.2f?h apply", "rules 601.2f–h apply", "typographic"),
    # Punctuation alone.
    ("It dies, then.", "It dies then", "typographic"),
    ("Is it so?", "Is it so.", "typographic"),
    ("A face-down card (if any).", "A face down card, if any.", "typographic"),
    ("A <name>/count is at <https://an.example/>.", "A [name], count is at https://an.example.", "typographic"),
    ("The players' heroes: two; the judge's: one.", "The players heroes, two. The judge's, one!", "typographic"),
    # References: the numbers moved with their rules.
    ("See rule 502.30b.", "See rule 702.40b.", "reference"),
    ("See rule 502.30b -- now.", "See rule 702.40b — now.", "reference"),
    ("See rules 502.30b-d.", "See rules 702.40b–d.", "reference"),
    ("See section 3, now.", "See section 5, now.", "reference"),
    ("See rule 300 and rule 502.30.", "See rule 500 and rule 702.40.", "reference"),
    ("See rule 502.30. It costs 200 life.", "See rule 702.40. It costs 200 life.", "reference"),
    ("See rule 502.30 and rules 601.2f-h.", "See rule 702.40 and rules 601.2f–h.", "reference"),
    # No reference: the rule named is another one.
    ("See rule 502.30b.", "See rule 702.40d.", "wording"),
    ("See rule 502.30 and 104.2.", "See rule 702.40 and 104.2.", "wording"),
    ("See rules 502.30b-d.", "See rules 702.40b.", "wording"),
    ("See rules 502.30b-d.", "See rules 702.40b-e.", "wording"),
    ("See rule 502.30b.", "See rules 702.40b and 702.40d.", "wording"),
    ("It costs 200 life.", "It costs 300 life.", "wording"),
    ("Draw 3 cards.", "Draw 5 cards.", "wording"),
    ("It costs {3}.", "It costs {5}.", "wording"),
    ("See rule 509.3.", "See rule 509.3.", "unchanged"),
    ("See rule 502.30b, now.", "(See rule 702.40b now.)", "reference"),
    # Terms: nothing but renamed terms, as often and where they were renamed.
    ("A land in play.", "A land on the battlefield.", "terminology"),
    ("In play, he or she may play it.", "On the battlefield, they may cast it.", "terminology"),
    ("Play spells, play abilities, play lands.", "Cast spells, activate abilities, play lands.", "terminology"),
    ("A local enchantment's owner", "An Aura’s owner", "terminology"),
    ("Local enchantments stay.", "Auras stay.", "terminology"),
    ("a hero", "an idol", "terminology"),
    ("A land in play.", "A land, on the battlefield", "terminology"),
    ("two heroes", "two idols", "wording"),  # `heros` is what the plural rule makes; irregular ones are given
    ("a converted-mana-cost total", "a mana value total", "terminology"),
    ("He or she plays, see rule 502.30.", "They plays, see rule 702.40.", "terminology"),
    ("It comes into play in play.", "It enters the battlefield on the battlefield.", "terminology"),
    # No terminology: something else changed besides.
    ("A land in play.", "Two lands on the battlefield.", "wording"),
    ("A land on the battlefield.", "A land in play.", "wording"),  # backwards
    ("A cat in play.", "An cat on the battlefield.", "wording"),  # the article is not the term's
    ("a cat", "an cat", "wording"),
    ("He or she may play it, see rule 104.2.", "They may cast it, see rule 104.2.", "wording"),
    ("Play it, see rule 502.30.", "Cast it, see rule 702.41.", "wording"),
    ("He or she draws.", "They draw.", "wording"),  # `draws` is no part of the renaming
    ("Plays", "Castes", "wording"),
    ("Replay it.", "Recast it.", "wording"),
    # Words.
    ("Draw a card.", "Draw two cards.", "wording"),
    ("Draw a card.", "", "wording"),
    ("Its owner, then.", "It's owner then.", "wording"),
    ("It gets -1 life.", "It gets 1 life.", "wording"),
    ("Pay -X, then stop.", "Pay X then stop.", "wording"),
    ("It costs 2+1.", "It costs 2, 1.", "wording"),
    ("It gets -1/-1.", "It gets 1/1.", "wording"),
    ("Pay {2}{U}, twice.", "Pay {U}{2} twice.", "wording"),
    ("It gets +X/-Y.", "It gets +X -Y.", "wording"),
    ("Use a # sign.", "Use a 702.40 sign.", "wording"),
]


@pytest.mark.parametrize(("old", "new", "expected"), TABLE)
def test_text(old: str, new: str, expected: str) -> None:
    assert class_of(old, new) == expected


def test_without_renamings_there_is_no_terminology_and_the_gravest_part_decides() -> None:
    assert class_of("A land in play.", "A land on the battlefield.", Renamings()) == "wording"
    assert [bool(renamings) for renamings in (Renamings(), RENAMED)] == [False, True]
    old = Passage("In play", "See rule 502.30.", ('"One."',))
    new = Passage("On the battlefield", "See rule 702.40.", ("“One.”",))
    assert classify([old], [new], same, RENAMED) == "terminology"
    assert classify([old], [replace(new, heading="In play")], same, RENAMED) == "reference"


HEAD = Passage("Storm", "It copies.", ("One.", "Two."), ("Note.",))


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, "unchanged"),
        ({"heading": "STORM"}, "typographic"),
        ({"heading": None, "text": "Storm\nIt copies."}, "typographic"),
        ({"examples": ("Two.", "One.")}, "typographic"),
        ({"heading": "Gale"}, "wording"),
        ({"examples": ("One.",)}, "wording"),
        ({"examples": ("One.", "Two.", "Three.")}, "wording"),
        ({"examples": ("One.", "Three.")}, "wording"),
        ({"notes": ()}, "wording"),
        ({"notes": ("Other.",)}, "wording"),
        ({"text": "It copies. One.", "examples": ("Two.",)}, "wording"),
    ],
)
def test_the_gravest_of_all_parts(changed: dict[str, Any], expected: str) -> None:
    assert classify([HEAD], [replace(HEAD, **changed)], same) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (["One. Two."], ["One.", "Two."], "unchanged"),
        (["One.", "Two."], ["One. Two."], "unchanged"),
        (["One. Two."], ["Two.", "One."], "unchanged"),
        (["Two.", "One."], ["One. Two."], "unchanged"),
        (["One. Two's."], ["One.", "Two’s."], "typographic"),
        (["One. See 502.30."], ["One.", "See 702.40."], "reference"),
        (["One in play. Two."], ["One on the battlefield.", "Two."], "terminology"),
        (
            ["If you may row a boat, gain 1. If you may row a raft, lose 1."],
            ["If you may row a raft, lose 1.", "If you may row a boat, gain 1."],
            "unchanged",  # in the order of the whole, though the parts begin with the same five words
        ),
        (
            ["If you may row a boat, see 502.30. If you may row a raft, see 300."],
            ["If you may row a raft, see 500.", "If you may row a boat, see 702.40."],
            "reference",
        ),
        (["One. Two."], ["One.", "Three."], "wording"),
        (["One. Two."], ["One.", "Two.", "Three."], "wording"),
        (["One. Two."], ["One."], "wording"),
    ],
)
def test_splits_and_merges(old: list[str], new: list[str], expected: str) -> None:
    before, after = ([Passage(text=text) for text in side] for side in (old, new))
    assert classify(before, after, same, RENAMED) == expected


def test_a_split_divides_the_examples_too_and_records_are_passages() -> None:
    parts = [Passage("Storm", "One.", ("First.",)), Passage(None, "Two.", ("Second.",))]
    whole = [Passage("Storm", "One. Two.", ("First.", "Second."))]
    assert classify(whole, parts, same) == classify(parts, whole, same) == "unchanged"
    rule = Rule("2009-07-11", "702.40", "rule", "Storm", "It copies.", ("One.", "Two."), ("Note.",), parent="702")
    assert passage_of(rule) == HEAD
    assert passage_of(GlossaryEntry("2009-07-11", "Storm", "See rule 702.40.")) == Passage("Storm", "See rule 702.40.")


RANGES = {
    "601.2f-h": ("601.2f", "601.2h"),
    "509.1-3": ("509.1", "509.3"),
    "702.178-179": ("702.178", "702.179"),
    "509.1-509.3": ("509.1", "509.3"),
    "409.1f-2d": ("409.1f", "409.2d"),
    "601-603": ("601", "603"),
    "702.40a": ("702.40a", "702.40a"),
    "702.40-": ("702.40", "702.40"),
}


def test_the_ends_of_a_range_and_the_gravest_of_classes() -> None:
    assert {printed: ends_of(printed) for printed in RANGES} == RANGES
    assert gravest_class([]) == "unchanged"
    for one, other in itertools.combinations(CLASSES, 2):
        assert gravest_class([one, other]) == gravest_class([other, one]) == other


words = st.lists(st.sampled_from(["play", "in", "a", "an", "hero", "rule", "502.30", "'", "#", "?", "-", "{T}", "\n"]))
texts = st.one_of(st.text(max_size=30), words.map(" ".join))
several = st.lists(texts, max_size=2).map(tuple)
passages = st.builds(Passage, st.none() | texts, texts, several, several)


@given(st.lists(passages, min_size=1, max_size=3), passages)
def test_equal_passages_are_unchanged_and_more_licence_never_makes_it_graver(old: list[Passage], new: Passage) -> None:
    assert classify(old, old, same, RENAMED) == "unchanged"
    strict = classify(old[:1], [new], lambda old, new: False)
    with_numbers = classify(old[:1], [new], same)
    with_terms = classify(old[:1], [new], same, RENAMED)
    assert CLASSES.index(strict) >= CLASSES.index(with_numbers) >= CLASSES.index(with_terms)
