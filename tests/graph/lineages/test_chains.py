"""A rule is followed through renumberings, swaps, splits, merges, deletions and numbers used again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.links import Link
from tests.graph.lineages.small import Small, added, deleted, link

A, B, C = "2001-01-01", "2002-02-02", "2003-03-03"


def test_nothing_said_means_nothing_changed() -> None:
    small = Small({A: {"100.1": "One.", "glossary:Word": "Sense."}, B: {"100.1": "One.", "glossary:Word": "Sense."}})
    assert small.list_versions() == {
        f"100.1@{A}": [("100.1", A, B, "added")],
        f"glossary:Word@{A}": [("glossary:Word", A, B, "added")],
    }
    (first, _) = small.trace().lineages
    assert first.versions[0].method == "first-edition"
    assert first.versions[0].sources == ()
    assert first.versions[0].change is None


def test_renumbered_and_reworded() -> None:
    small = Small(
        {A: {"100.1": "One."}, B: {"100.2": "One."}, C: {"100.2": "One, that is."}},
        {B: [link("100.1", "100.2")], C: [link("100.2", "100.2", "kept", "wording")]},
    )
    assert small.list_versions() == {
        f"100.1@{A}": [("100.1", A, A, "added"), ("100.2", B, B, "renumbered"), ("100.2", C, C, "kept")]
    }
    (lineage,) = small.trace().lineages
    assert [version.change for version in lineage.versions] == [None, "unchanged", "wording"]
    assert [version.sources for version in lineage.versions] == [(), ("100.1",), ("100.2",)]
    assert {version.score for version in lineage.versions[1:]} == {0.75}


def test_swap() -> None:
    small = Small(
        {A: {"100.1": "One.", "100.2": "Two."}, B: {"100.1": "Two.", "100.2": "One."}},
        {B: [link("100.1", "100.2"), link("100.2", "100.1")]},
    )
    assert small.list_versions() == {
        f"100.1@{A}": [("100.1", A, A, "added"), ("100.2", B, B, "renumbered")],
        f"100.2@{A}": [("100.2", A, A, "added"), ("100.1", B, B, "renumbered")],
    }


def test_the_main_part_of_a_split_carries_on() -> None:
    small = Small(
        {A: {"100.1": "One and two."}, B: {"100.1": "One.", "100.2": "Two."}},
        {B: [link("100.1", "100.1", "split", "wording"), link("100.1", "100.2", "split", "wording", main=False)]},
    )
    assert small.list_versions() == {
        f"100.1@{A}": [("100.1", A, A, "added"), ("100.1", B, B, "split")],
        f"100.2@{B}": [("100.2", B, B, "split")],
    }
    assert small.trace().lineages[1].versions[0].sources == ("100.1",)


def test_what_is_merged_away_ends() -> None:
    small = Small(
        {A: {"100.1": "One.", "100.2": "Two."}, B: {"100.1": "One and two."}, C: {"100.1": "One and two."}},
        {B: [link("100.1", "100.1", "merged", "wording"), link("100.2", "100.1", "merged", "wording", main=False)]},
    )
    assert small.list_versions() == {
        f"100.1@{A}": [("100.1", A, A, "added"), ("100.1", B, C, "merged")],
        f"100.2@{A}": [("100.2", A, A, "added")],
    }
    assert small.trace().lineages[0].versions[1].sources == ("100.1", "100.2")


def test_merged_into_a_rule_that_did_not_change() -> None:
    small = Small(
        {A: {"100.1": "One.", "100.2": "One, too."}, B: {"100.1": "One."}},
        {B: [link("100.1", "100.1", "kept"), link("100.2", "100.1", "merged", "wording", main=False)]},
    )
    assert small.list_versions()[f"100.1@{A}"] == [("100.1", A, B, "added")], "same key, same passage: one version"
    assert small.list_versions()[f"100.2@{A}"] == [("100.2", A, A, "added")]


def test_a_number_used_again_is_another_lineage() -> None:
    small = Small(
        {A: {"100.1": "One."}, B: {"100.1": "Fresh.", "100.2": "One."}}, {B: [link("100.1", "100.2"), *added("100.1")]}
    )
    assert small.list_versions() == {
        f"100.1@{A}": [("100.1", A, A, "added"), ("100.2", B, B, "renumbered")],
        f"100.1@{B}": [("100.1", B, B, "added")],
    }


def test_deleted_and_another_added_under_its_number() -> None:
    small = Small({A: {"100.1": "One."}, B: {"100.1": "Else."}}, {B: [*deleted("100.1"), *added("100.1")]})
    assert small.list_versions() == {f"100.1@{A}": [("100.1", A, A, "added")], f"100.1@{B}": [("100.1", B, B, "added")]}


def test_ambiguous_carries_nothing_on() -> None:
    ambiguous = [Link("100.1", key, "ambiguous", None, "test", 0.5, main=False) for key in ("100.2", "100.3")]
    small = Small({A: {"100.1": "One."}, B: {"100.2": "One.", "100.3": "One."}}, {B: ambiguous})
    assert small.list_versions() == {
        f"100.1@{A}": [("100.1", A, A, "added")],
        f"100.2@{B}": [("100.2", B, B, "ambiguous")],
        f"100.3@{B}": [("100.3", B, B, "ambiguous")],
    }
    assert small.trace().lineages[1].versions[0].sources == ("100.1",)


def test_works_never_meet() -> None:
    small = Small({A: {"100.1": "One."}})
    other = Small({B: {"100.1": "One."}})
    small.passages.extend(other.passages)
    from graph.lineages import trace_lineages

    traced = trace_lineages([small.inventories, other.inventories], {}, small.passage)
    assert [lineage.id for lineage in traced.lineages] == [f"100.1@{A}", f"100.1@{B}"]


@pytest.mark.parametrize(
    ("links", "message"),
    [
        ([], "100.1"),
        ([link("100.1", "100.2")], "no link tells where 100.1 came from"),
        ([link("100.1", "100.1", "kept"), *added("100.2")], "100.2, which is not there"),
        ([link("100.9", "100.1", "moved")], "100.9, which is not there"),
        ([*deleted("100.1")], "no link tells where 100.1 came from"),
        ([*added("100.1")], "100.1 is in no link"),
        ([link("100.1", "100.1"), link("100.1", "100.1", "kept")], "more than one main link"),
    ],
)
def test_links_that_do_not_fit_are_refused(links: list[Link], message: str) -> None:
    small = Small({A: {"100.1": "One."}, B: {"100.1": "Else."}}, {B: links})
    with pytest.raises(ValueError, match=rf"step to {B}: .*{message}"):
        small.trace()


def test_a_step_that_is_missing_is_told() -> None:
    small = Small({A: {"100.1": "One."}, B: {"100.1": "One."}})
    small.steps.clear()
    with pytest.raises(ValueError, match=f"{B} is not aligned against {A}"):
        small.trace()


@st.composite
def histories(draw: st.DrawFn) -> tuple[Small, list[dict[str, int]]]:
    """A history of shuffles, rewordings, additions and deletions; and who is who, by edition and key."""
    who = {f"100.{number}": number for number in range(draw(st.integers(1, 5)))}
    words = dict.fromkeys(who.values(), 0)
    truth = [who]
    editions = {"2000-01-01": {key: f"Text {person} version 0." for key, person in who.items()}}
    links: dict[str, list[Link]] = {}
    for month in range(2, 2 + draw(st.integers(1, 5))):
        stays = {key: person for key, person in who.items() if draw(st.booleans())}
        fresh = [1000 * month + number for number in range(draw(st.integers(0, 2)))]
        people = draw(st.permutations([*stays.values(), *fresh]))
        now = {f"100.{number}": person for number, person in enumerate(people)}
        edition = f"2000-{month:02}-01"
        step: list[Link] = []
        key_of = {person: key for key, person in stays.items()}
        for key, person in now.items():
            changed = person in key_of and draw(st.booleans())
            words[person] = words.get(person, 0) + changed
            if person not in key_of:
                step.extend(added(key))
            elif changed or key_of[person] != key:
                kind, change = (
                    ("kept" if key_of[person] == key else "renumbered"),
                    ("wording" if changed else "unchanged"),
                )
                step.append(link(key_of[person], key, kind, change))  # type: ignore[arg-type]
        step.extend(deleted(*(key for key in who if key not in stays)))
        # trivial links must be told where an end of them stands in another
        step.extend(
            link(key, key, "kept")
            for key, person in now.items()
            if key_of.get(person) == key
            and not any(key in (each.old, each.new) and each.old == each.new for each in step)
            and any(key in (each.old, each.new) for each in step)
        )
        links[edition] = step
        editions[edition] = {key: f"Text {person} version {words[person]}." for key, person in now.items()}
        truth.append(now)
        who = now
    return Small(editions, links), truth


@given(histories())
def test_every_record_lies_on_the_strand_of_who_it_is(history: tuple[Small, list[dict[str, int]]]) -> None:
    small, truth = history
    days = [inventory.edition for inventory in small.inventories]
    lineage_of: dict[tuple[str, str], str] = {}
    for lineage in small.trace().lineages:
        assert list(lineage.versions) == sorted(lineage.versions, key=lambda version: version.first)
        for version in lineage.versions:
            for day in days[days.index(version.first) : days.index(version.last) + 1]:
                assert (day, version.key) not in lineage_of, "a record lies on two chains"
                lineage_of[day, version.key] = lineage.id
    assert set(lineage_of) == {(day, key) for day, people in zip(days, truth, strict=True) for key in people}
    who_is: dict[str, set[int]] = {}
    for (day, key), name in lineage_of.items():
        who_is.setdefault(name, set()).add(truth[days.index(day)][key])
    assert all(len(people) == 1 for people in who_is.values())
    assert len(who_is) == len({person for people in truth for person in people.values()})
