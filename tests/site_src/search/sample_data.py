"""What the scripts of the search read, written for a knowledge base, and a program that searches it in node."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from graph.history import History
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store
from site_src.data.corpus import Corpus
from site_src.pages.history.lineages import Timelines
from site_src.pages.history.write import numbers_json
from site_src.pages.terms.names import renamed_rows
from site_src.pages.writer import Writer
from site_src.search.all_editions import CONTENTS, documents_of_all_editions
from site_src.search.definition import asked_of_site, definition_of_site, lineages_of_sayings, names_of_site
from site_src.search.jump import make_jump_table, past_numbers, reused_numbers
from site_src.search.times import times_document
from site_src.search.words import list_lines, words_documents

SEARCHER = """
import { readFileSync } from "node:fs";
const [scripts, folder] = process.argv.slice(1);
const { Searcher } = await import(`${scripts}/search/searcher.js`);
const { Index } = await import(`${scripts}/search/index.js`);
const { useDefinition } = await import(`${scripts}/search/definition.js`);
const { AllIndex } = await import(`${scripts}/search/all-index.js`);
const { readYears } = await import(`${scripts}/search/words.js`);
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"));
const once = (make) => { let made; return async () => (made ??= make()); };
const linesOf = (name) => [readFileSync(`${folder}/${name}.json`, "utf8").split("\\n").slice(0, -1)];
useDefinition(read("definition"));
const today = await Index.ofToday(linesOf("now"));
const searcher = new Searcher({
  table: once(() => read("jump")),
  numbers: once(() => read("numbers")),
  definition: once(() => read("definition")),
  names: once(() => read("names")),
  asked: once(() => read("asked")),
  lineages: once(() => read("lineages")),
  times: once(() => read("times")),
  today: () => today,
  all: once(() => AllIndex.ofAll(linesOf("all/contents"), async (name) => read(`all/${name}`))),
  wordsThen: (day) => readYears(linesOf(`years/${read("definition").years.findLast((first) => first <= day)}`)),
});
"""
"""The beginning of a program: makes `read`, which reads a document of a folder, and `searcher`, which searches it."""


def write_data(store: Store, folder: Path) -> None:
    """Writes what the scripts read, as the site has it."""

    def write(name: str, document: object) -> None:
        (folder / f"{name}.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")

    writer, corpus = Writer(store), Corpus(store)
    table = make_jump_table(
        writer.book,
        past_numbers(store, writer.latest.id),
        reused=reused_numbers(store, writer.latest.id),
        renamed=renamed_rows(store.best_terms()),
        editions=[edition for edition in store.editions() if edition.work == COMPREHENSIVE_RULES],
    )
    (folder / "jump.json").write_text(table, encoding="utf-8")
    write("definition", definition_of_site(store))
    write("names", names_of_site(store))
    write("asked", asked_of_site(store))
    write("lineages", lineages_of_sayings(store))
    write("times", times_document(store))
    write("numbers", numbers_json(Timelines(History(store))))
    for name in ("years", "all/uses", "all/texts"):
        (folder / name).mkdir(parents=True)
    of_all = documents_of_all_editions(store, {})
    lined = {**words_documents(store, corpus), CONTENTS: of_all.pop(CONTENTS)}
    for name, document in of_all.items():
        (folder / f"{name}.json").write_bytes(msgspec.json.encode(document))
    for name, document in lined.items():
        (folder / f"{name}.json").write_text("".join(list_lines(document)), encoding="utf-8")
