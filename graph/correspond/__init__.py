"""Rules of the Comprehensive Rules that are restated by rules of another work, such as a rulings summary."""

from graph.correspond.correspond import correspondences

__all__ = ["correspondences"]
