"""The decision whether two similar sentences may have moved: whether the old one may have become the new one.

The terms, such as *at home* and *torn*, are explained with an example in `rules.align.sentence_similarity`.
"""

from typing import NamedTuple

from rules.align.lexicon import Bag
from rules.align.record_places import PlaceRelations
from rules.align.sentence_comparison import ComparedPair, SentenceComparison
from rules.align.sentences import HOME, TORN_WEIGHT, Sentences

_NEARER = 0.12
"""How much more similar than the sentence at home another sentence must be to be clearly more similar."""
_MOST_OF_MISSING = 0.5
"""Minimum share of the words that the counterparts of a torn sentence lack, by weight, that its copy must have."""


class _Copy(NamedTuple):
    """The copy of a sentence in an unlinked record of the other edition.

    Attributes:
        bag: The words of the copy.
        similarity: How similar the two sentences are, 0 to 1.
    """

    bag: Bag
    similarity: float


class SentenceMoves:
    """Decides whether similar sentences may have moved.

    Args:
        comparison: Compares the words of sentences; has the sentences of both editions.
    """

    def __init__(self, comparison: SentenceComparison) -> None:
        self._lexicon = comparison.lexicon
        self._old = comparison.old
        self._new = comparison.new

    def have_moved(self, pair: ComparedPair, relations: PlaceRelations, similarity: float) -> bool:
        """Return whether the old sentence may have left its record, and the new one may have come into its record.

        Exception: the new sentence may also be at home if the old record is unlinked, and the old sentence is about as
        similar to it as the one at home. Then the old sentence may have been merged into the new record.

        Args:
            pair: The sentences.
            relations: How the places of their records are related.
            similarity: Their similarity, 0 to 1.
        """
        is_old_unlinked = pair.old_record in self._old.unlinked
        is_new_unlinked = pair.new_record in self._new.unlinked
        copy_similarity = self._measure_copy(pair, relations, similarity)
        # Only a sentence of an unlinked record can be a copy.
        copy_of_old = _Copy(self._new.bag_of[pair.new_sentence], copy_similarity) if is_new_unlinked else None
        copy_of_new = _Copy(self._old.bag_of[pair.old_sentence], copy_similarity) if is_old_unlinked else None
        if not self._may_have_moved(self._old, pair.old_sentence, copy_of_old):
            return False
        if self._may_have_moved(self._new, pair.new_sentence, copy_of_new):
            return True
        # The new sentence is at home, but an old sentence that is about as similar may have been merged into its
        # record.
        return is_old_unlinked and similarity >= self._new.home_share[pair.new_sentence] - _NEARER

    def _measure_copy(self, pair: ComparedPair, relations: PlaceRelations, similarity: float) -> float:
        """Return how similar two sentences are, for the case that one is the copy of the other.

        It is 0 under different keywords of chapters that belong together, the whole similarity if the old record is
        unlinked, and else only the likeness of the words. The arguments are those of `have_moved`.
        """
        # A keyword that repeats a sentence of another keyword takes nothing from that one. This is only known of
        # chapters that belong together; in other chapters, the sentence may have moved.
        if relations.are_foreign and relations.are_chapters_together:
            return 0.0
        if pair.old_record in self._old.unlinked:
            return similarity
        # The cover does not count here: a new rule that has a part of an old sentence only repeats it.
        return pair.words.likeness

    def _may_have_moved(self, sentences: Sentences, sentence: int, copy: _Copy | None) -> bool:
        """Return whether a sentence may have moved from or to a record that its own record is not linked with.

        It may if it is not at home. A sentence at home may have moved too if its copy in the other record

        - is clearly more similar to it than the counterparts are,
        - or as similar, and has a word that the counterparts lack,
        - or has most words that the counterparts of a torn sentence lack: a sentence about X or Y became one about X
          and one about Y.

        Args:
            sentences: The sentences of its edition.
            sentence: The sentence.
            copy: Its copy in the other record; None if the sentence there cannot be a copy.
        """
        if not sentences.is_at_home(sentence):
            return True
        if copy is None or copy.similarity < HOME:
            return False
        home_share = sentences.home_share[sentence]
        if copy.similarity >= home_share + _NEARER:
            return True
        missing = sentences.away_words[sentence]  # the words that the counterparts lack
        found_weight = self._lexicon.weigh_shared(missing, copy.bag)
        if copy.similarity >= home_share and found_weight >= TORN_WEIGHT:
            return True
        return sentences.is_torn(sentence) and found_weight >= _MOST_OF_MISSING * missing.weight
