"""What the search tells about the past: what is gone, since when there is something, sets and bulletins."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.search.lives import read_lives
from graph.search.past import Past
from graph.search.past_questions import read_past_question
from graph.search.renamed import list_old_names
from graph.search.searcher import Searcher
from graph.search.sets import EditionRow
from graph.search.text import words_in
from graph.search.understand import understand
from rules.links import Term
from rules.records import COMPREHENSIVE_RULES
from rules.store import Store, open_store
from tests.graph.lineages.small import added, deleted, link
from tests.rules.histories import Retyped, write_history

QUESTIONS = {
    # question: what it asks, and of what
    "since when does mana value exist": ("since", "mana value"),
    "how long has flash been a keyword": ("since", "flash"),
    "which edition added deathtouch": ("since", "deathtouch"),
    "when was the flash mechanic changed": ("changed", "flash"),
    "when were the poly artifacts mechanics removed": ("until", "poly artifacts"),
    "when was the banding keyword last reworded": ("changed", "banding"),
    "when did the rules add deathtouch": ("since", "deathtouch"),
    "when was first strike introduced": ("since", "first strike"),
    "until when did interrupts exist": ("until", "interrupts"),
    "when did mana burn go away": ("until", "mana burn"),
    "when was damage on the stack removed from the game": ("until", "damage on the stack"),
    "when was removed from the game renamed": ("changed", "removed from the game"),
    "when was the legend rule changed": ("changed", "legend rule"),
    "when did they rename removed from the game": ("changed", "removed from the game"),
    "when did wizards change mulligans": ("changed", "mulligans"),
    "when did battlefield replace in play": ("changed", "battlefield in play"),
    "interrupts since when": ("since", "interrupts"),
    "since when is mana value called that": ("since", "mana value"),
    "poly artifacts removed what year": ("until", "poly artifacts"),
    "do interrupts still exist": ("until", "interrupts"),
    "last edition with banding": ("until", "banding"),
    "old name of exile": ("changed", "exile"),
    "burn since when not anymore": ("until", "burn"),
    "first wording of storm": ("since", "storm"),
    "original text of the legend rule": ("since", "legend rule"),
    "last wording of mana burn": ("until", "mana burn"),
    "in which year was bury removed": ("until", "bury"),
    "in what edition was deathtouch introduced": ("since", "deathtouch"),
    "what year did planeswalkers appear": ("since", "planeswalkers"),
    "until what year did interrupts exist": ("until", "interrupts"),
    "since which edition does lifelink exist": ("since", "lifelink"),
    "how often has trample changed": ("changed", "trample"),
    "how long has protection been around": ("since", "protection"),
    "since when has the legend rule been like this": ("since", "legend rule"),
    "when was phasing last changed": ("changed", "phasing"),
    "when was first strike first added": ("since", "first strike"),
    "when did they get rid of banding": ("until", "banding"),
    "what was exile called before": ("changed", "exile"),
    "how many times can a creature enter combat": None,
    "in which year can I cast it": None,
    "when did they get rid of interrupts": ("until", "interrupts"),
    "poly artifacts when was it removed": ("until", "poly artifacts"),
    "interrupts since when do they exist": ("since", "interrupts"),
    "banding until when was it there": ("until", "banding"),
    "storm keyword when was it changed": ("changed", "storm"),
    "storm when is it countered": None,
    "banding when was it": None,
    "banding what year": None,
    "when is damage removed from creatures": None,
    "when was it": None,
    "since when": None,
    "when can I play a land": None,
    "": None,
}


def first_answers(searcher: Searcher, query: str, limit: int = 3) -> list[str]:
    return [f"{answer.source}@{answer.edition}" for answer in searcher.search(query, limit=limit).answers]


def test_questions_about_the_past() -> None:
    read = {question: read_past_question(question.split()) for question in QUESTIONS}
    assert {question: found and (found.aim, " ".join(found.subject)) for question, found in read.items()} == QUESTIONS


def test_a_question_that_names_an_edition_asks_what_that_edition_says() -> None:
    editions = [EditionRow("2005-02-01", "", "")]
    assert understand("what was a barge", editions).asks_for_past
    assert not understand("what was a barge in 2005", editions).asks_for_past


def test_of_several_renamings_of_one_edition_the_best_supported_counts(tmp_path: Path) -> None:
    best = Term("poly artifact", "engine", "2002-02-02", "renamed", 40, 1.0, curated=True)
    other = Term("big machine", "engine", "2002-02-02", "renamed", 3, 0.5, curated=True)
    editions = {"2001-01-01": {"100.1": "A poly artifact waits."}, "2002-02-02": {"100.1": "An engine waits."}}
    links = {"2002-02-02": [link("100.1", "100.1", "kept", "wording")]}
    store = open_store(write_history(tmp_path / "kb.sqlite", editions, links, terms=[best, other]))
    assert list(Past(store, []).renamings_by_new_name.values()) == [best]


def test_the_possessive_of_an_old_name_is_no_second_name() -> None:
    forms = (("poly artifacts", "engines"), ("poly artifact's", "engine's"))
    term = Term("poly artifact", "engine", "2002-02-02", "renamed", 40, 1.0, forms=forms, curated=True)
    names = [(name.old, name.names) for name in list_old_names([term])]
    assert names == [("poly artifact", ("engine",)), ("poly artifacts", ("engines",))]


def test_a_part_of_the_name_of_a_set_offers_its_editions(sample_store: Store) -> None:
    searcher = Searcher(sample_store)
    assert first_answers(searcher, "strixhaven") == ["edition:2021-04-22@2021-04-22", "edition:2026-04-17@2026-04-17"]
    assert first_answers(searcher, "strixhaven 2021") == ["edition:2021-04-22@2021-04-22"]
    assert first_answers(searcher, "strixhaven 2022") == ["edition:2021-04-22@2021-04-22"], "in force until 2026"
    assert first_answers(searcher, "strixhaven 2010") == first_answers(searcher, "strixhaven"), "none was of 2010"
    assert first_answers(searcher, "2010 strixhaven") == first_answers(searcher, "strixhaven")
    assert first_answers(searcher, "ninth edition 2021") == ["edition:2005-08-01@2005-08-01"]
    assert first_answers(searcher, "what changed in Magic 2010")[0] == "edition:2009-07-11@2009-07-11"
    (bulletin, *_) = searcher.search("Magic 2010 bulletin").answers
    assert (bulletin.kind, bulletin.edition) == ("bulletin", "2009-07-11")
    # next to a name of the rules, a part of a set's name means the edition
    assert first_answers(searcher, "storm strixhaven")[0] == "702.40@2021-04-22"
    assert first_answers(searcher, "storm in strixhaven")[0] == "702.40@2021-04-22"
    assert first_answers(searcher, "copies strixhaven")[0].endswith("@2026-04-17"), "no rule is called so"
    # and next to a saying of players
    assert first_answers(searcher, "storm count strixhaven")[0] == "702.40a@2021-04-22"
    # a name of the rules is no part of a set's name
    assert first_answers(searcher, "storm")[0].startswith("702.40@")


def test_the_page_of_an_old_name_is_an_answer(sample_store: Store) -> None:
    searcher = Searcher(sample_store)
    _, page, *_ = searcher.search("converted mana cost").answers
    assert (page.source, page.kind, page.edition) == ("term:converted mana cost", "term", "2021-04-22")
    assert "mana value" in page.text
    (first, *_) = searcher.search("since when does mana value exist").answers
    assert first.source == "term:mana value"
    result = searcher.search("since when is there storm")
    assert result.notes == ("The rules have had “storm” since 2005-08-01, first in 502.30.",)
    assert result.answers[0].why == "first in the edition of 2005-08-01"


def test_the_end_of_a_name_that_is_still_there_is_told_after_the_rule_of_today(sample_store: Store) -> None:
    result = Searcher(sample_store).search("when was storm removed", limit=2)
    assert result.notes == ("The rules have had “storm” since 2005-08-01, first in 502.30; they still do.",)
    assert [(answer.source, answer.why_kind) for answer in result.answers] == [
        ("702.40", "named"),
        ("502.30", "first-edition"),
    ]


def test_the_end_of_a_name_is_told_with_the_last_rule_that_had_it(tmp_path: Path) -> None:
    editions = {
        "2001-01-01": {"300": "Rafts|", "300.1": "A raft drifts slowly."},
        "2002-02-02": {"400": "Rafts|", "400.1": "A raft drifts slowly."},
        "2003-03-03": {"400": "Barges|", "400.1": "A barge drifts slowly."},
    }
    links = {
        "2002-02-02": [link("300", "400"), link("300.1", "400.1")],
        "2003-03-03": [link("400", "400"), link("400.1", "400.1")],
    }
    with open_store(write_history(tmp_path / "kb.sqlite", editions, links)) as store:
        searcher = Searcher(store)
        (last, *_) = searcher.search("until when did rafts exist").answers
        (first, *_) = searcher.search("since when do rafts exist").answers
    assert (last.source, last.edition, last.why_kind) == ("400", "2002-02-02", "last-edition")
    assert (first.source, first.edition, first.why_kind) == ("300", "2001-01-01", "first-edition")


def test_a_name_that_came_later_is_told_with_the_name_before_it(sample_store: Store) -> None:
    result = Searcher(sample_store).search("what was mana value called", "2009-07-11")
    assert result.notes == ("“Mana value” has been the name since 2021-04-22; before, it was “converted mana cost”",)
    assert result.answers[0].edition == "2009-07-11"


def test_nothing_is_told_of_the_past_in_an_edition_of_the_past(sample_store: Store) -> None:
    for answer in Searcher(sample_store).search("converted mana cost", "2009-07-11").answers:
        assert answer.kind != "term"


@pytest.mark.archive
def test_what_is_gone_is_told_first(whole_store: Store) -> None:
    searcher = Searcher(whole_store)
    for query in ("mana burn", "when was mana burn removed", "can I die from mana burn"):
        result = searcher.search(query, limit=3)
        assert result.notes[0] == (
            "The rules have had no “mana burn” since 2009-07-11; until then, see 300.3 and Mana Burn."
        )
        assert [answer.source for answer in result.answers[:2]] == ["300.3", "term:mana burn"]
        assert "mana burn" in result.answers[0].text
    assert first_answers(searcher, "damage on the stack") == [
        "310.1@2009-05-01",
        "term:combat damage on the stack@2009-07-11",
        "510.2@2026-08-07",
    ]
    of_all_editions = searcher.search("damage on the stack", limit=4, history=True)
    assert of_all_editions.notes[0].startswith("The rules have had no “damage on the stack” since 2009-07-11")
    assert [answer.source for answer in of_all_editions.answers] == [
        "310.1",
        "term:combat damage on the stack",
        "510.2",
        "310.4",
    ]


def test_a_retyped_edition_dates_a_name_that_is_new_in_it(tmp_path: Path) -> None:
    old = {"702": "Keyword Abilities|", "702.1": "Wandering|"}
    new = old | {"702.2": "Fading|", "glossary:Fading": "It fades."}
    first, retyped, last = "2001-01-01", "2001-05-05", "2002-01-01"
    links = [link("702", "702"), link("702.1", "702.1"), *added("702.2", "glossary:Fading")]
    steps = {last: links, f"{first}..{retyped}": links, f"{retyped}..{last}": [link(key, key) for key in new]}
    typed = Retyped(new | {"702.1": "Wandernig|"})
    with open_store(write_history(tmp_path / "kb.sqlite", {first: old, retyped: typed, last: new}, steps)) as store:
        lives = read_lives(store)
        (note,) = Searcher(store).search("since when is there fading").notes
    dates = {life.name: (life.first, life.first_key) for life in lives.values()}
    assert (dates["wandering"], dates["fading"]) == ((first, "702.1"), (retyped, "702.2"))
    assert "wandernig" not in dates
    assert note == f"The rules have had “fading” since {retyped}, first in 702.2."


@pytest.mark.archive
def test_the_set_of_a_retyped_edition_leads_to_the_next_edition(whole_store: Store) -> None:
    searcher = Searcher(whole_store)
    for query in ("scourge", "SCG"):
        found = searcher.search(query)
        assert [(answer.kind, answer.edition) for answer in found.answers] == [("edition", "2003-07-01")]
        (note,) = found.notes
        assert note.startswith("The edition of Scourge (SCG), 2003-05-26, is known only from a retyped copy;")
        assert note.endswith("the next one is that of 2003-07-01.")
    assert first_answers(searcher, "storm scourge")[0] == "502.30@2003-07-01"
    # on a day and before the set, the edition in force is one of the publisher's
    assert first_answers(searcher, "2003-06-01") == ["edition:2003-03-15@2003-03-15"]
    assert first_answers(searcher, "banding before scourge")[0] == "502.10@2003-03-15"


@pytest.mark.archive
def test_nothing_that_is_still_there_is_called_gone(whole_store: Store) -> None:
    searcher = Searcher(whole_store)
    newest = whole_store.chained()[-1]
    headings = {rule.heading for rule in whole_store.rules(newest) if rule.heading}
    terms = {entry.term for entry in whole_store.glossary(newest) if "bsolete" not in entry.term}
    notes = {name: " ".join(searcher.search(name, limit=1).notes) for name in sorted(headings | terms)}
    assert {name: note for name, note in notes.items() if "have had no" in note} == {}


@pytest.mark.archive
def test_a_name_lives_from_its_first_edition_to_its_last(whole_store: Store) -> None:
    lives = read_lives(whole_store)
    burn = lives["manaburn"]
    assert (burn.first, burn.last, burn.last_key) == ("1999-04-23", "2009-05-01", "glossary:Mana Burn")
    assert lives["deathtouch"].first_key == "502.63"


def test_an_entry_that_calls_a_name_obsolete_dates_it_if_a_rule_has_it_later(tmp_path: Path) -> None:
    old = {
        "702": "Keyword Abilities|",
        "glossary:Rafting (Obsolete)": "A raft drifts.",
        "glossary:Rowing (Obsolete)": "An old word for drifting.",
        "glossary:Sinking (Obsolete)": "A raft sinks.",
    }
    new = old | {"702.1": "Rafting|", "702.2": "Rowing|"}
    del new["glossary:Rafting (Obsolete)"]
    steps = {
        "2002-02-02": [
            link("702", "702"),
            link("glossary:Rowing (Obsolete)", "glossary:Rowing (Obsolete)"),
            link("glossary:Sinking (Obsolete)", "glossary:Sinking (Obsolete)"),
            *deleted("glossary:Rafting (Obsolete)"),
            *added("702.1", "702.2"),
        ]
    }
    replaced = Term("drifting", "rowing", "2002-02-02", "renamed", 9, 1.0, curated=True)
    editions = {"2001-01-01": old, "2002-02-02": new}
    with open_store(write_history(tmp_path / "kb.sqlite", editions, steps, terms=[replaced])) as store:
        lives = {life.name: (life.first, life.first_key, life.last) for life in read_lives(store).values()}
    assert lives["rafting"] == ("2001-01-01", "glossary:Rafting (Obsolete)", "2002-02-02")
    assert lives["rowing"][0] == "2002-02-02", "the name came back for what had another name"
    assert "sinking" not in lives


@pytest.mark.archive
def test_a_name_in_the_same_forms_comes_first(whole_store: Store) -> None:
    index = Searcher(whole_store).index("1999-11-01")
    for name in ("phase", "phasing"):
        first, *others = index.called([name])
        assert others, "several names have one stem"
        assert index.records[first].heading.lower().startswith(name)


def test_a_name_is_not_dated_by_another_with_the_same_stems(tmp_path: Path) -> None:
    old = {"702": "Keyword Abilities|", "702.1": "Fading|", "glossary:Raft": "A raft drifts."}
    new = old | {"702.2": "Rafting|"}
    steps = {"2002-02-02": [*(link(key, key) for key in old), *added("702.2")]}
    with open_store(write_history(tmp_path / "kb.sqlite", {"2001-01-01": old, "2002-02-02": new}, steps)) as store:
        searcher = Searcher(store)
        notes = [searcher.search(query).notes for query in ("when was rafting introduced", "when was raft introduced")]
    assert notes == [
        ("The rules have had “rafting” since 2002-02-02, first in 702.2.",),
        ("The rules have had “raft” since 2001-01-01, first in Raft.",),
    ]


def test_a_search_without_answers_names_the_rulings_summary_that_has_some(sample_store: Store) -> None:
    issue = next(edition for edition, work in sample_store.work_of.items() if work != COMPREHENSIVE_RULES)
    words_of: dict[bool, set[str]] = {True: set(), False: set()}
    for edition in (issue, *sample_store.chained()):
        for rule in sample_store.rules(edition):
            words_of[edition == issue].update(word for word in words_in(rule.text) if word.isalpha())
    searcher = Searcher(sample_store)
    found = {word: searcher.search(word) for word in sorted(words_of[True] - words_of[False])[:60]}
    note = f"The rulings summary of {issue} has answers; search as of {issue} to read them."
    named = [word for word, result in found.items() if not result.answers and note in result.notes]
    assert named
    assert all(searcher.search(word, issue).answers for word in named)


def test_a_search_of_all_editions_has_the_rulings_with_all_words_or_a_note(sample_store: Store) -> None:
    """As the site, which shows rulings below the rules; those with only some of the words are left out."""
    issue = next(edition for edition, work in sample_store.work_of.items() if work != COMPREHENSIVE_RULES)
    text = next(rule.text for rule in sample_store.rules(issue) if rule.kind == "ruling")
    first, second = sorted({word for word in words_in(text) if word.isalpha()}, key=len)[-2:]
    searcher = Searcher(sample_store)
    found = searcher.search(f"{first} {second}", limit=500, history=True)
    rulings = [answer for answer in found.answers if answer.edition == issue]
    assert rulings
    assert "some-words" in {answer.why_kind for answer in found.answers if answer.edition != issue}
    assert "some-words" not in {answer.why_kind for answer in rulings}
    note = f"The rulings summary of {issue} has answers; search as of {issue} to read them."
    assert note not in found.notes
    assert note in searcher.search(f"{first} {second}", limit=1, history=True).notes
