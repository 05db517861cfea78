"""The records, and functions that need nothing but records. This package imports no other package of the project.

`records` has the rules, glossary entries and editions, `links` how they continue from edition to edition. The section
"Words" of `docs/architecture.md` explains the words of the code, such as edition, reading, witness, step and lineage.
"""
