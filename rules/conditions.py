"""The order of the conditions of a copy, from the best to the worst."""

from collections.abc import Iterable

from rules.records import CONDITIONS, Condition


def choose_worst(conditions: Iterable[Condition]) -> Condition:
    """Return the worst of some conditions, at least one."""
    return max(conditions, key=CONDITIONS.index)
