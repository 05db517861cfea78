"""What the families say of two records: whether one may be expected to stand where the other does."""

from __future__ import annotations

from rules.align.matching import Families, Matching
from rules.align.side import NONE

_TOGETHER = 0.15
"""Share of a chapter's records that must have gone to another for the two to belong together."""


class FamilyRelations:
    """The families of a matching as it stands when this is made.

    Args:
        matching: Who continues whom so far.
    """

    def __init__(self, matching: Matching) -> None:
        self.matching = matching
        self.families: Families = matching.families()

    def near(self, old: int, new: int) -> bool:
        """Whether the new record stands in the family of what the old one, or its parent, became."""
        before, after = self.matching.old, self.matching.new
        if before.is_rule(old) != after.is_rule(new):
            return False
        heir, adoptive = self.matching.new_of[old], after.parents[new]
        if heir != NONE and (adoptive in (heir, after.parents[heir]) or after.parents[heir] == new):
            return adoptive != NONE
        source, parent = self.matching.old_of[new], before.parents[old]
        if source != NONE and (parent in (source, before.parents[source]) or before.parents[source] == old):
            return parent != NONE
        return parent != NONE and self.families.image.get(parent, NONE) == adoptive

    def together(self, old: int, new: int) -> bool:
        """Whether the chapters of two rules belong together: enough of the one went to the other."""
        chapter, adoptive = self.matching.old.chapters[old], self.matching.new.chapters[new]
        return self.families.flow(chapter, adoptive) >= _TOGETHER

    def foreign(self, old: int, new: int) -> bool:
        """Whether two records stand under different keywords: these repeat each other's sentences."""
        before, after = self.matching.old, self.matching.new
        parent, adoptive = before.parents[old], after.parents[new]
        if NONE in {parent, adoptive} or before.kinds[parent] != "rule" or after.kinds[adoptive] != "rule":
            return False
        title, other = before.titles[parent], after.titles[adoptive]
        return bool(title and other) and title != other and self.families.image.get(parent) != adoptive
