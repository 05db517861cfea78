"""The relations between the places of an old and a new record, such as "in the same family".

A *family* is a parent with its children. The *successor* of an old parent is the new record that most of its linked
children are under (`rules.align.families`). A *keyword* is a rule with a title, such as 702.40 Storm.
"""

from typing import NamedTuple

from rules.align.edition_columns import NONE, EditionColumns
from rules.align.families import Families
from rules.align.matching import Matching

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

    A record is given by its position (`rules.align.edition_columns`).

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

        Both must have a parent, so glossary entries are near no record. One of these conditions must hold:

        - The record that continues the old one is a relative of the new one. If 702.4a was continued by 702.9a, the old
          702.4a is near the new 702.9 and 702.9b.
        - The record that the new one continues is a relative of the old one. In the same example, the new 702.9a is
          near the old 702.4 and 702.4b.
        - The parent of the new one is the successor of the parent of the old one. If 702.9 is the successor of 702.4,
          all subrules of the old 702.4 are near all those of the new 702.9.
        """
        old_parent, new_parent = self._old.parents[old], self._new.parents[new]
        if NONE in {old_parent, new_parent}:
            return False
        continuation, continued = self._matching.new_of[old], self._matching.old_of[new]
        if continuation != NONE and _are_relatives(self._new, continuation, new):
            return True
        if continued != NONE and _are_relatives(self._old, continued, old):
            return True
        return self._families.successor_of.get(old_parent) == new_parent

    def _are_chapters_together(self, old: int, new: int) -> bool:
        """Return whether enough of the old record's chapter went to the new record's chapter; see `_TOGETHER`."""
        return self._families.flow(self._old.chapters[old], self._new.chapters[new]) >= _TOGETHER

    def _are_foreign(self, old: int, new: int) -> bool:
        """Return whether two records are under different keywords, whose rules repeat each other's sentences.

        Both parents must be keywords, and have different titles. A keyword with a new title counts as the same one if
        it is the successor of the old one.
        """
        old_parent, new_parent = self._old.parents[old], self._new.parents[new]
        if NONE in {old_parent, new_parent}:
            return False
        if not self._old.is_titled_rule(old_parent) or not self._new.is_titled_rule(new_parent):
            return False
        have_other_titles = self._old.titles[old_parent] != self._new.titles[new_parent]
        return have_other_titles and self._families.successor_of.get(old_parent) != new_parent


def _are_relatives(edition: EditionColumns, record: int, relative: int) -> bool:
    """Return whether the second record is a child, a sibling or the parent of the first one.

    A record counts as its own sibling. The second record must have a parent; the first one need not.
    """
    parent = edition.parents[record]
    return edition.parents[relative] in (record, parent) or relative == parent
