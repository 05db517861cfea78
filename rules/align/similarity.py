"""The similarity of two passages, word by word: rare words count more, and the order counts too.

Two figures: `likeness` (symmetric; 1 for equal passages) and `cover` (how much of the smaller passage is in the other:
1 for a rule that only doubled in length, though its likeness is smaller).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from rapidfuzz.distance import LCSseq


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


NOTHING = Bag((), {}, 0.0)
"""The empty passage."""


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
        counts: dict[str, int] = {}
        for word, count in frequency.items():
            stem = _stem(word)
            counts[stem] = counts.get(stem, 0) + count
        stems = {stem: number for number, stem in enumerate(counts)}
        self._numbers = {word: stems[_stem(word)] for word in frequency}
        # Words first seen later (through renamed terms) weigh like words of one record.
        most = math.log(1 + max(total, 1))
        self.once = once or most
        scale = self.once / most
        self.weights = [scale * math.log(1 + total / min(count, total)) for count in counts.values()]
        if "#" in self._numbers:
            self.weights[self._numbers["#"]] = 0.1  # half of all rules cite some rule

    def bag(self, passage: Sequence[str]) -> Bag:
        """Return the words of a passage with their weight."""
        numbers = self._numbers
        ids = []
        for word in passage:
            number = numbers.get(word)
            if number is None:
                number = numbers[word] = len(self.weights)
                self.weights.append(self.once)
            ids.append(number)
        weights = self.weights
        return Bag(tuple(ids), Counter(ids), sum([weights[number] for number in ids]))

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
    cover = (shared / lighter + common / smaller) / 2
    return Likeness(likeness, cover, lighter)
