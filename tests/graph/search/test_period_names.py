"""The editions that queries name by words around the name of a set, a block or a day."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from graph.answers.search import SearchResult
from graph.search.definition import read_definition
from graph.search.period_names import PeriodReader
from graph.search.searchable import SearchableStore
from graph.search.searcher import Searcher
from graph.search.sets import EditionRow
from rules.store import Store

FIRST, MIDDLE, LAST = "2003-10-01", "2004-02-01", "2004-06-01"
EDITIONS = [
    EditionRow("2001-03-01", "BOT", "Boats of Home"),
    EditionRow(FIRST, "MRD", "Mirrodin"),
    EditionRow(MIDDLE, "DST", "Harbours"),
    EditionRow(LAST, "5DN", "Return to Harbours"),
]
PERIODS = {
    # query: its editions, the time, and the rest
    "oars at the time of Harbours": ([MIDDLE], None, "oars"),
    "oars during Harbours, and rafts": ([MIDDLE], None, "oars and rafts"),
    "oars as first printed in Harbours": ([MIDDLE], None, "oars"),
    "oars in the days of return to harbours?": ([LAST], None, "oars"),
    "oars back in original boats": (["2001-03-01"], None, "oars"),
    "oars in original boats, and rafts": (["2001-03-01"], None, "oars and rafts"),
    "When Harbours came out, what did oars do": ([MIDDLE], None, "what did oars do"),
    "oars when MRD was released": ([FIRST], None, "oars"),
    "oars before harbours": ([FIRST], None, "oars"),
    "pre-Harbours oars": ([FIRST], None, "oars"),
    "oars before boats": ([], "2001-03-01", "oars"),
    "oars after Mirrodin": ([FIRST], None, "oars"),
    "oars back in 2004": ([LAST, MIDDLE], "2004", "oars"),
    "in the Mirrodin block oars": ([LAST, MIDDLE, FIRST], None, "oars"),
    "Mirrodin era oars": ([LAST, MIDDLE, FIRST], None, "oars"),
    "oars before the Mirrodin block": (["2001-03-01"], None, "oars"),
    "harbours era oars": ([MIDDLE], None, "oars"),
    "can harbours block oars": None,
    "oars in the days of Tempest": ([], "1997", "oars"),
    "oars in 5th edition": ([], "1997", "oars"),
    "oars before fifth edition": ([], "1997", "oars"),
    "oars before alpha strike": None,
    "oars before rafts": None,
    "oars": None,
    "": None,
}


def may_be_part(words: Sequence[str]) -> bool:
    return not {"oars", "strike", "when", "and"}.intersection(map(str.lower, words))


@pytest.mark.parametrize("query", PERIODS)
def test_words_around_a_name_say_which_edition_is_meant(query: str) -> None:
    found = PeriodReader(EDITIONS, may_be_part).find_period(query)
    assert (found and (list(found.editions), found.time, found.rest)) == PERIODS[query]


def test_words_of_the_game_are_no_part_of_a_name() -> None:
    assert PeriodReader(EDITIONS, lambda _words: False).find_period("oars before home") is None


def test_no_phrase_is_longer_than_the_reader_looks() -> None:
    periods = read_definition().periods
    assert max(len(phrase.split()) for phrase in (*periods.ahead, *periods.light)) <= 5
    assert max(len(phrase.split()) for phrase in periods.behind) <= 3


def test_there_is_no_edition_before_the_first(sample_store: Store) -> None:
    searcher = Searcher(sample_store)
    note = "No edition of that time is known; the first is 1999-04-23."
    for query in ("storm before 6th edition", "storm in the days of Tempest", "storm 1997"):
        result = searcher.search(query)
        assert result.notes[0] == note
        assert result.answers[0].source == "702.40", "the rest of the query is searched in the latest edition"
    assert searcher.search("in 5th edition") == SearchResult(None, (), (note,))


def test_a_chapter_is_found_by_its_number_and_a_word_of_its_title(sample_store: Store) -> None:
    searcher = Searcher(sample_store)
    assert searcher.search("keyword abilities 702").answers[0].source == "702"
    assert searcher.search("storm 702").answers[0].source == "702.40a"


@pytest.mark.archive
def test_what_former_editions_decided_otherwise_comes_first(whole_store: Store) -> None:
    searcher = Searcher(whole_store)
    for query in ("the old legend rule", "legend rule before the change", "when did the legend rule change"):
        result = searcher.search(query)
        assert (result.answers[0].source, result.answers[0].edition) == ("704.5k", "2013-05-01")
        assert result.notes[0] == "The rules about “legend rule” changed on 2013-07-13; until then, see 704.5k."
    assert searcher.search("legend rule").answers[0].source == "704.5j"


@pytest.mark.archive
def test_every_code_of_a_block_is_that_of_a_set(whole_store: Store) -> None:
    codes = {row.code for row in SearchableStore(whole_store).edition_rows}
    assert {code for codes_of_block in read_definition().blocks.values() for code in codes_of_block} <= codes
