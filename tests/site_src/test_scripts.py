"""Scripts of the site that a few lines of a page are enough for."""

from __future__ import annotations

import pytest

from rules.edition_names import UnknownEdition
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from site_src.builder.prepare import _list_editions
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

FILLED = """
import { readFileSync } from "node:fs";
const { fillGroup } = await import(`${scripts}/lib/keep.js`);
const stopsAt = JSON.parse(readFileSync(0, "utf8"));
const files = Array.from({ length: 400 }, (_, index) => [`file-${index}`, "digest"]);
const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
const stop = new AbortController();
let requests = 0;
globalThis.fetch = async (url, { signal }) => {
  requests += 1;
  if (requests === stopsAt) stop.abort();
  await pause();
  signal.throwIfAborted();
  if (url.endsWith("/file-12")) return { ok: false, status: 404 };
  return { ok: true, headers: new Headers(), blob: async () => new Blob(["x"]) };
};
const stored = new Map();
const cache = { match: async (url) => stored.get(url), put: async (url, answer) => { stored.set(url, answer); } };
let isRejected = false;
let progressAfter = 0;
const onProgress = () => { if (isRejected) progressAfter += 1; };
const options = { onProgress, signal: stop.signal };
const problem = await fillGroup(cache, "https://site.example/", "more", { files }, options).catch((error) => error);
isRejected = true;
const before = requests;
await new Promise((resolve) => setTimeout(resolve, 60));
console.log(JSON.stringify([problem.name, problem.message, before < 40, requests - before, progressAfter]));
"""


def test_a_file_that_fails_stops_the_download_of_the_others() -> None:
    failure = "https://site.example/file-12 could not be loaded (404)"
    assert run_program(PAGE + FILLED, 0) == ["Error", failure, True, 0, 0]


def test_a_download_that_the_reader_stops_ends_with_the_files_at_hand() -> None:
    name, _, *rest = run_program(PAGE + FILLED, 5)
    assert [name, *rest] == ["AbortError", True, 0, 0]


NAMED = """
import { readFileSync } from "node:fs";
const { editionNamed } = await import(`${scripts}/lib/editions.js`);
const { editions, names } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(names.map((name) => editionNamed(editions, name)?.id ?? null)));
"""


def test_scripts_and_commands_mean_the_same_edition_by_a_name(sample_store: Store) -> None:
    editions = [row for row in _list_editions(sample_store) if row["work"] == COMPREHENSIVE_RULES]
    aliases = [alias for row in editions for alias in row["aliases"]]
    names = [
        "latest",
        "Latest",
        " FIRST ",
        "m10",
        "M10",
        "2009-07-11",
        "2009/07/11",
        "20090711",
        "2009-07-20",
        *aliases,
    ]
    unknown = ["Boat", "2009-0711", "2009-02-31", "20099999", "1990-01-01"]
    ids = [sample_store.resolve(name) for name in names]
    assert run_program(PAGE + NAMED, {"editions": editions, "names": names}) == ids
    for name in unknown:
        with pytest.raises(UnknownEdition):
            sample_store.resolve(name)
    assert run_program(PAGE + NAMED, {"editions": editions, "names": unknown}) == [None] * len(unknown)
    assert run_program(PAGE + NAMED, {"editions": editions, "names": ["TODAY"]}) == [sample_store.resolve("latest")]


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
