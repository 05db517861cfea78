"""The meaning of a number on a day, the way of its rule through the editions, and the text of its versions.

`history` answers these questions from a store. `paths` follows links from edition to edition, `continuations` selects
the paths that count, and `destination` is the answer for one rule. `stored_versions` reads the versions,
`rule_versions` counts them, `days` says when an edition was in force, and `titles` compares headings.
"""

from graph.history.days import last_day
from graph.history.destination import Destination, DestinationKind
from graph.history.history import KEYWORD_ACTIONS, History, Period

__all__ = ["KEYWORD_ACTIONS", "Destination", "DestinationKind", "History", "Period", "last_day"]
