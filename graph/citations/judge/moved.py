"""CR002, CR003, CR008: numbers whose rule moved, or has other words, since the edition they were written for."""

from typing import Literal

from graph.citations.judge.messages import (
    describe_change,
    describe_present,
    describe_rule,
    find_break,
    number_with_title,
)
from graph.citations.judge.words import Case
from graph.citations.records import Fault
from rules.links import SLIGHT, most_severe


def check(case: Case) -> Fault | None:
    """Return the fault of a number that the edition of the citation has; None if it still names its rule.

    Nor has it a fault if the words beside it fit the rule that it names in the target edition, or contradict the rule
    that it named and not the one that it names.
    """
    history, number, base, target = case.history, case.number, case.base or "", case.target
    period = next((period for period in history.periods(number) if period.first <= base <= period.last), None)
    if period is None or period.lineage == case.now:
        return None
    if case.now is None and all(period.first > target for period in history.periods(number)):
        return None  # newer than the target edition, which CR007 reports
    side = None
    if case.now is not None:
        side = find_side(case, base)
        if (
            side == "now"
            or history.keeps_part(number, base, target)
            or (side is None and number.endswith("x") and not case.is_stamped)
        ):
            return None  # an x may stand for any letter
    contradicted = case.words.contradict(base, number)
    if contradicted and side is None and case.now is not None and not case.words.contradict(target, number):
        return None
    place = history.place(period.lineage, base, target)
    if not set(place.keys).isdisjoint(history.children(target).get(number, ())):
        return None  # the rule is below the number now
    fits_also = case.words.fit_also(case.now or "", period.lineage) or (
        case.now is not None and case.is_off_title(base)
    )
    is_sure = not contradicted and (side is not None or not fits_also)
    here = f" {describe_present(history, target, number, base)}" if case.now else ""
    here += " If that is meant, name it beside the number." if case.now and not case.is_stamped else ""
    here += " The words beside it are of another rule." if place.sure and not is_sure else ""
    return Fault(
        "CR003" if case.now else "CR002",
        f"{number} was {describe_rule(history, base, number)} on {base}; "
        f"{describe_change(history, period, target, base)}.{here}",
        place.numbers if place.sure and is_sure else (),
        find_break(history, period, target) if base <= target else None,
        "stamp" if case.is_stamped else "declared",
        base if is_sure else None,
    )


def find_side(case: Case, then: str) -> Literal["now", "then"] | None:
    """Return whether the words beside a number fit its rule in the target edition or that in another edition.

    Returns:
        `now` for the target edition, `then` for the other one, None if they fit neither, or both equally.
    """
    words, history, number = case.words, case.history, case.number
    if not words.text:
        return None
    ours, theirs = case.now or "", history.lineage(then, number) or ""
    if words.quotes_rather(theirs, ours):
        return "then"
    if words.quotes_rather(ours, theirs):
        return "now"
    now_titles = frozenset[str]().union(*history.titles_above(case.target, number))
    then_titles = frozenset[str]().union(*history.titles_above(then, number))
    now_titles, then_titles = now_titles - then_titles, then_titles - now_titles
    fits_now, fits_then = words.may_be_about(now_titles, then_titles), words.may_be_about(then_titles, now_titles)
    if fits_now is not fits_then:
        return "now" if fits_now else "then"
    # Words that may be about both are of the present rule, unless they have the whole title of the other one.
    is_now = fits_now and not case.lexicon.find_inflected(words.text, then_titles)
    return words.find_side(ours, theirs) or ("now" if is_now else None)


def check_words(case: Case) -> Fault | None:
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
