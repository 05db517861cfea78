"""The publisher's own faults, edition by edition: broken references; duplicate, missing and misprinted numbers.

`audit.py` goes through the editions and finds references that lead to a wrong rule, `numbering.py` the faults of
numbers; `times.py` follows records through the editions and says what was probably intended. `document.py` audits one
document against itself, and `known.py` adds what the history of its edition knows.
"""
