"""The meaning of a number on a day, the way of its rule through the editions, and the text of its versions.

`history` composes the parts that answer such questions from a store. `calendar` knows the editions, `stored_versions`
the versions, `lineages` and `periods` the meanings of keys, `step_links` the links, and `titles` the headings.
`destinations` says where a rule went: `paths` follows links from edition to edition, `continuations` selects the paths
that count, and `destination` is the answer for one rule. `rule_versions` counts versions, and `days` says when an
edition was in force.
"""

from graph.history.days import last_day
from graph.history.destination import Destination, DestinationKind
from graph.history.history import History
from graph.history.periods import Period
from graph.history.titles import KEYWORD_ACTIONS

__all__ = ["KEYWORD_ACTIONS", "Destination", "DestinationKind", "History", "Period", "last_day"]
