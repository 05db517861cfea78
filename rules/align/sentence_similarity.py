"""The decision whether sentences of two editions are the same sentence although their records are not linked."""

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
"""Minimum similarity of two sentences under different keywords."""
_MUCH = 40.0
"""Minimum weight of a sentence that is more than a phrase that keywords repeat; about eight distinctive words."""
_COVERED = 0.9
"""Factor by which the cover of two sentences is reduced before it is compared with their likeness."""
_NEAR_BONUS = 0.08
"""Added to the similarity of two sentences in the same family."""
_ENTRY_PENALTY = 0.08
"""Deducted from the similarity of a sentence of a rule and one of a glossary entry."""
_NEARER = 0.12
"""How much more similar than the sentence at home another sentence must be to be clearly more similar."""
_TOGETHER = 0.15
"""Minimum share of an old chapter's linked rules that are in a new chapter, for the two chapters to belong together."""
_MOST_OF_MISSING = 0.5
"""Minimum share of the away words of a sentence that another sentence must have to be the place where they went."""


class Limits(Struct, frozen=True):
    """The thresholds for two sentences to be the same. `docs/alignment.md` explains how they were determined.

    Attributes:
        similarity: Minimum similarity, 0 to 1.
        similarity_chapter: Minimum similarity if the chapters of the two records belong together.
        similarity_near: Minimum similarity if the two records are in the same family.
        weight: Minimum weight of the lighter sentence; about four distinctive words.
        weight_near: Minimum weight of the lighter sentence if the two records are in the same family.
    """

    similarity: float
    similarity_chapter: float
    similarity_near: float
    weight: float
    weight_near: float

    def find_least_weight(self, *, are_near: bool) -> float:
        """Return the minimum weight of the lighter of two sentences whose records are near each other or not."""
        return self.weight_near if are_near else self.weight

    def find_least_similarity(self, places: "_Places") -> float:
        """Return the similarity that two sentences must have to be the same one, by the places of their records."""
        if places.are_near:
            return self.similarity_near
        if places.are_foreign:
            return _SIMILAR_FOREIGN
        if places.are_chapters_together:
            return self.similarity_chapter
        return self.similarity


LIMITS = Limits(similarity=0.78, similarity_chapter=0.62, similarity_near=0.5, weight=16.0, weight_near=8.0)
DELETED_LIMITS = Limits(similarity=0.78, similarity_chapter=0.5, similarity_near=0.47, weight=12.0, weight_near=7.0)
"""The thresholds for unlinked old records. They are lower, because real deletions are rare: the words of most of these
records went to other records."""


class _Places(NamedTuple):
    """How the places of an old and a new record are related.

    Attributes:
        are_near: Whether the new record is in the family that continues the old one (`SentenceSimilarity.is_near`).
        are_foreign: Whether they are under different keywords, whose rules repeat each other's sentences.
        are_chapters_together: Whether enough of the old record's chapter went to the new record's chapter.
    """

    are_near: bool
    are_foreign: bool
    are_chapters_together: bool


class SentenceCovers(NamedTuple):
    """Which share of an old sentence a new sentence has, and which share of the new one the old one has, 0 to 1."""

    old: float
    new: float


