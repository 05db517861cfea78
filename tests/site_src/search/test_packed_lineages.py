"""The packed runs of lineages: the browser reads from a block what was written."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from site_src.search import packed_lineages
from site_src.search.packed_lineages import RuleNumber, pack_lineages, parse_number, read_words, write_number
from site_src.search.words import Run, Words
from tests.site_src.scripts import run_program

READ = """
import { readFileSync } from "node:fs";
const { readBlock } = await import(`${process.argv[1]}/search/blocks.js`);
const { blocks, newest } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(blocks.flatMap((block) => [...readBlock(block, newest)])));
"""
EDITIONS = 40


def read_back(lineages: list[list[Run]]) -> Any:
    blocks = msgspec.to_builtins(pack_lineages(lineages, EDITIONS))
    return run_program(READ, {"blocks": blocks, "newest": EDITIONS - 1})


def describe(runs: list[Run]) -> dict[str, Any]:
    """Return what the browser should read of a lineage."""
    wordings: list[Words] = []
    described = []
    for run in reversed(runs):
        if run.words not in wordings:
            wordings.append(run.words)
        described.append({"key": run.key, "first": run.first, "last": run.last, "wording": wordings.index(run.words)})
    counts = [[len(read_words(part)) for part in ((*words, "", "")[1:2] + words[2:])] for words in wordings]
    headings = [(*words, "")[0] for words in wordings]
    named = [{"heading": heading, "counts": count} for heading, count in zip(headings, counts, strict=True)]
    return {"runs": described, "wordings": named}


def throw_runs(dice: random.Random) -> list[Run]:
    """Return the runs of a lineage that may have anything in common with its others."""
    keys = ["7", "702", "702.40", "702.40a", "100.1zz", "104.5#2", "glossary:Raft", "glossary:Raft#2", "glossary:“Ça”"]
    texts = ["", "rafts float", "a raft floats on every pond " * 300, "\\ and \" and '"]
    runs: list[Run] = []
    first = 0
    while True:
        first += dice.choice((0, 0, 0, 1, 5))
        last = first + dice.choice((0, 1, 7))
        if last >= EDITIONS:
            return runs or throw_runs(dice)
        heading = dice.choice(("", "Raft", "Pond", "“Ça”"))
        words: Words = (heading, dice.choice(texts), *dice.choices(texts[1:], k=dice.choice((0, 0, 1, 3))))
        if runs and dice.random() < 0.3:
            words = dice.choice(runs).words
        key = runs[-1].key if runs and dice.random() < 0.4 else dice.choice(keys)
        runs.append(Run(key, first, last, words))
        first = last + 1


@pytest.mark.parametrize("seed", range(6))
def test_the_browser_reads_what_was_written(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(packed_lineages, "LINEAGES_PER_BLOCK", 7)
    dice = random.Random(seed)
    lineages = [throw_runs(dice) for _ in range(60)]
    assert any(len(runs) > 5 for runs in lineages)
    assert read_back(lineages) == [describe(runs) for runs in lineages]


def test_no_lineages_make_no_block() -> None:
    assert pack_lineages([], EDITIONS) == []


@pytest.mark.parametrize(
    ("key", "number"),
    [
        ("7", (7, 0, 0)),
        ("702", (702, 0, 0)),
        ("702.40a", (702, 40, 1)),
        ("702.40z", (702, 40, 26)),
        ("702.40aa", (702, 40, 27)),
        ("104.5#2", None),
        ("702.040", None),
        ("glossary:Raft", None),
        ("A.2", None),
    ],
)
def test_a_plain_number_is_three_numbers(key: str, number: tuple[int, int, int] | None) -> None:
    assert parse_number(key) == (RuleNumber(*number) if number else None)


def test_a_number_is_one_character_that_needs_no_escape() -> None:
    characters = [write_number(number) for number in range(3000)]
    assert len(set(characters)) == 3000
    assert not {'"', "\\"} & set(characters)
    assert characters[:3] == ["#", "$", "%"]
    with pytest.raises(ValueError, match="too large"):
        write_number(60_000)
