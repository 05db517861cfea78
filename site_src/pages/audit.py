"""`audit/`: every fault once, and `audit/2009-07-11/`: the faults of one edition, with what was probably meant."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from graph.audit.faults import by_run
from graph.audit.wording import describe_fault, describe_meant
from rules.faults import AuditFault
from rules.grouping import grouped
from rules.numbers import is_term, term_of
from site_src.context import BuildContext
from site_src.layout import SitePlace, id_page
from site_src.markup.shell import Frame
from site_src.markup.words import date_in_words

AUDIT_PATH = "audit/"
KINDS: dict[str, tuple[str, str]] = {
    "missing": ("leads nowhere", "a reference to a number or glossary entry that the edition lacks"),
    "title-mismatch": ("wrong title", "the number is there, but its title is not the one quoted"),
    "ambiguous": ("ambiguous", "the edition has the rule or entry referred to twice"),
    "drifted": ("rule moved away", "the rule moved and the reference stayed: the number now names another rule"),
    "mistaken": ("wrong rule", "the number names a rule that is about something else than the entry that cites it"),
    "duplicate-number": ("number twice", "two rules have one number"),
    "missing-number": ("gap", "a number of a series is left out"),
    "misplaced-number": ("out of place", "a number that does not fit between its neighbours"),
    "misprinted-number": ("misprint", "not the form of a number"),
    "contents-mismatch": ("contents", "contents and body call a section or chapter differently"),
}
"""Each kind of fault in a word or two, and explained. Untidy numbers (a full stop too many) are not listed."""


def write_audit(context: BuildContext) -> None:
    """Write the page of all faults and a page for each edition, even if it has none."""
    editions = context.store.chained()
    faults = [fault for fault in context.store.faults(editions) if fault.status in KINDS]
    by_edition = grouped((fault.edition, fault) for fault in faults)
    # each once, with the numbers of the newest edition of its run, and current ones first
    rows = [max(run, key=lambda fault: fault.edition) for run in by_run(faults)]
    rows.sort(key=lambda fault: (fault.until, fault.since), reverse=True)
    tally = Counter[str](fault.status for fault in rows)
    context.write(
        Frame(
            AUDIT_PATH,
            "Audit of the editions",
            "References that lead nowhere and numbers at fault, in every edition of the rules of Magic.",
            styles=("terms",),
        ),
        "audits.html.j2",
        standing=[fault for fault in rows if fault.until == editions[-1]],
        former=[fault for fault in rows if fault.until != editions[-1]],
        kinds=[(*KINDS[status], tally[status]) for status in KINDS if tally[status]],
        editions=editions,
        listed=[(edition, len(by_edition[edition])) for edition in reversed(editions) if edition in by_edition],
        **_describers(AUDIT_PATH, editions),
    )
    for edition in editions:
        page = f"{AUDIT_PATH}{edition}/"
        title = f"Faults in the edition of {date_in_words(edition)}"
        context.write(
            Frame(page, title, styles=("terms",), indexed=False),
            "audit.html.j2",
            edition=edition,
            rows=by_edition[edition],
            title=title,
            **_describers(page, editions),
        )


def _describers(page: str, editions: Sequence[str]) -> dict[str, Any]:
    """Return what the template of a fault on a page needs besides the fault."""

    def find_place(fault: AuditFault) -> str:
        # a missing number, or one in the contents, is no record: link to the page of the edition
        return SitePlace(id_page(fault.lineage) if fault.lineage else f"e/{fault.edition}/").seen_from(page)

    return {
        "address": find_place,
        "key": lambda key: f"Glossary, “{term_of(key)}”" if is_term(key) else key,
        "words": {status: words for status, (words, _) in KINDS.items()},
        "wrong": describe_fault,
        "meant": lambda fault: describe_meant(fault, date_in_words),
        "latest": editions[-1],
        "length": lambda fault: sum(fault.since <= edition <= fault.until for edition in editions),
    }
