"""The chapter under which a change between two editions is listed."""

from collections.abc import Iterable

from rules.keys import GLOSSARY, chapter_of_key
from rules.links import Group, Place


class ChapterPlaces:
    """The chapters of the changes between two editions.

    Args:
        old: Id of the edition compared from.
        new: Id of the edition compared to.
        groups: All groups of the comparison.
    """

    def __init__(self, old: str, new: str, groups: Iterable[Group]) -> None:
        self._old = old
        self._new = new
        self._successors = _map_successors(groups)

    def place_of(self, group: Group) -> Place:
        """Return the chapter under which a group is listed; a glossary entry is listed under the glossary.

        It is the chapter of the group's new records. A deletion has none of these: it is listed under the chapter that
        continues its old chapter, or under the old chapter itself if nothing continues that.
        """
        if group.new:
            return Place(chapter_of_key(group.new[0]), self._new)
        number = chapter_of_key(group.old[0])
        if number == GLOSSARY:
            return Place(GLOSSARY, self._new)
        successor = self._successors.get(number)
        return Place(successor, self._new) if successor else Place(number, self._old)


def _map_successors(groups: Iterable[Group]) -> dict[str, str]:
    """Return old section or chapter → the key that continues it: `502` → `702`.

    A key without a dot is a section, a chapter, or a glossary entry without a dot in its term. Glossary entries are
    never looked up.
    """
    successors: dict[str, str] = {}
    for group in groups:
        for link in group.links:
            if link.main and link.new and link.old and "." not in link.old:
                successors[link.old] = link.new
    return successors


def order_chapter(chapter: Place, new: str) -> tuple[bool, str, bool]:
    """Return the sort key of a chapter of a comparison: by number, the glossary last.

    A chapter that exists only in the edition compared from comes after the chapter that has its number now.

    Args:
        chapter: The chapter.
        new: Id of the edition compared to.
    """
    return chapter.number == GLOSSARY, chapter.number, chapter.edition != new
