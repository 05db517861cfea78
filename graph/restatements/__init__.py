"""The common contents of the rules and a rulings summary, which restates them.

`correspond` finds the rules that a summary restates, `restated` follows them to any day since, `tables` lists both as
rows of tables.
"""
