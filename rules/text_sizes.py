"""Sizes by which headings, passages of rules, and texts that are no rules are distinguished."""

LONGEST_PASSAGE = 40_000
"""Maximum number of characters of a passage; the longest one printed so far has 7,024.

A longer text is no rule. It is compared only as a whole, because comparing it word by word would take too long."""
LONGEST_HEADING = 70
"""Maximum number of characters of a heading; the longest one printed so far has 55."""
DISTINCTIVE_LENGTH = 8
"""Minimum number of words of a passage that two editions do not have in common by coincidence."""
