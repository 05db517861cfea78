"""Change classes and kinds as shown on pages: each has a word, and a name for its colour and its sign.

Colours and signs are in `assets/css/changes.css`. A class is never shown by its colour alone, but with both.
"""

from __future__ import annotations

from msgspec import Struct

from rules.links import ChangeClass, ChangeKind


class Mark(Struct, frozen=True):
    """The presentation of a class or kind.

    Attributes:
        name: Name for the style sheet and for scripts: `mark-wording`, `data-mark="wording"`.
        word: Word for people, in lower case.
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
"""From the most to the least significant change."""
RENAMED = Mark("renumbered", "renamed")
"""The mark of `renumbered` for a glossary entry, which has a term instead of a number."""

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
