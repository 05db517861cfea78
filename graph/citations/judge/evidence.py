"""Words beside a number that tell of another rule: CR004, CR005, and the lost digits of CR006.

Accusing takes more than acquitting. A number is acquitted by any word that may be about its rule, by an older title of
it, by a quote of an older wording. It is accused by a quote that is plainly of another rule; by words for what the
number once was, since history confirms them (here); or by the title of another rule set beside it as its own
(`graph.citations.judge.mismatch`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.judge.messages import Fault, fate, is_what, present, same_title, whereto
from graph.citations.judge.mismatch import misquoted, named_elsewhere
from rules.numbers import is_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph.citations.judge.citation_context import CitationContext
    from graph.citations.judge.judge_context import JudgeContext, NumberOwnership


def mismatch(
    known: JudgeContext, number: str, target: str, context: CitationContext, pinned: bool = False
) -> Fault | None:
    """What the words beside a number that exists say against it, if anything.

    Args:
        known: What the judge knows.
        number: A number of the target edition.
        target: Id of the edition held against.
        context: The words.
        pinned: Whether the edition is known that the citation was written for; then the history of the number tells
            nothing more.
    """
    if not is_number(number) or not context.citation.evidence:
        return None
    quoted = (None if pinned else _quoted_past(known, number, target, context)) or misquoted(
        known, number, target, context
    )
    if quoted is not None or context.quotes_family(target, number):
        return quoted
    rule, chapter = known.titles.above(target, number)
    if not context.is_about(rule or chapter):
        fault = None if pinned else _named_past(known, number, target, context)
        fault = fault or named_elsewhere(known, number, target, context)
        if fault is not None:
            return fault
    return None if pinned else _told_past(known, number, target, context)


def _quoted_past(known: JudgeContext, number: str, target: str, context: CitationContext) -> Fault | None:
    """A quote of what the number was, and not of what it is; of two sister rules that changed places, too."""
    now = known.where.lineage(target, number) or ""
    for ownership in _past(known, number, target) if context.quotes else ():
        if context.quotes_rather(ownership.lineage, now) and _left(known, number, target, ownership):
            return _of_the_past(known, number, target, ownership, "CR004")
    return None


def _named_past(known: JudgeContext, number: str, target: str, context: CitationContext) -> Fault | None:
    """The title of what the number was, named beside it."""
    now = frozenset[str]().union(*known.titles.above(target, number))
    held = [(ownership, _titles(known, number, ownership) - now) for ownership in _past(known, number, target)]
    held = [(ownership, titles) for ownership, titles in held if titles and _left(known, number, target, ownership)]
    for wanted in (_as_its_own, _in_passing):
        for place, (ownership, titles) in enumerate(held):
            families = known.family(target, number), known.family(ownership.last, number)
            name = wanted(known, titles, families, context)
            if name is not None:
                before = any(one.before for one in context.named if one.name == name)
                later = (one for one, its in held[:place] if _mentioned(context, its, before=before))
                code = "CR005" if name in known.titles.keywords else "CR004"
                return _of_the_past(known, number, target, next(later, ownership), code)
    return None


def _titles(known: JudgeContext, number: str, ownership: NumberOwnership) -> frozenset[str]:
    """The titles under which a number stood: its rule's, else its chapter's."""
    rule, chapter = known.titles.above(ownership.last, number)
    return rule or chapter


def _mentioned(context: CitationContext, titles: frozenset[str], *, before: bool) -> bool:
    """Whether another title is named on the same side: who held the number later is the likelier of two."""
    return any(one.name in titles and one.before is before for one in context.named)


def _as_its_own(
    _known: JudgeContext,
    titles: frozenset[str],
    _families: tuple[frozenset[str], frozenset[str]],
    context: CitationContext,
) -> str | None:
    """Which of some titles is set beside the number."""
    told = (one for one in context.named if one.name in titles)
    return next((one.name for one in told if one.kind == "title" or (one.touching and context.is_name(one))), None)


def _in_passing(
    known: JudgeContext,
    titles: frozenset[str],
    families: tuple[frozenset[str], frozenset[str]],
    context: CitationContext,
) -> str | None:
    """Which of some titles is named near the number, where the words do not lean to what the number is."""
    if context.leans_to(*families):
        return None
    told = (one for one in context.named if one.name in titles)
    near = next((one.name for one in told if one.near and one.same_clause), None)
    return near or known.titles.told_of(context.close, titles)


def _told_past(known: JudgeContext, number: str, target: str, context: CitationContext) -> Fault | None:
    """Words that have nothing of what a number holds or stands among, and much of what it held once."""
    now = known.where.lineage(target, number)
    for ownership in _past(known, number, target):
        if not now or not context.speaks_for(ownership.lineage, now):
            continue
        among_others = context.is_clearly_of(known.family(target, number), known.family(ownership.last, number))
        if not among_others and _left(known, number, target, ownership):
            return _of_the_past(known, number, target, ownership, "CR004")
    return None


def _past(known: JudgeContext, number: str, target: str) -> Iterator[NumberOwnership]:
    """Who held a number before its present holder, the latest first."""
    now = known.where.lineage(target, number)
    return (one for one in reversed(known.ownerships(number)) if one.lineage != now and one.last < target)


def _left(known: JudgeContext, number: str, target: str, ownership: NumberOwnership) -> bool:
    """Whether nothing of what a number once was is there still."""
    gone = number not in known.where.place(ownership.lineage, ownership.last, target).keys
    return gone and number not in known.where.descendants(number, ownership.last, target)


def _of_the_past(known: JudgeContext, number: str, target: str, ownership: NumberOwnership, code: str) -> Fault:
    fated = fate(known, ownership.lineage, ownership.last, target, known.where.after(ownership.last))
    was = "" if same_title(known, target, number, ownership.last) else f", {is_what(known, ownership.last, number)}"
    return Fault(
        code,
        number,
        f"{number} is {present(known, target, number, ownership.last)}; the words beside it fit what it was "
        f"until {ownership.last}{was}: {fated.told}.",
        fated.suggestions,
        fated.broken,
        ("past", *fated.cause, *known.titles.above(ownership.last, number)[0]),
        f"{number}: {whereto(fated.place)}",
    )
