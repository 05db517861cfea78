"""CR002: numbers that were in use once and are no longer."""

from graph.citations.judge.messages import (
    describe_change,
    describe_number,
    describe_place,
    find_break,
    number_with_title,
)
from graph.citations.judge.words import Case
from graph.citations.records import Fault
from graph.history import Period
from rules.numbers import parent_of


def check(case: Case) -> Fault | None:
    """Return the fault of a number that the target edition no longer has; None if it never had it."""
    history, number, target = case.history, case.number, case.target
    past = [period for period in history.periods(number) if period.first <= target]
    if not past:
        return None
    likelier = [it for it in past if case.words.find_side(past[-1].lineage, it.lineage) == "then"]
    meant = (case.words.find_fitting(past, number) or likelier or past)[-1]
    what = describe_number(history, meant.last, number)
    message = (
        f"{number}{f', {what},' if what else ''} was in use from {meant.first} to {history.last_day(meant.last)}; "
        f"{describe_change(history, meant, target)}."
    )
    if len({period.lineage for period in past}) > 1:
        message += f" Other rules had the number {'before' if meant == past[-1] else 'at other times'}."
    fitting = _find_parent(case, meant)
    if fitting:
        message += f" The words beside it fit {fitting}."
    place = history.place(meant.lineage, meant.last, target)
    allowed = place.sure and not (
        fitting
        or case.words.contradict(meant.last, number)
        or (case.base is not None and case.is_off_title(meant.last))
    )
    return Fault(
        "CR002",
        message,
        place.numbers if allowed else (),
        find_break(history, meant, target),
        "holder",
        meant.last if allowed else None,
    )


def _find_parent(case: Case, meant: Period) -> str | None:
    """Return a description of a rule or chapter above the number, now or once, that the words name.

    They must not be about the rule that the number was. In that case only the last part of the number is wrong, or the
    number never belonged to the rule that is named; either way, the new number of its own rule is not meant.
    """
    history, target = case.history, case.target
    then = history.titles_above(meant.last, case.number)
    if case.words.may_be_about(then[0] or then[1]):
        return None
    above = case.parent
    while above is not None and len(above) > 1:
        for period in reversed(history.periods(above)):
            titles = history.titles_of(period.lineage) - then[0] - then[1]
            is_present = period.last >= target
            names = case.words.may_be_about if is_present and "." in above else case.words.names
            if names(titles) or case.lexicon.find_inflected(case.words.close, titles):
                if is_present:
                    return number_with_title(history, target, above)
                place = history.place(period.lineage, period.last, target)
                until, what = history.last_day(period.last), describe_number(history, period.last, above)
                return f"what {above} was until {until}, {what}: {describe_place(history, place, target)}"
        above = parent_of(above)
    return None
