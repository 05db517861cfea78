"""What a number meant on a day, where its rule went, and what its versions say.

`history` answers these questions from a store. `paths` follows links from edition to edition, `continuations` selects
the paths that count, and `destination` is the answer for one rule. `stored_versions` reads the versions,
`rule_versions` counts them, `days` says when an edition was in force, and `titles` compares headings.
"""

from graph.history.days import last_day
from graph.history.destination import Destination, DestinationKind
from graph.history.history import KEYWORD_ACTIONS, History, Period

__all__ = ["KEYWORD_ACTIONS", "Destination", "DestinationKind", "History", "Period", "last_day"]
