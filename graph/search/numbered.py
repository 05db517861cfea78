"""The meaning of a query's numbers: rules of the edition that is searched, and their meaning at another time."""

from collections.abc import Iterable
from typing import NamedTuple

from graph.answers.why import NUMBER, Why
from graph.search.definition import read_definition
from graph.search.understand import Query
from rules.numbers import is_number, without_letters
from rules.store import Store

_KEYS = "SELECT key FROM records WHERE edition = ? AND number = ? ORDER BY ordinal"
_LAST_EDITIONS = """
    SELECT lineage, max(last_edition) FROM versions WHERE key = ?
    GROUP BY lineage ORDER BY max(last_edition) DESC, lineage LIMIT ?
"""


NUMBER_PAGE = "number:"
"""The beginning of the key of a meaning that is the page of all that a number meant."""
_OTHER_RULES = """
    SELECT 1 FROM versions JOIN editions ON editions.id = first_edition
    WHERE key = ? AND lineage <> ? AND work = ? LIMIT 1
"""


class NumberMeaning(NamedTuple):
    """A rule of an edition, or the page of all that a number meant.

    Attributes:
        key: The key of the rule, or `number:702.40` for the page.
        edition: The edition of the rule; for the page, the one that is searched or the latest one.
    """

    key: str
    edition: str


class Numbered(NamedTuple):
    """What the numbers of a query mean.

    Attributes:
        meanings: The rules meant, best first, with why.
        missing: The numbers that the edition lacks.
    """

    meanings: dict[NumberMeaning, Why]
    missing: tuple[str, ...]


def find_numbered(store: Store, query: Query, edition: str, latest: str) -> Numbered:
    """Return the rules that the numbers of a query mean.

    If no edition has a subrule, its rule is meant: for `702.40z` that is 702.40.

    Args:
        store: The knowledge base.
        query: The query.
        edition: The edition that is searched, if the query names none.
        latest: The latest edition.
    """
    meanings: dict[NumberMeaning, Why] = {}
    missing: list[str] = []
    for number in query.numbers:
        found = _find_in_editions(store, number, query.editions or (edition,), latest)
        is_there = any(meaning.key == number for meaning in found)
        if not is_there:
            missing.append(number)
        _add_new(meanings, found or _find_above(store, number, edition))
    return Numbered(meanings, tuple(missing))


def _find_in_editions(store: Store, number: str, editions: Iterable[str], latest: str) -> dict[NumberMeaning, Why]:
    """Return the meanings of a number in each of some editions, in the order of the editions."""
    meanings: dict[NumberMeaning, Why] = {}
    for edition in editions:
        _add_new(meanings, _find_meanings(store, number, edition, latest))
    return meanings


def _add_new(meanings: dict[NumberMeaning, Why], more: dict[NumberMeaning, Why]) -> None:
    """Add meanings to others; of the same ones the first reason stays."""
    for meaning, why in more.items():
        meanings.setdefault(meaning, why)


def _find_above(store: Store, number: str, edition: str) -> dict[NumberMeaning, Why]:
    """Return the rule of an edition to which a subrule that does not exist would belong; empty if there is none."""
    above = without_letters(number)
    if above == number or not _keys_of(store, edition, above):
        return {}
    return {NumberMeaning(above, edition): Why("no-number", number)}


def _find_meanings(store: Store, number: str, edition: str, latest: str) -> dict[NumberMeaning, Why]:
    """Return the rules with a number in an edition, and what the number means today; else what it meant before."""
    meanings = {NumberMeaning(key, edition): NUMBER for key in _keys_of(store, edition, number)}
    if edition != latest:
        _add_new(meanings, _find_meaning_of_today(store, number, edition, latest))
    if not meanings:
        return _find_past_meanings(store, number, edition, latest)
    if edition == latest and _was_reused(store, number, edition):
        meanings[NumberMeaning(f"{NUMBER_PAGE}{number}", edition)] = Why("meant-before", number)
    return meanings


def _find_meaning_of_today(store: Store, number: str, edition: str, latest: str) -> dict[NumberMeaning, Why]:
    """Return where, in an older edition, the rule is that has a number in the latest one; empty if it is not there."""
    lineage = store.lineage_at(latest, number)
    versions = store.versions(lineage) if lineage else ()
    return {
        NumberMeaning(version.key, edition): Why("number-today", number)
        for version in versions
        if version.first <= edition <= version.last
    }


def _was_reused(store: Store, number: str, edition: str) -> bool:
    """Return whether the number of a rule of an edition was once that of another rule of the same work."""
    lineage = store.lineage_at(edition, number)
    return bool(store.select(_OTHER_RULES, number, lineage, store.work_of[edition]))


def _find_past_meanings(store: Store, number: str, edition: str, latest: str) -> dict[NumberMeaning, Why]:
    """Return what a number meant, newest first: where its rule is in an edition, or else the last rule with it.

    The page of all that the number meant comes last.
    """
    meanings: dict[NumberMeaning, Why] = {}
    limit = read_definition().limits["meanings"]
    for lineage, last_edition in store.select(_LAST_EDITIONS, number, limit):
        newest_version = store.versions(lineage)[-1]
        is_still_there = newest_version.last == edition
        if is_still_there:
            meanings.setdefault(NumberMeaning(newest_version.key, edition), Why("number-until", number, last_edition))
        else:
            meanings.setdefault(NumberMeaning(number, last_edition), Why("last-edition", edition=last_edition))
    if meanings and is_number(number):
        meanings[NumberMeaning(f"{NUMBER_PAGE}{number}", latest)] = Why("all-meanings", number)
    return meanings


def _keys_of(store: Store, edition: str, number: str) -> list[str]:
    """Return the keys of an edition's rules with a number."""
    return [key for (key,) in store.select(_KEYS, edition, number)]
