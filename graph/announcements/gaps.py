"""The steps between editions that no known bulletin announces, and why none does."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from graph.announcements.facts import bulletins, unfound
from graph.announcements.records import Unfound

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph.announcements.records import Bulletin

_UNSEARCHED = "none was searched for yet"


class UnannouncedStep(Struct, frozen=True):
    """An edition of the Comprehensive Rules and the one before it, between which nothing was announced.

    Attributes:
        old: Id of the edition before.
        new: Id of the edition.
        reason: Why no announcement is known.
    """

    old: str
    new: str
    reason: Unfound


def find_unannounced_steps(
    editions: Iterable[str],
    old: str,
    new: str,
    known: Iterable[Bulletin] | None = None,
    reasons: Iterable[Unfound] | None = None,
) -> tuple[UnannouncedStep, ...]:
    """Return the steps between two editions of which no bulletin announces any change, oldest first.

    Args:
        editions: The editions of the Comprehensive Rules that follow each other, without retyped ones.
        old: Id of the edition compared from; it may be the later one.
        new: Id of the edition compared to.
        known: The bulletins; None for all that ship with comprules.
        reasons: Why steps have none, a span before those that it lies in; None for what ships with comprules.
    """
    first, last = min(old, new), max(old, new)
    between = sorted(edition for edition in editions if first <= edition <= last)
    announced = {step for bulletin in (bulletins() if known is None else known) for step in bulletin.steps}
    spans = tuple(unfound() if reasons is None else reasons)
    return tuple(
        UnannouncedStep(before, after, _find_reason(spans, before, after))
        for before, after in pairwise(between)
        if not any(start < after and before < end for start, end in announced)
    )


def _find_reason(spans: Iterable[Unfound], old: str, new: str) -> Unfound:
    inside = (reason for reason in spans if reason.first <= old and new <= reason.last)
    return next(inside, Unfound(old, new, "", "", "", _UNSEARCHED, ""))
