"""The words of all editions, cut into files: what they have, which of them a search loads, and files that fail."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench.packing import name_uses
from graph.search.definition import definition_document
from graph.search.index import Index
from rules.store import Store, open_store
from rules.store.search import read_wordings
from site_src.search import all_editions
from site_src.search.all_editions import CONTENTS, WORDS, documents_of_all_editions
from site_src.search.words import list_lines
from tests.rules.histories import write_history
from tests.site_src.pages.history.moved_rules import EDITIONS, LINKS, A, B, C
from tests.site_src.scripts import run_program
from tests.site_src.search.sample_data import SEARCHER, write_data
from tests.site_src.search.test_queries import differing

Documents = dict[str, dict[str, Any]]
SETS = {A: "Orchard"}
READ = """
import { readFileSync } from "node:fs";
const { readAll } = await import(`${process.argv[1]}/search/all-words.js`);
const { useDefinition } = await import(`${process.argv[1]}/search/definition.js`);
const { definition, lines, files } = JSON.parse(readFileSync(0, "utf8"));
useDefinition(definition);
const words = await readAll(lines, async (name) => files[`all/${name}`], () => {});
const partsOf = (passage) => Array.from({ length: passage.length }, (_, at) => passage.printed(at));
const recordOf = ({ key, passage }) => [key, partsOf(passage)];
const editionsOf = () => words.editions.map((_, at) => words.recordsAt(at).map(recordOf));
const before = editionsOf();
await words.files.load();
const runs = words.lineages.map((one) => one.runs.map(({ key, first, last, passage }) => [key, first, last, passage]));
const { editions, files: { misses } } = words;
console.log(JSON.stringify({ before, after: editionsOf(), misses, runs, editions }));
"""
SEARCH = (
    SEARCHER
    + """
const { queries, missing, limit = 30, isFirstPart = false } = JSON.parse(readFileSync(0, "utf8"));
const found = [];
for (const query of queries) {
  const loaded = [];
  let isMissing = (name) => missing.some((beginning) => name.startsWith(beginning));
  const fetchFile = async (name) => {
    loaded.push(name);
    if (isMissing(name)) throw new Error(`no ${name}`);
    return read(`all/${name}`);
  };
  const index = await AllIndex.ofAll(linesOf("all/contents"), fetchFile);
  let rounds = 0;
  const load = index.files.load.bind(index.files);
  index.files.load = () => {
    rounds += 1;
    return load();
  };
  searcher.sources.all = async () => index;
  searcher.searchable.indexes.clear();
  const search = async () => {
    const options = { history: true, limit, isFirstPart };
    const { answers, problem, total, isCounted } = await searcher.search(query, null, options);
    const shown = answers.map(({ key, text }) => [key, text]);
    return { answers: shown, problem: problem?.message ?? null, total, isCounted };
  };
  const first = await search();
  isMissing = () => false;
  found.push({ first, rounds, again: await search(), loaded });
}
console.log(JSON.stringify(found));
"""
)
"""The beginning of names in `missing` are those of files that cannot be loaded until a query is asked again."""


def cut_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut the words into many files, as those of many editions are."""
    monkeypatch.setattr(all_editions, "_USES_SIZE", 300)
    monkeypatch.setattr(all_editions, "_TEXTS_SIZE", 600)


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Documents:
    cut_small(monkeypatch)
    with open_store(write_history(tmp_path / "moved_rules.sqlite", EDITIONS, LINKS)) as store:
        return documents_of_all_editions(store, SETS)


