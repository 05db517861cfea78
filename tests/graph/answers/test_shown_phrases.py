"""Phrases as people see them: which words a short one is shown with, and that what is shown is true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from graph.answers.blame import PassageBlame
from graph.answers.phrase_cuts import FEWEST
from graph.answers.shown_phrases import ShownPhrase, ShownPhrases, list_seams, list_unseen
from rules.change.blame import Blame, carry, start_blame
from rules.change.normal_forms import split_tokens
from rules.change.seams import Seam
from rules.numbers import kind_of
from rules.records import Rule
from rules.tokens import is_word
from tests.rules.change.test_blame import stands_in

A, B, C, D = EDITIONS = ("1999-04-23", "2009-07-11", "2012-07-01", "2016-04-08")
KEY = "100.1"

HISTORIES: dict[tuple[str, ...], list[str]] = {
    # a new word is shown with older words before it, or after it
    ("Today three old sailors can rest a boat of wood.", "Today three old sailors can steer a boat of wood."): [
        "1999 Today three old ",
        "2009 sailors can [steer] ",
        "1999 a boat of wood.",
    ],
    ("Rafts of wood and straw drift by day.", "Boats of wood and straw drift by day."): [
        "2009 [Boats] of wood ",
        "1999 and straw drift by day.",
    ],
    # not with words after a comma, if those before it are as good
    (
        "Today the three old sailors can rest, if all of them like it.",
        "Today the three old sailors can steer, if all of them like it.",
    ): ["1999 Today the three old ", "2009 sailors can [steer]", "1999 , if all of them like it."],
    # with the whole sentence if too few words would be left
    ("They always draw a card.", "They always draw two cards."): ["2009 They always draw [two cards.]"],
    # never with words of another sentence
    ("A ferry. Boats wait.", "A ferry. Rafts wait."): ["1999 A ferry. ", "2009 Rafts wait."],
    # a number of a list is no sentence, and neither are spaced dots
    ("1. A wide boat. 2. A raft of straw.", "1. A long boat. 2. A raft of straw and wood."): [
        "2009 [1. A long] boat. ",
        "1999 2. A raft of ",
        "2009 straw [and wood.]",
    ],
    ("It reads “as it enters . . .” at times, or so.", "It reads “as it arrives . . .” at times, or so."): [
        "1999 It reads “as ",
        "2009 it [arrives] . . .” at ",
        "1999 times, or so.",
    ],
    # a comma that came later is seen
    (
        "Every keeper counts the lamps of the quay at noon and rests.",
        "Every keeper counts the lamps of the quay, at noon and rests.",
    ): ["1999 Every keeper counts the lamps ", "2009 of the quay[, ]", "1999 at noon and rests."],
    # words next to a removal are shown across it, and are as old as the removal
    ("Boats and rafts wait in the harbour all day.", "Boats wait in the harbour all day."): [
        "2009 Boats ‸wait in ",
        "1999 the harbour all day.",
    ],
    # a full stop after a removal is no phrase that anybody would read
    ("Warm cats rest at noon (and at night). Dogs bark.", "Warm cats rest at noon. Dogs bark."): [
        "1999 Warm cats rest at noon",
        "2009 ‸",
        "1999 . Dogs bark.",
    ],
    # of several ages the newest counts
    (
        "One keeper lights a lamp at noon.",
        "One keeper lights two lamps at noon.",
        "One keeper lights two bright lamps at noon and rests.",
    ): ["1999 One keeper lights ", "2012 two [bright] lamps at noon [and rests.]"],
    # removed words that a comma hides later
    (
        "The old boat raft by night alone.",
        "The old boat raft drifts by night alone.",
        "The old boat drifts by night alone.",
        "The old boat, drifts by night alone.",
    ): ["2016 The old boat[, ]drifts ", "1999 by night alone."],
}


def trace(texts: Sequence[str]) -> Blame:
    state = start_blame(texts[0], A, KEY)
    for edition, text in zip(EDITIONS[1:], texts[1:], strict=False):
        state = carry([state], text, edition, KEY)
    return state


def show(texts: Sequence[str]) -> list[ShownPhrase | Seam]:
    """The phrases of the last of some versions of a rule."""
    versions = dict(zip(EDITIONS, texts, strict=False))

    def record(edition: str, key: str) -> Rule:
        return Rule(edition, key, kind_of(key), text=versions[edition])

    history: Any = SimpleNamespace(store=SimpleNamespace(record=record))
    state = trace(texts)
    return ShownPhrases(history).list_shown(PassageBlame(state.text, state.spans(), state.list_seams()))


def write(piece: ShownPhrase | Seam) -> str:
    """The year and the words of a phrase, with `[]` around those that gave it its age, and `‸` for a removal."""
    if isinstance(piece, Seam):
        return f"{piece.since[:4]} ‸"
    words = ""
    for part in piece.pieces:
        if isinstance(part, Seam):
            words += "‸"
        elif piece.is_widened and part.since == piece.since:
            inner = part.text.rstrip() if part.text.strip() != "," else part.text
            words += f"[{inner}]{part.text[len(inner) :]}"
        else:
            words += part.text
    return f"{piece.since[:4]} {words}"


def count_words(text: str) -> int:
    return sum(map(is_word, split_tokens(text).strings))


@pytest.mark.parametrize("texts", list(HISTORIES))
def test_short_phrases_are_shown_with_words_next_to_them(texts: tuple[str, ...]) -> None:
    assert [write(piece) for piece in show(texts)] == HISTORIES[texts]


words = st.lists(st.sampled_from(["the", "cat", "dog", "bird", "old", "sleeps", ".", ",", "(", ")", "_"]), max_size=25)


@given(st.lists(words.map(" ".join), min_size=1, max_size=len(EDITIONS)))
def test_what_is_shown_is_true_and_hides_no_newest_change(versions: list[str]) -> None:
    pieces = show(versions)
    phrases = [piece for piece in pieces if isinstance(piece, ShownPhrase)]
    state = trace(versions)
    assert "".join(phrase.text for phrase in phrases) == versions[-1]
    assert [phrase.start for phrase in phrases] == [versions[-1].index(phrase.text, phrase.start) for phrase in phrases]
    assert list(list_seams(pieces)) == list(state.list_seams())
    for phrase in phrases:
        assert "".join(span.text for span in phrase.spans) == phrase.text
        assert phrase.since == max(piece.since for piece in phrase.pieces)
        if len(phrase.pieces) > 1:
            assert stands_in(phrase.text, versions[EDITIONS.index(phrase.since)]), phrase
        for span in phrase.spans:
            (exact,) = (one for one in state.spans() if one.start <= span.start and span.end <= one.end)
            assert (exact.since, exact.key) == (span.since, span.key), "the exact date of a piece is kept"
    named = {phrase.since for phrase in phrases} | {seam.since for seam in state.list_seams()}
    named |= {span.since for span in list_unseen(pieces)}
    named |= {min(span.since for span in phrase.spans) for phrase in phrases}
    assert {span.since for span in state.spans()} <= named, "only the oldest words of a phrase may have no date"
    newest = max((span.since for span in state.spans()), default="")
    assert newest <= max((phrase.since for phrase in phrases), default="")


plain = words.map(lambda row: " ".join(word for word in row if word.isalpha()))


@given(plain, st.integers(0, 24), st.sampled_from(["big", "big white", "big white long ship"]))
def test_no_phrase_of_a_sentence_is_short_after_words_came_in(text: str, at: int, inserted: str) -> None:
    row = text.split()
    pieces = show([text, " ".join([*row[:at], inserted, *row[at:]])])
    counts = [count_words(piece.text) for piece in pieces if isinstance(piece, ShownPhrase)]
    assert len(counts) == 1 or min(counts) >= FEWEST


def test_what_many_short_phrases_cost_grows_with_their_number() -> None:
    def show_many(count: int) -> Callable[[], object]:
        return partial(show, ["cat dog owl " * count, "cat bird dog owl the " * count])

    assert grows_in_proportion(show_many, 100)
