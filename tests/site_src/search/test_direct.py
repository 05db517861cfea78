"""Answers of the search box without the words of the rules: scripts of the site, run by node."""

from __future__ import annotations

import pytest

from graph.search.definition import definition_document
from site_src.data.folded import fold
from tests.browser.conftest import require_assets
from tests.site_src.scripts import run_program

PROGRAM = """
import { readFileSync } from "node:fs";
const { answerDirectly } = await import(`${process.argv[1]}/search/direct.js`);
const { useDefinition } = await import(`${process.argv[1]}/search/definition.js`);
const { definition, table, query, edition } = JSON.parse(readFileSync(0, "utf8"));
useDefinition(definition);
const { answers } = answerDirectly(table, query, edition);
console.log(JSON.stringify(answers.map(({ href, detail }) => [href, detail])));
"""
OLDEST, MIDDLE, NEWEST = "2001-01-01", "2002-02-02", "2003-03-03"
TABLE = {
    "pages": {"cr/101.1/": " ".join(fold(["101.1"]))},
    "headings": [],
    "terms": [],
    "past": {MIDDLE: " ".join(fold(["101.7"]))},
    "editions": [(OLDEST, "AAA", ""), (MIDDLE, "BBB", ""), (NEWEST, "CCC", "")],
}
"""Rule 101.1 is in the newest edition; 101.7 was last in the edition before."""
DOUBT = ", if that has the number"


@pytest.mark.parametrize(
    ("query", "edition", "answers"),
    [
        ("777.7", None, []),
        ("777.7", MIDDLE, []),
        ("777.7 in 2002", None, []),
        ("101.1", NEWEST, [(f"e/{NEWEST}/#101.1", "in the edition of 3 March 2003")]),
        ("101.1", OLDEST, [(f"e/{OLDEST}/#101.1", f"in the edition of 1 January 2001{DOUBT}")]),
        ("101.7 in 2001", None, [(f"e/{OLDEST}/#101.7", f"in the edition of 1 January 2001{DOUBT}")]),
        ("101.7", MIDDLE, [(f"e/{MIDDLE}/#101.7", "in the edition of 2 February 2002")]),
        (
            "when was 101.1 changed",
            None,
            [("history/101.1/#101.1", "its history: every wording and every number"), ("cr/101.1/#101.1", "")],
        ),
        ("when was 777.7 changed", None, []),
        ("101.7", NEWEST, [(f"e/{MIDDLE}/#101.7", "not in the latest edition; last in that of 2 February 2002")]),
    ],
)
def test_a_number_is_answered_only_in_editions_that_may_have_it(
    query: str, edition: str | None, answers: list[tuple[str, str]]
) -> None:
    require_assets()
    request = {"definition": definition_document(), "table": TABLE, "query": query, "edition": edition}
    assert run_program(PROGRAM, request) == [list(answer) for answer in answers]
