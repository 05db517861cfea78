"""The numbers of records that changed between two editions."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from graph.compare.categories import CATEGORIES, count_categories
from rules.links import CLASSES, ChangeClass, ChangeKind, Group

KINDS: tuple[ChangeKind, ...] = (
    "kept",
    "renumbered",
    "moved",
    "split",
    "merged",
    "added",
    "returned",
    "deleted",
    "ambiguous",
)
"""All kinds, in the order in which they are listed."""
MoveKind = ChangeKind | Literal["restated", "unmatched", "not-yet", "gone"]
"""What happened to a rule. Between editions of different works it is `restated` if a rule of the other edition is known
to say the same, else `unmatched`. From an edition to an earlier one, a rule is `not-yet` if the earlier edition lacks
it, and a rule that only the earlier one has is `gone`."""


class ChangeCountsAnswer(Struct, frozen=True, rename={"kinds": "kind", "classes": "class"}):
    """How many changes there are; a split or merge is one.

    Attributes:
        same: Number of records with the same words under the same number.
        changes: Number of all changes.
        kinds: Number of changes of each kind.
        classes: Number of changes of each class.
        rules: Number of changes of rules in each category, as the site counts them: each change once.
        glossary: The same for glossary entries. Between editions of different works, both are empty.
    """

    same: int
    changes: int
    kinds: dict[MoveKind, int]
    classes: dict[ChangeClass, int]
    rules: dict[str, int] = {}
    glossary: dict[str, int] = {}


def count_changes(changed: Sequence[Group], same: int, order: Sequence[ChangeKind] = ()) -> ChangeCountsAnswer:
    """Return the number of changes of each kind and of each class.

    Args:
        changed: The groups that changed.
        same: The number of records that did not change.
        order: The order of the kinds in the answer; by default alphabetical. Kinds without a change are left out, and
            so are kinds that this order lacks.
    """
    kinds = Counter(group.kind for group in changed)
    classes = Counter(group.change for group in changed)
    return ChangeCountsAnswer(
        same=same,
        changes=len(changed),
        kinds={kind: kinds[kind] for kind in order or sorted(kinds) if kinds[kind]},
        classes={name: classes[name] for name in CLASSES if classes[name]},
        rules=_count_in_order(group for group in changed if not group.is_entry),
        glossary=_count_in_order(group for group in changed if group.is_entry),
    )


def _count_in_order(changed: Iterable[Group]) -> dict[str, int]:
    """Return the number of changes of each category that has some, in the order of `CATEGORIES`."""
    counts = count_categories(changed)
    return {name: counts[name] for name in CATEGORIES if counts[name]}
