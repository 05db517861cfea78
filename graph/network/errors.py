"""The error of a part or format of the graph that does not exist."""

from rules.errors import ComprulesError


class GraphError(ComprulesError):
    """A part or a format of the graph was requested that does not exist; the message names the possible ones."""
