"""What the judge knows about the words of the rules: their titles, distinctive terms and fingerprints.

Most comments describe a rule in their own words: they share no phrase of four words with it, but its nouns and verbs.
These show which of two rules is meant if there are only two candidates: the rule that has the number, and the one that
had it before. A term is the hash of a word's stem; the fewer rules have a term, the greater is its weight (inverse
document frequency: Spärck Jones, "A statistical interpretation of term specificity", Journal of Documentation, 1972).

To report a fault, a title must occur word for word; to accept a number, a word with the same stem suffices: `equipped`
is about "Equip", but does not name it.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache
from math import log
from typing import NamedTuple

import msgspec
from ahocorasick_rs import AhoCorasick

from graph.history import History
from graph.ledger.words import distinctive_terms, packed_words, unpacked_words
from rules.caching import cached_method
from rules.late_patterns import compile_late
from rules.numbers import LETTERS, is_number, kind_of, without_letters
from rules.text import fold, is_content, stem, strip_title

RARE, UNUSUAL = 5.0, 4.0
"""Weight of a term that one rule in 150 has: "scry" is such a word, "tap" is not. Weight of a term that fewer than one
rule in fifty has: "haste" is such a word, "counter" and "cast" are not."""
ENOUGH = 2 * UNUSUAL
"""Minimum weight of terms that show a subject. Found, as is `CLEARLY`, by comparing parts of all rules, with noise
added, with the numbers that these rules have and had."""
COMMON = 2.0
"""Weight of a term that one rule in seven has: "card" and "player" are such words."""
_FEW_TERMS = 16
"""Number of terms whose rules are sought one by one; for more an index pays."""
CLEARLY = 3.0
"""Minimum ratio of that weight to the weight for another rule."""


class Balance(NamedTuple):
    """The distribution of terms between two rules.

    Attributes:
        ours: Weight of the terms that only the first rule has.
        theirs: Weight of the terms that only the second rule has.
        terms: Number of terms that only the second rule has.
    """

    ours: float
    theirs: float
    terms: int

    @property
    def clearly_second(self) -> bool:
        """Return whether the terms are clearly about the second rule."""
        return self.theirs >= ENOUGH and self.terms > 1 and self.theirs >= CLEARLY * self.ours

    @property
    def prefers_second(self) -> bool:
        """Return whether the second rule is likelier to be meant, if one of the two must be."""
        return self.theirs >= UNUSUAL and self.theirs >= 2 * self.ours


_WORD = compile_late(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_STOP = compile_late(r"[.;:!?()\[\]{}|]|[^\W_]")
"""Characters at which a title ends, and digits between words."""
_POSSESSIVE = compile_late(r"['’]s\Z")
_NAME = compile_late(r"\b[A-Z][\w'’-]*(?:[ -](?:of|the|to|and|[A-Z][\w'’-]*))*[ -][A-Z][\w'’-]*")
"""Several capitalised words: a name, whose words say nothing about a rule."""
_SHORTEST_STEM = 4
"""Minimum number of first letters that a word must share with a title's word to be about it."""


class Named(msgspec.Struct, frozen=True):
    """A title found in some words; the last fields tell how it lies to the citation that has these words.

    Attributes:
        name: The title in plain letters.
        words: The title as printed.
        start: Offset of its first character in the words that were searched.
        end: Offset after its last character.
        set_off: Whether capitals or quotation marks distinguish it from its sentence, as they do for names.
        as_title: Whether it is printed as the number's own title.
        gap: Number of characters between it and the citation, without the cue.
        touching: Whether there are only a few marks between the two, besides the cue.
        before: Whether it is before the citation.
        same_clause: Whether there is no comma, semicolon, full stop or bar between the two.
        in_name: Whether it is part of a longer name, such as a card's.
        starts_sentence: Whether it may be only the first word of a sentence: "Reveal the top card".
        is_other: Whether it is next to the citation behind, is many words behind this one, or is told apart: "unlike
            Flashback", "the defender's".
        in_prose: Whether it is in a sentence that speaks of the number, and not right behind it.
    """

    name: str
    words: str
    start: int
    end: int
    set_off: bool
    as_title: bool = False
    gap: int = 0
    touching: bool = False
    before: bool = False
    same_clause: bool = False
    in_name: bool = False
    starts_sentence: bool = False
    is_other: bool = False
    in_prose: bool = False


