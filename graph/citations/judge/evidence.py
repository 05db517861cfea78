"""Derive from the words next to a number whether it is right, has a former meaning, or should be another number.

Reporting a fault needs more evidence than accepting a number. A number is accepted if any word may be about its rule,
if an older title of the rule is named, or if an older wording is quoted. It has a fault if the words fit a rule that
had the number before (this module); if exactly one other rule is quoted, or if the title of another rule is printed as
the number's own (`graph.citations.judge.mismatch`). Each kind of evidence has its confidence, measured on public code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from graph.citations.judge.meaning import NumberFault
from graph.citations.judge.messages import describe_move, describe_present, describe_rule, find_outcome, same_title
from graph.citations.judge.mismatch import judge_quote, named_elsewhere
from graph.citations.judge.subjects import CLEARLY
from rules.numbers import is_number, kind_of

if TYPE_CHECKING:
    from graph.citations.judge.citation_context import CitationContext
    from graph.citations.judge.judge_context import JudgeContext, NumberOwnership
    from graph.citations.judge.meaning import EvidenceKind

_QUOTED, _TITLED, _NAMED, _INFLECTED, _MUCH, _LITTLE = 0.98, 0.97, 0.92, 0.9, 0.92, 0.75
"""The share of findings that are right, for each kind of evidence: a quote of the past rule, its title next to the
number, its title in the same clause, an inflected title, many words that only the past rule has, a few such words."""
_IN_CODE = 0.6
"""The same for words from names in code, without any other words; not measured."""
_TAKEN = 0.75
"""The same for a title that belongs to another number of the list, or that nothing else confirms."""
_ENOUGH, _FEWEST = 14.0, 3
"""Minimum weight and number of the words that are enough evidence for a past rule."""


def mismatch(known: JudgeContext, number: str, target: str, context: CitationContext) -> NumberFault | None:
    """Return the fault that the words next to a number show; None if they show none.

    Args:
        known: The facts and caches of the run.
        number: A number of the target edition.
        target: Id of the target edition.
        context: The words next to the citation.
    """
    if not is_number(number) or not context.words:
        return None
    quoted = _quoted_past(known, number, target, context) or judge_quote(known, number, target, context)
    if quoted is not None:
        return quoted
    fault = _judge_named_title(known, number, target, context) or _find_past_fault(known, number, target, context)
    # The quote is compared with the number's own rule last: this takes longest, and few numbers have a fault.
    return None if fault is None or context.quotes_family(target, number) else fault


def _judge_named_title(known: JudgeContext, number: str, target: str, context: CitationContext) -> NumberFault | None:
    """Return the fault of a number next to which the title of another rule is named."""
    rule, chapter = known.titles.above(target, number)
    can_be_accused = known.former(number, target) or rule or kind_of(number) == "chapter"
    if not can_be_accused or context.is_about(rule or chapter):
        return None
    return _named_past(known, number, target, context) or named_elsewhere(known, number, target, context)


def decide(
    known: JudgeContext, number: str, target: str, then: str, context: CitationContext
) -> Literal["now", "then"] | None:
    """Return whether the words next to a number support its meaning in the target edition or that in another edition.

    Args:
        known: The facts and caches of the run.
        number: A number that names different rules in the two editions.
        target: Id of the target edition.
        then: Id of the other edition.
        context: The words next to the citation.

    Returns:
        `now` for the target edition, `then` for the other one, None if they support neither, or both equally.
    """
    now_lineage, then_lineage = known.where.lineage(target, number) or "", known.where.lineage(then, number) or ""
    if context.quotes_rather(then_lineage, now_lineage):
        return "then"
    if context.quotes_rather(now_lineage, then_lineage):
        return "now"
    now_titles = frozenset[str]().union(*known.titles.above(target, number))
    then_titles = frozenset[str]().union(*known.titles.above(then, number))
    fits_now, fits_then = context.is_about(now_titles - then_titles), context.is_about(then_titles - now_titles)
    if fits_now is not fits_then:
        return "now" if fits_now else "then"
    return context.find_leaning(now_lineage, then_lineage)


def is_about_another(known: JudgeContext, number: str, edition: str, context: CitationContext) -> bool:
    """Return whether the words next to a number are about another rule than the one that it names in an edition.

    Returns:
        For a rule with a title, whether only titles of other rules of its chapter are named; always False for a
        chapter, since it has few words.
    """
    lineage = known.where.lineage(edition, number)
    if lineage is None or "." not in number:
        return False
    titles = known.titles.above(edition, number)[0]
    if titles:
        return context.names_sister(titles, number) and not context.is_about(titles)
    return context.is_of_another(lineage)


def past_fault(  # noqa: PLR0917
    known: JudgeContext, number: str, target: str, ownership: NumberOwnership, confidence: float, kind: EvidenceKind
) -> NumberFault:
    """Return the fault of a number that is used in a former meaning."""
    outcome = find_outcome(known, ownership.lineage, ownership.last, target, known.where.find_after(ownership.last))
    was = (
        "" if same_title(known, target, number, ownership.last) else f", {describe_rule(known, ownership.last, number)}"
    )
    rule = known.titles.above(ownership.last, number)[0]
    what = "its neighbours here" if kind == "neighbours" else "the words beside it"
    return NumberFault(
        "CR005" if rule and rule <= known.titles.keywords and was else "CR004",
        number,
        f"{number} is {describe_present(known, target, number, ownership.last)}; {what} fit what it was "
        f"until {known.where.last_day(ownership.last)}{was}: {outcome.message}.",
        outcome.suggestions,
        outcome.broken,
        ("past", *outcome.cause, *rule),
        f"{number}: {describe_move(outcome.place)}",
        confidence,
        (kind,),
        ownership.last,
    )


def _quoted_past(known: JudgeContext, number: str, target: str, context: CitationContext) -> NumberFault | None:
    """Return the fault of a number next to which its past rule is quoted, and not its present rule.

    This also finds two sister rules that swapped numbers.
    """
    now = known.where.lineage(target, number) or ""
    for ownership in known.former(number, target) if context.has_long_quote else ():
        if context.quotes_at_length(ownership.lineage, now) and known.has_left(number, target, ownership):
            return past_fault(known, number, target, ownership, _QUOTED, "quote")
    return None


def _named_past(known: JudgeContext, number: str, target: str, context: CitationContext) -> NumberFault | None:
    """Return the fault of a number next to which the title of its past rule is named."""
    now = frozenset[str]().union(*known.titles.above(target, number))
    held = [(ownership, _titles(known, number, ownership) - now) for ownership in known.former(number, target)]
    for how, usual in ((_as_its_own, _TITLED), (_in_passing, _NAMED), (_find_inflected, _INFLECTED)):
        for place, (ownership, titles) in enumerate(held):
            name = how(known, titles, context) if titles else None
            if name is None or not known.has_left(number, target, ownership):
                continue
            if how is not _as_its_own or any(
                named.starts_sentence and named.name in titles for named in context.names_alone
            ):
                families = known.family(target, number), known.family(ownership.last, number)
                if context.leans_to(*families):
                    continue
            before = any(named.before for named in context.named if named.name == name)
            later = (
                ownership
                for ownership, its in held[:place]
                if _is_other_title_beside(context, its, before=before) and known.has_left(number, target, ownership)
            )
            is_its_own = how is _as_its_own or _is_borne_out(known, number, target, ownership, context)
            is_its_own = is_its_own and not any(named.kind == "list" for named in context.named if named.name == name)
            confidence = min(usual, _TAKEN) if context.is_taken(name, number, target) or not is_its_own else usual
            return past_fault(known, number, target, next(later, ownership), confidence, "title")
    return None


def _is_borne_out(
    known: JudgeContext, number: str, target: str, ownership: NumberOwnership, context: CitationContext
) -> bool:
    """Return whether a chapter's title next to a number is confirmed by other words of the rule that is meant.

    Many comments contain such a title as an ordinary word. The title of a rule, and a title next to a chapter's number,
    need no confirmation.
    """
    if known.titles.above(ownership.last, number)[0] or "." not in number:
        return True
    leans = context.find_leaning(known.where.lineage(target, number) or "", ownership.lineage) == "then"
    return leans and not context.is_explained_by_a_sister(context.weight_of(ownership.lineage), target, number)


def _titles(known: JudgeContext, number: str, ownership: NumberOwnership) -> frozenset[str]:
    """Return the titles of the rule that a number named, or else those of its chapter."""
    rule, chapter = known.titles.above(ownership.last, number)
    return rule or chapter


def _is_other_title_beside(context: CitationContext, titles: frozenset[str], *, before: bool) -> bool:
    """Return whether one of the titles is named alone, before or behind the citation as given.

    Of two rules that had the number, the later one is more likely to be meant.
    """
    return any(named.name in titles and named.before is before for named in context.names_alone)


def _as_its_own(_known: JudgeContext, titles: frozenset[str], context: CitationContext) -> str | None:
    """Return the first of some titles that is printed next to the number as the number's own."""
    names = (named for named in context.names_alone if named.name in titles)
    return next(
        (named.name for named in names if named.kind == "title" or (named.touching and context.is_name(named))), None
    )


