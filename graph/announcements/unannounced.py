"""The steps between editions for which no announcement is known."""

from functools import lru_cache
from itertools import pairwise

from graph.announcements.file import bulletins, unfound
from graph.announcements.records import UnannouncedAnswer, Unfound

_UNSEARCHED = "nobody has looked for one yet"


@lru_cache(maxsize=8)  # each history asks for all steps
def find_unannounced_steps(editions: tuple[str, ...], old: str, new: str) -> tuple[UnannouncedAnswer, ...]:
    """Return the steps between two editions of which no bulletin announces any change, oldest first.

    Args:
        editions: The editions of the Comprehensive Rules that follow each other, without retyped ones.
        old: Id of the edition compared from; it may be the later one.
        new: Id of the edition compared to.
    """
    first, last = min(old, new), max(old, new)
    between = sorted(edition for edition in editions if first <= edition <= last)
    announced_steps = {step for bulletin in bulletins() for step in bulletin.steps}
    unannounced = []
    for before, after in pairwise(between):
        # A bulletin may name editions that are further apart than these two: it is enough if the two steps overlap.
        is_announced = any(start < after and before < end for start, end in announced_steps)
        if not is_announced:
            unannounced.append(_find_reason(before, after).of_step(before, after))
    return tuple(unannounced)


def _find_reason(before: str, after: str) -> Unfound:
    """Return the reason why a step has no announcement: that of the file, or else that nobody has looked for one."""
    for reason in unfound():
        if reason.old <= before and after <= reason.new:
            return reason
    return Unfound(old=before, new=after, reason=_UNSEARCHED, evidence=_UNSEARCHED)
