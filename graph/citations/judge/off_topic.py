"""CR009: numbers none of whose rule's words occur beside them; off unless selected."""

from graph.citations.judge.messages import number_with_title
from graph.citations.judge.words import Case
from graph.citations.records import Fault
from rules.numbers import with_parents


def check(case: Case) -> Fault | None:
    """Return the fault of a number if no distinctive word beside it occurs in its rule, in what is above or below it.

    All wordings that these ever had count, and their titles. Words that no rule has say nothing.
    """
    if "." not in case.number:
        return None
    lexicon = case.lexicon
    terms = frozenset(term for term in case.words.terms if lexicon.weight([term]))
    if len(terms) < 2 or not lexicon.is_rare(terms):
        return None
    lineages = set(lexicon.family(case.target, case.number))
    if case.parent:
        lineages.update(case.history.lineage(case.target, above) or "" for above in with_parents(case.parent))
    titles = frozenset[str]().union(*case.history.titles_above(case.target, case.number))
    if terms & lexicon.terms_of(frozenset(lineages)) or case.words.may_be_about(titles):
        return None
    what = number_with_title(case.history, case.target, case.number)
    return Fault("CR009", f"No distinctive word beside {what}, occurs in the rule, in what is above it, or ever did.")
