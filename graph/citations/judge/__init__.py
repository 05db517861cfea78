"""Judging citations by the facts of all editions."""

from graph.citations.judge.judge import Judge

__all__ = ["Judge"]
