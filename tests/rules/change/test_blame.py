"""Blame finds the edition of each word, also when rules move, part and flow together."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.growth import grows_in_proportion
from rules.change.blame import Blame, carry, start_blame
from rules.change.normal_forms import normal_form
from rules.change.phrases import Blamed
from rules.tokens import tokenize
from tests.rules.change.histories import blame_accuracy

A, B, C, D = EDITIONS = ("2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04")


def stands_in(phrase: str, text: str) -> bool:
    """Whether the words of a phrase stand in a row in a text, whatever the typography."""
    ours, theirs = ([key for word in tokenize(side).strings if (key := normal_form(word))] for side in (phrase, text))
    return any(theirs[at : at + len(ours)] == ours for at in range(len(theirs) - len(ours) + 1))


def blame(
    versions: Sequence[tuple[str, Sequence[str]]], same_rule: Callable[[str, str, str], bool] | None = None
) -> tuple[Blamed, ...]:
    """The blame of the last of several versions: edition, text, and further texts it may have taken words from."""
    state: Blame | None = None
    before = ""
    for edition, (text, *others) in versions:
        if state is None:
            state = start_blame(text, edition)
        else:
            sources = [state, *(start_blame(other, before) for other in others)]
            step = operator.eq if same_rule is None else functools.partial(same_rule, edition)
            state = carry(sources, text, edition, same_rule=step)
        before = edition
    return state.spans() if state else ()


def dates_of(spans: tuple[Blamed, ...]) -> list[tuple[str, str]]:
    return [(span.text, span.since) for span in spans]


HISTORIES: list[tuple[tuple[str, ...], list[tuple[str, str]]]] = [
    (("Draw a card.",), [("Draw a card.", A)]),
    (("Draw a card.", "Draw a card."), [("Draw a card.", A)]),
    (
        ("They always draw a card.", "They always draw two cards."),
        [("They always draw ", A), ("two cards.", B)],
    ),
    (
        ("Draw a card.", "Draw a card. Then slowly discard all.", "Draw a card. Then slowly discard some."),
        [("Draw a card. ", A), ("Then slowly discard ", B), ("some.", C)],
    ),
    # A short phrase belongs to a newer one next to it, the older of two; but a sentence does not.
    (("Draw a card.", "Draw two cards."), [("Draw two cards.", B)]),
    (
        ("Cats sleep here all day.", "Cats often sleep here all day."),
        [("Cats often ", B), ("sleep here all day.", A)],
    ),
    (
        (
            "Old cats sleep on all warm stones.",
            "Old dogs sleep on all warm stones.",
            "Old dogs run on all warm stones.",
        ),
        [("Old dogs run ", C), ("on all warm stones.", A)],
    ),
    (("One. Two.", "One. Three."), [("One. ", A), ("Three.", B)]),
    # Not if the edition of the newer one has other words there.
    (
        ("Cats sleep in old barns.", "Cats rarely ever sleep in old barns.", "Cats ever sleep in old barns."),
        [("Cats ", A), ("ever ", B), ("sleep in old barns.", A)],
    ),
    # Typography is no change.
    (('Say "no" -- don\'t.', "Say “no” — don’t."), [("Say “no” — don’t.", A)]),
    (("Magic is fun.", "_Magic_® is fun."), [("_Magic_® is fun.", A)]),
    (("Pay ocT now.", "Pay {T} now."), [("Pay {T} now.", A)]),
    (("It don?t end.", "It don't end."), [("It don't end.", A)]),
    # A number is another one, unless somebody says that it is the same rule.
    (("For more, see rule 502.30.", "For more, see rule 702.40."), [("For more, see rule ", A), ("702.40.", B)]),
    # What moves inside the rule keeps its date.
    (
        ("Cats sleep all day. Dogs guard old houses.", "Dogs guard old houses. Cats sleep all day."),
        [("Dogs guard old houses. ", A), ("Cats sleep all day.", A)],
    ),
    (
        ("Cats sleep all day. Dogs keep their old stone barns.", "Dogs keep our old stone barns. Cats sleep all day."),
        [("Dogs keep our ", B), ("old stone barns. ", A), ("Cats sleep all day.", A)],
    ),
    # A phrase ends where words were removed, even if they had only come later.
    (("Cats and dogs sleep.", "Cats sleep."), [("Cats ", A), ("sleep.", A)]),
    (("Cats sleep.", "Cats often sleep.", "Cats sleep."), [("Cats ", A), ("sleep.", A)]),
    # What comes back after it was gone is new.
    (("One. Two.", "One.", "One. Two."), [("One. ", A), ("Two.", C)]),
    # Small words that a rewritten passage shares are not what stood there.
    (
        (
            "Ships sail slowly over the dark northern seas tonight.",
            "Nobody expected visitors near the village in winter.",
        ),
        [("Nobody expected visitors near the village in winter.", B)],
    ),
    (("", "New."), [("New.", B)]),
    (("Old.", ""), []),
    (("Old.", " "), [(" ", B)]),
    ((), []),
]


@pytest.mark.parametrize(("texts", "expected"), HISTORIES)
def test_one_rule(texts: tuple[str, ...], expected: list[tuple[str, str]]) -> None:
    assert dates_of(blame([(edition, [text]) for edition, text in zip(EDITIONS, texts, strict=False)])) == expected


SEAMS: list[tuple[tuple[str, ...], list[tuple[str, str, str]]]] = [
    (("Cats sleep.", "Cats sleep often."), []),
    (("Cats and dogs sleep.", "Cats sleep."), [("Cats ", B, "and dogs")]),
    (("Cats sleep.", "Cats often sleep.", "Cats sleep."), [("Cats ", C, "often")]),
    # Words before and after the text.
    (("Usually cats sleep.", "Cats sleep."), [("", B, "Usually")]),
    (("Cats sleep. Dogs guard.", "Cats sleep."), [("Cats sleep.", B, "Dogs guard.")]),
    # The newest of several, until a new word stands there.
    (("Cats and dogs often sleep.", "Cats often sleep.", "Cats sleep."), [("Cats ", C, "often")]),
    (("Cats and dogs sleep.", "Cats sleep.", "Cats rarely sleep."), []),
    (("Cats and dogs sleep.", "Cats sleep.", "Cats sleep here."), [("Cats ", B, "and dogs")]),
    # What was replaced is seen by the new words.
    (("Old cats sleep all day.", "Old dogs sleep all day."), []),
    # A mark is slighter than words, and what is only typography is no change.
    (("Cats, and dogs, sleep.", "Cats, sleep.", "Cats sleep."), [("Cats ", B, "and dogs,")]),
    (("Cats, sleep.", "Cats sleep."), [("Cats ", B, ",")]),
    (("Cats and dogs.) Birds sing.", "Cats.) Birds sing.", "Cats. Birds sing."), [("Cats", B, "and dogs")]),
    (("Magic® is fun.", "Magic is fun."), []),
    # What changed its order stands next to something else, but nothing between it was removed.
    (
        ("Cats sleep all day. Dogs guard old houses.", "Dogs guard old houses. Cats sleep all day."),
        [
            ("", B, "Cats sleep all day."),
            ("Dogs guard old houses. ", B, ""),
            ("Dogs guard old houses. Cats sleep all day.", B, "Dogs guard old houses."),
        ],
    ),
]


@pytest.mark.parametrize(("texts", "expected"), SEAMS)
def test_seams_show_removed_words(texts: tuple[str, ...], expected: list[tuple[str, str, str]]) -> None:
    state = start_blame(texts[0], A)
    for edition, text in zip(EDITIONS[1:], texts[1:], strict=False):
        state = carry([state], text, edition)
    assert [(state.text[: seam.offset], seam.since, seam.between) for seam in state.list_seams()] == expected
    borders = {span.start for span in state.spans()} | {len(state.text)}
    assert borders >= {seam.offset for seam in state.list_seams()}, "no phrase runs across a seam"


def test_a_seam_joins_two_texts() -> None:
    first, second = (
        start_blame("Cats sleep all day.", A, "101.1"),
        start_blame("Now dogs guard old houses.", A, "101.2"),
    )
    merged = carry([first, second], "Cats sleep all day. Now dogs guard old houses.", B, "101.1")
    assert [(seam.offset, seam.since, seam.key, seam.between) for seam in merged.list_seams()] == [(20, B, "101.1", "")]
    taken = carry([first, second], "Cats sleep all day. Dogs guard old houses.", B, "101.1")
    assert [seam.between for seam in taken.list_seams()] == [""], "the other rule may still have what it had"


def test_a_number_that_moved_with_its_rule_keeps_its_date() -> None:
    questions: list[tuple[str, str, str]] = []

    def same_rule(edition: str, old: str, new: str) -> bool:
        questions.append((edition, old, new))
        return (old, new) == ("502.30", "702.40")

    versions = [(A, ["See rule 502.30 or 100.1."]), (B, ["See rule 702.40 or 200.2."])]
    assert dates_of(blame(versions, same_rule)) == [("See rule 702.40 or ", A), ("200.2.", B)]
    assert questions == [(B, "502.30", "702.40"), (B, "100.1", "200.2")]


def test_a_merge_keeps_the_dates_of_both() -> None:
    first_part = carry(
        [start_blame("All cats sleep all day.", A, "101.1")], "All cats sleep often all day.", B, "101.1"
    )
    other = start_blame("Dogs guard old houses.", A, "205.3")
    for text in (
        "All cats sleep often all day. Still dogs guard old houses.",
        "Dogs guard old houses. Still all cats sleep often all day.",
    ):
        merged = carry([first_part, other], text, C, "301.1")
        assert "".join(span.text for span in merged.spans()) == text
        spans = {word: span for span in merged.spans() for word in span.text.lower().split()}
        assert (spans["cats"].since, spans["cats"].key) == (A, "101.1"), text
        assert (spans["often"].since, spans["often"].key) == (B, "101.1"), text
        assert (spans["guard"].since, spans["guard"].key) == (A, "205.3"), text
        assert (spans["still"].since, spans["still"].key) == (C, "301.1"), text


def test_the_parts_of_a_split_and_what_other_texts_had_before_keep_their_dates() -> None:
    whole = carry([start_blame("Cats sleep. Dogs guard old houses.", A)], "Cats sleep. Dogs guard new houses.", B)
    part = carry([whole], "Dogs guard new houses always.", C, continues_first=False)
    assert dates_of(part.spans()) == [("Dogs guard new houses ", B), ("always.", C)]
    assert part.list_seams() == (), "the part never had the words before it"
    texts = ["Cats sleep long. Dogs guard old houses.", "Dogs guard old houses."]
    versions = [(A, ["Cats sleep."]), (B, ["Cats sleep long."]), (C, texts)]
    assert dates_of(blame(versions)) == [("Cats sleep long. ", B), ("Dogs guard old houses.", B)]
    state = carry([start_blame("Cats sleep.", A)], "Cats sleep long.", B)
    assert carry([start_blame("Other.", A), state], "Cats sleep long.", C) is state, "what did not change"


words = st.lists(st.sampled_from(["the", "cat", "dog", "bird", ".", ",", "702.40", "'", "®", "\n"]), max_size=25)
texts = st.one_of(words.map(" ".join), st.text(max_size=25))


@given(st.lists(texts, min_size=1, max_size=4))
def test_spans_cover_the_text(versions: list[str]) -> None:
    spans = blame([(edition, [text]) for edition, text in zip(EDITIONS, versions, strict=False)])
    assert "".join(span.text for span in spans) == versions[-1]
    at = 0
    for span in spans:
        assert span.start == at < span.end
        assert span.text == versions[-1][span.start : span.end]
        assert stands_in(span.text, versions[EDITIONS.index(span.since)])
        at = span.end


@given(st.lists(texts, min_size=1, max_size=3), texts)
def test_nothing_is_made_up(sources: list[str], text: str) -> None:
    begun = [start_blame(source, A, str(number)) for number, source in enumerate(sources)]
    result = carry(begun, text, B)
    known = {origin[:2] for passage in begun for origin in passage.origins}
    assert {origin[:2] for origin in result.origins} <= known | {(B, "")}
    assert "".join(span.text for span in result.spans()) == text


@pytest.mark.long
def test_accuracy_on_histories_of_known_truth() -> None:
    right, total = blame_accuracy(seed=1, histories=400)
    assert total > 15_000
    assert right / total >= 0.99


@pytest.mark.parametrize(
    ("old", "new"), [("a b c. ", "c b a. "), ("the cat ran to it. ", "the dog ran to it, the cat. ")]
)
def test_what_huge_texts_cost_grows_with_their_length(old: str, new: str) -> None:
    assert "".join(span.text for span in carry([start_blame(old * 1_000, A)], new * 1_000, B).spans()) == new * 1_000
    assert grows_in_proportion(lambda count: partial(carry, [start_blame(old * count, A)], new * count, B), 400)


def test_a_text_beyond_all_measure_is_dated_as_a_whole() -> None:
    old = start_blame("stone " * 7_000, "2001-01-01")
    assert carry([old], old.text, "2002-01-01").spans() == old.spans()
    new = carry([old], old.text + "water", "2002-01-01")
    assert [(span.start, span.end, span.since) for span in new.spans()] == [(0, len(new.text), "2002-01-01")]
    assert len(new.origins) == 1
