"""The decision whether two sentences of two editions are the same sentence although their records are not linked."""

from functools import cache
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from rules.align.families import Families
from rules.align.lexicon import Bag, Lexicon
from rules.align.likeness import Likeness, compare
from rules.align.matching import Matching
from rules.align.sentences import HOME, TORN_WEIGHT, Sentences
from rules.align.side import NONE, AlignmentSide
from rules.caching import cached_property

_SIMILAR_ENTRY = 0.66
"""Minimum similarity of a sentence of a rule and one of a glossary entry."""
_SIMILAR_FOREIGN = 0.85
"""Minimum similarity of sentences under different keywords."""
_MUCH = 40.0
"""Minimum weight of a sentence that is more than a phrase repeated by keywords; about eight distinctive words."""
_COVERED = 0.9
"""Factor for cover (one sentence contains the other) relative to similarity."""
_NEAR_BONUS = 0.08
"""Added to the similarity of two sentences in the same family."""
_ENTRY_PENALTY = 0.08
"""Deducted from the similarity of a sentence of a rule and one of a glossary entry."""
_NEARER = 0.12
"""How much more similar than its own continuation another sentence must be to be clearly nearer."""
_TOGETHER = 0.15
"""Minimum share of a chapter's linked records that went to another chapter for the two chapters to belong together."""
_MOST_OF_MISSING = 0.5
"""Minimum share of the missing words of a sentence that another sentence must have to explain them."""


class Limits(Struct, frozen=True):
    """Thresholds from which two sentences are the same. `docs/alignment.md` explains how they were determined.

    Attributes:
        similarity: Minimum similarity, 0 to 1.
        similarity_chapter: The same if the chapters belong together.
        similarity_near: The same if the records are in the same family.
        weight: Minimum weight of a sentence to be recognised; about four distinctive words.
        weight_near: The same if the records are in the same family.
    """

    similarity: float
    similarity_chapter: float
    similarity_near: float
    weight: float
    weight_near: float


LIMITS = Limits(similarity=0.78, similarity_chapter=0.62, similarity_near=0.5, weight=16.0, weight_near=8.0)
DELETED_LIMITS = Limits(similarity=0.78, similarity_chapter=0.5, similarity_near=0.47, weight=12.0, weight_near=7.0)
"""For unlinked old records: real deletions are rare, most of these records were moved somewhere."""


class SentenceCovers(NamedTuple):
    """How much of an old sentence a new one holds, and the reverse, as shares from 0 to 1."""

    old: float
    new: float


class SentenceComparison:
    """Compares sentences of two editions, which are given by their numbers in `Sentences`. All results are kept.

    Args:
        lexicon: The words of both editions.
        old: The old sentences.
        new: The new sentences.
        matching: Both editions.

    Attributes:
        compare: Returns the likeness of an old and a new sentence, by the weights of the changed records.
        measure_covers: Returns how much of an old and a new sentence the other one holds, by the same weights.
        measure_rare_similarity: Returns the share of the words of both sentences that they have in common, 0 to 1, by
            the weights that words have among all records: a turn of phrase of the whole rules weighs little there.
    """

    def __init__(self, lexicon: Lexicon, old: Sentences, new: Sentences, matching: Matching) -> None:
        self.lexicon = lexicon
        self.old = old
        self.new = new
        self._matching = matching
        self.compare = cache(self._compare)
        self.measure_covers = cache(self._measure_covers)
        self.measure_rare_similarity = cache(self._measure_rare_similarity)

    @cached_property
    def _whole_lexicon(self) -> Lexicon:
        """Return the lexicon with the weights that the words have among all records, not only the changed ones."""
        before, after = self._matching.old, self._matching.new
        return self.lexicon.reweigh(chain(map(before.words, range(len(before))), map(after.words, range(len(after)))))

    def _measure_covers(self, old_number: int, new_number: int) -> SentenceCovers:
        old, new = self.old.bag[old_number], self.new.bag[new_number]
        return SentenceCovers(self.lexicon.measure_cover(old, new), self.lexicon.measure_cover(new, old))

    def _measure_rare_similarity(self, old_number: int, new_number: int) -> float:
        lexicon = self._whole_lexicon
        old, new = lexicon.weigh(self.old.bag[old_number]), lexicon.weigh(self.new.bag[new_number])
        total_weight = old.weight + new.weight
        return 2 * lexicon.weigh_shared(old, new) / total_weight if total_weight else 0.0

    def _compare(self, old_number: int, new_number: int) -> Likeness:
        return compare(self.lexicon, self.old.bag[old_number], self.new.bag[new_number])


