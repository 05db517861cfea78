"""The thresholds by which two sentences count as the same sentence.

The nearer the places of two records, the less similar their sentences must be. Records are *near* each other if the new
one is in the family that continues the old one, and *foreign* if they are under different keywords, whose rules repeat
each other's sentences (`rules.align.record_places`).
"""

from msgspec import Struct

from rules.align.record_places import PlaceRelations

_SIMILAR_FOREIGN = 0.85
"""Minimum similarity of two sentences under different keywords. It is not a field of `Limits`, because it is the same
for linked and for unlinked records."""


class Limits(Struct, frozen=True):
    """The thresholds for two sentences to be the same. `docs/alignment.md` explains how they were determined.

    Attributes:
        similarity: Minimum similarity, 0 to 1.
        similarity_chapter: Minimum similarity if the chapters of the two records belong together.
        similarity_near: Minimum similarity if the two records are near each other (`PlaceRelations.are_near`).
        weight: Minimum weight of the lighter sentence; about four distinctive words.
        weight_near: Minimum weight of the lighter sentence if the two records are near each other.
    """

    similarity: float
    similarity_chapter: float
    similarity_near: float
    weight: float
    weight_near: float

    def find_least_weight(self, *, are_near: bool) -> float:
        """Return the minimum weight of the lighter of two sentences; `are_near` says whether their records are near."""
        return self.weight_near if are_near else self.weight

    def find_least_similarity(self, relations: PlaceRelations) -> float:
        """Return the minimum similarity of two sentences whose records have these relations.

        Records may have several of them. The first of these counts: near, foreign, chapters that belong together.
        """
        if relations.are_near:
            return self.similarity_near
        if relations.are_foreign:
            return _SIMILAR_FOREIGN
        if relations.are_chapters_together:
            return self.similarity_chapter
        return self.similarity


LIMITS = Limits(similarity=0.78, similarity_chapter=0.62, similarity_near=0.5, weight=16.0, weight_near=8.0)
DELETED_LIMITS = Limits(similarity=0.78, similarity_chapter=0.5, similarity_near=0.47, weight=12.0, weight_near=7.0)
"""The thresholds for unlinked old records. They are lower, because real deletions are rare: the words of most of these
records went to other records."""
