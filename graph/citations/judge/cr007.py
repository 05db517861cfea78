"""CR007 beyond-data: numbers that came after the target edition, or may come after the newest one."""

from collections.abc import Sequence

from graph.citations.judge.case import Case
from graph.citations.judge.messages import describe_move
from graph.citations.records import Fault
from graph.history import History, Period
from rules.numbers import kind_of

_YEARS_OF_KEYWORDS = 25
"""Maximum distance of a number from the last rule of a chapter of keywords at which it is taken for a newer keyword.
Since 2009 no twelve months brought more than 13 keywords to a chapter, so this is about two years of keywords."""


def check(case: Case) -> Fault | None:
    """Return the fault of a number that the target edition has not yet; None if it is not newer."""
    for period in case.history.periods(case.number):
        if period.first > case.target:
            return _make_later_fault(case, period)
    return _find_newer_than_known(case)


def _make_later_fault(case: Case, later: Period) -> Fault:
    """Return the fault of a number that came with an edition after the target edition."""
    history, number, target = case.history, case.number, case.target
    destination = history.follow_lineage(later.lineage, later.first, target)
    message = f"{number} came with {history.name_edition(later.first)} and is not yet in {history.name_edition(target)}"
    if destination.keys:
        message += f"; on {target} {describe_move(destination)}"
    fault = Fault("CR007", f"{message}.", destination.suggested, edition=later.first)
    is_sure = destination.sure and not case.words.contradict(later.first, number)
    return fault if is_sure else fault.without_suggestions()


def _find_newer_than_known(case: Case) -> Fault | None:
    """Return the fault of a number that may come after the newest edition."""
    history = case.history
    missing, parent = case.find_gap()
    siblings = history.children(case.target).get(parent or "", ())
    if case.target != history.newest or not siblings or not _continues(history, missing, siblings):
        return None
    newest = f"the newest edition known, {history.name_edition(case.target)}, which ends with {siblings[-1]}"
    return Fault("CR007", f"{case.number} is newer than {newest}.")


def _continues(history: History, number: str, siblings: Sequence[str]) -> bool:
    """Return whether a number may be a new keyword or chapter after the last one of the newest edition."""
    last = siblings[-1]
    kind = kind_of(number)
    if kind == "chapter":
        return int(number) == int(last) + 1
    if kind != "rule":
        return False
    titled = sum(history.heading(history.newest, key) is not None for key in siblings)
    distance = _rule_of(number) - _rule_of(last)
    return titled > len(siblings) / 2 and 0 < distance <= _YEARS_OF_KEYWORDS


def _rule_of(number: str) -> int:
    """Return the part of a rule's number behind the dot."""
    return int(number.rpartition(".")[2])
