"""Questions for what changed in a time, and the pages that answer them."""

from __future__ import annotations

import pytest

from comprules.site_links import record_link
from graph.search.change_questions import ChangeQuestion, read_change_question
from graph.search.searcher import Searcher
from graph.search.sets import EditionRow
from rules.store import Store

EDITIONS = [
    EditionRow("2001-03-01", "BOT", "Boats"),
    EditionRow("2003-06-01", "", ""),
    EditionRow("2003-09-01", "HRB", "Harbours of Home"),
    EditionRow("2005-02-01", "H10", "Harbours 2010"),
    EditionRow("2005-02-01", "OAR", "Oars", "2005-03-05"),
    EditionRow("2007-01-01", "SEA", "Seas"),
]
QUESTIONS = {
    # question: in what something changed, the edition before, and the last edition
    "what changed in oaks since 2003": ("oaks", "2001-03-01", "2007-01-01"),
    "What has changed in oaks since 2003?": ("oaks", "2001-03-01", "2007-01-01"),
    "since 2003, what changed about oaks": ("oaks", "2001-03-01", "2007-01-01"),
    "oaks since 2003": ("oaks", "2001-03-01", "2007-01-01"),
    "oak changes ever since August 2003": ("oak", "2003-06-01", "2007-01-01"),
    "changes to oaks since 2003-09-01": ("oaks", "2003-09-01", "2007-01-01"),
    "changes to oaks since 2003-08-31": ("oaks", "2003-06-01", "2007-01-01"),
    "oaks since HRB": ("oaks", "2003-09-01", "2007-01-01"),
    "oaks since h10": ("oaks", "2005-02-01", "2007-01-01"),
    "oaks since OAR": ("oaks", "2005-02-01", "2007-01-01"),
    "how have oaks changed since Harbours of Home": ("oaks", "2003-09-01", "2007-01-01"),
    "what changed since home": ("", "2003-09-01", "2007-01-01"),
    "what changed in oaks between 2003 and 2005": ("oaks", "2001-03-01", "2005-02-01"),
    "oaks from boats to h10": ("oaks", "2001-03-01", "2005-02-01"),
    "oak changes 2003-2005": ("oak", "2001-03-01", "2005-02-01"),
    "difference between BOT and HRB": ("", "2001-03-01", "2003-09-01"),
    "how did oaks change before 2005": ("oaks", "2001-03-01", "2003-09-01"),
    "oak changes until 2003": ("oak", "2001-03-01", "2003-09-01"),
    "what changed after 2003 in the oak rule": ("oak rule", "2003-09-01", "2007-01-01"),
    "what changed in oaks in 2003": ("oaks", "2001-03-01", "2003-09-01"),
    "oak changes within 2003": ("oak", "2001-03-01", "2003-09-01"),
    "changes within oaks since 2003": ("oaks", "2001-03-01", "2007-01-01"),
    "how often were oaks reworded since 2003": ("oaks", "2001-03-01", "2007-01-01"),
    "how many times has the oak rule changed since 2003": ("oak rule", "2001-03-01", "2007-01-01"),
    "what changed in oaks with Boats": None,
    "what changed in oaks with Seas": ("oaks", "2005-02-01", "2007-01-01"),
    "changes in 702.19 since 2003": ("702.19", "2001-03-01", "2007-01-01"),
    "rule changes since 2003": ("", "2001-03-01", "2007-01-01"),
    "oaks before 2005": None,
    "oaks in 2005": None,
    "what changed in 2005": None,
    "what changed before 2005": None,
    "what changed in oaks between 2005 and 2003": ("oaks", "2001-03-01", "2005-02-01"),
    "since when is there an oak": None,
    "oaks between two boats": None,
    "what changed in oaks since 2009": None,
    "from hand to harbour": None,
    # two editions need no preposition; without a word such as "changes", an edition of each time is compared
    "oaks 2003 to 2005": ("oaks", "2003-06-01", "2005-02-01"),
    "oaks 2003-2005": ("oaks", "2003-06-01", "2005-02-01"),
    "2003 vs 2005 oaks": ("oaks", "2003-06-01", "2005-02-01"),
    "oaks 2004 vs 2007": ("oaks", "2003-09-01", "2007-01-01"),
    "compare chapter 506 2003 2005": ("506", "2003-06-01", "2005-02-01"),
    "oaks between 2003 and 2005": ("oaks", "2003-06-01", "2005-02-01"),
    "oaks BOT to HRB": ("oaks", "2001-03-01", "2003-09-01"),
    "BOT/HRB": ("", "2001-03-01", "2003-09-01"),
    "h10-HRB oaks": ("oaks", "2003-09-01", "2005-02-01"),
    "oaks 2001-03-01..2003-09-01": ("oaks", "2001-03-01", "2003-09-01"),
    "Compare Seas with the rules of Boats.": ("", "2001-03-01", "2007-01-01"),
    "oaks in 2003 and in 2007": ("oaks", "2003-06-01", "2007-01-01"),
    "the Boats rules compared to the current rules": ("", "2001-03-01", "2007-01-01"),
    "oaks home vs Boats": ("oaks", "2001-03-01", "2003-09-01"),
    "oaks from home to harbours": None,
    "oaks home and harbours": None,
    "harbours of home oaks": None,
    "oaks 2003 Boats": None,
    "oaks 2003 to 2003-06": None,
    "oaks now and today": None,
    "": None,
}


