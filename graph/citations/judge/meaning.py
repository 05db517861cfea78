"""The meaning of a cited number: the record that `check` and `upgrade` share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

EvidenceKind = Literal["stamp", "quote", "title", "words", "holder", "neighbours", "pin"]

CERTAIN = 0.9
"""Minimum confidence of a finding that is an error, and of a meaning by which a citation is rewritten."""
LIKELY = 0.7
"""Minimum confidence of a finding that is reported by default."""


@dataclass(frozen=True, slots=True)
class NumberFault:
    """A fault of a number; the faults of a citation are joined later.

    Attributes:
        code: `CR002` and so on.
        number: The number.
        message: Its description, one or two sentences.
        suggestions: The numbers that are probably meant.
        broken: Id of the edition that broke the number; None if none did.
        cause: A key of its cause; faults of one citation with the same code and cause become one judgement.
        brief: Its description if it follows another fault with the same cause.
        confidence: How certain it is, 0 to 1.
        evidence: The kinds of evidence for it.
        edition: An edition in which the number names the rule that is meant; None if there is none.
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
    """The meaning of a printed number.

    Attributes:
        number: As printed, in full.
        edition: Id of an edition in which this number names the rule that is meant; None if that is unknown, or if
            no edition has that rule under this number.
        confidence: How certain that is, 0 to 1.
        evidence: The kinds of evidence, strongest first; empty without any.
        fault: Its fault with respect to the target edition; None if none is known.
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
