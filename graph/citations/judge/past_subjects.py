"""Find numbers whose words have the subject of a rule or chapter in which the number was before.

`the monarch (CR 720.5)` names no title as it is printed, "The Monarch". But the number was in that chapter once, its
present chapter has no such word, and both is hardly ever true by chance.
"""

from graph.citations.judge.case import Case
from graph.citations.judge.former_meaning import make_former_fault
from graph.citations.judge.lexicon import UNUSUAL
from graph.citations.records import Fault
from graph.history import Period
from graph.ledger.words import distinctive_terms
from rules.numbers import chapter_of


def find_past_subject(case: Case) -> Fault | None:
    """Return the fault of a number next to which the subject of its past rule or chapter is named; None without.

    None also if a word may be about the title that the number has now. Nothing is suggested if several rules with the
    subject had the number before, and do not have the same number now.
    """
    if case.is_chapter or case.may_have_drifted or case.words.may_be_about(case.all_titles(case.target_edition)):
        return None
    faults = [make_former_fault(case, period, "title") for period in case.former if _has_subject(case, period)]
    if not faults:
        return None
    latest, *earlier = faults
    if any(fault.suggestions != latest.suggestions for fault in earlier):
        return latest.without_suggestions()
    return latest


def _has_subject(case: Case, period: Period) -> bool:
    """Return whether the words have all words of the title that the number had in a period, an unusual one among them.

    The present chapter of the number must not have that word anywhere.
    """
    edition, number, lexicon = case.target_edition, case.number, case.lexicon
    shown = case.history.titles.shown(period.last, number)
    if shown is None:
        return False
    title, _ = shown
    title_terms = distinctive_terms(title)
    if not title_terms <= case.words.terms:
        return False
    return lexicon.have_rare(title_terms - lexicon.terms_below(edition, chapter_of(number)), UNUSUAL)
