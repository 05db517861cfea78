"""The comparison of the words of an old and a new sentence, whose results are cached."""

from functools import cache
from itertools import chain
from typing import NamedTuple

from rules.align.lexicon import Lexicon
from rules.align.matching import Matching
from rules.align.sentences import Sentences
from rules.align.word_comparison import WordComparison, compare_words
from rules.caching import cached_property


class SentenceCovers(NamedTuple):
    """Which share of an old sentence a new sentence has, and which share of the new one the old one has, 0 to 1."""

    old: float
    new: float


class ComparedPair(NamedTuple):
    """An old and a new sentence that were compared.

    Attributes:
        old_sentence: Index of the old sentence in the `Sentences` of its edition.
        new_sentence: The same for the new sentence.
        old_record: Position of the record of the old sentence.
        new_record: Position of the record of the new sentence.
        words: The comparison of their words.
    """

    old_sentence: int
    new_sentence: int
    old_record: int
    new_record: int
    words: WordComparison


class SentenceComparison:
    """Compares the words of sentences of two editions, and caches the results.

    A sentence is given by its index in the `Sentences` of its edition.

    Args:
        lexicon: The words of both editions.
        old: The old sentences.
        new: The new sentences.
        matching: Both editions.

    Attributes:
        compare: Takes an old and a new sentence; returns the comparison of their words.
        measure_covers: Takes an old and a new sentence; returns their covers.
        measure_rare_similarity: Takes an old and a new sentence; returns the share of their words that they have in
            common, 0 to 1. The weights are those that words have among all records, not only the changed ones, so that
            a turn of phrase that all rules use weighs little.
    """

    def __init__(self, lexicon: Lexicon, old: Sentences, new: Sentences, matching: Matching) -> None:
        self.lexicon = lexicon
        self.old = old
        self.new = new
        self._matching = matching
        self.compare = cache(self._compare)
        self.measure_covers = cache(self._measure_covers)
        self.measure_rare_similarity = cache(self._measure_rare_similarity)

    def _compare(self, old_sentence: int, new_sentence: int) -> WordComparison:
        return compare_words(self.lexicon, self.old.bag_of[old_sentence], self.new.bag_of[new_sentence])

    @cached_property
    def _whole_lexicon(self) -> Lexicon:
        """Return the lexicon with the weights that the words have among all records, not only the changed ones."""
        old_edition, new_edition = self._matching.old, self._matching.new
        old_passages = map(old_edition.words, range(len(old_edition)))
        new_passages = map(new_edition.words, range(len(new_edition)))
        return self.lexicon.reweigh(chain(old_passages, new_passages))

    def _measure_covers(self, old_sentence: int, new_sentence: int) -> SentenceCovers:
        old, new = self.old.bag_of[old_sentence], self.new.bag_of[new_sentence]
        return SentenceCovers(self.lexicon.measure_cover(old, new), self.lexicon.measure_cover(new, old))

    def _measure_rare_similarity(self, old_sentence: int, new_sentence: int) -> float:
        lexicon = self._whole_lexicon
        old, new = lexicon.weigh(self.old.bag_of[old_sentence]), lexicon.weigh(self.new.bag_of[new_sentence])
        total_weight = old.weight + new.weight
        return 2 * lexicon.weigh_shared(old, new) / total_weight if total_weight else 0.0
