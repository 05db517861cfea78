"""The chain of editions: which edition comes before which, and which steps lead from one to another.

An edition whose only copies are retyped (`rules.records.Condition`) is no link of the chain: the step goes from the
edition before it to the one after it. It hangs beside the chain with steps of its own, so that it can be compared with
every other edition; nothing else is derived from these steps, except the date of what is new in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence


class StepEnds(NamedTuple):
    """An edition and one before it, between which at most retyped editions lie."""

    previous: str
    edition: str


def list_steps(editions: Sequence[str], retyped: Collection[str]) -> Iterator[StepEnds]:
    """Yield all steps between the editions of a work, by the newer edition, then by the older one.

    Args:
        editions: All editions of the work, oldest first.
        retyped: Those that are retyped.
    """
    near: list[str] = []
    for edition in editions:
        yield from (StepEnds(previous, edition) for previous in near)
        near = [*near, edition] if edition in retyped else [edition]
