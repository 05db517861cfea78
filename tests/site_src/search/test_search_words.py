"""The words that the search page reads: every passage once, every record of every edition to be found in them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.store import open_store
from site_src.data.corpus import Corpus
from site_src.errors import PagesError
from site_src.search.words import words_documents
from tests.rules.histories import write_history
from tests.site_src.pages.history.moved_rules import BASKETS, EDITIONS, LADDERS, LINKS, A, B, C

Documents = tuple[dict[str, Any], dict[str, Any]]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Documents:
    path = write_history(tmp_path_factory.mktemp("words") / "moved_rules.sqlite", EDITIONS, LINKS)
    with open_store(path) as store:
        return words_documents(store, Corpus(store))


def fill_passage(passage: list[Any]) -> list[Any]:
    return passage + ["", "", [], []][len(passage) :]


def test_today_has_every_record_of_the_latest_edition(documents: Documents) -> None:
    now, _ = documents
    assert now["edition"] == C
    assert [record[0] for record in now["records"]] == list(EDITIONS[C])
    by_key = {record[0]: fill_passage(record[1:]) for record in now["records"]}
    assert by_key["702.3a"][1] == LADDERS.replace("a tree", "“a tree”")
    assert by_key["702.3"][:2] == ["Ladder", ""]


def test_every_record_of_every_edition_is_there_once(documents: Documents) -> None:
    now, past = documents
    passages = [fill_passage(record[1:]) for record in now["records"]] + [
        fill_passage(passage) for passage in past["passages"]
    ]
    for place, (edition, _) in enumerate(past["editions"]):
        records = {
            key: passages[number]
            for _, runs in past["lineages"]
            for key, first, last, number in runs
            if first <= place <= last
        }
        assert set(records) == set(EDITIONS[edition])
        for key, text in EDITIONS[edition].items():
            heading, bar, words = text.rpartition("|")
            term = key.removeprefix("glossary:") if key.startswith("glossary:") else heading
            assert records[key][:2] == [term if bar or term != heading else "", words], (edition, key)


def test_nothing_is_sent_twice(documents: Documents) -> None:
    now, past = documents
    today = [fill_passage(record[1:]) for record in now["records"]]
    assert not [passage for passage in past["passages"] if fill_passage(passage) in today]
    assert len({repr(passage) for passage in past["passages"]}) == len(past["passages"])
    assert any(BASKETS in passage for passage in past["passages"])


def test_a_run_joins_what_stayed(documents: Documents) -> None:
    _, past = documents
    runs = dict(past["lineages"])[f"702.2@{A}"]
    assert [(key, first, last) for key, first, last, _ in runs] == [("702.2", 0, 0), ("702.3", 1, 2)]


def test_both_are_of_one_build_and_the_same_each_time(documents: Documents, tmp_path: Path) -> None:
    now, past = documents
    assert now["build"] == past["build"]
    with open_store(write_history(tmp_path / "again.sqlite", EDITIONS, LINKS)) as store:
        assert words_documents(store, Corpus(store)) == documents
    fewer = {edition: EDITIONS[edition] for edition in (A, B)}
    with open_store(write_history(tmp_path / "fewer.sqlite", fewer, {B: LINKS[B]})) as store:
        other = words_documents(store, Corpus(store))
    assert other[0]["build"] != now["build"]


def test_without_an_edition_there_is_nothing(tmp_path: Path) -> None:
    with (
        open_store(write_history(tmp_path / "empty.sqlite", {}, {})) as store,
        pytest.raises(PagesError, match="no edition with rules"),
    ):
        Corpus(store)
