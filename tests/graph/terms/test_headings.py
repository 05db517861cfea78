"""What stands in headings and classes: chapters under other headings, zones given up, keywords of another class."""

from __future__ import annotations

from graph.terms import Term
from tests.graph.terms.small import Edition, mine

DAYS = ("2001-01-01", "2002-01-01", "2003-01-01", "2004-01-01", "2005-01-01")
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


def test_a_keyword_of_which_a_record_says_that_it_is_of_another_class_now() -> None:
    entry = {"glossary:Brood": "An ability word for hens."}
    moved = {"glossary:Brood": "Brood was once an ability word; this is today a keyword action."}
    again = {"glossary:Brood": "It was once an ability word; it is today a keyword action of hens."}
    (term,) = mine_editions(entry, entry, moved, again)
    assert (term.old, term.new) == ("brood ability word", "brood keyword action")
    assert (term.kind, term.edition, term.evidence[0].key) == ("reclassified", DAYS[2], "glossary:Brood")
