"""Judging citations by the facts of all editions."""

from graph.citations.judge.judge import Judge, PinTrust

__all__ = ["Judge", "PinTrust"]
