"""What stands in headings and classes: chapters under other headings, zones given up, keywords of another class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from graph.lineages import Inventory, Passage
from graph.terms import StepText, Term, mine_terms
from rules.links import ChangeKind, Link

Edition = Mapping[str, tuple[str | None, str]]
"""Key to heading and text; a number hangs under what it begins with, up to its dot."""
DAYS = ("2001-01-01", "2002-01-01", "2003-01-01", "2004-01-01", "2005-01-01")
ROOMS: Edition = {f"100.{n}": (None, f"Room {n} of the house is swept in the morning.") for n in range(6)}


def mine_steps(
    editions: Sequence[Edition],
    moved: Mapping[str, str] | None = None,
    kind: ChangeKind = "moved",
    method: str = "words",
) -> tuple[Term, ...]:
    """The terms of editions of `DAYS`; `moved` tells what has another number in the third."""
    passages: list[Passage] = []
    inventories = []
    for day, edition in zip(DAYS, editions, strict=True):
        numbers = []
        for key, (heading, text) in edition.items():
            passage = Passage(key.removeprefix("glossary:") if key.startswith("glossary:") else heading, text)
            if passage not in passages:
                passages.append(passage)
            numbers.append(passages.index(passage))
        parents = [key.rpartition(".")[0] or None for key in edition]
        inventories.append(Inventory(day, list(edition), numbers, parents))
    steps = []
    for place, (old, new) in enumerate(pairwise(inventories), 1):
        ways = moved or {} if place == 2 else {}
        links = [
            Link(key, ways[key], kind, "wording", method, 1.0)
            if key in ways
            else Link(key, key, "kept", "wording", "words", 1.0)
            if key in new.keys and key not in ways.values()
            else Link(key, None, "deleted", None, "words", 1.0)
            for key in old.keys
        ]
        steps.append(StepText(old, new, links))
    return mine_terms(steps, passages.__getitem__, ())


def change_heading(before: Edition, after: Edition) -> Sequence[Edition]:
    return [{**ROOMS, **before}] * 2 + [{**ROOMS, **after}] * 3


def test_a_chapter_that_goes_on_under_another_heading() -> None:
    (term,) = mine_steps(change_heading({"4": ("Sweeping", "")}, {"4": ("Care of Rooms", "")}))
    assert (term.old, term.new, term.kind, term.edition) == ("sweeping", "care of rooms", "heading", DAYS[2])
    assert [sighting.key for sighting in term.evidence] == ["4"]


def test_an_article_or_an_inflection_is_no_other_heading() -> None:
    assert mine_steps(change_heading({"4": ("The Room", "")}, {"4": ("Rooms", "")})) == ()


def test_a_heading_that_several_rules_bear_is_no_name() -> None:
    two = {"4": ("General", ""), "5": ("General", "")}
    assert mine_steps(change_heading({"4": ("Sweeping", ""), "5": ("General", "")}, two)) == ()


def test_a_heading_that_comes_back_was_not_given_up() -> None:
    before, after = {**ROOMS, "4": ("Sweeping", "")}, {**ROOMS, "4": ("Care of Rooms", "")}
    assert mine_steps([before, before, after, before, before]) == ()


def test_of_a_heading_that_changes_to_and_fro_the_last_change_counts() -> None:
    before, after = {**ROOMS, "4": ("Sweeping", "")}, {**ROOMS, "4": ("Care of Rooms", "")}
    (term,) = mine_steps([before, after, before, after, after])
    assert (term.old, term.new, term.edition) == ("sweeping", "care of rooms", DAYS[3])


def test_a_keyword_that_moved_to_the_chapter_of_another_class() -> None:
    chapters: Edition = {"4": ("Keyword Abilities", ""), "5": ("Keyword Actions", "")}
    before, after = {**chapters, "4.1": ("Polish", "")}, {**chapters, "5.7": ("Polish", "")}
    (term,) = mine_steps(change_heading(before, after), {"4.1": "5.7"})
    assert (term.old, term.new, term.kind) == ("polish keyword ability", "polish keyword action", "reclassified")
    assert term.forms == (("polish keyword ability", "polish keyword action"), ("polish", "polish keyword action"))


def test_what_moved_shares_a_word_or_its_subrules_with_what_it_was() -> None:
    before, after = {"4": ("Sweeping", "")}, {"7": ("Care of Rooms", "")}
    assert mine_steps(change_heading(before, after), {"4": "7"}) == ()
    assert len(mine_steps(change_heading(before, after), {"4": "7"}, method="children")) == 1
    assert len(mine_steps(change_heading(before, {"7": ("Sweeping Rooms", "")}), {"4": "7"})) == 1


def test_a_kind_of_thing_whose_heading_and_name_are_gone_is_retired() -> None:
    cellar = {"4": ("Rooms", ""), "4.1": ("Cellar", "Lambs in the cellar room sleep.")}
    (term,) = mine_steps(change_heading(cellar, {"4": ("Rooms", "")}))
    assert (term.old, term.new, term.kind, term.edition) == ("cellar room", None, "retired", DAYS[2])
    assert (
        mine_steps(change_heading(cellar, {"4": ("Rooms", ""), "5.1": (None, "Of a cellar room nothing is left.")}))
        == ()
    )


def test_a_keyword_of_which_a_record_says_that_it_is_of_another_class_now() -> None:
    entry: Edition = {"glossary:Brood": (None, "An ability word for hens.")}
    moved: Edition = {"glossary:Brood": (None, "Brood was once an ability word; this is today a keyword action.")}
    again: Edition = {"glossary:Brood": (None, "It was once an ability word; it is today a keyword action of hens.")}
    (term,) = mine_steps([{**ROOMS, **changes} for changes in (entry, entry, moved, again, again)])
    assert (term.old, term.new) == ("brood ability word", "brood keyword action")
    assert (term.kind, term.edition, term.evidence[0].key) == ("reclassified", DAYS[2], "glossary:Brood")
