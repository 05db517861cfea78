"""What a rule of one work has to do with a rule of another: it restates it. It is never renumbered into it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Correspondence:
    """A rule of a work that restates a rule of another work.

    Attributes:
        edition: Edition of the restating rule; empty for a document that is none.
        key: Key of the restating rule.
        other_edition: Edition of the rule that is restated.
        other: Its key.
        method: How it was found: `same-text`, `words`, `tagged-words`, `heading`; `graph.correspond` explains them.
        score: How alike the two are, 0 to 1.
    """

    edition: str
    key: str
    other_edition: str
    other: str
    method: str
    score: float
