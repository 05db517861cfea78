"""What was deleted and came back is joined where the evidence is strong, and nowhere else."""

from __future__ import annotations

import pytest

from tests.graph.lineages.small import LONG, Small, added, deleted, link

A, B, C, D, E = "2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04", "2005-05-05"
STAYS = "A rule that stands in every edition, so that none of them is empty."
ONE = LONG.format("one")


def return_after_gap(first: dict[str, str], last: dict[str, str]) -> Small:
    """`first` is deleted after the first edition; `last` is added in the third."""
    stays = {"100.9": STAYS}
    return Small({A: {**first, **stays}, B: stays, C: {**last, **stays}}, {B: deleted(*first), C: added(*last)})


def test_the_same_passage_returns() -> None:
    small = return_after_gap({"100.1": ONE}, {"100.4": ONE})
    assert small.list_versions()[f"100.1@{A}"] == [("100.1", A, A, "added"), ("100.4", C, C, "returned")]
    version = small.trace().lineages[0].versions[1]
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
        assert return_after_gap({"100.1": old}, {"100.4": new}).trace().lineages[0].versions[1].change == change


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


def test_a_heading_returns_with_a_subrule_alike_and_its_siblings() -> None:
    small = return_after_gap(
        keyword("702.5", "Fleeting", ONE, "Brief.", "Gone for good."),
        keyword("702.7", "Fleeting", ONE, "Brief.", "New."),
    )
    versions = small.list_versions()
    for end in ("", "a", "b"):  # `Brief.` is too short alone, but not below its heading
        assert versions[f"702.5{end}@{A}"][1] == (f"702.7{end}", C, C, "returned")
    assert versions[f"702.7c@{C}"] == [("702.7c", C, C, "added")]
    lineages = small.trace().lineages
    assert {lineage.id: lineage.versions[1].method for lineage in lineages if len(lineage.versions) > 1} == {
        f"702.5@{A}": "returned-heading",
        f"702.5a@{A}": "returned-text",
        f"702.5b@{A}": "returned-below-heading",
    }


def test_a_glossary_entry_returns_with_words_added() -> None:
    small = return_after_gap(
        {"glossary:Fleet": f"See rule 1.1. {ONE}"}, {"glossary:Fleet": f"More is said. {ONE} See rule 2.2."}
    )
    (version,) = small.trace().lineages[-1].versions[1:]
    assert (version.kind, version.change, version.method) == ("returned", "wording", "returned-term")
