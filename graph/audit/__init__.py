"""The publisher's own faults, edition by edition: broken references; duplicate, missing and misprinted numbers.

`audit.py` goes through the editions and finds references that lead to a wrong rule, `numbering.py` the faults of
numbers. `record_cache.py` looks up the records of all editions, `evidence.py` finds what was probably intended, and
`wording.py` says it in words. `document.py` audits one document against itself, and `known.py` adds what the history of
its edition knows.
"""
