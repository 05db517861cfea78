"""The error of a part of the graph that cannot be."""

from rules.errors import ComprulesError


class GraphError(ComprulesError):
    """A part of the graph, or a format for it, that cannot be; the message says what can."""
