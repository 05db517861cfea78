"""CR001 never-existed: numbers that no edition has."""

from graph.citations.find.number_forms import is_plausible
from graph.citations.judge.case import Case
from graph.citations.judge.near_numbers import describe_near
from graph.citations.records import Fault

_COUNTING = "123456789"
"""The digits of made-up examples such as `123.4`."""
_CUES_OF_MAGIC = ("cr", "c.", "comp", "magic", "mtg")
"""The beginnings of cues that can hardly announce anything but a rule of Magic."""


def check(case: Case) -> Fault | None:
    """Return the fault of a number that no edition has; None for examples, placeholders and amounts.

    Call it last of the checks of absent numbers: it does not check that no edition has the number.
    """
    if _is_example(case) or _may_be_amount(case):
        return None
    noun = "a chapter" if case.is_chapter else "a rule"
    return Fault("CR001", f"No edition has {noun} {case.number}{describe_near(case)}.")


def _is_example(case: Case) -> bool:
    """Return whether a number stands for any number: `702.xx`, `111.1`, `123.4`, `rule 799.1`."""
    if case.number.endswith("x"):
        return True  # 702.xx
    cue = case.words.citation.cue or ""
    if not is_plausible(case.number) and not cue.startswith(_CUES_OF_MAGIC):
        return True  # rule 799.1: the chapter of a made-up rule is far after the last one
    if case.is_chapter:
        return False
    digits = "".join(filter(str.isdigit, case.number))
    return digits in _COUNTING or len(set(digits)) == 1


def _may_be_amount(case: Case) -> bool:
    """Return whether nothing shows that a number is of a rule.

    Of 18 numbers without cue and letter in 31 public trees 15 were prices and scores, and one was a citation.
    """
    citation = case.words.citation
    is_announced = citation.cue is not None or citation.stamp is not None
    return not is_announced and citation.form == "number" and case.number[-1].isdigit()
