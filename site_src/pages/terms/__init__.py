"""The terms: which were renamed or retired, in which rules, and what became of their words."""
