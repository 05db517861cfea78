"""CR002: numbers that were in use once and are no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.judge.meaning import Fault
from graph.citations.judge.messages import (
    describe_change,
    describe_number,
    describe_place,
    find_break,
    number_with_title,
)
from rules.numbers import parent_of

if TYPE_CHECKING:
    from graph.citations.judge.case import Case
    from graph.history import Period


def check(case: Case) -> Fault | None:
    """Return the fault of a number that the target edition no longer has; None if it never had it."""
    history, number, target = case.history, case.number, case.target
    past = [period for period in history.periods(number) if period.first <= target]
    if not past:
        return None
    meant = case.words.find_fitting(past, number)
    what = describe_number(history, meant.last, number)
    message = (
        f"{number}{f', {what},' if what else ''} was in use from {meant.first} to {history.last_day(meant.last)}; "
        f"{describe_change(history, meant, target)}."
    )
    if len({period.lineage for period in past}) > 1:
        message += f" Other rules had the number {'before' if meant == past[-1] else 'at other times'}."
    fitting = _find_present_parent(case, meant) or _find_past_parent(case, meant)
    if fitting:
        message += f" The words beside it fit {fitting}."
    place = history.place(meant.lineage, meant.last, target)
    allowed = place.sure and not fitting and not _is_other_subject(case, meant)
    return Fault(
        "CR002",
        message,
        place.numbers if allowed else (),
        find_break(history, meant, target),
        "holder",
        meant.last if allowed else None,
    )


def _is_other_subject(case: Case, meant: Period) -> bool:
    """Return whether the words are about something else than the rule that a number was."""
    if case.words.contradict(meant.last, case.number) or case.words.are_of_another(meant.lineage):
        return True
    titles = frozenset[str]().union(*case.history.titles_above(meant.last, case.number))
    named = {named.name for named in case.words.names_alone if case.words.is_name(named)}
    others = {name for name in named & case.lexicon.titles.keywords if not case.words.may_be_about(titles)}
    family = case.lexicon.family(meant.last, case.number)
    return bool(others) and not case.words.balance_families(family, frozenset()).ours


def _find_present_parent(case: Case, meant: Period) -> str | None:
    """Return the present rule or chapter above the number, if the words name it, and are not about the past one.

    In that case only the last part of the number is wrong.
    """
    above = case.parent
    while above is not None and len(above) > 1:
        now, then = (
            frozenset[str]().union(*case.history.titles_above(edition, above)) for edition in (case.target, meant.last)
        )
        names = case.words.may_be_about if "." in above else case.words.names
        if names(now - then) and not case.words.may_be_about(then - now):
            return number_with_title(case.history, case.target, above)
        above = parent_of(above)
    return None


def _find_past_parent(case: Case, meant: Period) -> str | None:
    """Return a description of a former rule of a number above this one, if the words name that rule.

    The words must not be about the rule above the number at the time when the number was in use. In that case the
    number never belonged to the rule that is named, so the new number of its own rule is not suggested.
    """
    history = case.history
    then = history.titles_above(meant.last, case.number)
    if case.words.may_be_about(then[0] or then[1]):
        return None
    above = case.parent
    while above is not None and len(above) > 1:
        for period in reversed(history.periods(above)):
            titles = history.titles_of(period.lineage) - then[0] - then[1]
            named = case.words.names(titles) or case.lexicon.titles.find_inflected(case.words.close, titles)
            if named and period.last < case.target:
                place = history.place(period.lineage, period.last, case.target)
                until, what = history.last_day(period.last), describe_number(history, period.last, above)
                return f"what {above} was until {until}, {what}: {describe_place(history, place, case.target)}"
        above = parent_of(above)
    return None
