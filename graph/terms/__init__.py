"""Renamed and retired terms of the rules, mined from the whole history and confirmed by curated facts.

`mine_terms` finds them, `TermNames` looks them up, `known_renamings` returns only the curated ones.
"""
