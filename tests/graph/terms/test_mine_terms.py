"""Renamed and retired terms of small histories, also of headings and classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from graph.lineages.inventory import Inventory
from graph.terms.facts import CuratedTerm
from graph.terms.mine import mine_terms
from graph.terms.step import StepText
from rules.change import Passage
from rules.links import Link, Sighting, Term

Edition = Mapping[str, str]
"""Key to text; what stands before a bar is the heading: `Storm|`; ` EX ` parts a text from an example.

A number hangs under what it begins with, up to its dot.
"""


def mine(
    editions: Mapping[str, Edition],
    renamed: Mapping[str, str] | None = None,
    facts: Sequence[CuratedTerm] = (),
    method: str = "words",
) -> tuple[Term, ...]:
    """The terms of editions; a key that goes on under another is given as `renamed`, and how that was found."""
    passages: list[Passage] = []
    inventories = []
    for day, edition in editions.items():
        numbers = [_number(_passage(key, words), passages) for key, words in edition.items()]
        inventories.append(Inventory(day, list(edition), numbers, [key.rpartition(".")[0] or None for key in edition]))
    steps = [StepText(old, new, _links(old, new, renamed or {}, method)) for old, new in pairwise(inventories)]
    return mine_terms(steps, passages.__getitem__, facts)


def _passage(key: str, words: str) -> Passage:
    heading, bar, text = words.rpartition("|")
    text, *examples = text.split(" EX ")
    term = key.removeprefix("glossary:") if key.startswith("glossary:") else None
    return Passage(heading if bar else term, text, tuple(examples))


def _number(passage: Passage, passages: list[Passage]) -> int:
    if passage not in passages:
        passages.append(passage)
    return passages.index(passage)


def _links(old: Inventory, new: Inventory, renamed: Mapping[str, str], method: str) -> tuple[Link, ...]:
    targets = {key: key for key in old.keys if key in new.keys}
    targets |= {key: target for key, target in renamed.items() if key in old.keys and target in new.keys}
    links = [
        Link(key, targets[key], "kept" if targets[key] == key else "moved", "wording", method, 1.0)
        if key in targets
        else Link(key, None, "deleted", None, method, 1.0)
        for key in old.keys
    ]
    links += [Link(None, key, "added", None, method, 1.0) for key in new.keys if key not in targets.values()]
    return tuple(links)


ENTRY_RENAMED = {"glossary:Warden": "glossary:Keeper"}
DAYS = ("2001-01-01", "2002-01-01", "2003-01-01", "2004-01-01", "2005-01-01")

FACT = CuratedTerm("warden", "keeper", DAYS[2], "renamed", (("warden", "keeper"),))


def use_word(word: str, times: int = 8) -> dict[str, str]:
    """Rules that use a word in different sentences."""
    verbs = ("guards", "leaves", "enters", "sees", "feeds", "names", "carries", "fears", "hides", "finds")
    return {f"100.{n}": f"Each {word} {verbs[n]} room {n} of the house." for n in range(times)}


def change_at(change: int, before: Edition, after: Edition) -> dict[str, Edition]:
    return {day: before if index < change else after for index, day in enumerate(DAYS)}


def mine_change(
    before: Edition, after: Edition, renamed: dict[str, str] | None = None, facts: Sequence[CuratedTerm] = ()
) -> tuple[Term, ...]:
    """The terms of editions that change with the third."""
    return mine(change_at(2, before, after), renamed, facts)


def test_a_term_given_up_for_another_is_renamed_and_for_none_retired() -> None:
    (term,) = mine_change(use_word("old warden"), use_word("keeper"))
    assert (term.old, term.new, term.edition, term.kind) == ("old warden", "keeper", DAYS[2], "renamed")
    assert (term.support, term.evidence[0], term.curated) == (8, Sighting("100.0", DAYS[2]), False)
    other = use_word("keeper")
    (term,) = mine_change(
        other | {"glossary:Night Watch": "The warden's hours.", "100.9": "The night watch is long."}, other
    )
    assert (term.old, term.new, term.edition, term.kind) == ("night watch", None, DAYS[2], "retired")
    assert term.evidence == (Sighting("glossary:Night Watch", DAYS[1]),)


def test_one_sense_of_a_word_is_split_off() -> None:
    stays = {f"200.{n}": f"The warden of ship {n} sails." for n in range(9)}

    def use_word_often(word: str, stays: Edition = stays) -> Edition:
        return {**stays} | use_word(word) | {f"300.{n}": f"Who likes a {word} calls it {n} times." for n in range(6)}

    (term,) = mine_change(use_word_often("warden"), use_word_often("keeper"))
    assert (term.old, term.new, term.kind) == ("warden", "keeper", "split")
    assert mine_change(use_word("warden") | stays, use_word("keeper") | stays) == (), "seen too seldom"
    # one sense of words beside others is no term's
    fish = {f"200.{n}": f"The warden fish of ship {n} swims past a keeper." for n in range(9)}
    assert mine_change(use_word_often("warden fish", fish), use_word_often("keeper fish", fish)) == ()


def test_what_must_be_seen_more_often() -> None:
    # words renamed beside others alone
    same = {f"200.{n}": f"A warden, a keeper and ship {n}." for n in range(9)}
    assert mine_change(use_word("warden fish", 7) | same, use_word("keeper fish", 7) | same) == ()
    (term,) = mine_change(use_word("warden fish", 9) | same, use_word("keeper fish", 9) | same)
    assert (term.old, term.new) == ("warden fish", "keeper fish")
    # given up entirely, half of them for the new ones: a score between the least of a named term and that of others
    (often,) = mine_change(use_word("warden", 10), use_word("keeper", 8))
    assert (often.old, often.new) == ("warden", "keeper")
    assert mine_change(use_word("warden", 10), use_word("keeper", 5)) == ()


def test_inflections_are_one_term_and_function_words_are_reworded() -> None:
    before = use_word("warden") | {f"200.{n}": f"Wardens of ship {n} sail." for n in range(2)}
    after = use_word("keeper") | {f"200.{n}": f"Keepers of ship {n} sail." for n in range(2)}
    (term,) = mine_change(before, after)
    assert (term.forms, term.support) == ((("warden", "keeper"), ("wardens", "keepers")), 10)
    (term,) = mine_change(use_word("one of his or her rooms", 10), use_word("one of their rooms", 10))
    assert (term.old, term.new, term.kind) == ("his or her", "their", "reworded")


def test_an_entry_under_another_term_speaks_for_a_renaming() -> None:
    before, after = ({"100.1": f"A {word} sleeps.", "100.2": f"No {word} eats."} for word in ("warden", "keeper"))
    guard = "Who guards a house."
    (term,) = mine_change(before | {"glossary:Warden": guard}, after | {"glossary:Keeper": guard}, ENTRY_RENAMED)
    assert (term.old, term.new, term.edition) == ("warden", "keeper", DAYS[2])
    assert term.evidence[0].key == "glossary:Keeper"
    assert mine_change(before, after) == ()
    # an obsolete entry does not keep a term alive
    obsolete = {"glossary:Warden (Obsolete)": "An obsolete term for keeper.", "glossary:Keeper": guard}
    (term,) = mine_change(
        use_word("warden", 3) | {"glossary:Warden": guard}, use_word("keeper", 3) | obsolete, ENTRY_RENAMED
    )
    assert (term.old, term.new, term.kind) == ("warden", "keeper", "renamed")


NOTHING: dict[str, tuple[Edition, Edition]] = {
    "same": (use_word("warden"), use_word("warden")),
    "numbers": (use_word("warden 2"), use_word("warden 3")),
    "addresses": (use_word("wwwold"), use_word("wwwnew")),
    "single letters": (use_word("warden x"), use_word("warden n")),
    "rare": (use_word("warden", 2), use_word("keeper", 2)),
    "articles": (use_word("a warden of it"), use_word("the warden of it")),
    "reworded once": ({"100.1": "A warden sleeps."}, {"100.1": "Who guards a house may rest there."}),
    "entry dropped, word kept": ({"glossary:Warden": "Who guards.", **use_word("warden")}, use_word("warden")),
    "names in examples": (
        {f"100.{n}": f"Room {n}. EX Amy Bold enters room {n}." for n in range(5)},
        {f"100.{n}": f"Room {n}. EX Ben Swift enters room {n}." for n in range(5)},
    ),
}


@pytest.mark.parametrize("name", NOTHING)
def test_nothing_is_found_where_nothing_was_renamed(name: str) -> None:
    assert mine_change(*NOTHING[name]) == ()


def test_names_that_change_with_every_edition_are_no_terms_and_no_editions_have_none() -> None:
    names = ("Amber", "Birch", "Cedar", "Daisy", "Elder")
    editions = {day: use_word(f"{name} house", 5) for day, name in zip(DAYS, names, strict=True)}
    assert [term for term in mine(editions) if term.edition != DAYS[-1]] == []
    assert mine({}) == mine({DAYS[0]: use_word("warden")}) == ()


def test_a_fact_confirms_what_was_mined() -> None:
    fact = CuratedTerm("wardens", "keepers", DAYS[2], "split", (("wardens", "keepers"),), note="Told by us.")
    (plain,) = mine_change(use_word("warden"), use_word("keeper"))
    (term,) = mine_change(use_word("warden"), use_word("keeper"), facts=[fact])
    assert (term.old, term.new, term.kind) == ("wardens", "keepers", "split")
    assert (term.curated, term.note, term.evidence) == (True, "Told by us.", plain.evidence)
    assert term.score > plain.score


def test_a_fact_brings_what_cannot_be_mined_with_its_evidence() -> None:
    once = use_word("warden", 1), use_word("keeper", 1)
    for day in (DAYS[2], "2002-06-01"):  # that of an edition that is missing belongs to the step over it
        (term,) = mine_change(*once, facts=[replace(FACT, edition=day)])
        assert (term.edition, term.support, term.curated) == (DAYS[2], 1, True), day
        assert term.evidence == (Sighting("100.0", DAYS[2]),), day
    assert mine_change(use_word("cook", 1), use_word("chef", 1), facts=[FACT]) == (), "without evidence"


def test_an_entry_that_declares_words_obsolete_is_evidence_in_the_first_edition_too() -> None:
    fact = replace(FACT, edition=DAYS[0], declared="Warden (Obsolete)")
    edition = {"glossary:Warden (Obsolete)": "Who guarded a house."}
    (term,) = mine(change_at(5, edition, {}), facts=[fact])
    assert term.evidence == (Sighting("glossary:Warden (Obsolete)", DAYS[0]),)


def test_an_entry_that_only_declares_words_obsolete_gives_no_date() -> None:
    obsolete = {"glossary:Warden (Obsolete)": "Who guarded a house."}
    fact = replace(FACT, declared="Warden (Obsolete)")
    used, unused = use_word("warden", 1), use_word("cook", 1)
    for before, dated, since in ((used, True, DAYS[2]), (unused, False, f"by {DAYS[2]}")):
        (term,) = mine_change(before, {**use_word("cook", 1), **obsolete}, facts=[fact])
        assert (term.edition, term.dated, term.since) == (DAYS[2], dated, since)


def test_a_renaming_that_a_later_edition_finishes_is_told_once() -> None:
    entry = {"glossary:Warden": "Who guards a house."}
    half = {**use_word("keeper", 4), **{f"101.{n}": f"The warden of room {n} sleeps." for n in range(6)}}
    done = {**use_word("keeper", 4), **{f"101.{n}": f"The keeper of room {n} sleeps." for n in range(6)}}
    start = {**use_word("warden", 4), **{f"101.{n}": f"The warden of room {n} sleeps." for n in range(6)}}
    days = dict(zip(DAYS, ({**start, **entry}, {**start, **entry}, half, done, done), strict=True))
    assert [term.edition for term in mine(days)] == [DAYS[3]], "what the last step shows by itself"
    (term,) = mine(days, facts=[FACT])
    assert (term.edition, term.curated) == (DAYS[2], True)


def test_a_dropped_entry_of_words_that_were_replaced_before_is_no_second_story() -> None:
    kept = {**use_word("keeper"), "glossary:Warden (Informal)": "The warden guards a house."}
    editions = [use_word("warden"), kept, kept, use_word("keeper"), use_word("keeper")]
    (term,) = mine(dict(zip(DAYS, editions, strict=True)))
    assert (term.old, term.new, term.edition) == ("warden", "keeper", DAYS[1])
    (term,) = mine(dict(zip(DAYS, [kept, *editions[1:]], strict=True)))
    assert (term.old, term.new, term.edition) == ("warden", None, DAYS[3]), "nothing replaced it before"
    fact = replace(FACT, edition=DAYS[0], rule="100.1")
    (term,) = mine(dict(zip(DAYS, [kept, *editions[1:]], strict=True)), facts=[fact])
    assert (term.new, term.edition) == ("keeper", DAYS[0]), "a fact of the first edition is a story, too"


ROOMS: Edition = {f"100.{n}": f"Room {n} of the house is swept in the morning." for n in range(6)}
SWEEPING, CARE = {"4": "Sweeping|"}, {"4": "Care of Rooms|"}


def mine_editions(*editions: Edition, moved: dict[str, str] | None = None, method: str = "words") -> list[Term]:
    """The terms of five editions, of which the last one stays: as `Rooms` with these besides."""
    days = {day: {**ROOMS, **editions[min(place, len(editions) - 1)]} for place, day in enumerate(DAYS)}
    return list(mine(days, moved, method=method))


def test_a_chapter_that_goes_on_under_another_heading() -> None:
    (term,) = mine_editions(SWEEPING, SWEEPING, CARE)
    assert (term.old, term.new, term.kind, term.edition) == ("sweeping", "care of rooms", "heading", DAYS[2])
    assert [sighting.key for sighting in term.evidence] == ["4"]
    # of a heading that changes to and fro the last change counts
    (term,) = mine_editions(SWEEPING, CARE, SWEEPING, CARE)
    assert (term.old, term.new, term.edition) == ("sweeping", "care of rooms", DAYS[3])


def test_what_is_no_other_heading() -> None:
    article_or_inflection = [{"4": "The Room|"}] * 2 + [{"4": "Rooms|"}]
    borne_by_several = [{"4": "Sweeping|", "5": "General|"}] * 2 + [{"4": "General|", "5": "General|"}]
    comes_back = [SWEEPING, SWEEPING, CARE, SWEEPING]
    for editions in (article_or_inflection, borne_by_several, comes_back):
        assert mine_editions(*editions) == []


def test_a_keyword_that_moved_to_the_chapter_of_another_class() -> None:
    chapters: Edition = {"4": "Keyword Abilities|", "5": "Keyword Actions|"}
    before, after = {**chapters, "4.1": "Polish|"}, {**chapters, "5.7": "Polish|"}
    (term,) = mine_editions(before, before, after, moved={"4.1": "5.7"})
    assert (term.old, term.new, term.kind) == ("polish keyword ability", "polish keyword action", "reclassified")
    assert term.forms == (("polish keyword ability", "polish keyword action"), ("polish", "polish keyword action"))


def test_what_moved_shares_a_word_or_its_subrules_with_what_it_was() -> None:
    for heading, method, count in (
        ("Care of Rooms|", "words", 0),
        ("Care of Rooms|", "children", 1),
        ("Sweeping Rooms|", "words", 1),
    ):
        assert len(mine_editions(SWEEPING, SWEEPING, {"7": heading}, moved={"4": "7"}, method=method)) == count


def test_a_kind_of_thing_whose_heading_and_name_are_gone_is_retired() -> None:
    cellar = {"4": "Rooms|", "4.1": "Cellar|Lambs in the cellar room sleep."}
    (term,) = mine_editions(cellar, cellar, {"4": "Rooms|"})
    assert (term.old, term.new, term.kind, term.edition) == ("cellar room", None, "retired", DAYS[2])
    assert mine_editions(cellar, cellar, {"4": "Rooms|", "5.1": "Of a cellar room nothing is left."}) == []


@pytest.mark.parametrize(("plural", "singular"), [("Galleries", "gallery"), ("Guest Classes", "class")])
def test_the_singular_of_a_class_is_the_word_with_its_stem(plural: str, singular: str) -> None:
    upper = {"4": f"{plural}|", "4.1": f"Upper|Lambs in the upper {singular} sleep."}
    (term,) = mine_editions(upper, upper, {"4": f"{plural}|"})
    assert (term.old, term.kind, term.evidence[0].key) == (f"upper {singular}", "retired", "4.1")


def test_below_a_heading_that_is_no_plural_no_name_is_retired() -> None:
    upper = {"4": "Gallery|", "4.1": "Upper|Lambs in the upper galleries sleep."}
    assert mine_editions(upper, upper, {"4": "Gallery|"}) == []


def test_a_keyword_of_which_a_record_says_that_it_is_of_another_class_now() -> None:
    entry = {"glossary:Brood": "An ability word for hens."}
    moved = {"glossary:Brood": "Brood was once an ability word; this is today a keyword action."}
    again = {"glossary:Brood": "It was once an ability word; it is today a keyword action of hens."}
    (term,) = mine_editions(entry, entry, moved, again)
    assert (term.old, term.new) == ("brood ability word", "brood keyword action")
    assert (term.kind, term.edition, term.evidence[0].key) == ("reclassified", DAYS[2], "glossary:Brood")


def test_words_of_a_single_edition_are_no_term_that_was_renamed() -> None:
    house = {f"200.{n}": f"Room {n} of the house is dark." for n in range(8)}
    short = dict(zip(DAYS, (house, house | use_word("warden"), *[house | use_word("keeper")] * 3), strict=True))
    assert [term for term in mine(short) if term.new] == []
    long = dict(zip(DAYS, (*[house | use_word("warden")] * 2, *[house | use_word("keeper")] * 3), strict=True))
    assert [(term.old, term.new) for term in mine(long)] == [("warden", "keeper")]
