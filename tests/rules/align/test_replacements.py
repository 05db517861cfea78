"""Words that recurrently take the place of others."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from rules.align import replacements
from rules.links import Replacement
from rules.text import masked_words

Pairs = list[tuple[str, str, str]]

FRAMES = (
    "When this creature {}, draw a card.",
    "If an artifact {} this turn, its controller loses a life.",
    "A land that {} untapped may be tapped for mana.",
    "Whenever another permanent {}, note how often that happened.",
    "Nothing triggers as an aura {} attached to it.",
    "The token {} with a counter on it.",
)
"""Sentences of ours to put words into."""


def mine(pairs: Iterable[tuple[str, str, str]], minimum: int = 3) -> tuple[Replacement, ...]:
    """The replacements of passages as they are printed."""
    split = [(key, masked_words(old), masked_words(new)) for key, old, new in pairs]
    return replacements.mine_replacements(split, minimum=minimum)


def pairs_of(old: str, new: str, frames: tuple[str, ...] = FRAMES) -> Pairs:
    return [(f"100.{n}", frame.format(old), frame.format(new)) for n, frame in enumerate(frames, 1)]


def find_replacements(pairs: Pairs, minimum: int = 3) -> list[tuple[str, str]]:
    return [(replacement.old, replacement.new) for replacement in mine(pairs, minimum=minimum)]


RENAMED = {
    "comes into play": "enters the battlefield",
    "is in play": "is on the battlefield",
    "has a converted mana cost of two": "has a mana value of two",
    "was removed from the game": "was exiled",
    "has totem armor": "has umbra armor",
    "is a local enchantment": "is an Aura",
    "names his or her library": "names their library",
}


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_finds_a_renamed_term(old: str, new: str) -> None:
    several = [*FRAMES, *(f"{frame} Then stop." for frame in FRAMES)]
    ((first_old, first_new),) = find_replacements(pairs_of(old, new, tuple(several)))
    assert first_old in old.casefold()
    assert first_new in new.casefold()
    missing = set(old.casefold().split()) - set(new.casefold().split()) - set(first_old.split())
    assert not missing, "a part of it is missing"


def test_says_how_often_and_where() -> None:
    pairs = pairs_of("comes into play", "enters the battlefield")
    (renaming,) = mine([*pairs, ("200", "It comes into play.", "It comes into play.")])
    evidence = tuple(f"100.{n}" for n in range(1, 7))
    assert renaming == Replacement("comes into play", "enters the battlefield", 6, round(6 / 7, 4), evidence)
    (often,) = mine(
        [(f"100.{n}", f"Fruit{n} comes into play.", f"Fruit{n} enters the battlefield.") for n in range(40)]
    )
    assert (often.support, often.evidence) == (40, tuple(f"100.{n}" for n in range(12)))


def test_words_that_vanish_take_context_along_and_words_kept_in_the_middle_belong_to_the_term() -> None:
    assert find_replacements(pairs_of("enters the battlefield", "enters")) == [("enters the battlefield", "enters")]
    middle = find_replacements(pairs_of("has converted mana cost 3", "has mana value 3"))
    assert middle == [("converted mana cost", "mana value")]


def test_rare_inflections_count_with_their_family_and_the_wider_term_leaves_the_narrower_to_itself() -> None:
    pairs = [
        *pairs_of("is removed from the game", "is exiled", FRAMES[:2]),
        ("1", "You may remove it from the game.", "You may exile it."),
        ("2", "A player brews a potion.", "A player boils a potion."),
        ("3", "Players brew potions of any colour.", "Players boil potions of any colour."),
        ("4", "While brewing it, the player speaks.", "While boiling it, the player speaks."),
    ]
    words = find_replacements(pairs)
    assert {("brews", "boils"), ("brew", "boil")} <= set(words)
    assert all("exile" not in new for _, new in words)
    pairs = [
        *pairs_of("stays in play", "stays on the battlefield", FRAMES[:3]),
        *pairs_of("sat in play", "sat on the battlefield", FRAMES[3:]),
        *pairs_of("was played", "was cast"),
    ]
    assert set(find_replacements(pairs)) == {("in play", "on the battlefield"), ("played", "cast")}


@pytest.mark.parametrize(
    "pairs",
    [
        [],
        pairs_of("enters", "enters"),
        pairs_of("costs 2", "costs 3"),
        pairs_of("is a 1/1", "is a 2/2"),
        pairs_of("see rule 502.3", "see rule 702.3"),
        pairs_of("sees rules 502.3 and 502.4", "sees rules 702.3–4"),
        pairs_of("has a counter", "has the counter"),
        pairs_of("gets two", "gets three"),
        pairs_of("isn't 'red'", "isn’t ‘red’"),
        pairs_of("turns face-down", "turns face–down"),
        pairs_of("costs {T}", "costs {Q}"),
        [("1", "A card is drawn by you.", "You put a card into your hand."), ("2", "Tap it.", "Turn it sideways.")],
        [(str(n), f"Word{n} goes left.", f"Other{n} goes left.") for n in range(20)],
        [("1", "Players shuffle.", ""), ("2", "Players shuffle.", ""), ("3", "Players shuffle.", "")],
    ],
    ids=lambda pairs: pairs[0][1] if pairs else "nothing",
)
def test_finds_nothing_where_nothing_was_renamed(pairs: Pairs) -> None:
    assert find_replacements(pairs) == []


def test_what_stays_nearly_everywhere_was_not_renamed() -> None:
    kept = [(f"300.{n}", f"A guard leaves room{n}.", f"A guard leaves room{n}.") for n in range(60)]
    verbs = ("eats", "sees", "names", "fears")
    changed = [(f"400.{n}", f"A guard {verb} fruit.", f"A sentry {verb} fruit.") for n, verb in enumerate(verbs)]
    assert find_replacements(changed) == [("guard", "sentry")]
    assert find_replacements([*kept, *changed]) == []


def test_the_order_of_the_pairs_changes_no_finding() -> None:
    pairs = [*pairs_of("comes into play", "enters the battlefield"), *pairs_of("was played", "was cast")]
    shuffled = random.Random(3).sample(pairs, len(pairs))
    both = [[(renaming.old, renaming.new, renaming.support) for renaming in mine(order)] for order in (pairs, shuffled)]
    assert both[0] == both[1]
