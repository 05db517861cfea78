"""Documents of unknown origin: which edition a document is of, how much of it, and what is wrong with it.

`identify` finds the editions that a text may be from, and `extent` measures how much of an edition it has. `nearness`
counts its texts and numbers that editions have, `stated` says that they differ, and `condition` judges from all that
whether it is whole and undamaged. `placing` decides which edition a copy belongs to. `partial` places a page of
an issue that no archive has, and `partial_days` says in words when such a page can be from. `problems` has the answer
about a problem.
"""
