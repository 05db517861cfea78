"""What a query is taken for, and what it finds first, as `queries.toml` says: scripts of the site, run by node."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from graph.history import History
from graph.terms import terms_of
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from site_src.data.corpus import Corpus
from site_src.pages.history.numbers import numbers_json
from site_src.pages.history.outcomes import Outcomes
from site_src.pages.writer import Writer
from site_src.search.jump import leads_of, past_numbers, reused_numbers, write_jump_table
from site_src.search.renamed import renamed_rows
from site_src.search.words import words_documents
from tests.browser.conftest import require_assets
from tests.site_src.scripts import run_program

TABLE = tomllib.loads((Path(__file__).parent / "queries.toml").read_text(encoding="utf-8"))
NEAR = 5
"""Among so many answers one of `near` must be."""
PROGRAM = """
import { readFileSync } from "node:fs";
const [scripts, folder] = process.argv.slice(1);
const { Finder } = await import(`${scripts}/search/finder.js`);
const { wordsFrom, allWordsFrom } = await import(`${scripts}/search/words.js`);
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"));
const once = (make) => { let made; return async () => (made ??= make()); };
const finder = new Finder({
  table: once(() => read("jump")),
  numbers: once(() => read("numbers")),
  edition: async (date) => read(`manifest-${date}`),
  wordsOfToday: once(() => wordsFrom(read("now"))),
  wordsOfAllEditions: once(() => allWordsFrom(read("now"), read("past"))),
});
const found = [];
for (const { query, edition } of JSON.parse(readFileSync(0, "utf8"))) {
  found.push(await finder.firstKeys(query, edition ?? null, 8));
}
console.log(JSON.stringify(found));
"""


def write_data(store: Store, folder: Path) -> None:
    """Writes what the scripts read, as the site has it."""

    def write(name: str, document: object) -> None:
        (folder / f"{name}.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")

    writer, corpus = Writer(store), Corpus(store)
    write_jump_table(
        writer.book,
        past_numbers(store, writer.latest.id),
        folder / "jump.json",
        reused=reused_numbers(store, writer.latest.id),
        renamed=renamed_rows(terms_of(store)),
        editions=[edition for edition in store.editions() if edition.work == COMPREHENSIVE_RULES],
        leads=leads_of(store.references(writer.latest.id)),
    )
    write("numbers", numbers_json(Outcomes(History(store))))
    now, past = words_documents(store, corpus)
    write("now", now)
    write("past", past)
    for edition in store.editions_of():
        content = corpus.contents[edition]
        headings = ((row.key, corpus.passages[row.text].heading) for row in content.rules)
        # the part of an edition's manifest that answers are made from
        manifest = {
            "headings": {key: heading for key, heading in headings if heading},
            "glossary": [{"key": row.key} for row in content.glossary],
        }
        write(f"manifest-{edition}", manifest)


def find_misses(folder: Path, queries: list[dict[str, Any]]) -> dict[str, str]:
    """The queries that do not find what they should, with what they find instead."""
    missed: dict[str, str] = {}
    for query, keys in zip(queries, run_program(PROGRAM, queries, folder), strict=True):
        first, near = query.get("first", []), query.get("near", [])
        if keys[: len(first)] != first or (near and not set(near) & set(keys[:NEAR])):
            missed[f"{query['query']} {query.get('edition', '')}".strip()] = " ".join(keys)
    return missed


def test_the_table_is_as_large_as_it_says() -> None:
    assert len(TABLE["real"]) + len(TABLE["held"]) >= 60
    queries = [(row["query"], row.get("edition")) for row in (*TABLE["real"], *TABLE["held"])]
    assert len(set(queries)) == len(queries)


def test_queries_of_the_sample_find_what_they_should(sample_store: Store, tmp_path: Path) -> None:
    require_assets()
    write_data(sample_store, tmp_path)
    assert find_misses(tmp_path, TABLE["sample"]) == {}


@pytest.mark.archive
@pytest.mark.long
def test_queries_of_the_archive_find_what_they_should(whole_store: Store, tmp_path: Path) -> None:
    require_assets()
    write_data(whole_store, tmp_path)
    assert find_misses(tmp_path, [*TABLE["real"], *TABLE["held"]]) == {}


NINTH, TENTH, AUTUMN, WHO = "2005-08-01", "2009-07-11", "2009-10-01", "2023-10-13"
EDITIONS = [
    (NINTH, "9ED", "Ninth Edition"),
    (TENTH, "M10", "Magic 2010"),
    (AUTUMN, "ZEN", "Zendikar"),
    (WHO, "WHO", "Doctor Who"),
]
MEANINGS = {
    # query: kind, number, editions, rest, content or phrases
    "": ("empty", None, [], "", []),
    "  CR 702.40A. ": ("number", "702.40a", [], "CR 702.40A.", None),
    "702.4Oa": ("number", "702.40a", [], "702.4Oa", None),
    "M10": ("edition", None, [TENTH], "", []),
    "m10": ("edition", None, [TENTH], "", []),
    "Magic 2010": ("edition", None, [TENTH], "", []),
    "2009-07-11": ("edition", None, [TENTH], "", []),
    "2009-09-30": ("edition", None, [TENTH], "", []),
    "30 September 2009": ("edition", None, [TENTH], "", []),
    "Sep 30, 2009": ("edition", None, [TENTH], "", []),
    "2009": ("edition", None, [AUTUMN, TENTH], "", []),
    "October 2009": ("edition", None, [AUTUMN], "", []),
    "1999": ("edition", None, [], "", []),
    "613.7 2009": ("number", "613.7", [AUTUMN, TENTH], "613.7", None),
    "2009-07-11 613.7": ("number", "613.7", [TENTH], "613.7", None),
    "storm in July 2009": ("words", None, [TENTH], "storm", ["storm"]),
    "storm as of 2005-12-24": ("words", None, [NINTH], "storm", ["storm"]),
    "storm M10": ("words", None, [TENTH], "storm", ["storm"]),
    "WHO": ("edition", None, [WHO], "", []),
    "who has priority": ("words", None, [], "who has priority", ["priority"]),
    "WHO HAS PRIORITY": ("words", None, [], "WHO HAS PRIORITY", ["priority"]),
    "2009-02-31": ("words", None, [], "2009-02-31", ["2009", "02", "31"]),
    "how do layers work": ("words", None, [], "how do layers work", ["layers"]),
    "does flying work with reach?": ("words", None, [], "does flying work with reach?", ["flying", "reach"]),
    "how does it work": ("words", None, [], "how does it work", ["work"]),
    "the": ("words", None, [], "the", ["the"]),
    '"in play"': ("phrase", None, [], '"in play"', ["in play"]),
    "“In  Play": ("phrase", None, [], "“In Play", ["in play"]),
    "{S} SBA +1/+1": ("words", None, [], "{S} SBA +1/+1", ["{s}", "sba", "+1/+1"]),
}
UNDERSTAND = """
import { readFileSync } from "node:fs";
const { understand } = await import(`${process.argv[1]}/search/understand.js`);
const { editions, queries } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(queries.map((query) => understand(query, editions))));
"""


def test_each_query_is_taken_for_what_it_is() -> None:
    require_assets()
    answers = run_program(UNDERSTAND, {"editions": EDITIONS, "queries": list(MEANINGS)})
    for query, answer in zip(MEANINGS, answers, strict=True):
        words = {"number": None, "phrase": answer["phrases"]}.get(answer["kind"], answer["content"])
        meaning = (answer["kind"], answer["number"], answer["editions"], answer["text"], words)
        assert meaning == MEANINGS[query], query
