"""Figures about one rule from its versions: how often it changed, since when it has its words."""

from collections.abc import Sequence
from itertools import pairwise

from rules.counts import format_count
from rules.keys import is_entry
from rules.links import SLIGHT, Version

_TIMES = {1: "once", 2: "twice"}


def describe_changes(versions: Sequence[Version]) -> tuple[str, ...]:
    """Return the number of a rule's changes, in words: `3 wordings`, `renumbered 5 times`, `2 minor changes`.

    These figures are returned, in this order, without those that are 0:

    1. The number of wordings is one more than the number of changes of the words. Renamed terms are such changes.
    2. The rule was renumbered as often as a version has another key than the one before.
    3. A minor change is one of typography, or of the numbers of other rules, under the same number.

    So a change from a version to the next one may count twice, as a new wording under a new number does. It counts for
    nothing if the number stayed and a retyped edition comes before, so that nobody knows how the words changed.

    Args:
        versions: The versions of its lineage, oldest first.
    """
    steps = list(pairwise(versions))
    renumbered = sum(version.key != before.key for before, version in steps)
    slight = sum(version.change in SLIGHT and version.key == before.key for before, version in steps)
    reworded = len(list_rewordings(versions))
    described = []
    if reworded:
        described.append(f"{reworded + 1} wordings")
    if renumbered:
        moved = "renamed" if is_entry(versions[-1].key) else "renumbered"
        described.append(f"{moved} {_TIMES.get(renumbered, f'{renumbered} times')}")
    if slight:
        described.append(format_count(slight, "minor change"))
    return tuple(described)


def list_rewordings(versions: Sequence[Version]) -> list[str]:
    """Return the editions that changed the words of a rule, oldest first. Renamed terms are such changes.

    An edition after a retyped one is not among them if nobody knows how it changed the words.

    Args:
        versions: The versions of its lineage, oldest first.
    """
    return [version.first for version in versions[1:] if version.change is not None and version.change not in SLIGHT]


def words_since(versions: Sequence[Version], edition: str) -> str | None:
    """Return the edition since which a rule has its words.

    Changes of typography, and of the numbers of other rules that moved, do not count.

    Args:
        versions: The versions of its lineage, oldest first.
        edition: The edition whose words are meant.

    Returns:
        None if the lineage is not in that edition.
    """
    begun = [version for version in versions if version.first <= edition]
    if not begun or begun[-1].last < edition:
        return None
    for version in reversed(begun):
        if version.change not in SLIGHT:
            return version.first
    return begun[0].first
