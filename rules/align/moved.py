"""How much moved between an old and a new record, by the sentences that both have."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rules.align.lexicon import Bag
from rules.align.likeness import Likeness
from rules.align.matching import Matching
from rules.align.sentence_pairs import SentencePair
from rules.align.sentence_similarity import SentenceComparison

_PART = 0.2
"""Minimum share of an unlinked record that must have moved for a link; a smaller share is a common phrase."""
_PART_FOUND = 0.08
"""The same if reworded sentences count only as far as their words are found. Most links below it are wrong."""
_PART_ENTRY = 0.4
"""The same as `_PART` if one or both are glossary entries, which repeat the rules."""
_TAKEN = 12.0
"""Minimum weight of words that one record lost and the other gained, if both are linked otherwise."""
_ALMOST_SAME = 0.85
"""Similarity from which two sentences count as the same in all words."""
_MORE_THAN_FORMULA = 0.4
"""Minimum share of the words of two rules of one sentence each that they have in common, weighed by how rare the words
are in the whole editions. Below it (0.33, where the right links begin at 0.49) they share a turn of phrase."""

RecordPair = tuple[int, int]
"""Position of an old record, position of a new record."""


class Moved(NamedTuple):
    """How much moved between two records, as weights of words; divided by the weight of a record, as shares of it.

    `max` and `min` compare two of these by `share`.

    Attributes:
        share: The sentences that moved, counted whole; decides which pair of records is linked first.
        found: The same, but a reworded sentence counts only as far as its words are found; the score of the link.
    """

    share: float
    found: float

    def scale(self, factor: float) -> "Moved":
        """Return both figures times a factor."""
        return Moved(self.share * factor, self.found * factor)

    def limit(self) -> "Moved":
        """Return both figures, at most 1."""
        return Moved(min(1.0, self.share), min(1.0, self.found))


NOTHING = Moved(0.0, 0.0)


class _MovedWeights(NamedTuple):
    """The weights of what moved between two records: of the old record's sentences, and of the new record's."""

    old: Moved
    new: Moved


class MoveMeasure:
    """Measures how much moved between records.

    Args:
        matching: The links between the editions.
        comparison: Compares the words of sentences; has the sentences of both editions.
    """

    def __init__(self, matching: Matching, comparison: SentenceComparison) -> None:
        self._matching = matching
        self._comparison = comparison
        self._old = comparison.old
        self._new = comparison.new

    def measure(self, records: RecordPair, sentences: Collection[SentencePair]) -> Moved:
        """Return what moved of the smaller record to the other; `NOTHING` if it is not enough for a piece.

        Args:
            records: The two records.
            sentences: The pairs of their sentences that are the same.
        """
        old, new = records
        if self._share_formula(old, new):
            return NOTHING
        if old in self._old.unlinked or new in self._new.unlinked:
            moved = self._measure_explained(records, sentences)
            are_rules = self._matching.old.is_rule(old) and self._matching.new.is_rule(new)
            least_share = _PART if are_rules else _PART_ENTRY
        else:
            moved = self._measure_transferred(records, sentences)
            least_share = _PART
        is_enough = moved.share >= least_share and moved.found >= _PART_FOUND
        return moved.limit() if is_enough else NOTHING

    def _share_formula(self, old: int, new: int) -> bool:
        """Return whether two unlinked rules of one sentence each share only a turn of phrase.

        In longer rules, and if a sentence is a part of another rule, the rest of the rule is evidence for the link.
        """
        old_numbers, new_numbers = self._old.numbers.get(old, ()), self._new.numbers.get(new, ())
        if len(old_numbers) != 1 or len(new_numbers) != 1:
            return False
        if old not in self._old.unlinked or new not in self._new.unlinked:
            return False
        return self._comparison.measure_rare_similarity(old_numbers[0], new_numbers[0]) < _MORE_THAN_FORMULA

    def _measure_explained(self, records: RecordPair, sentences: Collection[SentencePair]) -> Moved:
        """Return how much of an unlinked record the other record explains; if both are unlinked, the greater share.

        The arguments are those of `measure`.
        """
        old, new = records
        weights = self._weigh_moved(sentences)
        old_moved = new_moved = NOTHING
        if old in self._old.unlinked:
            old_moved = weights.old.scale(1 / self._old.whole[old].weight)
        if new in self._new.unlinked:
            new_moved = weights.new.scale(1 / self._new.whole[new].weight)
        return max(old_moved, new_moved)

    def _measure_transferred(self, records: RecordPair, sentences: Collection[SentencePair]) -> Moved:
        """Return how much went from one record to another if both are linked otherwise.

        The text must be missing in the one and new in the other: a sentence that both records have anyway did not move.
        The arguments are those of `measure`.
        """
        old, new = records
        taken_weight = sum(self._weigh_taken_words(*numbers) for numbers in sentences)
        if taken_weight < _TAKEN:
            return NOTHING
        lighter = min(self._old.whole[old].weight, self._new.whole[new].weight)
        weights = self._weigh_moved(sentences)
        return min(weights.old, weights.new).scale(1 / lighter)

    def _weigh_taken_words(self, old_number: int, new_number: int) -> float:
        """Return the weight of the words of two sentences that one record lost and the other gained.

        If the sentences are almost the same, all words count.
        """
        words: Likeness = self._comparison.compare(old_number, new_number)
        if words.likeness >= _ALMOST_SAME:
            return words.lighter
        return self._comparison.lexicon.weigh_shared(self._old.away[old_number], self._new.away[new_number])

    def _weigh_moved(self, sentences: Collection[SentencePair]) -> _MovedWeights:
        """Return the weights of what moved between two records, given the pairs of their sentences that are the same.

        A sentence that is the same as several others counts once, as far as the most similar one holds it.
        """
        old_covers: dict[int, float] = defaultdict(float)
        new_covers: dict[int, float] = defaultdict(float)
        for old_number, new_number in sorted(sentences):
            covers = self._comparison.measure_covers(old_number, new_number)
            old_covers[old_number] = max(old_covers[old_number], covers.old)
            new_covers[new_number] = max(new_covers[new_number], covers.new)
        return _MovedWeights(_sum_covers(self._old.bag, old_covers), _sum_covers(self._new.bag, new_covers))


def _sum_covers(bags: Sequence[Bag], covers: Mapping[int, float]) -> Moved:
    """Return the weight of sentences, and that of the part of them that the other record holds.

    Args:
        bags: The words of all sentences of the edition.
        covers: Number of a sentence → the share of it that the other record holds.
    """
    whole_weight = sum(bags[number].weight for number in sorted(covers))
    found_weight = sum(bags[number].weight * covers[number] for number in sorted(covers))
    return Moved(whole_weight, found_weight)
