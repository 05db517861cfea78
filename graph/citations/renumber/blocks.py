"""Renumber all citations of one rule in a file, or none, if the rule moved with its letters.

If a rule were renumbered and a subrule next to it were not, they would name two rules instead of one.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from graph.citations.judge.lexicon import rule_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graph.citations.renumber.outcome import Outcome

_OWN_REASONS = frozenset({"deleted", "absent", "form", "malformed", "stamp", "shared"})
"""Causes for which a citation of a rule is left that do not prevent renumbering the others."""


def whole_blocks(outcomes: Sequence[Outcome], has_moved: Callable[[str, str], bool]) -> list[Outcome]:
    """Return the outcomes of a file, of which those that would divide the citations of a rule become `left`.

    Args:
        outcomes: The outcome for each citation, in order.
        has_moved: Returns whether a rule, given its edition and number, has another number in the target edition.
    """
    rules: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.citation.stamp is None:
            for rule in _list_rules(outcome):
                rules[rule].append(outcome)
    parted = {rule for rule, members in rules.items() if _is_parted(rule, members, has_moved)}
    return [outcome.leave("block") if parted & _list_rules(outcome) else outcome for outcome in outcomes]


def _list_rules(outcome: Outcome) -> set[str]:
    """Return the rules to which the numbers of a citation belong; chapters and sections are left out."""
    return {rule_of(number) for number in outcome.citation.numbers if "." in number}


def _is_parted(rule: str, members: Sequence[Outcome], has_moved: Callable[[str, str], bool]) -> bool:
    """Return whether some citations of a rule that moved would be renumbered and others not."""
    moved = [member for member in members if member.status == "renumbered"]
    if not any(has_moved(outcome.edition or "", rule) for outcome in moved):
        return False
    stays = any(member.status == "left" and not _OWN_REASONS & set(member.causes) for member in members)
    return stays or any(member.status == "unchanged" and not member.destinations for member in members)
