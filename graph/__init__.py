"""References, comparisons, lineages and terms: what connects rules and editions. May import `rules`.

The section "Words" of `docs/architecture.md` explains the words of the code, such as lineage, version, period, path,
piece and retyped edition.
"""
