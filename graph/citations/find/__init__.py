"""Finding citations in a text: `finder` describes the stages."""

from graph.citations.find.finder import find_citations, might_cite
from graph.citations.find.foreign import describe_foreign

__all__ = ["describe_foreign", "find_citations", "might_cite"]
