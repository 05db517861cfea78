"""Find the numbers of which a sentence tells that they changed or do not exist: `701.7 → 701.8`, `no CR 702.1b`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.records import REACH
from rules.late_patterns import compile_late

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.citations.find.confidence import PossibleCitation

_END = compile_late(r"[.!?](?<![\s/]!)[\"”')\]]{0,2}\s|\n[ \t/*#;>-]{0,12}\n")
_NUMBER = r"[\s`*_\"“'(]{0,4}(?:(?:CRs?|[Rr]ules?)\s)?(?=[1-9]\d\d(?!\d))"
_CHANGES = compile_late(
    r"\b(?:[Rr]e-?number|[Rr]emap|[Mm]igrat|[Mm]is-?(?:cit|number)|[Hh]allucinat|[Ff]ormerly|[Uu]sed to be"
    r"|[Ss]tale|[Oo]utdated|[Oo]bsolete|should be|no longer)"
    rf"|(?:→|->|=>|⇒|\b(?:now|was|previously|old|to|from|became|not|instead of)){_NUMBER}"
)
"""What tells that a number became another, or should be another."""
_DENIED = compile_late(
    r"\b(?:[Nn]o|[Nn]ot|[Oo]ld|[Ff]ormer(?:ly)?|[Pp]reviously|[Ww]as|[Oo]bsolete|[Oo]utdated|[Rr]etired|[Uu]sed to be"
    r"|[Ii]nstead of|[Mm]oved\b[^.]{0,40}\soff)[\s`*_\"“']{1,4}\Z"
)


def told_beside(text: str, seen: Sequence[PossibleCitation], place: int) -> tuple[str, ...]:
    """Return the numbers that a citation's sentence may tell that it became or was; whether one rule had both decides.

    Args:
        text: The whole text.
        seen: All citations, in order.
        place: The index of the citation.

    Returns:
        The other numbers of a sentence that tells of a change; the number itself if it is told not to be in use.
    """
    own = seen[place]
    if _DENIED.search(text, max(0, own.begins - 48), own.begins):
        return own.printed.numbers
    low, high = max(0, own.begins - REACH), own.printed.end + REACH
    for end in _END.finditer(text, low, own.begins):
        low = end.end()
    stop = _END.search(text, own.printed.end, high)
    high = stop.start() if stop else high
    nearby = seen[max(0, place - 8) : place + 9]  # more are no sentence, but a list
    others = [it for it in nearby if it is not own and it.begins >= low and it.printed.end <= high]
    if not others or not _CHANGES.search(text, max(low, min(own.begins, others[0].begins) - 24), high):
        return ()
    return tuple(number for other in others for number in other.printed.numbers)
