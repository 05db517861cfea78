"""Replacements: words that repeatedly gave way to the same other words, mined from passages that continue each other.

Guarantees: pure; the result depends only on the pairs, not on the hash seed.

A maximal difference between an old and a new passage is a *hunk*. A hunk alone is often not the term that was renamed:
the words between two hunks may belong to the term ("converted mana cost" to "mana value" keeps a word in the middle),
and deleted words have no successor ("shuffles his or her library" to "shuffles"). So each hunk, each run of adjacent
hunks, and each of these with one or two words of context is an *interpretation* (`rules.align.interpretations`).

The interpretations are chosen one by one. The *support* of an interpretation is the number of pairs of passages in
which it occurs; its *consistency* is the share of the occurrences of its old words, in all pairs, that it explains. The
interpretation with the greatest product of both is chosen first. Its hunks are explained then, and count for no other
interpretation, so that "play" is judged only by the occurrences that "in play" does not explain.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import NamedTuple

from rules.align.hunks import Hunk, PassagePair, find_hunks
from rules.align.interpretations import (
    Interpretation,
    Replaced,
    Spot,
    count_pairs,
    list_interpretations,
    may_be_term,
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
"""Minimum support of a replacement that is certainly a renamed term if its old words are no longer in use. (The name of
the newest set, which is no term, but changes with every edition, has a support of seven at most.) Also the minimum
support of a replacement of function words alone, such as "his or her" to "their"."""
_LEAST_PAIRS = 3
"""Minimum support of all inflections of a replacement together, unless the caller sets another."""
_CONSISTENT_STYLE = 0.4
"""Minimum consistency of a replacement of function words alone."""
_LEAST_PRODUCT = 1.0
"""Minimum product of support and consistency; below it, the old words are unchanged nearly everywhere."""
_REWRITTEN = 8
"""A hunk with more words than this on a side is a rewritten passage."""
_MOST_EFFORT = 3_000_000
"""Maximum number of spots, occurrences and scores that are examined while interpretations are chosen."""


class _WordPlace(NamedTuple):
    """The place of an old word: index of the pair of passages, and index of the word in the old passage."""

    pair: int
    word: int


def mine_replacements(
    pairs: Iterable[tuple[str, Words, Words]], *, minimum: int = _LEAST_PAIRS
) -> tuple[Replacement, ...]:
    """Find the words that repeatedly replaced others.

    Args:
        pairs: For two records that continue each other: the key in the newer edition, the old words and the new words
            (`words(mask(fold(passage)))`); in document order of the newer edition. The consistency is measured in
            these pairs; with pairs whose passages are equal among them, it is lower.
        minimum: Minimum support of all inflections of a replacement ("creates", "create") together.

    Returns:
        The replacements, those with the greatest product of support and consistency first. Replacements of numbers or
        symbols alone are left out, and so are function words that were not replaced nearly everywhere.
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
        if support_of_stems[stems[replaced]] >= minimum and may_be_term(replaced)
    ]
    replacements = _Choice(passages, interpretations, _list_rewritten(hunks), minimum).run()
    return tuple(sorted(replacements, key=_rank))


def _rank(replacement: Replacement) -> tuple[float, str, str]:
    """Return a sort value by which the best replacement comes first: support times consistency, then the words."""
    return -replacement.support * replacement.consistency, replacement.old, replacement.new


def _list_rewritten(hunks: Iterable[Hunk]) -> set[_WordPlace]:
    """Return the places of the old words in rewritten passages, which say nothing for or against a renaming."""
    rewritten: set[_WordPlace] = set()
    for hunk in hunks:
        if max(hunk.old_end - hunk.old_start, hunk.new_end - hunk.new_start) > _REWRITTEN:
            rewritten.update(_WordPlace(hunk.pair, word) for word in range(hunk.old_start, hunk.old_end))
    return rewritten


