"""What is found out about a document of unknown origin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["edition", "range", "nearest", "none"]
"""`edition`: it is of this one; `range`: it fits several equally; `nearest`: it is of none of those known, though it
has text in common with some; `none`: it has nothing in common with any."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An edition, and how much of a document stands in it.

    Attributes:
        edition: Its id.
        work: Its work.
        verbatim: How many rules and glossary entries of the document stand in it, typography aside.
        near: How many do nearly.
        unmatched: How many do not.
        placed: How many of the first two stand under the number or term that the document has for them.
        lacking: Passages that the edition has between those of the document, and the document has not; None where
            that was not looked at: it only decides between candidates that are equal otherwise.
        score: Share of the document that stands in the edition, 0 to 1; what stands in it nearly counts for less.
    """

    edition: str
    work: str
    verbatim: int
    near: int
    unmatched: int
    placed: int
    lacking: int | None
    score: float

    @property
    def rules_matched(self) -> int:
        """Return how many rules and glossary entries of the document the edition has, verbatim or nearly."""
        return self.verbatim + self.near

    @property
    def rules_total(self) -> int:
        """Return how many rules and glossary entries the document has."""
        return self.rules_matched + self.unmatched


@dataclass(frozen=True, slots=True)
class Identification:
    """The answer.

    Attributes:
        work: The document's work, as its form tells.
        dialect: Its dialect.
        verdict: What can be said.
        rules_total: How many rules and glossary entries the document has.
        candidates: Editions that have some of its text, best first; those that are equally good oldest first. Not all
            of them are listed, only those near the best.
        editions: Those that it fits best, all equally, oldest first; empty for the verdict `none`.
    """

    work: str
    dialect: str
    verdict: Verdict
    rules_total: int
    candidates: tuple[Candidate, ...]
    editions: tuple[str, ...]

    @property
    def range(self) -> tuple[str, str] | None:
        """Return the oldest and the newest edition that the document can be of; None where none is known."""
        if self.verdict not in ("edition", "range"):
            return None
        return self.editions[0], self.editions[-1]
