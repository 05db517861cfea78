"""The site finds the same changes as `comprules search --changes`: its scripts, run by node."""

from __future__ import annotations

import itertools
import json
import random
from bisect import bisect_right
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from graph.search.changes import search_changes
from graph.search.definition import definition_document
from graph.search.text import inflection_stem_of, stem_of, words_in
from rules.links import ChangedPassage
from rules.store import open_store
from site_src.search import changed_words, changes
from site_src.search.changed_words import list_files_by_stem, list_passages_by_pair, list_passages_by_stem
from site_src.search.changes import changes_documents
from tests.comprules.test_retyped import EDITIONS, A, B, C, ingest, state
from tests.scraper.archives import write_archive
from tests.site_src.scripts import run_program

if TYPE_CHECKING:
    from rules.store import Store

PROGRAM = """
import { readFileSync } from "node:fs";
const [scripts, folder] = process.argv.slice(1);
const { useDefinition } = await import(`${scripts}/search/definition.js`);
const { matching, periodsOf, sidesOf } = await import(`${scripts}/changes/search.js`);
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"));
useDefinition(read("definition"));
const { filesFor, findCommon } = await import(`${scripts}/changes/needed.js`);
const index = read("index");
const { files, editions } = index;
const sidesIn = new Map(await Promise.all(files.map(async (file) => [file, await sidesOf(read(file))])));
const find = async (typed) => {
  const readWords = async (name) => read(name);
  const chosen = await filesFor(index, typed, readWords);
  const sides = chosen.flatMap((file) => sidesIn.get(file));
  return {
  read: chosen.length / files.length,
  common: await findCommon(index, typed, readWords),
  rows: (await matching(sides, typed)).map((match) => {
    const wordsIn = (ranges) => ranges.map(([begin, end]) => match.passage.text.slice(begin, end));
    return [
      match.edition, match.number, match.side, match.passage.text, match.class, match.bulletins,
      wordsIn(match.marks), wordsIn(match.passage.shown), match.kind, match.field,
    ];
  }),
  periods: await periodsOf(sides, typed, editions),
  };
};
console.log(JSON.stringify(await Promise.all(JSON.parse(readFileSync(0, "utf8")).map(find))));
"""
READ_ALL = """
import { readFileSync } from "node:fs";
const [scripts, folder] = process.argv.slice(1);
const read = (url) => readFileSync(`${folder}/${url.split("/search/")[1].replace("changes/", "")}`, "utf8");
globalThis.fetch = async (url) => new Response(read(url));
const { filesWithChanges, findChanges } = await import(`${scripts}/changes/found.js`);
const question = { query: JSON.parse(readFileSync(0, "utf8")), choice: {}, oldest: false };
const files = (await filesWithChanges(question.query)).files.reverse();
const readIn = async (ahead) => {
  const reads = [];
  const rows = [];
  for (let at = 0; at < files.length; at += reads.at(-1)) {
    const { read, count, first } = await findChanges(files.slice(at), { ...question, ahead }, 1000, ahead);
    reads.push(read);
    rows.push(...first.map(({ edition, number, side, marks }) => [edition, number, side, marks]));
    if (first.length !== count) throw new Error("not all changes were returned");
    // the page draws
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { reads, rows };
};
console.log(JSON.stringify([await readIn(1), await readIn(1000)]));
"""


def phrases_of(store: Store, number: int) -> list[str]:
    """Return phrases from the rules, a third of them of two words that stand in no rule together."""
    dice = random.Random(7)
    texts = sorted({text for (text,) in store.select("SELECT text FROM texts") if len(text.split()) > 6})
    phrases = [f'"{phrase}"' if dice.random() < 1 / 4 else phrase for phrase in _some_phrases(dice, texts, number)]
    stems = [frozenset(map(stem_of, words_in(text))) for text in texts]
    words = sorted({word for text in texts for word in words_in(text) if word.isalpha() and word.isascii()})
    while len(phrases) < number * 3 // 2:
        pair = dice.sample(words, 2)
        if not any(stem_of(pair[0]) in each and stem_of(pair[1]) in each for each in stems):
            phrases.append(" ".join(pair))
    return phrases


def _some_phrases(dice: random.Random, texts: list[str], number: int) -> list[str]:
    phrases = []
    for text in dice.sample(texts, min(number, len(texts))):
        words = text.split()
        length = dice.randint(1, 3)
        at = dice.randrange(len(words) - length)
        phrases.append(" ".join(words[at : at + length]).replace('"', ""))
    return phrases


