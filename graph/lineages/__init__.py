"""Lineages: a rule through all editions and numbers, with a permanent id.

`trace_lineages` makes them from the links between editions; `registry` preserves published ids.
"""

from graph.lineages.chains import Inventory, PassageOf, digest
from graph.lineages.history import Lineages, trace_lineages
from graph.lineages.registry import REGISTRY_FILE, LineageRegistryError, Registered, read_registry
from rules.change import Passage

__all__ = [
    "REGISTRY_FILE",
    "Inventory",
    "LineageRegistryError",
    "Lineages",
    "Passage",
    "PassageOf",
    "Registered",
    "digest",
    "read_registry",
    "trace_lineages",
]
