"""What queries find first, as `queries.toml` says: the scripts of the site, run by node over the data of the site."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.records import COMPREHENSIVE_RULES
from rules.store import Store, open_store
from site_src.builder.assets import find_node
from site_src.data.corpus import Corpus
from site_src.errors import AssetsError
from site_src.pages.history.lineage_histories import LineageHistories
from site_src.pages.history.numbers import numbers_json
from site_src.pages.history.outcomes import Outcomes
from site_src.pages.writer import Writer
from site_src.paths import ROOT
from site_src.search.jump import leads_of, past_numbers, reused_numbers, write_jump_table
from site_src.search.renamed import renamed_rows, terms_of
from site_src.search.words import words_documents
from tests.browser.conftest import require_assets

TABLE = tomllib.loads((Path(__file__).parent / "queries.toml").read_text(encoding="utf-8"))
SCRIPTS = ROOT / "site_src" / "assets" / "js" / "search"
NEAR = 5
"""Among so many answers one of `near` must be."""
PROGRAM = """
import { readFileSync } from "node:fs";
const [scripts, folder] = process.argv.slice(1);
const { Finder } = await import(`${scripts}/finder.js`);
const { wordsFrom, allWordsFrom } = await import(`${scripts}/words.js`);
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


def write_data(store: Store, corpus: Corpus, folder: Path) -> None:
    """Writes what the scripts read, as the site has it."""

    def write(name: str, document: object) -> None:
        (folder / f"{name}.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")

    writer = Writer(store)
    write_jump_table(
        writer.book,
        past_numbers(store, writer.latest.id),
        folder / "jump.json",
        reused=reused_numbers(store, writer.latest.id),
        renamed=renamed_rows(terms_of(store)),
        editions=[edition for edition in store.editions() if edition.work == COMPREHENSIVE_RULES],
        leads=leads_of(store.references(writer.latest.id)),
    )
    write("numbers", numbers_json(Outcomes(LineageHistories(store))))
    words = words_documents(store, corpus)
    assert words is not None
    write("now", words[0])
    write("past", words[1])
    for edition in store.editions_of():
        content = corpus.contents[edition]
        headings = {row.key: corpus.passages[row.text].heading for row in content.rules}
        # the part of an edition's manifest that answers are made from
        manifest = {
            "headings": {key: heading for key, heading in headings.items() if heading},
            "glossary": [{"key": row.key} for row in content.glossary],
        }
        write(f"manifest-{edition}", manifest)


def find_misses(folder: Path, queries: list[dict[str, Any]]) -> dict[str, str]:
    """The queries that do not find what they should, with what they find instead."""
    try:
        node = find_node()
    except AssetsError:
        pytest.skip("node is not installed (make setup)")
    command = [node, "--input-type=module", "--eval", PROGRAM, str(SCRIPTS), str(folder)]
    completed = subprocess.run(
        command, input=json.dumps(queries), capture_output=True, text=True, check=False, timeout=300
    )
    assert completed.returncode == 0, completed.stderr
    missed: dict[str, str] = {}
    for query, keys in zip(queries, json.loads(completed.stdout), strict=True):
        first, near = query.get("first", []), query.get("near", [])
        if keys[: len(first)] != first or (near and not set(near) & set(keys[:NEAR])):
            missed[f"{query['query']} {query.get('edition', '')}".strip()] = " ".join(keys)
    return missed


def test_the_table_is_as_large_as_it_says() -> None:
    assert len(TABLE["real"]) + len(TABLE["held"]) >= 60
    queries = [(row["query"], row.get("edition")) for row in (*TABLE["real"], *TABLE["held"])]
    assert len(set(queries)) == len(queries)


def test_queries_of_the_sample_find_what_they_should(sample_kb: Path, tmp_path: Path) -> None:
    require_assets()
    with open_store(sample_kb) as store:
        write_data(store, Corpus(store), tmp_path)
    assert find_misses(tmp_path, TABLE["sample"]) == {}
