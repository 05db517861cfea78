"""Plan the upgrade of a file so that a second upgrade changes nothing, and count the findings that remain.

With new numbers next to them and another edition declared, words may mean more than before. So the planned file is
planned again, until nothing changes.
"""

from collections.abc import Sequence

from msgspec import Struct, structs

from comprules.lint.linter import Linter
from comprules.lint.plan import FilePlan, hold_plan, locate
from comprules.lint.scan import ScannedFile
from graph.citations.renumber.outcomes import Outcome, list_spans

_ROUNDS = 4
"""Maximum attempts to plan a file; few files need more than one."""


class SettledPlan(Struct, frozen=True):
    """The plan of a file.

    Attributes:
        plan: The plan.
        remaining: The number of findings that `check` reports once it is carried out.
    """

    plan: FilePlan
    remaining: int


def settle_plan(linter: Linter, scanned: ScannedFile, *, unsafe: bool, stamp_left: bool) -> SettledPlan:
    """Return the plan of the upgrade of a file.

    Args:
        linter: The linter of the file.
        scanned: The file.
        unsafe: Whether to follow reworded rules too.
        stamp_left: Whether to write the old edition after citations that are left.
    """
    plan = linter.make_planner(scanned).plan(unsafe=unsafe, stamp_left=stamp_left)
    planned = _read_planned(linter, scanned, plan)
    for _ in range(_ROUNDS):
        if not _may_change_again(scanned, planned, plan):
            break
        planner = linter.make_planner(planned, is_upgraded=plan.moves)
        again = planner.plan(unsafe=unsafe, stamp_left=stamp_left)
        if again.text == planned.text:
            break
        plan = _join(plan, again, planned)
        planned = _read_planned(linter, planned, again)
    faults = [fault for found in plan.faults for fault in found]
    faults += [ruling.fault for ruling in linter.judge_rulings(planned) if ruling.fault is not None]
    reported, _ = linter.select_reported(planned, faults)
    return SettledPlan(plan, len(reported))


def hold_settled(linter: Linter, scanned: ScannedFile, plan: FilePlan, blocking: frozenset[int]) -> SettledPlan:
    """Return the plan for a file that stays as it is, since another file keeps a name that this one would change.

    Args:
        linter: The linter of the file.
        scanned: The file.
        plan: The plan that would be carried out otherwise.
        blocking: The indexes of the citations in such names.
    """
    return SettledPlan(hold_plan(plan, scanned.text, blocking), len(linter.check(scanned).findings))


def _read_planned(linter: Linter, scanned: ScannedFile, plan: FilePlan) -> ScannedFile:
    """Return a file as it will be."""
    if plan.text == scanned.text:
        return scanned
    return linter.scanner.scan_bytes(scanned.path, scanned.encode(plan.text), named=True)


def _may_change_again(scanned: ScannedFile, planned: ScannedFile, plan: FilePlan) -> bool:
    """Return whether a second upgrade may change a file: it differs from before, and has a finding or a stamp.

    Args:
        scanned: The file as it is.
        planned: The file as it will be.
        plan: Its plan.
    """
    if planned is scanned and not plan.moves:
        return False
    return any(plan.faults) or any(citation.stamp is not None for citation in planned.citations)


def _join(plan: FilePlan, again: FilePlan, planned: ScannedFile) -> FilePlan:
    """Return two plans that are carried out one after the other as one.

    Args:
        plan: The first plan.
        again: The second one.
        planned: The file between the two.
    """
    found: list[list[int]] = [[] for _ in plan.outcomes]
    for index, outcome_index in enumerate(locate(list_spans(plan.outcomes), planned.citations)):
        if outcome_index is not None:
            found[outcome_index].append(index)
    spans = list_spans(again.outcomes)
    outcomes = list(plan.outcomes)
    for outcome_index, indexes in enumerate(found):
        renumbered = [again.outcomes[index] for index in indexes if again.outcomes[index].status == "renumbered"]
        if renumbered:
            new = again.text[spans[indexes[0]][0] : spans[indexes[-1]][1]]
            outcomes[outcome_index] = _renumber(plan.outcomes[outcome_index], renumbered, new)
    return structs.replace(again, outcomes=tuple(outcomes), moves=plan.moves)


def _renumber(outcome: Outcome, renumbered: Sequence[Outcome], new: str) -> Outcome:
    """Return the outcome for a citation that a second plan renumbers.

    Args:
        outcome: Its outcome by the first plan.
        renumbered: The outcomes by the second plan, for what the first plan makes of it.
        new: What the second plan makes of it.
    """
    return structs.replace(
        outcome,
        status="renumbered",
        new=new,
        causes=(),
        destinations=tuple(destination for part in renumbered for destination in part.destinations),
        new_stamp=renumbered[0].new_stamp or outcome.new_stamp,
    )
