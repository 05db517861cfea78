"""Rewriting citations for another edition."""

from graph.citations.renumber.outcome import Outcome
from graph.citations.renumber.renumberer import Edit, Renumberer, Renumbering

__all__ = ["Edit", "Outcome", "Renumberer", "Renumbering"]
