"""Documents of unknown origin: which edition a document is of, how much of it, and what is wrong with it.

`identify` finds the editions that a text may be from, `extent` how much of one it has. `placing` says which edition a
copy belongs to. `partial` places a page of an issue that no archive has, `partial_days` says in words when it can be
from. `problems` has a problem as the answers have it.
"""
