"""The measure of how much text moved between an old and a new record, by the sentences that both have.

The two records are not linked with each other. Either one of them is *unlinked*, that is, without a main link; then the
question is how much of it is in the other record. Or both have main links to other records; then words moved only if
the continuation of the old record lacks them, and the record that the new one continues lacked them too.

The *weight* of a text is the sum of the weights of its words; a rare word weighs more than a common one
(`rules.align.lexicon`).
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from rules.align.lexicon import Bag
from rules.align.matching import Matching, RecordPair
from rules.align.sentence_comparison import SentenceComparison
from rules.align.sentence_pairs import SentencePair
from rules.align.word_comparison import WordComparison

_LEAST_SHARE = 0.2
"""Minimum `Moved.share` for a link; a smaller share is a common phrase."""
_LEAST_SHARE_OF_ENTRY = 0.4
"""As `_LEAST_SHARE`, if a record is unlinked and one of the two is a glossary entry, because entries repeat rules."""
_LEAST_FOUND = 0.08
"""Minimum `Moved.found` for a link; most links below it are wrong."""
_TAKEN = 12.0
"""Minimum weight of the words that one record lost and the other gained, if both have main links to other records."""
_ALMOST_SAME = 0.85
"""Similarity from which two sentences count as the same in all words."""
_MORE_THAN_FORMULA = 0.4
"""Minimum share of the words of two rules of one sentence each that they have in common. The words are weighed by how
rare they are in the whole editions. A pair that shares only a turn of phrase was seen at 0.33, the right links begin at
0.49."""


class Moved(NamedTuple):
    """The share of a record that moved to or from another record, in two measures, 0 to 1.

    Attributes:
        share: A sentence that moved counts whole, even if it was reworded. This measure decides which pair of records
            is linked first; `max` and `min` compare it first, because it is the first field.
        found: A sentence that moved counts only as far as the other record has its words. This measure is the score of
            the link.
    """

    share: float
    found: float

    def limit(self) -> "Moved":
        """Return both measures, at most 1; rounding may make them slightly greater."""
        return Moved(min(1.0, self.share), min(1.0, self.found))


_NOTHING = Moved(0.0, 0.0)


class _MovedWeight(NamedTuple):
    """The weight of the sentences of one record that moved.

    Attributes:
        whole: The weight of all words of the sentences.
        found: The weight of the parts of the sentences that the other record has.
    """

    whole: float
    found: float

    def as_share_of(self, weight: float) -> Moved:
        """Return the two weights as shares of the weight of a record."""
        factor = 1 / weight
        return Moved(self.whole * factor, self.found * factor)


class _MovedWeights(NamedTuple):
    """How much moved between two records: by the old record's sentences, and by the new record's sentences."""

    old: _MovedWeight
    new: _MovedWeight


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

    def measure(self, records: RecordPair, sentences: Collection[SentencePair]) -> Moved | None:
        """Return how much moved between two records; None if it is not enough for a link.

        It is not enough if two unlinked records share only a turn of phrase, or if one of the two measures of `Moved`
        is too small. The least share is greater for an unlinked record and a glossary entry.

        Args:
            records: The two records.
            sentences: The pairs of their sentences that count as the same sentence.
        """
        if self._share_only_formula(records):
            return None
        is_one_unlinked = records.old in self._old.unlinked or records.new in self._new.unlinked
        if is_one_unlinked:
            moved = self._measure_unlinked(records, sentences)
            least_share = self._find_least_share(records)
        else:
            moved = self._measure_transferred(records, sentences)
            least_share = _LEAST_SHARE
        is_enough = moved.share >= least_share and moved.found >= _LEAST_FOUND
        return moved.limit() if is_enough else None

    def _share_only_formula(self, records: RecordPair) -> bool:
        """Return whether two unlinked records of one sentence each share only a turn of phrase.

        The answer is False if either record has several sentences, because the other sentences are evidence, or if
        either has a main link.
        """
        old_sentences = self._old.sentences_of.get(records.old, [])
        new_sentences = self._new.sentences_of.get(records.new, [])
        have_one_sentence = len(old_sentences) == 1 and len(new_sentences) == 1
        are_unlinked = records.old in self._old.unlinked and records.new in self._new.unlinked
        if not have_one_sentence or not are_unlinked:
            return False
        return self._comparison.measure_rare_similarity(old_sentences[0], new_sentences[0]) < _MORE_THAN_FORMULA

    def _find_least_share(self, records: RecordPair) -> float:
        """Return the minimum share for a link between two records of which one is unlinked."""
        are_rules = self._matching.old.is_rule(records.old) and self._matching.new.is_rule(records.new)
        return _LEAST_SHARE if are_rules else _LEAST_SHARE_OF_ENTRY

    def _measure_unlinked(self, records: RecordPair, sentences: Collection[SentencePair]) -> Moved:
        """Return which share of an unlinked record moved; if both records are unlinked, the greater share.

        The arguments are those of `measure`.
        """
        weights = self._weigh_moved(sentences)
        old_moved = new_moved = _NOTHING
        if records.old in self._old.unlinked:
            old_moved = weights.old.as_share_of(self._old.record_bag_of[records.old].weight)
        if records.new in self._new.unlinked:
            new_moved = weights.new.as_share_of(self._new.record_bag_of[records.new].weight)
        return max(old_moved, new_moved)

    def _measure_transferred(self, records: RecordPair, sentences: Collection[SentencePair]) -> Moved:
        """Return which share of the lighter record moved, if both records have main links to other records.

        Words that moved are missing in the continuation of the old record and new in the new record. A sentence that
        both records and their counterparts have did not move. The result is `_NOTHING` if the words that moved weigh
        less than `_TAKEN`. Of the two records, the one from which or to which less text moved counts. The arguments are
        those of `measure`.
        """
        taken_weight = 0.0
        for old_sentence, new_sentence in sentences:
            taken_weight += self._weigh_taken_words(old_sentence, new_sentence)
        if taken_weight < _TAKEN:
            return _NOTHING
        lighter = min(self._old.record_bag_of[records.old].weight, self._new.record_bag_of[records.new].weight)
        weights = self._weigh_moved(sentences)
        return min(weights.old, weights.new).as_share_of(lighter)

    def _weigh_taken_words(self, old_sentence: int, new_sentence: int) -> float:
        """Return the weight of the words of two sentences that the old record lost and the new record gained.

        A word was lost if the counterparts of the old sentence lack it, and gained if those of the new sentence do
        (`Sentences.away_words`). If the two sentences are almost the same, all words of the lighter one count.
        """
        words: WordComparison = self._comparison.compare(old_sentence, new_sentence)
        if words.likeness >= _ALMOST_SAME:
            return words.lighter
        lost, gained = self._old.away_words[old_sentence], self._new.away_words[new_sentence]
        return self._comparison.lexicon.weigh_shared(lost, gained)

    def _weigh_moved(self, sentences: Collection[SentencePair]) -> _MovedWeights:
        """Return how much moved between two records, given the pairs of their sentences that count as the same.

        A sentence that is in several pairs counts once, as far as the sentence that has most of its words covers it.
        """
        old_covers: dict[int, float] = defaultdict(float)  # old sentence → its greatest cover in any of the pairs
        new_covers: dict[int, float] = defaultdict(float)  # new sentence → its greatest cover in any of the pairs
        for old_sentence, new_sentence in sorted(sentences):
            covers = self._comparison.measure_covers(old_sentence, new_sentence)
            old_covers[old_sentence] = max(old_covers[old_sentence], covers.old)
            new_covers[new_sentence] = max(new_covers[new_sentence], covers.new)
        return _MovedWeights(_sum_covers(self._old.bag_of, old_covers), _sum_covers(self._new.bag_of, new_covers))


def _sum_covers(bags: Sequence[Bag], covers: Mapping[int, float]) -> _MovedWeight:
    """Return the weight of sentences that moved.

    Args:
        bags: The words of all sentences of the edition.
        covers: Index of a sentence → the share of the sentence that the other record has.
    """
    whole_weight = sum(bags[sentence].weight for sentence in sorted(covers))
    found_weight = sum(bags[sentence].weight * covers[sentence] for sentence in sorted(covers))
    return _MovedWeight(whole_weight, found_weight)