def write_documents(store: Store, folder: Path) -> dict[str, Any]:
    """Write what the scripts read, and return it by name."""
    documents: dict[str, Any] = {**changes_documents(store), "definition": definition_document()}
    for name in ("words", "pairs"):
        (folder / name).mkdir()
    for name, document in documents.items():
        (folder / f"{name}.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return documents


def compare_with_site(store: Store, phrases: list[str], folder: Path) -> list[int]:
    """Check that the site's scripts find for each phrase what Python finds; return how many rows each has."""
    write_documents(store, folder)
    answers = run_program(PROGRAM, phrases, folder)
    for phrase, answer in zip(phrases, answers, strict=True):
        expected = search_changes(store, phrase, oldest_first=True)
        assert [row[:3] for row in answer["rows"]] == [[a.edition, a.number, a.side] for a in expected.answers], phrase
        for (*_, text, class_, bulletins, marked, changed, kind, field), one in zip(
            answer["rows"], expected.answers, strict=True
        ):
            assert text.replace("\n…\n", " … ") == one.text, phrase
            assert (class_, kind, field) == (one.class_, one.kind, one.field), phrase
            assert bulletins == sorted({announced.bulletin for announced in one.announced}), phrase
            assert [words.replace("\n…\n", " … ") for words in marked] == [one.text[b:e] for b, e in one.marks], phrase
            assert changed == [one.text[b:e] for b, e in one.changed], phrase
        assert [list(period.values()) for period in answer["periods"]] == [
            [period.words, period.first, period.last, period.gone] for period in expected.periods
        ], phrase
        if answer["common"]:
            ((_words, *period),) = [list(period.values()) for period in answer["periods"]]
            assert answer["common"][:-1] == [len(answer["rows"]), *period], phrase
    return [len(answer["rows"]) for answer in answers]


def changed(*parts: tuple[str, str], key: str = "101.1") -> ChangedPassage:
    return ChangedPassage(key, key, "kept", "wording", "text", parts)


def test_each_word_names_the_passages_and_files_that_have_it() -> None:
    old = changed(("equal", "the lantern "), ("insert", "isn't lit"), key="101.1a#2")
    new = changed(("delete", "the lanterns"), ("insert", "a torch"))
    other = changed(("insert", "a bell"))
    having = list_passages_by_stem([old, new, other, old])
    lantern, torch, bell = map(inflection_stem_of, ("lantern", "torch", "bell"))
    assert (having[lantern], having[torch], having[bell]) == ([0, 1, 3], [1], [2])
    assert having["isn"] == having[inflection_stem_of("isn't")] == [0, 3], "a phrase in quotes finds both"
    assert having["101.1a"] == [0, 3], "the number of a record, without its ordinal"
    assert list(having) == sorted(having)
    files = list_files_by_stem(having, [0, 2, 3])
    assert (files[lantern], files[torch], files[bell]) == ([0, 2], [0], [1])


def test_each_pair_of_common_words_names_the_passages_whose_change_reaches_into_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(changed_words, "MIN_FILES", 2)
    old = changed(("equal", "see the lantern's "), ("insert", "light"), ("delete", "bell rings"))
    new = changed(("equal", "see the lantern"), ("insert", " light"))
    mark = changed(("equal", "see the lantern"), ("insert", ","), ("equal", " light"))
    passages = [old, new, mark]
    files_by_stem = list_files_by_stem(list_passages_by_stem(passages), [0, 1, 2])
    having = list_passages_by_pair(passages, files_by_stem)
    lantern, light, see, the = map(inflection_stem_of, ("lantern", "light", "see", "the"))
    assert having.pop(f"{lantern} {light}") == [1, 2]
    assert having.pop(f"{the} {lantern}") == [1, 2], "a phrase may have the blank, or the comma"
    assert f"{see} {the}" not in having, "the change is apart from it"
    assert not having, "`s` and `bell` are not common"


def test_a_phrase_of_common_words_reads_only_files_with_its_pairs(
    sample_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "_CHANGES_SIZE", 1_000)
    phrases = [
        '"of the"',
        '"the player of"',
        '"that player’s hand"',
        '"put onto the battlefield"',
        '"a spell" "the stack"',
    ]
    read = []
    for name, least in (("pairs", 1), ("no pairs", 1000)):
        monkeypatch.setattr(changed_words, "MIN_FILES", least)
        (tmp_path / name).mkdir()
        compare_with_site(sample_store, phrases, tmp_path / name)
        read.append([answer["read"] for answer in run_program(PROGRAM, phrases, tmp_path / name)])
    of_pairs, of_words = read
    assert all(pairs <= words for pairs, words in zip(of_pairs, of_words, strict=True)), read
    assert sum(pairs < words for pairs, words in zip(of_pairs, of_words, strict=True)) > 2, read


def test_files_without_the_words_are_not_read(sample_store: Store, tmp_path: Path) -> None:
    documents = write_documents(sample_store, tmp_path)
    files = documents["index"]["files"]
    stems = documents["words/0"]["passages"]
    rare = next(stem for stem in stems if stem.isalpha() and inflection_stem_of(stem) == stem and len(stems[stem]) == 1)
    typed = [rare, f'"{rare}"', "502.30a", f"{rare[:2]}*", "xylophone"]
    by_word, by_phrase, by_number, by_beginning, by_none = run_program(PROGRAM, typed, tmp_path)
    assert by_word["read"] == by_phrase["read"] == 1 / len(files)
    assert 0 < by_number["read"] < 1
    assert by_beginning["read"] == 1
    assert by_none["read"] == 0


def test_files_whose_passages_have_only_some_of_the_words_are_not_read(
    sample_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "_CHANGES_SIZE", 2_000)
    documents = write_documents(sample_store, tmp_path)
    tables = [document for name, document in documents.items() if name.startswith("words/")]
    passages = {stem: set(accumulate(having)) for table in tables for stem, having in table["passages"].items()}
    begins = documents["index"]["begins"]
    files = {stem: {bisect_right(begins, at) for at in having} for stem, having in passages.items()}
    words = [stem for stem in passages if stem.isalpha() and inflection_stem_of(stem) == stem]
    apart = ((one, two) for one, two in itertools.combinations(words, 2) if not passages[one] & passages[two])
    one, two = next((one, two) for one, two in apart if len(files[one] & files[two]) > 2)
    (answer,) = run_program(PROGRAM, [f"{one} {two}"], tmp_path)
    assert answer["read"] == 0


def test_files_that_were_searched_meanwhile_need_no_further_call(
    sample_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "_CHANGES_SIZE", 2_000)
    write_documents(sample_store, tmp_path)
    one_by_one, together = run_program(READ_ALL, '"of the"', tmp_path)
    assert one_by_one["rows"] == together["rows"]
    assert len(one_by_one["rows"]) > 5
    assert set(one_by_one["reads"]) == {1}
    assert len(together["reads"]) < len(one_by_one["reads"]) / 2
    assert sum(together["reads"]) == sum(one_by_one["reads"])


def test_the_number_of_changes_and_the_time_of_a_common_word_are_known_without_them(
    sample_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changed_words, "MIN_FILES", 1)
    words = ["storm", "Copies", "resolution", "attackers", "the"]
    others = ["storm copy", '"storm"', "storm*", "502.30a"]
    compare_with_site(sample_store, [*words, *others], tmp_path)
    answers = run_program(PROGRAM, [*words, *others], tmp_path)
    assert [bool(answer["common"]) for answer in answers] == [True] * len(words) + [False] * len(others)


def test_the_site_finds_the_same_changes(sample_store: Store, tmp_path: Path) -> None:
    phrases = phrases_of(sample_store, 20)
    phrases += ["storm", "copies", "resolution", "attackers"]
    numbers = ["502.30a", "CR 702.37a.", "603.6", "702", "999.9"]
    rows = compare_with_site(sample_store, [*phrases, *numbers], tmp_path)
    of_numbers = [rows.pop() for _ in numbers][::-1]
    assert all(of_numbers[:2])
    assert of_numbers[-1] == 0
    assert sum(count > 0 for count in rows[:20]) > 15
    assert not any(rows[20:-4]), "words that stand in no one rule"


def test_the_site_finds_the_same_first_date_in_a_retyped_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changed_words, "MIN_FILES", 1)
    texts = EDITIONS | {B: EDITIONS[B].replace("guards", "gaurds")}
    root = write_archive(tmp_path / "archive", {day: {"a.txt": text.encode()} for day, text in texts.items()})
    state(root, condition="retyped", reason="slips of a typist")
    with open_store(Path(ingest(root))) as store:
        phrases = ["ram", '"ram guards"', "gate of the fold", "dog"]
        assert all(compare_with_site(store, phrases, tmp_path))
        dates = [search_changes(store, phrase).periods[0].first for phrase in phrases]
    assert dates == [B, C, B, A]
