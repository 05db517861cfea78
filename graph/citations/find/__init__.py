"""Finding citations in a text: `finder` describes the stages."""

from graph.citations.find.finder import find_citations, might_cite

__all__ = ["find_citations", "might_cite"]
