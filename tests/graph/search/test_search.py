"""What the search finds: queries with the rules that answer them, and queries that are none."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from graph.answers import why
from graph.ledger import open_ledger
from graph.search.index import Index
from graph.search.rank import Ranking
from graph.search.sayings import SayingBook
from graph.search.sayings_file import read_sayings
from graph.search.searcher import NO_PHRASE, Searcher
from graph.search.spelling import correct
from graph.search.text import phrase_places, stems_of_saying, words_in
from graph.search.understand import understand
from rules.store import Store, open_store
from rules.store.search import read_wordings
from tests.graph.lineages.small import added, deleted, link
from tests.rules.histories import write_history

QUERIES = Path(__file__).with_name("queries.tsv")
MISSED = 0.07
"""The share of the queries of a kind that may have no answer among the first three."""
SAMPLE = {
    # query: the first answers
    "rule 702.40A.": ["702.40a"],
    "702.4Oa storm": ["702.40a", "702.40"],
    "502.30": ["702.40"],
    "STORM": ["702.40", "glossary:Storm"],
    "storms": ["702.40"],
    "strom": ["702.40"],
    "Blood thirst": ["702.54"],
    "M10": ["edition:2009-07-11"],
    "2006-07-01": ["edition:2005-08-01"],
    "storm 2006-07-01": ["502.30"],
    "storm in the M10 rules": ["702.37"],
    "storm under M10 rules": ["702.37"],
    "M10 edition of storm": ["702.37"],
    "the M10 rules": ["edition:2009-07-11"],
    "what is storm?": ["702.40"],
    "": [],
    " \u0000 ": [],
    "шторм": [],
}


@pytest.fixture(scope="module")
def searcher(sample_store: Store) -> Searcher:
    return Searcher(sample_store)


def test_the_sample(searcher: Searcher) -> None:
    found = {query: [answer.source for answer in searcher.search(query).answers] for query in SAMPLE}
    assert {query: found[query][: len(first)] if first else found[query] for query, first in SAMPLE.items()} == SAMPLE


def test_an_answer_says_what_it_is(searcher: Searcher) -> None:
    first, second, *_ = searcher.search("storm").answers
    assert (first.number, first.heading, first.chapter, first.field) == (
        "702.40",
        "Storm",
        "702 Keyword Abilities",
        "below:702.40a",
    )
    assert {first.text[begin:end].lower() for begin, end in first.marks} == {"storm"}
    assert (first.why, second.why) == ("so called", "so called")
    assert (first.why_kind, first.why_name) == ("named", "")
    mended = searcher.search("strom")
    assert mended.offer == "storm"
    assert {answer.why for answer in mended.answers} == {"typing error for “storm”"}
    assert {(answer.why_kind, answer.why_name) for answer in mended.answers} == {("mistyped", "storm")}
    renamed = searcher.search("converted mana cost")
    assert renamed.notes == ("“Converted mana cost” has been called “mana value” since 2021-04-22.",)
    assert "mana value" in {answer.term for answer in renamed.answers}
    assert not any(answer.term for answer in searcher.search("converted mana cost", "2009-07-11").answers)


def test_no_decision_depends_on_the_wording_of_a_reason(searcher: Searcher, monkeypatch: pytest.MonkeyPatch) -> None:
    queries = ("strom", "converted mana cost", "702.40a")
    before = [searcher.search(query) for query in queries]
    monkeypatch.setattr(why, "_WORDING", {kind: f"{kind}: {{name}}" for kind in why._WORDING})
    after = [searcher.search(query) for query in queries]
    assert {answer.why for answer in after[0].answers} == {"mistyped: storm"}
    assert [result.offer for result in after] == [result.offer for result in before] == ["storm", "", ""]
    for old, new in zip(before, after, strict=True):
        assert [(answer.source, answer.term) for answer in new.answers] == [
            (answer.source, answer.term) for answer in old.answers
        ]


def test_all_editions(searcher: Searcher) -> None:
    answers = searcher.search("storm", history=True).answers
    assert answers[0].source == "702.40"
    assert answers[0].first == "2005-08-01"
    assert len({answer.source for answer in answers}) == len(answers), "each rule is found once"
    assert max(answer.wordings for answer in answers) > 1
    assert [answer.source for answer in searcher.search("502.30", history=True).answers][:1] == ["702.40"]


def test_an_entry_leads_to_its_rule_in_all_editions(tmp_path: Path) -> None:
    first, second, last = "2001-01-01", "2002-02-02", "2003-03-03"
    editions = {
        first: {"300": "Crossing|", "300.1": "A ferry waits an hour.", "glossary:Late Ferry": "See rule 300.1."},
        second: {"400": "Crossing|", "400.1": "A ferry waits two hours.", "300": "Rafts|", "300.1": "A raft drifts."},
        last: {"400": "Crossing|", "400.1": "A ferry waits two hours.", "300": "Rafts|", "300.1": "A raft drifts."},
    }
    links = {
        second: [
            *(link("300", "400"), link("300.1", "400.1", "moved", "wording")),
            *(*added("300", "300.1"), *deleted("glossary:Late Ferry")),
        ],
        last: [link(key, key) for key in editions[last]],
    }
    with open_store(write_history(tmp_path / "ferry.sqlite", editions, links)) as store:
        searcher = Searcher(store, lambda edition, key: f"{edition}/{key}")
        rule, entry, *_ = searcher.search("late ferry", history=True).answers
        beside = searcher.search("late ferry harbour", history=True).answers
    assert (rule.source, rule.edition, rule.text) == ("300.1", first, "A ferry waits an hour.")
    assert (rule.why, rule.link) == ("see “Late Ferry”", f"{first}/300.1")
    assert (entry.source, entry.edition, entry.link) == ("glossary:Late Ferry", first, f"{first}/glossary:Late Ferry")
    assert not any(answer.why_kind == "see" for answer in beside), "the entry is one of several things asked for"


def test_the_page_of_references_takes_the_place_of_a_number(sample_store: Store) -> None:
    searcher = Searcher(sample_store)
    every = [answer.source for answer in searcher.search("who cites 502.30", limit=9).answers]
    assert len(every) > 2
    assert every[0].startswith("references:")
    few = [answer.source for answer in searcher.search("who cites 502.30", limit=2).answers]
    assert few == every[:2]


def test_editions_of_a_year_with_the_same_words_are_one_answer(tmp_path: Path) -> None:
    same, new = 'Boats "drift" with the wind.', "Boats stay in the harbour."
    days = {"2001-02-01": same, "2001-03-01": new, "2001-08-01": new, "2002-01-01": new}
    editions = {day: {"100": "Boats|", "100.1": text} for day, text in days.items()}
    links = {day: [link("100.1", "100.1")] for day in list(days)[1:]}
    with open_store(write_history(tmp_path / "year.sqlite", editions, links)) as store:
        searcher = Searcher(store)
        answers = searcher.search("100.1 2001").answers
        few = searcher.search("100.1 2001", limit=2).answers
    assert answers[:2] == few, "what is told once takes no place of another answer"
    rules = [(answer.edition, answer.text) for answer in answers if answer.source == "100.1"]
    assert rules == [("2001-08-01", new), ("2001-02-01", same)]


def test_only_editions_of_shown_rules_are_read(sample_store: Store) -> None:
    """Reading an edition is slow, and each of a hundred numbers may name another one."""
    searcher = Searcher(sample_store)
    typed = " ".join([*sample_store.numbers(sample_store.chained()[-1])[-9:], "2005"])
    assert len({answer.edition for answer in searcher.search(typed).answers}) > 1
    searcher.index.cache_clear()
    searcher.search(typed, limit=1)
    assert searcher.index.cache_info().misses <= 2


def test_every_wording_of_a_lineage_with_its_editions(sample_store: Store) -> None:
    wordings = list(read_wordings(sample_store))
    contents = [(wording.lineage, wording.heading, wording.text, wording.examples) for wording in wordings]
    assert len(set(contents)) == len(contents)
    (newest,) = [wording for wording in wordings if wording.uses[-1].key == "702.40a"]
    assert (newest.heading, newest.headings) == ("", {"702.40": "Storm", "702": "Keyword Abilities"})
    assert newest.uses[-1].last == sample_store.chained()[-1]
    older = [wording for wording in wordings if wording.lineage == newest.lineage and wording != newest]
    assert older
    assert all(wording.uses[-1].last < newest.uses[0].first for wording in older)


def test_sayings_decide_in_all_editions_too(searcher: Searcher) -> None:
    first, *_ = searcher.search("summoning sick", history=True).answers
    assert (first.source, first.why_kind, first.why_name) == ("602.5a", "saying", "summoning sick")
    # no other saying of which the query has only a part counts there
    assert all(answer.why_kind != "similar" for answer in searcher.search("sick storm", history=True).answers)


def test_a_chapter_comes_first_for_its_subject(tmp_path: Path) -> None:
    titles = {"100": "Rowing Phase|", "101": "Wind and Waves|", "102": "Rowing Home Step|", "103": "Tides|"}
    rules = {
        "100.1": "Row to harbour.",
        "101.1": "Row into the wind.",
        "103.1": "A current turns.",
        "103.2": "A current.",
    }
    entries = {
        "glossary:Wave": "See rule 101.",
        "glossary:Current": "See rule 103.",
        "glossary:Harbour": "See rule 100.",
    }
    with open_store(write_history(tmp_path / "kb.sqlite", {"2001-01-01": titles | rules | entries}, {})) as store:
        searcher = Searcher(store)
        first = {
            query: searcher.search(query).answers[0].source
            for query in ("rowing", "what is rowing", "row rules", "wind", "waves", "current", "harbour", "rowing wind")
        }
    assert first == {
        "rowing": "100",
        "what is rowing": "100",
        "row rules": "100",
        "wind": "101",
        "waves": "101",
        # the chapter is about nothing else, although its title does not say so
        "current": "103",
        "harbour": "glossary:Harbour",
        "rowing wind": "101.1",
    }


def test_words_to_the_letter_beginnings_and_words_left_out(searcher: Searcher) -> None:
    everything = {answer.source for answer in searcher.search("storm", limit=99).answers}
    without = {answer.source for answer in searcher.search("storm -copy", limit=99).answers}
    assert without
    assert without < everything
    assert {answer.source for answer in searcher.search("stor*", limit=99).answers} >= everything
    for answer in searcher.search('"mana cost"').answers:
        assert "mana cost" in f"{answer.heading} {answer.text}".lower()


def test_words_are_searched_if_no_passage_has_them_as_quoted(searcher: Searcher) -> None:
    quoted = searcher.search('are there "copies of storm spells"')
    assert quoted.notes == (NO_PHRASE,)
    assert [answer.source for answer in quoted.answers] == [
        answer.source for answer in searcher.search("are there copies of storm spells").answers
    ]
    assert searcher.search('"copies of storm spells"').answers == (), "a phrase alone is searched as it is"
    assert searcher.search('"mana cost"').notes == ()
    assert searcher.search('is it "qwertzuiop"').notes == (), "without answers there is nothing to explain"


def test_a_second_passage_raises_a_record(tmp_path: Path) -> None:
    texts = {"100": "Boats|", "100.1": "Boats drift.", "100.2": "Boats drift."}
    with open_store(write_history(tmp_path / "plain.sqlite", {"2001-02-01": texts}, {})) as store:
        index = Searcher(store).index("2001-02-01")
    plain = [record for record in index.records if record.key in {"100.1", "100.2"}]
    told = Index([plain[0], replace(plain[1], examples=("A boat drifts to the harbour.",))])
    ranked = Ranking(told, understand("boats drift", [])).answers()
    assert [told.records[found.position].key for found in ranked] == ["100.2", "100.1"]


@given(st.text(max_size=60))
@example("x" * 10_000)
@example('"' * 99)
@example("\ud800 \u202e \u0130")
@example("702.40a" * 99)
def test_every_text_is_a_query(searcher: Searcher, typed: str) -> None:
    for answer in searcher.search(typed, limit=5, typing=True).answers:
        assert answer.why
        assert all(0 <= begin < end <= len(answer.text) for begin, end in answer.marks)
    assert len(understand(typed, []).whole) <= 300


def read_queries() -> list[tuple[str, str, str, list[str]]]:
    rows = [line.split("\t") for line in QUERIES.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [
        (part, kind, query, answers.replace(" ", "\0").replace("_", " ").split("\0"))
        for part, kind, query, answers in rows
    ]


@pytest.mark.archive
@pytest.mark.long
def test_queries_of_the_archive_are_answered(whole_store: Store) -> None:
    searcher = Searcher(whole_store)
    asked: Counter[tuple[str, str]] = Counter()
    missed: dict[tuple[str, str], list[str]] = {}
    for part, kind, query, wanted in read_queries():
        asked[part, kind] += 1
        first = [answer.source for answer in searcher.search(query, limit=3).answers]
        if not set(first) & set(wanted):
            missed.setdefault((part, kind), []).append(f"{query}: {' '.join(first)}")
    assert {key for key, queries in missed.items() if len(queries) > asked[key] * MISSED} == set(), missed


def test_sayings_are_told_apart_by_words_of_their_own() -> None:
    says = read_sayings().rules
    assert len(says) >= 200
    by_stems: dict[frozenset[str], set[tuple[str, ...]]] = {}
    for saying, rules in says.items():
        by_stems.setdefault(stems_of_saying(saying), set()).add(rules)
    assert frozenset() not in by_stems
    assert {stems for stems, rules in by_stems.items() if len(rules) > 1} == set()


def test_rules_that_decide_sayings_exist() -> None:
    given = read_sayings()
    edition, sayings = given.edition, given.rules
    with open_ledger() as ledger:
        known = ledger.lineages(edition)
    assert {rule for rules in sayings.values() for rule in rules} - known.keys() == set()


@pytest.mark.archive
def test_sayings_are_no_names_of_the_rules(whole_store: Store) -> None:
    index = Searcher(whole_store).index(read_sayings().edition)
    assert [saying for saying in read_sayings().rules if index.called(words_in(saying))] == []


@pytest.mark.archive
def test_sayings_follow_their_rules_to_other_editions(whole_store: Store) -> None:
    book = SayingBook(whole_store)
    then = book.sayings_of("2009-07-11")
    lineages = whole_store.lineages("2009-07-11")
    assert len(then) >= 200
    followed: dict[str, set[str]] = {}
    for row in book.rows:
        for saying in row.sayings:
            followed.setdefault(saying, set()).update(*book.lineages_of(row))
    for saying, rules in then.items():
        assert {lineages[rule] for rule in rules} <= followed[saying]


def test_quotation_marks_within_a_phrase_do_not_matter() -> None:
    text = """the "late boat" rule, the late 'boat rule', the late boats rule"""
    found = [text[begin:end] for begin, end in phrase_places(text, "late boat rule")]
    assert found == ['late boat" rule', "late 'boat rule"]
    assert phrase_places("lateboat rule", "late boat") == []
    assert phrase_places("a (b) c", "a (b) c") == [(0, 7)]


def test_two_errors_leave_the_first_letter() -> None:
    assert correct("fliegend", {"legend": 9}) is None
    assert correct("flegende", {"legend": 9}) is None
    assert correct("legendry", {"legendary": 9}) == "legendary"
    assert correct("legandery", {"legendary": 9}) == "legendary"
    assert correct("zegend", {"legend": 9}) == "legend"


def test_the_ends_of_a_short_word_are_mended_only_if_the_known_word_occurs_several_times() -> None:
    assert correct("voar", {"boar": 2}) is None
    assert correct("prisa", {"prism": 2}) is None
    assert correct("lampo", {"lamp": 1}) is None
    assert correct("splts", {"splits": 1}) == "splits"
    assert correct("strom", {"storm": 3}) == "storm"
    assert correct("samuri", {"samurai": 1}) == "samurai"


def test_words_of_other_languages_are_not_corrected(searcher: Searcher) -> None:
    for query in ("lien de vie", "contact mortel", "jugador activo", "lebensverknüpfung", "créature"):
        assert not searcher.search(query).offer, query
    assert searcher.search("strom").offer == "storm"
    assert searcher.search("how does strom work").offer == "how does storm work"


def test_words_that_no_edition_has_are_told(searcher: Searcher) -> None:
    told = "; the rules are in English."
    assert searcher.search("contact mortel").notes == (f"No edition has the words “contact” and “mortel”{told}",)
    found = searcher.search("does lebensverknüpfung work with storm")
    assert found.answers
    assert found.notes == (f"No edition has the word “lebensverknüpfung”{told}",)
    # a word of English letters may be the name of a card
    found = searcher.search("does qwertzuiop work with storm")
    assert found.answers
    assert found.notes == ()


def test_a_saying_counts_less_beside_a_keyword_that_it_lacks(tmp_path: Path) -> None:
    scores = {}
    for chapter in ("Keyword Abilities", "Boats"):
        rules = {
            "117": "Timing|",
            "117.1": "Boats may leave at any time.",
            "702": f"{chapter}|",
            "702.1": "Drifting|",
            "702.1a": "Drifting lets a boat go.",
        }
        with open_store(write_history(tmp_path / f"{chapter}.sqlite", {"2026-08-07": rules}, {})) as store:
            index = Searcher(store).index("2026-08-07")
            found = Ranking(index, understand("drifting instant speed", []), sayings={"instant speed": ["117.1"]})
            (scores[chapter],) = [
                answer.score for answer in found.answers() if answer.position == index.position_of["117.1"]
            ]
    assert 0 < scores["Keyword Abilities"] < scores["Boats"]


def test_a_saying_of_which_a_query_has_a_part_counts_by_its_share(tmp_path: Path) -> None:
    rules = {
        "117": "Timing|",
        "117.1": "Boats may leave at any time.",
        "117.2": "A drum is played when ferries leave.",
    }
    sayings = {"rocking the barge": ["117.1"], "just played": ["117.2"]}
    with open_store(write_history(tmp_path / "similar.sqlite", {"2026-08-07": rules}, {})) as store:
        index = Searcher(store).index("2026-08-07")

        def reasons(query: str) -> dict[str, tuple[str, str]]:
            found = Ranking(index, understand(query, []), sayings=sayings).answers()
            return {index.records[answer.position].key: (answer.why.kind, answer.why.name) for answer in found}

        assert reasons("barge at midnight") == {"117.1": ("similar", "rocking the barge")}
        # of "just played" a query without the stop word has little
        assert reasons("played at midnight") == {"117.2": ("some-words", "")}
        # a single word is no part of a question
        assert reasons("barge") == {}


def test_a_synonym_has_less_of_a_saying_than_its_word(tmp_path: Path) -> None:
    rules = {
        "117": "Timing|",
        "117.1": "Boats may leave at any time.",
        "117.2": "A drum is played when ferries leave.",
    }
    with open_store(write_history(tmp_path / "synonym.sqlite", {"2026-08-07": rules}, {})) as store:
        index = Searcher(store).index("2026-08-07")

        def scores(query: str) -> dict[str, float]:
            found = Ranking(index, understand(query, []), sayings={"conceding the barge": ["117.1"]}).answers()
            return {index.records[answer.position].key: answer.score for answer in found}

        assert 0 < scores("surrender at midnight")["117.1"] < scores("concede at midnight")["117.1"]
        # a word with another meaning has nothing of it
        assert scores("swap at midnight") == {}


def test_a_list_of_keywords_is_answered_by_the_rule_of_each(tmp_path: Path) -> None:
    rules = {
        "702": "Keyword Abilities|",
        "702.1": "Drifting|",
        "702.1a": "Drifting lets a boat go if it is moored.",
        "702.2": "Mooring|",
        "702.2a": "Mooring holds a boat.",
        "glossary:Boat": "What drifts. See rule 702.1.",
    }
    with open_store(write_history(tmp_path / "list.sqlite", {"2026-08-07": rules}, {})) as store:
        searcher = Searcher(store)
        tiers = {}
        for query in ("drifting mooring", "how do mooring and drifting work", "drifting if moored", "drifting boat"):
            index = searcher.index("2026-08-07")
            (best, *_) = Ranking(index, understand(query, [])).answers()
            tiers[query] = best.tier
    assert tiers == {
        "drifting mooring": 3,
        "how do mooring and drifting work": 3,
        "drifting if moored": 0,
        "drifting boat": 0,
    }


def test_an_entry_without_a_rule_counts_more_among_other_words(tmp_path: Path) -> None:
    scores = {}
    for name, meaning in (("led", "Boats that leave. See rule 117.1."), ("alone", "Boats that leave.")):
        rules = {"117": "Timing|", "117.1": "Boats may leave at any time."}
        store = write_history(tmp_path / f"{name}.sqlite", {"2026-08-07": rules | {"glossary:Drifter": meaning}}, {})
        with open_store(store) as opened:
            index = Searcher(opened).index("2026-08-07")
            found = Ranking(index, understand("old drifter type", [])).answers()
            (scores[name],) = [
                answer.score for answer in found if answer.position == index.position_of["glossary:Drifter"]
            ]
    assert 0 < scores["led"] < scores["alone"]


def test_the_code_of_a_set_without_an_edition_leads_to_the_edition_in_force(sample_store: Store) -> None:
    released = "2004-11-19"
    in_force = max(edition for edition in sample_store.chained() if edition <= released)
    found = Searcher(sample_store).search("UNH")
    assert [(answer.kind, answer.edition) for answer in found.answers] == [("edition", in_force)]
    (note,) = found.notes
    assert released in note
    assert note.endswith(f"that of {in_force} was in force.")


def test_a_short_first_rule_does_not_say_what_a_heading_means(tmp_path: Path) -> None:
    rules = {
        "702": "Keyword Abilities|",
        "702.1": "Drifting|",
        "702.1a": "Drifting is a static ability.",
        "702.1b": "A boat that is drifting leaves the harbour with the tide.",
        "702.2": "Mooring|",
        "702.2a": "Mooring holds a boat in the harbour until the tide comes.",
        "702.2b": "A boat may be moored twice.",
    }
    with open_store(write_history(tmp_path / "first.sqlite", {"2026-08-07": rules}, {})) as store:
        index = Searcher(store).index("2026-08-07")
    usual = index.priors[index.position_of["702.2b"]]
    raised = [record.key for record, prior in zip(index.records, index.priors, strict=True) if prior > usual + 0.1]
    assert [key for key in raised if key[-1] in "ab"] == ["702.1b", "702.2a"]
