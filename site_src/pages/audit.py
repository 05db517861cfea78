"""`audit/`: every fault once, and `audit/2009-07-11/`: the faults of one edition, with what was probably meant."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from graph.audit.faults import by_run
from graph.audit.wording import describe_fault, describe_meant
from rules.faults import AuditFault
from rules.grouping import grouped
from rules.keys import is_entry
from site_src.addresses import SitePlace, id_page
from site_src.context import BuildContext
from site_src.markup.shell import Frame
from site_src.markup.words import date_in_words, format_key

AUDIT_PATH = "audit/"
KINDS: dict[str, tuple[str, str]] = {
    "missing": ("leads nowhere", "a reference to a number or glossary entry that the edition lacks"),
    "title-mismatch": ("wrong title", "the number exists, but its title is not the one quoted"),
    "ambiguous": ("ambiguous", "the edition has the rule or entry referred to twice"),
    "drifted": ("rule moved away", "the rule moved but the reference stayed: the number now names another rule"),
    "mistaken": ("wrong rule", "the number names a rule that is about something else than the entry that cites it"),
    "duplicate-number": ("number twice", "two rules have one number"),
    "missing-number": ("gap", "a number in a series is missing"),
    "misplaced-number": ("out of place", "a number that does not fit between its neighbours"),
    "misprinted-number": ("misprint", "not the form of a number"),
    "contents-mismatch": ("contents", "contents and body give a section or chapter different titles"),
}
"""The name of each kind of fault, and its explanation. Untidy numbers (a full stop too many) are not listed."""
_ABOUT_AUDIT = "References that lead nowhere and wrong numbers, in every edition of the rules of Magic."


def write_audit(context: BuildContext) -> None:
    """Write the page of all faults and a page for each edition, even if it has none."""
    editions = context.store.chained()
    faults = [fault for fault in context.store.faults(editions) if fault.status in KINDS]
    by_edition = grouped((fault.edition, fault) for fault in faults)
    _write_all(context, faults, by_edition)
    for edition in editions:
        page = f"{AUDIT_PATH}{edition}/"
        title = f"Faults in the edition of {date_in_words(edition)}"
        frame = Frame(page, title, styles=("terms",), indexed=False)
        rows = by_edition[edition]
        formatters = _make_formatters(page, editions)
        context.write(frame, "audit.html.j2", edition=edition, rows=rows, title=title, **formatters)


def _write_all(
    context: BuildContext, faults: Iterable[AuditFault], by_edition: Mapping[str, Sequence[AuditFault]]
) -> None:
    """Write the page of all faults, each once, however many editions have it."""
    editions = context.store.chained()
    newest = editions[-1]
    numbers = [(edition, len(by_edition[edition])) for edition in reversed(editions) if edition in by_edition]
    rows = _list_once(faults)
    frame = Frame(AUDIT_PATH, "Audit of the editions", _ABOUT_AUDIT, styles=("terms",))
    context.write(
        frame,
        "audits.html.j2",
        editions=editions,
        listed=numbers,
        standing=[fault for fault in rows if fault.until == newest],
        former=[fault for fault in rows if fault.until != newest],
        kinds=_count_kinds(rows),
        **_make_formatters(AUDIT_PATH, editions),
    )


def _list_once(faults: Iterable[AuditFault]) -> list[AuditFault]:
    """Return each fault once, as in the last edition that has it.

    They are sorted by this edition, then by the first one that has the fault, the newest first.
    """
    rows = [max(run, key=lambda fault: fault.edition) for run in by_run(faults)]
    rows.sort(key=lambda fault: (fault.until, fault.since), reverse=True)
    return rows


def _count_kinds(faults: Iterable[AuditFault]) -> list[tuple[str, str, int]]:
    """Return the name and the explanation of each kind that occurs, with the number of its faults."""
    tally = Counter[str](fault.status for fault in faults)
    return [(name, explanation, tally[status]) for status, (name, explanation) in KINDS.items() if tally[status]]


def _make_formatters(page: str, editions: Sequence[str]) -> dict[str, Any]:
    """Return the functions and words with which `audit_rows.html.j2` describes a fault, by their names there.

    Args:
        page: Address of the page.
        editions: All editions that are examined, oldest first.
    """

    def find_address(fault: AuditFault) -> str:
        # a missing number, or a fault in the contents, has no record: the link leads to the edition
        address = f"e/{fault.edition}/"
        if fault.lineage:
            address = id_page(fault.lineage)
        return SitePlace(address).seen_from(page)

    def count_editions(fault: AuditFault) -> int:
        return sum(fault.since <= edition <= fault.until for edition in editions)

    return {
        "find_address": find_address,
        "name_source": _name_source,
        "kind_names": {status: name for status, (name, _) in KINDS.items()},
        "describe_fault": describe_fault,
        "describe_meant": lambda fault: describe_meant(fault, date_in_words),
        "latest": editions[-1],
        "count_editions": count_editions,
    }


def _name_source(key: str) -> str:
    """Return the name of the record with a fault: `702.40a`, `Glossary, Storm`."""
    if is_entry(key):
        return f"Glossary, {format_key(key)}"
    return key
