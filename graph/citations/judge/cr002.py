"""CR002 retired: numbers that were in use once, and are no longer in the target edition.

A *period* is the time in which one rule had the number. The *meant* period is the one whose rule the author probably
means; a *destination* says where that rule is in the target edition.
"""

from collections import Counter
from datetime import date, timedelta

from msgspec import structs

from graph.citations.judge.case import Case
from graph.citations.judge.contradiction import contradict
from graph.citations.judge.fitting import find_fitting
from graph.citations.judge.lexicon import COMMON
from graph.citations.judge.messages import (
    describe_change,
    describe_number,
    describe_place,
    find_break,
    number_with_title,
)
from graph.citations.judge.near_numbers import describe_near
from graph.citations.judge.rivals import compare_terms
from graph.citations.judge.split_rules import choose_suggestions
from graph.citations.judge.unrelated_words import Support, are_unrelated, find_support
from graph.citations.judge.written_for import describe_doubt, describe_former, find_doubt, make_fault_since
from graph.citations.records import Fault
from graph.history import Destination, Period
from rules.keys import with_parents
from rules.numbers import parent_of

_LONG_AGO = 10
"""Maximum number of years between the last use of a number and the declared edition, for an author of that edition to
mean the number. In the trees that were read, numbers in use up to six years before the declared edition were meant, and
one of 14 years before was a slip."""
_RECENT = 2 * 365
"""Number of days that are recent: before the last use of a number, the rule that had it for longest in them is probably
meant; before the declared edition, an author still knows a number that was soon replaced."""
_SHORT = 365
"""Number of days that are a short time for a rule to have a number: hardly anybody learned the number by heart."""
_SHORTEST_ABOVE = 2
"""Minimum number of digits of a number above the cited one whose title can show what is meant. A section has one digit,
and its title says too little."""


def check_declared(case: Case, base: str) -> Fault | None:
    """Return the fault of a number that the target edition lacks although the edition it was written for has it.

    None if that edition lacks the number too, if the number is newer than the target edition, or if its rule is now
    directly below the number.

    Args:
        case: The number.
        base: Id of the edition for which it was written.
    """
    history, number, target = case.history, case.number, case.target_edition
    period = case.period_in(base)
    if period is None:
        return None
    is_newer = all(held.first > target for held in (period, *history.periods.of_key(number)))
    if is_newer:
        return None  # CR007 reports it
    if history.destinations.keeps_part(number, base, target):
        return None
    destination = history.destinations.of_number(number, base, target)
    doubt = find_doubt(case, base)
    fitting = _find_fitting_parent(case, period, only_present=True)
    message = describe_former(case, base, period, destination)
    message += describe_doubt(case, destination, doubt) if fitting is None else f" The words next to it fit {fitting}."
    is_sure = doubt is None and fitting is None
    fault = make_fault_since(case, "CR002", message, base, period=period, destination=destination, is_sure=is_sure)
    if _is_supported(case, fault):
        return fault
    remark = " Nothing is suggested: that edition is only an estimate, and no words next to the number name the rule."
    return structs.replace(fault.without_support(), message=message + remark)


def _is_supported(case: Case, fault: Fault) -> bool:
    """Return whether a number has the suggestions of a fault whatever edition is declared, or its edition is certain.

    Args:
        case: The number.
        fault: Its fault in the edition declared for its file, or in that of its stamp.
    """
    if not case.is_estimated or not fault.suggestions:
        return True
    undeclared = check(structs.replace(case, base=None))
    return undeclared is not None and undeclared.suggestions == fault.suggestions


def check(case: Case) -> Fault | None:
    """Return the fault of a number that the target edition lacks; None if no edition up to the target had it.

    The present number of the rule is suggested, unless something shows that another rule may be meant.
    """
    history, number, target = case.history, case.number, case.target_edition
    past = [period for period in history.periods.of_key(number) if period.first <= target]
    if not past:
        return None
    meant = _choose_period(case, past)
    destination = history.destinations.of_period(meant, target)
    fitting = _find_fitting_parent(case, meant)
    are_words_unrelated = are_unrelated(case.words, meant.last, number)
    if fitting is None:
        message = _describe_use(case, past, meant, destination)
        if are_words_unrelated:
            message += describe_doubt(case, destination, "no word")
    else:
        # The author hardly meant the rule that once had the number, so its history would only mislead.
        message = f"{number} is no longer in use{describe_near(case)}. The words next to it fit {fitting}."
    fault = Fault(
        code="CR002",
        message=message,
        suggestions=choose_suggestions(case, destination),
        broken=find_break(history, meant, target),
        evidence="holder",
        edition=meant.last,
    )
    has_fitting_words = fitting is None and not are_words_unrelated
    is_sure = destination.sure and has_fitting_words and not _is_doubtful(case, past, meant)
    return fault if is_sure else fault.without_suggestions()