def _in_passing(_known: JudgeContext, titles: frozenset[str], context: CitationContext) -> str | None:
    """Return the first of some titles that is named near the number, in the same clause."""
    names = (named for named in context.names_alone if named.name in titles)
    return next((named.name for named in names if named.near and named.same_clause), None)


def _find_inflected(known: JudgeContext, titles: frozenset[str], context: CitationContext) -> str | None:
    """Return the first of some titles that occurs close to the number in an inflected form."""
    return known.titles.find_title_in(context.close, titles)


def _find_past_fault(known: JudgeContext, number: str, target: str, context: CitationContext) -> NumberFault | None:
    """Return the fault of a number if the words next to it fit its past rule, and not its present rule's family."""
    now = known.where.lineage(target, number)
    held = known.former(number, target)
    for place, ownership in enumerate(held):
        if not now or not context.speaks_for(ownership.lineage, now):
            continue
        among_others = context.is_clearly_of(known.family(target, number), known.family(ownership.last, number))
        if not among_others and known.has_left(number, target, ownership):
            balance = context.balance_with_list(now, ownership.lineage)
            much = (
                balance.theirs >= _ENOUGH
                and balance.count >= _FEWEST
                and balance.theirs >= 2 * CLEARLY * balance.ours
                and not context.is_explained_by_a_sister(balance.theirs, ownership.last, number)
            )
            sister = same_title(known, target, number, ownership.last)
            sure = much and (not sister or context.shares_phrases(ownership.lineage, now))
            sure = sure or (not balance.ours and context.headed_by(ownership.lineage, now))
            sure = sure and not context.is_cited_beside(known.where.key_at(ownership.lineage, target))
            confidence = (_MUCH if sure else _LITTLE) if context.has_words else _IN_CODE
            named = (
                later
                for later in held[:place]
                if context.names(known.titles.above(later.last, number)[0]) and known.has_left(number, target, later)
            )
            return past_fault(known, number, target, next(named, ownership), confidence, "words")
    return None
