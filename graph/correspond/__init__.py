"""Which rules of the Comprehensive Rules the rules of another work restate, such as those of a rulings summary."""

from graph.correspond.correspond import correspondences

__all__ = ["correspondences"]
