"""Identification of a document or fragment of unknown origin: the editions that it may belong to."""

from graph.identify.identify import identify
from graph.identify.records import Candidate, Identification

__all__ = ["Candidate", "Identification", "identify"]
