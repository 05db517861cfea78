"""Folded lists of words."""

from __future__ import annotations

import pytest

from site_src.data.folded import fold
from tests.site_src.scripts import run_program

PROGRAM = """
import { readFileSync } from "node:fs";
const { unfold } = await import(`${process.argv[1]}/lib/unfold.js`);
console.log(JSON.stringify(unfold(JSON.parse(readFileSync(0, "utf8")))));
"""


@pytest.mark.parametrize(
    "words",
    [
        ["100", "100.1", "100.1a", "100.1b", "101"],
        ["a", "a", ""],
        ["", "Ä ", "Ä b"],
        ["0123456789x", "0123456789y"],
        [],
    ],
)
def test_what_is_folded_is_read_again(words: list[str]) -> None:
    assert run_program(PROGRAM, list(fold(words))) == words


def test_a_digit_stands_for_what_two_words_share() -> None:
    assert list(fold(["702.40", "702.40a", "702.41", ""])) == ["0702.40", "6a", "51", ""]
