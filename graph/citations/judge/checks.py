"""Check a number by each code in turn; the first check that finds a fault decides.

A number is *absent* if the target edition lacks it, and *stamped* if an edition is written next to it. A check *on
request* is only made for users that select its code.
"""

from collections.abc import Collection

from graph.citations.codes import LIKELY_ANOTHER, OFF_TOPIC
from graph.citations.judge import (
    cr001,
    cr002,
    cr003,
    cr004,
    cr005,
    cr006,
    cr007,
    cr008,
    cr009,
    cr010,
    likely_names,
)
from graph.citations.judge.case import Case
from graph.citations.judge.past_subjects import find_past_subject
from graph.citations.records import Fault
from rules.numbers import is_number

_CHECKS_OF_ABSENT = (cr002.check, cr006.check, cr007.check, cr001.check)
"""The checks of a number that the target edition lacks, in order: CR001 assumes that the others found nothing."""
_CHECKS_BY_WORDS = (cr004.check, cr005.check, find_past_subject, likely_names.check)
"""The checks of a number that the target edition has, by the words next to it; a quote shows more than a title, and a
title in a clear place more than one that is only likely to be meant."""
_CHECKS_ON_REQUEST = (
    (LIKELY_ANOTHER, likely_names.check_on_request),
    (LIKELY_ANOTHER, cr010.check),
    (OFF_TOPIC, cr009.check),
)
"""The checks that only some users want, each with its code. CR010 comes first, because it names the rule that is meant,
and a name shows more than a paraphrase."""


def check_absent(case: Case) -> Fault | None:
    """Return the fault of a number that the target edition lacks; None for examples, placeholders and amounts."""
    base = case.base_with_number
    if base is not None:
        fault = cr002.check_declared(case, base)
        if fault is not None:
            return fault
    for check in _CHECKS_OF_ABSENT:
        fault = check(case)
        if fault is not None:
            return fault
    return None


def check_existing(case: Case) -> Fault | None:
    """Return the fault of a number that the target edition has; None if nothing shows that it is wrong.

    The words next to it are checked first, then whether its rule has another number now (CR003). A stamp says which
    edition is meant, so that a stamped number is not checked by its words alone; nor is a number in an irregular form,
    or one without words. CR003 is only checked if the edition of the author is known and has the number.
    """
    if not case.is_stamped and is_number(case.number) and case.words.text:
        for check in _CHECKS_BY_WORDS:
            fault = check(case)
            if fault is not None:
                return fault
    base = case.base_with_number
    return None if base is None else cr003.check(case, base)


def check_on_request(case: Case, chosen: Collection[str], *, with_reworded: bool) -> Fault | None:
    """Return the fault that only some users ask for, CR008 to CR010; None if the number has none.

    Args:
        case: The number, which the target edition has, and in which `check_existing` finds no fault.
        chosen: The codes that the user asks for.
        with_reworded: Whether the user asks for rules that were reworded since the edition of the number.
    """
    base = case.base_with_number
    if with_reworded and base is not None:
        fault = cr008.check(case, base)
        if fault is not None:
            return fault
    for code, check in _CHECKS_ON_REQUEST:
        if code in chosen:
            fault = check(case)
            if fault is not None:
                return fault
    return None
