"""The choice of the worst of several conditions of a copy: a copy that is both damaged and truncated is truncated."""

from collections.abc import Iterable

from rules.records import CONDITIONS, Condition


def choose_worst(conditions: Iterable[Condition]) -> Condition:
    """Return the worst of some conditions, at least one; `CONDITIONS` has them from the best to the worst."""
    return max(conditions, key=CONDITIONS.index)
