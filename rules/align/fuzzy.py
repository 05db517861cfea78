"""Links between records whose words changed: candidate pairs are scored and assigned jointly.

The assignment considers all competing pairs. Equally good alternatives are reported as ambiguous instead of decided
arbitrarily.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from rules.align.assignment import assign
from rules.align.changed import ChangedRecords
from rules.align.matching import Matching
from rules.align.score import Scorer
from rules.align.ties import find_ties

BY_WORDS = "words"
"""Method of links found here."""
_LEAST_GAIN = 0.02
"""Weight of a pair that scores just the minimum: above 0, because `assign` makes no pair of weight 0."""


def link_best(
    matching: Matching,
    scorer: Scorer,
    changed: ChangedRecords,
    candidates: Mapping[int, Sequence[int]],
    least_score: float,
) -> None:
    """Link the best assignment among candidate pairs.

    Old records with equally good alternatives stay unlinked; `matching.ambiguous` gets the alternatives. Example: the
    old 100.1 and 100.2 have the same words, and only the new 200.1 has them too. Then 100.1 and 100.2 both stay
    unlinked, and `matching.ambiguous` has 200.1 for both. Alternatives with different words do not count (`find_ties`).

    Args:
        matching: Receives the links.
        scorer: Scores the pairs.
        changed: The words of the records.
        candidates: Position of an unlinked old record → positions of its unlinked candidates.
        least_score: Minimum score of a pair.
    """
    weights = _weigh_pairs(matching, scorer, candidates, least_score)
    chosen = assign(weights)
    undecided = find_ties(weights, chosen, changed.is_same_old, changed.is_same_new)
    matching.ambiguous.update(undecided)
    for old, new in sorted(chosen.items()):
        if old not in undecided:
            score = weights[old][new] + least_score - _LEAST_GAIN  # the reverse of `_weigh_pairs`
            matching.link(old, new, BY_WORDS, min(1.0, score))


def _weigh_pairs(
    matching: Matching, scorer: Scorer, candidates: Mapping[int, Sequence[int]], least_score: float
) -> dict[int, dict[int, float]]:
    """Return old record → new record → weight, for the pairs that score at least the minimum.

    The weight is how far the score is above the minimum, plus `_LEAST_GAIN`. If the score itself were the weight, two
    pairs barely above the minimum would outweigh one good pair, since `assign` maximizes the sum of the weights. A rule
    is never paired with a glossary entry.
    """
    weights: dict[int, dict[int, float]] = defaultdict(dict)
    for old, news in candidates.items():
        for new in news:
            if matching.old.is_rule(old) != matching.new.is_rule(new):
                continue
            score = scorer.score(old, new)
            if score >= least_score:
                weights[old][new] = score - least_score + _LEAST_GAIN
    return weights
