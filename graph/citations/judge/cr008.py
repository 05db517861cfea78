"""CR008 reworded: numbers whose rule has other words than in the edition that they were written for."""

from graph.citations.judge.case import Case
from graph.citations.judge.messages import number_with_title
from graph.citations.records import Fault
from graph.history import Period
from rules.links import SLIGHT, gravest_class


def check(case: Case, base: str) -> Fault | None:
    """Return the fault of a number whose rule was reworded; None if at most typography and references changed.

    Args:
        case: The number, which the target edition has.
        base: Id of the edition for which it was written.
    """
    history, number, target, lineage = case.history, case.number, case.target, case.now
    if lineage is None or history.lineage(base, number) != lineage:
        return None
    if history.store.text_sha256(base, number) == history.store.text_sha256(target, number):
        return None
    changes = _list_rewordings(case, lineage, base)
    if not changes:
        return None
    gravest = gravest_class([version.change for version in changes if version.change])
    event = "its terms were renamed" if gravest == "terminology" else "its words changed"
    last = changes[-1].first
    message = f"{number_with_title(history, target, number)}: {event} since {base}, with {history.name_edition(last)}"
    if len(changes) > 1:
        message += f" and {len(changes) - 1} times before"
    return Fault("CR008", f"{message}.", broken=last, edition=base)


def _list_rewordings(case: Case, lineage: str, base: str) -> list[Period]:
    """Return the versions of a lineage that began between the author's edition and the target edition with new words.

    Changes of typography and references alone do not count.
    """
    low, high = sorted((base, case.target))
    versions = [version for version in case.history.versions(lineage) if low < version.first <= high]
    return [version for version in versions if version.change is not None and version.change not in SLIGHT]
