"""The fault of a number that no longer names what it named in the edition that it was written for: CR002, CR003.

A *period* is the time in which the number named one rule; a *destination* says where that rule is in the target
edition.
"""

from typing import Literal

from graph.citations.judge.case import Case
from graph.citations.judge.messages import describe_change, describe_rule, find_break
from graph.citations.judge.split_rules import choose_suggestions
from graph.citations.records import Fault, FaultEvidence
from graph.history import Destination, Period


def describe_former(case: Case, base: str, period: Period, destination: Destination) -> str:
    """Return a sentence about the rule of a number in the edition that it was written for, and its current number.

    Args:
        case: The number.
        base: Id of that edition.
        period: The period of the number that includes it.
        destination: Where the rule is in the target edition.
    """
    history = case.history
    former = f"{case.number} was {describe_rule(history, base, case.number)} on {base}"
    return f"{former}; {describe_change(history, period, destination, case.target_edition)}."


def describe_doubt(destination: Destination, *, is_sure: bool) -> str:
    """Return the sentence that tells why the known place of a rule is not suggested.

    Empty if it is suggested, and if the place itself is unsure, which the message says already.
    """
    if destination.sure and not is_sure:
        return " The words next to the number belong to another rule."
    return ""


def make_fault_since(
    case: Case,
    code: Literal["CR002", "CR003"],
    message: str,
    base: str,
    *,
    period: Period,
    destination: Destination,
    is_sure: bool,
) -> Fault:
    """Return the fault of a number whose meaning in an edition is known.

    Args:
        case: The number.
        code: Its code.
        message: Its message.
        base: Id of the edition for which the number was written.
        period: The period of the number that includes this edition.
        destination: Where the rule of that period is in the target edition.
        is_sure: Whether nothing shows that another rule is meant. Only then is the new number suggested.
    """
    evidence: FaultEvidence = "stamp" if case.is_stamped else "declared"
    broken: str | None = None
    if base <= case.target_edition:
        broken = find_break(case.history, period, case.target_edition)
    if not is_sure:
        return Fault(code, message, broken=broken, evidence=evidence)
    suggestions = choose_suggestions(case, destination)
    return Fault(code=code, message=message, suggestions=suggestions, broken=broken, evidence=evidence, edition=base)
