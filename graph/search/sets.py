"""The editions of sets and of times, as queries name them.

A *set* is one of cards, with which an edition was published: Magic 2010, with the code M10. Several editions may have
been published with one set, and a set may have come without an edition.
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import NamedTuple

from graph.search.definition import read_definition
from graph.search.text import fold, words_in
from graph.search.times import first_day
from rules.records import RETYPED, CardSet, Edition
from rules.sets_without_edition import list_sets_in_force

_CODE_ALONE = re.compile(r"\w{2,4}", re.ASCII)
_CODE_AMONG_WORDS = re.compile(r"[A-Z0-9]{2,4}|(?=.*[0-9])[a-z][a-z0-9]{1,3}", re.ASCII)
"""The code of a set: in capitals, or with a digit."""

WordTest = Callable[[Sequence[str]], bool]
"""Returns something about the words of a part of a query."""


class EditionRow(NamedTuple):
    """A set of an edition; an edition has a row for each of its sets, and one of empty texts if it has none.

    Attributes:
        date: Id of the edition.
        code: Code of the set.
        name: Name of the set.
        released: The day on which the set was released, if it came with no edition, or only with a retyped one; empty
            otherwise. Such a set is named by its code or whole name alone. The edition of the row is the one in force
            on that day, unless `is_retyped`.
        is_retyped: Whether a retyped edition was published with the set. The edition of the row is then the next one.
    """

    date: str
    code: str
    name: str
    released: str = ""
    is_retyped: bool = False


def list_edition_rows(editions: Sequence[Edition]) -> list[EditionRow]:
    """Return the sets of editions of the Comprehensive Rules, oldest edition first.

    Of an edition, the sets that it was published with come first, the main one before the others. The sets that came
    with no edition follow, and then those of the retyped editions before it.

    Args:
        editions: All editions of the Comprehensive Rules, oldest first.
    """
    retyped = [edition for edition in editions if edition.condition == RETYPED]
    not_retyped = [edition for edition in editions if edition not in retyped]
    editions_with_rows = not_retyped or editions  # if all are retyped, there are no better ones
    ids = [edition.id for edition in editions_with_rows]
    rows: list[EditionRow] = []
    for edition in editions_with_rows:
        rows += [EditionRow(edition.id, card_set.code, card_set.name or "") for card_set in edition.sets]
        if not edition.sets:
            rows.append(EditionRow(edition.id, "", ""))
    for date, card_set in list_sets_in_force(ids):
        rows.append(EditionRow(date, card_set.code, card_set.name, card_set.released))
    if not_retyped:  # otherwise the retyped editions have rows of their own already
        rows.extend(_list_retyped_rows(retyped, ids))
    # Python's sort keeps the order of the rows of one edition.
    return sorted(rows, key=attrgetter("date"))


def _list_retyped_rows(retyped: Iterable[Edition], ids: Sequence[str]) -> Iterator[EditionRow]:
    """Yield the sets of retyped editions, each with the next edition, which has the rules that came with the set.

    A retyped edition that no other edition follows is left out. One without a set has a row with empty texts.

    Args:
        retyped: The retyped editions.
        ids: Ids of the editions that are not retyped, oldest first.
    """
    for edition in retyped:
        following = ids[bisect(ids, edition.id) :]
        if not following:
            continue
        next_edition = following[0]
        # Without a set there is a row too, because the scripts of the site find the retyped editions by these rows.
        for card_set in edition.sets or (CardSet("", None),):
            yield EditionRow(
                date=next_edition,
                code=card_set.code,
                name=card_set.name or "",
                released=edition.id,
                is_retyped=True,
            )


def find_edition_before(rows: Sequence[EditionRow], day: str) -> str | None:
    """Return the last edition before a day; None if there is none."""
    earlier = [row.date for row in rows if row.date < day]
    return earlier[-1] if earlier else None


def editions_of_part_in_time(rows: Sequence[EditionRow], text: str, time: str) -> list[str]:
    """Return those editions of a time whose sets' names have the words of a text next to each other, oldest first."""
    return [date for date in editions_of_part(rows, text) if date.startswith(time)]