def _is_doubtful(case: Case, past: list[Period], meant: Period) -> bool:
    """Return whether something shows that a number was not written for the rule that it had in a period.

    Args:
        case: The number.
        past: The periods of the number up to the target edition, oldest first.
        meant: The period that is probably meant.
    """
    if _is_contradicted(case, meant) or _may_mean_earlier(case, past, meant):
        return True
    support = find_support(case.words, meant.last, case.number)
    if _has_other_title_above(case, meant) and (_is_long_ago(case, meant) or support == "lacks"):
        return True
    return support != "fits" and _is_rather_another(case, past, meant, support)


def _is_rather_another(case: Case, past: list[Period], meant: Period, support: Support | None) -> bool:
    """Return whether a number without a word that fits its former rule is rather a slip for another number.

    Args:
        case: The number.
        past: The periods of the number up to the target edition, oldest first.
        meant: The period that is probably meant.
        support: What the words next to it show.
    """
    if case.base is None:
        return False
    support_in_file = case.find_support_in_file(case, meant.last)
    if support is None and support_in_file == "fits":
        return False
    if _was_short(case, past, meant) and not _is_near(case, meant):
        return True
    return "lacks" in (support, support_in_file) and _is_in_moved_chapter(case, meant)


def _describe_use(case: Case, past: list[Period], meant: Period, destination: Destination) -> str:
    """Return sentences about the time in which a number was in use, and about the current number of its rule.

    Args:
        case: The number.
        past: The periods of the number up to the target edition, oldest first.
        meant: The period that is probably meant.
        destination: Where the rule of this period is in the target edition.
    """
    history = case.history
    subject = case.number
    title = describe_number(history, meant.last, case.number)
    if title:
        subject += f", {title},"
    message = (
        f"{subject} was in use from {meant.first} to {history.calendar.last_day(meant.last)}; "
        f"{describe_change(history, meant, destination, case.target_edition)}."
    )
    had_other_rules = len({period.lineage for period in past}) > 1
    if had_other_rules:
        message += f" Other rules had the number {'before' if meant == past[-1] else 'at other times'}."
    return message


def _choose_period(case: Case, past: list[Period]) -> Period:
    """Return the period whose rule the number probably means: the last that the words fit, or else the last of all.

    Quotes, titles and terms decide which rules the words fit (`find_fitting`). If they fit several, or none, a rule
    counts that has clearly more of the words than the rule of the last of these periods.

    Args:
        case: The number.
        past: The periods of the number up to the target edition, oldest first.
    """
    candidates = find_fitting(case.words, past, case.number) or past
    last = candidates[-1]
    for period in reversed(candidates):
        if compare_terms(case.words, last.lineage, period.lineage) == "then":
            return period
    return last


def _may_mean_earlier(case: Case, past: list[Period], meant: Period) -> bool:
    """Return whether the number may mean an earlier rule than the last one that had it, and no words decide.

    It may if an earlier rule had the number for longer, or if only an earlier rule has some of the words. False if the
    words already chose a period. Only the last two years in which the number was in use count: chapters may have moved
    several times in them. If one rule had the number for 20 months, and then another one for 4 months, the first is
    more likely to be meant.

    Args:
        case: The number.
        past: The periods of the number up to the target edition, oldest first.
        meant: The period that is probably meant.
    """
    if meant != past[-1] or find_fitting(case.words, past, case.number):
        return False
    begin = _last_day(case, meant) - timedelta(days=_RECENT)
    recent = [period for period in past if _last_day(case, period) >= begin]
    return _had_longer(case, recent, meant, begin) or any(_has_words_alone(case, period, meant) for period in recent)


def _had_longer(case: Case, recent: list[Period], meant: Period, begin: date) -> bool:
    """Return whether another rule than the meant one had a number for longer since a day.

    Args:
        case: The number.
        recent: The periods of the number that ended since then.
        meant: The period that is probably meant.
        begin: The day.
    """
    days_of: Counter[str] = Counter()  # lineage → the days since `begin` on which it had the number
    for period in recent:
        first = max(date.fromisoformat(period.first), begin)
        days_of[period.lineage] += (_last_day(case, period) - first).days
    return max(days_of.values()) > days_of[meant.lineage]


def _has_words_alone(case: Case, period: Period, meant: Period) -> bool:
    """Return whether the rule of an earlier period has some of the words, and the rule that is meant has no other."""
    candidate, rival = frozenset({period.lineage}), frozenset({meant.lineage})
    balance = case.lexicon.balance(case.words.terms, candidate=candidate, rival=rival)
    return balance.only_candidate >= COMMON and balance.only_rival == 0


def _last_day(case: Case, period: Period) -> date:
    """Return the last day of a period."""
    return date.fromisoformat(case.history.calendar.last_day(period.last) or period.last)


