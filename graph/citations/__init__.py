"""Citations: references to the rules in other people's files.

`find` finds them in a text without knowing the rules, `judge` decides what each means and what is wrong with it,
`renumber` rewrites them for another edition. `records` defines the shared records, `codes` the kinds of findings.
"""