class _Explained:
    """The hunks and the old words that the interpretations chosen so far explain.

    Args:
        pairs: The pairs of passages.
        wanted: The old words of all interpretations.
        rewritten: The old words of rewritten passages, which count as explained from the beginning.
    """

    def __init__(self, pairs: Sequence[PassagePair], wanted: Iterable[Words], rewritten: Iterable[_WordPlace]) -> None:
        self._hunks: set[int] = set()
        self._words = set(rewritten)
        self._occurrences = _find_occurrences(pairs, wanted)

    def add(self, interpretation: Interpretation, spots: Iterable[Spot]) -> None:
        """Add the hunks and the old words that an interpretation explains at some spots."""
        for spot in spots:
            self._hunks.update(spot.hunks)
            for word in range(spot.start, spot.start + len(interpretation.old)):
                self._words.add(_WordPlace(spot.pair, word))

    def list_unexplained(self, interpretation: Interpretation) -> list[Spot]:
        """Return the spots of an interpretation whose hunks are not explained yet."""
        return [spot for spot in interpretation.spots if self._hunks.isdisjoint(spot.hunks)]

    def count_occurrences(self, old: Words) -> int:
        """Return how often words occur in the old passages, explained or not."""
        return len(self._occurrences[old])

    def count_unexplained(self, old: Words) -> int:
        """Return how often words occur in places of which no word is explained yet."""
        count = 0
        for pair, start in self._occurrences[old]:
            # Plain tuples are equal to the `_WordPlace`s in the set, and are made faster.
            places = zip(repeat(pair), range(start, start + len(old)))
            if self._words.isdisjoint(places):
                count += 1
        return count


