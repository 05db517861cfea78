"""What a person types never becomes an FTS5 syntax error, and means what it seems to mean."""

import sqlite3

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.store.query import number_in, parse_query, prefixes

TEXTS = (
    (1, "Storm", ""),
    (2, None, "A copy of the spell is put on the stack for each spell cast before it."),
    (3, None, "Plane cards are not planeswalkers; see rule 702.40a."),
    (4, "Damage", "Ordinary damage, dealt at once."),
)


@pytest.fixture(scope="module")
def index() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("CREATE VIRTUAL TABLE search USING fts5 (title, text, tokenize = 'unicode61')")
    connection.executemany("INSERT INTO search (rowid, title, text) VALUES (?, ?, ?)", TEXTS)
    return connection


def run_query(index: sqlite3.Connection, match: str | None) -> list[int]:
    if match is None:
        return []
    return [row[0] for row in index.execute("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid", (match,))]


# Which texts are found by what is typed, between bars.
FOUND = {
    (1,): "storm|STORM",
    (2,): 'spell copy|"copy of the spell"|“each spell”',
    (3,): "plane*|plane|702.40a",
    (4,): "damage -storm|dam*|damage \x00 ordinary",
    (): '"spell of the copy"|damage -ordinary|702.40|AND|damage AND NOT|title:storm|-storm||— … !|"',
}


@pytest.mark.parametrize("expected", FOUND)
def test_meaning(index: sqlite3.Connection, expected: tuple[int, ...]) -> None:
    for typed in FOUND[expected].split("|"):
        assert run_query(index, parse_query(typed).match) == list(expected), typed


@given(st.text())
@example('"unbalanced')
@example("a OR ) NEAR( * ^ :")
@example("-- - -* *")
@example("\ud800 lone surrogate")
def test_no_query_is_an_error(index: sqlite3.Connection, typed: str) -> None:
    query = parse_query(typed)
    run_query(index, query.match)
    run_query(index, prefixes(query))


def test_a_repeated_word_is_asked_for_once_and_beginnings_leave_phrases_valid(index: sqlite3.Connection) -> None:
    assert parse_query("spell copy " * 1000 + '"copy" -a -a').match == '("spell" AND "copy") NOT ("a")'
    query = parse_query('sto* "copy of" orden -plan')
    assert prefixes(query) == '("sto" * AND "copy of" * AND "orden" *) NOT ("plan" *)'
    run_query(index, prefixes(query))


NUMBERS = {
    "702.40a": ("702.40a", " 702.40A. ", "CR 702.40a", "CR702.40a"),
    "702.40": ("rule 702.40",),
    "7": ("Rules 7",),
    "702": ("section 702",),
    "A.2": ("A.2",),
    "A.2.1": ("a.2.1",),
    "E.13.Ruling.5": ("rule E.13.ruling.5",),
    None: ("A", "e.g.", "A.2.1.4", "702.40abc", "70", "702.40a storm", "storm", ""),
}


def test_number_in() -> None:
    for number, spellings in NUMBERS.items():
        for typed in spellings:
            assert number_in(typed) == parse_query(typed).number == number, typed
