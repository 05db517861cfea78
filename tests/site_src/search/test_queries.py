"""What a query is taken for, and that the site answers it as Python does: scripts of the site, run by node."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import msgspec
import pytest

from graph.search.asked_file import read_asked
from graph.search.definition import definition_document
from graph.search.searchable import SearchableStore
from graph.search.searcher import Searcher
from graph.search.sets import EditionRow
from graph.search.spelling import correct
from graph.search.text import stem_of, words_in
from graph.search.understand import understand
from rules.links import Term
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store, open_store
from site_src.search.jump import past_numbers, reused_numbers
from tests.browser.conftest import require_assets
from tests.graph.lineages.small import link
from tests.graph.search.test_search import read_queries
from tests.rules.histories import write_history
from tests.site_src.scripts import run_program
from tests.site_src.search.sample_data import SEARCHER, write_data
from tests.site_src.search.test_golden_queries import PAGES

NUMBERED = 50_000
"""The least score of a rule whose number is in the query."""
FIRST = 5
"""So many first answers must be the same."""
PROGRAM = (
    SEARCHER
    + """
const found = [];
for (const [query, edition, changedSince, history] of JSON.parse(readFileSync(0, "utf8"))) {
  const { index, ...result } = await searcher.search(query, edition, { changedSince, history });
  // as the worker of the search sends it to a page
  const { answers } = structuredClone(result);
  const dated = (place) => index.words.editions[place][0];
  const spanOf = (runs) => (runs ? ` ${dated(runs[0].first)}..${dated(runs.at(-1).last)}` : "");
  const rows = answers.slice(0, 5);
  const reasonOf = (why) => (why ? ` ${why.kind} “${why.name}”` : "");
  const partsOf = ({ key, chapter, runs, why }) => [key, spanOf(runs), runs ? ` ${chapter}` : "", reasonOf(why)];
  found.push(rows.map((row) => partsOf(row).join("")));
}
console.log(JSON.stringify(found));
"""
)

WITH_OLD_DEFINITION = (
    SEARCHER
    + """
