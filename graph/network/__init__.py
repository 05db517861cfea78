"""The graph of rules, references, histories and renamed terms: one view over the tables of a knowledge base.

`schema.py` describes its nodes and edges. `timeline.py`, `references.py`, `rules.py` and `terms.py` read them from the
tables, each one kind; a question reads only what it needs. `parts.py` lists those of all editions, of a day or of what
changed between two days; `slices.py` cuts the listing, and `formats` writes it. `assemble.py` makes a networkx graph,
and `questions.py` answers with the algorithms of networkx.
"""
