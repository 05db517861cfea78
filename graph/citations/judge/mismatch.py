"""Find numbers next to which another rule is quoted or named, without regard to the number's former rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from graph.citations.judge.citation_context import AS_GOOD, with_letter
from graph.citations.judge.meaning import NumberFault
from graph.citations.judge.messages import describe_place, describe_rule, number_with_title
from graph.citations.judge.subjects import distinctive_terms
from rules.numbers import kind_of, parent_of

if TYPE_CHECKING:
    from graph.citations.judge.citation_context import CitationContext, Named
    from graph.citations.judge.judge_context import JudgeContext

_LONG_QUOTE = 11
"""Minimum words of a quote: no comment shares so many with a rule by chance."""
VERBATIM = 0.85
"""Minimum share of the quote's fingerprints that the quoted rule has: nearly all, in the same order."""
_SET_BESIDE, _ALONE = 0.95, 0.75
"""How often the rule of a title was meant, for a title printed as the number's own, and for one named alone near it."""


def judge_quote(known: JudgeContext, number: str, target: str, context: CitationContext) -> NumberFault | None:
    """Return the fault of a number next to which exactly one rule is quoted, none of the number's family."""
    for evidence in context.citation.evidence:
        if evidence.kind != "text" or len(evidence.words.split()) < _LONG_QUOTE:
            continue
        quote = known.resembling(evidence.words)
        best = max(quote.values(), default=0.0)
        own = max((quote.get(lineage, 0.0) for lineage in known.family(target, number)), default=0.0)
        sources = [lineage for lineage, share in quote.items() if share >= AS_GOOD * best]
        if best < VERBATIM or own > 0 or len(sources) != 1 or context.cites(sources[0]):
            continue
        fault = _of_another(known, number, target, sources[0])
        if fault is not None:
            return fault
    return None


def _of_another(known: JudgeContext, number: str, target: str, lineage: str) -> NumberFault | None:
    versions = [version for version in known.where.versions(lineage) if version.first <= target]
    if not versions:
        return None  # a quote from a later edition
    last = min(versions[-1].last, target)
    place = known.where.place(lineage, last, target)
    family = known.family(target, number)
    if any(known.where.lineage(target, key) in family or key.startswith(f"{number}.") for key in place.keys):
        return None  # the quoted rule is the cited one, of its family, or in the cited chapter
    once = next(
        (
            ownership
            for ownership in known.ownerships(number)
            if ownership.lineage == lineage and ownership.last < target
        ),
        None,
    )
    was = f" {number} was that rule until {known.where.last_day(once.last)}." if once else ""
    return NumberFault(
        "CR004",
        number,
        f"The text quoted beside {number_with_title(known, target, number)}, is of another rule: "
        f"{describe_place(known, place, target)}.{was}",
        place.numbers if place.sure else (),
        known.where.find_after(once.last) if once else None,
        ("quote", lineage),
        f"nor is it of {number}",
        0.95,
        ("quote",),
    )


def named_elsewhere(known: JudgeContext, number: str, target: str, context: CitationContext) -> NumberFault | None:
    """Return the fault of a number next to which the title of exactly one other rule is printed or named as its own."""
    if kind_of(number) == "chapter":
        elsewhere = _chapter(known, number, target, context)
    elif known.titles.above(target, number)[0]:
        elsewhere = _keyword(known, number, target, context)
    else:
        elsewhere = None  # rules of ordinary chapters are cited next to all kinds of titles
    if elsewhere is None:
        return None
    named, bearer = elsewhere
    fault = _judge_other(known, number, target, named, bearer)
    is_of_sentence = not named.before and (named.kind != "title" or named.starts_sentence)
    if is_of_sentence and context.may_belong_to_others(number):
        return replace(fault, suggestions=(), confidence=_ALONE, evidence=("title",))
    sure = named.kind == "title" or named.touching or fault.code == "CR006"
    return replace(fault, confidence=_SET_BESIDE if sure else _ALONE, evidence=("title",))


def _chapter(known: JudgeContext, number: str, target: str, context: CitationContext) -> tuple[Named, str] | None:
    """Return another chapter's title behind a chapter's number, and its number.

    A title before the number does not count: it names the subject of the comment. Nor does a title that a rule of the
    chapter has too, as "Exile" in `CR 701 Exile`.
    """
    for named in context.names_alone:
        bearers = known.titles.bearers(named.name, target)
        chapters = [bearer for bearer in bearers if "." not in bearer]
        own = any(bearer.startswith(f"{number}.") for bearer in bearers)
        if named.kind == "title" and not named.before and not own and len(chapters) == 1 and chapters[0] != number:
            return named, chapters[0]
    return None


def _keyword(known: JudgeContext, number: str, target: str, context: CitationContext) -> tuple[Named, str] | None:
    """Return another keyword of the same chapter, and its number.

    It must be printed as a title, be right next to the number, or be the only one and set off.
    """
    siblings = [
        (named, bearers[0])
        for named in context.names_alone
        if not context.is_taken(named.name, number, target)
        if named.name in known.titles.keywords and len(bearers := _bearers(known, named, number, target)) == 1
    ]
    if not siblings:
        return None
    named, bearer = siblings[0]
    if named.kind == "title" and not named.starts_sentence:
        return named, bearer
    alone = len({named.name for named, _ in siblings}) == 1
    is_name = context.is_name(named)
    subject = alone and ((named.before and named.near and named.mention.set_off) or named.follows)
    if not is_name or not (
        named.kind == "title" or named.touching or subject or (_lacks_digit(number, bearer) and named.same_clause)
    ):
        return None
    family = known.family(target, number)
    if _is_mentioned(known, named, family) or context.leans_to(family, known.family(target, bearer)):
        return None
    return named, bearer


def _bearers(known: JudgeContext, named: Named, number: str, target: str) -> list[str]:
    """Return the rules of the number's chapter that ever had a title."""
    chapter = number.partition(".")[0]
    return [bearer for bearer in known.titles.bearers(named.name, target) if bearer.partition(".")[0] == chapter]


def _is_mentioned(known: JudgeContext, named: Named, family: frozenset[str]) -> bool:
    """Return whether the number's family has the words of a title: then they may be words of the cited rule."""
    words = distinctive_terms(named.mention.words)
    return bool(words) and words <= known.subjects.of(family)


def _lacks_digit(number: str, bearer: str) -> bool:
    """Return whether a number is another number without its last digit: `702.14` for `702.147`."""
    rule = parent_of(number) if kind_of(number) == "subrule" else number
    return rule is not None and kind_of(bearer) == "rule" and len(bearer) == len(rule) + 1 and bearer.startswith(rule)


def _judge_other(known: JudgeContext, number: str, target: str, named: Named, bearer: str) -> NumberFault:
    meant = with_letter(known, bearer, number, target)
    words, present = named.mention.words, describe_rule(known, target, number)
    rule = parent_of(number) if kind_of(number) == "subrule" else number
    if _lacks_digit(number, bearer):
        message = f'{number} lacks a digit: "{words}", named beside it, is {bearer}; {number} is {present}.'
        return NumberFault("CR006", number, message, (meant,), cause=("digit", bearer), brief=f"{number} for {meant}")
    return NumberFault(
        "CR005" if named.name in known.titles.keywords else "CR004",
        number,
        f'{number} is {present}; "{words}", named beside it, is {bearer}.',
        (meant,),
        cause=("named", bearer, rule or ""),
        brief=f"{number} is {present}",
    )
