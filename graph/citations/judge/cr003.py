"""CR003 drifted: numbers that name another rule than in the edition that they were written for."""

from typing import Literal

from graph.citations.judge.case import Case
from graph.citations.judge.messages import describe_change, describe_present, describe_rule
from graph.citations.judge.written_for import is_below_number, make_fault_since
from graph.citations.records import Fault
from graph.history import Destination, Period


def check(case: Case, base: str) -> Fault | None:
    """Return the fault of a number that names another rule now than in an edition; None if it still names its rule.

    Nor has it a fault if the words beside it fit the rule that it names in the target edition, or contradict the rule
    that it named and not the one that it names.

    Args:
        case: The number, which the target edition has.
        base: Id of the edition for which it was written.
    """
    history, number, target = case.history, case.number, case.target
    period = case.period_in(base)
    if period is None or period.lineage == case.now:
        return None
    side = find_side(case, base)
    if side == "now" or history.keeps_part(number, base, target):
        return None
    is_contradicted = case.words.contradict(base, number)
    if side is None and _is_excused(case, is_contradicted=is_contradicted):
        return None
    destination = history.follow_lineage(period.lineage, base, target)
    if is_below_number(case, destination):
        return None
    is_sure = not is_contradicted and (side is not None or not _fits_also_now(case, base, period))
    message = _describe_drift(case, base, period, destination, is_sure=is_sure)
    return make_fault_since(case, "CR003", message, base, period=period, destination=destination, is_sure=is_sure)


def _is_excused(case: Case, *, is_contradicted: bool) -> bool:
    """Return whether a number that moved may be right, if the words beside it fit neither of its rules.

    Args:
        case: The number.
        is_contradicted: Whether the words are about another rule than the one that the number named.
    """
    if case.number.endswith("x") and not case.is_stamped:
        return True  # an x may stand for any letter
    return is_contradicted and not case.words.contradict(case.target, case.number)


def find_side(case: Case, then: str) -> Literal["now", "then"] | None:
    """Return whether the words beside a number fit its rule in the target edition or that in another edition.

    Returns:
        `now` for the target edition, `then` for the other one, None if they fit neither, or both equally.
    """
    words, history, number = case.words, case.history, case.number
    if not words.text:
        return None
    present, former = case.now or "", history.lineage(then, number) or ""
    if words.quotes_rather(former, present):
        return "then"
    if words.quotes_rather(present, former):
        return "now"
    titles_now, titles_then = case.all_titles(case.target), case.all_titles(then)
    only_now, only_then = titles_now - titles_then, titles_then - titles_now
    fits_now = words.may_be_about(only_now, excluding=only_then)
    fits_then = words.may_be_about(only_then, excluding=only_now)
    if fits_now is not fits_then:
        return "now" if fits_now else "then"
    side = words.compare_terms(present, former)
    if side is not None:
        return side
    # Words that may be about both are of the present rule, unless they have the whole title of the other one.
    has_former_title = case.lexicon.titles.find_inflected(words.text, only_then) is not None
    return "now" if fits_now and not has_former_title else None


def _fits_also_now(case: Case, base: str, period: Period) -> bool:
    """Return whether the present rule, or one with another title, may be meant as well as that of the edition."""
    return case.words.fit_also(case.now or "", period.lineage) or case.is_off_title(base)


def _describe_drift(case: Case, base: str, period: Period, destination: Destination, *, is_sure: bool) -> str:
    history, number, target = case.history, case.number, case.target
    message = (
        f"{number} was {describe_rule(history, base, number)} on {base}; "
        f"{describe_change(history, period, target, base)}. {describe_present(history, target, number, base)}"
    )
    if not case.is_stamped:
        message += " If that is meant, name it next to the number."
    if destination.sure and not is_sure:
        message += " The words next to it are of another rule."
    return message
