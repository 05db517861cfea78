"""Renamed and retired terms of small histories."""

from __future__ import annotations

import pytest

from graph.terms import Fact, Sighting
from rules.links import Replacement
from tests.graph.terms.conftest import Edition, Histories

DAYS = ("2001-01-01", "2002-01-01", "2003-01-01", "2004-01-01", "2005-01-01")


def use_word(word: str, times: int = 8) -> dict[str, str]:
    """Rules that use a word in different sentences."""
    verbs = ("guards", "leaves", "enters", "sees", "feeds", "names", "carries", "fears", "hides", "finds")
    return {f"100.{n}": f"Each {word} {verbs[n]} room {n} of the house." for n in range(times)}


def change_at(change: int, before: Edition, after: Edition) -> dict[str, Edition]:
    return {day: before if index < change else after for index, day in enumerate(DAYS)}


def test_a_term_given_up_for_another_is_renamed(histories: Histories) -> None:
    (term,) = histories.terms(change_at(2, use_word("old warden"), use_word("keeper")))
    assert (term.old, term.new, term.edition, term.kind, term.support) == (
        "old warden",
        "keeper",
        DAYS[2],
        "renamed",
        8,
    )
    assert term.evidence[0] == Sighting("100.0", DAYS[2])
    assert not term.curated


def test_one_sense_of_a_word_is_split_off(histories: Histories) -> None:
    stays = {f"200.{n}": f"The warden of ship {n} sails." for n in range(9)}

    def use_word_often(word: str, stays: Edition = stays) -> dict[str, str | tuple[str, str]]:
        return {**stays} | use_word(word) | {f"300.{n}": f"Who likes a {word} calls it {n} times." for n in range(6)}

    (term,) = histories.terms(change_at(2, use_word_often("warden"), use_word_often("keeper")))
    assert (term.old, term.new, term.kind) == ("warden", "keeper", "split")
    assert histories.terms(change_at(2, use_word("warden") | stays, use_word("keeper") | stays)) == (), (
        "seen too seldom"
    )
    # one sense of words beside others is no term's
    fish = {f"200.{n}": f"The warden fish of ship {n} swims past a keeper." for n in range(9)}
    assert histories.terms(change_at(2, use_word_often("warden fish", fish), use_word_often("keeper fish", fish))) == ()


def test_words_renamed_beside_others_alone_must_be_seen_more_often(histories: Histories) -> None:
    same = {f"200.{n}": f"A warden, a keeper and ship {n}." for n in range(9)}
    before, after = use_word("warden fish", 7) | same, use_word("keeper fish", 7) | same
    assert histories.terms(change_at(2, before, after)) == ()
    (term,) = histories.terms(change_at(2, use_word("warden fish", 9) | same, use_word("keeper fish", 9) | same))
    assert (term.old, term.new) == ("warden fish", "keeper fish")


def test_words_of_which_half_became_others_are_renamed_only_if_they_are_seen_often(histories: Histories) -> None:
    # given up entirely, half of them for the new ones: a score between the least of a named term and that of others
    (often,) = histories.terms(change_at(2, use_word("warden", 10), use_word("keeper", 8)))
    assert (often.old, often.new) == ("warden", "keeper")
    assert histories.terms(change_at(2, use_word("warden", 10), use_word("keeper", 5))) == ()


def test_inflections_are_one_term(histories: Histories) -> None:
    before = use_word("warden") | {f"200.{n}": f"Wardens of ship {n} sail." for n in range(2)}
    after = use_word("keeper") | {f"200.{n}": f"Keepers of ship {n} sail." for n in range(2)}
    (term,) = histories.terms(change_at(2, before, after))
    assert term.forms == (("warden", "keeper"), ("wardens", "keepers"))
    assert term.support == 10


def test_function_words_are_reworded(histories: Histories) -> None:
    (term,) = histories.terms(change_at(2, use_word("one of his or her rooms", 10), use_word("one of their rooms", 10)))
    assert (term.old, term.new, term.kind) == ("his or her", "their", "reworded")


def test_an_entry_under_another_term_speaks_for_a_renaming(histories: Histories) -> None:
    before = {"glossary:Warden": "Who guards a house.", "100.1": "A warden sleeps.", "100.2": "No warden eats."}
    after = {"glossary:Keeper": "Who guards a house.", "100.1": "A keeper sleeps.", "100.2": "No keeper eats."}
    (term,) = histories.terms(change_at(2, before, after), {"glossary:Warden": "glossary:Keeper"})
    assert (term.old, term.new, term.edition) == ("warden", "keeper", DAYS[2])
    assert term.evidence[0].key == "glossary:Keeper"
    assert histories.terms(change_at(2, dict(list(before.items())[1:]), dict(list(after.items())[1:]))) == ()


def test_a_term_whose_entry_and_uses_are_gone_is_retired(histories: Histories) -> None:
    other = use_word("keeper")
    before = other | {"glossary:Night Watch": "The warden's hours.", "100.9": "The night watch is long."}
    (term,) = histories.terms(change_at(2, before, other))
    assert (term.old, term.new, term.edition, term.kind) == ("night watch", None, DAYS[2], "retired")
    assert term.evidence == (Sighting("glossary:Night Watch", DAYS[1]),)


