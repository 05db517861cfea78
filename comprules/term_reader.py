"""The terms of a knowledge base, or of the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.terms.rows import COLUMNS, term_from

if TYPE_CHECKING:
    from graph.terms.records import Term
    from rules.store import Store


def terms_of(facts: Store) -> tuple[Term, ...]:
    """Return the renamed and retired terms, the most certain first."""
    return tuple(map(term_from, facts.select(f"SELECT {COLUMNS} FROM terms ORDER BY position")))  # noqa: S608
