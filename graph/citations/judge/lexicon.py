"""The judge's knowledge of the words of the rules: their distinctive terms and fingerprints.

Most comments describe a rule in their own words: they share no phrase of four words with it, but its nouns and verbs.
These show which of two rules is meant if there are only two candidates: the rule that has the number, and the one that
had it before. A *lineage* is a rule through all editions; the *fingerprints* of a text are hashes of every four words
in a row, by which quotes are found. A *term* is the hash of a word's stem; the fewer rules have a term, the greater is
its weight (inverse document frequency: Spärck Jones, "A statistical interpretation of term specificity", Journal of
Documentation, 1972).
"""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache
from math import log
from typing import NamedTuple

from graph.citations.judge.glossary_names import GlossaryNames
from graph.citations.judge.rule_terms import RuleTerms
from graph.citations.judge.titles import TitleFinder
from graph.history import History
from graph.ledger.words import distinctive_terms, pack_terms, unpack_terms
from rules.caching import cached_method
from rules.numbers import LETTERS, is_number, kind_of, without_letters

RARE = 5.0
"""Weight of a term that one rule in 150 has: "scry" is such a word, "tap" is not."""
UNUSUAL = 4.0
"""Weight of a term that fewer than one rule in fifty has: "haste" is such a word, "counter" and "cast" are not."""
COMMON = 2.0
"""Weight of a term that one rule in seven has: "card" and "player" are such words."""
ENOUGH = 2 * UNUSUAL
"""Minimum weight of terms that show a subject. Found, as is `CLEARLY`, by comparing parts of all rules, with noise
added, with the numbers that these rules have and had."""
CLEARLY = 3.0
"""Minimum ratio of that weight to the weight for another rule."""
RATHER = 2
"""Minimum ratio of the weight for a rule to that for another one if one of the two must be meant."""
_LEAST_FAMILIAR = 0.5
"""Minimum share of the terms of some words that rules have, for the words to be English and about the game."""
_FEW_TERMS = 16
"""Number of terms that are searched one by one; for more of them, making an index is faster."""


class Balance(NamedTuple):
    """How much of some words is of a rule that may be meant, the candidate, and how much of another one, its rival.

    Attributes:
        only_candidate: Weight of the terms that only the candidate has.
        candidate_terms: Number of these terms.
        only_rival: Weight of the terms that only the rival has.
    """

    only_candidate: float
    candidate_terms: int
    only_rival: float

    @property
    def is_clear(self) -> bool:
        """Return whether the words are clearly about the candidate, even if nothing else speaks for it."""
        has_enough = self.only_candidate >= ENOUGH and self.candidate_terms > 1
        return has_enough and self.only_candidate >= CLEARLY * self.only_rival

    @property
    def prefers_candidate(self) -> bool:
        """Return whether the candidate is likelier to be meant, if one of the two rules must be."""
        return self.only_candidate >= UNUSUAL and self.only_candidate >= RATHER * self.only_rival


