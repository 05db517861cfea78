"""Make the fault of a number whose words fit a rule that had it before: CR005 for a keyword, CR004 for other rules."""

from graph.citations.judge.case import Case
from graph.citations.judge.messages import describe_change, describe_present, describe_rule, find_break
from graph.citations.judge.rivals import has_quote_of_sister
from graph.citations.judge.split_rules import choose_suggestions
from graph.citations.records import Fault, FaultEvidence
from graph.history import Period


def make_former_fault(case: Case, period: Period, evidence: FaultEvidence, *, is_elsewhere: bool = False) -> Fault:
    """Return the fault of a number that is used in a former meaning.

    The present number of that rule is suggested, unless it is unsure, or a sister of the rule is quoted (another
    subrule of the same rule).

    Args:
        case: The number.
        period: The period in which it had that meaning.
        evidence: What shows the meaning.
        is_elsewhere: Whether words next to the number elsewhere in the file show it.
    """
    history, number, target, last = case.history, case.number, case.target_edition, period.last
    destination = history.destinations.of_period(period, target)
    is_sure = destination.sure and not has_quote_of_sister(case.words, last, number)
    former_title = history.titles.shown(last, number)
    description = f", {describe_rule(history, last, number)}" if former_title else ""
    last_day = history.calendar.last_day(last)
    words = f"Elsewhere in this file, the words next to {number}" if is_elsewhere else f"The words next to {number}"
    return Fault(
        "CR005" if _is_of_other_keyword(case, last) else "CR004",
        f"{words} fit the rule that had this number until {last_day}{description}: "
        f"{describe_change(history, period, destination, target)}. {describe_present(history, target, number, last)}",
        suggestions=choose_suggestions(case, destination) if is_sure else (),
        broken=find_break(history, period, target),
        evidence=evidence,
        edition=last,
    )


def _is_of_other_keyword(case: Case, edition: str) -> bool:
    """Return whether a number belonged to a keyword in an edition, and belongs to another one or none now."""
    history, number = case.history, case.number
    titles = history.titles.of_number(edition, number).of_rule
    has_new_title = history.titles.shown(edition, number) != history.titles.shown(case.target_edition, number)
    return bool(titles) and titles <= case.lexicon.keywords and has_new_title
