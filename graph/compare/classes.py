"""How much the words changed over several steps, told from the steps and from what the words are at both ends.

No word is read here: whoever knows the class of each step and which records have the same words or the same plain form
can tell as much. The site's script does, and says the same of any two editions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.change.passages import plain_form
from rules.links import gravest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.compare.paths import Path
    from rules.change import Passage
    from rules.links import ChangeClass


def class_over_steps(ways: Sequence[Path], before: Sequence[Passage], after: Sequence[Passage]) -> ChangeClass:
    """The class of the change from some records to those that came out of them after several steps.

    It is the gravest class on the way. Where one record became one, changes that were undone do not count: the same
    words are `unchanged`, words with the same plain form `typographic`; and where it was split or took others in on the
    way, which are gone, other words are `wording`.

    Args:
        ways: The paths between them; none of them ambiguous.
        before: The words of the records in the older edition.
        after: The words of those in the newer one.
    """
    worst = gravest([path.change for path in ways if path.change is not None])
    if len(before) > 1 or len(after) > 1:
        return worst
    if before[0] == after[0]:
        return "unchanged"
    if plain_form(before[0]) == plain_form(after[0]):
        return "typographic"
    return gravest([worst, "typographic" if all(path.alone for path in ways) else "wording"])
