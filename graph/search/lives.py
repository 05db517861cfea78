"""The *life* of each name: the time in which a rule or glossary entry had it, with its first and its last place.

Names are compared by their *joined stems*: the words without their endings and without blanks between them. A *retyped*
edition is known only from a copy that somebody typed; it only dates the beginning of a life. So does an entry that
calls its name *obsolete*, if the rules have the name again later.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from graph.answers.retyped import list_dating
from graph.search.definition import read_definition
from graph.search.index import join_stems, list_names
from graph.search.text import replace_suffix, words_in
from rules.grouping import grouped
from rules.keys import is_entry
from rules.store import Store
from rules.text import fold_name

_HEADED = """
    SELECT keys.key, title, min(start.edition), max(stop.edition)
    FROM runs JOIN keys ON keys.id = key_id JOIN packed_texts AS texts ON texts.id = text_id
        JOIN line AS start ON start.place = first JOIN line AS stop ON stop.place = last
    WHERE title <> '' GROUP BY keys.id, title ORDER BY keys.id, title
"""
"""Each key, each heading or term that it had, and the first and the last edition with it."""
_RETYPED = """
    SELECT keys.key, title
    FROM runs JOIN keys ON keys.id = key_id JOIN packed_texts AS texts ON texts.id = text_id
    WHERE title <> '' AND (SELECT place FROM line WHERE edition = ?) BETWEEN first AND last
    ORDER BY keys.id, title
