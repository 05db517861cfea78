"""The steps between editions that no known bulletin announces, and why none does."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct

from graph.announcements.records import Bulletin, Unfound, bulletins, unfound

_UNSEARCHED = "none was searched for yet"


class UnannouncedAnswer(Struct, frozen=True, rename={"old": "from", "new": "to"}):
    """A step between two editions of which no announcement is known.

    Attributes:
        old: The edition before.
        new: The edition.
        title: Title of a bulletin that exists, but whose text was not found.
        date: When that was published, as far as known.
        address: Its address.
        reason: Why nothing is known, as a sentence.
    """

    old: str
    new: str
    title: str | None
    date: str | None
    address: str | None
    reason: str


def find_unannounced_steps(
    editions: Iterable[str],
    old: str,
    new: str,
    known: Iterable[Bulletin] | None = None,
    reasons: Iterable[Unfound] | None = None,
) -> tuple[UnannouncedAnswer, ...]:
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
        _answer(spans, before, after)
        for before, after in pairwise(between)
        if not any(start < after and before < end for start, end in announced)
    )


def _answer(spans: Iterable[Unfound], old: str, new: str) -> UnannouncedAnswer:
    inside = (reason for reason in spans if reason.first <= old and new <= reason.last)
    why = next(inside, Unfound(first=old, last=new, reason=_UNSEARCHED, evidence=""))
    return UnannouncedAnswer(old, new, why.title or None, why.date or None, why.address or None, why.describe())
