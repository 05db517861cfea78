"""Limits that several parts of the mining share."""

LASTS = 3
"""Number of editions after a step in which new words must persist and old headings must not come back, and before it,
in which old words must occur; a new heading must not occur there unless the old one occurred longer."""
GIVEN_UP = 0.75
"""Minimum share of their occurrences that words and names lose when they are given up."""
SURE = 0.8
"""Score of a renamed heading whose link has score 1, and of a keyword that is of another class."""
