"""The result of identifying a document of unknown origin."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Verdict = Literal["edition", "range", "nearest", "none"]
"""`edition`: it belongs to one edition; `range`: it fits several equally; `nearest`: it belongs to no known edition,
but shares text with some; `none`: it shares text with none."""


class Candidate(Struct, frozen=True):
    """An edition, and how much of a document it has.

    Attributes:
        edition: Its id.
        work: Its work.
        verbatim: Number of rules and glossary entries of the document that it has, apart from typography.
        near: Number of those that it has nearly.
        unmatched: Number of the others.
        placed: Number of verbatim and near matches under the same number or term as in the document.
        numbered: Number of rules and glossary entries of the document whose number or term it has, with any text.
        lacking: Number of passages that the edition has between those of the document and the document lacks; None if
            not computed: it is only needed for candidates that are otherwise equal.
        score: Share of the document that the edition has, 0 to 1; near matches count less.
    """

    edition: str
    work: str
    verbatim: int
    near: int
    unmatched: int
    placed: int
    numbered: int
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


class Identification(Struct, frozen=True):
    """The result of an identification.

    Attributes:
        work: The document's work, derived from its dialect.
        dialect: Its dialect.
        verdict: The conclusion; see `Verdict`.
        rules_total: How many rules and glossary entries the document has.
        candidates: Editions that have some of its text, best first; equally good ones oldest first. Only those near the
            best are listed.
        editions: The equally best editions, oldest first; empty for the verdict `none`.
    """

    work: str
    dialect: str
    verdict: Verdict
    rules_total: int
    candidates: tuple[Candidate, ...]
    editions: tuple[str, ...]

    @property
    def range(self) -> tuple[str, str] | None:
        """Return the oldest and the newest edition that the document can be of; None if unknown."""
        if self.verdict not in ("edition", "range"):
            return None
        return self.editions[0], self.editions[-1]
