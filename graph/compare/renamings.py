"""The terms that were renamed between two editions, over all steps between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.links import INSTEAD, Term

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.store import Store

Pair = tuple[str, str]

_SURE = 0.5
"""Minimum score of a mined term that counts without confirmation by a person."""
_MOST = 2_000


def is_sure(term: Term) -> bool:
    """Return whether a term counts as a renaming: a person confirmed it, or the texts leave little doubt."""
    return term.curated or term.score >= _SURE


def renamed_between(store: Store, older: str, newer: str) -> tuple[Pair, ...]:
    """Return (old words, new words), folded, of the terms renamed after one edition and up to a later one.

    Chains of renamings are joined.
    """
    terms = [term for term in store.terms(older, newer) if term.kind in INSTEAD and is_sure(term)]
    return join_renamings(
        pair for term in terms for pair in dict.fromkeys(((term.old, term.new or ""), *term.forms)) if pair[1]
    )


def join_renamings(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return the pairs, and for words that were renamed again later also the pair of the first words and the last.

    Args:
        pairs: The renamings, in chronological order.
    """
    chained: dict[Pair, None] = {}
    for old, new in pairs:
        for before, after in [*chained]:
            whole = f" {after} ".replace(f" {old} ", f" {new} ").strip() if old in after else after
            if whole not in (after, before) and len(chained) < _MOST:
                chained.setdefault((before, whole))
        chained.setdefault((old, new))
    return tuple(chained)
