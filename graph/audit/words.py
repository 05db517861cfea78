"""Descriptions of faults in words: what is wrong, what was probably intended, and how long it persisted."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from graph.audit.times import AuditEvidence, AuditFault, normalize_reference, passage_kind
from rules.text import strip_title


def describe_fault(fault: AuditFault) -> str:
    """Return what is wrong, in one clause: `702.62, “Endure”: 702.62 is called “Suspend”`."""
    title = f", “{fault.quoted_title}”" if fault.quoted_title else ""
    match fault.status:
        case "missing" if fault.kind == "glossary":
            return f"See {fault.raw}: the glossary has no such entry"
        case "missing" if fault.raw.startswith("Appendix"):
            return f"{fault.raw}{title}: the edition has no appendix"
        case "missing":
            return f"{fault.raw}{title}: there is no such rule"
        case "title-mismatch":
            called = f"is called “{fault.heading}”" if fault.heading else "has no such title"
            return f"{fault.raw}{title}: {', '.join(fault.targets)} {called}"
        case "ambiguous":
            return f"{fault.raw}{title}: the edition has several of them"
        case "drifted" if not any(evidence.by == "earlier" for evidence in fault.evidence):
            return f"{fault.raw}: there was no such rule when this was written, and the number now names another"
        case "drifted":
            return f"{fault.raw}: the number names another rule than when this was written"
        case "mistaken":
            return f"{fault.raw}: this rule is about something else"
        case "untidy-number":
            return f"the number is {fault.place}" if fault.place.startswith("printed") else fault.place
        case _:
            return (
                fault.place if fault.field == "contents" or fault.raw in fault.place else f"{fault.raw}: {fault.place}"
            )


def describe_meant(fault: AuditFault, write_day: Callable[[str], str] = str) -> str:
    """Return what was probably meant, with the reasons; empty if nothing is known.

    Args:
        fault: The fault.
        write_day: Writes the day of an edition, an ISO date; as it is by default.
    """
    reasons = "; ".join(_reason(evidence, write_day) for evidence in fault.evidence)
    if fault.suggestion is None:
        return reasons
    if fault.status == "title-mismatch" and fault.targets == (fault.suggestion,):
        return f"the number is right, the title is not ({reasons})"
    if fault.status == "untidy-number":
        return ""
    return f"probably meant: {fault.suggestion} ({reasons})" if reasons else f"probably meant: {fault.suggestion}"


def _reason(evidence: AuditEvidence, write_day: Callable[[str], str]) -> str:
    day = write_day(evidence.edition) if evidence.edition else ""
    match evidence.by:
        case "title":
            return f"{evidence.meant} alone is called so"
        case "near-title":
            return f"{evidence.meant} is called “{evidence.printed}”"
        case "order":
            return f"{evidence.meant} fits between its neighbours"
        case "later" if not evidence.printed:
            return f"since {day} nothing is cited there"
        case "later":
            return f"since {day} it reads {evidence.printed}"
        case _:
            gone = "" if evidence.meant else ", a rule that is gone"
            return f"up to {day} it was right and read {evidence.printed}{gone}"


def describe_span(fault: AuditFault) -> str:
    """Return the editions through which a fault persists: `2010-06-18 to 2026-04-17`."""
    return fault.since if fault.since == fault.until else f"{fault.since} to {fault.until}"


def by_run(faults: Iterable[AuditFault]) -> list[tuple[AuditFault, ...]]:
    """Group the faults of several editions that are one persisting fault; the groups are in order of appearance."""
    runs: dict[tuple[str | None, ...], list[AuditFault]] = {}
    for fault in faults:
        title = strip_title(fault.quoted_title) if fault.quoted_title else None
        place = fault.lineage or fault.source, passage_kind(fault.field), normalize_reference(fault.raw), title
        runs.setdefault((*place, fault.status, fault.since), []).append(fault)
    return [tuple(run) for run in runs.values()]