class _SentencePair(NamedTuple):
    """Two sentences by number, with the positions of their records and how similar their words are."""

    old_number: int
    new_number: int
    old: int
    new: int
    words: Likeness


class SentenceSimilarity:
    """Judges pairs of sentences, by number.

    Args:
        matching: The links between the editions.
        families: The families according to these links.
        comparison: Compares the words of sentences.
    """

    def __init__(self, matching: Matching, families: Families, comparison: SentenceComparison) -> None:
        self._matching = matching
        self._families = families
        self._comparison = comparison
        self._old = comparison.old
        self._new = comparison.new

    def measure(self, old_number: int, new_number: int) -> float:
        """Return how similar two sentences are, about 0 to 1.1 (`_NEAR_BONUS`); 0 if they are not the same sentence."""
        old, new = self._old.record[old_number], self._new.record[new_number]
        # A sentence at home can only have a twin, in a record that is unlinked.
        if self._old.is_at_home(old_number) and new not in self._new.unlinked:
            return 0.0
        if self._new.is_at_home(new_number) and old not in self._old.unlinked:
            return 0.0
        words: Likeness = self._comparison.compare(old_number, new_number)
        pair = _SentencePair(old_number, new_number, old, new, words)
        if self._matching.old.is_rule(old) != self._matching.new.is_rule(new):
            return self._measure_rule_and_entry(pair)
        return self._measure_same_sort(pair)

    def _measure_rule_and_entry(self, pair: _SentencePair) -> float:
        """Return the similarity of a sentence of a rule and one of a glossary entry; 0 if they are not the same."""
        are_both_away = not self._old.is_at_home(pair.old_number) and not self._new.is_at_home(pair.new_number)
        if self._matching.old.is_rule(pair.old):
            is_rule_unlinked = pair.old in self._old.unlinked
        else:
            is_rule_unlinked = pair.new in self._new.unlinked
        if are_both_away and pair.words.likeness >= _SIMILAR_ENTRY and is_rule_unlinked:
            return _combine(pair.words) - _ENTRY_PENALTY
        return 0.0

    def _measure_same_sort(self, pair: _SentencePair) -> float:
        """Return the similarity of two sentences of rules, or of two of glossary entries; 0 if they differ."""
        is_near = self.is_near(pair.old, pair.new)
        are_together = self._are_chapters_together(pair.old, pair.new)
        limits = DELETED_LIMITS if pair.old in self._old.unlinked else LIMITS
        least_weight = limits.weight_near if is_near else limits.weight
        if pair.words.lighter < least_weight:
            return 0.0
        similarity = _combine(pair.words)
        is_phrase = self._matching.old.is_rule(pair.old) and pair.words.lighter < _MUCH
        if is_phrase and not is_near and not are_together:
            # That a longer sentence elsewhere contains a phrase is weak evidence, so the cover alone does not suffice.
            similarity = (pair.words.likeness + pair.words.cover) / 2
        least_similarity = self._find_least_similarity(pair, limits, is_near=is_near, are_together=are_together)
        if similarity < least_similarity or not self._are_away(pair, similarity):
            return 0.0
        return similarity + _NEAR_BONUS if is_near else similarity

    def _find_least_similarity(
        self, pair: _SentencePair, limits: Limits, *, is_near: bool, are_together: bool
    ) -> float:
        """Return the similarity that two sentences must have to be the same one, by the places of their records.

        Args:
            pair: The sentences.
            limits: The limits for the old record.
            is_near: Whether the records are near each other (`is_near`).
            are_together: Whether their chapters are together (`_are_chapters_together`).
        """
        if is_near:
            return limits.similarity_near
        if self._is_foreign(pair.old, pair.new):
            return _SIMILAR_FOREIGN
        if are_together:
            return limits.similarity_chapter
        return limits.similarity

    def _are_away(self, pair: _SentencePair, similarity: float) -> bool:
        """Return whether both sentences may have moved, although their records may be linked otherwise.

        Args:
            pair: The sentences.
            similarity: Their similarity, 0 to 1.
        """
        is_old_unlinked, is_new_unlinked = pair.old in self._old.unlinked, pair.new in self._new.unlinked
        twin_similarity = self._measure_twin(pair, similarity)
        # An unlinked record may take a sentence from a record that is linked; two linked records take none.
        old_likeness = twin_similarity if is_new_unlinked else 0.0
        new_likeness = twin_similarity if is_old_unlinked else 0.0
        old_bag, new_bag = self._old.bag[pair.old_number], self._new.bag[pair.new_number]
        if not self._is_away(self._old, pair.old_number, new_bag, old_likeness):
            return False
        if self._is_away(self._new, pair.new_number, old_bag, new_likeness):
            return True
        # The new sentence is at home, but an old one that is about as similar may have been merged into its record.
        return is_old_unlinked and similarity >= self._new.at_home[pair.new_number] - _NEARER

    def _measure_twin(self, pair: _SentencePair, similarity: float) -> float:
        """Return how similar two sentences are if one of them is the twin of a sentence that is at home.

        Args:
            pair: The sentences.
            similarity: Their similarity, 0 to 1.
        """
        if self._is_foreign(pair.old, pair.new) and self._are_chapters_together(pair.old, pair.new):
            return 0.0  # a keyword that repeats another keyword's sentence takes nothing from it
        if pair.old in self._old.unlinked:
            return similarity
        # The cover does not count: a new rule that is a part of an old sentence only repeats it.
        return pair.words.likeness

    def _is_away(self, side: Sentences, number: int, elsewhere: Bag, likeness: float) -> bool:
        """Return whether a sentence may have moved to a record that its own record is not linked with.

        It may if the linked records lack the sentence. Otherwise the other record must be unlinked, and its sentence
        must be clearly more similar, or as similar and have a word that the linked records lack, or have most words
        that they lack: a sentence about X or Y became one about X and one about Y.

        Args:
            side: The sentences of the edition.
            number: The number of the sentence.
            elsewhere: The words of the sentence in the other record.
            likeness: How similar the two sentences are; 0 if the other record is linked.
        """
        if not side.is_at_home(number):
            return True
        if likeness < HOME:
            return False
        if likeness >= side.at_home[number] + _NEARER:
            return True
        missing = side.away[number]
        shared_weight = self._comparison.lexicon.weigh_shared(missing, elsewhere)
        if likeness >= side.at_home[number] and shared_weight >= TORN_WEIGHT:
            return True
        return side.is_torn(number) and shared_weight >= _MOST_OF_MISSING * missing.weight

    def is_near(self, old: int, new: int) -> bool:
        """Return whether the new record is in the family that continues the old one or its parent.

        There are three ways: the new record is the parent, a sibling or a child of the old record's continuation; the
        old record is one of these to the record that the new one continues; or the new record's parent continues that
        of the old one.
        """
        before, after = self._matching.old, self._matching.new
        if before.is_rule(old) != after.is_rule(new):
            return False
        parent, new_parent = before.parents[old], after.parents[new]
        successor, source = self._matching.new_of[old], self._matching.old_of[new]
        if successor != NONE and _are_in_family(after, successor, new):
            return new_parent != NONE
        if source != NONE and _are_in_family(before, source, old):
            return parent != NONE
        return parent != NONE and self._families.winner.get(parent, NONE) == new_parent

    def _are_chapters_together(self, old: int, new: int) -> bool:
        """Return whether enough of the old record's chapter went to the new record's chapter; see `_TOGETHER`."""
        chapter, new_chapter = self._matching.old.chapters[old], self._matching.new.chapters[new]
        return self._families.flow(chapter, new_chapter) >= _TOGETHER

    def _is_foreign(self, old: int, new: int) -> bool:
        """Return whether two records are under different keywords, whose rules repeat each other's sentences."""
        before, after = self._matching.old, self._matching.new
        parent, new_parent = before.parents[old], after.parents[new]
        if NONE in {parent, new_parent} or before.kinds[parent] != "rule" or after.kinds[new_parent] != "rule":
            return False
        title, new_title = before.titles[parent], after.titles[new_parent]
        have_other_titles = bool(title and new_title) and title != new_title
        return have_other_titles and self._families.winner.get(parent) != new_parent


def _are_in_family(side: AlignmentSide, record: int, relative: int) -> bool:
    """Return whether a record is a child, a sibling or the parent of another one; two without a parent are siblings."""
    parent = side.parents[record]
    return side.parents[relative] in (record, parent) or relative == parent


def _combine(words: Likeness) -> float:
    """Return the similarity of two sentences: the likeness, or the cover if that is greater and the words suffice."""
    if words.lighter < LIMITS.weight:
        return words.likeness
    return max(words.likeness, _COVERED * words.cover)
