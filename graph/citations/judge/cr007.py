"""CR007 beyond-data: numbers that came after the target edition, or may come after the newest one."""

from collections.abc import Sequence

from graph.citations.judge.case import Case
from graph.citations.judge.contradiction import contradict
from graph.citations.judge.messages import describe_move
from graph.citations.records import Fault
from graph.history import History, Period
from rules.numbers import kind_of

_NEWEST_KEYWORDS = 25
"""Maximum distance of a number from the last rule of a chapter of keywords at which it is taken for a newer keyword.
Since 2009 no twelve months brought more than 13 keywords to a chapter, so this is about two years of keywords."""


def check(case: Case) -> Fault | None:
    """Return the fault of a number that is newer than the target edition; None for all other numbers.

    A later edition has it, or it may come after the newest edition that is known.
    """
    for period in case.history.periods.of_key(case.number):
        if period.first > case.target_edition:
            return _make_later_fault(case, period)
    return _find_newer_than_known(case)


def _make_later_fault(case: Case, later: Period) -> Fault:
    """Return the fault of a number that a later edition brought.

    The message tells where its rule is in the target edition, if it is there under another number. The fault suggests
    that number only if nothing shows that another rule is meant; otherwise it has neither suggestions nor an edition.

    Args:
        case: The number.
        later: The first period of the number after the target edition.
    """
    history, number, target = case.history, case.number, case.target_edition
    destination = history.destinations.of_lineage(later.lineage, later.first, target)
    name_edition = history.calendar.name_edition
    message = f"{number} was introduced in {name_edition(later.first)}, after {name_edition(target)}"
    if destination.keys:
        message += f"; on {target} {describe_move(destination)}"
    fault = Fault("CR007", f"{message}.", destination.suggested, edition=later.first)
    is_sure = destination.sure and not contradict(case.words, later.first, number)
    return fault if is_sure else fault.without_suggestions()


def _find_newer_than_known(case: Case) -> Fault | None:
    """Return the fault of a number that may come after the newest edition; None if it cannot."""
    history = case.history
    if case.target_edition != history.calendar.newest:
        return None
    gap = case.find_gap()
    if gap.parent is None:
        return None
    siblings = history.lineages.children(case.target_edition, gap.parent)
    if not siblings or not _continues(history, gap.missing, siblings):
        return None
    name = history.calendar.name_edition(case.target_edition)
    newest = f"the newest edition known, {name}, which ends with {siblings[-1]}"
    return Fault("CR007", f"{case.number} is newer than {newest}.")


def _continues(history: History, number: str, siblings: Sequence[str]) -> bool:
    """Return whether a number may be a new keyword or chapter after the last one of the newest edition.

    A chapter may if it is the very next one, and a rule if it is at most `_NEWEST_KEYWORDS` after the last one of a
    chapter of keywords. A subrule or a section never may.

    Args:
        history: The history of the rules.
        number: The number.
        siblings: The numbers of the newest edition in the same chapter or section, in order.
    """
    last = siblings[-1]
    kind = kind_of(number)
    if kind == "chapter":
        return int(number) == int(last) + 1
    if kind != "rule":
        return False
    # Only chapters of keywords grow by many rules a year. In these most rules have a title.
    titled = sum(history.titles.heading(history.calendar.newest, key) is not None for key in siblings)
    is_of_keywords = titled > len(siblings) / 2
    distance = _rule_of(number) - _rule_of(last)
    return is_of_keywords and 0 < distance <= _NEWEST_KEYWORDS


def _rule_of(number: str) -> int:
    """Return the part of the number of a rule that is after the dot."""
    return int(number.rpartition(".")[2])
