"""The terms of a knowledge base, or of the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.terms.rows import COLUMNS, term_from
from rules.store import Store

if TYPE_CHECKING:
    from graph.ledger import Ledger
    from graph.terms.records import Term


def terms_of(facts: Store | Ledger) -> tuple[Term, ...]:
    """Renamed and retired terms, the surest first."""
    if not isinstance(facts, Store):
        return facts.all_terms()
    return tuple(map(term_from, facts.select(f"SELECT {COLUMNS} FROM terms ORDER BY position")))  # noqa: S608
