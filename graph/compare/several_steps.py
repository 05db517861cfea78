"""The class of a change over several steps."""

from collections.abc import Sequence

from graph.history.paths import Path
from rules.change import Passage
from rules.change.passages import plain_form
from rules.links import ChangeClass, gravest_class


def class_over_steps(paths: Sequence[Path], before: Sequence[Passage], after: Sequence[Passage]) -> ChangeClass:
    """Return the class of the change from some records to their continuations after several steps.

    If several records are on one side, it is the gravest class of all steps. Otherwise a change may have been undone in
    a later step, so the texts themselves are compared, in this order:

    1. Equal words are `unchanged`. So are words that every step calls `unchanged`: only the copies of the editions
       differ in their typography.
    2. Words with the same plain form are `typographic`.
    3. Other words have the gravest class of all steps, but at least `typographic`. If the record was split or merged on
       the way, they have at least `wording`, because the classes of these steps are those of several records together.

    Args:
        paths: The paths between them; none of them ambiguous.
        before: The words of the records in the older edition.
        after: The words of the records in the newer edition.
    """
    worst = gravest_class([path.change for path in paths if path.change is not None])
    if len(before) > 1 or len(after) > 1:
        return worst
    is_alone = all(path.alone for path in paths)
    if before[0] == after[0] or (worst == "unchanged" and is_alone):
        return "unchanged"
    if plain_form(before[0]) == plain_form(after[0]):
        return "typographic"
    if is_alone:
        return gravest_class([worst, "typographic"])
    return gravest_class([worst, "wording"])
