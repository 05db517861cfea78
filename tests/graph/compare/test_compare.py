"""Any two editions, forwards and backwards."""

from __future__ import annotations

from itertools import permutations, product
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.compare import Comparison, Group, NotComparable, compare
from graph.compare.groups import class_over_steps
from graph.compare.paths import Path
from rules.change import Passage
from rules.links import Link
from rules.store import Store
from tests.graph.compare.histories import EDITIONS, LINKS, SUMMARY, A, B, C, D, Ledger
from tests.graph.lineages.small import added, deleted, link

WORK = [edition for edition in EDITIONS if edition != SUMMARY]


def pairs(comparison: Comparison) -> set[tuple[str | None, str | None]]:
    return {(pair.old, pair.new) for group in comparison.groups for pair in group.links}


def describe_group(comparison: Comparison, key: str) -> tuple[str, str | None, tuple[str, ...]]:
    (group,) = [candidate for candidate in comparison.groups if key in candidate.old]
    return group.kind, group.change, group.new


def test_an_edition_is_what_it_is(store: Store) -> None:
    comparison = compare(store, B, B)
    assert all(group.is_same for group in comparison.groups)
    assert [group.old for group in comparison.groups] == [(key,) for key in EDITIONS[B]]


@pytest.mark.parametrize(("old", "new"), [(A, B), (B, C), (C, D)])
def test_consecutive_editions_are_linked_as_the_aligner_did(store: Store, old: str, new: str) -> None:
    links = {pair for group in compare(store, old, new).groups for pair in group.links}
    named = {pair.old for pair in LINKS[new]}
    assert {pair for pair in links if pair.old in named or pair.new in {x.new for x in LINKS[new]}} >= {
        pair for pair in LINKS[new] if pair.old and pair.new
    }
    untouched = {pair for pair in links if pair.old not in named and pair.old is not None}
    assert all(
        (pair.old, pair.kind, pair.change, pair.method) == (pair.new, "kept", "unchanged", "text") for pair in untouched
    )


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("1", ("kept", "unchanged", ("1",))),
        ("100", ("moved", "unchanged", ("200",))),
        ("100.1", ("renumbered", "unchanged", ("200.2",))),
        ("100.2", ("renumbered", "wording", ("200.1",))),
        ("100.2a", ("moved", "unchanged", ("101.6",))),
        ("101.2", ("kept", "unchanged", ("101.2",))),
        ("101.3", ("merged", "wording", ("101.3",))),
        ("101.4", ("merged", "wording", ("101.3",))),
        ("glossary:Toll", ("renumbered", "wording", ("glossary:Bridge Toll",))),
    ],
)
def test_a_long_way(store: Store, key: str, expected: tuple[str, str | None, tuple[str, ...]]) -> None:
    assert describe_group(compare(store, A, D), key) == expected


def test_a_piece_that_kept_nothing_of_the_old_words_is_an_addition(store: Store) -> None:
    assert describe_group(compare(store, A, C), "101.1") == ("split", "unchanged", ("101.1", "101.1a"))
    comparison = compare(store, A, D)
    assert describe_group(comparison, "101.1") == ("kept", "wording", ("101.1",))
    assert (None, "101.1a") in pairs(comparison)


def test_additions_follow_what_they_stand_behind(store: Store) -> None:
    groups = compare(store, A, D).groups
    news = [group.new for group in groups]
    assert news[news.index(("101.3",)) + 1] == ("101.5",)
    back = compare(store, D, A).groups
    assert [group.old for group in back if group.old] == [(key,) for key in EDITIONS[D]]


def test_what_comes_back_after_the_older_edition_is_no_addition(store: Store) -> None:
    (group,) = [candidate for candidate in compare(store, B, D).groups if candidate.new == ("101.2",)]
    assert (group.kind, group.old, group.lineage) == ("returned", (), f"101.2@{A}")


@pytest.mark.parametrize(("old", "new"), [*permutations(WORK, 2)])
def test_there_and_back(store: Store, old: str, new: str) -> None:
    forward, back = compare(store, old, new), compare(store, new, old)
    assert pairs(forward) == {(before, after) for after, before in pairs(back)}
    mains = {
        (pair.old, pair.new) for group in forward.groups for pair in group.links if pair.main and pair.old and pair.new
    }
    assert mains == {
        (pair.new, pair.old) for group in back.groups for pair in group.links if pair.main and pair.old and pair.new
    }


@pytest.mark.parametrize(("old", "new"), [*product(WORK, WORK)])
def test_every_record_is_told_of_once(store: Store, old: str, new: str) -> None:
    groups = compare(store, old, new).groups
    assert sorted(key for group in groups for key in group.old) == sorted(EDITIONS[old])
    assert sorted(key for group in groups for key in group.new) == sorted(EDITIONS[new])


