"""The words of two editions with their weights; a word that occurs in few records weighs more than a common one.

Words have ids, so that passages are compared as tuples of numbers. A *bag* is a passage in this form: if `draw` has the
id 0, `a` 1 and `card` 2, the bag of `draw a card, a card` has the ids (0, 1, 2, 1, 2).
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy

from msgspec import Struct
from rapidfuzz.distance import LCSseq

_NUMBER_WEIGHT = 0.1
"""Weight of `#`, the word for any rule number. It is small, because half of all rules refer to some rule."""


class Bag(Struct, frozen=True):
    """The words of a passage, given by their ids in a lexicon.

    Attributes:
        ids: Ids of the words, in the order of the passage. In a bag that `Lexicon.find_missing` returns, each id is
            there only once, however often the word occurs.
        counts: Id of a word → how often it occurs in the passage.
        weight: Sum of the weights of all occurrences.
    """

    ids: tuple[int, ...]
    counts: Mapping[int, int]
    weight: float


class Lexicon:
    """The ids and weights of words. Words with the same stem (`_stem`), such as "card" and "cards", have the same id.

    The weights are those of inverse document frequency (Spärck Jones 1972).

    Args:
        passages: Words of each record of both editions.
        rarest_weight: The weight that a word in only one record shall have; the other weights are scaled with it. None
            for no scaling.

    Attributes:
        rarest_weight: Weight of a word that occurs in only one record.
        weights: The weights of the words; the id of a word is an index into them.
    """

    def __init__(self, passages: Iterable[Sequence[str]], rarest_weight: float | None = None) -> None:
        frequencies: Counter[str] = Counter()  # word → number of records with the word
        total = 0
        for passage in passages:
            frequencies.update(dict.fromkeys(passage, 1))  # not a set: its order, and thus rounding, would vary
            total += 1
        stem_frequencies: Counter[str] = Counter()
        for word, frequency in frequencies.items():
            stem_frequencies[_stem(word)] += frequency
        # The id of a word is the index of its stem, in the order in which the stems first occur.
        stem_ids = {stem: word_id for word_id, stem in enumerate(stem_frequencies)}
        self._ids = {word: stem_ids[_stem(word)] for word in frequencies}
        self.rarest_weight = rarest_weight or _weigh_rarest(total)
        # Several words with one stem may be in one record, so their frequencies together may exceed the total.
        self._set_weights([min(frequency, total) for frequency in stem_frequencies.values()], total)

    def _set_weights(self, frequencies: Sequence[int], total: int) -> None:
        """Set the weights of all words by their frequencies.

        Args:
            frequencies: For each id, the number of records with a word of this id; 0 counts as 1.
            total: The number of all records.
        """
        scale = self.rarest_weight / _weigh_rarest(total)
        self.weights = [scale * math.log(1 + total / max(1, frequency)) for frequency in frequencies]
        if "#" in self._ids:
            self.weights[self._ids["#"]] = _NUMBER_WEIGHT

    def reweigh(self, passages: Iterable[Sequence[str]]) -> "Lexicon":
        """Return a lexicon with the same ids, and with the weights that the words have among other passages.

        Do not call `bag` on the result: it gives ids to new words, and both lexicons share their ids.

        Args:
            passages: Words of each record; words that the lexicon lacks are ignored.
        """
        ids = self._ids
        frequencies: Counter[int] = Counter()  # id → number of records with a word of this id
        total = 0
        for passage in passages:
            frequencies.update({ids[word] for word in passage if word in ids})
            total += 1
        lexicon = copy(self)  # which shares the ids
        lexicon._set_weights([frequencies[word_id] for word_id in range(len(self.weights))], total)
        return lexicon

    def weigh(self, bag: Bag) -> Bag:
        """Return a bag of the lexicon that this one was made from by `reweigh`, with the weight that it has here."""
        return Bag(bag.ids, bag.counts, sum([self.weights[word_id] for word_id in bag.ids]))

    def bag(self, passage: Sequence[str]) -> Bag:
        """Return the bag of a passage. Words that the lexicon lacks are added to it, with the weight of rare words."""
        ids, weights = self._ids, self.weights
        # Such words come from renamed terms, which replace words of the passages that the lexicon was made from.
        for word in passage:
            if word not in ids:
                ids[word] = len(weights)
                weights.append(self.rarest_weight)
        bag_ids = tuple([ids[word] for word in passage])
        return Bag(bag_ids, Counter(bag_ids), sum([weights[word_id] for word_id in bag_ids]))

    def weigh_shared(self, first: Bag, second: Bag) -> float:
        """Return the weight of the words that both passages have, in any order."""
        weights, first_counts, second_counts = self.weights, first.counts, second.counts
        shared = first_counts.keys() & second_counts.keys()
        return sum([weights[word_id] * min(first_counts[word_id], second_counts[word_id]) for word_id in shared])

    def find_missing(self, part: Bag, whole: Bag) -> Bag:
        """Return the words of a passage that another passage lacks, or has less often.

        Of `put a card and a counter`, the passage `put a counter` lacks `a` (once), `card` and `and`. The words are in
        the order in which they first occur.
        """
        counts = {}
        for word_id, count in part.counts.items():
            missing = count - whole.counts.get(word_id, 0)
            if missing > 0:
                counts[word_id] = missing
        return Bag(tuple(counts), counts, sum([self.weights[word_id] * count for word_id, count in counts.items()]))

    def measure_cover(self, part: Bag, whole: Bag) -> float:
        """Return the share of a passage that another passage contains, 0 to 1.

        It is the mean of two shares: that of the words in any order, by weight, and that of the longest sequence of
        words that both have in the same order, by number of words.
        """
        if not part.ids:
            return 0.0
        by_words = self.weigh_shared(part, whole) / part.weight
        by_order = LCSseq.similarity(part.ids, whole.ids) / len(part.ids)
        return (by_words + by_order) / 2


def _weigh_rarest(total: int) -> float:
    """Return the weight of a word that occurs in one of `total` records, before it is scaled."""
    return math.log(1 + max(total, 1))


def join_bags(bags: Sequence[Bag]) -> Bag:
    """Return the bags of several passages as one bag, in their order."""
    if len(bags) == 1:
        return bags[0]
    ids = tuple(word_id for bag in bags for word_id in bag.ids)
    return Bag(ids, Counter(ids), sum([bag.weight for bag in bags]))


def _stem(word: str) -> str:
    """Return a word without a plural or possessive ending: `cards` → `card`, `player's` → `player`.

    A rule that is split often changes between singular and plural. `rules.stems` would also remove the endings of
    verbs, but the difference between `cast` and `casting` is evidence here.
    """
    if word.endswith("'s"):
        return word[:-2]
    is_plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word
