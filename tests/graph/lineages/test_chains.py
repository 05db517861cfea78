"""A rule is followed through renumberings, splits, merges, deletions and returns, and through numbers used again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.lineages.history import trace_lineages
from rules.links import ChangeClass, Link
from tests.graph.lineages.small import LONG, Small, added, deleted, link, merged, split

A, B, C, D, E = "2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04", "2005-05-05"


def test_nothing_said_means_nothing_changed_and_works_never_meet() -> None:
    texts = {"100.1": "One.", "glossary:Word": "Sense."}
    small = Small({A: texts, B: texts})
    assert small.list_versions() == {f"{key}@{A}": [(key, A, B, "added")] for key in texts}
    first = small.trace().lineages[f"100.1@{A}"][0]
    assert (first.method, first.sources, first.change) == ("first-edition", (), None)
    small, other = Small({A: {"100.1": "One."}}), Small({B: {"100.1": "One."}})
    small.passages.extend(other.passages)
    traced = trace_lineages([small.inventories, other.inventories], {}, small.passage)
    assert [*traced.lineages] == [f"100.1@{A}", f"100.1@{B}"]


def test_renumbered_and_reworded() -> None:
    small = Small(
        {A: {"100.1": "One."}, B: {"100.2": "One."}, C: {"100.2": "One, that is."}},
        {B: [link("100.1", "100.2")], C: [link("100.2", "100.2", "kept", "wording")]},
    )
    assert small.list_versions() == {
        f"100.1@{A}": [("100.1", A, A, "added"), ("100.2", B, B, "renumbered"), ("100.2", C, C, "kept")]
    }
    (versions,) = small.trace().lineages.values()
    assert [version.change for version in versions] == [None, "unchanged", "wording"]
    assert [version.sources for version in versions] == [(), ("100.1",), ("100.2",)]
    assert {version.score for version in versions[1:]} == {0.75}


def follow(old: str, new: str, *links: Link) -> str:
    """The lineages of two editions of rules from 100.1 on: of each version its kind, key and what it came from."""
    editions = {
        day: {f"100.{number}": text for number, text in enumerate(texts.split("/"), 1) if text}
        for day, texts in ((A, old), (B, new))
    }
    lineages = Small(editions, {B: links}).trace().lineages
    return "; ".join(
        ", ".join(" ".join([version.kind, version.key, *version.sources]) for version in versions)
        for versions in lineages.values()
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
    for lineage, versions in small.trace().lineages.items():
        assert list(versions) == sorted(versions, key=lambda version: version.first)
        for version in versions:
            for day in days[days.index(version.first) : days.index(version.last) + 1]:
                assert (day, version.key) not in lineage_of, "a record lies on two chains"
                lineage_of[day, version.key] = lineage
    assert set(lineage_of) == {(day, key) for day, people in zip(days, truth, strict=True) for key in people}
    who_is: dict[str, set[int]] = {}
    for (day, key), name in lineage_of.items():
        who_is.setdefault(name, set()).add(truth[days.index(day)][key])
    assert all(len(people) == 1 for people in who_is.values())
    assert len(who_is) == len({person for people in truth for person in people.values()})


STAYS = "A rule that stands in every edition, so that none of them is empty."
ONE = LONG.format("one")


def return_after_gap(first: dict[str, str], last: dict[str, str]) -> Small:
    """`first` is deleted after the first edition; `last` is added in the third."""
    stays = {"100.9": STAYS}
    return Small({A: {**first, **stays}, B: stays, C: {**last, **stays}}, {B: deleted(*first), C: added(*last)})


def test_the_same_passage_returns() -> None:
    small = return_after_gap({"100.1": ONE}, {"100.4": ONE})
    assert small.list_versions()[f"100.1@{A}"] == [("100.1", A, A, "added"), ("100.4", C, C, "returned")]
    version = small.trace().lineages[f"100.1@{A}"][1]
    assert (version.change, version.method, version.score) == ("unchanged", "returned-text", 1.0)
    assert version.sources == ("100.1",)
    for key in ("100.1", "glossary:Fleet"):  # under its own name it is a version of its own
        versions = return_after_gap({key: ONE}, {key: ONE}).list_versions()
        assert versions[f"{key}@{A}"] == [(key, A, A, "added"), (key, C, C, "returned")]
    # typography and numbers do not count
    for old, new, change in (
        (f"{ONE} See rule 500.1.", f"{ONE.upper()} See rule 601.2b.", "reference"),
        (ONE, ONE.upper(), "typographic"),
    ):
        assert return_after_gap({"100.1": old}, {"100.4": new}).trace().lineages[f"100.1@{A}"][1].change == change


def test_twice_gone_and_back() -> None:
    stays = {"100.9": STAYS}
    small = Small(
        {A: {"100.1": ONE, **stays}, B: stays, C: {"100.2": ONE, **stays}, D: stays, E: {"100.3": ONE, **stays}},
        {B: deleted("100.1"), C: added("100.2"), D: deleted("100.2"), E: added("100.3")},
    )
    assert small.list_versions() == {
        f"100.1@{A}": [("100.1", A, A, "added"), ("100.2", C, C, "returned"), ("100.3", E, E, "returned")],
        f"100.9@{A}": [("100.9", A, E, "added")],
    }


def test_twins_do_not_return() -> None:
    assert len(return_after_gap({"100.1": ONE, "100.2": ONE}, {"100.4": ONE}).list_versions()) == 4
    assert len(return_after_gap({"100.1": ONE}, {"100.4": ONE, "100.5": ONE}).list_versions()) == 4
    # a twin that stayed forbids it
    stays = {"100.8": ONE, "100.9": STAYS}
    editions = {A: {"100.1": ONE, **stays}, B: stays, C: {"100.4": ONE, **stays}}
    assert f"100.4@{C}" in Small(editions, {B: deleted("100.1"), C: added("100.4")}).list_versions()


def keyword(number: str, name: str, *subrules: str) -> dict[str, str]:
    return {number: f"{name}|", **{f"{number}{letter}": text for letter, text in zip("abc", subrules, strict=False)}}


SHORT, TWO = "Short and common.", LONG.format("two")
# What is deleted after the first edition, what is added in the third, and which of it is no return.
NO_RETURNS: dict[str, tuple[dict[str, str], dict[str, str], str]] = {
    "other words": ({"100.1": ONE}, {"100.4": TWO}, "100.4"),
    "short passages": ({"100.1": SHORT}, {"100.4": SHORT}, "100.4"),
    "a rule with words added": ({"100.1": ONE}, {"100.1": f"More is said. {ONE}"}, "100.1"),
    "a term with other words": ({"glossary:Fleet": ONE}, {"glossary:Fleet": "Ships, in short."}, "glossary:Fleet"),
    "a heading alone": (keyword("702.5", "Fleeting", ONE), keyword("702.7", "Fleeting", TWO), "702.7"),
    "a short subrule": (keyword("702.5", "Fleeting", "Brief."), keyword("702.7", "Fleeting", "Brief."), "702.7"),
    "a heading of another kind": (
        {"702": "Fleeting|", "702.1": ONE}, {"703.7": "Fleeting|", "703.7a": ONE}, "703.7",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NO_RETURNS)
def test_what_does_not_return(name: str) -> None:
    first, last, key = NO_RETURNS[name]
    assert f"{key}@{C}" in return_after_gap(first, last).list_versions()


def test_what_was_not_away_does_not_return() -> None:
    stays = {"100.9": STAYS}
    away = link("100.1", "100.9", "merged", "wording", main=False)  # merged away is not deleted
    editions = {A: {"100.1": ONE, **stays}, B: stays, C: {"100.4": ONE, **stays}}
    links = {B: [link("100.9", "100.9", "kept"), away], C: added("100.4")}
    assert f"100.4@{C}" in Small(editions, links).list_versions()
    # of the very next edition the aligner decides
    at_once = Small({**editions, B: editions[C]}, {B: [*deleted("100.1"), *added("100.4")]})
    assert f"100.4@{B}" in at_once.list_versions()


def test_a_heading_returns_with_the_chapter_above_it() -> None:
    """It is then below one heading that returned, and a heading that returned itself."""
    chapter = {"702": "Keywords|", "702.1": ONE, "702.5": "Fleeting|", "702.5a": ONE.replace("do", "undo")}
    versions = return_after_gap(chapter, chapter).list_versions()
    for key in chapter:
        assert versions[f"{key}@{A}"] == [(key, A, A, "added"), (key, C, C, "returned")]


def test_a_heading_returns_with_a_subrule_alike_and_an_entry_with_words_added() -> None:
    small = return_after_gap(
        keyword("702.5", "Fleeting", ONE, "Brief.", "Gone for good."),
        keyword("702.7", "Fleeting", ONE, "Brief.", "New."),
    )
    versions = small.list_versions()
    for end in ("", "a", "b"):  # `Brief.` is too short alone, but not below its heading
        assert versions[f"702.5{end}@{A}"][1] == (f"702.7{end}", C, C, "returned")
    assert versions[f"702.7c@{C}"] == [("702.7c", C, C, "added")]
    lineages = small.trace().lineages
    assert {lineage: versions[1].method for lineage, versions in lineages.items() if len(versions) > 1} == {
        f"702.5@{A}": "returned-heading",
        f"702.5a@{A}": "returned-text",
        f"702.5b@{A}": "returned-below-heading",
    }
    small = return_after_gap(
        {"glossary:Fleet": f"See rule 1.1. {ONE}"}, {"glossary:Fleet": f"More is said. {ONE} See rule 2.2."}
    )
    (version,) = small.trace().lineages[f"glossary:Fleet@{A}"][1:]
    assert (version.kind, version.change, version.method) == ("returned", "wording", "returned-term")
