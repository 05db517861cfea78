"""Scripts of the site that a few lines of a page are enough for."""

from __future__ import annotations

import pytest

from tests.site_src.scripts import run_program

PAGE = """
globalThis.document = {
  currentScript: null, documentElement: { dataset: {} }, addEventListener() {}, querySelector: () => null,
  baseURI: "https://site.example/",
};
globalThis.window = { location: new URL("https://site.example/"), addEventListener() {} };
const [scripts] = process.argv.slice(1);
"""

TODAY = """
let requests = 0;
const now = { records: [["101.1@1999-04-23", "101.1", 7, []]], editions: {}, retyped: {} };
globalThis.fetch = async () => {
  requests += 1;
  if (requests === 1) return { ok: false, status: 500 };
  return { ok: true, status: 200, json: async () => now };
};
const { Edition } = await import(`${scripts}/asof/edition.js`);
const edition = new Edition({
  edition: { id: "1999-04-23", work: "rules" }, columns: [], rules: [], glossary: [], references: [],
});
const failure = await edition.today().catch((error) => error.message);
const { of } = await edition.today();
await edition.today();
console.log(JSON.stringify([failure, of({ lineage: "101.1@1999-04-23", text: 7 }).key, requests]));
"""

HEADINGS = """
import { readFileSync } from "node:fs";
const { headingOf } = await import(`${scripts}/search/rulings.js`);
const issues = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(headingOf(3, issues)));
"""


def test_what_became_of_an_edition_is_fetched_again_after_a_failure() -> None:
    assert run_program(PAGE + TODAY, None) == ["now could not be loaded (500)", "101.1", 2]


@pytest.mark.parametrize(
    ("issues", "words"),
    [
        (["1999-05-01"], "1 May 1999"),
        (["1999-05-01", "1999-06-01"], "1 May 1999 and 1 June 1999"),
        (["1999-05-01", "1999-06-01", "1999-07-01"], "1 May 1999, 1 June 1999 and 1 July 1999"),
    ],
)
def test_the_heading_of_rulings_lists_the_days_of_their_issues(issues: list[str], words: str) -> None:
    assert run_program(PAGE + HEADINGS, issues) == f"3 in the rulings summary of {words}"
