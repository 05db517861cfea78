"""Since when the words of a rule stand. Apart from the rest, which takes longer to import than `show` may take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.links import SLIGHT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.links import Version


def words_since(versions: Sequence[Version], edition: str) -> str | None:
    """The edition since which a rule's words stand, but for typography and numbers of rules that moved.

    Args:
        versions: Of its lineage, oldest first.
        edition: The edition whose words are meant.

    Returns:
        None where the lineage is not in that edition.
    """
    until = [one for one in versions if one.first <= edition]
    if not until or until[-1].last < edition:
        return None
    first = until.pop()
    while until and first.change in SLIGHT:
        first = until.pop()
    return first.first
