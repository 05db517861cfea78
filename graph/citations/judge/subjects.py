"""The distinctive terms of each lineage, as small numbers, and the weight of each term.

Most comments describe a rule in their own words: they share no phrase of four words with it, but its nouns and verbs.
These show which of two rules is meant if there are only two candidates: the rule that has the number, and the one that
had it before. A term is the hash of a word's stem; the fewer rules have a term, the greater is its weight (inverse
document frequency: Spärck Jones, "A statistical interpretation of term specificity", Journal of Documentation, 1972).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log
from typing import TYPE_CHECKING
from zlib import crc32

from rules.normal import plain_words
from rules.vocabulary import is_content, stem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Balance:
    """The distribution of a citation context's terms between two rules.

    Attributes:
        ours: Weight of the terms that only the first rule has.
        theirs: Weight of the terms that only the second rule has.
        count: Number of terms that only the second rule has.
    """

    ours: float
    theirs: float
    count: int

    @property
    def leans_to_the_first(self) -> bool:
        """Return whether the context has more weight for the first rule than for the second."""
        return self.ours > self.theirs

    @property
    def speaks_for_the_second(self) -> bool:
        """Return whether the context is clearly about the second rule."""
        return self.theirs >= ENOUGH and self.count >= FEWEST and self.theirs >= CLEARLY * self.ours

    @property
    def leans_to_the_second(self) -> bool:
        """Return whether the second rule is likelier to be meant, if one of the two must be."""
        return self.theirs >= ENOUGH / 2 and self.theirs >= 2 * self.ours

    @property
    def has_a_rare_word(self) -> bool:
        """Return whether the context has the weight of a rare term for the second rule and none for the first."""
        return self.theirs >= RARE and not self.ours


ENOUGH = 8.0
FEWEST = 2
CLEARLY = 3.0
"""Minimum weight (that of two terms which one rule in fifty has), number of terms, and ratio to the weight for the
other rule. Found by comparing parts of all rules, with noise added, with the numbers that these rules have and had."""
_SUBJECT, _SUBJECT_WORDS = 12.0, 3
"""Minimum weight and number of the terms that show a context's subject: three terms that one rule in fifty has. With
two, an unrelated half-sentence was taken for the subject of another rule."""
UNUSUAL = 4.0
"""Weight of a term that fewer than one rule in fifty has: "haste" is such a word, "counter" and "cast" are not."""
RARE = 5.0
"""Weight of a term that one rule in 150 has; one such term is enough if it is close and the other rule has none."""


@lru_cache(1 << 13)
def distinctive_terms(text: str) -> frozenset[int]:
    """Return the distinctive terms of a text: 16-bit hashes of stems, without typography and rule numbers.

    Only the first `rules.normal.LONG` characters are read: no rule has a longer text, and the beginning suffices.
    """
    return frozenset(map(_hash, plain_words(text))) - {_EMPTY}


_EMPTY = -1
"""Replaces the hash of a function word."""


@lru_cache(1 << 15)
def _hash(word: str) -> int:
    return crc32(stem(word).encode()) & 0xFFFF if is_content(word) else _EMPTY


_NONE: frozenset[int] = frozenset()


class Subjects:
    """The distinctive terms of all lineages, and the weight of each term.

    Args:
        by_lineage: Lineage → the distinctive terms of all of its versions.
    """

    def __init__(self, by_lineage: Mapping[str, frozenset[int]]) -> None:
        self._by_lineage = by_lineage
        self._asked: dict[str, frozenset[int]] = {}

    @cached_property
    def _worth(self) -> dict[int, float]:
        counts = Counter(word for words_of in self._by_lineage.values() for word in words_of)
        return {word: log(len(self._by_lineage) / count) for word, count in counts.items()}

    @cached_property
    def _holders(self) -> dict[int, list[str]]:
        """Return the lineages that have each term."""
        holders: dict[int, list[str]] = defaultdict(list)
        for lineage, terms in self._by_lineage.items():
            for term in terms:
                holders[term].append(lineage)
        return dict(holders)

    def of(self, lineages: Iterable[str]) -> frozenset[int]:
        """Return the distinctive terms of several lineages together."""
        return frozenset[int]().union(*map(self.of_one, lineages))

    def of_one(self, lineage: str) -> frozenset[int]:
        """Return the distinctive terms of a lineage."""
        terms = self._asked.get(lineage)
        if terms is None:
            terms = self._asked[lineage] = self._by_lineage.get(lineage, _NONE)
        return terms

    def has_subject(self, context: frozenset[int], is_rule: Callable[[str], bool]) -> bool:
        """Return whether a context has several terms of the rules, and enough of them are of one rule.

        Args:
            context: The context's distinctive terms.
            is_rule: Returns whether a lineage counts.
        """
        known = sorted(context & self._holders.keys())
        if len(known) < _SUBJECT_WORDS or self.weight(frozenset(known)) < _SUBJECT:
            return False
        counts: Counter[str] = Counter()
        worth: dict[str, float] = defaultdict(float)
        for term in known:
            for lineage in self._holders[term]:
                counts[lineage] += 1
                worth[lineage] += self._worth[term]
        return any(
            count >= FEWEST and worth[lineage] >= ENOUGH and is_rule(lineage) for lineage, count in counts.items()
        )

    def is_rare(self, words_of_a_name: frozenset[int]) -> bool:
        """Return whether a term of a name is so rare in the rules that its occurrence must be the name."""
        return max((self._worth.get(word, 0.0) for word in words_of_a_name), default=0.0) >= UNUSUAL

    def balance(self, context: frozenset[int], one: frozenset[int], other: frozenset[int]) -> Balance:
        """Return how a context's terms are distributed between those of one rule and those of another."""
        ours, theirs = one & context, other & context
        return Balance(self._sum(ours - theirs), self._sum(theirs - ours), len(theirs - ours))

    def weight(self, some: frozenset[int]) -> float:
        """Return the total weight of some terms."""
        return self._sum(some)

    def _sum(self, some: frozenset[int]) -> float:
        return sum(self._worth[word] for word in sorted(some))
