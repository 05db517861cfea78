"""Short phrases with words next to them: which words they get, and that the wider phrases are true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from rules.change.blame import Blame, carry, start_blame
from rules.change.normal_forms import normal_form, split_tokens
from rules.change.phrases import Blamed
from rules.change.short_phrases import FEWEST, widen_short_phrases
from rules.tokens import is_word

A, B, C, D = EDITIONS = ("1999-04-23", "2009-07-11", "2012-07-01", "2016-04-08")

HISTORIES: dict[tuple[str, ...], list[tuple[str, str]]] = {
    # a new word borrows from the older words before it
    ("Today three old sailors can rest a boat of wood.", "Today three old sailors can steer a boat of wood."): [
        ("Today three old ", A),
        ("sailors can steer ", B),
        ("a boat of wood.", A),
    ],
    # or from those after it, if too few would be left before it
    ("Three old sailors can rest a boat of wood at noon.", "Three old sailors can steer a boat of wood at noon."): [
        ("Three old sailors can ", A),
        ("steer a boat ", B),
        ("of wood at noon.", A),
    ],
    # at the beginning of a sentence, from those after it
    ("Rafts of wood and straw drift by day.", "Boats of wood and straw drift by day."): [
        ("Boats of wood ", B),
        ("and straw drift by day.", A),
    ],
    # if too few would be left, it takes all
    ("They always draw a card.", "They always draw two cards."): [("They always draw two cards.", B)],
    # an old word between new ones is shown with them
    ("Lambs and goats eat grass.", "At dawn all lambs and seven very hungry geese eat warm bread."): [
        ("At dawn all lambs and seven very hungry geese eat warm bread.", B)
    ],
    # a full stop belongs to the phrase before it
    ("Draw a new card and rest.", "Draw a new card."): [("Draw a new card.", A)],
    # a sentence is never joined to another
    ("Cats sleep all day.", "Cats sleep all day. Dogs bark."): [("Cats sleep all day. ", A), ("Dogs bark.", B)],
    # across the place of removed words, the phrase is as old as the removal
    ("Never ever steer a long boat upstream by night alone.", "Never ever steer a long boat alone."): [
        ("Never ever steer a ", A),
        ("long boat alone.", B),
    ],
    # that place is remembered after a comma, which joins the phrase before it
    (
        "The old boat raft by night alone.",
        "The old boat raft drifts by night alone.",
        "The old boat raft, drifts by night alone.",
        "The old boat, drifts by night alone.",
    ): [("The old boat, ", A), ("drifts by night alone.", B)],
    # and so is a comma that came later, which hides that place
    (
        "The old boat raft by night alone.",
        "The old boat raft drifts by night alone.",
        "The old boat drifts by night alone.",
        "The old boat, drifts by night alone.",
    ): [("The old boat, ", A), ("drifts by night alone.", B)],
    # sentences on both sides of removed words are not joined again
    ("Warm cats rest at noon (and at night). Dogs bark.", "Warm cats rest at noon. Dogs bark."): [
        ("Warm cats rest at noon. ", A),
        ("Dogs bark.", A),
    ],
}


def trace(texts: Sequence[str]) -> Blame:
    state = start_blame(texts[0], A)
    for edition, text in zip(EDITIONS[1:], texts[1:], strict=False):
        state = carry([state], text, edition)
    return state


def widen(texts: Sequence[str]) -> tuple[Blamed, ...]:
    state = trace(texts)
    return widen_short_phrases(state.text, state.spans(), state.list_seams())


def count_words(text: str) -> int:
    return sum(map(is_word, split_tokens(text).strings))


def list_words(text: str) -> list[str]:
    tokens = split_tokens(text).strings
    return [normal_form(token) for token in tokens if is_word(token) and normal_form(token)]


def has_run(text: str, run: str) -> bool:
    """Returns whether a text has the words of another one next to each other, whatever marks are between them."""
    words, wanted = list_words(text), list_words(run)
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1))


@pytest.mark.parametrize("texts", list(HISTORIES))
def test_short_phrases_get_words_next_to_them(texts: tuple[str, ...]) -> None:
    assert [(span.text, span.since) for span in widen(texts)] == HISTORIES[texts]


words = st.lists(st.sampled_from(["the", "cat", "dog", "bird", "old", "sleeps", ".", ",", "(", ")"]), max_size=25)


@given(st.lists(words.map(" ".join), min_size=1, max_size=len(EDITIONS)))
def test_wider_phrases_cover_the_text_and_were_there_as_a_whole(versions: list[str]) -> None:
    spans = widen(versions)
    assert "".join(span.text for span in spans) == versions[-1]
    for span in spans:
        assert has_run(versions[EDITIONS.index(span.since)], span.text), span
    exact = trace(versions).spans()
    assert len(spans) <= len(exact) + versions[-1].count("."), "only the ends of sentences cut a phrase"


def test_what_many_short_phrases_cost_grows_with_their_number() -> None:
    def widen_many(count: int) -> Callable[[], object]:
        state = trace(["cat dog " * count, "cat bird dog the " * count])
        return partial(widen_short_phrases, state.text, state.spans(), state.list_seams())

    assert grows_in_proportion(widen_many, 400)


@given(st.lists(words.map(lambda row: " ".join(word for word in row if word != ".")), min_size=1, max_size=3))
def test_no_phrase_of_a_sentence_is_short(versions: list[str]) -> None:
    spans = widen(versions)
    assert len(spans) <= 1 or all(count_words(span.text) >= FEWEST for span in spans)
