"""The sentences of changed records, and which of two editions are the same though their records are not linked."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from msgspec import Struct

from rules.align.coarse import MAJORITY
from rules.align.matching import Families, Matching
from rules.align.side import NONE
from rules.align.similarity import NOTHING, Bag, Lexicon, Likeness, compare, join_bags

HOME = 0.6
"""Minimum share of a sentence that a linked record must contain for it to be at home. At 0.5, many sentences that left
are at home by their common words; at 0.7, many that were only reworded are not."""
TORN_WEIGHT = 2.0
"""Minimum weight of missing words that can distinguish twins: one word that is not very common."""


class Sentence(Struct, frozen=True):
    """A sentence, its record, and how much of it the records linked with its record contain.

    Attributes:
        record: Position of the record.
        bag: Its words.
        linked: Whether its record is linked with a changed record.
        at_home: Maximum share of it that one of these records contains, 0 to 1; 0 without any.
        missing: Its words that they lack; empty without any.
    """

    record: int
    bag: Bag
    linked: bool = False
    at_home: float = 0.0
    missing: Bag = NOTHING

    @property
    def away(self) -> Bag:
        """Return the words that may be found elsewhere: all of them as long as the sentence's record is not linked."""
        return self.missing if self.linked else self.bag


class Sentences:
    """The sentences of one side, by number.

    Args:
        lexicon: The words of both editions.
        records: Sentences of the changed records, by position.
        headings: Positions of the headings among them, which are not split into sentences.

    Attributes:
        all: The sentences.
        numbers: The numbers of each record's sentences.
        whole: All words of each record, headings included.
    """

    def __init__(self, lexicon: Lexicon, records: Mapping[int, Sequence[Bag]], headings: Container[int]) -> None:
        self._lexicon = lexicon
        self.whole = {position: join_bags(bags) for position, bags in records.items()}
        self.all: list[Sentence] = []
        self.numbers: dict[int, range] = {}
        for position, bags in records.items():
            if position not in headings:
                first = len(self.all)
                self.all += [Sentence(position, bag) for bag in bags]
                self.numbers[position] = range(first, len(self.all))

    def settle(self, record: int, counterparts: Sequence[Bag]) -> None:
        """Update the sentences of a record with its linked records in the other edition, if there are any."""
        if not counterparts:
            return
        together = join_bags(counterparts)
        for number in self.numbers.get(record, ()):
            bag = self.all[number].bag
            held = max(self._lexicon.measure_cover(bag, counterpart) for counterpart in counterparts)
            self.all[number] = Sentence(record, bag, True, held, self._lexicon.find_missing(bag, together))

    def list_distinctive(self) -> Iterator[tuple[int, Bag]]:
        """Yield the sentences that weigh as much as a word of one record, without those at home that lack no word."""
        for number, sentence in enumerate(self.all):
            at_home = sentence.at_home >= HOME and sentence.missing.weight < TORN_WEIGHT
            if sentence.bag.weight >= self._lexicon.once and not at_home:
                yield number, sentence.bag


class Limits(Struct, frozen=True):
    """Thresholds from which two sentences are the same. `docs/alignment.md` explains how they were determined.

    Attributes:
        like: Minimum similarity, 0 to 1.
        like_chapter: The same if the chapters belong together.
        like_near: The same if the records are in the same family.
        weight: Minimum weight of a sentence to be recognised; about four distinctive words.
        weight_near: The same if the records are in the same family.
    """

    like: float
    like_chapter: float
    like_near: float
    weight: float
    weight_near: float


LIMITS = Limits(like=0.78, like_chapter=0.62, like_near=0.5, weight=16.0, weight_near=8.0)
DELETED = Limits(like=0.78, like_chapter=0.5, like_near=0.47, weight=12.0, weight_near=7.0)
"""For unlinked old records: real deletions are rare, most of these records were moved somewhere."""
_LIKE_ENTRY = 0.66
"""Minimum similarity of a sentence of a rule and one of a glossary entry."""
_LIKE_FOREIGN = 0.85
"""Similarity from which two sentences count as one; the minimum for rules under different keywords."""
_MUCH = 40.0
"""Minimum weight of a sentence that is more than a phrase repeated by keywords; about eight distinctive words."""
_COVERED = 0.9
"""Factor for cover (one sentence contains the other) relative to similarity."""
_NEAR = 0.08
"""Added to the similarity of two sentences in the same family; deducted between a rule and a glossary entry."""
_NEARER = 0.12
"""How much more similar than its own continuation another sentence must be to be clearly nearer."""
_TOGETHER = 0.15
"""Minimum share of a chapter's linked records in another chapter for the two to belong together."""


