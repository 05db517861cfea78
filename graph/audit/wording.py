"""Describe faults in words: what is wrong, what was probably meant, and for how long."""

from collections.abc import Callable

from graph.audit.slips import SLIPS_IN_WORDS, find_slip
from rules.faults import AuditEvidence, AuditFault
from rules.numbers import is_number, parent_of


def describe_fault(fault: AuditFault, whole: str = "edition") -> str:
    """Return the fault in one clause: `702.62, “Endure”: 702.62 is called “Suspend”`.

    Args:
        fault: The fault.
        whole: What has the fault, as a noun: `edition` or `document`.
    """
    if fault.status == "missing" and fault.kind == "glossary":
        return f"See {fault.raw}: the glossary has no such entry"
    problem = _describe_reference(fault, whole)
    if problem is not None:
        reference = fault.raw
        if fault.quoted_title:
            reference += f", “{fault.quoted_title}”"
        return f"{reference}: {problem}"
    if fault.status == "untidy-number":
        return _describe_slip(fault)
    if fault.status == "missing-number" and fault.field == "number":
        return _describe_gap(fault)
    return fault.place  # 501.2 is printed twice


def _describe_gap(fault: AuditFault) -> str:
    """Return a clause about a missing number: `113.8: 113.7 is followed by 113.9`.

    If a rule is missing above its first subrule, the words of the fault name the subrule, and are used as they are:
    `724.3a has no rule above it`.
    """
    subject = fault.place.partition(" ")[0]
    if is_number(subject) and parent_of(subject) == fault.raw:
        return fault.place
    return f"{fault.raw}: {fault.place}"


def _describe_slip(fault: AuditFault) -> str:
    """Return a clause about a number of which only a full stop or a blank is wrong."""
    slip = find_slip(fault.targets[0], fault.raw)
    if slip is None or slip == "no-blank":
        return fault.place
    return f"the number is {SLIPS_IN_WORDS[slip]}"


def _describe_reference(fault: AuditFault, whole: str) -> str | None:
    """Return a clause about a wrong reference; None if the fault is one of a number.

    When a reference that drifted was written, its number belonged to another rule, which the evidence of an earlier
    edition shows; without such evidence, no rule had the number then.
    """
    if fault.status == "missing":
        if fault.raw.startswith("Appendix"):
            return f"the {whole} has no appendix"
        return "there is no such rule"
    if fault.status == "title-mismatch":
        cited = ", ".join(fault.targets)
        if not fault.heading:
            return f"{cited} has no such title"
        return f"{cited} is called “{fault.heading}”"
    if fault.status == "ambiguous":
        return f"the {whole} has several of them"
    if fault.status == "drifted":
        if any(evidence.by == "earlier" for evidence in fault.evidence):
            return "the number now belongs to a different rule than when this was written"
        return "no rule had this number when this was written; the number now names another rule"
    if fault.status == "mistaken":
        return "this rule is about something else"
    return None


def describe_meant(fault: AuditFault, write_day: Callable[[str], str] = str) -> str:
    """Return the number that was probably meant, with the reasons; without a suggestion only the reasons.

    Empty if nothing is known, and for an untidy number, whose description says all.

    Args:
        fault: The fault.
        write_day: Formats the day of an edition, which is an ISO date; by default the date stays as it is.
    """
    reasons = "; ".join(_describe_evidence(evidence, write_day) for evidence in fault.evidence)
    if fault.suggestion is None:
        return reasons
    if fault.status == "title-mismatch" and fault.targets == (fault.suggestion,):
        return f"the number is right, the title is not ({reasons})"
    if fault.status == "untidy-number":
        return ""
    meant = f"probably meant: {fault.suggestion}"
    if not reasons:
        return meant
    return f"{meant} ({reasons})"


def _describe_evidence(evidence: AuditEvidence, write_day: Callable[[str], str]) -> str:
    """Return one piece of evidence as a clause: `since 2010-06-18 it reads 702.62`.

    The evidence is a title, the order of the numbers, or the edition after or before those with the fault.
    """
    day = ""
    if evidence.edition:
        day = write_day(evidence.edition)
    if evidence.by == "title":
        return f"{evidence.meant} is the only rule with that title"
    if evidence.by == "near-title":
        return f"{evidence.meant} is called “{evidence.printed}”"
    if evidence.by == "order":
        return f"{evidence.meant} fits between its neighbours"
    if evidence.by == "later":
        if not evidence.printed:
            return f"since {day} there is no reference in that place"
        return f"since {day} it reads {evidence.printed}"
    reason = f"until {day} it correctly read {evidence.printed}"
    if not evidence.meant:
        reason += ", which no longer exists"
    return reason


def describe_span(fault: AuditFault) -> str:
    """Return the editions through which a fault persists: `2010-06-18 to 2026-04-17`, or a single edition."""
    if fault.since == fault.until:
        return fault.since
    return f"{fault.since} to {fault.until}"
