"""What stands inside a quoted rule: its references are of the edition that the quote is from.

Authors paste a rule with its number, and with the numbers that it refers to. Where the quote and its number tell that
this is what the number was once, the numbers inside are of the same time, though the words beside them are the
quoted rule's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.judge.citation_context import RESEMBLES
from graph.citations.judge.evidence import decide, past_fault
from graph.citations.judge.meaning import CERTAIN, Meaning
from graph.citations.judge.mismatch import VERBATIM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graph.citations.judge.judge_context import JudgeContext, NumberOwnership
    from graph.citations.judge.neighbours import Read
    from graph.citations.records import Citation

_INSIDE = 0.95
"""Confidence in what a quote says of the numbers inside it; in one large engine 14 of 14 such findings were right."""
_WORDS = 12
"""Characters of a remark behind a number that may tell something of it: more than "and" or "or rules"."""
_JOINT = 24
"""Characters between the words of a quote and a number inside it: the word "rules", an end of line, a comment's margin.
"""


def settle_quoted(known: JudgeContext, target: str, numbers: Sequence[Read]) -> None:
    """Let a quoted rule of another time tell what the numbers inside it mean.

    Args:
        known: What the judge knows.
        target: Id of the edition held against.
        numbers: All numbers of a file, in order; meanings inside quotes are replaced.
    """
    for place, head in enumerate(numbers):
        meaning = head.meaning
        if meaning.fault is None or meaning.edition is None or meaning.confidence < CERTAIN:
            continue
        lineage = known.where.lineage(meaning.edition, head.number)
        end = _quote_behind(known, head.context.citation, lineage) if lineage else None
        if lineage is None or end is None:
            continue
        held = [ownership for ownership in known.ownerships(head.number) if ownership.lineage == lineage]
        for read in _inside(known, lineage, end, numbers[place + 1 :]):
            then = _held_throughout(known, read.number, held)
            if then is not None:
                own = any(it.start >= end and len(it.words) >= _WORDS for it in read.context.citation.evidence)
                _take(known, target, read, then, has_own_words=own)


def _quote_behind(known: JudgeContext, citation: Citation, lineage: str) -> int | None:
    """Where the text of a rule that is quoted behind its number ends; None where there is none."""
    ends = [
        evidence.end
        for evidence in citation.evidence
        if evidence.kind == "text"
        and evidence.start >= citation.end
        and known.resembling(evidence.words).get(lineage, 0.0) >= VERBATIM
    ]
    return max(ends, default=None)


def _inside(known: JudgeContext, lineage: str, end: int, behind: Sequence[Read]) -> Iterator[Read]:
    """The numbers of a quote: those that follow its words at once, or have words of the quoted rule before them."""
    for read in behind:
        citation = read.context.citation
        if any(it.kind in {"text", "title"} and it.start >= citation.end for it in citation.evidence):
            return  # a rule of its own
        words = [it for it in citation.evidence if known.resembling(it.words).get(lineage, 0.0) >= RESEMBLES]
        if citation.start - end > _JOINT and not any(it.start < citation.start for it in words):
            return
        end = max(end, citation.end, *(it.end for it in words))
        yield read


def _held_throughout(known: JudgeContext, number: str, spans: Sequence[NumberOwnership]) -> NumberOwnership | None:
    """Who had a number as long as a quoted rule had its own; None where several had, one after the other."""
    holders = [
        holder
        for holder in known.ownerships(number)
        if any(holder.first <= span.last and span.first <= holder.last for span in spans)
    ]
    return holders[0] if len(holders) == 1 else None


def _take(known: JudgeContext, target: str, read: Read, then: NumberOwnership, *, has_own_words: bool) -> None:
    meaning = read.meaning
    if "stamp" in meaning.evidence or then.lineage == known.where.lineage(target, read.number):
        return
    if has_own_words and (meaning.confidence >= CERTAIN or (meaning.fault is not None and meaning.edition is None)):
        return
    if not known.exists(read.number, target) or not known.has_left(read.number, target, then):
        return
    if not has_own_words or decide(known, read.number, target, then.last, read.context) != "now":
        fault = past_fault(known, read.number, target, then, _INSIDE, "neighbours")
        read.meaning = Meaning(read.number, then.last, _INSIDE, ("neighbours",), fault)
