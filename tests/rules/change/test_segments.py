"""Segments rebuild both texts and show what a person would call the change."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from rules.change import Segment, segments, segments_of
from rules.tokens import tokenize

text = st.text(max_size=60)
sentence = st.lists(st.sampled_from(["the", "card", "Card", "a", "{T}", "+1/+1", "702.40a", ".", ",", "\n", " ", "  "]))
wordy = sentence.map(" ".join)
either = st.one_of(text, wordy)


def rebuild_sides(parts: tuple[Segment, ...]) -> tuple[str, str]:
    """The two texts, whose segments must follow one another as they should."""
    assert all(text for _, text in parts)
    for before, after in itertools.pairwise(parts):
        assert before.op != after.op
        assert (before.op, after.op) != ("insert", "delete")
    old = "".join(text for op, text in parts if op != "insert")
    return old, "".join(text for op, text in parts if op != "delete")


@given(st.lists(either, min_size=1, max_size=4), st.lists(either, min_size=1, max_size=4))
def test_both_sides_are_rebuilt(olds: list[str], news: list[str]) -> None:
    assert rebuild_sides(segments(olds[0], news[0])) == (olds[0], news[0])
    assert rebuild_sides(segments_of(olds, news)) == ("\n".join(olds), "\n".join(news)), "joined by newlines"
    assert segments(olds[0], olds[0]) == ((("equal", olds[0]),) if olds[0] else ())


@given(wordy)
def test_both_sides_are_rebuilt_after_an_edit(old: str) -> None:
    words = old.split(" ")
    words.insert(len(words) // 2, "made")
    new = " ".join(words[len(words) // 5 :])
    assert rebuild_sides(segments(old, new)) == (old, new)


SEEN = [
    ("", "New.", "+New."),
    ("Gone.", "", "-Gone."),
    ("See rule 502.30b.", "See rule 702.40b.", "See rule |-502.30b|+702.40b|."),
    ("gets +1/+1 now", "gets +1/+2 now", "gets |-+1/+1|++1/+2| now"),
    ("Tap {T}: draw", "Tap {Q}: draw", "Tap |-{T}|+{Q}|: draw"),
    ("a player's turn", "a player’s turn", "a |-player's|+player’s| turn"),
    ("one two", "one  two", "one |+ |two"),
    ("Draw a card.", "Draw a card. Then stop.", "Draw a card.|+ Then stop."),
    ("Draw a card.", "First wait. Draw a card.", "+First wait. |Draw a card."),
    ("It flies. It ends.", "It flies. It stays. It ends.", "It flies. |+It stays. |It ends."),
    ("It flies. It ends.", "It ends.", "-It flies. |It ends."),
    ("Wait. End.", "Wait.\nEnd.", "Wait.|- |+\n|End."),
    # A word of no weight between two single words is worth seeing; between two rewritten halves it is not.
    ("untap the land now", "tap the token now", "-untap|+tap| the |-land|+token| now"),
    (
        "Ships sail over the dark northern seas tonight.",
        "Nobody expected guests near the village last winter.",
        "-Ships sail over the dark northern seas tonight|+Nobody expected guests near the village last winter|.",
    ),
    # Two sentences replaced, each by its own.
    (
        "Red cats sleep. Dogs bark.",
        "Trees grow. Birds sing.",
        "-Red cats sleep|+Trees grow|. |-Dogs bark|+Birds sing|.",
    ),
]


@pytest.mark.parametrize(("old", "new", "expected"), SEEN)
def test_what_a_reader_sees(old: str, new: str, expected: str) -> None:
    signs = {"equal": "", "delete": "-", "insert": "+"}
    assert "|".join(signs[op] + text for op, text in segments(old, new)) == expected


TOKENS = {
    "It can't get +1/+1 or -X/-X.": ["It", "can't", "get", "+1/+1", "or", "-X/-X", "."],
    "{T}, {2/W}: see 702.40a–c": ["{T}", ",", "{2/W}", ":", "see", "702.40a", "–", "c"],
    "player’s -- face-down…": ["player’s", "--", "face", "-", "down", "…"],
    "Magic(tm) don\ufffdt": ["Magic", "(tm)", "don\ufffdt"],
    "  \n": [],
}


def test_tokens() -> None:
    for text, words in TOKENS.items():
        split = tokenize(text)
        assert split.strings == words
        assert [text[start : start + len(word)] for start, word in zip(split.starts, words, strict=True)] == words


HOSTILE: dict[str, Callable[[int], tuple[str, str]]] = {
    "words": lambda many: ("a " * many, "b " + "a " * many),
    "paragraphs": lambda many: ("a\n" * many, "a\nb\n" * (many // 2)),
    "marks": lambda many: ("(" * many, ")" + "(" * many + ")"),
    "alternating": lambda many: ("ab. " * many, "ba. " * many),
    "spaces": lambda many: (" " * many, "\n" * many),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_huge_texts_cost_grows_with_their_length(name: str) -> None:
    old, new = HOSTILE[name](50_000)
    assert rebuild_sides(segments(old, new)) == (old, new)
    assert grows_in_proportion(lambda many: partial(segments, *HOSTILE[name](many)), 20_000)
