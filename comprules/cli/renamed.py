"""Current names of terms that a query calls by an old name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from rules.store import Hit, Store

_PLAIN = re.compile(r"[\w' -]+")
_REMEMBERS = re.compile(r"\b(?:obsolete|former|formerly|previously|older|used to)\b", re.IGNORECASE)
"""Words of passages that only mention a former name; such passages do not count as uses of the name."""
_FEW = 10
"""A name counts as given up if an edition uses it at most a tenth as often as the one before the renaming."""
_MOST = 1000


class Renamed(Struct, frozen=True):
    """A term that a query names by its old name.

    Attributes:
        old: As typed, without quotes.
        new: Its name in the searched edition.
        since: Id of the edition that renamed it.
    """

    old: str
    new: str
    since: str


def renamed_in(store: Store, query: str, edition: str) -> Renamed | None:
    """Return the term that a query names by its old name, if the whole query is that term.

    Returns:
        None if it was not renamed, or if the edition still uses the old name: often only one sense of a term was
        renamed, and the others kept the name.
    """
    name = query.strip().strip('"“”').strip()
    if not name or not _PLAIN.fullmatch(name):
        return None
    from comprules.term_reader import terms_of  # noqa: PLC0415 - slow to import
    from graph.compare.renamings import is_sure  # noqa: PLC0415
    from graph.terms.names import TermNames  # noqa: PLC0415

    terms = [term for term in terms_of(store) if term.edition <= edition and term.kind == "renamed"]
    names = TermNames(filter(is_sure, terms))
    renamings = names.given_up(name)
    newer = names.newer_names(name)
    if not newer or not _is_given_up(store, name, edition, renamings[0].edition):
        return None
    chain = {term for former in (name, *newer[:-1]) for term in names.given_up(former)}
    last = [term for term in names.taken_up(newer[-1]) if term in chain]
    return Renamed(name, newer[-1], last[-1].edition)


def _is_given_up(store: Store, name: str, edition: str, since: str) -> bool:
    """Return whether an edition has at most a tenth of the uses of a term that there were before its renaming.

    Args:
        store: The knowledge base.
        name: The term.
        edition: The edition.
        since: The edition that renamed the term.
    """
    used = _count_uses(store, name, edition)
    if not used:
        return True
    before = store.previous(since)
    return before is not None and _FEW * used <= _count_uses(store, name, before)


def _count_uses(store: Store, name: str, edition: str) -> int:
    """Return how many passages of an edition use a name.

    A search for words without hits finds words that begin with them; such passages do not count.
    """
    passages = [f"{hit.heading} {hit.text}" for hit in store.search(f'"{name}"', edition, _MOST)]
    return sum(_strip_text(name) in _strip_text(passage) and not _REMEMBERS.search(passage) for passage in passages)


def _strip_text(text: str) -> str:
    return text.casefold().replace("-", " ")


def hits_by_new_name(store: Store, term: Renamed, edition: str, limit: int, known: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """Return the hits of the new name that are not among the known hits."""
    have = {(hit.key, hit.field) for hit in known}
    hits = store.search(f'"{term.new}"', edition, limit)
    return tuple(hit for hit in hits if (hit.key, hit.field) not in have)[: max(0, limit - len(known))]
