"""The fault of a number that no longer names what it named in the edition that it was written for: CR002, CR003.

A *period* is the time in which the number named one rule; a *destination* says where that rule is in the target
edition.
"""

from typing import Literal

from graph.citations.judge.case import Case
from graph.citations.judge.contradiction import contradict
from graph.citations.judge.messages import describe_change, describe_rule, find_break, number_with_title
from graph.citations.judge.split_rules import choose_suggestions
from graph.citations.judge.unrelated_words import are_unrelated, find_rule_of_words
from graph.citations.records import Fault, FaultEvidence
from graph.history import Destination, Period

Doubt = Literal["another rule", "present rule", "no word", "elsewhere"]
"""The reason why a number may not mean its former rule: the words next to it are about another rule, may be about the
rule that has the number now, or none of them is about the former rule. `elsewhere`: there are no such words, and those
next to the same number elsewhere in the file are not about the former rule either."""


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


def find_doubt(case: Case, edition: str) -> Doubt | None:
    """Return what shows that a number was not written for the rule that it had in an edition; None without a doubt.

    Args:
        case: The number.
        edition: The edition, which has the number.
    """
    if contradict(case.words, edition, case.number):
        return "another rule"
    return "no word" if are_unrelated(case.words, edition, case.number) else None


def describe_doubt(case: Case, destination: Destination, doubt: Doubt | None) -> str:
    """Return the sentences that tell why the known place of a rule is not suggested, and which rule the words fit.

    Empty if it is suggested, and if the place itself is unsure, which the message says already.

    Args:
        case: The number.
        destination: The place of the rule in the target edition.
        doubt: What shows that another rule may be meant.
    """
    if doubt is None or not destination.sure:
        return ""
    if doubt == "another rule":
        return " The words next to the number belong to another rule."
    if doubt == "present rule":
        return f" The words next to the number may mean the rule that is {case.number} now, so nothing is suggested."
    if doubt == "elsewhere":
        return (
            f" Elsewhere in the file, the words next to {case.number} are not about that rule, so nothing is suggested."
        )
    rule = find_rule_of_words(case.words, case.target_edition)
    fitting = "" if rule is None else f" They fit {number_with_title(case.history, case.target_edition, rule)}."
    return f" None of the words next to the number is about that rule, so nothing is suggested.{fitting}"


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
