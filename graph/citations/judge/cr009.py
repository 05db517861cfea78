"""CR009 off-topic: numbers next to which no distinctive word is one of their rule."""

from graph.citations.judge.case import Case
from graph.citations.judge.messages import number_with_title
from graph.citations.records import Fault
from rules.keys import with_parents

_LEAST_TERMS = 2
"""Minimum number of distinctive terms that show a subject."""


def check(case: Case) -> Fault | None:
    """Return the fault of a number if none of the distinctive words next to it occurs in its rule.

    The subrules of the rule and the rules above it count too, with every wording and title that they ever had. None if
    the words are too few or too common to show a subject; words that no rule has do not count. None for a chapter.
    """
    if case.is_chapter:
        return None
    lexicon = case.lexicon
    terms = frozenset(term for term in case.words.terms if lexicon.weight([term]))
    if len(terms) < _LEAST_TERMS or not lexicon.have_rare(terms):
        return None
    if terms & lexicon.terms_of(_list_lineages(case)) or case.words.may_be_about(case.all_titles(case.target_edition)):
        return None
    rule = number_with_title(case.history, case.target_edition, case.number)
    return Fault(
        "CR009", f"No distinctive word next to {rule}, occurs in the rule or in the rules above it, or ever did."
    )


def _list_lineages(case: Case) -> frozenset[str]:
    """Return the lineages of the rule of a number, of its subrules, and of the numbers above it."""
    lineages = set(case.family)
    if case.parent is not None:
        lineages.update(
            case.history.lineages.find(case.target_edition, above) or "" for above in with_parents(case.parent)
        )
    return frozenset(lineages)