class _Choice:
    """The choice of interpretations, one by one. Make an object for each choice, and call `run` once.

    Args:
        pairs: The pairs of passages.
        interpretations: The interpretations of their differences.
        rewritten: The old words of rewritten passages, which count as explained from the beginning.
        minimum: Minimum support of all inflections of a replacement together.
    """

    def __init__(
        self,
        pairs: Sequence[PassagePair],
        interpretations: Sequence[Interpretation],
        rewritten: Iterable[_WordPlace],
        minimum: int,
    ) -> None:
        self._pairs = pairs
        self._interpretations = interpretations
        self._minimum = minimum
        self._effort = 0  # number of spots, occurrences and scores that were examined so far
        self._explained = _Explained(pairs, {interpretation.old for interpretation in interpretations}, rewritten)
        self._chosen: dict[Interpretation, list[Spot]] = {}  # chosen interpretation → the spots that it explains
        self._chosen_support: Counter[Replaced] = Counter()  # stems → the support of the chosen interpretations
        self._by_stems = grouped((interpretation.stems, interpretation) for interpretation in interpretations)
        self._by_word: dict[str, set[Interpretation]] = defaultdict(set)  # old word → the interpretations with it
        self._by_hunk: dict[int, set[Interpretation]] = defaultdict(set)  # hunk → the interpretations that explain it
        for interpretation in interpretations:
            for word in interpretation.old:
                self._by_word[word].add(interpretation)
            for spot in interpretation.spots:
                for hunk in spot.hunks:
                    self._by_hunk[hunk].add(interpretation)

    def run(self) -> list[Replacement]:
        """Choose the best interpretation again and again, and return the chosen ones as replacements.

        The choice ends when no interpretation has a score above 0, or when it has taken `_MOST_EFFORT`.
        """
        scores: dict[Interpretation, float] = {}  # interpretation that may still be chosen → its score, above 0
        for interpretation in self._interpretations:
            self._update_score(scores, interpretation)
        while scores and self._effort < _MOST_EFFORT:
            self._effort += len(scores)
            best = max(scores, key=scores.__getitem__)  # the first one if several have the same score
            self._choose(best)
            del scores[best]
            for interpretation in self._find_touched(best) & scores.keys():
                self._update_score(scores, interpretation)
        self._merge_chosen()
        return [self._make_replacement(interpretation) for interpretation in self._chosen]

    def _update_score(self, scores: dict[Interpretation, float], interpretation: Interpretation) -> None:
        """Set the score of an interpretation; remove the interpretation if it must not be chosen any more."""
        score = self._score(interpretation)
        if score:
            scores[interpretation] = score
        else:
            scores.pop(interpretation, None)

    def _score(self, interpretation: Interpretation) -> float:
        """Return support times consistency times shape of an interpretation; 0 if it must not be chosen any more.

        Only the occurrences count that no chosen interpretation explains yet. It must not be chosen

        - if there are none, or if the product of support and consistency is below `_LEAST_PRODUCT`,
        - if it is a change of style (function words only) with too little support or consistency, or
        - if all inflections together have less support than the minimum.
        """
        self._effort += len(interpretation.spots) + self._explained.count_occurrences(interpretation.old)
        spots = self._explained.list_unexplained(interpretation)
        support = count_pairs(spots)
        if not support:
            return 0.0
        consistency = min(1.0, len(spots) / max(self._explained.count_unexplained(interpretation.old), 1))
        if support * consistency < _LEAST_PRODUCT:
            return 0.0
        if interpretation.is_style and (support < OFTEN or consistency < _CONSISTENT_STYLE):
            return 0.0
        if support < self._minimum and self._sum_support(interpretation.stems) < self._minimum:
            return 0.0
        return support * consistency * interpretation.shape

    def _sum_support(self, stems: Replaced) -> int:
        """Return the support of all interpretations with these stems together, the chosen ones included."""
        support = self._chosen_support[stems]
        for interpretation in self._by_stems[stems]:
            support += count_pairs(self._explained.list_unexplained(interpretation))
        return support

    def _choose(self, interpretation: Interpretation) -> None:
        """Choose an interpretation, so that its hunks and old words count as explained from now on."""
        spots = self._explained.list_unexplained(interpretation)
        self._explained.add(interpretation, spots)
        self._chosen_support[interpretation.stems] += count_pairs(spots)
        self._chosen[interpretation] = spots

    def _find_touched(self, chosen: Interpretation) -> set[Interpretation]:
        """Return the interpretations that share an old word or a hunk with a chosen one: their scores may change."""
        touched: set[Interpretation] = set()
        for word in chosen.old:
            touched |= self._by_word[word]
        for spot in chosen.spots:
            for hunk in spot.hunks:
                touched |= self._by_hunk[hunk]
        return touched

    def _merge_chosen(self) -> None:
        """Merge chosen interpretations into others that lack only their function words at the ends.

        If both "play a" to "cast a" and "play" to "cast" were chosen, the spots of the first are added to those of the
        second. If only one of them was chosen, it stays as it is.
        """
        by_words = {Replaced(interpretation.old, interpretation.new): interpretation for interpretation in self._chosen}
        for replaced, interpretation in by_words.items():
            bare = by_words.get(strip_common_ends(replaced, FUNCTION_WORDS), interpretation)
            if bare is not interpretation:
                self._chosen[bare] += self._chosen.pop(interpretation)

    def _make_replacement(self, interpretation: Interpretation) -> Replacement:
        """Return a chosen interpretation as a replacement, with the support of the spots that it explains."""
        spots = self._chosen[interpretation]
        pairs = sorted({spot.pair for spot in spots})
        keys = dict.fromkeys(self._pairs[pair].key for pair in pairs)
        unexplained = self._explained.count_unexplained(interpretation.old)
        return Replacement(
            old=" ".join(interpretation.old),
            new=" ".join(interpretation.new),
            support=len(pairs),
            consistency=round(len(spots) / (len(spots) + unexplained), 4),
            evidence=tuple(keys)[:EVIDENCE],
        )


def _find_occurrences(pairs: Sequence[PassagePair], wanted: Iterable[Words]) -> dict[Words, list[_WordPlace]]:
    """Return for each of the wanted runs of words the places in the old passages at which it begins."""
    places_of: dict[Words, list[_WordPlace]] = {words: [] for words in wanted}
    lengths_by_first_word: dict[str, set[int]] = defaultdict(set)
    for words in places_of:
        lengths_by_first_word[words[0]].add(len(words))
    for index, pair in enumerate(pairs):
        for start, word in enumerate(pair.old):
            if word not in lengths_by_first_word:
                continue  # most words
            for length in lengths_by_first_word[word]:
                places = places_of.get(pair.old[start : start + length])
                if places is not None:
                    places.append(_WordPlace(index, start))
    return places_of
