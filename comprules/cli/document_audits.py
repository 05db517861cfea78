"""`comprules audit FILE`: the faults of a rules document of the user."""

from collections.abc import Sequence

from msgspec import structs

from comprules.cli.audit_options import AuditOptions
from comprules.cli.failures import NOT_FOUND
from comprules.cli.output import say
from comprules.cli.reports import choose_style, print_report
from comprules.cli.sources import edition_of, opened_facts
from comprules.document_audit import audit_files, report_audit
from comprules.lint.baseline import Baseline
from comprules.printable import printable
from comprules.rules_document import read_rules_document
from comprules.rules_files import read_contents
from graph.audit.document import DocumentAudit

_SHOWN_OUTSIDE = 5
"""Maximum number of references to other parts that a note names, so that it stays short."""


def audit_paths(paths: Sequence[str], options: AuditOptions) -> int:
    """Audit files as one document and print the report; return the exit code.

    Args:
        paths: The files; `-` is standard input.
        options: The options of the command.
    """
    style = choose_style(options.style, "full", as_json=options.as_json)
    baseline = Baseline(options.baseline, will_write=options.write_baseline)
    document = read_rules_document(read_contents(paths), options.dialect)
    with opened_facts(options.db) as facts:
        edition = None
        if options.edition:
            edition = edition_of(facts, options.edition)
        audited = audit_files(document, facts, edition=edition, is_whole=options.whole)
    report = report_audit(document, audited, options.statuses)
    names = [file.path for file in document.files]
    if options.write_baseline:
        say(baseline.write(report.findings, names))
        return 0
    report = baseline.apply_to(report, names)
    report = structs.replace(report, edition=audited.edition)
    print_report(report, style, output=options.output, summary=options.summary)
    _say_doubts(audited.audit)
    fails = any(not finding.is_note for finding in report.findings)
    if fails and not options.exit_zero:
        return NOT_FOUND
    return 0


def _say_doubts(audit: DocumentAudit) -> None:
    """Print a note about references that were not judged, and one if there are no references at all."""
    if audit.outside:
        numbers = list(dict.fromkeys(resolution.reference.raw for resolution in audit.outside))
        shown = ", ".join(map(printable, numbers[:_SHOWN_OUTSIDE]))
        if numbers[_SHOWN_OUTSIDE:]:
            shown += ", ..."
        say(f"note: not judged because they refer to other parts: {shown}; name those files too, or use --whole")
    if not audit.references:
        say("note: no reference was found; is this the text of rules?")
