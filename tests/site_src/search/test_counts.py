"""How many passages a search found, in words: a script of the site, run by node."""

from __future__ import annotations

from tests.browser.conftest import require_assets
from tests.site_src.scripts import run_program

PROGRAM = """
import { readFileSync } from "node:fs";
globalThis.document = { querySelector: () => null, documentElement: { dataset: {} }, getElementById: () => null };
const { answersInWords } = await import(`${process.argv[1]}/search/rows.js`);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answersInWords)));
"""


def test_of_a_single_word_no_passage_has_all_the_words() -> None:
    require_assets()
    found = {"named": 0, "total": 5, "whole": 2}
    queries = [["storm"], ["storm", "copy"], []]
    told = run_program(PROGRAM, [{**found, "query": {"content": content}} for content in queries])
    assert told == ["5 passages", "2 passages with all the words and 3 with some of the words", "5 passages"]
