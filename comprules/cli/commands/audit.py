"""`comprules audit`: list the faults of an edition, or of a rules document."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

import click

from comprules.cli.audit_options import AuditOptions
from comprules.cli.failures import NOT_FOUND
from comprules.cli.json_help import JsonCommand
from comprules.cli.options import json_option, store_option
from comprules.cli.output import dim, number_style, print_answer
from comprules.cli.sources import edition_of, open_knowledge_base
from comprules.lint.formats.choice import FORMATS
from comprules.lint.records import UNPRINTED_FIELDS
from graph.answers.unexamined import UnexaminedEdition, describe_unexamined, list_unexamined
from graph.audit.faults import by_run
from graph.audit.wording import describe_fault, describe_meant, describe_span
from rules.counts import format_count
from rules.faults import AuditFault, FaultStatus
from rules.store import Store

_STDIN = "-"
_OPTIONS_OF_FILES = {
    "edition": "--edition",
    "dialect": "--dialect",
    "whole": "--whole",
    "style": "--format",
    "output": "--output",
    "summary": "--summary",
    "baseline": "--baseline",
    "write_baseline": "--write-baseline",
}
"""The options that only files have, by the names of their parameters."""


def _list_answers() -> dict[str, Any]:
    """Return the types of the answers in JSON."""
    from comprules.lint.formats.programs import AuditAnswer  # noqa: PLC0415 - only needed for help

    return {
        "of editions": tuple[AuditFault, ...],
        "of an edition that is not examined": tuple[UnexaminedEdition, ...],
        "of a document": AuditAnswer,
    }


@click.command(
    "audit",
    cls=JsonCommand,
    answers=_list_answers,
    unused=UNPRINTED_FIELDS,
    epilog="""\b
