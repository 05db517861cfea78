"""The one place that says what a number meant on a day, since when, and where its rule went, by which links."""

from graph.history.history import Destination, DestinationKind, History, Period

__all__ = ["Destination", "DestinationKind", "History", "Period"]