"""
"""Each key and each heading or term of one edition, the parameter."""
_OBSOLETE = re.compile(r"\(obsolete\)", re.IGNORECASE)
_INFORMAL = re.compile(r"\(informal\)", re.IGNORECASE)
_NO_NAME = re.compile(r"^(?:and|or) |,", re.IGNORECASE)
"""What is no name in a heading: the last part of a list (`and Priority`), or a whole list (`Timing, Priority`)."""


class NameLife(Struct, frozen=True):
    """How long the rules had a name. An entry that calls the name obsolete may begin its life, but never ends it.

    Attributes:
        joined_stems: The stems of the words of the name, without blanks.
        name: The name, folded.
        first: The first edition with it, which may be retyped, as for a rule.
        first_key: What had it there: a rule rather than a glossary entry.
        last: The last edition with it.
        last_key: What has it there.
    """

    joined_stems: str
    name: str
    first: str
    first_key: str
    last: str
    last_key: str


class _Use(NamedTuple):
    """A record that has a name from one edition to another."""

    name: str
    key: str
    first: str
    last: str


def read_lives(store: Store) -> dict[str, NameLife]:
    """Return the names in all editions of the Comprehensive Rules, by the stems of their words without blanks.

    A name that only retyped editions have is left out.
    """
    uses = _group_uses(store)
    retyped_uses = grouped(_list_retyped_uses(store))
    return {stems: _make_life(store, stems, uses[stems], retyped_uses.get(stems, ())) for stems in sorted(uses)}


def read_lives_of_forms(store: Store) -> dict[str, NameLife]:
    """Return the names that are other things than names with the same stems, by their own words without blanks.

    Example: `phase` and `phasing` have the same stems, but the newest edition has a rule headed `Phasing` and an entry
    `Phase`. A plural is no other name than its singular. Of a rule whose heading was reworded, such as `End the Turn`
    for `Ending the Turn`, the newest edition has one name only, so neither is listed.
    """
    newest = store.chained()[-1]
    uses = _group_uses(store)
    retyped_uses = grouped(_list_retyped_uses(store))
    lives: dict[str, NameLife] = {}
    for stems, same_stems in sorted(uses.items()):
        by_singular = grouped((_join_singular(use.name), use) for use in same_stems)
        retyped = grouped((_join_singular(use.name), use) for use in retyped_uses.get(stems, ()))
        own: dict[str, NameLife] = {}
        for singular, same_name in by_singular.items():
            own[singular] = _make_life(store, stems, same_name, retyped.get(singular, ()))
        if _has_several_names(own.values(), newest):
            for use in same_stems:
                lives[join_name(use.name)] = own[_join_singular(use.name)]
    return lives


def _has_several_names(lives: Iterable[NameLife], newest: str) -> bool:
    """Return whether the newest edition has several of the names with the same stems, and a rule has one of them."""
    present = [life for life in lives if life.last == newest]
    has_rule = any(not is_entry(life.last_key) for life in present)
    return len(present) > 1 and has_rule


def _join_singular(name: str) -> str:
    """Return the words of a name without blanks and without a plural at the end: `Main Phases` → `mainphase`."""
    singular, *_ = read_definition().suffixes
    *words, last = words_in(name) or [""]
    return "".join([*words, replace_suffix(last, singular)])


def join_name(name: str) -> str:
    """Return the words of a name without blanks between them: `first strike` → `firststrike`."""
    return "".join(words_in(name))


def _group_uses(store: Store) -> dict[str, list[_Use]]:
    """Return the uses of names in editions that are not retyped, by the stems of each name.

    If an entry called a name obsolete, and a later record has the name all the same, the first edition of that entry
    counts as a use. It does not if the name later replaced another: then it came back with another meaning.
    """
    uses = grouped(_list_uses(store))
    replacing = {join_stems(words_in(term.new or "")) for term in store.best_terms()}
    for stems, obsolete in _list_uses(store, obsolete=True):
        if stems in replacing:
            continue
        same_name = [use for use in uses.get(stems, ()) if _join_singular(use.name) == _join_singular(obsolete.name)]
        if any(obsolete.first < use.first for use in same_name):
            uses[stems].append(obsolete._replace(last=obsolete.first))
    return uses


def _list_uses(store: Store, *, obsolete: bool = False) -> Iterator[tuple[str, _Use]]:
    """Yield the uses of names in editions that are not retyped, by the stems of each name.

    Args:
        store: The knowledge base.
        obsolete: Whether the uses in entries that call the name obsolete are listed, instead of all others.
    """
    editions = store.chained()
    for key, title, first, last in store.select(_HEADED):
        # The first or the last edition may be retyped; what lies between them is not.
        with_title = editions[bisect_left(editions, first) : bisect_right(editions, last)]
        if with_title:
            yield from _list_names(title, key, with_title[0], with_title[-1], obsolete=obsolete)


def _list_retyped_uses(store: Store) -> Iterator[tuple[str, _Use]]:
    """Yield the uses of names in retyped editions, by the stems of each name."""
    for edition in sorted(store.retyped.intersection(store.editions_of())):
        for key, title in store.select(_RETYPED, edition):
            yield from _list_names(title, key, edition, edition)


def _list_names(title: str, key: str, first: str, last: str, *, obsolete: bool = False) -> Iterator[tuple[str, _Use]]:
    """Yield the names in a heading or term, by the stems of each; none if it calls a name informal.

    Example: `Kicker, Kicked` → `Kicker` and `Kicked`; the whole is no name, but a list.

    Args:
        title: The heading or term.
        key: Key of its record.
        first: The first edition in which the record has it.
        last: The last such edition.
        obsolete: Whether a heading or term counts only if it calls its name obsolete, or only if it does not.
    """
    is_obsolete = _OBSOLETE.search(title) is not None
    if is_obsolete != obsolete or _INFORMAL.search(title):
        return
    for name in list_names(title):
        if name.joined_stems and _NO_NAME.search(name.name) is None:
            yield name.joined_stems, _Use(fold_name(name.name), key, first, last)


def _order_beginning(use: _Use) -> tuple[str, bool]:
    """Return the sort key that is lowest for the earliest use; of equally early uses, for that of a rule."""
    return use.first, is_entry(use.key)


def _order_end(use: _Use) -> tuple[str, bool]:
    """Return the sort key that is highest for the latest use; of equally late uses, for that of a rule."""
    return use.last, not is_entry(use.key)


def _make_life(store: Store, joined_stems: str, uses: Sequence[_Use], retyped_uses: Iterable[_Use]) -> NameLife:
    """Return how long the rules had a name.

    If several records have the name in its first or last edition, a rule counts rather than a glossary entry.

    Args:
        store: The knowledge base.
        joined_stems: The stems of the words of the name.
        uses: Its uses in editions that are not retyped.
        retyped_uses: Its uses in retyped editions, which only date its beginning.
    """
    earliest = min(uses, key=_order_beginning)
    latest = max(uses, key=_order_end)
    dating_editions = list_dating(store, earliest.first)
    dating_uses = [use for use in retyped_uses if use.first in dating_editions]
    if dating_uses:
        earliest = min(dating_uses, key=_order_beginning)
    return NameLife(
        joined_stems=joined_stems,
        name=latest.name,
        first=earliest.first,
        first_key=earliest.key,
        last=latest.last,
        last_key=latest.key,
    )
