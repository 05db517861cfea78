"""The similarity of an old and a new sentence whose records are not linked, if they count as the same sentence.

Terms, with an example: rule 1.1 says "At dawn, paint each wall or gate. Then take a rest." In the next edition, 1.1
says "At dawn, paint each wall." and the new rule 1.2 says "At dawn, paint each gate." The two rules 1.1 are linked.

- The *counterparts* of a sentence are the changed records that its record is linked with: the new 1.1 is the only
  counterpart of the sentences of the old 1.1. The rule 1.2 is *unlinked*, so its sentence has no counterpart.
- A sentence is *at home* if a counterpart contains most of it: "At dawn, paint each wall or gate" is. Otherwise it is
  *away*, as "Then take a rest" is (`Sentences.is_at_home`).
- A sentence is *torn* if its counterparts lack some of its distinctive words, here "gate" (`Sentences.is_torn`).
- A *copy* of a sentence is a similar sentence in an unlinked record: "At dawn, paint each gate" is a copy of the torn
  sentence (`rules.align.sentence_moves`).
- The *cover* is the share of the lighter sentence that the other one contains. It is 1 for "Take a rest" and "Then take
  a rest in the shade", although these two differ (`WordComparison`).
- Records are *near* each other if the new one is in the family that continues the old one (`RecordPlaces.are_near`).
"""

from rules.align.families import Families
from rules.align.matching import Matching
from rules.align.record_places import PlaceRelations, RecordPlaces
from rules.align.sentence_comparison import ComparedPair, SentenceComparison
from rules.align.sentence_limits import DELETED_LIMITS, LIMITS
from rules.align.sentence_moves import SentenceMoves
from rules.align.word_comparison import WordComparison

_SIMILAR_ENTRY = 0.66
"""Minimum similarity of a sentence of a rule and one of a glossary entry."""
_MUCH = 40.0
"""Minimum weight of a sentence that is more than a phrase that keywords repeat; about eight distinctive words."""
_COVERED = 0.9
"""Factor by which the cover of two sentences is reduced before it is compared with their likeness."""
_NEAR_BONUS = 0.08
"""Added to the similarity of two sentences whose records are near each other."""
_ENTRY_PENALTY = 0.08
"""Deducted from the similarity of a sentence of a rule and one of a glossary entry."""


class SentenceSimilarity:
    """Decides whether two sentences are the same one, and how similar they are.

    A sentence is given by its index in the `Sentences` of its edition.

    Args:
        matching: The links between the editions.
        families: The families according to these links.
        comparison: Compares the words of sentences.
    """

    def __init__(self, matching: Matching, families: Families, comparison: SentenceComparison) -> None:
        self._matching = matching
        self._places = RecordPlaces(matching, families)
        self._comparison = comparison
        self._moves = SentenceMoves(comparison)
        self._old = comparison.old
        self._new = comparison.new

    def are_near(self, old_record: int, new_record: int) -> bool:
        """Return whether two records, given by their positions, are near each other; see `RecordPlaces.are_near`."""
        return self._places.are_near(old_record, new_record)

    def measure(self, old_sentence: int, new_sentence: int) -> float:
        """Return the similarity of two sentences, 0 if they do not count as the same sentence.

        It is 0 if a sentence is at home, unless the other sentence is in an unlinked record. Two sentences of a rule
        and a glossary entry are measured more strictly than others. The result is 1 at most, or `1 + _NEAR_BONUS` for
        records that are near each other.
        """
        old_record, new_record = self._old.record_of[old_sentence], self._new.record_of[new_sentence]
        # A sentence at home did not move. It can only have a copy, which must be in an unlinked record.
        if self._old.is_at_home(old_sentence) and new_record not in self._new.unlinked:
            return 0.0
        if self._new.is_at_home(new_sentence) and old_record not in self._old.unlinked:
            return 0.0
        words: WordComparison = self._comparison.compare(old_sentence, new_sentence)
        pair = ComparedPair(old_sentence, new_sentence, old_record, new_record, words)
        if self._matching.old.is_rule(old_record) != self._matching.new.is_rule(new_record):
            return self._measure_rule_and_entry(pair)
        return self._measure_same_sort(pair)

    def _measure_rule_and_entry(self, pair: ComparedPair) -> float:
        """Return the similarity of a sentence of a rule and one of a glossary entry; 0 if they are not the same.

        Entries repeat rules. So the sentences only count as the same if both are away and the rule is unlinked.
        """
        are_both_away = not self._old.is_at_home(pair.old_sentence) and not self._new.is_at_home(pair.new_sentence)
        if self._matching.old.is_rule(pair.old_record):
            is_rule_unlinked = pair.old_record in self._old.unlinked
        else:
            is_rule_unlinked = pair.new_record in self._new.unlinked
        if are_both_away and pair.words.likeness >= _SIMILAR_ENTRY and is_rule_unlinked:
            return _combine(pair.words) - _ENTRY_PENALTY
        return 0.0

    def _measure_same_sort(self, pair: ComparedPair) -> float:
        """Return the similarity of two sentences of rules, or of two of glossary entries.

        It is 0 if the lighter sentence has too few words, if the two are not similar enough for the places of their
        records (`Limits`), or if they cannot have moved (`SentenceMoves`).
        """
        limits = DELETED_LIMITS if pair.old_record in self._old.unlinked else LIMITS
        relations = self._places.relate(pair.old_record, pair.new_record)
        if pair.words.lighter < limits.find_least_weight(are_near=relations.are_near):
            return 0.0
        similarity = self._combine_by_places(pair, relations)
        is_similar = similarity >= limits.find_least_similarity(relations)
        if not is_similar or not self._moves.have_moved(pair, relations, similarity):
            return 0.0
        return similarity + _NEAR_BONUS if relations.are_near else similarity

    def _combine_by_places(self, pair: ComparedPair, relations: PlaceRelations) -> float:
        """Return the similarity of two sentences, 0 to 1, in which the cover counts less if their places are distant.

        The cover alone is weak evidence for a phrase, because longer sentences of any rule may contain it.
        """
        is_phrase = self._matching.old.is_rule(pair.old_record) and pair.words.lighter < _MUCH
        if is_phrase and not relations.are_near and not relations.are_chapters_together:
            return (pair.words.likeness + pair.words.cover) / 2
        return _combine(pair.words)


def _combine(words: WordComparison) -> float:
    """Return the similarity of two sentences, 0 to 1: the likeness, or the reduced cover if that is greater.

    The cover of sentences with few words does not count, because a longer sentence may contain them by chance.
    """
    if words.lighter < LIMITS.weight:
        return words.likeness
    return max(words.likeness, _COVERED * words.cover)
