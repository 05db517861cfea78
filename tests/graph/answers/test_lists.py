"""The small lists: keywords, contents, codes."""

from __future__ import annotations

from typing import Any

from graph.answers.contents import list_contents
from graph.answers.editions import list_codes
from graph.answers.keywords import list_keywords
from rules.store import Store, open_store
from tests.rules.histories import write_history


def test_keywords_of_the_sample(sample_store: Store) -> None:
    keywords = {(keyword.name, keyword.kind): keyword for keyword in list_keywords(sample_store)}
    storm = keywords["Storm", "ability"]
    assert (storm.number, storm.since, storm.until) == ("702.40", "2005-08-01", None)
    assert list(keywords) == sorted(keywords, key=lambda key: key[0].lower())


def test_ability_words_are_those_that_a_rule_lists(tmp_path: Any) -> None:
    text = "Some words are printed in italics. The ability words are amble, bay’s hour, and carousel."
    path = write_history(tmp_path / "kb.sqlite", {"2001-01-01": {"100.1": text}}, {})
    with open_store(path) as store:
        assert [(word.name, word.since, word.until) for word in list_keywords(store)] == [
            ("amble", "2001-01-01", None),
            ("bay’s hour", "2001-01-01", None),
            ("carousel", "2001-01-01", None),
        ]


def test_contents_and_codes_of_the_sample(sample_store: Store) -> None:
    newest = sample_store.chained()[-1]
    contents = list_contents(sample_store, newest)
    headed = [rule for rule in sample_store.rules(newest) if rule.heading and rule.kind != "subrule"]
    assert [(row.number, row.kind, row.heading) for row in contents] == [(r.number, r.kind, r.heading) for r in headed]
    codes = {row.code: row for row in list_codes(sample_store)}
    assert codes["M10"].edition == "2009-07-11"
    assert all(row.edition == row.editions[0] for row in codes.values())
