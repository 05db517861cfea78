"""The relations between the places of an old and a new record, such as "in the same family"."""

from typing import NamedTuple

from rules.align.families import Families
from rules.align.matching import Matching
from rules.align.side import NONE, AlignmentSide

_TOGETHER = 0.15
"""Minimum share of an old chapter's linked rules that are in a new chapter, for the two chapters to belong together."""


class PlaceRelations(NamedTuple):
    """How the places of an old and a new record are related.

    Attributes:
        are_near: Whether the new record is in the family that continues the old one (`RecordPlaces.are_near`).
        are_foreign: Whether they are under different keywords, whose rules repeat each other's sentences.
        are_chapters_together: Whether enough of the old record's chapter went to the new record's chapter.
    """

    are_near: bool
    are_foreign: bool
    are_chapters_together: bool


class RecordPlaces:
    """Relates the places of old records to those of new ones.

    A record is given by its position (`rules.align.side`).

    Args:
        matching: The links between the editions.
        families: The families according to these links.
    """

    def __init__(self, matching: Matching, families: Families) -> None:
        self._matching = matching
        self._families = families
        self._old = matching.old
        self._new = matching.new

    def relate(self, old: int, new: int) -> PlaceRelations:
        """Return the relations between the places of an old and a new record."""
        return PlaceRelations(
            are_near=self.are_near(old, new),
            are_foreign=self._are_foreign(old, new),
            are_chapters_together=self._are_chapters_together(old, new),
        )

    def are_near(self, old: int, new: int) -> bool:
        """Return whether two records are near each other: the new one is in the family that continues the old one.

        Example: 702.4a was continued by 702.9a. Then the old 702.4a is near the new 702.9 and 702.9b, and the new
        702.9a is near the old 702.4 and 702.4b. If 702.4 was continued by 702.9, the subrules of both are near each
        other. Records without a parent, such as glossary entries, are near no record.
        """
        old_parent, new_parent = self._old.parents[old], self._new.parents[new]
        if NONE in {old_parent, new_parent}:
            return False
        continuation, continued = self._matching.new_of[old], self._matching.old_of[new]
        if continuation != NONE and _are_relatives(self._new, continuation, new):
            return True
        if continued != NONE and _are_relatives(self._old, continued, old):
            return True
        return self._families.winner.get(old_parent) == new_parent

    def _are_chapters_together(self, old: int, new: int) -> bool:
        """Return whether enough of the old record's chapter went to the new record's chapter; see `_TOGETHER`."""
        return self._families.flow(self._old.chapters[old], self._new.chapters[new]) >= _TOGETHER

    def _are_foreign(self, old: int, new: int) -> bool:
        """Return whether two records are under different keywords, whose rules repeat each other's sentences.

        A keyword is a rule with a title. A keyword with a new title counts as the same one if it continues the old one.
        """
        old_parent, new_parent = self._old.parents[old], self._new.parents[new]
        if NONE in {old_parent, new_parent}:
            return False
        if not self._old.is_titled_rule(old_parent) or not self._new.is_titled_rule(new_parent):
            return False
        have_other_titles = self._old.titles[old_parent] != self._new.titles[new_parent]
        return have_other_titles and self._families.winner.get(old_parent) != new_parent


def _are_relatives(side: AlignmentSide, record: int, relative: int) -> bool:
    """Return whether the second record is a child, a sibling or the parent of the first one. It must have a parent."""
    parent = side.parents[record]
    return side.parents[relative] in (record, parent) or relative == parent
