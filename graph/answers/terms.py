"""The renamed and retired terms, with their evidence."""

from collections.abc import Callable

from msgspec import Struct

from rules.conversion import extend
from rules.links import Term, TermKind
from rules.store import Store


class EvidenceAnswer(Struct, frozen=True):
    """A record in which the words changed: its lineage, and the edition in which it has the new words."""

    lineage: str
    edition: str


class TermAnswer(Struct, frozen=True, kw_only=True):
    """Words of the rules that others replaced, or that were retired.

    Attributes:
        old: The old words.
        new: The new words; null if they were retired.
        edition: The first edition with the new words, or without the old ones.
        dated: Whether the change happened in this edition; if false, the change happened earlier, and this edition only
            records the old words as obsolete.
        kind: What happened to the words.
        support: Amount of evidence: number of records in which the comparison of editions saw the change, or, for
            retired words, number of their uses in the edition before. The page of a term lists every record.
        evidence: Some of the records in which the change was seen.
        score: Confidence that the change is a renaming, 0 to 1.
        forms: All inflections, old and new.
        curated: Whether a person confirmed the change.
        note: An explanation; may be empty.
    """

    old: str
    new: str | None
    edition: str
    dated: bool
    kind: TermKind
    support: int
    evidence: tuple[EvidenceAnswer, ...]
    score: float
    forms: tuple[tuple[str, str], ...]
    curated: bool
    note: str


def answer_terms(store: Store) -> tuple[TermAnswer, ...]:
    """Return the renamed and retired terms, the most certain first."""
    return tuple(answer_term(term, store.lineage_at) for term in store.best_terms())


def answer_term(term: Term, lineage_of: Callable[[str, str], str | None]) -> TermAnswer:
    """Return the answer about a term.

    If a record has no lineage, which would be an error of the knowledge base, the evidence names `KEY@EDITION`, which
    `Store.find_lineage` accepts too.

    Args:
        term: The term.
        lineage_of: Returns the lineage of a key in an edition.
    """
    evidence = tuple(
        EvidenceAnswer(lineage_of(seen.edition, seen.key) or f"{seen.key}@{seen.edition}", seen.edition)
        for seen in term.evidence
    )
    return extend(term, TermAnswer, evidence=evidence)
