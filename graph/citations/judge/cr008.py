"""CR008 reworded: numbers whose rule, or a subrule of it, has other words than in the edition they were written for."""

from collections.abc import Sequence

from graph.citations.judge.case import Case
from graph.citations.judge.messages import number_with_title
from graph.citations.records import Fault
from graph.history import History, Period
from rules.links import SLIGHT, gravest_class
from rules.sentences import join_words


def check(case: Case, base: str) -> Fault | None:
    """Return the fault of a number whose rule was reworded; None if at most typography and references changed.

    If the words of a rule are the same, those of its subrules count, which a citation of the rule includes. The
    subrules also count if the number named another rule at `base`. The words of two different rules cannot be compared,
    so the citation is taken to mean the rule of the target edition.

    Args:
        case: The number, which the target edition has.
        base: Id of the edition for which it was written. It may be later than the target edition.
    """
    changes = _list_rewordings(case.history, case.number, base, case.target_edition)
    if not changes:
        return _check_subrules(case, base)
    latest = changes[-1].first
    message = (
        f"{number_with_title(case.history, case.target_edition, case.number)}: {_describe_event(changes)} "
        f"{_describe_span(base, case.target_edition)}, with {case.history.calendar.name_edition(latest)}"
        f"{_describe_earlier(len(changes) - 1)}."
    )
    return Fault("CR008", message, broken=latest, edition=base)


def _describe_event(changes: Sequence[Period]) -> str:
    """Return the gravest of some changes in words: `its words changed` or `its terms were renamed`."""
    gravest = gravest_class([version.change for version in changes if version.change])
    return "its terms were renamed" if gravest == "terminology" else "its words changed"


def _describe_span(base: str, target: str) -> str:
    """Return the time between two editions in words: `since 2001-01-01`, or `between …` if the target is older."""
    return f"since {base}" if base < target else f"between {target} and {base}"


def _describe_earlier(count: int) -> str:
    """Return the number of earlier changes in words: ` and once before`, ` and 2 times before`; empty for 0."""
    if not count:
        return ""
    return " and once before" if count == 1 else f" and {count} times before"


def _check_subrules(case: Case, base: str) -> Fault | None:
    """Return the fault of a rule with subrules that were reworded; None for a chapter, or if none was.

    The rule has the same words in both editions, or the number named another rule at `base`.
    """
    if case.is_chapter:
        return None
    history, target = case.history, case.target_edition
    reworded: dict[str, str] = {}  # each subrule with the edition of its latest change
    for subrule in history.lineages.children(target, case.number):
        changes = _list_rewordings(history, subrule, base, target)
        if changes:
            reworded[subrule] = changes[-1].first
    if not reworded:
        return None
    latest = max(reworded.values())
    is_same_rule = history.lineages.find(base, case.number) == case.lineage_now
    own_words = f"its own words are the same as on {base}, but those"
    if not is_same_rule:
        own_words = f"it was another rule on {base}, and the words"
    message = (
        f"{number_with_title(history, target, case.number)}: {own_words} of "
        f"{join_words(list(reworded), 'and')} changed, last with {history.calendar.name_edition(latest)}."
    )
    return Fault("CR008", message, broken=latest, edition=base)


def _list_rewordings(history: History, number: str, base: str, target: str) -> list[Period]:
    """Return the versions with new words that the rule of a number had between two editions, oldest first.

    Either edition may be the older one.

    Changes of typography and references alone do not count. Empty if the number names different rules in the two
    editions, or if the rule has the same words in both.
    """
    lineage = history.lineages.find(target, number)
    if lineage is None or history.lineages.find(base, number) != lineage:
        return []
    if history.store.text_sha256(base, number) == history.store.text_sha256(target, number):
        return []
    older, newer = sorted((base, target))
    versions = [version for version in history.versions.of_lineage(lineage) if older < version.first <= newer]
    return [version for version in versions if version.change is not None and version.change not in SLIGHT]
