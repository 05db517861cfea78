"""The weights of the names next to a number: what `bench.likely_names` fits."""

from __future__ import annotations

from bench.likely_names import Sample, fit_weights
from graph.citations.judge.name_measures import Measures, find_logit

NOTHING = Measures(*(0.0 for _ in Measures._fields))._replace(constant=1.0)
MEANT = NOTHING._replace(share_of_named=1.0)
NOT_MEANT = NOTHING._replace(share_of_cited=1.0)


def test_the_weights_tell_the_samples_apart() -> None:
    samples = [Sample("a", True, MEANT), Sample("a", False, NOT_MEANT)] * 20
    weights = fit_weights(samples)
    assert weights.share_of_named > 0 > weights.share_of_cited
    assert find_logit(MEANT, weights) > 0 > find_logit(NOT_MEANT, weights)
    assert weights.is_label == 0, "it is the same in all samples"


def test_a_large_tree_counts_no_more_than_others() -> None:
    small = [Sample("a", True, MEANT), Sample("a", False, NOT_MEANT)]
    hundred = [Sample("b", True, NOT_MEANT)] * 100
    assert fit_weights(small + hundred) == fit_weights(small + 20 * hundred)
