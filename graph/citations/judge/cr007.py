"""CR007: numbers that are plausible, but newer than the edition they are checked against."""

from collections.abc import Sequence

from graph.citations.judge.messages import describe_move
from graph.citations.judge.words import Case
from graph.citations.records import Fault
from graph.history import History
from rules.numbers import kind_of

_YEARS_OF_KEYWORDS = 25
"""Maximum distance of a number from the last rule of a chapter of keywords at which it is taken for a newer keyword.
Since 2009 no twelve months brought more than 13 keywords to a chapter, so this is about two years of keywords."""


def check(case: Case) -> Fault | None:
    """Return the fault of a number that came after the target edition, or may come after the newest one."""
    history, number, target = case.history, case.number, case.target
    later = next((period for period in history.periods(number) if period.first > target), None)
    if later is not None:
        place = history.place(later.lineage, later.first, target)
        there = f"; on {target} {describe_move(place)}" if place.keys else ""
        since, name = history.name_edition(later.first), history.name_edition(target)
        message = f"{number} came with {since} and is not yet in {name}{there}."
        allowed = place.sure and not case.words.contradict(later.first, number)
        return Fault("CR007", message, place.numbers if allowed else (), edition=later.first if allowed else None)
    missing, parent = case.find_gap()
    siblings = history.children(target).get(parent or "", ())
    if target != history.newest or not siblings or not _continues(history, missing, siblings):
        return None
    newest = f"the newest edition known, {history.name_edition(target)}, which ends with {siblings[-1]}"
    return Fault("CR007", f"{number} is newer than {newest}.")


def _continues(history: History, number: str, siblings: Sequence[str]) -> bool:
    """Return whether a number may be a new keyword or chapter after the last one of the newest edition."""
    if kind_of(number) == "chapter":
        return int(number) == int(siblings[-1]) + 1
    titled = sum(history.heading(history.newest, key) is not None for key in siblings)
    beyond = int(number.rpartition(".")[2]) - int(siblings[-1].rpartition(".")[2]) if kind_of(number) == "rule" else 0
    return titled > len(siblings) / 2 and 0 < beyond <= _YEARS_OF_KEYWORDS
