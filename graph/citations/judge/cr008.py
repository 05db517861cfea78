"""CR008: rules with other words than in the edition they were cited from."""

from graph.citations.judge.messages import number_with_title
from graph.citations.judge.words import Case
from graph.citations.records import Fault
from rules.links import SLIGHT, most_severe


def check(case: Case) -> Fault | None:
    """Return CR008 for a rule with other words than in the base edition, apart from typography and references."""
    history, number, base, target = case.history, case.number, case.base or "", case.target
    lineage = case.now
    if lineage is None or history.lineage(base, number) != lineage:
        return None
    if history.store.text_sha256(base, number) == history.store.text_sha256(target, number):
        return None
    low, high = sorted((base, target))
    changes = [it for it in history.versions(lineage) if low < it.first <= high and it.change not in {*SLIGHT, None}]
    if not changes:
        return None
    how = (
        "its terms were renamed"
        if most_severe([version.change for version in changes if version.change]) == "terminology"
        else "its words changed"
    )
    more = f" and {len(changes) - 1} times before" if len(changes) > 1 else ""
    message = (
        f"{number_with_title(history, target, number)}: {how} since {base}, "
        f"with {history.name_edition(changes[-1].first)}{more}."
    )
    return Fault("CR008", message, (), changes[-1].first, edition=base)
