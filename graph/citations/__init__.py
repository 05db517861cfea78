"""Citations: references to the rules in other people's files.

`find` finds them in a text and needs no rules, `judge` says what each means and what is wrong with it, `renumber`
writes them for another edition. The records that they share are in `records`, the kinds of findings in `codes`.
"""
