"""Any two editions compared: where each rule went and what changed in it."""

from graph.compare.comparison import Comparison, compare
from graph.compare.groups import Group
from graph.compare.source import Chronicle, NotComparable, Texts

__all__ = ["Chronicle", "Comparison", "Group", "NotComparable", "Texts", "compare"]
