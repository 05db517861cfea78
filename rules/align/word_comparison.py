"""The comparison of two passages by their words: rare words count more, and the order counts too."""

from msgspec import Struct
from rapidfuzz.distance import LCSseq

from rules.align.lexicon import Bag, Lexicon


class WordComparison(Struct, frozen=True):
    """How similar the words of two passages are.

    `take a rest` and `then take a rest in the shade` have a cover of 1, and a smaller likeness.

    Attributes:
        likeness: How similar the two passages are as wholes, 0 to 1; 1 for equal passages.
        cover: Which share of the lighter passage the heavier one contains, 0 to 1.
        lighter: Weight of the words of the lighter passage.
    """

    likeness: float
    cover: float
    lighter: float


def compare_words(lexicon: Lexicon, first: Bag, second: Bag) -> WordComparison:
    """Compare two passages.

    Likeness and cover are each the mean of two shares: that of the words that both have in any order, by weight, and
    that of the longest sequence of words that both have in the same order, by number of words. Two empty passages have
    the likeness 1; if only one of the two is empty, all measures are 0.
    """
    shorter = min(len(first.ids), len(second.ids))
    if not shorter:
        are_both_empty = len(first.ids) == len(second.ids)
        return WordComparison(1.0 if are_both_empty else 0.0, 0.0, 0.0)
    shared = lexicon.weigh_shared(first, second)
    common = LCSseq.similarity(first.ids, second.ids)
    # The mean of 2 * shared / (total weight) and 2 * common / (total number of words).
    likeness = shared / (first.weight + second.weight) + common / (len(first.ids) + len(second.ids))
    lighter = min(first.weight, second.weight)
    cover = (shared / lighter + common / shorter) / 2
    return WordComparison(likeness, cover, lighter)
