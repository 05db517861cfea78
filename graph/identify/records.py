"""The result of identifying a document of unknown origin."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.links import Correspondence
from rules.records import Variant

Verdict = Literal["edition", "range", "nearest", "none"]
"""`edition`: it belongs to one edition; `range`: it fits several equally; `nearest`: it belongs to no known edition,
but shares text with some; `none`: it shares text with none."""


class Candidate(Struct, frozen=True, kw_only=True, rename={"placed": "same_number", "numbered": "has_number"}):
    """An edition, and how much of a document it has.

    Attributes:
        edition: Its id.
        work: Its work.
        rules_matched: Number of rules and glossary entries of the document that it has, verbatim or nearly.
        rules_total: Number of rules and glossary entries of the document.
        score: Share of the document that the edition has, 0 to 1; near matches count less.
        verbatim: Number of rules and glossary entries of the document that it has, apart from typography.
        near: Number of those that it has nearly.
        unmatched: Number of the others.
        placed: Number of verbatim and near matches under the same number or term as in the document.
        numbered: Number of rules and glossary entries of the document whose number or term it has, with any text.
        lacking: Number of passages that the edition has between those of the document and the document lacks; None if
            not computed: it is only needed for candidates that are otherwise equal.
    """

    edition: str
    work: str
    rules_matched: int
    rules_total: int
    score: float
    verbatim: int
    near: int
    unmatched: int
    placed: int
    numbered: int
    lacking: int | None


class Identification(Struct, frozen=True):
    """The result of an identification.

    Attributes:
        work: The document's work, derived from its dialect.
        dialect: Its dialect.
        verdict: The conclusion; see `Verdict`.
        rules_total: How many rules and glossary entries the document has.
        candidates: Editions that have some of its text, best first; equally good ones oldest first. Only those near the
            best are listed.
        range: The oldest and the newest edition that the document can be of; None if unknown.
        editions: The equally best editions, oldest first; empty for the verdict `none`.
        corresponds: The rules of the Comprehensive Rules that a document of another work restates, if asked for.
        variants: Where it differs from the first of the editions; None if not asked for.
    """

    work: str
    dialect: str
    verdict: Verdict
    rules_total: int
    candidates: tuple[Candidate, ...]
    range: tuple[str, str] | None
    editions: tuple[str, ...]
    corresponds: tuple[Correspondence, ...] = ()
    variants: tuple[Variant, ...] | None = None