def editions_of_part_in_force(rows: Sequence[EditionRow], text: str, time: str) -> list[str]:
    """Return those editions that `editions_of_part_in_time` finds; if there are none, the one in force as it begins.

    The edition in force counts only if its set's name has the words: in January 2010, that of a set of October 2009.
    """
    within = editions_of_part_in_time(rows, text, time)
    if within:
        return within
    of_part = editions_of_part(rows, text)
    return [date for date in editions_of_time(rows, first_day(time)) if date in of_part]


def editions_of_part(rows: Sequence[EditionRow], text: str) -> list[str]:
    """Return the editions of the sets whose names have the words of a text next to each other, oldest first.

    A set counts only if an edition that is not retyped was published with it.
    """
    return list_without_doubles(row.date for row in rows_of_part(rows, text))


def rows_of_part(rows: Iterable[EditionRow], text: str) -> list[EditionRow]:
    """Return the rows by which `editions_of_part` finds editions."""
    part = words_of_name(text)
    if not part:
        return []
    return [row for row in rows if not row.released and f" {part} " in f" {words_of_name(row.name)} "]


def editions_of_block(rows: Sequence[EditionRow], name: str) -> list[str]:
    """Return the editions of the sets of a block, newest first, since only the newest has the keywords of all its sets.

    Args:
        rows: The rows of all editions.
        name: The name of the block, without the word "block".
    """
    codes = read_definition().blocks.get(fold(name), ())
    return list_without_doubles(row.date for row in reversed(rows) if row.code in codes)


def _spell_ordinals(name: str) -> str:
    """Return a folded name of a set with its number as the rules print it: `10th edition` → `tenth edition`."""
    ordinals = read_definition().ordinals
    return " ".join(ordinals.get(word, word) for word in name.split())


@cache
def words_of_name(name: str) -> str:
    """Return the words of the name of a set, or a part of it, without those that say nothing."""
    definition = read_definition()
    words = words_in(_spell_ordinals(fold(name)))
    return " ".join(word for word in words if word not in definition.stop and word not in definition.of_edition)


@cache
def list_words_of_sets(rows: tuple[EditionRow, ...]) -> frozenset[str]:
    """Return the code of each set, and the words of its name that say something, folded."""
    words: set[str] = set()
    for row in rows:
        if row.code:  # an edition without a set has a row of empty texts
            words.add(fold(row.code))
        words.update(words_of_name(row.name).split())
    return frozenset(words)


def editions_of_time(rows: Sequence[EditionRow], time: str) -> list[str]:
    """Return the editions of a year, month or day, newest first; without any, the edition in force on its first day.

    Empty if no edition was in force yet.
    """
    within = [row.date for row in rows if row.date.startswith(time)]
    if within:
        return list_without_doubles(reversed(within))
    before = [row.date for row in rows if row.date <= first_day(time)]
    return before[-1:]


def editions_of_set(rows: Sequence[EditionRow], text: str, *, is_whole_query: bool) -> list[str]:
    """Return the editions of the set with a code or name, oldest first.

    Args:
        rows: The rows of all editions.
        text: The code or name.
        is_whole_query: Whether it is the whole query; otherwise a code must be in capitals or have a digit.
    """
    return list_without_doubles(row.date for row in rows_of_set(rows, text, is_whole_query=is_whole_query))


def rows_of_set(rows: Iterable[EditionRow], text: str, *, is_whole_query: bool) -> list[EditionRow]:
    """Return the rows by which `editions_of_set` finds editions."""
    form = _CODE_ALONE if is_whole_query else _CODE_AMONG_WORDS
    code = text.upper() if form.fullmatch(text) else ""
    name = _spell_ordinals(fold(text))
    return [row for row in rows if (code and row.code == code) or (row.name and fold(row.name) == name)]


def list_without_doubles(dates: Iterable[str]) -> list[str]:
    """Return dates, each once, in their order."""
    return list(dict.fromkeys(dates))
