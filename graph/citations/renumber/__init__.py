"""Rewriting citations for another edition."""

from graph.citations.renumber.renumberer import Outcome, Renumberer, apply_outcomes, with_stamps

__all__ = ["Outcome", "Renumberer", "apply_outcomes", "with_stamps"]
