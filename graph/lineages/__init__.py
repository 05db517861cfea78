"""Lineages: a rule through all editions and numbers, with a permanent id.

`trace_lineages` makes them from the links between editions; `registry` preserves published ids.
"""
