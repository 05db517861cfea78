"""The choice between the copies of a sentence: of all pairs with a sentence, only the most similar ones count."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from rules.align.sentence_pairs import SentencePair

_AS_SIMILAR = 0.04
"""Maximum difference in similarity between the best place of a sentence and a second one."""


def select_most_similar(
    similarities: Mapping[SentencePair, float], near_pairs: Collection[SentencePair]
) -> list[SentencePair]:
    """Return the pairs of sentences that are about as similar as the best pair with either sentence.

    A copy of a sentence in its own family is nearer than any other copy: if a sentence is in a near pair, its other
    pairs are left out, even if they are more similar.

    So a sentence may be left without a pair. Let an old sentence have the similarity 0.70 with a near sentence, and
    0.95 with a distant one. The distant one is left out because there is a near one; the near one is left out too,
    because 0.70 is less than 0.95 - `_AS_SIMILAR`, which makes it weak evidence. In the editions of 1999-2026 that
    happens in 8 of 363 selections; most of these near pairs would be wrong links.

    Args:
        similarities: Pair of sentences → its similarity.
        near_pairs: Those of the pairs whose records are near each other (`RecordPlaces.are_near`).
    """
    best_of_old: dict[int, float] = defaultdict(float)  # old sentence → its greatest similarity in any pair
    best_of_new: dict[int, float] = defaultdict(float)  # new sentence → its greatest similarity in any pair
    for pair, similarity in similarities.items():
        best_of_old[pair.old] = max(best_of_old[pair.old], similarity)
        best_of_new[pair.new] = max(best_of_new[pair.new], similarity)
    near_old = {pair.old for pair in near_pairs}
    near_new = {pair.new for pair in near_pairs}
    selected: list[SentencePair] = []
    for pair, similarity in similarities.items():
        best = max(best_of_old[pair.old], best_of_new[pair.new])  # of all pairs, those left out too
        is_as_similar = similarity >= best - _AS_SIMILAR
        has_near_copy = pair.old in near_old or pair.new in near_new
        is_nearest = pair in near_pairs or not has_near_copy
        if is_as_similar and is_nearest:
            selected.append(pair)
    return selected
