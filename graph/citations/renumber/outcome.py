"""What becomes of one citation when its edition changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from graph.citations.records import Citation
    from graph.citations.renumber.moves import Destination

Status = Literal["renumbered", "unchanged", "ignored", "left"]
Cause = Literal[
    "reworded",
    "split",
    "merged",
    "ambiguous",
    "deleted",
    "absent",
    "scattered",
    "form",
    "malformed",
    "stamp",
    "shared",
    "doubtful",
    "contradicted",
    "block",
]
"""Why a citation is left. The first six as `MoveOutcome`, of one of its numbers; `scattered`: a range that is none any
more; `form`: the new number cannot be written so; `stamp`: its stamp names no edition; `shared`: its stamp covers a
citation that is left; `doubtful`: nothing tells for sure what it means; `contradicted`: the words beside it mean
another rule; `block`: other citations of its rule in the file are left, or are for the new edition already."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What becomes of one citation.

    Attributes:
        citation: The citation.
        status: `renumbered`; `unchanged`, for its numbers name the same rules; `ignored`, for a comment says so; or
            `left`, though its numbers may not.
        edition: Id of the edition that it was written for; None where its stamp names none.
        new: What is written in its stead, with a stamp where it is given one; as it was where nothing is.
        causes: Why it is left, most telling first.
        destinations: Where its numbers lead, as far as that was asked.
    """

    citation: Citation
    status: Status
    edition: str | None
    new: str
    causes: tuple[Cause, ...] = ()
    destinations: tuple[Destination, ...] = ()

    @property
    def awaits_consent(self) -> bool:
        """Return whether the citation is left for reasons that `unsafe` would override."""
        blocking = [destination for destination in self.destinations if not destination.is_verbatim]
        return self.status == "left" and bool(blocking) and all(destination.needs_consent for destination in blocking)
