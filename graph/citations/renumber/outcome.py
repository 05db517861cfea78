"""The outcome of renumbering one citation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from graph.citations.records import Citation
    from graph.history import Destination

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
    "contradicted",
    "block",
]
"""The reason for which a citation is left. The first six are the `DestinationKind` of one of its numbers; `scattered`:
the rules of its range are no longer in a row; `form`: the new number cannot be written in its form; `malformed`: its
form has a fault; `stamp`: its stamp names no edition; `shared`: its stamp covers a citation that is left or ignored;
`contradicted`: the words next to it mean another rule; `block`: other citations of its rule in the file are left, or
are of the new edition."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome for one citation.

    Attributes:
        citation: The citation.
        status: `renumbered`; `unchanged` if its numbers name the same rules; `ignored` if a comment says so; or `left`
            although its numbers may name other rules.
        edition: Id of the edition that it was written for; None if its stamp names none, or if it has no stamp and
            citations without one are not rewritten.
        new: The replacement, with the stamp that is added, if any; the old text if nothing is replaced.
        causes: The reasons for which it is left, the most important first.
        destinations: The destinations of its numbers that were looked up.
    """

    citation: Citation
    status: Status
    edition: str | None
    new: str
    causes: tuple[Cause, ...] = ()
    destinations: tuple[Destination, ...] = ()

    @property
    def awaits_consent(self) -> bool:
        """Return whether the citation is left only for reasons that `unsafe` would override."""
        blocking = [destination for destination in self.destinations if not destination.is_verbatim]
        return self.status == "left" and bool(blocking) and all(destination.needs_consent for destination in blocking)

    def leave(self, cause: Cause) -> Outcome:
        """Return the outcome with the status `left` instead of `renumbered`."""
        if self.status != "renumbered":
            return self
        return Outcome(self.citation, "left", self.edition, self.citation.raw, (cause,), self.destinations)
