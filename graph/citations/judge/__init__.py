"""Judging citations: whether each names, in the target edition, the rule that its author meant."""
