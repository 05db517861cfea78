"""Find numbers that name another rule than in the edition they were written for (CR003), or a reworded one (CR008)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.citations.judge.evidence import decide
from graph.citations.judge.meaning import NumberFault
from graph.citations.judge.messages import (
    describe_move,
    describe_present,
    describe_rule,
    find_outcome,
    join_words,
    number_with_title,
)
from rules.links import find_gravest
from rules.numbers import is_number, parent_of

if TYPE_CHECKING:
    from graph.citations.judge.citation_context import CitationContext
    from graph.citations.judge.judge_context import JudgeContext

_TOLD = frozenset({"terminology", "wording"})
"""The classes of changes that are reported as rewordings."""


def judge_drift(
    known: JudgeContext, number: str, base: str, target: str, context: CitationContext
) -> NumberFault | None:
    """Return the fault of a number that no longer names the rule that it named when the citation was written.

    Args:
        known: The facts and caches of the run.
        number: A number that the base edition has.
        base: Id of the edition that the citation was written for; it may be later than the target edition.
        target: Id of the target edition.
        context: The words next to the citation.

    Returns:
        CR003 if the number names another rule in the target edition, CR002 if it names none. None if it still names the
        rule or a part of it, if the words next to it show that the citation was renewed already, or if the number is
        newer than the target edition.
    """
    lineage = known.where.lineage(base, number)
    now = known.where.lineage(target, number)
    if lineage is None or lineage == now:
        return None
    if now is not None and _still_there(known, number, lineage, base, target):
        return None
    if now is not None and decide(known, number, target, base, context) == "now":
        return None
    outcome = find_outcome(known, lineage, base, target, _find_break(known, lineage, number, base, target))
    if now is None and base > target and all(ownership.first > target for ownership in known.ownerships(number)):
        return None  # newer than the target edition, which `existence` reports
    what = describe_present(known, target, number, base)
    here = f" {number} is now {what}." if known.is_newest(target) else f" In {target} {number} is {what}."
    parent = parent_of(number) if is_number(number) else None
    return NumberFault(
        "CR003" if now else "CR002",
        number,
        f"{number} was {describe_rule(known, base, number)} in {base}; {outcome.message}.{here if now else ''}",
        outcome.suggestions,
        outcome.broken,
        ("drifted", *outcome.cause, str(bool(now)), parent or ""),
        f"{number}: {describe_move(outcome.place)}",
        edition=base,
    )


def has_moved(known: JudgeContext, number: str, base: str, target: str) -> bool:
    """Return whether a number names unrelated rules in two editions."""
    lineage, now = known.where.lineage(base, number), known.where.lineage(target, number)
    if lineage is None or now is None or lineage == now:
        return False
    return not _still_there(known, number, lineage, base, target)


def not_yet_existing(known: JudgeContext, number: str, base: str, target: str) -> NumberFault | None:
    """Return the fault of a number that the target edition has and the edition of the citation did not have yet.

    Returns:
        None if the target edition lacks the number, or if the number named the same rule before the edition of the
        citation and came back.
    """
    lineage = known.where.lineage(target, number)
    if lineage is None or any(
        ownership.lineage == lineage and ownership.first <= base for ownership in known.ownerships(number)
    ):
        return None
    place = known.where.place(lineage, target, base)
    before = f" What it is now was {join_words(place.numbers)} then." if place.numbers else ""
    ownership = next(
        number_ownership for number_ownership in known.ownerships(number) if number_ownership.lineage == lineage
    )
    return NumberFault(
        "CR003",
        number,
        f"{base}, the edition this was written for, has no {number}; it came with "
        f"{known.name_edition(ownership.first)} and is {describe_rule(known, target, number)}.{before}",
        (),
        ownership.first,
        ("not_yet_existing", ownership.first),
        f"nor has it {number}",
    )


def judge_rewording(known: JudgeContext, number: str, base: str, target: str) -> NumberFault | None:
    """Return CR008 for a rule with other words than in the base edition, apart from typography and references."""
    lineage = known.where.lineage(target, number)
    if lineage is None or known.where.lineage(base, number) != lineage:
        return None
    if known.facts.text_sha256(base, number) == known.facts.text_sha256(target, number):
        return None
    low, high = min(base, target), max(base, target)
    changes = [
        version for version in known.where.versions(lineage) if low < version.first <= high and version.change in _TOLD
    ]
    if not changes:
        return None
    change = find_gravest([version.change for version in changes if version.change])
    how = "its terms were renamed" if change == "terminology" else "its words changed"
    when = join_words([known.name_edition(version.first) for version in changes[-3:]])
    more = f" and {len(changes) - 3} times before" if len(changes) > 3 else ""
    return NumberFault(
        "CR008",
        number,
        f"{number_with_title(known, target, number)}: {how} since {base}, with {when}{more}.",
        (),
        changes[-1].first,
        ("reworded", changes[-1].first, parent_of(number) or "" if is_number(number) else ""),
        f"{number} too",
    )


def _still_there(known: JudgeContext, number: str, lineage: str, base: str, target: str) -> bool:
    """Return whether a number still names a part of the rule that it named, or the rule into which that was merged."""
    low, high = min(base, target), max(base, target)
    place = known.where.place(lineage, base, target)
    return number in known.where.descendants(number, low, high) or number in place.keys


def _find_break(known: JudgeContext, lineage: str, number: str, base: str, target: str) -> str | None:
    """Return the edition in which a number ceased to name a lineage; None if `target` is before `base`."""
    return known.where.first_edition_without(lineage, number, base, target) if base <= target else None
