"""What was deleted and came back is joined where the evidence is strong, and nowhere else."""

from __future__ import annotations

from tests.graph.lineages.small import LONG, Small, added, deleted, link

A, B, C, D, E = "2001-01-01", "2002-02-02", "2003-03-03", "2004-04-04", "2005-05-05"
STAYS = "A rule that stands in every edition, so that none of them is empty."
ONE = LONG.format("one")


def return_after_gap(first: dict[str, str], last: dict[str, str]) -> Small:
    """`first` is deleted after the first edition; `last` is added in the third."""
    stays = {"100.9": STAYS}
    return Small(
        {A: {**first, **stays}, B: stays, C: {**last, **stays}},
        {B: deleted(*first), C: added(*last)},
    )


def test_the_same_passage_returns() -> None:
    small = return_after_gap({"100.1": ONE}, {"100.4": ONE})
    assert small.list_versions()[f"100.1@{A}"] == [("100.1", A, A, "added"), ("100.4", C, C, "returned")]
    version = small.trace().lineages[0].versions[1]
    assert (version.change, version.method, version.score) == ("unchanged", "returned-text", 1.0)
    assert version.sources == ("100.1",)


def test_under_its_own_number_it_is_a_version_of_its_own() -> None:
    assert return_after_gap({"100.1": ONE}, {"100.1": ONE}).list_versions()[f"100.1@{A}"] == [
        ("100.1", A, A, "added"),
        ("100.1", C, C, "returned"),
    ]


def test_typography_and_numbers_do_not_count() -> None:
    small = return_after_gap({"100.1": f"{ONE} See rule 500.1."}, {"100.4": f"{ONE.upper()} See rule 601.2b."})
    assert small.trace().lineages[0].versions[1].change == "reference"
    small = return_after_gap({"100.1": ONE}, {"100.4": ONE.upper()})
    assert small.trace().lineages[0].versions[1].change == "typographic"


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


def test_other_words_do_not_return() -> None:
    assert f"100.4@{C}" in return_after_gap({"100.1": ONE}, {"100.4": LONG.format("two")}).list_versions()


def test_short_passages_do_not_return() -> None:
    assert (
        f"100.4@{C}" in return_after_gap({"100.1": "Short and common."}, {"100.4": "Short and common."}).list_versions()
    )


def test_twins_do_not_return() -> None:
    assert len(return_after_gap({"100.1": ONE, "100.2": ONE}, {"100.4": ONE}).list_versions()) == 4
    assert len(return_after_gap({"100.1": ONE}, {"100.4": ONE, "100.5": ONE}).list_versions()) == 4


def test_a_twin_that_stayed_forbids_it() -> None:
    stays = {"100.8": ONE, "100.9": STAYS}
    small = Small(
        {A: {"100.1": ONE, **stays}, B: stays, C: {"100.4": ONE, **stays}}, {B: deleted("100.1"), C: added("100.4")}
    )
    assert f"100.4@{C}" in small.list_versions()


def test_merged_away_is_not_deleted() -> None:
    small = Small(
        {A: {"100.1": ONE, "100.9": STAYS}, B: {"100.9": STAYS}, C: {"100.4": ONE, "100.9": STAYS}},
        {
            B: [link("100.9", "100.9", "kept"), link("100.1", "100.9", "merged", "wording", main=False)],
            C: added("100.4"),
        },
    )
    assert f"100.4@{C}" in small.list_versions()


def test_the_very_next_edition_is_the_aligners_matter() -> None:
    small = Small(
        {A: {"100.1": ONE, "100.9": STAYS}, B: {"100.4": ONE, "100.9": STAYS}},
        {B: [*deleted("100.1"), *added("100.4")]},
    )
    assert f"100.4@{B}" in small.list_versions()


def keyword(number: str, name: str, *subrules: str) -> dict[str, str]:
    return {number: f"{name}|", **{f"{number}{letter}": text for letter, text in zip("abc", subrules, strict=False)}}


def test_a_heading_returns_with_a_subrule_alike_and_its_siblings() -> None:
    small = return_after_gap(
        keyword("702.5", "Fleeting", ONE, "Brief.", "Gone for good."),
        keyword("702.7", "Fleeting", ONE, "Brief.", "New."),
    )
    versions = small.list_versions()
    assert versions[f"702.5@{A}"][1] == ("702.7", C, C, "returned")
    assert versions[f"702.5a@{A}"][1] == ("702.7a", C, C, "returned")
    assert versions[f"702.5b@{A}"][1] == ("702.7b", C, C, "returned"), "too short alone, but not below its heading"
    assert versions[f"702.7c@{C}"] == [("702.7c", C, C, "added")]
    methods = {
        lineage.id: lineage.versions[1].method for lineage in small.trace().lineages if len(lineage.versions) > 1
    }
    assert methods == {
        f"702.5@{A}": "returned-heading",
        f"702.5a@{A}": "returned-text",
        f"702.5b@{A}": "returned-below-heading",
    }


def test_a_heading_alone_does_not_return() -> None:
    small = return_after_gap(keyword("702.5", "Fleeting", ONE), keyword("702.7", "Fleeting", LONG.format("two")))
    assert f"702.7@{C}" in small.list_versions()
    small = return_after_gap(keyword("702.5", "Fleeting", "Brief."), keyword("702.7", "Fleeting", "Brief."))
    assert f"702.7@{C}" in small.list_versions(), "a short subrule says too little"


def test_a_heading_of_another_kind_does_not_return() -> None:
    small = return_after_gap({"702": "Fleeting|", "702.1": ONE}, {"703.7": "Fleeting|", "703.7a": ONE})
    assert f"703.7@{C}" in small.list_versions()


def test_a_glossary_entry_returns() -> None:
    small = return_after_gap({"glossary:Fleet": ONE}, {"glossary:Fleet": ONE})
    assert small.list_versions()[f"glossary:Fleet@{A}"][1] == ("glossary:Fleet", C, C, "returned")


def test_a_glossary_entry_returns_with_words_added() -> None:
    small = return_after_gap(
        {"glossary:Fleet": f"See rule 1.1. {ONE}"}, {"glossary:Fleet": f"More is said. {ONE} See rule 2.2."}
    )
    (version,) = small.trace().lineages[-1].versions[1:]
    assert (version.kind, version.change, version.method) == ("returned", "wording", "returned-term")


def test_a_term_with_quite_other_words_does_not_return() -> None:
    small = return_after_gap({"glossary:Fleet": ONE}, {"glossary:Fleet": "Ships, in short."})
    assert f"glossary:Fleet@{C}" in small.list_versions()


def test_a_rule_with_words_added_does_not_return() -> None:
    assert f"100.1@{C}" in return_after_gap({"100.1": ONE}, {"100.1": f"More is said. {ONE}"}).list_versions()