const { word_lists: lists, glossary, of_glossary, ...older } = read("definition");
const old = { ...older, word_lists: lists.filter((name) => !name.endsWith("glossary")) };
searcher.sources.definition = async () => old;
const { answers } = await searcher.search("glossary storm");
console.log(JSON.stringify(answers.map(({ key }) => key)));
"""
)


SAMPLE = (
    "702.40a", "CR 603.6", "502.30", "storm", "Blood thirst", "strom", "SBA", "how does storm work?", "comander",
    "converted mana cost", "copy the spell M10", '"mana cost"', "storm -copy", "stor*", "702.40a storm", "fizzle",
    "in play", "M10", "2006-07-01", "702.40z", "", "шторм", "*", '"', "NEAR(a b) OR \\", "x" * 9999, "{T} +1/+1",
    "strixhaven 2022", "when was the storm mechanic changed", "who cites 702.40", "references to 113.1 in 2005",
)  # fmt: skip


def test_a_query_of_more_than_32_words_is_answered_as_in_python(sample_store: Store, data: Path) -> None:
    newest = sample_store.chained()[-1]
    texts = " ".join(rule.text for rule in sample_store.rules(newest))
    words = list(dict.fromkeys(re.findall(r"[a-z]{5,}", texts.lower())))
    # more than an integer of a script has bits
    queries = [" ".join(words[first : first + 50]) for first in range(0, 200, 20)]
    assert all(len(query.split()) == 50 for query in queries)
    assert differing(sample_store, data, queries) == {}


LATER = ("2021-04-23", "2090-01-01")
"""Days after the newest edition of the sample."""


def differing(
    store: Store,
    folder: Path,
    queries: Iterable[str],
    edition: str | None = None,
    since: str = "",
    *,
    history: bool = False,
) -> dict[str, str]:
    """The queries to which Python and the site give other first answers, with both."""
    searcher = Searcher(store)
    queries = list(queries)
    found = run_program(PROGRAM, [(query, edition, since, history) for query in queries], folder)
    different = {}
    for query, rows in zip(queries, found, strict=True):
        answers = searcher.search(query, edition, FIRST, history=history, changed_since=since).answers
        wanted = []
        for answer in answers:
            # the page lists rulings by themselves, below the rules
            if answer.kind not in PAGES and store.work_of[answer.edition] != COMPREHENSIVE_RULES:
                continue
            is_of_runs = history and answer.kind not in PAGES and answer.score < NUMBERED
            span = f" {answer.first}..{answer.last} {answer.chapter}" if is_of_runs else ""
            wanted.append(f"{answer.source}{span} {answer.why_kind} “{answer.why_name}”")
        if rows != wanted:
            different[query] = f"{' | '.join(wanted)} / {' | '.join(rows)}"
    return different


@pytest.mark.parametrize("edition", [None, "2005-08-01", pytest.param("2009-07-11", marks=pytest.mark.long)])
def test_the_sample_is_answered_as_in_python(sample_store: Store, data: Path, edition: str | None) -> None:
    queries = [*SAMPLE, *(query for _, _, query, _ in read_queries())]
    assert differing(sample_store, data, queries, edition) == {}


@pytest.mark.parametrize(
    "since", ["1999-04-23", "2021-04-22", *(pytest.param(day, marks=pytest.mark.long) for day in LATER)]
)
def test_what_changed_since_a_day_is_found_as_in_python(sample_store: Store, data: Path, since: str) -> None:
    queries = [*SAMPLE, *(query for _, _, query, _ in read_queries())]
    # a query that names an edition or a time asks for what was in force then, whenever it changed
    understood = {query: understand(query, EDITIONS) for query in queries}
    queries = [query for query, what in understood.items() if not (what.editions or what.time)]
    searcher, newest = Searcher(sample_store), sample_store.chained()[-1]
    queries = [query for query in queries if searcher.search(query, limit=1).edition in {newest, None}]
    assert differing(sample_store, data, queries, None, since) == {}


def test_all_editions_are_answered_as_in_python(sample_store: Store, data: Path) -> None:
    queries = [*SAMPLE, *(query for _, _, query, _ in read_queries())]
    assert differing(sample_store, data, queries, history=True) == {}


def test_words_of_questions_asked_before_are_not_mistyped_in_all_editions_either(
    sample_store: Store, data: Path
) -> None:
    """The site loads these questions only if a word seems mistyped."""
    known = SearchableStore(sample_store).known_stems
    words = sorted({word for word in words_in(" ".join(read_asked().rules)) if stem_of(word) not in known})
    assert len(words) > 10
    assert differing(sample_store, data, words, history=True) == {}
    with_typing_error = [f"{word} tokn" for word in words]
    assert differing(sample_store, data, with_typing_error, history=True) == {}


@pytest.mark.parametrize("edition", [None, "2005-08-01"])
def test_what_numbers_meant_before_is_listed_as_in_python(sample_store: Store, data: Path, edition: str | None) -> None:
    newest = sample_store.chained()[-1]
    reused = sorted(reused_numbers(sample_store, newest))
    gone = sorted(past_numbers(sample_store, newest))[::7]
    assert reused
    assert gone
    numbers = [*reused, *gone]
    answers = Searcher(sample_store).search(reused[0]).answers
    assert "meant-before" in {answer.why_kind for answer in answers}
    queries = [*numbers, *(f"{number} creature" for number in numbers[::3])]
    assert differing(sample_store, data, queries, edition) == {}


def test_headings_are_printed_as_in_the_last_edition_of_their_version(tmp_path: Path) -> None:
    """Only the copies print the heading in another form, so that it has one version with two texts."""
    editions = {
        "2001-01-01": {"101": "The _Ferry_|", "101.1": "Herons wait for the ferry at dawn."},
        "2002-02-02": {"101": "The Ferry|", "101.1": "Herons wait for the ferry at dawn."},
        "2003-03-03": {"101": "The Ferry|", "101.1": "Herons wait for each ferry at noon and at dusk."},
    }
    links = {
        "2002-02-02": [link("101", "101", "kept", "unchanged")],
        "2003-03-03": [link("101.1", "101.1", "kept", "wording")],
    }
    folder = tmp_path / "data"
    folder.mkdir()
    with open_store(write_history(tmp_path / "kb.sqlite", editions, links)) as store:
        write_data(store, folder)
        assert differing(store, folder, ["herons", "herons at dawn", "ferry"], history=True) == {}
        answers = Searcher(store).search("herons at dawn", None, FIRST, history=True).answers
        assert [answer.chapter for answer in answers if answer.first == "2001-01-01"] == ["101 The Ferry"]


@pytest.mark.archive
@pytest.mark.long
def test_the_archive_is_answered_as_in_python(whole_store: Store, tmp_path: Path) -> None:
    require_assets()
    write_data(whole_store, tmp_path)
    queries = [query for _, _, query, _ in read_queries()]
    for edition in (None, "1999-04-23", "2005-08-01", "2009-07-11", "2021-04-22"):
        assert differing(whole_store, tmp_path, [*SAMPLE, *queries], edition) == {}
    assert differing(whole_store, tmp_path, queries, None, "2024-01-01") == {}
    assert differing(whole_store, tmp_path, [*SAMPLE, *queries], history=True) == {}


NINTH, TENTH, AUTUMN, WHO = "2005-08-01", "2009-07-11", "2009-10-01", "2023-10-13"
EDITIONS = [
    EditionRow(NINTH, "9ED", "Ninth Edition"),
    EditionRow(TENTH, "M10", "Magic 2010"),
    EditionRow(AUTUMN, "ZEN", "Zendikar"),
    EditionRow(AUTUMN, "OBM", "Old Boats Masters", "2010-01-22"),
    EditionRow(WHO, "WHO", "Doctor Who"),
]
MEANINGS = {
    # query: kind, number, editions, rest, content or phrases
    "": ("empty", None, [], "", []),
    "  CR 702.40A. ": ("number", "702.40a", [], "CR 702.40A.", None),
    "702.4Oa": ("number", "702.40a", [], "702.4Oa", None),
    "M10": ("edition", None, [TENTH], "", []),
    "m10": ("edition", None, [TENTH], "", []),
    "Magic 2010": ("edition", None, [TENTH], "", []),
    "9th edition": ("edition", None, [NINTH], "", []),
    "banding in 9th edition": ("words", None, [NINTH], "banding", ["banding"]),
    "sept 2005 rules": ("edition", None, [NINTH], "", []),
    "the 9th boat": ("words", None, [], "the 9th boat", ["9th", "boat"]),
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
    "storm 2009 copies": ("words", None, [AUTUMN, TENTH], "storm copies", ["storm", "copies"]),
    "zendikar rules of storm 2009": ("words", None, [AUTUMN], "storm", ["storm"]),
    "storm rules 2009 zendikar": ("words", None, [AUTUMN], "storm rules", ["storm"]),
    "storm 2009 who": ("words", None, [AUTUMN, TENTH], "storm who", ["storm"]),
    "OBM": ("edition", None, [AUTUMN], "", []),
    "old boats masters": ("edition", None, [AUTUMN], "", []),
    "storm OBM": ("words", None, [AUTUMN], "storm", ["storm"]),
    "zendikar 2012": ("edition", None, [AUTUMN], "", []),
    "rules of ZEN october 2012": ("edition", None, [AUTUMN], "", []),
    "9th edition 2012": ("edition", None, [NINTH], "", []),
    "old boats masters 2010": ("edition", None, [AUTUMN], "", []),
    "old boats masters 2012": ("edition", None, [AUTUMN], "", []),
    "zendikar before 2012": ("edition", None, [AUTUMN], "", []),
    "before ZEN 2012": ("words", None, [TENTH], "2012", ["2012"]),
    "boats": ("words", None, [], "boats", ["boats"]),
    "702-4Oa": ("number", "702.40a", [], "702-4Oa", None),
    "613,7 2009": ("number", "613.7", [AUTUMN, TENTH], "613,7", None),
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
    '"in play" 2006': ("phrase", None, ["2005-08-01"], '"in play" 2006', ["in play"]),
    '2006 "in play"': ("phrase", None, ["2005-08-01"], '2006 "in play"', ["in play"]),
    '"in play" in 1980': ("phrase", None, [], '"in play" in 1980', ["in play"]),
    "“In  Play": ("phrase", None, [], "“In Play", ["in play"]),
    "{S} SBA +1/+1": ("words", None, [], "{S} SBA +1/+1", ["{s}", "sba", "+1/+1"]),
}
UNDERSTAND = """
import { readFileSync } from "node:fs";
const { understand } = await import(`${process.argv[1]}/search/understand.js`);
const { useDefinition } = await import(`${process.argv[1]}/search/definition.js`);
const { definition, editions, queries } = JSON.parse(readFileSync(0, "utf8"));
useDefinition(definition);
console.log(JSON.stringify(queries.map((query) => understand(query, editions))));
"""


CORRECT = """
import { readFileSync } from "node:fs";
const { correct } = await import(`${process.argv[1]}/search/spelling.js`);
const { useDefinition } = await import(`${process.argv[1]}/search/definition.js`);
const { definition, words } = JSON.parse(readFileSync(0, "utf8"));
useDefinition(definition);
console.log(JSON.stringify(words.map(([word, known]) => correct(word, Object.entries(known)))));
"""


def test_words_are_mended_as_in_python() -> None:
    require_assets()
    words = [
        ("voar", {"boar": 2}), ("voar", {"boar": 3}), ("prisa", {"prism": 2, "prismatic": 9}),
        ("samuri", {"samurai": 1}),
        ("strom", {"storm": 3, "sprom": 2}), ("fliegend", {"legend": 9}), ("zegend", {"legend": 9}),
    ]  # fmt: skip
    mended = run_program(CORRECT, {"definition": definition_document(), "words": words})
    assert mended == [correct(word, known) for word, known in words]
    assert mended[:4] == [None, "boar", None, "samurai"]


def test_each_query_is_taken_for_what_it_is() -> None:
    require_assets()
    request = {"definition": definition_document(), "editions": EDITIONS, "queries": list(MEANINGS)}
    answers = run_program(UNDERSTAND, request)
    for query, answer in zip(MEANINGS, answers, strict=True):
        answer["is_question"] = answer.pop("isQuestion")
        answer["asks_for_references"] = answer.pop("asksForReferences")
        answer["asks_for_past"] = answer.pop("asksForPast")
        answer["is_named_in_part"] = answer.pop("isNamedInPart")
        answer["set_name"] = answer.pop("setName")
        answer["wants_bulletins"] = answer.pop("wantsBulletins")
        python = understand(query, EDITIONS)
        words = {"number": None, "phrase": answer["phrases"]}.get(answer["kind"], answer["content"])
        number = answer["numbers"][0] if answer["numbers"] else None
        assert (answer["kind"], number, answer["editions"], answer["text"], words) == MEANINGS[query], query
        assert (
            json.loads(msgspec.json.encode(msgspec.structs.replace(python, time=None))) | {"time": answer["time"]}
            == answer
        ), query


def with_days_in_words(note: str) -> str:
    """Return a note of Python as the site shows it: with its days in words."""
    return re.sub(r"\d{4}-\d\d-\d\d", lambda day: f"{date.fromisoformat(day[0]):%-d %B %Y}", note)


def test_what_became_of_names_and_sets_is_told_as_in_python(sample_store: Store, data: Path) -> None:
    program = f"""{SEARCHER}
        const notes = [];
        for (const query of JSON.parse(readFileSync(0, "utf8"))) notes.push((await searcher.search(query)).notes);
        console.log(JSON.stringify(notes));
    """
    queries = [
        "Converted Mana Cost", "fizzle", "in play", "since when does mana value exist", "strixhaven 2010",
        "Magic 2010 2005", "old masters 2010",
    ]  # fmt: skip
    searcher = Searcher(sample_store)
    told = {query: [with_days_in_words(note) for note in searcher.search(query).notes] for query in queries}
    assert dict(zip(queries, run_program(program, queries, data), strict=True)) == told
    assert told["Converted Mana Cost"] == ["“Converted mana cost” has been called “mana value” since 22 April 2021."]
    assert told["strixhaven 2010"] == ["“Strixhaven” had no edition then; its editions are from 2021 and 2026."]


def test_a_name_that_was_given_up_in_one_sense_is_told_as_in_python(tmp_path: Path) -> None:
    old = {"100": "Rafts|", "100.1": "To moor a raft is to sink it or to beach it."}
    new = old | {"100.1": "To beach a raft is to leave it on the shore. To moor it is no more."}
    term = Term("moor", "beach", "2002-02-02", "split", 9, 1.0, curated=True)
    links = {"2002-02-02": [link("100.1", "100.1", "kept", "wording")]}
    folder = tmp_path / "data"
    folder.mkdir()
    editions = {"2001-01-01": old, "2002-02-02": new}
    program = f"""{SEARCHER}
        console.log(JSON.stringify((await searcher.search("Moor")).notes));
    """
    with open_store(write_history(tmp_path / "kb.sqlite", editions, links, terms=[term])) as store:
        write_data(store, folder)
        (note,) = Searcher(store).search("Moor").notes
    assert note == "“Moor” was partly replaced by “beach” on 2002-02-02."
    assert run_program(program, [], folder) == [with_days_in_words(note)]


def test_words_that_no_edition_has_are_told_as_in_python(sample_store: Store, data: Path) -> None:
    program = f"""{SEARCHER}
        const notes = [];
        for (const query of JSON.parse(readFileSync(0, "utf8"))) notes.push((await searcher.search(query)).notes);
        console.log(JSON.stringify(notes));
    """
    queries = ["contact mortel", "flugfähigkeit und storm", "does lebensverknüpfung work with storm", "storm", "шторм"]
    searcher = Searcher(sample_store)
    told = [list(searcher.search(query).notes) for query in queries]
    assert run_program(program, queries, data) == told
    assert [bool(notes) for notes in told] == [True, True, True, False, True]


def test_the_length_of_a_query_is_counted_in_characters_as_in_python(sample_store: Store, data: Path) -> None:
    program = f"""{SEARCHER}
        const found = [];
        for (const typed of JSON.parse(readFileSync(0, "utf8"))) {{
          const {{ query, notes }} = await searcher.search(typed);
          found.push([query.whole, notes.includes("Only the first 300 characters are read.")]);
        }}
        console.log(JSON.stringify(found));
    """
    # each die is one character, and two units of a string in a script
    queries = ["storm " + "\N{GAME DIE}" * 294, "storm " + "\N{GAME DIE}" * 295]
    searcher = Searcher(sample_store)
    notes = [searcher.search(query).notes for query in queries]
    assert ["Only the first 300 characters are read." in of_query for of_query in notes] == [False, True]
    assert run_program(program, queries, data) == [[queries[0], False], [queries[0], True]]


def test_a_definition_of_an_older_build_that_the_browser_kept_is_enough(data: Path) -> None:
    assert "702.40" in run_program(WITH_OLD_DEFINITION, [], data)


def test_only_several_editions_and_nothing_else_are_a_list_of_editions() -> None:
    program = """
import { readFileSync } from "node:fs";
const { isListOfEditions } = await import(`${process.argv[1]}/search/result.js`);
const lists = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(lists.map((keys) => isListOfEditions(keys.map((key) => ({ key }))))));
"""
    editions = ["edition:2004-10-01", "edition:2005-02-01"]
    assert run_program(program, [editions, editions[:1], [*editions, "702.40"], []]) == [True, False, False, False]