@pytest.mark.parametrize(("old", "new"), [*permutations(WORK, 2)])
def test_a_few_are_as_among_all(store: Store, old: str, new: str) -> None:
    whole = compare(store, old, new).groups
    for key in EDITIONS[old]:
        assert compare(store, old, new, [key]).groups == tuple(group for group in whole if key in group.old)


def test_a_few_by_where_they_went(store: Store) -> None:
    (group,) = compare(store, A, C, (), into=["101.1a"]).groups
    assert group.old == ("101.1",)
    (group,) = compare(store, C, A, (), into=["101.4"]).groups
    assert (group.kind, group.old, group.new) == ("split", ("101.3",), ("101.3", "101.4"))


def test_works_do_not_mix(store: Store) -> None:
    with pytest.raises(NotComparable, match="rulings-summary"):
        compare(store, A, SUMMARY)
    with pytest.raises(LookupError, match="1999-09-09"):
        compare(store, A, "1999-09-09")


def test_without_texts_the_ways_are_the_same() -> None:
    ledger = Ledger({edition: EDITIONS[edition] for edition in WORK}, LINKS)
    comparison = compare(ledger, A, C)
    assert describe_group(comparison, "100.1") == ("renumbered", "unchanged", ("200.2",))
    assert describe_group(comparison, "100.2") == ("renumbered", "wording", ("200.1",))
    assert describe_group(comparison, "101.1") == ("split", "unchanged", ("101.1", "101.1a"))


def test_two_candidates_stay_two() -> None:
    editions = {A: {"1": "x"}, B: {"2": "x", "3": "x"}, C: {"2": "x", "4": "x"}}
    tie = [Link("1", key, "ambiguous", None, "tie", 0.5, main=False) for key in ("2", "3")]
    ledger = Ledger(editions, {B: tie, C: [link("3", "4")]})
    (group,) = compare(ledger, A, C).groups
    assert (group.kind, group.change, group.new) == ("ambiguous", None, ("2", "4"))
    assert not any(pair.main for pair in group.links)
    (back,) = compare(ledger, C, A).groups
    assert (back.kind, back.old, back.new) == ("ambiguous", ("2", "4"), ("1",))


class TestOneToOneBetweenLineages:
    """What is left of a split or a merge when the other part is gone."""

    def test_what_was_split_from_a_rule_that_is_gone(self) -> None:
        editions = {A: {"1": "x"}, B: {"1": "x", "2": "x"}, C: {"2": "x"}}
        parts = [link("1", "1", "split"), link("1", "2", "split", main=False)]
        ledger = Ledger(editions, {B: parts, C: deleted("1")})
        (group,) = compare(ledger, A, C).groups
        assert (group.kind, group.old, group.new, group.links[0].main) == ("split", ("1",), ("2",), False)
        (back,) = compare(ledger, C, A).groups
        assert (back.kind, back.old, back.new) == ("merged", ("2",), ("1",))

    def test_what_was_merged_into_a_rule_that_is_new(self) -> None:
        editions = {A: {"1": "x"}, B: {"1": "x", "2": "x"}, C: {"2": "x"}}
        merge = [link("1", "2", "merged", main=False), link("2", "2", "merged")]
        ledger = Ledger(editions, {B: added("2"), C: merge})
        (group,) = compare(ledger, A, C).groups
        assert (group.kind, group.old, group.new) == ("merged", ("1",), ("2",))
        (back,) = compare(ledger, C, A).groups
        assert back.kind == "split"

    def test_the_same_words_under_the_same_number_are_the_same_all_the_same(self) -> None:
        editions = {A: {"1": "x"}, B: {"1": "x", "2": "x"}, C: {"1": "x"}}
        parts = [link("1", "1", "split"), link("1", "2", "split", main=False)]
        ledger = Ledger(editions, {B: parts, C: [*deleted("1"), link("2", "1")]})
        (group,) = compare(ledger, A, C).groups
        assert (group.kind, group.change, group.is_same) == ("split", "unchanged", True)


