"""The relation between rules of different works: one restates the other. It is never a link between editions."""

from __future__ import annotations

from msgspec import Struct


class Correspondence(Struct, frozen=True, rename={"key": "number", "other": "other_number"}):
    """A rule of a work that restates a rule of another work.

    Attributes:
        edition: Edition of the restating rule; None for a document that is no edition.
        key: Key of the restating rule.
        other_edition: Edition of the rule that is restated.
        other: Key of the restated rule.
        method: How it was found: `same-text`, `words`, `tagged-words`, `heading`; `graph.correspond` explains them.
        score: Similarity of the two, 0 to 1.
    """

    edition: str | None
    key: str
    other_edition: str
    other: str
    method: str
    score: float
