"""What citations mean together: lists, families of one file, a pin that only some of a tree fit."""

from __future__ import annotations

import pytest

from graph.citations.find import find_citations
from graph.citations.judge import Judge, PinTrust
from graph.ledger import open_ledger

NEWEST = "2026-04-17"


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge(open_ledger(), edition=NEWEST)


def judge_text(judge: Judge, text: str) -> list[str]:
    return [
        f"{judgement.code} {judgement.number} -> {judgement.suggestion}"
        for of_one in judge.judge_file(find_citations(text))
        for judgement in of_one
    ]


TOGETHER = {
    "letters go with their heading": (
        "// CR 702.62: Vanishing\n// CR 702.62b\n// CR 702.62c",
        ["CR005 702.62 -> 702.63", "CR005 702.62b -> 702.63b", "CR005 702.62c -> 702.63c"],
    ),
    "one of two eras": (
        "// CR 702.62: Vanishing\nsail();\n// a suspended card (CR 702.62b)",
        ["CR005 702.62 -> 702.63"],
    ),
    "a number without words goes with two families of its file": (
        "// CR 702.94: Overload\n// CR 702.85: Rebound\n// total cost: rule 601.2e",
        ["CR005 702.94 -> 702.96", "CR005 702.85 -> 702.88", "CR009 601.2e -> 601.2f"],
    ),
    "not where the file cites what is newer": (
        "// CR 702.94: Overload\n// CR 702.85: Rebound\n// CR 601.2e\n// CR 702.170",
        ["CR005 702.94 -> 702.96", "CR005 702.85 -> 702.88"],
    ),
    "a name all of whose words the past rule has": ('// CR 704.5k "legend rule"', ["CR004 704.5k -> 704.5j"]),
    "a title belongs to the number of the list that bears it": ("// CR 702.9a + CR 702.3a: Flying keeps it safe", []),
    "a digit was left out": ("// Decayed (CR 702.14)", ["CR006 702.14 -> 702.147"]),
    "a letter that no rule has, for a digit": (
        "// CR 702.1l, CR 704.5l",
        ["CR006 702.1l -> 702.11", "CR006 704.5l -> None"],
    ),
    "a part of a card's name": ("// the Reach Through Mists role of CR 702.47c", []),
    "a word that only begins like a title": ("// as the Rampant Growth class does (CR 701.19a, 701.24)", []),
    "the first word of a sentence": ("// CR 701.30a: Reveal the top card of each library", []),
    "a short quote that many rules share": ('// CR 601.2: "if you cast this spell during your turn"', []),
}


@pytest.mark.parametrize(("text", "expected"), TOGETHER.values(), ids=TOGETHER.keys())
def test_citations_of_a_file_are_judged_together(judge: Judge, text: str, expected: list[str]) -> None:
    assert judge_text(judge, text) == expected


def test_a_pin_is_evidence_and_no_order() -> None:
    pinned = Judge(open_ledger(), edition=NEWEST, pin="2011-05-01")
    renewed, stale, bare = (
        pinned.judge_file(find_citations(text))[0]
        for text in ("// CR 702.49: Ninjutsu", "// CR 702.36: Provoke", "// CR 702.36")
    )
    assert renewed == ()
    assert [(judgement.code, judgement.suggestion) for judgement in (*stale, *bare)] == [("CR003", "702.39")] * 2
    pinned.trust = PinTrust(fitting=6, renewed=6)
    assert [judgement.code for judgement in pinned.judge_file(find_citations("// CR 702.36"))[0]] == ["CR009"]


def test_a_pin_does_not_renumber_what_its_rule_never_says() -> None:
    pinned = Judge(open_ledger(), edition=NEWEST, pin="2020-08-07")
    texts = (
        "// CR 608.2h",
        "// CR 608.2h: then the active player gains priority again",
        "// CR 608.2h goodbye kittens",
    )
    judged = [pinned.judge_file(find_citations(text))[0] for text in texts]
    assert [[(one.code, one.suggestion) for one in of_text] for of_text in judged] == [
        [("CR003", "608.2j")],
        [("CR009", "608.2j")],
        [("CR003", "608.2j")],
    ]