class Lexicon:
    """The words of the rules and their titles in all editions, with caches, for all citations of a run.

    Args:
        history: The history of the rules.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self.named = lru_cache(1 << 14)(self._find_named)
        self.resembling = lru_cache(1 << 10)(self._find_resembling)
        self.terms_of = lru_cache(1 << 12)(self._list_terms)

    @cached_property
    def _terms(self) -> dict[str, bytes]:
        """Return the distinctive terms of all versions of each lineage, packed: few of many thousand are needed."""
        return self.history.ledger.distinctive_terms()

    def _find_resembling(self, text: str) -> dict[str, float]:
        """Return lineage → the share of a quote's fingerprints that the lineage has, for the lineages of rules.

        Glossary entries, headings without a rule number and other works are left out: a number never means them.
        """
        return {
            lineage: share
            for lineage, share in self.history.ledger.resembling(text).items()
            if self.history.is_rule(lineage)
        }

    @cached_method
    def family(self, edition: str, number: str) -> frozenset[str]:
        """Return the lineages that a quote next to a number may be from.

        Returns:
            For a rule or subrule, the rule with all its subrules; for a chapter or section, it and what is right below.
        """
        if not is_number(number):
            return frozenset()
        rule = without_letters(number)
        members = (
            (rule, *(f"{rule}{letter}" for letter in LETTERS))
            if "." in number
            else (number, *self.history.children(edition).get(number, ()))
        )
        return frozenset(filter(None, (self.history.lineage(edition, member) for member in members)))

    @cached_method
    def title_terms(self, edition: str) -> frozenset[int]:
        """Return the distinctive terms of all titles of an edition."""
        return frozenset[int]().union(*map(distinctive_terms, self.history.store.headings(edition).values()))

    @cached_property
    def worth(self) -> dict[int, float]:
        """Return the weight of each term that a rule has."""
        counts = Counter(unpacked_words(b"".join(self._terms.values())))
        return {word: log(len(self._terms) / count) for word, count in counts.items()}

    def _list_terms(self, lineages: frozenset[str]) -> frozenset[int]:
        """Return the distinctive terms of several lineages together."""
        return frozenset[int]().union(*(unpacked_words(self._terms.get(lineage, b"")) for lineage in lineages))

    def weight(self, some: Iterable[int]) -> float:
        """Return the total weight of some terms; terms that no rule has weigh nothing."""
        return sum(self.worth.get(word, 0.0) for word in sorted(some))

    def is_rare(self, terms: frozenset[int], weight: float = UNUSUAL) -> bool:
        """Return whether one of some terms is rare in the rules."""
        return any(self.worth.get(term, 0.0) >= weight for term in terms)

    def holders_of(self, term: int) -> tuple[str, ...]:
        """Return the lineages that have a term."""
        if len(self._holders) < _FEW_TERMS:
            if term not in self._holders:
                pair = packed_words((term,))
                self._holders[term] = tuple(
                    lineage
                    for lineage, packed in self._terms.items()
                    if pair in packed and term in unpacked_words(packed)
                )
            return self._holders[term]
        return self._index.get(term, ())

    @cached_property
    def _holders(self) -> dict[int, tuple[str, ...]]:
        """Return the lineages of the first terms that were sought: most runs seek few, and need no index."""
        return {}

    @cached_property
    def _index(self) -> dict[int, tuple[str, ...]]:
        index: dict[int, list[str]] = {}
        for lineage, packed in self._terms.items():
            for term in unpacked_words(packed):
                index.setdefault(term, []).append(lineage)
        return {term: tuple(lineages) for term, lineages in index.items()}

    def weigh_others(self, terms: frozenset[int], ours: frozenset[str]) -> Balance:
        """Return how terms are distributed between those of some lineages and those of the other one with most weight.

        Terms that very many rules have count for nothing.
        """
        left = {term for term in terms - self.terms_of(ours) if self.worth.get(term, 0.0) >= COMMON}
        weights: dict[str, float] = {}
        counts: Counter[str] = Counter()
        for term in sorted(left):
            for lineage in self.holders_of(term):
                weights[lineage] = weights.get(lineage, 0.0) + self.worth[term]
                counts[lineage] += 1
        best = max(weights, key=lambda lineage: (weights[lineage], lineage), default=None)
        own = self.weight(terms & self.terms_of(ours))
        return Balance(own, weights[best], counts[best]) if best else Balance(own, 0.0, 0)

    def balance(self, terms: frozenset[int], ours: frozenset[str], theirs: frozenset[str]) -> Balance:
        """Return how terms are distributed between those of some lineages and those of others."""
        one, other = self.terms_of(ours), self.terms_of(theirs)
        mine, its = terms & (one - other), terms & (other - one)
        return Balance(self.weight(mine), self.weight(its), len(its))

    @cached_property
    def keywords(self) -> frozenset[str]:
        """Return the titles that only rules have, never chapters: the names of keywords, and titles of other rules."""
        return frozenset(
            title for title, places in self.history.holders.items() if all(kind_of(key) == "rule" for key, _ in places)
        )

    @cached_method
    def _stems(self, title: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the beginnings of a title's content words that suffice to accept a number, and those that name it.

        A beginning has lost its last letters, which inflection changes: `shuffl`; `clash`, not `clas`.
        """
        places = self.history.holders.get(title)
        if not places:
            return (), ()
        printed = self.history.heading(places[0][1], places[0][0]) or title
        words = _stems_in(printed if strip_title(printed) == title else title).split()
        return tuple(map(_strip_last_letter, words)), tuple(map(_strip_vowels, words))

    @cached_property
    def _automaton(self) -> tuple[AhoCorasick, tuple[str, ...]]:
        """Return an automaton that finds all names and their plurals, and the name of each of its patterns."""
        patterns = {name: name for name in (*self.history.holders, *self.history.ability_words)}
        for title in [*patterns]:
            if len(title) >= _SHORTEST_STEM:
                patterns.setdefault(f"{title}s", title)
        return AhoCorasick(list(patterns)), tuple(patterns.values())

    def _find_named(self, words: str) -> tuple[Named, ...]:
        """Return the titles in some words from left to right; of overlapping ones the first, and the longest there."""
        tokens = list(_WORD.finditer(words))
        joined, starts, ends = _join_words(words, tokens)
        automaton, titles = self._automaton
        longest: dict[int, tuple[int, str]] = {}
        for pattern, start, end in automaton.find_matches_as_indexes(joined, overlapping=True):
            first, last = starts.get(start), ends.get(end)
            if first is not None and last is not None and last > longest.get(first, (-1, ""))[0]:
                longest[first] = (last, titles[pattern])
        found: list[Named] = []
        at = 0
        for first, (last, name) in sorted(longest.items()):
            if first >= at:
                at = last + 1
                start, end = tokens[first].start(), tokens[last].end()
                found.append(Named(name, words[start:end], start, end, _is_set_off(words, tokens[first:at])))
        return tuple(found)

    def may_be_about(self, words: str, titles: Collection[str], others: Collection[str] = ()) -> bool:
        """Return whether some words may be about one of several titles: enough to accept a number, not to reject it.

        Words that some other titles have too say nothing.
        """
        here = _stems_in(words)
        shared = {beginning for title in others for beginning in self._stems(title)[0]}
        if any(f"\n{beginning}" in here for title in titles for beginning in {*self._stems(title)[0]} - shared):
            return True
        joined = strip_title(words)
        return any(len(title) > _SHORTEST_STEM and title in joined for title in titles)

    def find_inflected(self, words: str, titles: Iterable[str]) -> str | None:
        """Return the first title in alphabetical order whose content words all occur in some words, inflected.

        Names of several capitalised words, such as a card's, do not count.
        """
        here = _stems_in(_NAME.sub(" ", words))
        for title in sorted(titles):
            beginnings = self._stems(title)[1]
            if beginnings and all(f"\n{beginning}" in here for beginning in beginnings):
                return title
        return None


