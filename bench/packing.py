"""Measures what the packed forms of the site's data save against plain JSON with named fields.

`python -m bench.packing DB` prints the table of `docs/site-scripts.md`: bytes after gzip and brotli, and the CPU time
of node from the bytes to the records of the scripts, as a multiple of the plain form. A form is worth its code if it
saves at least 30 % of the compressed bytes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from graph.history import History
from graph.search.definition import definition_document
from rules.store import Store, open_store
from site_src.builder.assets import find_node
from site_src.data.announcements import collect_announcements, pack_announcements
from site_src.data.corpus import Corpus
from site_src.data.history import HistoryColumns, make_columns
from site_src.data.packed_history import pack_history
from site_src.data.packed_manifest import pack_manifest
from site_src.paths import ASSETS
from site_src.search.all_editions import CONTENTS, documents_of_all_editions
from site_src.search.packed_lineages import passages_of, read_words
from site_src.search.words import Run, Words, list_lines, list_runs, split_parts, words_documents

PROGRAM = """
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
const [scripts, folder] = process.argv.slice(1);
const unpack = await import(`${scripts}/compare/unpack.js`);
const { readAll } = await import(`${scripts}/search/all-words.js`);
const { readToday } = await import(`${scripts}/search/words.js`);
const { Lexicon } = await import(`${scripts}/search/lexicon.js`);
const { useDefinition } = await import(`${scripts}/search/definition.js`);
useDefinition(JSON.parse(readFileSync(`${folder}/definition.json`, "utf8")));
const text = (name) => readFileSync(`${folder}/${name}`, "utf8");
const linesOf = (name) => [text(name).split("\\n").slice(0, -1)];
const history = () => unpack.unpackHistory(JSON.parse(text("history.packed")));
const { lineages } = await history();
const readers = {
  "history.packed": history,
  "announced.packed": () => unpack.unpackAnnouncements(JSON.parse(text("announced.packed")), lineages),
  "manifest.packed": () => unpack.unpackManifest(JSON.parse(text("manifest.packed"))),
  "now.plain": () => readToday(linesOf("now.plain"), () => {}),
  "contents.packed": () => readAll(linesOf("contents.packed"), async () => null, () => {}),
};
const measured = {};
for (const name of JSON.parse(readFileSync(0, "utf8"))) {
  const read = readers[name] ?? (() => JSON.parse(text(name)));
  const times = [];
  for (let round = 0; round < 9; round += 1) {
    const before = process.cpuUsage();
    await read();
    const { user, system } = process.cpuUsage(before);
    times.push(user + system);
  }
  times.sort((one, other) => one - other);
  const bytes = readFileSync(`${folder}/${name}`);
  const sizes = { gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
  measured[name] = { time: times[4], ...sizes };
}
console.log(JSON.stringify(measured));
"""


class Form(NamedTuple):
    """A document in one form.

    Attributes:
        document: What it is: `history`, `now`.
        form: `plain`, `packed`, or `columns` of the interface.
        content: Its bytes.
    """

    document: str
    form: str
    content: bytes


def list_forms(store: Store) -> Iterator[Form]:
    """Yield each document in its forms, the plain one first."""
    corpus, history = Corpus(store), History(store)
    columns = make_columns(history, corpus)
    yield Form("history", "plain", _encode(name_fields(columns)))
    yield Form("history", "columns", _encode(columns))
    yield Form("history", "packed", _encode(pack_history(columns)))
    announcements = collect_announcements(history)
    yield Form("announced", "plain", _encode(announcements))
    yield Form("announced", "packed", _encode(pack_announcements(columns.lineages, announcements)))
    manifest = corpus.contents[corpus.latest]
    rows = [{"key": row.key, "bucket": row.bucket, "text": row.text} for row in manifest.rows]
    plain = {"edition": manifest.edition, "rows": rows, "headings": manifest.headings}
    yield Form("manifest", "plain", _encode(plain))
    yield Form("manifest", "columns", _encode(manifest))
    yield Form("manifest", "packed", _encode(pack_manifest(manifest)))
    yield from _list_words(store, corpus)


def _list_words(store: Store, corpus: Corpus) -> Iterator[Form]:
    """Yield what the search reads: the newest edition, and the contents and uses of all editions.

    All files of uses are one document here, so that the sizes are those of a file times their number.
    """
    yield Form("now", "plain", "".join(list_lines(words_documents(store, corpus)["now"])).encode())
    documents = documents_of_all_editions(store, {})
    contents = documents[CONTENTS]
    indexes = {date: index for index, (date, _) in enumerate(contents["editions"])}
    plain = {**contents, "blocks": [name_lineage(runs) for _, runs in list_runs(store, indexes)]}
    yield Form("contents", "plain", "".join(list_lines(plain)).encode())
    yield Form("contents", "packed", "".join(list_lines(contents)).encode())
    uses = [document["uses"] for name, document in documents.items() if name.startswith("all/uses/")]
    named = [{stem: name_uses(packed) for stem, packed in file.items()} for file in uses]
    yield Form("uses", "plain", _encode(named))
    yield Form("uses", "packed", _encode(uses))


def name_lineage(oldest_first: Sequence[Run]) -> dict[str, Any]:
    """Return the runs of a lineage, newest first, and its wordings, with named fields."""
    runs: list[dict[str, Any]] = []
    wordings: dict[Words, dict[str, Any]] = {}
    indexes: dict[Words, int] = {}
    for run in reversed(oldest_first):
        heading, *_ = split_parts(run.words)
        counts = [len(read_words(passage)) for passage in passages_of(run.words)]
        wordings.setdefault(run.words, {"heading": heading, "words": counts})
        index = indexes.setdefault(run.words, len(indexes))
        runs.append({"key": run.key, "first": run.first, "last": run.last, "wording": index})
    return {"runs": runs, "wordings": [_drop_empty(named) for named in wordings.values()]}


def _drop_empty(named: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in named.items() if value != ""}


def name_uses(packed: Sequence[int]) -> list[dict[str, Any]]:
    """Return the packed uses of a stem as passages with named fields."""
    uses = []
    passage, begin = 0, 0
    while begin < len(packed):
        gap, times = packed[begin : begin + 2]
        passage += gap
        end = begin + 2 + times
        uses.append({"passage": passage, "places": [*accumulate(packed[begin + 2 : end])]})
        begin = end
    return uses


def name_fields(columns: HistoryColumns) -> dict[str, Any]:
    """Return the history as records with names instead of numbers; what is as usual is left out."""
    versions = msgspec.to_builtins(columns.versions)
    rows = [dict(zip(versions, values, strict=True)) for values in zip(*versions.values(), strict=True)]
    for row in rows:
        row["lineage"] = columns.lineages[row["lineage"]]
        row["key"] = columns.keys[row["key"]]
        row["first"], row["last"] = columns.editions[row["first"]], columns.editions[row["last"]]
        row["kind"] = columns.kinds[row["kind"]]
        row["class"] = None if row["class"] is None else columns.classes[row["class"]]
        row["sources"] = [columns.keys[key] for key in row["sources"]] if row["sources"] else 0
    shown = [{name: value for name, value in row.items() if value not in {None, 0}} for row in map(_freeze, rows)]
    return {
        "editions": columns.editions,
        "versions": shown,
        "links": _name_links(columns),
        "retyped": columns.retyped,
        "remnants": columns.remnants,
    }


def _name_links(columns: HistoryColumns) -> list[dict[str, Any]]:
    links = msgspec.to_builtins(columns.links)
    rows = [dict(zip(links, values, strict=True)) for values in zip(*links.values(), strict=True)]
    for row in rows:
        row["edition"], row["previous"] = columns.editions[row["edition"]], columns.editions[row["previous"]]
        row["old"] = columns.keys[row["old"]]
        row["new"] = None if row["new"] is None else columns.keys[row["new"]]
        row["kind"] = columns.kinds[row["kind"]]
        row["class"] = None if row["class"] is None else columns.classes[row["class"]]
    return rows


def _freeze(row: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}


def _encode(document: object) -> bytes:
    return msgspec.json.encode(document)


def measure(forms: list[Form], definition: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Return for each form the CPU time to read it in node, in microseconds, and its bytes after gzip and brotli."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "definition.json").write_text(json.dumps(definition), encoding="utf-8")
        for form in forms:
            (folder / f"{form.document}.{form.form}").write_bytes(form.content)
        names = [f"{form.document}.{form.form}" for form in forms]
        command = [find_node(), "--input-type=module", "--eval", PROGRAM, str(ASSETS / "js"), name]
        completed = subprocess.run(command, input=json.dumps(names), capture_output=True, text=True, check=False)
    if completed.returncode:
        sys.exit(completed.stderr)
    measured: dict[str, dict[str, int]] = json.loads(completed.stdout)
    return measured


def print_table(store: Store) -> None:
    """Print the table."""
    forms = list(list_forms(store))
    measured = measure(forms, definition_document())
    print("| document | form | bytes | gzip | brotli | saved by gzip | time to read |\n|---|---|---|---|---|---|---|")
    for form in forms:
        found = measured[f"{form.document}.{form.form}"]
        if form.form == "plain":
            plain = found
        saved = "" if form.form == "plain" else f"{1 - found['gzip'] / plain['gzip']:.0%}"
        sizes = f"{len(form.content):,} | {found['gzip']:,} | {found['brotli']:,}"
        print(f"| {form.document} | {form.form} | {sizes} | {saved} | {found['time'] / plain['time']:.1f} |")


if __name__ == "__main__":
    with open_store(Path(sys.argv[1])) as opened:
        print_table(opened)
