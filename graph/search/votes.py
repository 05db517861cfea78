"""Count the votes of a query's words for the rules that decided questions with the same words.

An *answered* text is a saying of players, or the words of a question that was asked before, with the rules that decide
it. Each pair of words in a query votes for the rules of the answered texts that have both words. So a rule can be found
by words that it does not use, such as "chump" and "token". The fewer other rules a pair votes for, and the rarer its
words are, the more its vote counts.
"""

import math
from collections import Counter
from collections.abc import Iterator, KeysView, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import NamedTuple

from graph.search.definition import read_definition
from graph.search.index import DIGITS
from graph.search.text import stems_of_saying

Answered = Mapping[str, Sequence[str]]
"""Answered texts, each with its rules in the order in which they decide it."""

_FIRST = 10
"""The votes that an answered text has for its first rule. They are counted in whole numbers, so that their sum does not
depend on the order of the texts."""
_FEWER = 3
"""How many votes fewer the text has for each further rule; the fifth gets none."""


class Vote(NamedTuple):
    """What the pairs of words add to the score of a rule.

    Attributes:
        value: What is added.
        text: The answered text of the rule with most words of the query.
    """

    value: float
    text: str


class _CommonText(NamedTuple):
    """An answered text that has several words of a query.

    Attributes:
        text: The text.
        stems: The stems that it has in common with the query, in the order of the query.
        rules: The rules that decide it.
    """

    text: str
    stems: tuple[str, ...]
    rules: Sequence[str]


class _Support(NamedTuple):
    """The votes of one pair of words.

    Attributes:
        texts: The number of answered texts with both words.
        votes: The votes that these texts have for each of their rules.
    """

    texts: int
    votes: Counter[str]


def count_votes(rarities: Mapping[str, float], *tables: Answered) -> dict[str, Vote]:
    """Return the votes for each rule that has enough of them.

    If only some words of the query vote for a rule, their votes count less, by the share of these words.

    Args:
        rarities: How rare each stem of the query is, in the order of the query, without stop words.
        tables: The answered texts.
    """
    common = [text for table in tables for text in _list_common(rarities.keys(), table)]
    supports = _count_supports(common)
    sums: dict[str, float] = {}
    voters: dict[str, set[str]] = {}
    for pair in combinations(rarities, 2):
        support = supports.get(pair)
        if support is None:
            continue
        worth = (rarities[pair[0]] + rarities[pair[1]]) / (support.texts + 1)
        for rule, votes in support.votes.items():
            sums[rule] = sums.get(rule, 0.0) + worth * votes / _FIRST
            voters.setdefault(rule, set()).update(pair)
    values = {rule: _weigh(value, voters[rule], rarities) for rule, value in sums.items()}
    least = read_definition().weights["least_voted"]
    best_texts = _find_best_texts(common)
    return {rule: Vote(value, best_texts[rule]) for rule, value in values.items() if value >= least}


def _list_common(wanted: KeysView[str], table: Answered) -> Iterator[_CommonText]:
    """Yield the answered texts that have two stems of a query or more.

    Args:
        wanted: The stems of the query, in its order.
        table: The answered texts.
    """
    for text, rules in table.items():
        stems = stems_of_saying(text)
        if len(stems & wanted) > 1:
            yield _CommonText(text, tuple(stem for stem in wanted if stem in stems), rules)


def _count_supports(common: Sequence[_CommonText]) -> dict[tuple[str, str], _Support]:
    """Return the votes of each pair of words that some answered texts have."""
    supports: dict[tuple[str, str], _Support] = {}
    for text in common:
        for pair in combinations(text.stems, 2):
            support = supports.get(pair) or _Support(0, Counter())
            for place, rule in enumerate(text.rules):
                votes = _FIRST - _FEWER * place
                if votes > 0:
                    support.votes[rule] += votes
            supports[pair] = support._replace(texts=support.texts + 1)
    return supports


def _weigh(value: float, voters: AbstractSet[str], rarities: Mapping[str, float]) -> float:
    """Return the sum of some votes for a rule, weighed by the share of the words that have them.

    Args:
        value: The sum of the votes.
        voters: The stems of the words that vote for the rule.
        rarities: The rarities of all stems of the query.
    """
    total = sum(rarities.values())
    share = sum(rarity for stem, rarity in rarities.items() if stem in voters) / total
    return round(read_definition().weights["voted"] * value * share / math.sqrt(total), DIGITS)


def _find_best_texts(common: Sequence[_CommonText]) -> dict[str, str]:
    """Return for each rule the answered text with most words of the query; of equal ones the first of the alphabet."""
    best: dict[str, str] = {}
    for text in sorted(common, key=lambda text: (-len(text.stems), text.text)):
        for rule in text.rules:
            best.setdefault(rule, text.text)
    return best