class Lexicon:
    """The words of the rules in all editions, with caches, for all citations of a run.

    Args:
        history: The history of the rules.

    Attributes:
        history: The history of the rules.
        titles: Their titles.
        find_quoted: Returns the lineages that a quote may be from; see `_find_quoted_rules`. Cached.
        terms_of: Returns the distinctive terms that any of several lineages has, in any wording. Cached.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self.titles = TitleFinder(history)
        self.find_quoted = lru_cache(1 << 10)(self._find_quoted_rules)
        self.terms_of = lru_cache(1 << 12)(self._list_terms)
        self._found: dict[int, tuple[str, ...]] = {}  # a cache of `lineages_with`

    @cached_property
    def keywords(self) -> frozenset[str]:
        """Return the titles that only rules have, never chapters: the names of keywords, and titles of other rules."""
        keywords: set[str] = set()
        for title, versions in self.history.titles.places.items():
            if all(kind_of(key) == "rule" for key, _ in versions):
                keywords.add(title)
        return frozenset(keywords)

    @cached_property
    def weight_of_term(self) -> dict[int, float]:
        """Return term → its weight: the logarithm of the number of all rules divided by that of the rules with it."""
        counts = Counter(unpack_terms(b"".join(self._terms.values())))
        return {term: log(len(self._terms) / count) for term, count in counts.items()}

    @cached_method
    def family(self, edition: str, number: str) -> frozenset[str]:
        """Return the lineages that a quote next to a number may be from.

        Returns:
            For a rule or subrule, the rule with all its subrules; for a chapter or section, it and what is right below.
            Empty for a glossary entry.
        """
        if not is_number(number):
            return frozenset()
        if "." in number:
            rule = without_letters(number)
            members = [rule, *(rule + letter for letter in LETTERS)]
        else:
            members = [number, *self.history.lineages.children(edition, number)]
        lineages = (self.history.lineages.find(edition, member) for member in members)
        return frozenset(lineage for lineage in lineages if lineage)

    @cached_method
    def is_chapter_of_titles(self, edition: str, chapter: str) -> bool:
        """Return whether most rules of a chapter have titles, as those of keywords have."""
        headings = self.history.store.headings_below(edition, chapter)
        return sum(map(bool, headings.values())) > len(headings) / 2

    @cached_method
    def terms_below(self, edition: str, number: str) -> frozenset[int]:
        """Return the terms of a chapter, rule or subrule and of all that is below it, in any wording."""
        terms = set(self.terms_of_lineage(self.history.lineages.find(edition, number) or ""))
        for child in self.history.lineages.children(edition, number):
            terms |= self.terms_below(edition, child)
        return frozenset(terms)

    @cached_method
    def glossary_names(self, edition: str) -> GlossaryNames:
        """Return the names by which an edition's glossary leads to one rule each."""
        return GlossaryNames(self.history, edition)

    @cached_method
    def rule_terms(self, edition: str) -> RuleTerms:
        """Return the terms of each rule of an edition."""
        return RuleTerms(self.history, edition, self.terms_of_lineage, lambda: self.weight_of_term)

    @cached_method
    def title_terms(self, edition: str) -> frozenset[int]:
        """Return the distinctive terms of all titles of an edition."""
        return frozenset[int]().union(*map(distinctive_terms, self.history.store.headings(edition).values()))

    def weight(self, terms: Iterable[int]) -> float:
        """Return the total weight of terms; those that no rule has weigh nothing."""
        return sum(self.weight_of_term.get(term, 0.0) for term in sorted(terms))

    def have_rare(self, terms: frozenset[int], weight: float = UNUSUAL) -> bool:
        """Return whether one of several terms has at least some weight, which only terms of few rules have."""
        return any(self.weight_of_term.get(term, 0.0) >= weight for term in terms)

    def are_familiar(self, terms: frozenset[int]) -> bool:
        """Return whether the rules have at least half of some terms; those of another language they have by chance."""
        return len(terms & self.weight_of_term.keys()) >= _LEAST_FAMILIAR * len(terms)

    def balance(self, terms: frozenset[int], *, candidate: frozenset[str], rival: frozenset[str]) -> Balance:
        """Return the distribution of some terms between two rules; terms that both have count for neither.

        Args:
            terms: The terms of the words.
            candidate: The lineages of the rule that may be meant, with those of its family if they count too.
            rival: The lineages of the other rule.
        """
        candidate_terms, rival_terms = self.terms_of(candidate), self.terms_of(rival)
        only_candidate = terms & (candidate_terms - rival_terms)
        only_rival = terms & (rival_terms - candidate_terms)
        return Balance(self.weight(only_candidate), len(only_candidate), self.weight(only_rival))

    def weigh_best_outside(self, terms: frozenset[int], family: frozenset[str]) -> Balance:
        """Return the distribution of some terms between a family and the best rule of all others.

        The best rule has the greatest weight of the terms that the family lacks. It is the candidate of the balance,
        and the family its rival. For the candidate, terms that very many rules have count for nothing.
        """
        family_terms = self.terms_of(family)
        family_weight = self.weight(terms & family_terms)
        outside = [term for term in sorted(terms - family_terms) if self.weight_of_term.get(term, 0.0) >= COMMON]
        weights: dict[str, float] = {}  # lineage → the weight of those terms outside of the family that it has
        counts: Counter[str] = Counter()  # lineage → the number of these terms
        for term in outside:
            for lineage in self.lineages_with(term):
                weights[lineage] = weights.get(lineage, 0.0) + self.weight_of_term[term]
                counts[lineage] += 1
        if not weights:
            return Balance(only_candidate=0.0, candidate_terms=0, only_rival=family_weight)
        best = max(weights, key=lambda lineage: (weights[lineage], lineage))
        return Balance(only_candidate=weights[best], candidate_terms=counts[best], only_rival=family_weight)

    def lineages_with(self, term: int) -> tuple[str, ...]:
        """Return the lineages that have a term.

        Making an index of all terms takes long, and most runs ask for few terms. So the first `_FEW_TERMS` terms are
        searched one by one, and only for a later term is the index made.
        """
        if len(self._found) >= _FEW_TERMS:
            return self._index.get(term, ())
        if term not in self._found:
            self._found[term] = self._find_lineages_with(term)
        return self._found[term]

    def _find_lineages_with(self, term: int) -> tuple[str, ...]:
        """Return the lineages that have a term, without an index.

        A search for the two bytes of the term is fast, but it also finds the last byte of one term and the first of the
        next. So the terms of each lineage that it finds are unpacked.
        """
        packed_term = pack_terms((term,))
        likely = [lineage for lineage, packed in self._terms.items() if packed_term in packed]
        return tuple(lineage for lineage in likely if term in unpack_terms(self._terms[lineage]))

    @cached_property
    def _index(self) -> dict[int, tuple[str, ...]]:
        """Return the lineages that have each term."""
        index: dict[int, list[str]] = {}
        for lineage, packed in self._terms.items():
            for term in unpack_terms(packed):
                index.setdefault(term, []).append(lineage)
        return {term: tuple(lineages) for term, lineages in index.items()}

    @cached_property
    def _terms(self) -> dict[str, bytes]:
        """Return the distinctive terms of all versions of each lineage, packed: few of many thousand are needed."""
        return self.history.ledger.distinctive_terms()

    def terms_of_lineage(self, lineage: str) -> frozenset[int]:
        """Return the distinctive terms of a lineage, without keeping them."""
        return frozenset(unpack_terms(self._terms.get(lineage, b"")))

    def _list_terms(self, lineages: frozenset[str]) -> frozenset[int]:
        """Return the distinctive terms of several lineages together."""
        return frozenset[int]().union(*(unpack_terms(self._terms.get(lineage, b"")) for lineage in lineages))

    def _find_quoted_rules(self, text: str) -> dict[str, float]:
        """Return lineage → the share of a quote's fingerprints that the lineage has, for the lineages of rules.

        Glossary entries, headings without a rule number and other works are left out: a number never means them.
        """
        shares = self.history.ledger.resembling(text)
        return {lineage: share for lineage, share in shares.items() if self.history.lineages.is_rule(lineage)}