def _is_contradicted(case: Case, meant: Period) -> bool:
    """Return whether the words are about another rule than that of the number in a period.

    If the edition is declared or stamped, weaker evidence is enough.
    """
    if contradict(case.words, meant.last, case.number):
        return True
    return case.base is not None and case.is_off_title(meant.last)


def _is_long_ago(case: Case, meant: Period) -> bool:
    """Return whether a number was last in use long before the declared edition.

    False without a declared edition, or if the words may be about a title that the number had then.

    If another keyword is above the number in the declared edition, the author did not mean the number of that time, but
    rather wrote a wrong letter: if 702.40c was last used for another keyword ten years before, it is a slip for another
    subrule of 702.40.
    """
    if case.base is None or case.words.may_be_about(case.all_titles(meant.last)):
        return False
    return int(case.base[:4]) - int(meant.last[:4]) > _LONG_AGO


def _has_other_title_above(case: Case, meant: Period) -> bool:
    """Return whether another keyword was above a number in the declared edition than in a period of the number.

    False without a declared edition.
    """
    parent = case.parent
    if case.base is None or parent is None:
        return False
    declared_titles = case.history.titles.of_number(case.base, parent).of_rule
    meant_titles = case.history.titles.of_number(meant.last, parent).of_rule
    return bool(declared_titles) and declared_titles.isdisjoint(meant_titles)


def _is_in_moved_chapter(case: Case, meant: Period) -> bool:
    """Return whether the chapter or the rule above a number is another one in the declared edition than in a period."""
    find = case.history.lineages.find
    above = with_parents(case.number)[:-1]
    return any(find(case.base or "", number) != find(meant.last, number) for number in above if len(number) > 1)


def _was_short(case: Case, past: list[Period], meant: Period) -> bool:
    """Return whether the rule of a period had the number for less than `_SHORT` days altogether."""
    spans = [period for period in past if period.lineage == meant.lineage]
    days = sum((_last_day(case, period) - date.fromisoformat(period.first)).days for period in spans)
    return days < _SHORT


def _is_near(case: Case, meant: Period) -> bool:
    """Return whether a period ended at most `_RECENT` days before the declared edition."""
    return (date.fromisoformat(case.base or meant.last) - _last_day(case, meant)).days <= _RECENT


def _find_fitting_parent(case: Case, meant: Period, *, only_present: bool = False) -> str | None:
    """Return a description of a rule or chapter above the number that the words name; None if they name none.

    The rule or chapter may be above the number now, or have been there once. If the words name it, the last part of
    the number is wrong, or the number never belonged to it; in both cases the rule that once had exactly this number is
    not meant. None also if the words may be about that rule.

    Args:
        case: The number.
        meant: The period of the number whose rule is probably meant.
        only_present: Whether only rules that are above the number in the target edition count.
    """
    history = case.history
    own_titles = history.titles.of_number(meant.last, case.number)
    if case.words.may_be_about(own_titles.nearest):
        return None
    above = case.parent
    while above is not None and len(above) >= _SHORTEST_ABOVE:
        for period in reversed(history.periods.of_key(above)):
            if only_present and not _is_present(case, period):
                continue
            titles = history.titles.of_lineage(period.lineage) - own_titles.of_rule - own_titles.of_chapter
            if _name_parent(case, above, period, titles):
                return _describe_parent(case, above, period)
        above = parent_of(above)
    return None


def _describe_parent(case: Case, above: str, period: Period) -> str:
    """Return a description of the rule that a number above the cited one is, or was in a former period."""
    if _is_present(case, period):
        return number_with_title(case.history, case.target_edition, above)
    return _describe_former_parent(case, above, period)


def _is_present(case: Case, period: Period) -> bool:
    """Return whether a period includes the target edition."""
    return period.first <= case.target_edition <= period.last


def _name_parent(case: Case, above: str, period: Period, titles: frozenset[str]) -> bool:
    """Return whether the words name the rule or chapter that a number above the cited one was in a period.

    For a rule that still has the number, a word with the stem of its title is enough.

    Args:
        case: The cited number.
        above: The number above it.
        period: The period of that number.
        titles: The titles of its rule that the cited number itself did not have.
    """
    if case.words.name_any(titles):
        return True
    is_present_rule = _is_present(case, period) and "." in above
    if is_present_rule and case.words.may_be_about(titles):
        return True
    return case.lexicon.titles.find_inflected(case.words.close, titles) is not None


def _describe_former_parent(case: Case, above: str, period: Period) -> str:
    """Return a description of the rule that a number was in a former period, with the number of that rule now."""
    history = case.history
    destination = history.destinations.of_period(period, case.target_edition)
    title = describe_number(history, period.last, above)
    was = f"what {above} was until {history.calendar.last_day(period.last)}, {title}"
    return f"{was}: {describe_place(history, destination, case.target_edition)}"
