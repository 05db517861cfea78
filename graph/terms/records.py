"""The input of the mining."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from graph.lineages import Inventory
from rules.links import Link, Replacement

LASTS = 3
"""Number of editions after a step in which new words must persist and old headings must not come back, and before it,
in which old words must occur; a new heading must not occur there unless the old one occurred longer."""
GIVEN_UP = 0.75
"""Minimum share of their occurrences that words and names lose when they are given up."""


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
