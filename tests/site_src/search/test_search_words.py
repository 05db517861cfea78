"""The words that the search page reads: every passage once, every record of every edition; old names of terms."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from graph.search.definition import definition_document
from rules.links import Term
from rules.store import open_store
from site_src.data.corpus import Corpus
from site_src.errors import SiteError
from site_src.pages.terms.names import TermPages, renamed_rows
from site_src.search.words import list_edits, list_lines, split_words, words_documents
from tests.graph.lineages.small import added, deleted
from tests.rules.histories import Retyped, write_history
from tests.site_src.pages.history.moved_rules import AFTER, BASKETS, EDITIONS, LINKS, A, B, C
from tests.site_src.scripts import run_program

Documents = dict[str, dict[str, Any]]
READ = """
import { readFileSync } from "node:fs";
const { readAll, readToday, readYears } = await import(`${process.argv[1]}/search/words.js`);
const { useDefinition } = await import(`${process.argv[1]}/search/definition.js`);
const { definition, now, past, ...years } = JSON.parse(readFileSync(0, "utf8"));
useDefinition(definition);
const words = await readAll(await readToday(now, () => {}), past);
const partsOf = (passage) => Array.from({ length: passage.length }, (_, at) => passage.printed(at));
const recordOf = ({ key, passage }) => [key, partsOf(passage)];
const editionsOf = (words) => words.editions.map((_, at) => words.recordsAt(at).map(recordOf));
const editions = editionsOf(words);
const apart = [];
for (const groups of Object.values(years)) {
  const some = await readYears(groups);
  apart.push(...editionsOf(some).map((records, at) => [some.editions[at], records, [...some.keysAt(at)]]));
}
const runs = words.lineages.map((one) => one.runs.map(({ key, first, last, passage }) => [key, first, last, passage]));
console.log(JSON.stringify({ editions, apart, runs, passages: words.passages.map(partsOf) }));
"""


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Documents:
    path = write_history(tmp_path_factory.mktemp("words") / "moved_rules.sqlite", EDITIONS, LINKS)
    with open_store(path) as store:
        return words_documents(store, Corpus(store))


@pytest.fixture(scope="module")
def read(documents: Documents) -> dict[str, Any]:
    """What the search page reads in them."""
    lines = {name: "".join(list_lines(document)).splitlines() for name, document in documents.items()}
    result: dict[str, Any] = run_program(
        READ, {"definition": definition_document(), **{name: [one[:2], one[2:]] for name, one in lines.items()}}
    )
    return result


def test_every_record_of_every_edition_is_there_once(documents: Documents, read: dict[str, Any]) -> None:
    now, past = documents["now"], documents["past"]
    assert now["edition"] == C
    assert [key for key, _ in read["editions"][-1]] == list(EDITIONS[C])
    for document in documents.values():
        assert json.loads("".join(list_lines(document))) == json.loads(msgspec.json.encode(document))
    for (edition, _), found in zip(past["editions"], read["editions"], strict=True):
        records = dict(found)
        assert len(records) == len(found)
        assert set(records) == set(EDITIONS[edition])
        for key, text in EDITIONS[edition].items():
            heading, bar, words = text.rpartition("|")
            term = key.removeprefix("glossary:") if key.startswith("glossary:") else heading
            assert records[key][:2] == [term if bar or term != heading else "", words], (edition, key)


def test_an_edition_is_the_same_in_the_document_of_its_years(documents: Documents, read: dict[str, Any]) -> None:
    first_days = [name.removeprefix("years/") for name in documents if name.startswith("years/")]
    assert first_days == [A, B, C]
    assert [edition for edition, *_ in read["apart"]] == list(map(list, documents["past"]["editions"]))
    assert [records for _, records, _ in read["apart"]] == read["editions"]
    (_, _, then), _, (_, _, now) = read["apart"]
    assert (dict(then)["702.2@2001-01-01"], dict(now)["702.2@2001-01-01"]) == ("702.2", "702.3")
    assert "702.4@2001-01-01" not in dict(now)


def test_a_newer_edition_changes_no_words_of_years_before(documents: Documents, tmp_path: Path) -> None:
    fewer = {edition: EDITIONS[edition] for edition in (A, B)}
    with open_store(write_history(tmp_path / "fewer.sqlite", fewer, {B: LINKS[B]})) as store:
        before = words_documents(store, Corpus(store))
    kept = {name: document for name, document in before.items() if name.startswith("years/")}
    assert kept == {name: documents[name] for name in kept}


def test_a_retyped_edition_has_its_own_words_in_a_document_of_its_own(tmp_path: Path) -> None:
    retyped = Retyped({"702": "Tools|", "702.1": "Tools lie in a shed, some say."})
    editions = {A: EDITIONS[A], "2001-06-01": retyped, "2001-12-01": AFTER}
    links = {"2001-12-01": LINKS[B], "2001-06-01..2001-12-01": added(*AFTER.keys() - retyped.keys())}
    links[f"{A}..2001-06-01"] = deleted(*EDITIONS[A].keys() - retyped.keys())
    with open_store(write_history(tmp_path / "retyped.sqlite", editions, links)) as store:
        documents = words_documents(store, Corpus(store))
    assert [name for name in documents if name.startswith("years/")] == [f"years/{edition}" for edition in editions]
    lines = "".join(list_lines(documents["years/2001-06-01"])).splitlines()
    program = """
    import { readFileSync } from "node:fs";
    const { readYears } = await import(`${process.argv[1]}/search/words.js`);
    const { useDefinition } = await import(`${process.argv[1]}/search/definition.js`);
    const [definition, groups] = JSON.parse(readFileSync(0, "utf8"));
    useDefinition(definition);
    const words = await readYears(groups);
    console.log(JSON.stringify(words.recordsAt(0).map(({ key, text }) => [key, text])));
    """
    assert run_program(program, [definition_document(), [lines]]) == [["702", ""], ["702.1", retyped["702.1"]]]


def test_words_that_came_in_part_are_an_error(documents: Documents) -> None:
    program = """
    import { readFileSync } from "node:fs";
    const { Index } = await import(`${process.argv[1]}/search/index.js`);
    const { useDefinition } = await import(`${process.argv[1]}/search/definition.js`);
    const [definition, groups] = JSON.parse(readFileSync(0, "utf8"));
    useDefinition(definition);
    const said = await Index.ofToday(groups).then((index) => index.records.length, ({ message }) => message);
    console.log(JSON.stringify(said));
    """
    lines = "".join(list_lines(documents["now"])).splitlines()
    whole, part = [lines[:2], [], lines[2:]], [lines[:2], lines[2:-1]]
    assert run_program(program, [definition_document(), whole]) == len(documents["now"]["records"])
    assert "only some" in run_program(program, [definition_document(), part])


def test_nothing_is_sent_twice_and_a_run_joins_what_stayed(documents: Documents, read: dict[str, Any]) -> None:
    now, past = documents["now"], documents["past"]
    passages = read["passages"]
    packed = [item for lineage in past["lineages"] for item in lineage if isinstance(item, list)]
    assert len(passages) == len(now["records"]) + sum(isinstance(item[-1], list) for item in packed)
    older = passages[len(now["records"]) :]
    assert not [passage for passage in older if passage in passages[: len(now["records"])]]
    assert len({repr(passage) for passage in older}) == len(older)
    assert any(BASKETS in passage for passage in older)
    runs = next(runs for runs in read["runs"] if (runs[0][0], runs[0][1]) == ("702.2", 0))
    assert [(key, first, last) for key, first, last, _ in runs] == [("702.2", 0, 0), ("702.3", 1, 2)]


@pytest.mark.parametrize(
    ("old", "new", "edits"),
    [
        ((), ("", "Cut the hay."), [0, "Cut the hay."]),
        (("", "Cut the hay."), ("", "Cut the hay."), []),
        (("", "Cut the hay."), ("", "Cut the hay.", "Then rest."), [4, 0, "Then rest."]),
        (("", "Cut the hay.", "Then rest."), ("", "Cut the hay."), [4, -3]),
        (("Hay", "Cut the hay."), ("Hay", "Cut  the\nold hay."), [2, -2, "Cut  the\nold "]),
        (("", " Cut the hay "), ("", "Cut it the hay "), [1, -1, 1, "it "]),
    ],
)
def test_a_passage_is_made_of_that_of_the_newer_run(
    old: tuple[str, ...], new: tuple[str, ...], edits: list[int | str]
) -> None:
    assert list(list_edits(split_words(old), split_words(new))) == edits
    program = """
    import { readFileSync } from "node:fs";
    const { Lexicon, Passage } = await import(`${process.argv[1]}/search/lexicon.js`);
    const { useDefinition } = await import(`${process.argv[1]}/search/definition.js`);
    const [definition, old, edits] = JSON.parse(readFileSync(0, "utf8"));
    useDefinition(definition);
    const lexicon = new Lexicon([""]);
    const base = new Passage(lexicon, old.flatMap((part, at) => (at ? [0, part] : [part])));
    const made = new Passage(lexicon, edits, base);
    console.log(JSON.stringify(Array.from({ length: made.length }, (_, at) => made.printed(at))));
    """
    assert run_program(program, [definition_document(), list(old), edits]) == list(new or ("", ""))


def test_both_are_of_one_build_and_the_same_each_time(documents: Documents, tmp_path: Path) -> None:
    now, past = documents["now"], documents["past"]
    assert now["build"] == past["build"]
    with open_store(write_history(tmp_path / "again.sqlite", EDITIONS, LINKS)) as store:
        assert words_documents(store, Corpus(store)) == documents
    fewer = {edition: EDITIONS[edition] for edition in (A, B)}
    with open_store(write_history(tmp_path / "fewer.sqlite", fewer, {B: LINKS[B]})) as store:
        other = words_documents(store, Corpus(store))
    assert other["now"]["build"] != now["build"]


def test_without_an_edition_there_is_nothing(tmp_path: Path) -> None:
    with (
        open_store(write_history(tmp_path / "empty.sqlite", {}, {})) as store,
        pytest.raises(SiteError, match="no edition with rules"),
    ):
        Corpus(store)


EARLY, MIDDLE, LATE = "2001-01-01", "2005-05-05", "2011-11-11"
TERMS = (
    Term(
        "basket", "crate", MIDDLE, "renamed", 9, 0.9, forms=(("basket", "crate"), ("baskets", "crates")), curated=True
    ),
    Term("hamper", "basket", EARLY, "renamed", 2, 0.4, forms=(("hamper", "basket"),), curated=True),
    Term("mow", "cut", LATE, "split", 3, 0.5, curated=True),
    Term("scythe", None, LATE, "retired", 1, 0.3, curated=True),
    Term("his or hers", "theirs", LATE, "reworded", 7, 0.9, curated=True),
    Term("green apple", "apple", LATE, "renamed", 3, 0.3),
)


def test_a_confirmed_old_name_has_the_names_since_and_the_page() -> None:
    rows = {row[0]: row[1:] for row in renamed_rows(TERMS)}
    assert rows["basket"] == [MIDDLE, "renamed", "terms/basket/", ["crate"]]
    assert rows["baskets"][3] == ["crates"]
    assert rows["hamper"] == [EARLY, "renamed", "terms/hamper/", ["basket", "crate"]]
    assert rows["mow"][1:] == ["split", "terms/mow/", ["cut"]]
    assert rows["scythe"][1:] == ["retired", "terms/scythe/", []]
    assert not {"green apple", "his or hers"} & set(rows), "what nobody confirmed, and a turn of phrase"


def test_inflections_share_a_page_called_by_the_most_frequent_and_names_that_look_alike_do_not() -> None:
    pages = TermPages(TERMS)
    assert pages.page("crates") == pages.page("crate") == "terms/crate/"
    assert pages.names["terms/crate/"] == "crate"
    assert pages.find("never heard of") is None
    alike = TermPages([Term("c++", "c", EARLY, "renamed", 1, 0.5)])
    assert len(alike.names) == 2
    assert sorted(alike.names.values()) == ["c", "c++"]
