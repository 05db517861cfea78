"""Decide between rules that may be meant, by the quotes and the terms next to a citation.

A *lineage* is a rule through all editions. A *rival* is the other rule that may be meant. The *family* of a number is
its rule with all subrules; that of a chapter is the chapter with the rules right below it. The *sisters* of a subrule
are the other subrules of its rule: 702.40b of 702.40a. A *share* is the part of a quote that a rule has, 0 to 1.
"""

from typing import Literal

from graph.citations.judge.lexicon import RARE
from graph.citations.judge.quotes import AS_GOOD, RESEMBLES
from graph.citations.judge.words import Words
from graph.ledger.words import distinctive_terms
from rules.numbers import without_letters


def has_quote_of_family(words: Words, edition: str, number: str) -> bool:
    """Return whether a quote resembles a rule of the family of a number, and no other rule much more.

    False without a quote, and if the edition lacks the number and its whole family.
    """
    if not words.quotes:
        return False
    family = words.lexicon.family(edition, number)
    for quote in words.quotes:
        share = quote.best_share_of(family)
        if share >= RESEMBLES and share >= AS_GOOD * quote.best_share:
            return True
    return False


def has_quote_rather_of(words: Words, lineage: str, rival: str) -> bool:
    """Return whether a quoted sentence is from one lineage and not from its rival."""
    return any(quote.is_rather_of(lineage, rival) for quote in words.quotes)


def has_quote_of_sister(words: Words, edition: str, number: str) -> bool:
    """Return whether a quote is from a sister of a subrule: from 702.40b next to 702.40a, and not from 702.40a itself.

    False for a number without a letter.
    """
    history = words.lexicon.history
    rule = without_letters(number)
    if rule == number or not words.quotes:
        return False
    lineage = history.lineages.find(edition, number) or ""
    sisters = words.lexicon.family(edition, number) - {lineage, history.lineages.find(edition, rule)}
    return any(has_quote_rather_of(words, sister, lineage) for sister in sisters)


def have_rare_term_of(words: Words, lineage: str, rival: str) -> bool:
    """Return whether the words have a rare term of one lineage, and no rare term that only its rival has.

    Args:
        words: The words.
        lineage: The lineage that the words may mean; empty for none, whose result is False.
        rival: The other lineage.
    """
    lexicon = words.lexicon
    terms = lexicon.terms_of(frozenset({lineage}))
    rival_terms = lexicon.terms_of(frozenset({rival}))
    if not lexicon.have_rare(words.terms & terms):
        return False
    return not lexicon.have_rare(words.terms & (rival_terms - terms))


def compare_quotes(words: Words, now: str, then: str) -> Literal["now", "then"] | None:
    """Return from which of two lineages a quoted sentence is: `now`, `then`, or None if it is from neither.

    If one sentence is from each of them, the result is `then`.

    Args:
        words: The words.
        now: The lineage that has the number in the target edition.
        then: The lineage that had the number before.
    """
    if has_quote_rather_of(words, then, now):
        return "then"
    if has_quote_rather_of(words, now, then):
        return "now"
    return None


def compare_terms(words: Words, now: str, then: str) -> Literal["now", "then"] | None:
    """Return which of two lineages has clearly more of the words: `now`, `then`, or None if neither has.

    Args:
        words: The words.
        now: The lineage that has the number in the target edition.
        then: The lineage that had the number before.
    """
    present, former = frozenset({now}), frozenset({then})
    if words.lexicon.balance(words.terms, candidate=former, rival=present).prefers_candidate:
        return "then"
    if words.lexicon.balance(words.terms, candidate=present, rival=former).prefers_candidate:
        return "now"
    return None


def are_clearly_about(words: Words, lineage: str, rival: str) -> bool:
    """Return whether the words are clearly about one lineage and not about its rival.

    If all words together do not decide, it is enough that none of them has a term that only the rival has, and that the
    terms of the close words that only the lineage has weigh as much together as a rare term.
    """
    own_lineages, rival_lineages = frozenset({lineage}), frozenset({rival})
    all_words = words.lexicon.balance(words.terms, candidate=own_lineages, rival=rival_lineages)
    if all_words.is_clear:
        return True
    if all_words.only_rival > 0 or all_words.only_candidate < RARE:
        return False
    close_terms = distinctive_terms(words.close)
    close_words = words.lexicon.balance(close_terms, candidate=own_lineages, rival=rival_lineages)
    return close_words.only_candidate >= RARE and close_words.only_rival == 0
