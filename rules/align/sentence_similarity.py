"""The sentences of changed records, and which of two editions are the same though their records are not linked.

The similarity of two passages is found word by word: rare words count more, and the order counts too. Two figures:
`likeness` (symmetric; 1 for equal passages) and `cover` (how much of the smaller passage is in the other: 1 for a rule
that only doubled in length, though its likeness is smaller).
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct
from rapidfuzz.distance import LCSseq

from rules.align.matching import MAJORITY, NONE, AlignmentSide, Matching
from rules.grouping import grouped


class Bag(Struct, frozen=True):
    """The words of a passage as numbers, in order, with their weight.

    Attributes:
        ids: Numbers of the words, in order.
        counts: How often each word occurs in the passage.
        weight: Sum of the weights of all words.
    """

    ids: tuple[int, ...]
    counts: Mapping[int, int]
    weight: float


class Lexicon:
    """The words of two editions and their weights: words that occur in few records weigh more.

    Args:
        passages: Words of each record of both editions (the weights are those of inverse document frequency,
            Spärck Jones 1972).
        once: Weight of a word that occurs in only one record, to which all weights are scaled; None for no scaling.
    """

    def __init__(self, passages: Iterable[Sequence[str]], once: float | None = None) -> None:
        frequency: Counter[str] = Counter()
        total = 0
        for passage in passages:
            frequency.update(dict.fromkeys(passage, 1))  # not a set: its order, and thus rounding, would vary
            total += 1
        counts: Counter[str] = Counter()
        for word, count in frequency.items():
            counts[_stem(word)] += count
        stems = {stem: number for number, stem in enumerate(counts)}
        self._numbers = {word: stems[_stem(word)] for word in frequency}
        # Words first seen later (through renamed terms) weigh like words of one record.
        most = math.log(1 + max(total, 1))
        self.once = once or most
        self.weights = [self.once / most * math.log(1 + total / min(count, total)) for count in counts.values()]
        if "#" in self._numbers:
            self.weights[self._numbers["#"]] = 0.1  # half of all rules cite some rule

    def bag(self, passage: Sequence[str]) -> Bag:
        """Return the words of a passage with their weight."""
        numbers, weights = self._numbers, self.weights
        for word in passage:
            if word not in numbers:
                numbers[word] = len(weights)
                weights.append(self.once)
        ids = tuple([numbers[word] for word in passage])
        return Bag(ids, Counter(ids), sum([weights[number] for number in ids]))

    def weigh_shared(self, one: Bag, other: Bag) -> float:
        """Return the weight of the words that both passages have, in whatever order."""
        weights, first, second = self.weights, one.counts, other.counts
        return sum([weights[number] * min(first[number], second[number]) for number in first.keys() & second.keys()])

    def find_missing(self, part: Bag, whole: Bag) -> Bag:
        """Return the words of a passage that another lacks, in order of their first appearance."""
        counts = {
            number: count - whole.counts.get(number, 0)
            for number, count in part.counts.items()
            if count > whole.counts.get(number, 0)
        }
        return Bag(tuple(counts), counts, sum([self.weights[number] * count for number, count in counts.items()]))

    def measure_cover(self, part: Bag, whole: Bag) -> float:
        """Return the share of a passage that another holds, 0 to 1: half by its words, half by their order."""
        if not part.ids:
            return 0.0
        common = LCSseq.similarity(part.ids, whole.ids)
        return (self.weigh_shared(part, whole) / part.weight + common / len(part.ids)) / 2


def join_bags(bags: Sequence[Bag]) -> Bag:
    """Return several passages as one."""
    if len(bags) == 1:
        return bags[0]
    ids = tuple(number for bag in bags for number in bag.ids)
    return Bag(ids, Counter(ids), sum([bag.weight for bag in bags]))


def _stem(word: str) -> str:
    """Return the word without a plural or possessive ending, because split rules change between singular and plural."""
    if word.endswith("'s"):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


class Likeness(Struct, frozen=True):
    """The similarity of two passages.

    Attributes:
        likeness: Symmetric similarity, 0 to 1.
        cover: How much of the lighter passage is in the other, 0 to 1.
        lighter: Weight of the lighter passage.
    """

    likeness: float
    cover: float
    lighter: float


def compare(lexicon: Lexicon, one: Bag, other: Bag) -> Likeness:
    """Compare two passages, half by the words they share, half by the longest sequence of them in order."""
    smaller = min(len(one.ids), len(other.ids))
    if not smaller:
        return Likeness(1.0 if len(one.ids) == len(other.ids) else 0.0, 0.0, 0.0)
    shared = lexicon.weigh_shared(one, other)
    common = LCSseq.similarity(one.ids, other.ids)
    likeness = shared / (one.weight + other.weight) + common / (len(one.ids) + len(other.ids))
    lighter = min(one.weight, other.weight)
    return Likeness(likeness, (shared / lighter + common / smaller) / 2, lighter)


HOME = 0.6
"""Minimum share of a sentence that a linked record must contain for it to be at home. At 0.5, many sentences that left
are at home by their common words; at 0.7, many that were only reworded are not."""
TORN_WEIGHT = 2.0
"""Minimum weight of missing words that can distinguish twins: one word that is not very common."""


class Sentences:
    """The sentences of one side in columns; the number of a sentence is an index into each of them.

    Args:
        lexicon: The words of both editions.
        side: The edition.
        records: Sentences of the changed records, by position; headings are not split into sentences.
        partners: For each position of the side, that of the record linked with it, or `NONE`.

    Attributes:
        record: Position of the record of each sentence.
        bag: Its words.
        away: Its words that may be found elsewhere: all of them as long as its record is not linked with a changed
            record, then those that all such records lack.
        at_home: Maximum share of it that one of these records contains, 0 to 1; 0 without any.
        numbers: The numbers of each record's sentences.
        whole: All words of each record, headings included.
        free: The records that were unlinked before the search for pieces.
    """

    def __init__(
        self, lexicon: Lexicon, side: AlignmentSide, records: Mapping[int, Sequence[Bag]], partners: Sequence[int]
    ) -> None:
        self._lexicon = lexicon
        self.whole = {position: join_bags(bags) for position, bags in records.items()}
        self.free = frozenset(position for position in records if partners[position] == NONE)
        split = [(at, bag) for at, bags in records.items() if not side.is_heading(at) for bag in bags]
        self.record = [position for position, _ in split]
        self.bag = [bag for _, bag in split]
        self.away = [*self.bag]
        self.at_home = [0.0] * len(split)
        self.numbers = grouped((position, number) for number, position in enumerate(self.record))

    def settle(self, record: int, counterparts: Sequence[Bag]) -> None:
        """Update the sentences of a record with its linked records in the other edition, if there are any."""
        together = join_bags(counterparts)
        for number in self.numbers.get(record, ()) if counterparts else ():
            bag = self.bag[number]
            self.at_home[number] = max(self._lexicon.measure_cover(bag, counterpart) for counterpart in counterparts)
            self.away[number] = self._lexicon.find_missing(bag, together)

    def is_torn(self, number: int) -> bool:
        """Return whether words of a sentence are missing that can distinguish twins."""
        return self.away[number].weight >= TORN_WEIGHT

    def list_distinctive(self) -> Iterator[tuple[int, Bag]]:
        """Return the sentences that weigh as much as a word of one record, without those at home that lack no word."""
        return (
            (number, bag)
            for number, bag in enumerate(self.bag)
            if bag.weight >= self._lexicon.once and (self.at_home[number] < HOME or self.is_torn(number))
        )


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
    """

    def __init__(self, matching: Matching, lexicon: Lexicon, old: Sentences, new: Sentences) -> None:
        self._matching = matching
        self._lexicon = lexicon
        self._old = old
        self._new = new
        self._compare = cache(lambda s, t: compare(lexicon, old.bag[s], new.bag[t]))

    def measure_likeness(self, s: int, t: int) -> float:
        """Return how similar two sentences are, about 0 to 1.1; 0 if they are not the same sentence."""
        old, new = self._old.record[s], self._new.record[t]
        old_home, new_home = self._old.at_home[s], self._new.at_home[t]
        free_old, free_new = old in self._old.free, new in self._new.free
        if (old_home >= HOME and not free_new) or (new_home >= HOME and not free_old):
            return 0.0  # a sentence at home can only match a twin in an unlinked record
        whole: Likeness = self._compare(s, t)
        # the cover counts if the smaller sentence has enough words to be recognised
        like = max(whole.likeness, _COVERED * whole.cover) if whole.lighter >= LIMITS.weight else whole.likeness
        is_rule = self._matching.old.is_rule(old)
        if is_rule != self._matching.new.is_rule(new):
            is_same = max(old_home, new_home) < HOME and whole.likeness >= _LIKE_ENTRY
            return like - _NEAR if is_same and (free_old if is_rule else free_new) else 0.0
        near = self.is_near(old, new)
        chapter, adoptive = self._matching.old.chapters[old], self._matching.new.chapters[new]
        together = self._matching.flow(chapter, adoptive) >= _TOGETHER
        limits = DELETED if free_old else LIMITS
        if is_rule and whole.lighter < _MUCH and not near and not together:
            like = (whole.likeness + whole.cover) / 2
        if near:
            least, least_weight = limits.like_near, limits.weight_near
        else:
            least, least_weight = limits.like_chapter if together else limits.like, limits.weight
            if self._is_foreign(old, new):
                least = _LIKE_FOREIGN
        if whole.lighter < least_weight or like < least:
            return 0.0
        # a new rule that is a part of an old sentence only repeats it
        torn = like if free_old else whole.likeness
        if not self._is_away(self._old, s, self._new.bag[t], torn if free_new else 0.0):
            return 0.0
        is_away = self._is_away(self._new, t, self._old.bag[s], torn if free_old else 0.0)
        if not is_away and not (free_old and like >= new_home - _NEARER):
            return 0.0
        return like + (_NEAR if near else 0.0)

    def weigh_taken_words(self, s: int, t: int) -> float:
        """Return the weight of the words that one record lost and the other gained.

        If the sentences are almost the same, all words count.
        """
        whole: Likeness = self._compare(s, t)
        if whole.likeness >= _LIKE_FOREIGN:
            return whole.lighter
        return self._lexicon.weigh_shared(self._old.away[s], self._new.away[t])

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
        return parent != NONE and self._matching.image.get(parent, NONE) == adoptive

    def _is_foreign(self, old: int, new: int) -> bool:
        """Return whether two records are under different keywords, whose rules repeat each other's sentences."""
        before, after = self._matching.old, self._matching.new
        parent, adoptive = before.parents[old], after.parents[new]
        if NONE in {parent, adoptive} or before.kinds[parent] != "rule" or after.kinds[adoptive] != "rule":
            return False
        title, other = before.titles[parent], after.titles[adoptive]
        return bool(title and other) and title != other and self._matching.image.get(parent) != adoptive

    def _is_away(self, side: Sentences, number: int, other: Bag, likeness: float) -> bool:
        """Return whether a sentence may be found elsewhere in spite of the links of its record.

        It may if they lack the sentence. Otherwise the other record must be unlinked and its sentence either clearly
        nearer or contain the words that they lack: `X or Y` became an X and a Y.

        Args:
            side: The sentences to which it belongs.
            number: Its number.
            other: The words of the sentence elsewhere.
            likeness: How similar the two are; 0 if the record of the other one is linked.
        """
        if side.at_home[number] < HOME:
            return True
        if likeness < HOME:
            return False
        missing = side.away[number]
        shares_missing = self._lexicon.weigh_shared(missing, other) >= MAJORITY * missing.weight
        return likeness >= side.at_home[number] + _NEARER or (side.is_torn(number) and shares_missing)
