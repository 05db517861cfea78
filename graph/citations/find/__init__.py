"""Finding citations in a text: `find_citations` names the stages."""

from graph.citations.find.finder import find_citations, might_cite

__all__ = ["find_citations", "might_cite"]
