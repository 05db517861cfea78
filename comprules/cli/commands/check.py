"""`comprules check`: check citations of the rules in files."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import structs

from comprules.cli.failures import ENVIRONMENT, NOT_FOUND
from comprules.cli.options import config_option, jobs_option, no_config_option, size_option
from comprules.cli.output import say
from comprules.cli.reports import choose_style, print_report
from comprules.cli.sources import say_old_ledger, say_sets
from comprules.cli.tree import open_settings
from comprules.lint.baselines import Baselines
from comprules.lint.check import check_files
from comprules.lint.formats.choice import FORMATS
from comprules.lint.formats.words import place_of
from comprules.lint.linter import Linters
from comprules.lint.names import JOURNAL
from comprules.lint.notices import Notice, left_out
from comprules.lint.read import MEGABYTE, PathError
from comprules.lint.records import Checked, merge_results
from comprules.lint.select import find_files
from comprules.printable import printable

_STDIN = "-"
_CODES = "CODE[,CODE]..."
_BEYOND = "CR007"


@click.command(
    "check",
    epilog="""\b
Examples:
  comprules check src tests
  comprules check . --edition 2024-11-08    as written for that edition
  comprules check . --since M21 --select CR003,CR008
  comprules check . --format sarif --output comprules.sarif
  comprules check . --write-baseline        let pass what is wrong today: comprules-baseline.json
  comprules check - --stdin-filename src/stack.rs < src/stack.rs

What a citation means follows from its number, the words beside it, an edition written next to it, and the edition
declared for its file: `edition` and [editions] in the configuration, which `comprules init` writes. Nothing else in the
tree counts, so a file has the same findings alone as in its tree. The configuration of a file is the nearest one at or
above it in its repository: comprules.toml, or [tool.comprules] of pyproject.toml.

What git ignores, binary files, symbolic links and other repositories in folders are skipped. To let a finding pass,
write beside it `comprules: ignore[CR002] reason`.

\b
Exit status: 0 no findings, or only notes; 1 findings, or fewer citations than
--min-citations; 2 usage, configuration or environment, or a fault of
comprules (CR900): everything else was checked all the same.

\b
JSON: {edition, pin, citations, numbers, files, files_citing, ignored,
  baseline, undeclared, findings, notices}; cited with --show-citations
  baseline: {known, gone}
  undeclared: what edition the files look written for if none is declared
  notices: {path, message}
  findings: {code, name, severity, message, path, line, column, end_column,
    number, suggestion, edition_broken, confidence, fix}; suggestion is a
    number, several parted by commas, or null; end_column is behind the last
    character; fix: `place` if writing the suggestion there mends it, `file`
    if the command in the message fixes the file with its declaration
""",
)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option(
    "--edition",
    metavar="EDITION",
    help="The edition that all citations were written for, whatever is declared.",
)
@click.option("--to", "--target", "target", metavar="EDITION", help="The edition held against. [default: latest]")
@click.option("--since", metavar="EDITION", help="Report also what drifted or was reworded since that edition.")
@click.option(
    "--format",
    "--output-format",
    "style",
    type=click.Choice(FORMATS),
    help="How to print. [default: grouped]",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Print to a file.")
@click.option("--select", metavar=_CODES, multiple=True, help="Report only these findings.")
@click.option("--ignore", metavar=_CODES, multiple=True, help="Do not report these findings.")
@click.option(
    "--confidence",
    type=click.Choice(("high", "medium", "low")),
    default="medium",
    help="Leave out findings less sure than that; all that are reported today are at least 0.99 sure.",
)
@click.option("--min-citations", metavar="N", type=click.IntRange(min=0), help="Fail with fewer citations than that.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 in spite of findings.")
@config_option
@no_config_option
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Let pass what this file lists. [default: comprules-baseline.json, if it is there]",
)
@click.option("--write-baseline", is_flag=True, help="Write all findings into the baseline.")
@size_option
@click.option("--force-exclude", is_flag=True, help="Say nothing of named files that are left out.")
@click.option("--stdin-filename", metavar="NAME", help="Read standard input, as the file of that name.")
@click.option("--summary", metavar="FILE", type=click.Path(path_type=Path), help="Add a Markdown summary.")
@click.option("--statistics", "counts", is_flag=True, help="Count the findings by code and by number.")
@click.option("--show-citations", is_flag=True, help="List all citations too.")
@jobs_option
@click.pass_context
def check_command(ctx: click.Context, /, paths: tuple[str, ...], **asked: Any) -> None:
    """Check citations of the rules in files.

    PATHs are files, folders, or `-` for standard input; the current folder if none is named.
    """
    paths = paths or ("." if asked["stdin_filename"] is None else _STDIN,)
    places = [asked["stdin_filename"] or "." if path == _STDIN else path for path in paths]
    ctx.exit(_check(paths, places, asked))


def _check(paths: Sequence[str], places: Sequence[str], asked: dict[str, Any]) -> int:
    """Check the paths and print the report; return the exit status."""
    ledger, tree = open_settings(places, asked)
    tree = tree.with_settings(keep_citations=asked["show_citations"])
    files = find_files([path for path in paths if path != _STDIN], tree)
    config = tree.config
    settings = tree.main
    say_sets(config.edition, config.target, config.since)
    anew = asked["write_baseline"]
    known = Baselines(tree, asked["baseline"], anew=anew, reads_none=asked["no_config"])
    checked = check_files(files.files, tree, asked["jobs"], ledger)
    if _STDIN in paths:
        checked = merge_results([_check_stdin(Linters(tree, ledger), asked), checked])
    unfinished = "an upgrade of these files was interrupted; run `comprules upgrade --write` again to finish it"
    notices = [Notice(path, "interrupted", unfinished) for path in files.leftovers if Path(path).name == JOURNAL]
    notices += [notice for notice in files.notices if not (asked["force_exclude"] and notice.kind == "left-out")]
    checked = structs.replace(checked, notices=(*notices, *checked.notices))
    places = [file.path for file in files.files] + (
        [str(asked["stdin_filename"] or "<stdin>")] if _STDIN in paths else []
    )
    if anew:
        for message in known.write(checked.findings, places):
            say(message)
        for error in checked.internal_errors:
            say(f"Error: {place_of(error)}: {printable(error.message)}")
        if checked.internal_errors:
            return ENVIRONMENT
        return 0
    if asked["min_citations"] is None:
        least = config.min_citations
    else:
        least = asked["min_citations"]
    report = structs.replace(
        known.apply_to(checked, places),
        edition=settings.target,
        pin=settings.edition,
        too_few=least if checked.citations < least else None,
        show_citations=asked["show_citations"],
    )
    print_report(report, choose_style(asked, config.format), asked)
    say_old_ledger(
        ledger, (finding.number for finding in report.findings if finding.code == _BEYOND and finding.number)
    )
    if report.internal_errors:
        return ENVIRONMENT
    fails = any(finding.severity != "note" for finding in report.findings)  # notes are no failure
    if report.too_few is not None or (fails and not asked["exit_zero"]):
        return NOT_FOUND
    return 0


def _check_stdin(linters: Linters, asked: dict[str, Any]) -> Checked:
    name = str(asked["stdin_filename"] or "<stdin>")
    linter = linters.of_file(name)
    selection = linter.settings
    data = sys.stdin.buffer.read(selection.largest + 1)
    if len(data) > selection.largest:
        raise PathError(f"standard input: more than {selection.largest // MEGABYTE} MB; allow more with --max-size")
    if asked["stdin_filename"] and not selection.takes(name):
        return Checked(notices=() if asked["force_exclude"] else (left_out(name),))
    return linter.check_bytes(name, data)
