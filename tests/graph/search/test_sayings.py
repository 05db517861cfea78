"""How the rules that decide sayings are followed through the editions."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from graph.search.forebears import Forebears
from graph.search.sayings import ALWAYS, SayingBook
from graph.search.sayings_file import SayingsError, read_sayings, split_sayings
from graph.search.searchable import SearchableStore
from graph.search.searcher import Searcher
from graph.search.text import content_words, stem_of, stems_of_saying, words_in
from rules.store import Store

SAYINGS = Path(__file__).parents[3] / "graph/search/sayings.toml"
OLD, TENTH = "2008-10-01", "2009-07-11"


def test_each_saying_is_given_once() -> None:
    document = tomllib.loads(SAYINGS.read_text(encoding="utf-8"))
    former = [table for kind in ("gone", "former", "changed") for table in document[kind].values()]
    for table in (document["sayings"], *former):
        sayings = [saying for forms in table for saying in forms.split("|")]
        counts = Counter(map(stems_of_saying, sayings))
        # a repeated one would count twice, or replace the rules of the other
        assert [saying for saying in sayings if counts[stems_of_saying(saying)] > 1] == []


@pytest.mark.parametrize(
    "table", [{"sail away | sail off|sail away": "1.1"}, {"sail away": "1.1", "sail off|sail away": "1.2"}]
)
def test_a_saying_that_is_listed_twice_is_refused(table: dict[str, str]) -> None:
    with pytest.raises(SayingsError, match="'sail away' is listed twice"):
        split_sayings(table)


@pytest.mark.archive
def test_former_rules_decide_a_saying_until_their_last_edition(whole_store: Store) -> None:
    book = SayingBook(whole_store)
    assert book.sayings_of(OLD)["damage on the stack"] == ("310.1", "310.4")
    assert book.sayings_of("1999-04-23")["damage on the stack"] == ("310.2", "310.4")
    assert book.sayings_of(TENTH)["damage on the stack"] == ("510.2",)
    answers = Searcher(whole_store).search("damage on the stack 2008").answers
    assert [(answer.source, answer.edition) for answer in answers[:2]] == [("310.1", OLD), ("310.4", OLD)]
    (first,) = [rule.text for rule in whole_store.rules(OLD) if rule.key == "310.1"]
    assert answers[0].text == first


@pytest.mark.archive
def test_former_rules_exist(whole_store: Store) -> None:
    given = read_sayings()
    of_former = {saying for table in given.former.values() for saying in table}
    for tables in (given.gone, given.changed):
        assert {saying for table in tables.values() for saying in table} <= of_former
    for until, table in given.former.items():
        assert {rule for rules in table.values() for rule in rules} <= whole_store.lineages(until).keys()


@pytest.mark.archive
def test_a_name_of_today_is_a_saying_in_older_editions(whole_store: Store) -> None:
    book = SayingBook(whole_store)
    assert book.sayings_of("2003-07-01")["legend rule"] == ("420.5e",)
    assert book.sayings_of(OLD)["generic mana"]
    assert "generic mana" not in book.sayings_of(TENTH), "that edition has the name"
    assert {row.until for row in book.rows} > {ALWAYS}


@pytest.mark.archive
def test_a_split_rule_is_followed_to_the_rule_that_it_was_part_of(whole_store: Store) -> None:
    forebears = Forebears(whole_store)
    newest = whole_store.chained()[-1]
    split = forebears.find("508.1a", newest)
    assert len(split) > 1
    keys = {lineage: key for key, lineage in whole_store.lineages("2002-10-07").items()}
    assert next(keys[lineage] for lineage in split if lineage in keys).startswith("308.")
    assert not any(lineage.startswith("glossary:") for lineage in split)


def test_slang_is_not_found_within_a_name(sample_store: Store) -> None:
    searcher = Searcher(sample_store)
    assert any(answer.why_name == "APNAP" for answer in searcher.search("APNAP").answers)
    assert not any(answer.why_name == "APNAP" for answer in searcher.search("APNAP order").answers)


def test_each_saying_of_several_content_words_is_recognised_as_one(sample_store: Store) -> None:
    searchable = SearchableStore(sample_store)
    sayings = SayingBook(sample_store).sayings_of(searchable.latest)
    missed = [saying for saying in sayings if not searchable.is_saying(words_in(saying))]
    assert [saying for saying in missed if len(set(map(stem_of, content_words(words_in(saying))))) > 1] == []
    # a word that is left alone of several is no saying
    assert not searchable.is_saying(["combat"])
