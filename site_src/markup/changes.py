"""Change classes and kinds as the pages show them: each has one word and one name for its colour and its sign.

Colours and signs are in `assets/css/changes.css`. A class is never told by its colour alone, so both go with it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.links import ChangeClass, ChangeKind


@dataclass(frozen=True, slots=True)
class Mark:
    """How a class or a kind is shown.

    Attributes:
        name: For the style sheet and for scripts: `mark-wording`, `data-mark="wording"`.
        word: In small letters.
    """

    name: str
    word: str


CLASSES: dict[ChangeClass, Mark] = {
    "wording": Mark("wording", "wording"),
    "terminology": Mark("terminology", "terminology"),
    "reference": Mark("reference", "references only"),
    "typographic": Mark("typographic", "typography only"),
    "unchanged": Mark("unchanged", "words unchanged"),
}
"""From gravest to slightest."""
RENAMED = Mark("renumbered", "renamed")
"""What is `renumbered` of a rule, is this of a glossary entry, which has a term for a number."""

KINDS: dict[ChangeKind, Mark] = {
    "added": Mark("added", "added"),
    "returned": Mark("returned", "returned"),
    "split": Mark("split", "split"),
    "merged": Mark("merged", "merged"),
    "moved": Mark("moved", "moved"),
    "renumbered": Mark("renumbered", "renumbered"),
    "kept": Mark("kept", "kept"),
    "ambiguous": Mark("ambiguous", "ambiguous"),
    "deleted": Mark("deleted", "deleted"),
}