@lru_cache(1 << 14)
def _stems_in(words: str) -> str:
    """Return the stems of the content words, each after a line end, so that one search finds whether any begins so."""
    return "".join(sorted(f"\n{word}" for word in {*map(_stem_of, _WORD.findall(words))} - {""}))


@lru_cache(1 << 15)
def _stem_of(printed: str) -> str:
    """Return the stem of a word as printed; empty if it is not a content word."""
    word = fold(printed)
    return stem(word) if is_content(word) else ""


def _strip_vowels(word: str) -> str:
    """Return a stem without a last vowel, unless few letters are left: `da` of `day` begins `damage` too."""
    short = word.rstrip("eiy")
    return short if len(short) >= _SHORTEST_STEM else word


def _strip_last_letter(word: str) -> str:
    """Return a stem without its last letter, and without the vowel of an agent: `adventur` of `adventurer`.

    A stem of up to four letters is not shortened: fewer letters begin too many words. Nor is the verb of an agent, as
    in "Order", unless it is clearly longer.
    """
    short = word[: max(_SHORTEST_STEM, len(word) - 1)]
    return short.removesuffix("e") if word.endswith("er") and len(short) > _SHORTEST_STEM + 2 else short


def _join_words(words: str, tokens: Sequence[re.Match[str]]) -> tuple[str, dict[int, int], dict[int, int]]:
    """Join words in plain letters without blanks, as titles are listed, with a line end where a title cannot continue.

    Returns:
        The letters; offset in them → the token that starts there; offset → the token that ends there, not counting the
        s of a possessive.
    """
    joined = ""
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    previous = 0
    for place, token in enumerate(tokens):
        between = words[previous : token.start()]
        if between != " " and _STOP.search(between):
            joined += "\n"
        starts[len(joined)] = place
        joined += strip_title(token[0])
        ends[len(joined) - 1 if _POSSESSIVE.search(token[0]) else len(joined)] = place
        previous = token.end()
    return joined, starts, ends


def _is_set_off(words: str, tokens: Sequence[re.Match[str]]) -> bool:
    """Return whether a name is marked as such: by quotation marks, backticks, asterisks, underscores or capitals."""
    before, after = words[: tokens[0].start()][-1:], words[tokens[-1].end() :][:1]
    if before and before in "`'\"“‘*_" and after and after in "`'\"”’*_":
        return True
    return all(token[0][0].isupper() or not is_content(token[0].casefold()) for token in tokens)
