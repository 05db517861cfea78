"""The publisher's own faults, edition by edition: broken references, doubled, missing and misprinted numbers.

`audit.py` goes through the editions; `numbering.py` has the faults of numbers, `drift.py` the references whose rule
moved away, `meant.py` what was probably meant; `times.py` follows records through the editions, `words.py` puts it all
in words.
"""

from graph.audit.audit import audit
from graph.audit.records import AuditEvidence, AuditFault, AuditSource

__all__ = ["AuditEvidence", "AuditFault", "AuditSource", "audit"]
