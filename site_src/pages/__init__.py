"""The pages of the site, one package for each kind."""

MOST_WORKERS = 4
"""Maximum number of processes that write pages: each may hold many editions in memory, about 400 MB."""
