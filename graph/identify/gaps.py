"""What an edition has between the passages of a document, and the document has not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.identify.verbatim import GLOSSARY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.identify.units import DocumentUnit
    from graph.identify.verbatim import Verbatim
    from rules.store import Store

LONGEST_GAP = 20
"""Rules; where more are left out the document goes on elsewhere, it does not lack them."""


def lacking(store: Store, units: Sequence[DocumentUnit], verbatim: Verbatim, edition: str) -> int:
    """Counts rules between two units that follow each other in the document, and examples and notes below units."""
    positions, below = verbatim.positions(store, edition), store.below(edition)
    lacks = unmatched = 0
    before: int | None = None
    for index, unit in enumerate(units):
        places = positions.get(unit.imprint)
        if places is None or not verbatim.has(verbatim.main[index], edition):
            unmatched += 1
            continue
        here = _nearest(places, unit.name, before)
        if before is not None and 0 < here - before - 1 <= LONGEST_GAP + unmatched:
            lacks += max(0, here - before - 1 - unmatched)
        if here < GLOSSARY:
            lacks += max(0, below.get(here, 0) - len(unit.others))
        before, unmatched = here, 0
    return lacks


def _nearest(places: Sequence[tuple[int, str]], name: str, before: int | None) -> int:
    """The place under the unit's own name, else the first after the unit before, else the first."""
    own = [position for position, other in places if other == name]
    after = [position for position, _ in places if before is not None and position > before]
    return (own or after or [places[0][0]])[0]
