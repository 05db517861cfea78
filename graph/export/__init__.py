"""The knowledge base as files for other tools.

`tables` lists the tables, each a `table` of columns; `rows` makes the rows that no query makes. `select` chooses tables
and columns by their names, `write` writes them and the graph.
"""
