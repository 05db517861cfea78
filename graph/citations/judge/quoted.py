"""Derive the meaning of numbers inside a quoted rule from the references of that rule.

Authors paste a rule together with the numbers that it refers to. The ledger has the references of each rule in each
edition. So the numbers in a quote show from which editions the quote is, and which rules they named there. The words
next to them do not show this: they are words of the quoted rule, whose number may be missing or unchanged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.judge.citation_context import AS_GOOD
from graph.citations.judge.evidence import decide, past_fault
from graph.citations.judge.meaning import CERTAIN, Meaning
from graph.citations.judge.mismatch import VERBATIM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.citations.judge.judge_context import JudgeContext, NumberOwnership
    from graph.citations.judge.neighbours import Read
    from graph.citations.records import Citation, Evidence

_INSIDE = 0.95
"""Confidence in the meaning of a number inside a quote; 27 of 27 such findings in two engines were right."""
_FEWEST = 6
"""Minimum words of a quote: for any five consecutive words of a rule the ledger has at least one fingerprint."""
_OWN = 12
"""Minimum characters of words behind a number that may explain it: more than "and" or "or rules"."""
_JOINT = 24
"""Maximum characters between the words of a quote and a number inside it: the word "rules", a line end, a comment mark.
"""


def settle_quoted(known: JudgeContext, target: str, reads: Sequence[Sequence[Read]]) -> None:
    """Settle the meanings of numbers inside quoted rules.

    Args:
        known: The facts and caches of the run.
        target: Id of the target edition.
        reads: The numbers of each citation of a file, in order; meanings inside quotes are replaced.
    """
    quotes: list[Sequence[Evidence]] = []  # the last quote that has a source counts
    headed: tuple[frozenset[str], int] = frozenset(), 0  # the rules of the last number with words behind it, their end
    end = 0
    for numbers in reads:
        if not numbers:
            continue
        citation = numbers[0].context.citation
        behind = [
            evidence for evidence in citation.evidence if evidence.kind == "text" and evidence.start >= citation.end
        ]
        short = headed[0] if citation.start - headed[1] <= _JOINT else frozenset[str]()
        if behind and len(numbers) == 1 and not behind[-1].words.endswith((".", ";", "!", "?")):
            holders = known.ownerships(numbers[0].number)
            headed = frozenset(holder.lineage for holder in holders), max(evidence.end for evidence in behind)
        if _sources(known, behind):  # a rule under its own number
            quotes, end = [behind], max(evidence.end for evidence in behind)
            continue
        if citation.start - end > _JOINT:
            quotes = []
        quotes.append([it for it in citation.evidence if it.end <= citation.start <= it.end + _JOINT])
        end = citation.end
        if any(len(known.ownerships(read.number)) > 1 for read in numbers):
            while quotes and not _sources(known, quotes[-1]):
                quotes.pop()
            quoted = _sources(known, quotes[-1]) if quotes else short
            then = _printed_in(known, citation, quoted)
            for read in numbers if then else ():
                _take(known, target, read, then, quoted)


def _sources(known: JudgeContext, words: Sequence[Evidence]) -> frozenset[str]:
    """Return the lineages that some words quote verbatim or nearly so; several may have the same sentence."""
    sources: set[str] = set()
    for evidence in words:
        if len(evidence.words.split()) >= _FEWEST:
            quote = known.resembling(evidence.words)
            best = max(quote.values(), default=0.0)
            sources.update(lineage for lineage, share in quote.items() if share >= max(VERBATIM, AS_GOOD * best))
    return frozenset(sources)


def _printed_in(known: JudgeContext, citation: Citation, quoted: frozenset[str]) -> frozenset[str]:
    """Return the editions in which one of the quoted rules refers to the numbers as the citation prints them."""
    spans = [
        (first, last)
        for lineage in quoted
        for first, last, numbers in known.referring(lineage)
        if numbers == citation.numbers
    ]
    return frozenset(
        edition for edition in known.where.editions if any(first <= edition <= last for first, last in spans)
    )


def _take(known: JudgeContext, target: str, read: Read, editions: frozenset[str], quoted: frozenset[str]) -> None:
    """Set a number's meaning to its lineage in the editions of the quote, if that is the same in all of them.

    Words of the number's own behind it, not those with which the quote goes on, take precedence if they show a certain
    meaning or another number.
    """
    meaning, number = read.meaning, read.number
    holders = [
        holder
        for holder in known.ownerships(number)
        if any(holder.first <= edition <= holder.last for edition in editions)
    ]
    lineages = {holder.lineage for holder in holders}
    if len(lineages) != 1 or "stamp" in meaning.evidence:
        return
    citation = read.context.citation
    has_own_words = any(
        it.start >= citation.end and len(it.words) >= _OWN and quoted.isdisjoint(_sources(known, (it,)))
        for it in citation.evidence
    )
    if has_own_words and (meaning.confidence >= CERTAIN or (meaning.fault is not None and meaning.edition is None)):
        return
    if lineages == {known.where.lineage(target, number)}:
        if target in editions and (meaning.is_open or not has_own_words):
            read.meaning = Meaning(number, target, CERTAIN, ("quote",))
        return
    then: NumberOwnership = holders[-1]
    if not known.exists(number, target) or not known.has_left(number, target, then):
        return
    if not has_own_words or decide(known, number, target, then.last, read.context) != "now":
        fault = past_fault(known, number, target, then, _INSIDE, "quote")
        read.meaning = Meaning(number, then.last, _INSIDE, ("quote",), fault)
