"""Judge numbers that the target edition does not have: CR001, CR002, CR007, and the letters l and o of CR006."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.judge.meaning import NumberFault
from graph.citations.judge.messages import (
    NumberOutcome,
    describe_move,
    describe_number,
    describe_place,
    find_outcome,
    join_words,
    number_with_title,
)
from rules.numbers import LETTERS, is_number, kind_of, parent_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from graph.citations.judge.citation_context import CitationContext
    from graph.citations.judge.judge_context import JudgeContext, NumberOwnership
    from graph.citations.records import Citation

_YEARS_OF_KEYWORDS = 25
"""Maximum distance of a number from the last rule of a chapter of keywords at which it is taken for a newer keyword.
Since 2009 no twelve months brought more than 13 keywords to a chapter, so this is about two years of keywords."""
_DIGITS = 4
"""Minimum digits of a number that can be an example: those of a rule. A shorter one may be a typing error."""
_SKIPPED = {"l": "1", "o": "0"}
"""The letters that no subrule has, and the digit that each looks like."""


def judge_missing(
    known: JudgeContext, number: str, target: str, context: CitationContext, editions: Collection[str] = ()
) -> NumberFault:
    """Return the fault of a number that the target edition does not have.

    Args:
        known: The facts and caches of the run.
        number: The number.
        target: Id of the target edition.
        context: The words next to the citation.
        editions: The editions that the citation was probably written from; they decide between former ownerships if the
            words do not.
    """
    ownerships = known.ownerships(number)
    past = [ownership for ownership in ownerships if ownership.first <= target]
    if past:
        return _judge_retired(known, number, past, target, context, editions)
    if ownerships:
        return _too_new(known, number, ownerships[0], target)
    if number[-1] in _SKIPPED and is_number(number):
        return _skipped_letter(known, number, target)
    if _continues(known, number, target):
        return NumberFault(
            "CR007",
            number,
            f"{number} is newer than the newest edition known, {known.name_edition(target)}, "
            f"{_end(known, number, target)}.",
            cause=("beyond",),
            brief=f"{number} is newer too",
        )
    return _judge_never(known, number, target, context)


def _judge_retired(  # noqa: PLR0917
    known: JudgeContext,
    number: str,
    past: list[NumberOwnership],
    target: str,
    context: CitationContext,
    editions: Collection[str],
) -> NumberFault:
    meant = context.find_fitting(past, number, editions)
    outcome = find_outcome(known, meant.lineage, meant.last, target, known.where.find_after(meant.last))
    what = describe_number(known, meant.last, number)
    used = f"from {meant.first} to {known.where.last_day(meant.last)}"
    parent = _find_parent(number) or ""
    message = f"{number}{f', {what},' if what else ''} was in use {used}; {outcome.message}."
    if len({ownership.lineage for ownership in past}) > 1:
        when = "before" if meant == past[-1] else "at other times"
        message += f" Other rules had the number {when}."
    suggestions = outcome.suggestions
    if _names_present_parent(known, number, meant, target, context):
        message += f" The words beside it fit {number_with_title(known, target, parent)}."
        suggestions = ()
    elif named := _named_past_parent(known, number, meant, target, context):
        message += f" The words beside it fit {named}."
        suggestions = ()
    elif context.is_of_another(meant.lineage):
        suggestions = ()
    return NumberFault(
        "CR002",
        number,
        message,
        suggestions,
        outcome.broken,
        ("retired", *outcome.cause, parent),
        _format_outcome(number, outcome),
        evidence=("holder",),
        edition=meant.last,
    )


def _format_outcome(number: str, outcome: NumberOutcome) -> str:
    return f"{number}: {describe_move(outcome.place)}"


def _names_present_parent(
    known: JudgeContext, number: str, meant: NumberOwnership, target: str, context: CitationContext
) -> bool:
    """Return whether the words name the present rule above the number, and are not about the past one.

    In that case only the letter is wrong.
    """
    parent = _find_parent(number)
    if parent is None or kind_of(parent) != "rule" or not known.exists(parent, target):
        return False
    now, then = known.titles.above(target, parent)[0], known.titles.above(meant.last, number)[0]
    return context.names(now - then) and not context.is_about(then)


def _named_past_parent(
    known: JudgeContext, number: str, meant: NumberOwnership, target: str, context: CitationContext
) -> str | None:
    """Return a description of a former rule of a number above this one, if the words name that rule.

    The words must not be about the rule above the number at the time when the number was in use. In that case the
    number never belonged to the rule that is named, so the new number of its own rule is not suggested.
    """
    then = known.titles.above(meant.last, number)
    above = _find_parent(number)
    while above is not None and kind_of(above) != "section":
        for ownership in reversed(known.ownerships(above)):
            titles = known.titles.of_lineage(ownership.lineage) - then[0] - then[1]
            name = context.names(titles) or known.titles.find_title_in(context.close, titles)
            if name and ownership.last < target and not context.is_about(then[0] or then[1]):
                went = describe_place(known, known.where.place(ownership.lineage, ownership.last, target), target)
                until, what = known.where.last_day(ownership.last), describe_number(known, ownership.last, above)
                return f"what {above} was until {until}, {what}: {went}"
        above = _find_parent(above)
    return None


def _find_parent(number: str) -> str | None:
    """Return the number of the parent; None for sections and for numbers without the regular form."""
    return parent_of(number) if is_number(number) else None


def _too_new(known: JudgeContext, number: str, first: NumberOwnership, target: str) -> NumberFault:
    place = known.where.place(first.lineage, first.first, target)
    there = f"; in {target} {describe_move(place)}" if place.keys else ""
    return NumberFault(
        "CR007",
        number,
        f"{number} came with {known.name_edition(first.first)} and is not yet in {known.name_edition(target)}{there}.",
        place.numbers if place.sure else (),
        cause=("not yet", first.first),
        brief=f"{number} came with it too",
    )


def _skipped_letter(known: JudgeContext, number: str, target: str) -> NumberFault:
    """Return the fault of a number such as `702.1l`: the rules have no l and no o, which look like 1 and 0."""
    digit = number[:-1] + _SKIPPED[number[-1]]
    at = number[-1]
    before, after = (number[:-1] + chr(ord(at) - 1), number[:-1] + chr(ord(at) + 1))
    neighbours = [neighbour for neighbour in (before, after) if known.exists(neighbour, target)]
    hint = ""
    suggestions: tuple[str, ...] = ()
    if known.exists(digit, target) and not neighbours:
        hint, suggestions = f" {digit} was probably meant.", (digit,)
    elif neighbours:
        hint = f" {join_words(neighbours, 'or')} may be meant."
    return NumberFault(
        "CR006",
        number,
        f"No rule has the letter {at}: the rules skip l and o.{hint}",
        suggestions,
        cause=("letter", number),
        brief=f"nor is there {number}",
    )


def _continues(known: JudgeContext, number: str, target: str) -> bool:
    """Return whether a number may be a new keyword or chapter after the last one of the newest edition, or below it."""
    if target != known.where.editions[-1] or not is_number(number):
        return False
    kind = kind_of(number)
    parent = parent_of(number)
    if kind == "subrule" or (parent is not None and not known.exists(parent, target)):
        return parent is not None and _continues(known, parent, target)
    siblings = known.children(target).get(parent or "", ())
    if not siblings:
        return False
    if kind == "chapter":
        return int(number) == int(siblings[-1]) + 1
    titled = sum(known.facts.heading(target, key) is not None for key in siblings)
    beyond = int(number.rpartition(".")[2]) - int(siblings[-1].rpartition(".")[2])
    return titled > len(siblings) / 2 and 0 < beyond <= _YEARS_OF_KEYWORDS


def _end(known: JudgeContext, number: str, target: str) -> str:
    """Return a phrase with the last number of the list that a number continues."""
    parent = parent_of(number)
    while parent is not None and not known.exists(parent, target):
        number, parent = parent, parent_of(parent)
    siblings = known.children(target).get(parent or "", ())
    return f"which ends with {siblings[-1]}" if siblings else "which has none"


def is_example(number: str) -> bool:
    """Return whether a number only shows how a number is written: `123.4a`, `999.99`."""
    digits = "".join(filter(str.isdigit, number))
    return len(digits) >= _DIGITS and (digits in "123456789" or len(set(digits)) == 1)


def is_amount(never: NumberFault, citation: Citation) -> bool:
    """Return whether a number that no edition has is rather an amount: it has no cue and no letter, and names no rule.

    Of 18 such numbers in 31 public trees 15 were prices and scores, two examples of a number and one a citation.
    """
    bare = citation.cue is None and citation.stamp is None and citation.form == "number"
    return bare and not never.number[-1].isalpha() and not never.suggestions


def _judge_never(known: JudgeContext, number: str, target: str, context: CitationContext) -> NumberFault:
    meant = context.named_number(number, target)
    noun = "a rule" if "." in number else "a chapter"
    suggestion = f' "{meant.words}", named beside it, is {meant.number}.' if meant else ""
    return NumberFault(
        "CR001",
        number,
        f"No edition has {noun} {number}{_describe_near(known, number, target)}.{suggestion}",
        (meant.number,) if meant else (),
        cause=("never", parent_of(number) or "" if is_number(number) else ""),
        brief=f"nor is there {number}",
    )


def _describe_near(known: JudgeContext, number: str, target: str) -> str:
    """Return a phrase with the numbers that exist instead: the letters of the rule, or the last rule of the chapter."""
    if not is_number(number):
        return ""
    parent = parent_of(number)
    while parent is not None and not known.exists(parent, target):
        number, parent = parent, parent_of(parent)
    if parent is None:
        return ""
    children = known.children(target).get(parent, ())
    if kind_of(number) == "subrule":
        letters = [child.removeprefix(parent) for child in children]
        if not letters:
            return f"; {parent} has no subrules"
        run = "".join(letters) == LETTERS[: len(letters)] and len(letters) > 2
        return f"; {parent} has {f'{letters[0]} to {letters[-1]}' if run else join_words(letters)}"
    if not children:
        return f"; {parent} has no rules below it"
    name = "chapter" if kind_of(parent) == "chapter" else "section"
    return f"; {name} {parent} ends with {children[-1]}"
