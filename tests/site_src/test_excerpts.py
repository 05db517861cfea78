"""Where the site's scripts begin an excerpt of a long text."""

from __future__ import annotations

import pytest

from tests.site_src.scripts import run_program

PROGRAM = """
import { readFileSync } from "node:fs";
const { beginBefore } = await import(`${process.argv[1]}/lib/excerpt.js`);
console.log(JSON.stringify(beginBefore(...JSON.parse(readFileSync(0, "utf8")))));
"""


@pytest.mark.parametrize(
    ("text", "mark", "begin"),
    [
        pytest.param("boats drift with the tide", 6, 0, id="the mark is near the beginning"),
        pytest.param("boats drift with the tide", 21, 12, id="at the beginning of a word"),
        pytest.param("x" * 40 + "tide", 40, 30, id="within a word of a text without blanks"),
        pytest.param("x" * 40 + "tide and wind", 40, 30, id="never after the mark"),
    ],
)
def test_an_excerpt_begins_before_the_mark(text: str, mark: int, begin: int) -> None:
    assert run_program(PROGRAM, [text, mark, 10]) == begin
