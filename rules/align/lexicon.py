"""The words of two editions with their weights: a word that occurs in few records weighs more."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy

from msgspec import Struct
from rapidfuzz.distance import LCSseq

_NUMBER_WEIGHT = 0.1
"""Weight of `#`, a rule number: half of all rules refer to some rule."""


class Bag(Struct, frozen=True):
    """The words of a passage as numbers, in order, with their weight.

    Attributes:
        ids: Numbers of the words, in order; of the words that another passage lacks (`Lexicon.find_missing`) each once.
        counts: Number of a word → how often it occurs in the passage.
        weight: Sum of the weights of all words.
    """

    ids: tuple[int, ...]
    counts: Mapping[int, int]
    weight: float


class Lexicon:
    """The numbers and weights of words. Words with the same stem (`_stem`) have the same number.

    The weights are those of inverse document frequency (Spärck Jones 1972).

    Args:
        passages: Words of each record of both editions.
        once: Weight of a word that occurs in only one record, to which all weights are scaled; None for no scaling.

    Attributes:
        once: Weight of a word that occurs in only one record.
        weights: The weight of each word, by its number.
    """

    def __init__(self, passages: Iterable[Sequence[str]], once: float | None = None) -> None:
        frequencies: Counter[str] = Counter()  # word → number of records with the word
        total = 0
        for passage in passages:
            frequencies.update(dict.fromkeys(passage, 1))  # not a set: its order, and thus rounding, would vary
            total += 1
        stem_frequencies: Counter[str] = Counter()
        for word, frequency in frequencies.items():
            stem_frequencies[_stem(word)] += frequency
        # The number of a word is the index of its stem, in the order in which the stems first occur.
        stem_numbers = {stem: number for number, stem in enumerate(stem_frequencies)}
        self._numbers = {word: stem_numbers[_stem(word)] for word in frequencies}
        unscaled_once = math.log(1 + max(total, 1))
        self.once = once or unscaled_once
        scale = self.once / unscaled_once
        # Several words with one stem may be in one record, so their frequencies together may exceed the total.
        self.weights = [scale * math.log(1 + total / min(frequency, total)) for frequency in stem_frequencies.values()]
        if "#" in self._numbers:
            self.weights[self._numbers["#"]] = _NUMBER_WEIGHT

    def reweigh(self, passages: Iterable[Sequence[str]]) -> "Lexicon":
        """Return a lexicon with the same word numbers, and the weights that the words have among other passages.

        Only `weigh` and `weigh_shared` may be called on it. It shares the numbers of words with this lexicon, so `bag`,
        which gives numbers to new words, would change both.

        Args:
            passages: Words of each record; words that the lexicon lacks are ignored.
        """
        numbers = self._numbers
        frequencies: Counter[int] = Counter()
        total = 0
        for passage in passages:
            frequencies.update({numbers[word] for word in passage if word in numbers})
            total += 1
        scale = self.once / math.log(1 + max(total, 1))
        lexicon = copy(self)
        lexicon.weights = [
            scale * math.log(1 + total / max(1, frequencies[number])) for number in range(len(self.weights))
        ]
        if "#" in numbers:
            lexicon.weights[numbers["#"]] = _NUMBER_WEIGHT
        return lexicon

    def weigh(self, bag: Bag) -> Bag:
        """Return a bag of the same words with the weight that they have in this lexicon."""
        return Bag(bag.ids, bag.counts, sum([self.weights[number] for number in bag.ids]))

    def bag(self, passage: Sequence[str]) -> Bag:
        """Return the words of a passage with their weight; words that the lexicon lacks are added to it."""
        numbers, weights = self._numbers, self.weights
        # New words, which come from renamed terms, weigh as much as words of only one record.
        for word in passage:
            if word not in numbers:
                numbers[word] = len(weights)
                weights.append(self.once)
        ids = tuple([numbers[word] for word in passage])
        return Bag(ids, Counter(ids), sum([weights[number] for number in ids]))

    def weigh_shared(self, first: Bag, second: Bag) -> float:
        """Return the weight of the words that both passages have, in whatever order."""
        weights, first_counts, second_counts = self.weights, first.counts, second.counts
        shared = first_counts.keys() & second_counts.keys()
        return sum([weights[number] * min(first_counts[number], second_counts[number]) for number in shared])

    def find_missing(self, part: Bag, whole: Bag) -> Bag:
        """Return the words of one passage that another one lacks, each once, in the order of their first appearance."""
        counts = {}
        for number, count in part.counts.items():
            missing = count - whole.counts.get(number, 0)
            if missing > 0:
                counts[number] = missing
        return Bag(tuple(counts), counts, sum([self.weights[number] * count for number, count in counts.items()]))

    def measure_cover(self, part: Bag, whole: Bag) -> float:
        """Return the share of a passage that another one contains, 0 to 1: half by the words, half by their order."""
        if not part.ids:
            return 0.0
        by_words = self.weigh_shared(part, whole) / part.weight
        by_order = LCSseq.similarity(part.ids, whole.ids) / len(part.ids)
        return (by_words + by_order) / 2


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
    is_plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word
