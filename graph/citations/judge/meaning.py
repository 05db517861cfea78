"""What a cited number means: the record on which `check` and `upgrade` both rest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

EvidenceKind = Literal["stamp", "quote", "title", "words", "holder", "neighbours", "pin"]

CERTAIN = 0.9
"""The confidence from which a finding is an error, and from which a citation is rewritten."""
LIKELY = 0.7
"""The confidence from which a finding is reported at all by default."""


@dataclass(frozen=True, slots=True)
class NumberFault:
    """What is wrong with one number, before the numbers of a citation are put together.

    Attributes:
        code: `CR002` and so on.
        number: The number.
        message: What to say of it, one or two sentences.
        suggestions: The numbers that are meant.
        broken: Id of the edition that broke it.
        cause: Faults of one citation with the same cause are one judgement.
        brief: What to say of it behind another one with the same cause.
        confidence: How sure it is, 0 to 1.
        evidence: What tells it.
        edition: An edition in which the number is what is meant; None where none has that under this number.
    """

    code: str
    number: str
    message: str
    suggestions: tuple[str, ...] = ()
    broken: str | None = None
    cause: tuple[str, ...] = ()
    brief: str = field(default="", compare=False)
    confidence: float = 1.0
    evidence: tuple[EvidenceKind, ...] = ()
    edition: str | None = None


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
    fault: NumberFault | None = None

    @property
    def is_open(self) -> bool:
        """Return whether nothing shows what the number means."""
        return self.edition is None and self.fault is None
