"""The words that the search page reads of single editions, every record of each; old names of terms."""

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
from site_src.search.words import list_lines, words_documents
from tests.graph.lineages.small import added, deleted
from tests.rules.histories import Retyped, write_history
from tests.site_src.pages.history.moved_rules import AFTER, EDITIONS, LINKS, A, B, C
from tests.site_src.scripts import run_program

Documents = dict[str, dict[str, Any]]
READ = """
import { readFileSync } from "node:fs";
const { readToday, readYears } = await import(`${process.argv[1]}/search/words.js`);
const { useDefinition } = await import(`${process.argv[1]}/search/definition.js`);
const { definition, now, ...years } = JSON.parse(readFileSync(0, "utf8"));
useDefinition(definition);
const words = await readToday(now, () => {});
const partsOf = (passage) => Array.from({ length: passage.length }, (_, at) => passage.printed(at));
const recordOf = ({ key, passage }) => [key, partsOf(passage)];
const editionsOf = (words) => words.editions.map((_, at) => words.recordsAt(at).map(recordOf));
const editions = editionsOf(words);
const apart = [];
for (const groups of Object.values(years)) {
  const some = await readYears(groups);
  apart.push(...editionsOf(some).map((records, at) => [some.editions[at], records, [...some.keysAt(at)]]));
}
console.log(JSON.stringify({ now: editions[0], apart }));
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
    assert documents["now"]["edition"] == C
    assert [key for key, _ in read["now"]] == list(EDITIONS[C])
    for document in documents.values():
        assert json.loads("".join(list_lines(document))) == json.loads(msgspec.json.encode(document))
    first_days = [name.removeprefix("years/") for name in documents if name.startswith("years/")]
    assert first_days == [A, B, C]
    assert [edition for (edition, _), *_ in read["apart"]] == [A, B, C]
    for (edition, _), found, _ in read["apart"]:
        records = dict(found)
        assert len(records) == len(found)
        assert set(records) == set(EDITIONS[edition])
        for key, text in EDITIONS[edition].items():
            heading, bar, words = text.rpartition("|")
            term = key.removeprefix("glossary:") if key.startswith("glossary:") else heading
            assert records[key][:2] == [term if bar or term != heading else "", words], (edition, key)


def test_the_latest_edition_is_the_same_in_the_document_of_its_years(read: dict[str, Any]) -> None:
    (_, _, then), _, (_, records, now) = read["apart"]
    assert records == read["now"]
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


@pytest.mark.parametrize("parts", [(), ("Hay",), ("", "Cut  the\nold hay."), ("Hay", "Cut it. ", "", " Then rest.")])
def test_a_passage_has_the_words_of_its_parts(parts: tuple[str, ...]) -> None:
    program = """
    import { readFileSync } from "node:fs";
    const { Lexicon, Passage } = await import(`${process.argv[1]}/search/lexicon.js`);
    const { useDefinition } = await import(`${process.argv[1]}/search/definition.js`);
    const [definition, parts] = JSON.parse(readFileSync(0, "utf8"));
    useDefinition(definition);
    const lexicon = new Lexicon([""]);
    new Passage(lexicon, ["", "Cut the corn."]);
    const made = new Passage(lexicon, parts);
    console.log(JSON.stringify(Array.from({ length: made.length }, (_, at) => made.printed(at))));
    """
    assert run_program(program, [definition_document(), parts]) == [*parts, "", ""][: max(2, len(parts))]


def test_the_documents_are_the_same_each_time(documents: Documents, tmp_path: Path) -> None:
    with open_store(write_history(tmp_path / "again.sqlite", EDITIONS, LINKS)) as store:
        assert words_documents(store, Corpus(store)) == documents


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
