"""`comprules audit FILE`: the faults of a rules document of the user."""

import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec import structs

from comprules.cli.audit_options import AuditOptions
from comprules.cli.failures import NOT_FOUND
from comprules.cli.output import say
from comprules.cli.reports import choose_style, print_report
from comprules.cli.sources import edition_of, opened_facts
from comprules.document_audit import audit_files, report_audit
from comprules.lint.baseline import Baseline
from comprules.printable import printable
from comprules.rules_document import STDIN_NAME, read_rules_document
from rules.errors import ComprulesError
from scraper.parse import LARGEST

_STDIN = "-"
_SHOWN_OUTSIDE = 5


def audit_paths(paths: Sequence[str], options: AuditOptions) -> int:
    """Audit files as one document and print the report; return the exit status.

    Args:
        paths: The files; `-` is standard input.
        options: The options of the command.
    """
    style = choose_style(options.style, "full", as_json=options.as_json)
    anew = options.write_baseline
    baseline = Baseline(options.baseline, anew=anew)
    document = read_rules_document(_read_contents(paths), options.dialect)
    with opened_facts(options.db) as facts:
        edition = None
        if options.edition:
            edition = edition_of(facts, options.edition)
        audited = audit_files(document, facts, edition=edition, is_whole=options.whole)
    report = report_audit(document, audited, options.statuses)
    names = [file.path for file in document.files]
    if anew:
        say(baseline.write(report.findings, names))
        return 0
    report = baseline.apply_to(report, names)
    report = structs.replace(report, edition=audited.edition)
    print_report(report, style, output=options.output, summary=options.summary)
    outside = audited.audit.outside
    if outside:
        numbers = list(dict.fromkeys(resolution.reference.raw for resolution in outside))
        shown = ", ".join(map(printable, numbers[:_SHOWN_OUTSIDE])) + (", ..." if numbers[_SHOWN_OUTSIDE:] else "")
        say(f"note: not judged, since they lead out of this part: {shown}; name the other files too, or --whole")
    if not audited.audit.references:
        say("note: no reference was found; is this the text of rules?")
    fails = any(finding.severity != "note" for finding in report.findings)
    if fails and not options.exit_zero:
        return NOT_FOUND
    return 0


def _read_contents(paths: Sequence[str]) -> list[tuple[str, bytes]]:
    """Return path and bytes of each file.

    Raises:
        ComprulesError: Some cannot be read, or one is named twice; the message has a line for each.
    """
    contents: list[tuple[str, bytes]] = []
    problems = [f"{path}: it is named twice" for path in dict.fromkeys(paths) if paths.count(path) > 1]
    for path in dict.fromkeys(paths):
        try:
            contents.append(_read_content(path))
        except OSError as error:
            hint = ""
            if Path(path).is_dir():
                hint = "; name the files in it"
            problems.append(f"{path}: {error.strerror}{hint}")
    if problems:
        raise ComprulesError("\n".join(problems))
    return contents


def _read_content(path: str) -> tuple[str, bytes]:
    """Return the name and the bytes of a file; of one that is too large to be read, only the first bytes."""
    if path == _STDIN:
        return STDIN_NAME, sys.stdin.buffer.read(LARGEST + 1)
    with Path(path).open("rb") as stream:
        return path, stream.read(LARGEST + 1)