class SentenceComparison:
    """Compares the words of sentences of two editions, and caches the results.

    A sentence is given by its index in the `Sentences` of its edition.

    Args:
        lexicon: The words of both editions.
        old: The old sentences.
        new: The new sentences.
        matching: Both editions.

    Attributes:
        compare: Takes an old and a new sentence; returns their likeness.
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

    @cached_property
    def _whole_lexicon(self) -> Lexicon:
        """Return the lexicon with the weights that the words have among all records, not only the changed ones."""
        old_side, new_side = self._matching.old, self._matching.new
        old_passages = map(old_side.words, range(len(old_side)))
        new_passages = map(new_side.words, range(len(new_side)))
        return self.lexicon.reweigh(chain(old_passages, new_passages))

    def _measure_covers(self, old_sentence: int, new_sentence: int) -> SentenceCovers:
        old, new = self.old.bag_of[old_sentence], self.new.bag_of[new_sentence]
        return SentenceCovers(self.lexicon.measure_cover(old, new), self.lexicon.measure_cover(new, old))

    def _measure_rare_similarity(self, old_sentence: int, new_sentence: int) -> float:
        lexicon = self._whole_lexicon
        old, new = lexicon.weigh(self.old.bag_of[old_sentence]), lexicon.weigh(self.new.bag_of[new_sentence])
        total_weight = old.weight + new.weight
        return 2 * lexicon.weigh_shared(old, new) / total_weight if total_weight else 0.0

    def _compare(self, old_sentence: int, new_sentence: int) -> Likeness:
        return compare(self.lexicon, self.old.bag_of[old_sentence], self.new.bag_of[new_sentence])


class _ComparedPair(NamedTuple):
    """Two sentences, with the positions of their records and the likeness of their words."""

    old_sentence: int
    new_sentence: int
    old: int
    new: int
    words: Likeness


class _Copy(NamedTuple):
    """The copy that a sentence may have in a record of the other edition.

    Attributes:
        bag: The words of the copy.
        similarity: How similar the two sentences are, 0 to 1.
    """

    bag: Bag
    similarity: float


class SentenceSimilarity:
    """Decides whether two sentences are the same one, and how similar they are.

    A sentence is given by its index in the `Sentences` of its edition. A sentence at home, which its own record's
    counterparts contain, may have a *copy* in an unlinked record. That is so if a rule about two things was split into
    one rule for each thing: one of the new rules is linked, and the other one repeats its sentences.

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

    def measure(self, old_sentence: int, new_sentence: int) -> float:
        """Return the similarity of two sentences, 0 if they are not the same sentence.

        The result is 1 at most, or `1 + _NEAR_BONUS` for records of the same family.
        """
        old, new = self._old.record_of[old_sentence], self._new.record_of[new_sentence]
        # A sentence at home did not move. It can only have a copy, which must be in an unlinked record.
        if self._old.is_at_home(old_sentence) and new not in self._new.unlinked:
            return 0.0
        if self._new.is_at_home(new_sentence) and old not in self._old.unlinked:
            return 0.0
        words: Likeness = self._comparison.compare(old_sentence, new_sentence)
        pair = _ComparedPair(old_sentence, new_sentence, old, new, words)
        if self._matching.old.is_rule(old) != self._matching.new.is_rule(new):
            return self._measure_rule_and_entry(pair)
        return self._measure_same_sort(pair)

    def _measure_rule_and_entry(self, pair: _ComparedPair) -> float:
        """Return the similarity of a sentence of a rule and one of a glossary entry; 0 if they are not the same."""
        are_both_away = not self._old.is_at_home(pair.old_sentence) and not self._new.is_at_home(pair.new_sentence)
        if self._matching.old.is_rule(pair.old):
            is_rule_unlinked = pair.old in self._old.unlinked
        else:
            is_rule_unlinked = pair.new in self._new.unlinked
        if are_both_away and pair.words.likeness >= _SIMILAR_ENTRY and is_rule_unlinked:
            return _combine(pair.words) - _ENTRY_PENALTY
        return 0.0

    def _measure_same_sort(self, pair: _ComparedPair) -> float:
        """Return the similarity of two sentences of rules, or of two of glossary entries; 0 if they differ."""
        limits = DELETED_LIMITS if pair.old in self._old.unlinked else LIMITS
        are_near = self.is_near(pair.old, pair.new)
        if pair.words.lighter < limits.find_least_weight(are_near=are_near):
            return 0.0
        places = _Places(
            are_near=are_near,
            are_foreign=self._are_foreign(pair.old, pair.new),
            are_chapters_together=self._are_chapters_together(pair.old, pair.new),
        )
        similarity = self._combine_by_places(pair, places)
        if similarity < limits.find_least_similarity(places) or not self._have_moved(pair, places, similarity):
            return 0.0
        return similarity + _NEAR_BONUS if places.are_near else similarity

    def _combine_by_places(self, pair: _ComparedPair, places: _Places) -> float:
        """Return the similarity of two sentences, 0 to 1, in which the cover counts less if their places are distant.

        The cover alone is weak evidence for a phrase, because longer sentences of any rule may contain it.
        """
        is_phrase = self._matching.old.is_rule(pair.old) and pair.words.lighter < _MUCH
        if is_phrase and not places.are_near and not places.are_chapters_together:
            return (pair.words.likeness + pair.words.cover) / 2
        return _combine(pair.words)

    def _have_moved(self, pair: _ComparedPair, places: _Places, similarity: float) -> bool:
        """Return whether both sentences may have moved: the old one away from its record, the new one into its record.

        Args:
            pair: The sentences.
            places: How the places of their records are related.
            similarity: Their similarity, 0 to 1.
        """
        copy_similarity = self._measure_copy(pair, places, similarity)
        # Only a sentence of an unlinked record can be the copy of a sentence at home.
        is_old_unlinked, is_new_unlinked = pair.old in self._old.unlinked, pair.new in self._new.unlinked
        new_copy = _Copy(self._new.bag_of[pair.new_sentence], copy_similarity) if is_new_unlinked else None
        old_copy = _Copy(self._old.bag_of[pair.old_sentence], copy_similarity) if is_old_unlinked else None
        if not self._may_have_moved(self._old, pair.old_sentence, new_copy):
            return False
        if self._may_have_moved(self._new, pair.new_sentence, old_copy):
            return True
        # The new sentence is at home, but an old sentence that is about as similar may have been merged into its
        # record.
        return is_old_unlinked and similarity >= self._new.home_share[pair.new_sentence] - _NEARER

    def _measure_copy(self, pair: _ComparedPair, places: _Places, similarity: float) -> float:
        """Return how similar two sentences are, for the case that one is the copy of the other.

        Args:
            pair: The sentences.
            places: How the places of their records are related.
            similarity: Their similarity, 0 to 1.
        """
        if places.are_foreign and places.are_chapters_together:
            return 0.0  # a keyword that repeats another keyword's sentence takes nothing from it
        if pair.old in self._old.unlinked:
            return similarity
        # The cover does not count here: a new rule that has a part of an old sentence only repeats it.
        return pair.words.likeness

    def _may_have_moved(self, sentences: Sentences, sentence: int, copy: _Copy | None) -> bool:
        """Return whether a sentence may have moved from or to a record that its own record is not linked with.

        It may if it is not at home. A sentence at home may have moved too if its copy in the other record

        - is clearly more similar to it than the counterparts are,
        - or as similar, and has a word that the counterparts lack,
        - or has most words that the counterparts lack: a sentence about X or Y became one about X and one about Y.

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
        found_weight = self._comparison.lexicon.weigh_shared(missing, copy.bag)
        if copy.similarity >= home_share and found_weight >= TORN_WEIGHT:
            return True
        return sentences.is_torn(sentence) and found_weight >= _MOST_OF_MISSING * missing.weight

    def is_near(self, old: int, new: int) -> bool:
        """Return whether two records are near each other: the new one is in the family that continues the old one.

        One of these must be true:

        - The new record is the parent, a sibling or a child of the old record's continuation.
        - The old record is the parent, a sibling or a child of the record that the new record continues.
        - The parent of the new record continues the parent of the old record.

        The first condition alone decides if it is true, and otherwise the second. The answer is False for a rule and a
        glossary entry, and for records without a parent.
        """
        old_side, new_side = self._matching.old, self._matching.new
        if old_side.is_rule(old) != new_side.is_rule(new):
            return False
        parent, new_parent = old_side.parents[old], new_side.parents[new]
        successor, source = self._matching.new_of[old], self._matching.old_of[new]
        # Records without a parent, such as glossary entries, are in no family, although they count as siblings.
        if successor != NONE and _are_in_family(new_side, successor, new):
            return new_parent != NONE
        if source != NONE and _are_in_family(old_side, source, old):
            return parent != NONE
        return parent != NONE and self._families.winner.get(parent, NONE) == new_parent

    def _are_chapters_together(self, old: int, new: int) -> bool:
        """Return whether enough of the old record's chapter went to the new record's chapter; see `_TOGETHER`."""
        chapter, new_chapter = self._matching.old.chapters[old], self._matching.new.chapters[new]
        return self._families.flow(chapter, new_chapter) >= _TOGETHER

    def _are_foreign(self, old: int, new: int) -> bool:
        """Return whether two records are under different keywords, whose rules repeat each other's sentences."""
        old_side, new_side = self._matching.old, self._matching.new
        parent, new_parent = old_side.parents[old], new_side.parents[new]
        if NONE in {parent, new_parent} or old_side.kinds[parent] != "rule" or new_side.kinds[new_parent] != "rule":
            return False
        title, new_title = old_side.titles[parent], new_side.titles[new_parent]
        have_other_titles = bool(title and new_title) and title != new_title
        return have_other_titles and self._families.winner.get(parent) != new_parent


def _are_in_family(side: AlignmentSide, record: int, relative: int) -> bool:
    """Return whether a record is a child, a sibling or the parent of another record.

    Two records without a parent count as siblings.
    """
    parent = side.parents[record]
    return side.parents[relative] in (record, parent) or relative == parent


def _combine(words: Likeness) -> float:
    """Return the similarity of two sentences, 0 to 1: the likeness, or the reduced cover if that is greater.

    The cover of sentences with few words does not count, because a longer sentence may contain them by chance.
    """
    if words.lighter < LIMITS.weight:
        return words.likeness
    return max(words.likeness, _COVERED * words.cover)
