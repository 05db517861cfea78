"""What a cited number means: the record on which `check` and `upgrade` both rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from graph.citations.judge.messages import Fault

EvidenceKind = Literal["stamp", "quote", "title", "words", "holder", "neighbours", "pin"]

CERTAIN = 0.9
"""The confidence from which a finding is an error, and from which a citation is rewritten."""
LIKELY = 0.7
"""The confidence from which a finding is reported at all by default."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one printed number means.

    Attributes:
        number: As printed, in full.
        edition: Id of an edition in which this number is the rule that is meant; None where that cannot be told, or
            where no edition has the meant rule under it.
        confidence: How sure that is, 0 to 1.
        evidence: What tells it, strongest first; empty where nothing does.
        fault: What is wrong with it, held against the target edition; None where nothing is known to be.
    """

    number: str
    edition: str | None = None
    confidence: float = 0.0
    evidence: tuple[EvidenceKind, ...] = ()
    fault: Fault | None = None

    @property
    def is_open(self) -> bool:
        """Whether nothing tells what it means."""
        return self.edition is None and self.fault is None
