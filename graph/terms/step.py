"""A step between two editions, as input for mining terms."""

from collections.abc import Sequence

from msgspec import Struct

from graph.lineages.inventory import Inventory
from rules.links import Link, Replacement


class StepText(Struct, frozen=True):
    """An edition and the one before it, as input for mining terms.

    Attributes:
        old: The older edition.
        new: The newer one.
        links: The links between them; trivial ones (same key, nothing changed) may be left out.
        replacements: The replacements that the aligner found.
    """

    old: Inventory
    new: Inventory
    links: Sequence[Link]
    replacements: Sequence[Replacement] = ()
