"""Whose text is this? From a document or fragment that says nothing of itself to the editions that it can be of."""

from graph.identify.identify import identify
from graph.identify.records import Candidate, Identification

__all__ = ["Candidate", "Identification", "identify"]