Examples:
  comprules audit                            the latest edition
  comprules audit M10 2009-09-04
  comprules audit --all                      every fault once, with the editions that have it
  comprules audit --all --only drifted
  comprules audit --all --json               one record for each fault and edition
  comprules audit draft.txt                  a document of your own
  comprules audit rules/*.md --format github
  comprules audit chapter.html --edition M10
  pandoc rules.docx -t plain | comprules audit -

The options marked FILE are only for files, and --all is only for editions. You can use all other options with both.

An argument is taken as a file if it contains a dot or a slash, if it is `-` (standard input), or if the current folder
has a file of that name. Several files are audited as the parts of one document, in the order you name them. A document
needs no knowledge base: it is checked against itself and, if it is an edition that comprules knows, against that
edition. The edition is the one that the document states or that you name with --edition. You can also audit any other
rule book with numbers such as 1.2.3.

\b
Exit code: 0 no faults, or only notes in a document; 1 faults; 2 usage or
environment, such as a file that cannot be read or an unknown edition.
""",
)
@click.argument("named", metavar="[EDITION|FILE]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Audit all editions.")
@click.option(
    "--only",
    metavar="STATUS",
    multiple=True,
    type=click.Choice(get_args(FaultStatus)),
    help="Only faults of this kind.",
)
@click.option("--untidy", is_flag=True, help="Include numbers that are wrong only in punctuation or spacing.")
@click.option(
    "--edition", metavar="EDITION", help="FILE: the edition that the files belong to. [default: the one they state]"
)
@click.option("--dialect", metavar="D", help="FILE: read the files as this dialect instead of the detected one.")
@click.option(
    "--whole/--part",
    default=None,
    help="FILE: whether the files are a whole rule book, or a part that may refer to other parts. [default: detected]",
)
@click.option(
    "--format",
    "style",
    type=click.Choice([name for name in FORMATS if name != "grouped"]),
    help="FILE: how to print. [default: full]",
)
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="FILE: print to a file.")
@click.option("--summary", metavar="FILE", type=click.Path(path_type=Path), help="FILE: add a Markdown summary.")
@click.option(
    "--baseline", metavar="FILE", type=click.Path(path_type=Path), help="FILE: ignore findings listed in this file."
)
@click.option("--write-baseline", is_flag=True, help="FILE: write all findings into the baseline.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are faults.")
@json_option
@store_option
@click.pass_context
def audit_command(ctx: click.Context, /, named: tuple[str, ...], **values: Any) -> None:
    """List the faults of an edition, or of a rules document of your own.

    A reference is faulty if its number doesn't exist (missing), has a rule with a different title (title-mismatch),
    has several rules (ambiguous), now belongs to a different rule (drifted), or was wrong from the start (mistaken).
    Numbers are faulty if they are repeated, skipped, out of order or misprinted, and contents if they disagree with
    the body. For an edition, the list says which other editions share each fault and what was probably meant; for a
    document, it gives line and column.
    """
    options = AuditOptions(**values)
    files = [name for name in named if _is_file_name(name)]
    if files:
        if len(files) < len(named) or options.everything:
            message = "files and editions cannot be combined; use --edition to name the edition of a file"
            raise click.UsageError(message)
        from comprules.cli.document_audits import audit_paths  # noqa: PLC0415 - the parsers are slow to import

        ctx.exit(audit_paths(files, options))
    _refuse_options_of_files(options)
    if options.everything and named:
        raise click.UsageError("--all cannot be combined with an edition")
    ctx.exit(_audit_editions(named, options))


def _refuse_options_of_files(options: AuditOptions) -> None:
    """Raise UsageError for an option that only files have.

    `--part` is not refused: its value, False, is that of a flag that was not given.
    """
    for name, option in _OPTIONS_OF_FILES.items():
        if getattr(options, name) not in (None, False):
            raise click.UsageError(f"{option} is for files")


def _audit_editions(named: Sequence[str], options: AuditOptions) -> int:
    """List the faults of editions; return the exit code.

    Args:
        named: The editions as the user names them; none for the latest one, or for all of them.
        options: The options of the command.
    """
    with open_knowledge_base(options.db) as store:
        if options.everything:
            editions: Sequence[str] = store.edition_ids
        else:
            editions = tuple(dict.fromkeys(edition_of(store, name) for name in named or ("latest",)))
        faults = [fault for fault in store.faults(editions) if fault.status in options.statuses]
        rows = [*faults, *list_unexamined(store, editions)]
        print_answer(rows, _format_audit(store, editions, faults), as_json=options.as_json)
    if faults and not options.exit_zero:
        return NOT_FOUND
    return 0


def _is_file_name(name: str) -> bool:
    """Return whether an argument means a file and not an edition."""
    has_separator = os.sep in name or "/" in name or "." in name
    return name == _STDIN or has_separator or Path(name).is_file()


def _format_audit(store: Store, editions: Sequence[str], faults: Sequence[AuditFault]) -> Iterator[str]:
    """Yield the lines for people: each fault once, then how many there are and which editions were not examined."""
    runs = by_run(faults)
    for run in runs:
        yield from _format_run(run, shows_editions=len(editions) > 1)
    examined = [edition for edition in editions if edition not in store.retyped]
    if examined:
        yield _count_faults(store, examined, len(runs), len(faults))
    unexamined = describe_unexamined(store, editions)
    if unexamined:
        yield unexamined


def _format_run(run: Sequence[AuditFault], *, shows_editions: bool) -> Iterator[str]:
    """Yield the lines of a fault, with the numbers that it has in the newest edition.

    Args:
        run: The fault in each of the editions that have it.
        shows_editions: Whether the number of these editions is shown.
    """
    fault = max(run, key=lambda audit_fault: audit_fault.edition)
    count = ""
    if shows_editions and len(run) > 1:
        count = f", {len(run)} editions"
    yield f"{number_style(fault.source)}  {describe_fault(fault)}  {dim(f'{describe_span(fault)}{count}')}"
    meant = describe_meant(fault)
    if meant:
        yield f"    {meant}"
    if fault.doubted:
        yield f"    but not in {', '.join(fault.doubted)}"


def _count_faults(store: Store, examined: Sequence[str], runs: int, faults: int) -> str:
    """Return the last line: how many faults some editions have.

    Args:
        store: The knowledge base.
        examined: The editions.
        runs: Number of different faults.
        faults: Number of faults, counted in every edition.
    """
    if len(examined) == 1:
        where = f"edition {examined[0]}"
    else:
        where = f"{len(examined):,} of {len(store.edition_ids):,} editions"
    counted = format_count(runs, "fault") if runs else "no fault"
    if faults > runs:
        counted += f", {faults:,} counted in every edition"
    return f"{where}: {counted}"
