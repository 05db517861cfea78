"""Judging citations: whether each names, in the target edition, the rule that its author meant."""

from graph.citations.judge.judge import Judge

__all__ = ["Judge"]
