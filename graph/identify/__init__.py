"""Identification of a document or fragment of unknown origin: the editions that it may belong to."""

from graph.identify.identify import Candidate, Identification, identify

__all__ = ["Candidate", "Identification", "identify"]
