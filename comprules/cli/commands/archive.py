"""`comprules archive add`: copies of editions that a user has, entered into an archive."""

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any

import click

from comprules.additions import LOCAL, Addition, AdditionReport, Outcome, carry_out, list_files, plan_additions
from comprules.cli.downloads import archive_option, command_for_archive
from comprules.cli.failures import NOT_FOUND
from comprules.cli.json_help import JsonCommand
from comprules.cli.options import json_option
from comprules.cli.output import Column, print_json, print_text, say, table
from comprules.printable import printable
from graph.ledger import open_ledger
from rules.edition_names import is_iso_date
from scraper.registry import load_registry

_OUTCOMES: tuple[Outcome, ...] = ("added", "planned", "present", "refused")


def _count_rules(addition: Addition) -> str | None:
    """Return how many rules of its edition a copy has; None if that is not known."""
    extent = addition.extent
    if extent is None or extent.edition != addition.edition:
        return None
    return f"{extent.rules.present:,} of {extent.rules.total:,}"


_COLUMNS: tuple[Column, ...] = (
    ("file", lambda addition: printable(addition.path)),
    ("edition", attrgetter("edition")),
    ("set", attrgetter("set_code")),
    ("by", attrgetter("basis")),
    ("condition", attrgetter("condition")),
    ("rules", _count_rules),
    ("in the archive", attrgetter("file")),
)


def _list_answers() -> dict[str, Any]:
    """Return the types of the answers in JSON."""
    return {"": AdditionReport}


@click.command(
    "archive",
    cls=JsonCommand,
    answers=_list_answers,
    epilog="""\b
Examples:
  comprules archive add MagicCompRules.txt
  comprules archive add --dry-run old-rules/
  comprules archive add --archive my-editions old-rules/*.txt
  comprules archive add --edition 2003-10-01 rules-without-a-date.txt

Afterwards, `comprules ingest` builds a knowledge base from the archive. If you name a folder, all files in it are
added. Your own files stay where they are.

A file with the bytes of a known copy belongs to that copy's edition. Any other file belongs to the edition whose date
it states, provided that its texts or its numbers are closest to that edition. A file without a date belongs to an
edition only if nearly all of its texts are from that edition. A file that contradicts itself, or that has only part of
an edition, is refused with the reason. This works without a knowledge base.

\b
Exit code 1: a file was refused; the others were added.
""",
)
@click.argument("action", metavar="add", type=click.Choice(["add"]))
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--edition", metavar="EDITION", help="The edition that the files are copies of: a date or a set code.")
@click.option("--origin", metavar="TEXT", default=LOCAL, show_default=True, help="Where you found the files.")
@click.option("--dry-run", is_flag=True, help="Show what would be added without writing anything.")
@archive_option
@json_option
@click.pass_context
def archive_command(
    ctx: click.Context,
    *,
    action: str,  # noqa: ARG001 - there is one
    files: tuple[Path, ...],
    edition: str | None,
    origin: str,
    dry_run: bool,
    archive: Path,
    as_json: bool,
) -> None:
    """Add your own copies of editions to an archive.

    comprules reads each FILE, finds its edition and copies the file into the archive. The archive is created if it
    doesn't exist.
    """
    with open_ledger() as ledger:
        named = None
        if edition is not None:
            named = _resolve(edition, ledger.edition_ids)
        report = plan_additions(list_files(files), archive, ledger, named)
    placed = [addition for addition in report.files if addition.outcome != "refused"]
    if placed and not as_json:
        for line in table(placed, _COLUMNS):
            print_text(line)
    if not dry_run:
        report = carry_out(report, origin)
    if as_json:
        print_json(report)
    ctx.exit(_report_outcomes(report))


def _report_outcomes(report: AdditionReport) -> int:
    """Print what became of the files to standard error; return the exit code."""
    for addition in report.files:
        for line in _describe_notable(addition):
            say(line)
    say(f"{report.archive}: {_count_outcomes(report.files)}")
    outcomes = {addition.outcome for addition in report.files}
    if "added" in outcomes:
        say(f"Next: {command_for_archive('comprules ingest', report.archive)}")
    if "refused" in outcomes:
        return NOT_FOUND
    return 0


def _describe_notable(addition: Addition) -> Iterator[str]:
    """Yield a line with the reason for the outcome of a file, and one for each of its problems if it is placed."""
    path = printable(addition.path)
    if addition.reason:
        yield f"{path}: {addition.outcome}: {printable(addition.reason)}"
    if addition.outcome == "refused":
        return
    for problem in addition.diagnostics:
        if problem.severity != "info":
            yield f"{path}: {problem.severity}: {problem.message}"


def _resolve(name: str, editions: tuple[str, ...]) -> str:
    """Return the edition that a user names. Every date is accepted: the files may be of an edition that is unknown yet.

    Raises:
        UnknownEdition: The name is neither a date nor that of an edition.
    """
    if is_iso_date(name):
        return name
    return load_registry().resolve(name, editions)


def _count_outcomes(additions: tuple[Addition, ...]) -> str:
    """Return how many files had each outcome: `3 added, 1 refused`."""
    counts = Counter(addition.outcome for addition in additions)
    return ", ".join(f"{counts[outcome]:,} {outcome}" for outcome in _OUTCOMES if counts[outcome]) or "no files"
