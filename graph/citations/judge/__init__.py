"""Judging citations by the facts of all editions."""

from graph.citations.judge.judge import Judge, PinTrust
from graph.citations.judge.neighbours import Spans

__all__ = ["Judge", "PinTrust", "Spans"]