class SentenceSimilarity:
    """Judges pairs of sentences, by number.

    Args:
        matching: The links between the editions.
        lexicon: The words of both editions.
        old: The old sentences.
        new: The new sentences.
        free_old: Old records that were unlinked before the search for pieces.
        free_new: New records that were unlinked before it.
    """

    def __init__(
        self,
        matching: Matching,
        lexicon: Lexicon,
        old: Sentences,
        new: Sentences,
        *,
        free_old: Container[int],
        free_new: Container[int],
    ) -> None:
        self._matching = matching
        self._lexicon = lexicon
        self._old = old
        self._new = new
        self._free_old = free_old
        self._free_new = free_new
        self._compared: dict[tuple[int, int], Likeness] = {}
        self.families: Families = matching.families()

    def refresh(self) -> None:
        """Update the families with the links made since."""
        self.families = self._matching.families()

    def measure_likeness(self, s: int, t: int) -> float:
        """Return how similar two sentences are, about 0 to 1.1; 0 if they are not the same sentence."""
        old, new = self._old.all[s], self._new.all[t]
        free_old, free_new = old.record in self._free_old, new.record in self._free_new
        if (old.at_home >= HOME and not free_new) or (new.at_home >= HOME and not free_old):
            return 0.0  # a sentence at home can only match a twin in an unlinked record
        likeness = self._compare(s, t)
        if self._matching.old.is_rule(old.record) != self._matching.new.is_rule(new.record):
            return self._like_entry(old, new, likeness)
        near = self.is_near(old.record, new.record)
        limits = DELETED if free_old else LIMITS
        like = _choose_measure(likeness)
        rules = self._matching.old.is_rule(old.record)
        if rules and likeness.lighter < _MUCH and not near and not self.belong_together(old.record, new.record):
            like = (likeness.likeness + likeness.cover) / 2
        if likeness.lighter < (limits.weight_near if near else limits.weight):
            return 0.0
        if like < (limits.like_near if near else self._find_limit(old, new, limits)):
            return 0.0
        # a new rule that is a part of an old sentence only repeats it
        torn = like if free_old else likeness.likeness
        if not self._is_away(old, new, torn, free_new):
            return 0.0
        if not self._is_away(new, old, torn, free_old) and not (free_old and like >= new.at_home - _NEARER):
            return 0.0
        return like + (_NEAR if near else 0.0)

    def weigh_taken_words(self, s: int, t: int) -> float:
        """Return the weight of the words that one record lost and the other gained.

        If the sentences are almost the same, all words count.
        """
        whole = self._compare(s, t)
        if whole.likeness >= _LIKE_FOREIGN:
            return whole.lighter
        return self._lexicon.weigh_shared(self._old.all[s].away, self._new.all[t].away)

    def is_near(self, old: int, new: int) -> bool:
        """Return whether the new record is in the family that continues the old one or its parent."""
        before, after = self._matching.old, self._matching.new
        if before.is_rule(old) != after.is_rule(new):
            return False
        successor, adoptive = self._matching.new_of[old], after.parents[new]
        if successor != NONE and (adoptive in (successor, after.parents[successor]) or after.parents[successor] == new):
            return adoptive != NONE
        source, parent = self._matching.old_of[new], before.parents[old]
        if source != NONE and (parent in (source, before.parents[source]) or before.parents[source] == old):
            return parent != NONE
        return parent != NONE and self.families.image.get(parent, NONE) == adoptive

    def belong_together(self, old: int, new: int) -> bool:
        """Return whether the chapters of two rules belong together: enough of one went to the other."""
        chapter, adoptive = self._matching.old.chapters[old], self._matching.new.chapters[new]
        return self.families.flow(chapter, adoptive) >= _TOGETHER

    def is_foreign(self, old: int, new: int) -> bool:
        """Return whether two records are under different keywords, whose rules repeat each other's sentences."""
        before, after = self._matching.old, self._matching.new
        parent, adoptive = before.parents[old], after.parents[new]
        if NONE in {parent, adoptive} or before.kinds[parent] != "rule" or after.kinds[adoptive] != "rule":
            return False
        title, other = before.titles[parent], after.titles[adoptive]
        return bool(title and other) and title != other and self.families.image.get(parent) != adoptive

    def _compare(self, s: int, t: int) -> Likeness:
        likeness = self._compared.get((s, t))
        if likeness is None:
            likeness = self._compared[s, t] = compare(self._lexicon, self._old.all[s].bag, self._new.all[t].bag)
        return likeness

    def _like_entry(self, old: Sentence, new: Sentence, likeness: Likeness) -> float:
        """Return the similarity of a rule's sentence and a glossary entry's.

        It is 0 unless the rule is free and neither sentence is at home.
        """
        is_rule = self._matching.old.is_rule(old.record)
        rule_is_free = old.record in self._free_old if is_rule else new.record in self._free_new
        if not rule_is_free or max(old.at_home, new.at_home) >= HOME or likeness.likeness < _LIKE_ENTRY:
            return 0.0
        return _choose_measure(likeness) - _NEAR

    def _find_limit(self, old: Sentence, new: Sentence, limits: Limits) -> float:
        """Return how similar two sentences must be if their families are no evidence."""
        if self.is_foreign(old.record, new.record):
            return _LIKE_FOREIGN
        return limits.like_chapter if self.belong_together(old.record, new.record) else limits.like

    def _is_away(self, sentence: Sentence, other: Sentence, likeness: float, free: bool) -> bool:
        """Return whether a sentence may be found elsewhere in spite of the links of its record.

        It may if they lack the sentence. Otherwise the other record must be unlinked and its sentence either clearly
        nearer or contain the words that they lack: `X or Y` became an X and a Y.
        """
        if sentence.at_home < HOME:
            return True
        if not free or likeness < HOME:
            return False
        if likeness >= sentence.at_home + _NEARER:
            return True
        missing = sentence.missing
        return (
            missing.weight >= TORN_WEIGHT
            and self._lexicon.weigh_shared(missing, other.bag) >= MAJORITY * missing.weight
        )


def _choose_measure(likeness: Likeness) -> float:
    """Return the likeness; or the cover, if greater and the smaller sentence has enough words to be recognised."""
    return max(likeness.likeness, _COVERED * likeness.cover) if likeness.lighter >= LIMITS.weight else likeness.likeness
