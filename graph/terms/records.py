"""The records of renamed terms, and the input of the mining."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from graph.lineages import Inventory
from rules.links import Link, Replacement, TermKind


class Sighting(NamedTuple):
    """A record in which the words changed.

    Attributes:
        key: `Rule.key` or `GlossaryEntry.key` in `edition`.
        edition: Id of the first edition with the new words; for a deleted record, its last edition.
    """

    key: str
    edition: str


class Term(Struct, frozen=True):
    """Words of the rules that were replaced by others or retired, in all inflections together.

    Attributes:
        old: The old words, folded, in their most frequent form.
        new: The new words, folded; None for a retired term.
        edition: Id of the first edition with the new words, or without the old ones.
        kind: What happened to the old words.
        support: Number of records in which the words changed; for a mined retired term, its occurrences in the edition
            before.
        score: Confidence that this is a renaming, 0 to 1: for ranking, not a probability.
        evidence: The records in which the words changed, at most twelve.
        forms: All forms (old, new) that occurred, the most frequent first; the new one is empty for a retired term.
        curated: Whether `terms.toml` has it too.
        note: An explanation from `terms.toml`; may be empty.
        dated: Whether the change happened in this edition. False if it only states that the words are obsolete: they
            were given up in it or before, and no edition at hand uses them.
    """

    old: str
    new: str | None
    edition: str
    kind: TermKind
    support: int
    score: float
    evidence: tuple[Sighting, ...] = ()
    forms: tuple[tuple[str, str], ...] = ()
    curated: bool = False
    note: str = ""
    dated: bool = True

    @property
    def since(self) -> str:
        """Return when the change happened: its edition, or `by` and the edition that calls the words obsolete."""
        return self.edition if self.dated else f"by {self.edition}"


class StepText(Struct, frozen=True):
    """An edition and the one before it, as input for mining terms.

    Attributes:
        old: The older edition.
        new: The newer one.
        links: The links between them; trivial ones (same key, nothing changed) may be left out.
        replacements: The replacements that the aligner found.
    """

    old: Inventory
    new: Inventory
    links: Sequence[Link]
    replacements: Sequence[Replacement] = ()