class TestRulesAndGlossary:
    """Over a long way a definition that moved does not tie the two together."""

    EDITIONS: ClassVar[dict[str, dict[str, str]]] = {
        A: {"1": "x", "glossary:X": "x", "glossary:Y": "x"},
        B: {"1": "x", "glossary:X": "x", "2": "x"},
        C: {"1": "x", "glossary:X": "x", "2": "x"},
    }
    LINKS: ClassVar[dict[str, list[Link]]] = {
        B: [
            link("1", "1", "split"),
            link("1", "glossary:X", "split", main=False),
            link("glossary:X", "glossary:X", "merged"),
            link("glossary:Y", "2", "moved"),
        ]
    }

    def test_pieces_of_the_other_sort_are_cut_where_there_is_one_of_the_own(self) -> None:
        groups = {group.old: group.new for group in compare(Ledger(self.EDITIONS, self.LINKS), A, C).groups}
        assert groups == {("1",): ("1",), ("glossary:X",): ("glossary:X",), ("glossary:Y",): ("2",)}

    def test_consecutive_editions_stay_as_they_were_found(self) -> None:
        groups = {group.old: group.new for group in compare(Ledger(self.EDITIONS, self.LINKS), A, B).groups}
        assert groups[("1", "glossary:X")] == ("1", "glossary:X")

    def test_a_rule_whose_only_way_is_into_an_entry_that_there_was_is_gone(self) -> None:
        editions = {day: {**texts, "3": "x"} if day == A else texts for day, texts in self.EDITIONS.items()}
        links = {B: [*self.LINKS[B], link("3", "glossary:X", "merged", main=False)]}
        assert (("3", None)) in pairs(compare(Ledger(editions, links), A, C))


def test_the_same_rule(store: Store) -> None:
    forward, back = compare(store, A, D).same_rule, compare(store, D, A).same_rule
    for old, new, expected in (
        ("100.1", "200.2", True),
        ("100.1", "200.1", False),
        ("101.1", "101.1", True),
        ("100", "100", False),  # the one edition has it, the other does not
        ("101.6", "101.6", False),
        ("999", "999", True),
        ("999", "998", False),
    ):
        assert (forward(old, new), back(new, old)) == (expected, expected), (old, new)
    assert compare(store, A, B).same_rule("101.1", "101.1a"), "a part of it"


@pytest.mark.parametrize(
    ("ways", "old", "new", "expected"),
    [
        ([Path(change="wording")], ["Oxen wait."], ["Oxen wait."], "unchanged"),
        ([Path(change="wording")], ["Oxen “wait”."], ['Oxen "wait".'], "typographic"),
        ([Path(change="unchanged")], ["Oxen wait."], ["Oxen wa�t."], "typographic"),
        ([Path(change="unchanged", alone=False)], ["Oxen wait. Dogs bark."], ["Oxen wait."], "wording"),
        ([Path(change="reference")], ["See rule 101.2."], ["See rule 102.2."], "reference"),
        ([Path(change="unchanged"), Path(change="wording")], ["Oxen wait.", "Dogs bark."], ["Oxen wait."], "wording"),
    ],
)
def test_the_class_over_steps(ways: list[Path], old: list[str], new: list[str], expected: str) -> None:
    before, after = ([Passage(text=text) for text in side] for side in (old, new))
    assert class_over_steps(ways, before, after) == expected


@st.composite
def ledgers(draw: st.DrawFn) -> Ledger:
    """Editions of a few numbers, linked at random but soundly."""
    numbers = [f"10{n}" for n in range(6)]
    sides = [sorted(draw(st.sets(st.sampled_from(numbers), min_size=1))) for _ in range(4)]
    days = [A, B, C, D]
    links: dict[str, list[Link]] = {}
    for day, old, new in zip(days[1:], sides[:-1], sides[1:], strict=True):
        mains = dict(zip(draw(st.permutations(old)), draw(st.permutations(new)), strict=False))
        mains = {key: mains[key] for key in sorted(mains) if draw(st.booleans())}
        pieces = draw(st.sets(st.tuples(st.sampled_from(old), st.sampled_from(new)), max_size=3))
        step = [link(key, target, "renumbered", "wording") for key, target in mains.items()]
        step += [
            link(piece, other, "split", "wording", main=False)
            for piece, other in sorted(pieces)
            if mains.get(piece) != other
        ]
        step += deleted(*sorted(set(old) - {piece.old for piece in step}))
        step += added(*sorted(set(new) - {piece.new for piece in step}))
        links[day] = step
    texts = {day: {key: f"{key} of {day}" for key in side} for day, side in zip(days, sides, strict=True)}
    return Ledger(texts, links)


def main_pairs(groups: tuple[Group, ...]) -> set[tuple[str | None, str | None]]:
    return {(pair.old, pair.new) for group in groups for pair in group.links if pair.main and pair.old and pair.new}


@given(ledgers(), st.sampled_from(WORK), st.sampled_from(WORK))
def test_any_history_reads_both_ways(ledger: Ledger, old: str, new: str) -> None:
    forward, back = compare(ledger, old, new), compare(ledger, new, old)
    assert pairs(forward) == {(before, after) for after, before in pairs(back)}
    olds, news = ledger.lineages(old), ledger.lineages(new)
    assert [key for group in forward.groups for key in group.old if len(group.old) == 1] == [
        key for key in olds if any(group.old == (key,) for group in forward.groups)
    ]
    assert sorted(key for group in forward.groups for key in group.new) == sorted(news)
    assert main_pairs(forward.groups) == {
        (key, other) for key, lineage in olds.items() for other, same in news.items() if lineage == same
    }
