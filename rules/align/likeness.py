"""The similarity of two passages, found word by word: rare words count more, and the order counts too."""

from msgspec import Struct
from rapidfuzz.distance import LCSseq

from rules.align.lexicon import Bag, Lexicon


class Likeness(Struct, frozen=True):
    """The similarity of two passages.

    Attributes:
        likeness: How similar the two passages are as wholes, 0 to 1; 1 for equal passages.
        cover: Which share of the lighter passage the heavier one contains, 0 to 1. A rule to which words were added has
            a cover of 1 and a smaller likeness.
        lighter: Weight of the words of the lighter passage.
    """

    likeness: float
    cover: float
    lighter: float


def compare(lexicon: Lexicon, first: Bag, second: Bag) -> Likeness:
    """Compare two passages.

    Each figure is the mean of two shares: that of the words that both have in any order, by weight, and that of the
    longest sequence of words that both have in the same order, by number of words.
    """
    shorter = min(len(first.ids), len(second.ids))
    if not shorter:
        are_both_empty = len(first.ids) == len(second.ids)
        return Likeness(1.0 if are_both_empty else 0.0, 0.0, 0.0)
    shared = lexicon.weigh_shared(first, second)
    common = LCSseq.similarity(first.ids, second.ids)
    # The mean of 2 * shared / (total weight) and 2 * common / (total number of words).
    likeness = shared / (first.weight + second.weight) + common / (len(first.ids) + len(second.ids))
    lighter = min(first.weight, second.weight)
    cover = (shared / lighter + common / shorter) / 2
    return Likeness(likeness, cover, lighter)
