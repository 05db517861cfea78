"""Comparison of any two editions: where each rule went and what changed in it."""

from graph.compare.comparison import Comparison, NotComparable, compare
from rules.links import Group

__all__ = ["Comparison", "Group", "NotComparable", "compare"]
