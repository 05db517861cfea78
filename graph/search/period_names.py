"""The part of a query that names a set, a block or a day by words around it: `at the time of Ravnica`.

A *block* is a group of sets that were published one after the other about the same world: Mirrodin, Darksteel and Fifth
Dawn. An *early set* was published before there were Comprehensive Rules. The words *ahead* of a name and those *behind*
it say how its edition is meant; see `periods` in `definition.toml`.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from graph.search.definition import PeriodRelation, read_definition
from graph.search.sets import (
    EditionRow,
    WordTest,
    editions_of_block,
    editions_of_part,
    editions_of_set,
    editions_of_time,
    find_edition_before,
)
from graph.search.text import fold
from graph.search.times import first_day, time_in

_JOINED = re.compile(r"\b(pre|post)-(?=\w)", re.IGNORECASE)
"""The beginning of a word that is ahead of the rest of it: `pre-Dominaria`."""
_AROUND_WORD = " \t,.;:?!()"
"""Characters around a word that are no part of it."""
_LONGEST_AHEAD = 5
"""Number of words of the longest phrase ahead of a name."""
_LONGEST_BEHIND = 3
"""Number of words of the longest phrase behind a name."""


class NamedPeriod(NamedTuple):
    """The part of a query that names a period, and the rest.

    Example: `legend rule at the time of Ravnica` → the edition of that set, no time, and the rest `legend rule`.

    Attributes:
        editions: Ids of the editions, first the one that is most likely meant; empty if no edition was in force yet.
        time: The year, month or day, or that of an early set; None if the name is that of a set with an edition.
        rest: The rest of the query.
        own_name: The name, if these are its own editions, and not the one before it, or any after it; else empty.
    """

    editions: Sequence[str]
    time: str | None
    rest: str
    own_name: str = ""


class _Place(NamedTuple):
    """A place where a query may name a period.

    Attributes:
        start: Index of the first word, with the words ahead of the name.
        name_start: Index of the first word of the name.
        name_end: Index after its last word.
        end: Index after the last word, with the words behind the name.
        relation: How the edition is meant.
    """

    start: int
    name_start: int
    name_end: int
    end: int
    relation: PeriodRelation


class PeriodReader:
    """Finds the periods that queries name by words around the name of a set, a block or a day.

    Args:
        editions: The editions of the rules, oldest first, with a row for each set.
        may_be_part: Returns whether words may be a part of a set's name.
    """

    def __init__(self, editions: Sequence[EditionRow], may_be_part: WordTest) -> None:
        self._editions = editions
        self._may_be_part = may_be_part

    def find_period(self, text: str) -> NamedPeriod | None:
        """Return the first period that a query names; None if it names none.

        Names with words behind them are read before those that only have words ahead of them.
        """
        words = _JOINED.sub(r"\1 ", text).split()
        bare = [word.strip(_AROUND_WORD) for word in words]
        folded = [fold(word) for word in bare]
        for place in chain(_list_places_before_words(folded), _list_places_after_words(folded)):
            found = self._read_place(place, bare)
            if found is not None:
                rest = [*words[: place.start], *words[place.end :]]
                return found._replace(rest=" ".join(rest))
        return None

    def _read_place(self, place: _Place, words: Sequence[str]) -> NamedPeriod | None:
        """Return the period that a place of a query names, without a rest; None if it names none."""
        name = words[place.name_start : place.name_end]
        own_name = "" if place.relation in {"before", "after"} else " ".join(name)
        time = time_in(" ".join(name))
        if time:
            of_time = editions_of_time(self._editions, time)
            return self._relate(place.relation, of_time, time)._replace(own_name=own_name)
        found = self._list_editions(place.relation, name)
        if found:
            return self._relate(place.relation, found, None)._replace(own_name=own_name)
        has_words_behind = place.end > place.name_end
        year = _find_early_year(place.relation, name, has_words_behind=has_words_behind)
        return NamedPeriod([], year, "") if year else None

    def _list_editions(self, relation: PeriodRelation, name: Sequence[str]) -> Sequence[str]:
        """Return the editions of a block or a set, first the one that is most likely meant; empty for neither.

        Args:
            relation: How the edition is meant. Before the word "block" only the name of a block counts, since the word
                may be a verb: "can Eldrazi block".
            name: The words of the name.
        """
        text = " ".join(name)
        if relation in {"block", "era"}:
            of_block = editions_of_block(self._editions, text)
            if of_block or relation == "block":
                return of_block
        of_set = editions_of_set(self._editions, text, is_whole_query=False)
        if of_set or not self._may_be_part(name):
            return of_set
        return editions_of_part(self._editions, text)

    def _relate(self, relation: PeriodRelation, editions: Sequence[str], time: str | None) -> NamedPeriod:
        """Return the period that is meant by a time or by the editions of a name.

        Args:
            relation: How the edition is meant.
            editions: The editions of the time or name, first the one that is most likely meant.
            time: The time; None for a name.
        """
        if relation != "before":
            return NamedPeriod(editions, time, "")
        day = first_day(time) if time else min(editions)
        before = find_edition_before(self._editions, day)
        return NamedPeriod([], day, "") if before is None else NamedPeriod([before], time, "")


def _find_early_year(relation: PeriodRelation, name: Sequence[str], *, has_words_behind: bool) -> str | None:
    """Return the year of an early set; None for any other name.

    After words such as "before" and "after", a name of one word without words behind it does not count, as it may be a
    word of the game: "before alpha strike".
    """
    if relation in {"before", "after"} and len(name) == 1 and not has_words_behind:
        return None
    return read_definition().early_sets.get(fold(" ".join(name)))


def _list_places_before_words(folded: Sequence[str]) -> Iterator[_Place]:
    """Yield the places of names that have words behind them: `when Lorwyn came out`, `in Kamigawa block`.

    Args:
        folded: The words of the query, folded.
    """
    behind = read_definition().periods.behind
    longest_name = read_definition().limits["edition"]
    for name_end in range(1, len(folded)):
        for end in range(min(len(folded), name_end + _LONGEST_BEHIND), name_end, -1):
            relation = behind.get(" ".join(folded[name_end:end]))
            if relation is None:
                continue
            for name_start in range(max(0, name_end - longest_name), name_end):
                yield _add_words_ahead(_Place(name_start, name_start, name_end, end, relation), folded)


def _add_words_ahead(place: _Place, folded: Sequence[str]) -> _Place:
    """Return a place with the words ahead of its name, if there are any.

    Words such as "before" say how the edition is meant, while those behind the name only say what the name is.
    """
    periods = read_definition().periods
    for length in range(min(_LONGEST_AHEAD, place.name_start), 0, -1):
        phrase = " ".join(folded[place.name_start - length : place.name_start])
        relation = periods.ahead.get(phrase)
        if relation is not None:
            meant = relation if relation in {"before", "after"} else place.relation
            return place._replace(start=place.name_start - length, relation=meant)
        if phrase in periods.light:
            return place._replace(start=place.name_start - length)
    return place


def _list_places_after_words(folded: Sequence[str]) -> Iterator[_Place]:
    """Yield the places of names that only have words ahead of them: `at the time of Ravnica`, `before Mirrodin`.

    Args:
        folded: The words of the query, folded.
    """
    ahead = read_definition().periods.ahead
    longest_name = read_definition().limits["edition"]
    for start in range(len(folded)):
        for name_start in range(min(len(folded), start + _LONGEST_AHEAD), start, -1):
            relation = ahead.get(" ".join(folded[start:name_start]))
            if relation is None:
                continue
            for name_end in range(min(len(folded), name_start + longest_name), name_start, -1):
                yield _Place(start, name_start, name_end, name_end, relation)
