"""Finding what citations mean and what is wrong with them, from the facts of all editions."""

from graph.citations.judge.dating import DatedFile, EditionEvidence, Spans
from graph.citations.judge.judge import Judge, PinTrust

__all__ = ["DatedFile", "EditionEvidence", "Judge", "PinTrust", "Spans"]
