"""The terms that were renamed between two editions."""

from collections.abc import Iterable

from rules.change import Renamings
from rules.links import INSTEAD, Term
from rules.store import Store

Pair = tuple[str, str]
"""Old words and new words, folded."""

_LEAST_SCORE = 0.5
"""Minimum score of a mined term that counts without confirmation by a person."""
_MOST_PAIRS = 2_000
"""Number of pairs above which renamings of words that were renamed before are no longer joined."""


def is_sure(term: Term) -> bool:
    """Return whether a term counts as a renaming: a person confirmed it, or the texts leave little doubt."""
    return term.curated or term.score >= _LEAST_SCORE


def renamed_between(store: Store, older: str, newer: str) -> tuple[Pair, ...]:
    """Return the terms that were renamed after one edition, up to and including a later one, as pairs of words.

    For words that were renamed again there is also the pair of the first words and the last (`join_renamings`).
    """
    pairs: list[Pair] = []
    for term in store.terms(older, newer):
        if term.kind in INSTEAD and is_sure(term):
            pairs.extend(dict.fromkeys([(term.old, term.new or ""), *term.forms]))
    return join_renamings((old, new) for old, new in pairs if new)


def join_renamings(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Return renamings, and for words that were renamed again later also the pair of the first words and the last.

    Once there are `_MOST_PAIRS` pairs, no more such pairs are added.

    Example: `bury` became `destroy`, and later `destroy` became `remove` → these two pairs, and `bury` to `remove`.

    Args:
        pairs: The renamings, in chronological order.
    """
    joined: dict[Pair, None] = {}
    for old, new in pairs:
        for before, after in list(joined):
            latest = _replace_words(after, old, new)
            if latest not in {before, after} and len(joined) < _MOST_PAIRS:
                joined[before, latest] = None
        joined[old, new] = None
    return tuple(joined)


def _replace_words(phrase: str, old: str, new: str) -> str:
    """Return a phrase with all occurrences of some whole words in it replaced.

    Example: `bury` replaced by `destroy` in `bury it or buried` → `destroy it or buried`.
    """
    if old not in phrase:
        return phrase
    return f" {phrase} ".replace(f" {old} ", f" {new} ").strip()


def renamings(store: Store, old: str, new: str) -> Renamings:
    """Return the terms renamed between two editions, of which the second may be the earlier one."""
    if old <= new:
        return Renamings(renamed_between(store, old, new))
    return Renamings([(after, before) for before, after in renamed_between(store, new, old)])
