"""Terms as rows of the knowledge base, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from graph.terms.records import Sighting, Term
from rules.store import Store

COLUMNS = "old, new, edition, kind, support, score, evidence, forms, curated, note, dated"
"""Columns of the table `terms`, whose rows are ordered by `position`, best first."""


def terms_of(store: Store) -> tuple[Term, ...]:
    """Return the renamed and retired terms of a knowledge base or of the ledger, the most certain first."""
    return tuple(map(term_from, store.select(f"SELECT {COLUMNS} FROM terms ORDER BY position")))  # noqa: S608 - fixed words only


def term_rows(terms: Iterable[Term]) -> list[tuple[object, ...]]:
    """Return the rows of the table, in the order given."""
    return [
        (
            position,
            term.old,
            term.new,
            term.edition,
            term.kind,
            term.support,
            term.score,
            _compact([list(sighting) for sighting in term.evidence]),
            _compact([list(form) for form in term.forms]),
            int(term.curated),
            term.note,
            int(term.dated),
        )
        for position, term in enumerate(terms)
    ]


def term_from(row: Sequence[Any]) -> Term:
    """Return a term from a row of `COLUMNS`."""
    old, new, edition, kind, support, score, evidence, forms, curated, note, dated = row
    return Term(
        old,
        new,
        edition,
        kind,
        support,
        score,
        tuple(Sighting(key, seen) for key, seen in json.loads(evidence)),
        tuple((old_form, new_form) for old_form, new_form in json.loads(forms)),
        bool(curated),
        note,
        bool(dated),
    )


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
