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
const { fateOf } = await edition.today();
await edition.today();
console.log(JSON.stringify([failure, fateOf({ lineage: "101.1@1999-04-23", text: 7 }).key, requests]));
"""

RENEWED = """
const fetched = [];
globalThis.fetch = () => new Promise((resolve) => fetched.push(resolve));
const { editionOf, renewEditions } = await import(`${scripts}/asof/edition.js`);
const forgotten = editionOf("1999-04-23").catch(() => null);
renewEditions();
const wanted = editionOf("1999-04-23");
fetched[0]({ ok: false, status: 500 });
await forgotten;
console.log(JSON.stringify(editionOf("1999-04-23") === wanted));
"""

TABLE = """
const received = [];
globalThis.Worker = class {
  addEventListener() {}
  postMessage(message) { received.push(message); }
};
globalThis.SEARCH_WORKER = "search-worker.js";
let requests = 0;
globalThis.fetch = async () => {
  requests += 1;
  if (requests === 1) return { ok: false, status: 500 };
  return { ok: true, status: 200, json: async () => ({ name: "table" }) };
};
const { callSearch } = await import(`${scripts}/search/call.js`);
const { givenTable, takeTable } = await import(`${scripts}/search/given-table.js`);
// a search of the page, and what the worker has when it answers that
const search = async () => {
  callSearch("jump", "101.1");
  const tables = received.splice(0).filter((message) => !("call" in message));
  for (const message of tables) takeTable(message);
  const found = givenTable().then(({ name }) => name, (problem) => problem.message);
  await new Promise((resolve) => setTimeout(resolve));
  for (const message of received.splice(0)) takeTable(message);
  return found;
};
console.log(JSON.stringify([await search(), await search(), await search(), requests]));
"""

HEADINGS = """
import { readFileSync } from "node:fs";
const { headingOf } = await import(`${scripts}/search/rulings.js`);
const issues = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(headingOf(3, issues)));
"""


def test_what_became_of_an_edition_is_fetched_again_after_a_failure() -> None:
    assert run_program(PAGE + TODAY, None) == ["now could not be loaded (500)", "101.1", 2]


def test_an_edition_is_not_forgotten_by_a_failure_from_before_it_was_renewed() -> None:
    assert run_program(PAGE + RENEWED, None)


def test_the_table_of_numbers_is_given_to_the_search_again_after_a_failure() -> None:
    failure = "the table of numbers could not be loaded (500)"
    assert run_program(PAGE + TABLE, None) == [failure, "table", "table", 2]


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