@pytest.fixture
def cut_data(sample_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the scripts read of the sample, with the words of all editions cut into small files."""
    cut_small(monkeypatch)
    write_data(sample_store, tmp_path)
    return tmp_path


def test_a_file_that_is_needed_again_while_it_is_on_its_way_is_fetched_once() -> None:
    program = """
    const { Files } = await import(`${process.argv[1]}/search/files.js`);
    const fetched = [];
    let isBroken = true;
    const files = new Files("b", async (name) => {
      fetched.push(name);
      if (name === "texts/2" && isBroken) throw new Error("broken");
      return { build: "b" };
    });
    files.find("texts/1");
    files.find("texts/2");
    const arriving = files.load();
    files.find("texts/1");
    files.find("texts/2");
    await arriving;
    await files.load();
    isBroken = false;
    const failed = [...files.failed.keys()];
    files.forgetFailures();
    files.find("texts/2");
    await files.load();
    console.log(JSON.stringify({ fetched, failed, left: [...files.failed.keys()] }));
    """
    assert run_program(program, None) == {
        "fetched": ["texts/1", "texts/2", "texts/2"],
        "failed": ["texts/2"],
        "left": [],
    }


def read_documents(documents: Documents) -> Any:
    lines = "".join(list_lines(documents[CONTENTS])).splitlines()
    files = {name: json.loads(msgspec.json.encode(document)) for name, document in documents.items()}
    return run_program(READ, {"definition": definition_document(), "lines": [lines[:2], lines[2:]], "files": files})


def test_every_record_of_every_edition_is_there_once(documents: Documents) -> None:
    read = read_documents(documents)
    assert read["editions"] == [[A, "Orchard"], [B, ""], [C, ""]]
    assert read["misses"] > 0
    for edition, before, after in zip(EDITIONS, read["before"], read["after"], strict=True):
        records = dict(after)
        assert len(records) == len(after)
        assert [key for key, _ in before] == [key for key, _ in after] == list(EDITIONS[edition])
        for key, text in EDITIONS[edition].items():
            heading, bar, words = text.rpartition("|")
            term = key.removeprefix("glossary:") if key.startswith("glossary:") else heading
            heading = term if bar or term != heading else ""
            assert records[key][:2] == [heading, words], (edition, key)
            assert dict(before)[key][:2] == [heading, ""], "texts come later"
    runs = next(runs for runs in read["runs"] if (runs[0][0], runs[0][1]) == ("702.2", 0))
    assert [(key, first, last) for key, first, last, _ in runs] == [("702.2", 0, 0), ("702.3", 1, 2)]


def test_words_and_uses_are_those_of_the_index(sample_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    cut_small(monkeypatch)
    documents = documents_of_all_editions(sample_store, {})
    index = Index([*read_wordings(sample_store)])
    assert documents[WORDS]["words"] == index.frequencies
    uses = [document["uses"] for name, document in documents.items() if name.startswith("all/uses/")]
    assert [next(iter(stems)) for stems in uses] == documents[CONTENTS]["uses"]
    assert len(uses) > 5
    stems = [stem for file in uses for stem in file]
    assert stems == sorted(set(stems)) == sorted({stem for passage in index.passages for stem in passage.stems})
    for stem in stems[::40]:
        packed = next(file[stem] for file in uses if stem in file)
        named = name_uses(packed)
        assert {use["passage"]: len(use["places"]) for use in named} == index.having(stem)
        for use in named:
            stems_of_passage = index.passages[use["passage"]].stems
            assert use["places"] == [place for place, known in enumerate(stems_of_passage) if known == stem]


def test_answers_do_not_depend_on_the_cutting(sample_store: Store, cut_data: Path) -> None:
    texts = [passage for wording in read_wordings(sample_store) for passage in (wording.text, *wording.examples)]
    dice = random.Random(5)
    phrases = []
    # phrases that begin and end at any letter or mark, not only with whole words
    for text in dice.sample([text for text in texts if len(text) > 60], 40):
        begin = dice.randrange(len(text) - 40)
        phrases.append(f'"{text[begin : begin + dice.randrange(4, 40)]}"'.replace("\n", " "))
    marked = [re.sub(r"^\W+", "", text[at - 6 : at + 6]) for text in texts for at in [text.find("’")] if at > 6]
    phrases += [f'"{words}"' for words in dice.sample(marked, 10)] + ['"t be"', '"player’s"', "storm -copy", "stor*"]
    assert differing(sample_store, cut_data, phrases, history=True) == {}


def test_a_search_loads_only_the_files_with_its_words(cut_data: Path) -> None:
    every = [path.relative_to(cut_data / "all") for path in (cut_data / "all").glob("*/*.json")]
    assert len(every) > 50
    one, unknown = run_program(SEARCH, {"queries": ["storm", "zzyzx"], "missing": []}, cut_data)
    kinds = Counter(name.split("/")[0] for name in one["loaded"])
    assert kinds["uses"] == 1
    assert 0 < kinds["texts"] < len(every) / 4
    assert len(set(one["loaded"])) == len(one["loaded"]), "no file is loaded twice"
    assert one["first"] == one["again"]
    assert one["first"]["problem"] is None
    assert Counter(name.split("/")[0] for name in unknown["loaded"]) == {"uses": 1, "words": 1}, "it may be mistyped"


def test_how_close_words_are_is_known_without_the_texts(cut_data: Path) -> None:
    question = {"queries": ["card graveyard owner", "spell copies storm"], "missing": []}
    whole = run_program(SEARCH, question, cut_data)
    best = run_program(SEARCH, {**question, "limit": 1}, cut_data)
    for all_found, found in zip(whole, best, strict=True):
        assert all_found["first"]["total"] > 5
        assert found["first"]["answers"] == all_found["first"]["answers"][:1]
        assert len([name for name in found["loaded"] if name.startswith("texts/")]) == 1


def test_the_first_answers_to_a_phrase_load_only_the_texts_that_are_shown(cut_data: Path) -> None:
    queries = ['"the spell"', '"spell copies"', '"mana cost"', '"the stack"', 'storm "a copy"', '"no such words"']
    question = {"queries": queries, "missing": [], "limit": 2}
    whole = run_program(SEARCH, question, cut_data)
    first = run_program(SEARCH, {**question, "isFirstPart": True}, cut_data)
    for of_all, of_first in zip(whole, first, strict=True):
        assert of_all["first"]["isCounted"]
        assert of_first["first"]["answers"] == of_all["first"]["answers"]
        assert set(of_first["loaded"]) <= set(of_all["loaded"])
        if of_first["first"]["isCounted"]:
            assert of_first["first"]["total"] == of_all["first"]["total"]
    fewer = [
        query
        for query, of_all, of_first in zip(queries, whole, first, strict=True)
        if len(of_first["loaded"]) < len(of_all["loaded"])
    ]
    assert '"the stack"' in fewer, [(len(a["loaded"]), len(b["loaded"])) for a, b in zip(whole, first, strict=True)]


def test_a_phrase_that_few_of_the_best_texts_have_waits_for_one_round_more_at_most(cut_data: Path) -> None:
    question = {"queries": ['"of the spell"', '"the ability"', '"the player"'], "missing": [], "limit": 2}
    whole = run_program(SEARCH, question, cut_data)
    first = run_program(SEARCH, {**question, "isFirstPart": True}, cut_data)
    for of_all, of_first in zip(whole, first, strict=True):
        assert of_first["first"]["isCounted"]
        assert of_first["first"]["answers"] == of_all["first"]["answers"]
        assert of_first["rounds"] <= of_all["rounds"] + 1


def test_a_phrase_loads_no_text_in_which_its_words_are_apart(cut_data: Path) -> None:
    words, phrase = run_program(SEARCH, {"queries": ["player spell", '"player spell"'], "missing": []}, cut_data)
    assert words["first"]["total"] > 5
    assert phrase["first"]["total"] == 0
    assert [name for name in phrase["loaded"] if name.startswith("texts/")] == []


def test_what_can_be_loaded_is_found_if_a_file_fails(cut_data: Path) -> None:
    queries = ["storm", "storm copy", '"storm" copies']
    whole = run_program(SEARCH, {"queries": queries, "missing": []}, cut_data)
    without_texts = run_program(SEARCH, {"queries": queries, "missing": ["texts/"]}, cut_data)
    without_uses = run_program(SEARCH, {"queries": queries, "missing": ["uses/"]}, cut_data)
    for complete, no_texts, no_uses in zip(whole, without_texts, without_uses, strict=True):
        assert no_texts["first"]["problem"].startswith("no texts/")
        assert no_uses["first"]["problem"].startswith("no uses/")
        assert no_texts["again"] == no_uses["again"] == complete["first"], "it is loaded when it is asked for again"
    assert without_texts[0]["first"]["total"] == whole[0]["first"]["total"]
    assert [key for key, _ in without_texts[0]["first"]["answers"]] == [key for key, _ in whole[0]["first"]["answers"]]
    assert {text for _, text in without_texts[0]["first"]["answers"]} == {""}
    found = {key for key, _ in without_uses[0]["first"]["answers"]}
    assert "702.40" in found, "headings are there without any file"
    assert 0 < without_uses[1]["first"]["total"] < whole[1]["first"]["total"]


def test_files_of_another_build_are_refused(cut_data: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(cut_data, other, ignore=shutil.ignore_patterns("other"))
    for path in (other / "all").glob("*/*.json"):
        document = json.loads(path.read_bytes())
        path.write_text(json.dumps({**document, "build": "another"}), encoding="utf-8")
    (found,) = run_program(SEARCH, {"queries": ["storm"], "missing": []}, other)
    assert found["first"]["problem"] == "the site was renewed meanwhile"


def test_contents_that_came_in_part_are_an_error(documents: Documents) -> None:
    program = """
    import { readFileSync } from "node:fs";
    const { AllIndex } = await import(`${process.argv[1]}/search/all-index.js`);
    const { useDefinition } = await import(`${process.argv[1]}/search/definition.js`);
    const [definition, lines] = JSON.parse(readFileSync(0, "utf8"));
    useDefinition(definition);
    const read = AllIndex.ofAll(lines, async () => null);
    console.log(JSON.stringify(await read.then(({ records }) => records.length, ({ message }) => message)));
    """
    lines = "".join(list_lines(documents[CONTENTS])).splitlines()
    assert run_program(program, [definition_document(), [lines[:2], [], lines[2:]]]) > len(EDITIONS[C])
    assert "only some" in run_program(program, [definition_document(), [lines[:2], lines[2:-1]]])


def test_all_files_are_of_one_build_and_the_same_each_time(documents: Documents, tmp_path: Path) -> None:
    assert {document["build"] for document in documents.values()} == {documents[CONTENTS]["build"]}
    with open_store(write_history(tmp_path / "again.sqlite", EDITIONS, LINKS)) as store:
        assert documents_of_all_editions(store, SETS) == documents
    fewer = {edition: EDITIONS[edition] for edition in (A, B)}
    with open_store(write_history(tmp_path / "fewer.sqlite", fewer, {B: LINKS[B]})) as store:
        assert documents_of_all_editions(store, SETS)[CONTENTS]["build"] != documents[CONTENTS]["build"]


def test_without_editions_there_are_only_contents(tmp_path: Path) -> None:
    with open_store(write_history(tmp_path / "empty.sqlite", {}, {})) as store:
        documents = documents_of_all_editions(store, {})
    assert list(documents) == [CONTENTS]
    assert documents[CONTENTS]["blocks"] == []