def test_an_obsolete_entry_does_not_keep_a_term_alive(histories: Histories) -> None:
    before = use_word("warden", 3) | {"glossary:Warden": "Who guards a house."}
    after = use_word("keeper", 3) | {
        "glossary:Warden (Obsolete)": "An obsolete term for keeper.",
        "glossary:Keeper": "Who guards a house.",
    }
    renamed = {"glossary:Warden": "glossary:Keeper"}
    (term,) = histories.terms(change_at(2, before, after), renamed)
    assert (term.old, term.new, term.kind) == ("warden", "keeper", "renamed")


def test_replacements_of_the_aligner_are_looked_into(histories: Histories) -> None:
    mined = Replacement("warden", "keeper", 5, 1.0, ("100.1",))
    steps = histories.steps(change_at(2, use_word("warden"), use_word("keeper")), replacements=[mined])
    assert len({step.new.edition for step in steps}) == len(DAYS) - 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (use_word("warden"), use_word("warden")),
        (use_word("warden 2"), use_word("warden 3")),
        (use_word("wwwold"), use_word("wwwnew")),
        (use_word("warden x"), use_word("warden n")),
        (use_word("warden", 2), use_word("keeper", 2)),
        (use_word("a warden of it"), use_word("the warden of it")),
        ({"100.1": "A warden sleeps."}, {"100.1": "Who guards a house may rest there."}),
        ({"glossary:Warden": "Who guards.", **use_word("warden")}, use_word("warden")),
        (
            {f"100.{n}": (f"Room {n}.", f"Amy Bold enters room {n}.") for n in range(5)},
            {f"100.{n}": (f"Room {n}.", f"Ben Swift enters room {n}.") for n in range(5)},
        ),
    ],
    ids=[
        "same",
        "numbers",
        "addresses",
        "single letters",
        "rare",
        "articles",
        "reworded once",
        "entry dropped, word kept",
        "names in examples",
    ],
)
def test_nothing_is_found_where_nothing_was_renamed(histories: Histories, before: Edition, after: Edition) -> None:
    assert histories.terms(change_at(2, before, after)) == ()


def test_names_that_change_with_every_edition_are_no_terms(histories: Histories) -> None:
    names = ("Amber", "Birch", "Cedar", "Daisy", "Elder")
    editions = {day: use_word(f"{name} house", 5) for day, name in zip(DAYS, names, strict=True)}
    assert [term for term in histories.terms(editions) if term.edition != DAYS[-1]] == []


def test_a_fact_confirms_what_was_mined(histories: Histories) -> None:
    fact = Fact("wardens", "keepers", DAYS[2], "split", (("wardens", "keepers"),), note="Told by us.")
    editions = change_at(2, use_word("warden"), use_word("keeper"))
    (plain,) = histories.terms(editions)
    (term,) = histories.terms(editions, facts=[fact])
    assert (term.old, term.new, term.kind, term.curated, term.note) == (
        "wardens",
        "keepers",
        "split",
        True,
        "Told by us.",
    )
    assert term.evidence == plain.evidence
    assert term.score > plain.score


def test_a_fact_brings_what_cannot_be_mined_with_its_evidence(histories: Histories) -> None:
    fact = Fact("warden", "keeper", DAYS[2], "renamed", (("warden", "keeper"),))
    (term,) = histories.terms(change_at(2, use_word("warden", 1), use_word("keeper", 1)), facts=[fact])
    assert (term.support, term.evidence, term.curated) == (1, (Sighting("100.0", DAYS[2]),), True)


def test_a_fact_without_evidence_is_not_claimed(histories: Histories) -> None:
    fact = Fact("warden", "keeper", DAYS[2], "renamed", (("warden", "keeper"),))
    assert histories.terms(change_at(2, use_word("cook", 1), use_word("chef", 1)), facts=[fact]) == ()


def test_a_fact_of_an_edition_that_is_missing_belongs_to_the_step_over_it(histories: Histories) -> None:
    fact = Fact("warden", "keeper", "2002-06-01", "renamed", (("warden", "keeper"),))
    (term,) = histories.terms(change_at(2, use_word("warden", 1), use_word("keeper", 1)), facts=[fact])
    assert term.edition == DAYS[2]


def test_an_entry_that_declares_words_obsolete_is_evidence_in_the_first_edition_too(histories: Histories) -> None:
    fact = Fact("warden", "keeper", DAYS[0], "renamed", (("warden", "keeper"),), declared="Warden (Obsolete)")
    edition = {"glossary:Warden (Obsolete)": "Who guarded a house."}
    (term,) = histories.terms(change_at(5, edition, {}), facts=[fact])
    assert term.evidence == (Sighting("glossary:Warden (Obsolete)", DAYS[0]),)


def test_no_editions_no_terms(histories: Histories) -> None:
    assert histories.terms({}) == ()
    assert histories.terms({DAYS[0]: use_word("warden")}) == ()
