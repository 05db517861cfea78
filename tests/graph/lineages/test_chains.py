"""A rule is followed through renumberings, swaps, splits, merges, deletions and numbers used again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.lineages import trace_lineages
from rules.links import ChangeClass, Link
from tests.graph.lineages.small import Small, added, deleted, link, merged, split

A, B, C = "2001-01-01", "2002-02-02", "2003-03-03"


def test_nothing_said_means_nothing_changed() -> None:
    texts = {"100.1": "One.", "glossary:Word": "Sense."}
    small = Small({A: texts, B: texts})
    assert small.list_versions() == {f"{key}@{A}": [(key, A, B, "added")] for key in texts}
    first = small.trace().lineages[0].versions[0]
    assert (first.method, first.sources, first.change) == ("first-edition", (), None)


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


def follow(old: str, new: str, *links: Link) -> str:
    """The lineages of two editions of rules from 100.1 on: of each version its kind, key and what it came from."""
    editions = {
        day: {f"100.{number}": text for number, text in enumerate(texts.split("/"), 1) if text}
        for day, texts in ((A, old), (B, new))
    }
    lineages = Small(editions, {B: links}).trace().lineages
    return "; ".join(
        ", ".join(" ".join([version.kind, version.key, *version.sources]) for version in lineage.versions)
        for lineage in lineages
    )


def test_a_step() -> None:
    swap = follow("One/Two", "Two/One", link("100.1", "100.2"), link("100.2", "100.1"))
    assert swap == "added 100.1, renumbered 100.2 100.1; added 100.2, renumbered 100.1 100.2"
    parts = follow("One and two", "One/Two", *split("100.1", "100.1", "100.2"))
    assert parts == "added 100.1, split 100.1 100.1; split 100.2 100.1", "the main part carries on"
    one = follow("One/Two", "One and two", *merged("100.1", "100.1", "100.2"))
    assert one == "added 100.1, merged 100.1 100.1 100.2; added 100.2", "what is merged away ends"
    away = link("100.2", "100.1", "merged", "wording", main=False)
    assert follow("One/Two", "One", link("100.1", "100.1", "kept"), away) == "added 100.1; added 100.2", "one version"
    again = follow("One", "Fresh/One", link("100.1", "100.2"), *added("100.1"))
    assert again == "added 100.1, renumbered 100.2 100.1; added 100.1", "a number used again is another lineage"
    assert follow("One", "Else", *deleted("100.1"), *added("100.1")) == "added 100.1; added 100.1"
    ambiguous = [link("100.1", key, "ambiguous", None, main=False) for key in ("100.2", "100.3")]
    open_ends = follow("One", "/One/One", *ambiguous)
    assert open_ends == "added 100.1; ambiguous 100.2 100.1; ambiguous 100.3 100.1", "that carries nothing on"


def test_works_never_meet() -> None:
    small, other = Small({A: {"100.1": "One."}}), Small({B: {"100.1": "One."}})
    small.passages.extend(other.passages)
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
        key_of = {person: key for key, person in who.items() if draw(st.booleans())}
        fresh = [1000 * month + number for number in range(draw(st.integers(0, 2)))]
        now = {f"100.{number}": person for number, person in enumerate(draw(st.permutations([*key_of, *fresh])))}
        step: list[Link] = []
        trivial: list[Link] = []
        for key, person in now.items():
            old = key_of.get(person)
            changed = old is not None and draw(st.booleans())
            words[person] = words.get(person, 0) + changed
            if old is None:
                step.extend(added(key))
            else:
                change: ChangeClass = "wording" if changed else "unchanged"
                kept = link(old, key, "kept" if old == key else "renumbered", change)
                (step if changed or old != key else trivial).append(kept)
        step.extend(deleted(*(key for key, person in who.items() if person not in key_of)))
        # trivial links must be told where an end of them stands in another
        ends = {end for each in step for end in (each.old, each.new)}
        edition = f"2000-{month:02}-01"
        links[edition] = [*step, *(each for each in trivial if each.old in ends)]
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
