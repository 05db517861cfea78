"""Renamed and retired terms of the rules, mined from the whole history and confirmed by curated facts.

`mine_terms` finds them, `TermNames` looks them up, `known_renamings` returns only the curated ones.
"""

from graph.terms.confirm import Fact, curated_terms, known_renamings
from graph.terms.mine import mine_terms
from graph.terms.names import TermNames
from graph.terms.step import StepText
from rules.links import Sighting, Term, TermKind

__all__ = [
    "Fact",
    "Sighting",
    "StepText",
    "Term",
    "TermKind",
    "TermNames",
    "curated_terms",
    "known_renamings",
    "mine_terms",
]
