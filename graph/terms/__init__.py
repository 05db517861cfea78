"""Renamed and retired terms of the rules, mined from the whole history and confirmed by curated facts.

`mine_terms` finds them, `TermNames` looks them up, `known_renamings` returns only the curated ones.
"""

from graph.terms.curated import Fact, TermsError, curated_terms, known_renamings, read_terms
from graph.terms.mine import mine_terms
from graph.terms.names import TermNames
from graph.terms.records import Sighting, StepText, Term
from graph.terms.rows import COLUMNS, term_from, term_rows, terms_of
from rules.links import TermKind

__all__ = [
    "COLUMNS",
    "Fact",
    "Sighting",
    "StepText",
    "Term",
    "TermKind",
    "TermNames",
    "TermsError",
    "curated_terms",
    "known_renamings",
    "mine_terms",
    "read_terms",
    "term_from",
    "term_rows",
    "terms_of",
]
