"""The period in which the rules had some words next to each other, from edition to edition.

A *place* is where a text has the words. A change has two *sides*, the text after it and the text before it.
Only changes are read, not the texts of every edition. Each change that brings the words together somewhere adds a
place, each that ends that takes one away, and the oldest edition adds all its places. So the number of places in an
edition is the sum up to there; what no change touched is counted once, for the oldest edition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from graph.answers.search import Match, Period
from graph.search.changed_sides import ChangedSide, find_candidates
from graph.search.dating import find_dated
from graph.search.match import Wanted, find_adjacent
from graph.search.text import places_in
from rules.store import Store


class SideWithWords(NamedTuple):
    """A side of a change that has some words next to each other because of the change.

    Attributes:
        side: The side.
        frequency: The number of places with the words.
    """

    side: ChangedSide
    frequency: int


def find_periods(store: Store, wanted: Sequence[Wanted], candidates: Sequence[ChangedSide]) -> tuple[Period, ...]:
    """Return when the rules had the words, then when they had each phrase.

    Args:
        store: The knowledge base.
        wanted: The words together, if there are any, and each phrase.
        candidates: The sides of changes that may have all of them.
    """
    if len(wanted) == 1:
        return (_find_period(store, wanted[0], candidates),)
    return tuple(_find_period(store, part, find_candidates(store, [part])) for part in wanted)


def _find_period(store: Store, part: Wanted, candidates: Iterable[ChangedSide]) -> Period:
    """Return from which edition to which the rules had some words next to each other, or a phrase.

    If they had the words, lost them and got them back, it is from the first of these times to the end of the last.

    Args:
        store: The knowledge base.
        part: The words, or the phrase.
        candidates: The sides of changes that may have them.
    """
    return read_period(store, part, _list_having(part, candidates))


def read_period(store: Store, part: Wanted, having: Sequence[SideWithWords]) -> Period:
    """Return from which edition to which the rules had some words, by all sides of changes that have them.

    Args:
        store: The knowledge base.
        part: The words, or the phrase.
        having: The sides that have them because of the change.
    """
    places = _count_places(_count_growth(having))
    with_words = [edition for edition, count in places.items() if count > 0]
    if not with_words:
        return Period(part.typed, None, None, None)
    first, last_with_words = with_words[0], with_words[-1]
    inserted = [side for side, _ in having if side.edition == first and side.side == "inserted"]
    first = _find_retyped(store, part, inserted) or first
    editions = store.chained()
    later = [edition for edition in places if edition > last_with_words]
    if not later:
        return Period(part.typed, first, editions[-1], None)
    gone = later[0]
    return Period(part.typed, first, editions[editions.index(gone) - 1], gone)


def _list_having(part: Wanted, candidates: Iterable[ChangedSide]) -> list[SideWithWords]:
    """Return the sides of changes that have some words, or a phrase, because of the change."""
    having: list[SideWithWords] = []
    for side in candidates:
        places = find_adjacent(side.match, places_in(side.match.text), part)
        if places:
            having.append(SideWithWords(side, len(places)))
    return having


def _count_growth(having: Iterable[SideWithWords]) -> Mapping[str, int]:
    """Return edition → how many more places with the words it has than the edition before; below 0 for fewer.

    Example: `{"1999-04-23": 2, "2009-07-11": -2}` → the oldest edition had two such places, and one edition lost both.
    """
    growth: dict[str, int] = defaultdict(int)
    for side, frequency in having:
        growth[side.edition] += frequency if side.side == "inserted" else -frequency
    return growth


def _count_places(growth: Mapping[str, int]) -> dict[str, int]:
    """Return the number of places with the words in each edition that changed this number, oldest first.

    Args:
        growth: How many more places each of these editions has than the one before, as `_count_growth` returns it.
    """
    editions = sorted(growth)
    return dict(zip(editions, accumulate(growth[edition] for edition in editions), strict=True))


def _find_retyped(store: Store, part: Wanted, sides: Iterable[ChangedSide]) -> str | None:
    """Return the retyped edition that had some words first; None if none did.

    Of a retyped edition only a copy that readers typed survives, so it is not in the chain of editions that are
    compared step by step. It dates the words if it has them and lies between the first edition of the chain with the
    words and the edition of the chain before.

    Args:
        store: The knowledge base.
        part: The words.
        sides: The sides with the words that this first edition of the chain inserted.
    """
    for side in sides:
        dated = find_dated(store, side.edition, side.passage)
        if dated is None:
            continue
        whole_text_as_mark = (0, len(dated.text))
        text = Match("inserted", side.match.field, dated.text, (whole_text_as_mark,))
        if find_adjacent(text, places_in(dated.text), part):
            return dated.edition
    return None
