"""Comparison of any two editions: where each rule went and what changed in it."""

from graph.compare.comparison import Comparison, compare
from graph.compare.groups import Group
from graph.compare.source import HistorySource, NotComparable, TextSource

__all__ = ["Comparison", "Group", "HistorySource", "NotComparable", "TextSource", "compare"]
