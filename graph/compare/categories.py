"""The category of a change, by which the command line, the site and the data count it.

A change has a kind (what became of the rule) and a class (how its text changed). It is counted in exactly one category,
so that the counts add up to the total: its kind if that is significant in itself (`split`), else its class (`wording`),
or `renumbered` if the text did not change.
"""

from collections import Counter
from collections.abc import Iterable

from rules.links import ChangeClass, ChangeKind, Group

CATEGORIES = (
    "added",
    "deleted",
    "returned",
    "split",
    "merged",
    "wording",
    "ambiguous",
    "terminology",
    "reference",
    "typographic",
    "renumbered",
)
"""All categories, in the order in which they are listed."""
_SIGNIFICANT: frozenset[ChangeKind] = frozenset({"added", "deleted", "returned", "split", "merged", "ambiguous"})
"""Kinds that are significant whatever happened to the text."""


def category_of(kind: ChangeKind, change: ChangeClass | None) -> str:
    """Return the name of the category of a change of this kind and class."""
    if kind in _SIGNIFICANT:
        return kind
    if change in ("unchanged", None):
        return "renumbered"
    return str(change)


def count_categories(groups: Iterable[Group]) -> Counter[str]:
    """Return the number of changes of each category."""
    return Counter(category_of(group.kind, group.change) for group in groups)
