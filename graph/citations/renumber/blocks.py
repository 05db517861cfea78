"""Renumber all citations of one titled rule in a file, or none.

If a heading were renumbered and a subrule next to it were not, they would name two rules instead of one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from rules.numbers import is_number, kind_of, parent_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graph.citations.renumber.outcome import Outcome


def whole_blocks(outcomes: Sequence[Outcome], has_title: Callable[[str, str], bool]) -> list[Outcome]:
    """Return the outcomes of a file, of which those that would divide the citations of a rule become `left`.

    Args:
        outcomes: The outcome for each citation, in order.
        has_title: Returns whether a rule, given its edition and number, has a title of its own, as keywords have.
    """
    families: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if outcome.citation.stamp is None:
            for family in {_family(number) for number in outcome.citation.numbers}:
                families[family].append(outcome)
    parted = {family for family, members in families.items() if family and _is_parted(family, members, has_title)}
    return [
        _leave_citation(outcome) if parted & {_family(number) for number in outcome.citation.numbers} else outcome
        for outcome in outcomes
    ]


def _family(number: str) -> str:
    """Return the number of the rule to which a number belongs; empty for numbers of neither a rule nor a subrule."""
    if not is_number(number) or kind_of(number) not in {"rule", "subrule"}:
        return ""
    return (parent_of(number) or "") if kind_of(number) == "subrule" else number


def _is_parted(family: str, members: Sequence[Outcome], has_title: Callable[[str, str], bool]) -> bool:
    """Return whether some citations of a titled rule would be renumbered and others not."""
    moved = [member for member in members if member.status == "renumbered"]
    if not any(has_title(outcome.edition or "", family) for outcome in moved):
        return False
    stays = any(member.status == "left" and not _OWN_REASONS & set(member.causes) for member in members)
    return stays or any(member.status == "unchanged" and not member.destinations for member in members)


_OWN_REASONS = frozenset({"deleted", "absent", "form", "malformed", "stamp", "shared"})
"""Causes for which a citation of a rule is left that do not prevent renumbering the others."""


def _leave_citation(outcome: Outcome) -> Outcome:
    if outcome.status != "renumbered":
        return outcome
    return replace(outcome, status="left", new=outcome.citation.raw, causes=("block",))
