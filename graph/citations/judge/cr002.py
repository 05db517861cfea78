"""CR002: numbers that were in use once and are no longer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.judge.meaning import Fault
from graph.citations.judge.messages import (
    describe_change,
    describe_number,
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
    fitting = _find_present_parent(case, meant)
    if fitting:
        message += f" The words beside it fit {fitting}."
    place = history.place(meant.lineage, meant.last, target)
    is_other = case.words.contradict(meant.last, number) or case.words.are_of_another(meant.lineage)
    allowed = place.sure and not fitting and not is_other
    return Fault(
        "CR002",
        message,
        place.numbers if allowed else (),
        find_break(history, meant, target),
        "holder",
        meant.last if allowed else None,
    )


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
