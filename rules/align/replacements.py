"""Terms that were renamed between two editions, mined from passages that continue each other.

Guarantees: pure; the result depends only on the pairs, not on the hash seed.

A maximal difference between an old and a new passage is a *hunk*. A hunk alone is often not the term: the words between
two hunks may belong to it ("converted mana cost" to "mana value" keeps a word in the middle), and deleted words have no
successor of their own ("shuffles his or her library" to "shuffles"). So each hunk, each run of adjacent hunks, and each
of them with one or two words of context is a *variant*, and a hunk counts for all its variants. The variants are then
chosen one by one, by support times consistency; the hunks of a chosen variant are explained and count for no other, so
that "play" is judged by the occurrences that "in play" does not explain.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.align.hunks import Hunk, PassagePair, find_hunks
from rules.align.passage_words import Words
from rules.align.variants import (
    Replaced,
    Spot,
    Variant,
    count_pairs,
    is_term,
    list_variants,
    stems_of,
    strip_common_ends,
)
from rules.grouping import grouped
from rules.links import Replacement
from rules.text import FUNCTION_WORDS

EVIDENCE = 12
"""Maximum number of records named as evidence of a replacement, or of a term."""
OFTEN = 10
"""Number of pairs with a replacement from which the old words, if no longer in use, are certainly a renamed term. (The
name of the newest set, which changes with every edition, is in seven at most.) Function words alone ("his or her" to
"their") count as renamed from this number on, if they were replaced consistently as well."""
_LEAST_PAIRS = 3
"""Minimum number of pairs with a replacement in any inflection, unless the caller sets another."""
_CONSISTENT_STYLE = 0.4
"""Minimum consistency of a replacement of function words alone."""
_LEAST_PRODUCT = 1.0
"""Minimum product of support and consistency; below it, the old words are unchanged nearly everywhere."""
_REWRITTEN = 8
"""A hunk with more words than this on a side is a rewritten passage."""
_MOST_EFFORT = 3_000_000
"""Maximum number of spots, occurrences and scores looked at while variants are chosen."""


class _WordPlace(NamedTuple):
    """The place of an old word: index of the pair of passages, and offset in the old passage."""

    pair: int
    offset: int


def mine_replacements(
    pairs: Iterable[tuple[str, Words, Words]], *, minimum: int = _LEAST_PAIRS
) -> tuple[Replacement, ...]:
    """Find the words that repeatedly replaced others.

    Args:
        pairs: Key in the newer edition, old words and new words (`words(mask(fold(passage)))`) of records that continue
            each other, in document order of the newer edition. Pairs without difference may be among them or not; the
            consistency is measured on what is given.
        minimum: Minimum number of pairs with a replacement, all its inflections ("creates", "create") together.

    Returns:
        The replacements, best first (support times consistency). Replacements of only numbers, typography, or function
        words that were not replaced nearly everywhere are left out.
    """
    passages = [PassagePair(key, old, new) for key, old, new in pairs if old and new]
    hunks = find_hunks(passages)
    spots_of = grouped(list_variants(passages, hunks))
    supports = Counter[Replaced]()
    for replaced, spots in spots_of.items():
        supports[stems_of(replaced)] += count_pairs(spots)
    variants = [
        Variant(replaced, spots)
        for replaced, spots in spots_of.items()
        if supports[stems_of(replaced)] >= minimum and is_term(replaced)
    ]
    replacements = _Choice(passages, variants, _list_rewritten(hunks), minimum).run()
    return tuple(sorted(replacements, key=_rank))


def _rank(replacement: Replacement) -> tuple[float, str, str]:
    return -replacement.support * replacement.consistency, replacement.old, replacement.new


def _list_rewritten(hunks: Iterable[Hunk]) -> set[_WordPlace]:
    """Return the old words of rewritten passages, which are evidence neither for nor against a renaming."""
    rewritten: set[_WordPlace] = set()
    for hunk in hunks:
        if max(hunk.old_end - hunk.old_start, hunk.new_end - hunk.new_start) > _REWRITTEN:
            rewritten.update(_WordPlace(hunk.pair, offset) for offset in range(hunk.old_start, hunk.old_end))
    return rewritten


class _Choice:
    """The choice of variants, one by one, with the hunks that the chosen variants explain."""

    def __init__(
        self, pairs: Sequence[PassagePair], variants: Sequence[Variant], rewritten: set[_WordPlace], minimum: int
    ) -> None:
        self._pairs = pairs
        self._variants = variants
        self._minimum = minimum
        self._effort = 0
        self._occurrences = _find_occurrences(pairs, {variant.old for variant in variants})
        self._explained_hunks: set[int] = set()
        self._explained_words = rewritten
        self._support_of_stems: Counter[Replaced] = Counter()  # of the chosen variants
        self._chosen: dict[int, list[Spot]] = {}  # chosen variant → the spots that it explains
        self._variants_of_stems = grouped((variant.stems, index) for index, variant in enumerate(variants))
        self._by_word: dict[str, set[int]] = defaultdict(set)
        self._by_hunk: dict[int, set[int]] = defaultdict(set)
        for index, variant in enumerate(variants):
            for word in variant.old:
                self._by_word[word].add(index)
            for spot in variant.spots:
                for hunk in spot.hunks:
                    self._by_hunk[hunk].add(index)

    def run(self) -> list[Replacement]:
        """Choose the variants and return them."""
        scores = {}
        for index in range(len(self._variants)):
            score = self._score(index)
            if score:
                scores[index] = score
        while scores and self._effort < _MOST_EFFORT:
            self._effort += len(scores)
            best = max(scores, key=scores.__getitem__)  # the first of several
            self._take(best)
            del scores[best]
            for index in self._find_touched(best) & scores.keys():
                scores[index] = self._score(index)
                if not scores[index]:
                    del scores[index]
        return [self._make_replacement(index) for index in self._merge_chosen()]

    def _find_touched(self, chosen: int) -> set[int]:
        """Return the variants whose score may change with a chosen one: they share a word or a hunk with it."""
        touched: set[int] = set()
        for word in self._variants[chosen].old:
            touched |= self._by_word[word]
        for spot in self._variants[chosen].spots:
            for hunk in spot.hunks:
                touched |= self._by_hunk[hunk]
        return touched

    def _find_unexplained(self, index: int) -> list[Spot]:
        """Return the spots of a variant that no chosen variant explains yet."""
        return [spot for spot in self._variants[index].spots if self._explained_hunks.isdisjoint(spot.hunks)]

    def _count_unexplained(self, old: Words) -> int:
        """Return how often the words occur where no chosen variant explains them."""
        count = 0
        for pair, start in self._occurrences[old]:
            places = ((pair, offset) for offset in range(start, start + len(old)))
            if not any(place in self._explained_words for place in places):
                count += 1
        return count

    def _score(self, index: int) -> float:
        """Return the score of a variant by the occurrences that no chosen variant explains yet.

        It is 0 if the variant no longer occurs often enough.
        """
        variant = self._variants[index]
        self._effort += len(variant.spots) + len(self._occurrences[variant.old])
        spots = self._find_unexplained(index)
        support = count_pairs(spots)
        if not support:
            return 0.0
        consistency = min(1.0, len(spots) / max(self._count_unexplained(variant.old), 1))
        if support * consistency < _LEAST_PRODUCT:
            return 0.0
        if variant.is_style and (support < OFTEN or consistency < _CONSISTENT_STYLE):
            return 0.0
        if support < self._minimum and self._sum_support(variant.stems) < self._minimum:
            return 0.0
        return support * consistency * variant.shape

    def _sum_support(self, stems: Replaced) -> int:
        """Return the support of all inflections of a replacement together."""
        unexplained = sum(count_pairs(self._find_unexplained(index)) for index in self._variants_of_stems[stems])
        return unexplained + self._support_of_stems[stems]

    def _take(self, index: int) -> None:
        """Choose a variant: its unexplained hunks and old words are explained from now on."""
        variant = self._variants[index]
        spots = self._find_unexplained(index)
        for spot in spots:
            self._explained_hunks.update(spot.hunks)
            for offset in range(spot.offset, spot.offset + len(variant.old)):
                self._explained_words.add(_WordPlace(spot.pair, offset))
        self._support_of_stems[variant.stems] += count_pairs(spots)
        self._chosen[index] = spots

    def _merge_chosen(self) -> list[int]:
        """Merge chosen replacements that differ only in function words ("play a" to "cast a", "play" to "cast").

        They are merged only if both were chosen. Which of the two was chosen first depends on the words that often
        accompany the term, and has no meaning.
        """
        chosen = {Replaced(self._variants[index].old, self._variants[index].new): index for index in self._chosen}
        for replaced, index in list(chosen.items()):
            bare = chosen.get(strip_common_ends(replaced, FUNCTION_WORDS), index)
            if bare != index:
                self._chosen[bare] += self._chosen.pop(index)
                del chosen[replaced]
        return list(chosen.values())

    def _make_replacement(self, index: int) -> Replacement:
        """Return a chosen variant as a replacement, with the spots that it explains as support."""
        variant, spots = self._variants[index], self._chosen[index]
        pairs = sorted({spot.pair for spot in spots})
        keys = dict.fromkeys(self._pairs[pair].key for pair in pairs)
        consistency = round(len(spots) / (len(spots) + self._count_unexplained(variant.old)), 4)
        return Replacement(
            " ".join(variant.old), " ".join(variant.new), len(pairs), consistency, tuple(keys)[:EVIDENCE]
        )


def _find_occurrences(pairs: Sequence[PassagePair], wanted: Iterable[Words]) -> dict[Words, list[_WordPlace]]:
    """Return the places at which the wanted words begin in the old passages."""
    places_of: dict[Words, list[_WordPlace]] = {words: [] for words in wanted}
    lengths_by_first_word: dict[str, set[int]] = defaultdict(set)
    for words in places_of:
        lengths_by_first_word[words[0]].add(len(words))
    for index, pair in enumerate(pairs):
        for offset, word in enumerate(pair.old):
            for length in lengths_by_first_word.get(word, ()):
                places = places_of.get(pair.old[offset : offset + length])
                if places is not None:
                    places.append(_WordPlace(index, offset))
    return places_of
