"""The common contents of the rules and a rulings summary, which restates them.

`correspond` finds the rules that a summary restates, in the editions that `tagged_editions` finds. `restated` follows
them to any day since, `tags` reads whose words a summary prints, and `tables` lists all of this as rows of tables.
"""
