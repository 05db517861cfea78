"""What the rules and a rulings summary, which restates them, have in common.

`correspond` finds the rules that a summary restates, `restated` follows them to any day since, `tables` lists both as
rows of tables.
"""
