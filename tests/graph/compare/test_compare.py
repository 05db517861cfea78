"""Any two editions, forwards and backwards."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.compare.comparison import Comparison, NotComparable, compare
from graph.compare.several_steps import class_over_steps
from graph.compare.step_groups import group_links
from graph.history import History
from graph.history.paths import Path
from rules.change import Passage
from rules.links import Group, Link
from rules.store import Store
from tests.graph.compare.histories import EDITIONS, HARBOUR, LINKS, SUMMARY, A, B, C, D, Ledger
from tests.graph.lineages.small import added, deleted, link, merged, split

WORK = [edition for edition in EDITIONS if edition != SUMMARY]


def pairs(comparison: Comparison) -> set[tuple[str | None, str | None]]:
    return {(pair.old, pair.new) for group in comparison.groups for pair in group.links}


def main_pairs(comparison: Comparison) -> set[tuple[str | None, str | None]]:
    links = [pair for group in comparison.groups for pair in group.links]
    return {(pair.old, pair.new) for pair in links if pair.main and pair.old and pair.new}


def describe_group(comparison: Comparison, key: str) -> tuple[str, str | None, tuple[str, ...]]:
    (group,) = [candidate for candidate in comparison.groups if key in candidate.old]
    return group.kind, group.change, group.new


@pytest.mark.parametrize("new", [C, D])
def test_a_rule_that_was_deleted_before_the_older_edition_has_returned(store: Store, new: str) -> None:
    """Over one step, as over several."""
    (group,) = [candidate for candidate in compare(History(store), B, new).groups if candidate.new == ("101.2",)]
    assert (group.kind, group.old, group.lineage) == ("returned", (), f"101.2@{A}")


@pytest.mark.parametrize(("old", "new"), [(A, B), (B, C), (C, D)])
def test_consecutive_editions_are_linked_as_the_aligner_did(store: Store, old: str, new: str) -> None:
    links = {pair for group in compare(History(store), old, new).groups for pair in group.links}
    olds, news = {pair.old for pair in LINKS[new]}, {pair.new for pair in LINKS[new]}
    named = {pair for pair in links if pair.old in olds or pair.new in news}
    assert named >= {pair for pair in LINKS[new] if pair.old and pair.new}
    for pair in links:
        if pair.old is not None and pair.old not in olds:
            assert (pair.old, pair.kind, pair.change, pair.method) == (pair.new, "kept", "unchanged", "text")


LONG_WAY = {
    "1": "kept unchanged 1",
    "100": "moved unchanged 200",
    "100.1": "renumbered unchanged 200.2",
    "100.2": "renumbered wording 200.1",
    "100.2a": "moved unchanged 101.6",
    "101.2": "kept unchanged 101.2",
    "101.3": "merged wording 101.3",
    "101.4": "merged wording 101.3",
    "glossary:Toll": "renumbered wording glossary:Bridge Toll",
}


def test_a_long_way(store: Store) -> None:
    comparison = compare(History(store), A, D)
    for key, expected in LONG_WAY.items():
        kind, change, new = expected.split(" ", 2)
        assert describe_group(comparison, key) == (kind, change, (new,))


def test_a_piece_that_kept_nothing_is_an_addition_and_follows_what_it_stands_behind(store: Store) -> None:
    assert describe_group(compare(History(store), A, C), "101.1") == ("split", "unchanged", ("101.1", "101.1a"))
    comparison = compare(History(store), A, D)
    assert describe_group(comparison, "101.1") == ("kept", "wording", ("101.1",))
    assert (None, "101.1a") in pairs(comparison)
    news = [group.new for group in comparison.groups]
    assert news[news.index(("101.3",)) + 1] == ("101.5",)
    back = compare(History(store), D, A).groups
    assert [group.old for group in back if group.old] == [(key,) for key in EDITIONS[D]]
    same = compare(History(store), B, B).groups
    assert all(group.is_same for group in same)
    assert [group.old for group in same] == [(key,) for key in EDITIONS[B]]


@pytest.mark.parametrize(("old", "new"), [*permutations(WORK, 2)])
def test_there_and_back(store: Store, old: str, new: str) -> None:
    forward, back = compare(History(store), old, new), compare(History(store), new, old)
    assert pairs(forward) == {(before, after) for after, before in pairs(back)}
    assert main_pairs(forward) == {(before, after) for after, before in main_pairs(back)}
    groups = forward.groups
    assert sorted(key for group in groups for key in group.old) == sorted(EDITIONS[old]), "each record is told of once"
    assert sorted(key for group in groups for key in group.new) == sorted(EDITIONS[new])
    for key in EDITIONS[old]:  # a few are as among all
        assert compare(History(store), old, new, [key]).groups == tuple(group for group in groups if key in group.old)


def test_works_do_not_mix(store: Store) -> None:
    (group,) = compare(History(store), C, A, ["101.3"]).groups
    assert (group.kind, group.old, group.new) == ("split", ("101.3",), ("101.3", "101.4"))
    with pytest.raises(NotComparable, match="rulings-summary"):
        compare(History(store), A, SUMMARY)
    with pytest.raises(LookupError, match="1999-09-09"):
        compare(History(store), A, "1999-09-09")


def both_ways(editions: dict[str, dict[str, str]], links: dict[str, Sequence[Link]]) -> tuple[Group, Group]:
    """The only group from the first to the third edition, and the only one back."""
    ledger = Ledger(editions, links)
    (group,), (back,) = compare(ledger.history, A, C).groups, compare(ledger.history, C, A).groups
    return group, back


def test_two_candidates_stay_two_and_what_is_left_of_a_split_or_a_merge_stays_one() -> None:
    editions = {A: {"1": "x"}, B: {"2": "x", "3": "x"}, C: {"2": "x", "4": "x"}}
    tie = [Link("1", key, "ambiguous", None, "tie", 0.5, main=False) for key in ("2", "3")]
    group, back = both_ways(editions, {B: tie, C: [link("3", "4")]})
    assert (group.kind, group.change, group.new) == ("ambiguous", None, ("2", "4"))
    assert not any(pair.main for pair in group.links)
    assert (back.kind, back.old, back.new) == ("ambiguous", ("2", "4"), ("1",))
    editions = {A: {"1": "x"}, B: {"1": "x", "2": "x"}, C: {"2": "x"}}
    parts = split("1", "1", "2", change="unchanged")
    group, back = both_ways(editions, {B: parts, C: deleted("1")})
    assert (group.kind, group.old, group.new, group.links[0].main) == ("split", ("1",), ("2",), False)
    assert (back.kind, back.old, back.new) == ("merged", ("2",), ("1",))
    group, back = both_ways(editions, {B: added("2"), C: merged("2", "2", "1", change="unchanged")})
    assert (group.kind, group.old, group.new, back.kind) == ("merged", ("1",), ("2",), "split")
    # the same words under the same number are the same all the same
    group, _ = both_ways({**editions, C: {"1": "x"}}, {B: parts, C: [*deleted("1"), link("2", "1")]})
    assert (group.kind, group.change, group.is_same) == ("split", "unchanged", True)


def test_over_a_long_way_a_definition_that_moved_does_not_tie_rules_and_glossary_together() -> None:
    later = {"1": "x", "glossary:X": "x", "2": "x"}
    editions = {A: {"1": "x", "glossary:X": "x", "glossary:Y": "x"}, B: later, C: later}
    moved = [link("glossary:X", "glossary:X", "merged"), link("glossary:Y", "2", "moved")]
    links = [*split("1", "1", "glossary:X", change="unchanged"), *moved]
    ledger = Ledger(editions, {B: links})
    cut = {("1",): ("1",), ("glossary:X",): ("glossary:X",), ("glossary:Y",): ("2",)}
    assert {group.old: group.new for group in compare(ledger.history, A, C).groups} == cut
    # consecutive editions stay as they were found
    assert {group.old: group.new for group in compare(ledger.history, A, B).groups}["1", "glossary:X"] == (
        "1",
        "glossary:X",
    )
    # a rule whose only way is into an entry that there was is gone
    links.append(link("3", "glossary:X", "merged", main=False))
    assert ("3", None) in pairs(compare(Ledger({**editions, A: {**editions[A], "3": "x"}}, {B: links}).history, A, C))


def test_a_comparison_can_be_pickled_and_holds_no_passages(store: Store) -> None:
    comparison = compare(History(store), A, D)
    pickled = pickle.dumps(comparison)
    again = pickle.loads(pickled)
    assert (again.groups, again.same_rule("101.1", "101.1")) == (comparison.groups, True)
    assert HARBOUR.encode() not in pickled


def test_the_same_rule(store: Store) -> None:
    forward, back = compare(History(store), A, D).same_rule, compare(History(store), D, A).same_rule
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
    assert compare(History(store), A, B).same_rule("101.1", "101.1a"), "a part of it"


OVER_STEPS = [
    ([Path(change="wording")], ["Oxen wait."], ["Oxen wait."], "unchanged"),
    ([Path(change="wording")], ["Oxen “wait”."], ['Oxen "wait".'], "typographic"),
    ([Path(change="typographic")], ["Oxen wait."], ["Oxen wa\ufffdt."], "typographic"),
    ([Path(change="unchanged")], ["Oxen “wait”."], ['Oxen "wait".'], "unchanged"),
    ([Path(change="unchanged", alone=False)], ["Oxen wait. Dogs bark."], ["Oxen wait."], "wording"),
    ([Path(change="reference")], ["See rule 101.2."], ["See rule 102.2."], "reference"),
    ([Path(change="unchanged"), Path(change="wording")], ["Oxen wait.", "Dogs bark."], ["Oxen wait."], "wording"),
]


@pytest.mark.parametrize(("ways", "old", "new", "expected"), OVER_STEPS)
def test_the_class_over_steps(ways: list[Path], old: list[str], new: list[str], expected: str) -> None:
    before, after = ([Passage(text=text) for text in side] for side in (old, new))
    assert class_over_steps(ways, before, after) == expected


def test_punctuation_counts_for_as_little_in_an_example_as_in_a_text() -> None:
    before, after = (Passage(text="Oxen wait.", examples=(example,)) for example in ("If so, go.", "If so go."))
    assert class_over_steps([Path(change="wording")], [before], [after]) == "typographic"


@st.composite
def ledgers(draw: st.DrawFn) -> Ledger:
    """Editions of a few numbers, linked at random but soundly."""
    numbers = [f"10{n}" for n in range(6)]
    sides = {day: sorted(draw(st.sets(st.sampled_from(numbers), min_size=1))) for day in WORK}
    links: dict[str, list[Link]] = {}
    for (_, old), (day, new) in pairwise(sides.items()):
        mains = dict(zip(draw(st.permutations(old)), draw(st.permutations(new)), strict=False))
        mains = {key: mains[key] for key in sorted(mains) if draw(st.booleans())}
        pieces = draw(st.sets(st.tuples(st.sampled_from(old), st.sampled_from(new)), max_size=3))
        rest = sorted(piece for piece in pieces if mains.get(piece[0]) != piece[1])
        step = [link(key, target, "renumbered", "wording") for key, target in mains.items()]
        step += [link(key, target, "split", "wording", main=False) for key, target in rest]
        step += deleted(*sorted(set(old) - {piece.old for piece in step}))
        step += added(*sorted(set(new) - {piece.new for piece in step}))
        links[day] = step
    return Ledger({day: {key: f"{key} of {day}" for key in side} for day, side in sides.items()}, links)


@given(ledgers(), st.sampled_from(WORK), st.sampled_from(WORK))
def test_any_history_reads_both_ways(ledger: Ledger, old: str, new: str) -> None:
    forward, back = compare(ledger.history, old, new), compare(ledger.history, new, old)
    assert pairs(forward) == {(before, after) for after, before in pairs(back)}
    olds, news = ledger.lineages(old), ledger.lineages(new)
    assert [key for group in forward.groups for key in group.old if len(group.old) == 1] == [
        key for key in olds if any(group.old == (key,) for group in forward.groups)
    ]
    assert sorted(key for group in forward.groups for key in group.new) == sorted(news)
    assert main_pairs(forward) == {
        (key, other) for key, lineage in olds.items() for other, same in news.items() if lineage == same
    }


def test_an_added_record_to_which_two_dropped_links_lead_is_one_addition() -> None:
    """An ambiguous link does not count if its old record also has a certain one."""
    certain = [link("1.1", "2.1", "kept"), link("1.2", "2.2", "kept")]
    possible = [link("1.1", "2.3", "ambiguous", None), link("1.2", "2.3", "ambiguous", None)]
    groups = list(group_links([*certain, *possible], ["1.1", "1.2"], ["2.1", "2.2", "2.3"]))
    assert [(group.old, group.new, group.kind) for group in groups] == [
        (("1.1",), ("2.1",), "kept"),
        (("1.2",), ("2.2",), "kept"),
        ((), ("2.3",), "added"),
    ]
