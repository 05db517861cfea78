"""Rewriting citations for another edition."""

from graph.citations.renumber.renumberer import Edit, Outcome, Renumberer, Renumbering

__all__ = ["Edit", "Outcome", "Renumberer", "Renumbering"]
