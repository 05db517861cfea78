"""The gold set of the alignment: rules judged by reading, and the verdicts. Numbers and verdicts only."""
