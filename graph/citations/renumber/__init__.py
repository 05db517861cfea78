"""Rewriting citations for another edition."""

from graph.citations.renumber.renumberer import Edit, Outcome, Renumberer, Renumbering, with_stamps

__all__ = ["Edit", "Outcome", "Renumberer", "Renumbering", "with_stamps"]
