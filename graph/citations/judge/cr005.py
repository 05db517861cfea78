"""CR005 keyword-mismatch: numbers next to which the title of another rule is named; for chapters this is CR004.

Reporting a fault needs more evidence than accepting a number. A number is accepted if any word may be about its rule,
or if an older title of the rule is named. It has a fault if a rule that had the number before is named, or if another
rule is named next to a rule with a title. `past_titles` finds the first kind, `other_titles` the second. If the rule is
named that the number had in the declared edition (`names_declared`), no other one is searched for.
"""

from graph.citations.judge.case import Case
from graph.citations.judge.former_meaning import make_former_fault
from graph.citations.judge.list_titles import find_title_in_list
from graph.citations.judge.other_titles import find_named_other, list_holders, make_other_fault, may_be_title
from graph.citations.judge.paired_titles import find_paired_title
from graph.citations.judge.past_titles import (
    find_named_past,
    list_former_titles,
    make_past_fault,
    names_declared,
)
from graph.citations.judge.printed_titles import find_title_of_other_rule
from graph.citations.judge.strange_titles import find_strange_title
from graph.citations.records import Fault


def check(case: Case) -> Fault | None:
    """Return the fault of a number next to which the title of another rule is named; None if none is."""
    fault = _find_fault_by_title(case)
    if fault is None and not names_declared(case):
        fault = _find_strange(case)
    return fault


def _find_fault_by_title(case: Case) -> Fault | None:
    """Return the fault of a number that has a title, or had one, next to the title of another rule; else None."""
    has_title = _has_title(case)
    if not (has_title or case.former) or _is_about_other_end(case):
        return None
    fault = _find_titled_otherwise(case, has_title=has_title)
    if fault is not None:
        return fault
    own_titles = case.history.titles.of_number(case.target_edition, case.number).nearest
    if case.words.may_be_about(own_titles) and not case.words.are_apart_from_label(own_titles):
        return None
    fault = find_named_past(case)
    if fault is None and has_title and not names_declared(case):
        fault = find_named_other(case)
    return fault


def _has_title(case: Case) -> bool:
    """Return whether a number has a title of its own; others are cited next to the titles of all kinds of rules."""
    return case.is_chapter or bool(case.history.titles.of_number(case.target_edition, case.number).of_rule)


def _find_titled_otherwise(case: Case, *, has_title: bool) -> Fault | None:
    """Return the fault of a number that is given the title of another: as its own title, or by its place in a list.

    Such a title shows the intended rule even if other words may be about the number's own rule.

    Args:
        case: The number.
        has_title: Whether it has a title of its own.
    """
    fault = _find_printed(case) if has_title else None
    if fault is None and case.words.in_list:
        fault = _find_paired(case)
    return fault


def _find_strange(case: Case) -> Fault | None:
    """Return the fault of a number next to the title of another chapter or its rules; None without one.

    The rule of the number shares hardly anything with the words next to it.
    """
    strange = find_strange_title(case)
    if strange is None:
        return None
    return make_other_fault(case, strange.title, (strange.number,), is_sure=strange.is_sure)


def _is_about_other_end(case: Case) -> bool:
    """Return whether the title next to a range is that of another number of the range: `CR 115-117 (Timing)`."""
    citation = case.words.citation
    if citation.form != "range":
        return False
    for number in citation.numbers:
        if number != case.number:
            titles = case.history.titles.of_number(case.target_edition, number)
            if case.words.name_any(titles.nearest):
                return True
    return False


def _find_printed(case: Case) -> Fault | None:
    """Return the fault of a number next to which the title of another number is printed as its own; None without.

    None also if only former editions had a rule with this title, and never under this number.
    """
    printed = find_title_of_other_rule(case)
    if printed is None:
        return None
    former = list_former_titles(case)
    for position, past in enumerate(former):
        if printed.title.name in past.titles:
            return make_past_fault(case, printed.title.name, former[: position + 1])
    if not printed.holders:
        return None  # only a former edition had a rule with this title
    return make_other_fault(case, printed.title, printed.holders, is_sure=len(printed.holders) == 1)


def _find_paired(case: Case) -> Fault | None:
    """Return the fault of a number of a list whose place, in the list of names before it, has the name of another rule.

    In `scry, surveil (CR 701.46, 701.47)` the name of the second number is `surveil`.
    """
    named = find_paired_title(case) or find_title_in_list(case)
    if named is None:
        return None
    for past in list_former_titles(case):
        if named.name in past.titles:
            return make_former_fault(case, past.period, "title")
    holders = list_holders(case, named)
    is_title = case.is_chapter or may_be_title(case, named)
    if len(holders) != 1 or not is_title:
        return None
    return make_other_fault(case, named, holders, is_sure=True)
