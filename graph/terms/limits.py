"""The limits that several modules of the mining share."""

LASTS = 3
"""Number of editions before and after a step that show whether words last.

In this many editions after a step, new words must still occur, and old headings must not come back. In one of this many
editions before it, old words must have occurred; a new heading must not have occurred there, unless the old heading
occurred in more editions."""
GIVEN_UP = 0.75
"""Minimum share of their occurrences that words and names lose when they are given up."""
SURE = 0.8
"""Score of a renamed heading whose link has score 1, and of a keyword that is of another class."""
