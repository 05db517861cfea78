"""The gold set of the alignment: which rules were judged by reading, and what was found. Numbers and verdicts only."""
