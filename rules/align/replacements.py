"""Terms that were renamed between two editions, mined from passages that continue each other.

Guarantees: pure; the result depends only on the pairs, not on the hash seed.

A maximal difference between an old and a new passage is a *hunk*. A hunk alone is often not the term: the words between
two hunks may belong to it ("converted mana cost" to "mana value" keeps a word in the middle), and deleted words have no
successor of their own ("shuffles his or her library" to "shuffles"). So each hunk, each run of adjacent hunks, and each
of them with one or two words of context is an *interpretation* (`rules.align.interpretations`), and a hunk counts for
all its interpretations. The interpretations are then chosen one by one, by support times consistency. The hunks of a
chosen interpretation are explained and count for no other one, so that "play" is judged by the occurrences that "in
play" does not explain.

The *support* of an interpretation is the number of pairs of passages in which it is seen; the *consistency* is the
share of the occurrences of the old words, in all pairs, that it explains.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.align.hunks import Hunk, PassagePair, find_hunks
from rules.align.interpretations import (
    Interpretation,
    Replaced,
    Spot,
    count_pairs,
    is_term,
    list_interpretations,
    stems_of,
    strip_common_ends,
)
from rules.align.passage_words import Words
from rules.grouping import grouped
from rules.links import Replacement
from rules.word_lists import FUNCTION_WORDS

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
"""Maximum number of spots, occurrences and scores looked at while interpretations are chosen."""


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
    spots_of = grouped(list_interpretations(passages, hunks))
    stems = {replaced: stems_of(replaced) for replaced in spots_of}
    support_of_stems = Counter[Replaced]()
    for replaced, spots in spots_of.items():
        support_of_stems[stems[replaced]] += count_pairs(spots)
    interpretations = [
        Interpretation(replaced, spots)
        for replaced, spots in spots_of.items()
        if support_of_stems[stems[replaced]] >= minimum and is_term(replaced)
    ]
    replacements = _Choice(passages, interpretations, _list_rewritten(hunks), minimum).run()
    return tuple(sorted(replacements, key=_rank))


def _rank(replacement: Replacement) -> tuple[float, str, str]:
    """Return a value that is lowest for the best replacement: by support times consistency, then by the words."""
    return -replacement.support * replacement.consistency, replacement.old, replacement.new


def _list_rewritten(hunks: Iterable[Hunk]) -> set[_WordPlace]:
    """Return the old words of rewritten passages, which are evidence neither for nor against a renaming."""
    rewritten: set[_WordPlace] = set()
    for hunk in hunks:
        if max(hunk.old_end - hunk.old_start, hunk.new_end - hunk.new_start) > _REWRITTEN:
            rewritten.update(_WordPlace(hunk.pair, offset) for offset in range(hunk.old_start, hunk.old_end))
    return rewritten


class _Choice:
    """The choice of interpretations, one by one, with the hunks that the chosen interpretations explain.

    An interpretation is given by its index.

    Args:
        pairs: The pairs of passages.
        interpretations: The interpretations of their differences.
        rewritten: The old words of rewritten passages, which count as explained from the beginning.
        minimum: Minimum number of pairs with a replacement, all its inflections together.
    """

    def __init__(
        self,
        pairs: Sequence[PassagePair],
        interpretations: Sequence[Interpretation],
        rewritten: set[_WordPlace],
        minimum: int,
    ) -> None:
        self._pairs = pairs
        self._interpretations = interpretations
        self._minimum = minimum
        self._effort = 0
        self._occurrences = _find_occurrences(pairs, {interpretation.old for interpretation in interpretations})
        self._explained_hunks: set[int] = set()
        self._explained_words = set(rewritten)
        self._chosen_support: Counter[Replaced] = Counter()  # stems → the support of the chosen interpretations
        self._chosen: dict[int, list[Spot]] = {}  # chosen interpretation → the spots that it explains
        self._interpretations_of_stems = grouped(
            (interpretation.stems, index) for index, interpretation in enumerate(interpretations)
        )
        self._by_word: dict[str, set[int]] = defaultdict(set)
        self._by_hunk: dict[int, set[int]] = defaultdict(set)
        for index, interpretation in enumerate(interpretations):
            for word in interpretation.old:
                self._by_word[word].add(index)
            for spot in interpretation.spots:
                for hunk in spot.hunks:
                    self._by_hunk[hunk].add(index)

    def run(self) -> list[Replacement]:
        """Choose the interpretations, the best first, until none has a score, and return them as replacements."""
        scores = {}
        for index in range(len(self._interpretations)):
            score = self._score(index)
            if score:
                scores[index] = score
        while scores and self._effort < _MOST_EFFORT:
            self._effort += len(scores)
            best = max(scores, key=scores.__getitem__)  # the first one if several have the same score
            self._choose(best)
            del scores[best]
            for index in self._find_touched(best) & scores.keys():
                scores[index] = self._score(index)
                if not scores[index]:
                    del scores[index]
        return [self._make_replacement(index) for index in self._merge_chosen()]

    def _find_touched(self, chosen: int) -> set[int]:
        """Return the interpretations whose score may change with a chosen one: they share a word or a hunk with it."""
        touched: set[int] = set()
        for word in self._interpretations[chosen].old:
            touched |= self._by_word[word]
        for spot in self._interpretations[chosen].spots:
            for hunk in spot.hunks:
                touched |= self._by_hunk[hunk]
        return touched

    def _find_unexplained(self, index: int) -> list[Spot]:
        """Return the spots of an interpretation that no chosen interpretation explains yet."""
        return [spot for spot in self._interpretations[index].spots if self._explained_hunks.isdisjoint(spot.hunks)]

    def _count_unexplained(self, old: Words) -> int:
        """Return how often the words occur where no chosen interpretation explains one of them."""
        count = 0
        for pair, start in self._occurrences[old]:
            # Plain tuples equal the places in the set, and are made faster.
            places = ((pair, offset) for offset in range(start, start + len(old)))
            if not any(place in self._explained_words for place in places):
                count += 1
        return count

    def _score(self, index: int) -> float:
        """Return the score of an interpretation by the occurrences that no chosen interpretation explains yet.

        The score is support times consistency times shape; 0 if the interpretation no longer occurs often enough.
        """
        interpretation = self._interpretations[index]
        self._effort += len(interpretation.spots) + len(self._occurrences[interpretation.old])
        spots = self._find_unexplained(index)
        support = count_pairs(spots)
        if not support:
            return 0.0
        consistency = min(1.0, len(spots) / max(self._count_unexplained(interpretation.old), 1))
        if support * consistency < _LEAST_PRODUCT:
            return 0.0
        if interpretation.is_style and (support < OFTEN or consistency < _CONSISTENT_STYLE):
            return 0.0
        if support < self._minimum and self._sum_support(interpretation.stems) < self._minimum:
            return 0.0
        return support * consistency * interpretation.shape

    def _sum_support(self, stems: Replaced) -> int:
        """Return the support of all inflections of a replacement together."""
        unexplained = sum(count_pairs(self._find_unexplained(index)) for index in self._interpretations_of_stems[stems])
        return unexplained + self._chosen_support[stems]

    def _choose(self, index: int) -> None:
        """Choose an interpretation: its unexplained hunks and old words are explained from now on."""
        interpretation = self._interpretations[index]
        spots = self._find_unexplained(index)
        for spot in spots:
            self._explained_hunks.update(spot.hunks)
            for offset in range(spot.offset, spot.offset + len(interpretation.old)):
                self._explained_words.add(_WordPlace(spot.pair, offset))
        self._chosen_support[interpretation.stems] += count_pairs(spots)
        self._chosen[index] = spots

    def _merge_chosen(self) -> list[int]:
        """Merge chosen replacements that differ only in function words ("play a" to "cast a", "play" to "cast").

        They are merged only if both were chosen. Which of the two was chosen first depends on the words that often
        accompany the term, and has no meaning.

        Returns:
            The indices of the replacements that are left. Each has the spots of those that were merged into it.
        """
        index_of: dict[Replaced, int] = {}
        for index in self._chosen:
            interpretation = self._interpretations[index]
            index_of[Replaced(interpretation.old, interpretation.new)] = index
        for replaced, index in list(index_of.items()):
            without_function_words = strip_common_ends(replaced, FUNCTION_WORDS)
            bare = index_of.get(without_function_words, index)
            if bare != index:
                self._chosen[bare] += self._chosen.pop(index)
                del index_of[replaced]
        return list(index_of.values())

    def _make_replacement(self, index: int) -> Replacement:
        """Return a chosen interpretation as a replacement, with the spots that it explains as support."""
        interpretation, spots = self._interpretations[index], self._chosen[index]
        pairs = sorted({spot.pair for spot in spots})
        keys = dict.fromkeys(self._pairs[pair].key for pair in pairs)
        consistency = round(len(spots) / (len(spots) + self._count_unexplained(interpretation.old)), 4)
        return Replacement(
            " ".join(interpretation.old), " ".join(interpretation.new), len(pairs), consistency, tuple(keys)[:EVIDENCE]
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
