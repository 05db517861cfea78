"""The choice among the meanings of a number by the words next to it.

A *period* is the time in which one rule had the number, so each period is a meaning. Words *fit* a rule that they
quote, name or describe.
"""

from collections.abc import Sequence

from graph.citations.judge.rivals import are_clearly_about, has_quote_of_family, has_quote_rather_of
from graph.citations.judge.words import Words
from graph.history import Period
from rules.numbers import is_number


def find_fitting(words: Words, periods: Sequence[Period], number: str) -> tuple[Period, ...]:
    """Return the periods of a number whose rule the words fit; empty if they fit none, or all of them.

    The words fit a rule that they quote. If they quote none, or all, they fit a rule that they name. If they name none,
    or all, they fit a rule of which they clearly have more words than of each other rule. Empty also if only one rule
    ever had the number.

    Args:
        words: The words.
        periods: The periods of the number.
        number: The number.
    """
    lineages = frozenset(period.lineage for period in periods)
    if len(lineages) < 2 or not words.text or not is_number(number):
        return ()
    # The strongest evidence comes first; weaker evidence is only asked if stronger evidence does not decide.
    for fits in (_is_quoted, _is_named, _is_described):
        fitting = tuple(period for period in periods if fits(words, number, period, lineages - {period.lineage}))
        if fitting and {period.lineage for period in fitting} < lineages:
            return fitting
    return ()


def _is_quoted(words: Words, _number: str, period: Period, rivals: frozenset[str]) -> bool:
    """Return whether the words quote the rule that a number named in a period, rather than any of its rivals."""
    return bool(words.quotes) and all(has_quote_rather_of(words, period.lineage, rival) for rival in rivals)


def _is_named(words: Words, number: str, period: Period, _rivals: frozenset[str]) -> bool:
    """Return whether the words name the rule that a number named in a period, or quote a rule of its family."""
    titles = words.lexicon.history.titles.of_number(period.last, number).nearest
    return words.name_any(titles) or has_quote_of_family(words, period.last, number)


def _is_described(words: Words, number: str, period: Period, rivals: frozenset[str]) -> bool:
    """Return whether the words are clearly about the rule that a number named in a period, and not about a rival.

    If the rule has a title, the words must also be about that title.
    """
    titles = words.lexicon.history.titles.of_number(period.last, number).of_rule
    if titles and not words.may_be_about(titles):
        return False
    return all(are_clearly_about(words, period.lineage, rival) for rival in rivals)