@pytest.mark.parametrize(("question", "expected"), QUESTIONS.items(), ids=QUESTIONS)
def test_questions_for_changes(question: str, expected: tuple[str, str, str] | None) -> None:
    found = read_change_question(question, EDITIONS, lambda words: "boat" in words)
    assert found == (ChangeQuestion(*expected) if expected else None)


def test_no_edition_changed_anything_without_editions() -> None:
    assert read_change_question("oaks since 2003", [], lambda _: False) is None


def test_a_name_of_the_rules_is_no_part_of_a_set() -> None:
    assert read_change_question("oaks since home", EDITIONS, lambda words: words == ["home"]) is None


@pytest.fixture(scope="module")
def searcher(sample_store: Store) -> Searcher:
    return Searcher(sample_store)


def list_sources(searcher: Searcher, query: str, *, history: bool = False) -> list[str]:
    return [answer.source for answer in searcher.search(query, limit=3, history=history).answers]


def test_changes_come_before_the_rules_of_today(searcher: Searcher) -> None:
    assert list_sources(searcher, "what changed in storm since M10") == [
        "compare:2009-07-11..2026-04-17/702/Storm",
        "changes:2021-04-22..2026-04-17/storm",
        "702.40",
    ]
    # a number is compared by itself, a chapter whole
    assert list_sources(searcher, "changes to 702.40a since M10")[0] == "compare:2009-07-11..2026-04-17/702/702.40a"
    assert list_sources(searcher, "changes to 603 since M10")[0] == "compare:2009-07-11..2026-04-17/603"
    # without a subject there is nothing else to find
    assert list_sources(searcher, "what changed since M10") == ["compare:2009-07-11..2026-04-17"]
    # all editions have no first and last one
    assert "compare" not in " ".join(list_sources(searcher, "what changed in storm since M10", history=True))


def test_rules_are_those_at_the_end_of_the_time(searcher: Searcher) -> None:
    found = searcher.search("storm changes until M10", limit=3)
    assert (found.edition, found.answers[2].source) == ("2009-07-11", "702.37")


def test_pages_of_changes_and_histories_have_addresses(sample_store: Store) -> None:
    addresses = {
        "compare:2009-07-11..2026-04-17": "compare/?from=2009-07-11&to=2026-04-17",
        "compare:2009-07-11..2026-04-17/603": "compare/?from=2009-07-11&to=2026-04-17&chapter=603",
        "compare:2009-07-11..2026-04-17/702/Last Oak": (
            "compare/?from=2009-07-11&to=2026-04-17&chapter=702&q=Last+Oak"
        ),
        "changes:2021-04-22..2026-04-17/oak & ash/elm": (
            "search/?q=oak+%26+ash%2Felm&in=changes&from=2021-04-22&to=2026-04-17"
        ),
    }
    addresses |= {
        "number:502.30a": "n/?502.30a",
        "history:603.4": "history/603.4/#603.4",
        "references:603.4": "references/?n=603.4",
        "references:603.4@2009-07-11": "references/?n=603.4&on=2009-07-11",
        "history:702.40a": "history/702.40/#702.40a",
    }
    found = {source: record_link(sample_store, "2026-04-17", source, "https://rules.test") for source in addresses}
    assert found == {source: f"https://rules.test/{address}" for source, address in addresses.items()}
