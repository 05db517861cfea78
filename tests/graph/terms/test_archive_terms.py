"""The curated facts, and well-known renamings, in the whole archive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from bench.terms import steps_of
from graph.compare.passages import passage_at
from graph.history import History
from graph.lineages.inventory import PassageOf
from graph.terms.facts import CuratedTerm, curated_terms
from graph.terms.mine import mine_terms, texts_of
from graph.terms.names import TermNames
from graph.terms.renamings import sums_of
from graph.terms.step import StepText
from graph.terms.work_texts import WorkTexts
from rules.change import Passage
from rules.links import Term
from rules.store import open_store
from rules.text import plain_words

pytestmark = pytest.mark.archive

MINED = """
2001-07-23 multiple copies > multiple instances; delayed ability > delayed triggered ability
2003-07-01 card or permanent > object; card type > type
2003-10-01 gains priority > gets priority
2004-10-01 enchant world > world; snow covered ability > nothing
2005-08-01 local enchantment > aura; stops equipping > becomes unattached from
2006-05-01 half half > hybrid
2006-07-15 snow covered > snow
2007-05-01 characteristic setting > characteristic defining
2009-07-11 comes into play > enters the battlefield; in play > on the battlefield; into play > onto the battlefield
2009-07-11 leaves play > leaves the battlefield; removed from the game > exiled
2009-07-11 removed from the game zone > exile zone; play > cast; play this ability > activate this ability
2009-07-11 state based effects > state based actions; game action > turn based action; end of turn step > end step
2009-07-11 mana burn > nothing; substance > nothing; handling infinite loops > taking shortcuts
2009-07-11 phased out zone > nothing
2011-02-04 edh > commander; general > commander
2011-07-15 planar magic > planechase
2015-07-17 sun symbol > nothing
2016-09-30 token onto the battlefield > token
2018-04-27 his or her > their; he or she > they; target creature or player > any target
2020-09-25 checklist card > substitute card
2021-04-22 converted mana cost > mana value; any time you could cast > as
2024-06-07 totem armor > umbra armor; tribal > kindred
2024-07-30 enters the battlefield > enters
2024-11-08 damage assignment order > nothing
2009-09-04 the game > game concepts
2011-05-01 winning and losing > ending the game
2006-10-01 threshold > threshold ability word
2025-09-19 transforming double faced cards > nonmodal double faced cards
"""
"""Renamings that mining must find without being told of them, by edition."""


@pytest.fixture(scope="module")
def history(whole: Path) -> tuple[Sequence[StepText], PassageOf]:
    with open_store(whole) as store:
        return steps_of(store)


@pytest.fixture(scope="module")
def terms(whole: Path) -> tuple[Term, ...]:
    """Those that ingest mined."""
    with open_store(whole) as store:
        return store.best_terms()


@pytest.fixture(scope="module")
def words_of_all(whole: Path) -> Mapping[str, str]:
    """The folded words of each edition of each work, with a space before and after each."""
    with open_store(whole) as store:
        history = History(store)
        return {edition.id: words_of_edition(history, edition.id) for edition in store.editions()}


@cache
def words_of_passage(passage: Passage) -> str:
    return " ".join(plain_words("\n".join((passage.body, *passage.examples, *passage.notes))))


def words_of_edition(history: History, edition: str) -> str:
    passages = (passage_at(history, edition, key) for key in history.store.keys(edition))
    return " ".join(["", *map(words_of_passage, passages), ""])


def is_found(terms: Sequence[Term], old: str, new: str, edition: str) -> bool:
    found = (term for term in terms if term.edition == edition)
    if new == "nothing":
        return any(term.new is None and term.old == old for term in found)
    return any((old, new) in term.forms for term in found)


def is_true(fact: CuratedTerm, steps: Sequence[StepText], words: WorkTexts) -> bool:
    index = words.editions.index(fact.edition)
    keys = {edition.edition: set(edition.keys) for step in steps for edition in (step.old, step.new)}
    if fact.declared:
        key = f"glossary:{fact.declared}"
        return key in keys[fact.edition] and (index == 0 or key not in keys[words.editions[index - 1]])
    if fact.rule:
        return fact.rule in keys[fact.edition]
    old, new = sums_of(words, fact.forms)
    fewer, more = old[index] < old[index - 1], new[index] > new[index - 1]
    return fewer if fact.new is None else more and (fewer or fact.kind == "split")


def test_every_fact_is_true(history: tuple[Sequence[StepText], PassageOf]) -> None:
    steps, passage = history
    words = texts_of(steps, passage)
    assert [(fact.old, fact.edition) for fact in curated_terms() if not is_true(fact, steps, words)] == []


def test_well_known_renamings_are_mined(history: tuple[Sequence[StepText], PassageOf]) -> None:
    terms = mine_terms(*history, facts=())
    mined = [(*pair.split(" > "), line[:10]) for line in MINED.split("\n")[1:-1] for pair in line[11:].split("; ")]
    missing = [known for known in mined if not is_found(terms, *known)]
    assert len(missing) <= len(mined) // 20, missing


def test_every_fact_is_found_with_evidence(terms: tuple[Term, ...]) -> None:
    missing = [
        (fact.old, fact.new, fact.edition)
        for fact in curated_terms()
        if not any(term.curated and term.edition == fact.edition and term.old == fact.old for term in terms)
    ]
    assert missing == []
    assert all(term.evidence for term in terms)


def test_words_that_no_edition_has_are_no_term(terms: tuple[Term, ...], words_of_all: Mapping[str, str]) -> None:
    """But a keyword's old words may be those of cards, and a class is not named together with each of its keywords."""
    missing = [
        (term.old, term.edition)
        for term in terms
        if term.kind not in ("keyword", "reclassified")
        and not any(f" {term.old} " in words for words in words_of_all.values())
    ]
    assert missing == []


def test_a_change_without_a_date_has_no_earlier_words(terms: tuple[Term, ...], words_of_all: Mapping[str, str]) -> None:
    """If an earlier edition has the old words, the change is dated by the first edition without them."""
    undated = [(term.old, term.edition) for term in terms if not term.dated]
    known = [
        (old, edition)
        for old, edition in undated
        if any(f" {old} " in words for day, words in words_of_all.items() if day < edition)
    ]
    assert known == []


def test_words_have_one_story(terms: tuple[Term, ...]) -> None:
    """What was replaced is not retired by a later edition as well, and the other way round."""
    renamed = {old for term in terms if term.kind == "renamed" for old, _ in term.forms}
    assert sorted(term.old for term in terms if term.new is None and term.old in renamed) == []


def test_old_names_lead_to_new_ones(terms: tuple[Term, ...]) -> None:
    names = TermNames(terms)
    assert names.newer_names("Comes into play")[:2] == ("enters the battlefield", "enters")
    assert set(names.newer_names("played")) == {"cast", "activated"}
    assert "mana value" in names.newer_names("Total Casting Cost")
    assert "local enchantment" in names.older_names("Aura")
