"""The publisher's own faults, edition by edition: broken references; duplicate, missing and misprinted numbers.

`audit.py` goes through the editions; `numbering.py` finds the faults of numbers, `drift.py` references whose rule moved
away, `mistaken.py` references to a wrong rule, `meant.py` what was probably intended; `times.py` follows records
through the editions, `words.py` describes faults in words.
"""

from graph.audit.audit import audit
from graph.audit.times import AuditEvidence, AuditFault

__all__ = ["AuditEvidence", "AuditFault", "audit"]
