"""`comprules check`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import convert, structs

from comprules.cli.group import ENVIRONMENT, NOT_FOUND
from comprules.cli.linting import choose_style, chosen_config, say_notices
from comprules.cli.options import (
    config_option,
    jobs_option,
    no_config_option,
    say_ledger,
    say_old_ledger,
    say_sets,
    size_option,
)
from comprules.cli.output import has_colour, say
from comprules.lint.baseline import Baseline
from comprules.lint.config import FoundConfig, Options, baseline_file, settings_of
from comprules.lint.files import JOURNAL, LEFT_OUT, FoundFiles, Notice, PathError, find_files
from comprules.lint.findings import Checked, merge_results
from comprules.lint.formats import (
    FOR_PEOPLE,
    FORMATS,
    format_count,
    number_statistics,
    place_of,
    render,
    statistics,
    summary,
)
from comprules.lint.linter import Linter, check_files
from comprules.lint.texts import MEGABYTE
from comprules.printable import printable
from graph.ledger import open_ledger
from rules.text import FEW

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
tree counts, so a file has the same findings alone as in its tree. The configuration is [tool.comprules] of
pyproject.toml, or comprules.toml.

What git ignores, binary files and symbolic links in folders are left out. To let a finding pass, write beside it
`comprules: ignore[CR002] reason`.

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
    if the file is mended with its declaration (comprules upgrade FILE)
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
    ctx.exit(_check(paths, chosen_config(places, asked), asked))


def _check(paths: Sequence[str], config: FoundConfig, asked: dict[str, Any]) -> int:
    """Check the paths and print the report; return the exit status."""
    ledger = open_ledger()
    say_ledger(ledger)
    settings = settings_of(convert(asked, Options), config, ledger)
    names = [asked[key] or getattr(config, key, None) for key in ("edition", "target", "since")]
    say_sets(*names)
    anew = asked["write_baseline"]
    reads_none = asked["no_config"] and asked["baseline"] is None
    known = Baseline(None if reads_none else baseline_file(asked["baseline"], config, anew=anew), anew=anew)
    files = find_files([path for path in paths if path != _STDIN], settings)
    checked = check_files(files.files, settings, asked["jobs"], ledger)
    if _STDIN in paths:
        checked = merge_results([_check_stdin(Linter(settings, ledger), asked), checked])
    checked = structs.replace(checked, notices=(*_list_notices(files, asked["force_exclude"]), *checked.notices))
    places = [file.path for file in files.files] + (
        [str(asked["stdin_filename"] or "<stdin>")] if _STDIN in paths else []
    )
    if anew:
        say(known.write(checked.findings, places))
        for error in checked.internal_errors:
            say(f"Error: {place_of(error)}: {printable(error.message)}")
        return ENVIRONMENT if checked.internal_errors else 0
    least = config.min_citations if asked["min_citations"] is None else asked["min_citations"]
    report = structs.replace(
        known.apply_to(checked, places),
        edition=settings.target,
        pin=settings.edition,
        too_few=least if checked.citations < least else None,
        show_citations=asked["show_citations"],
    )
    style = choose_style(asked, config.format)
    _print_report(report, style, asked)
    say_old_ledger(
        ledger, (finding.number for finding in report.findings if finding.code == _BEYOND and finding.number)
    )
    if report.internal_errors:
        return ENVIRONMENT
    fails = any(finding.severity != "note" for finding in report.findings)  # notes are no failure
    return NOT_FOUND if report.too_few is not None or (fails and not asked["exit_zero"]) else 0


def _check_stdin(linter: Linter, asked: dict[str, Any]) -> Checked:
    name, selection = str(asked["stdin_filename"] or "<stdin>"), linter.settings
    data = sys.stdin.buffer.read(selection.largest + 1)
    if len(data) > selection.largest:
        raise PathError(f"standard input: more than {selection.largest // MEGABYTE} MB; allow more with --max-size")
    if asked["stdin_filename"] and not selection.takes(name):
        return Checked(notices=() if asked["force_exclude"] else (Notice(name, LEFT_OUT),))
    return linter.check_bytes(name, data)


def _list_notices(files: FoundFiles, force_exclude: bool) -> list[Notice]:
    unfinished = "an upgrade of these files was interrupted; run `comprules upgrade --write` again to finish it"
    notices = [Notice(path, unfinished) for path in files.leftovers if Path(path).name == JOURNAL]
    return notices + [notice for notice in files.notices if not (force_exclude and notice.message == LEFT_OUT)]


def _print_report(report: Checked, style: str, asked: dict[str, Any]) -> None:
    """Print a report in its format, and the notes that people need to see."""
    output = asked["output"]
    colour = output is None and style in {"full", "grouped"} and has_colour()
    _print_text(render(style, report, colour=colour), style, output, colour=colour)
    say_notices(report.notices)
    if gone := report.baseline.gone:
        shown = ", ".join(map(printable, gone[:FEW])) + (", ..." if gone[FEW:] else "")
        occur = "entry of the baseline no longer occurs", "entries of the baseline no longer occur"
        say(f"note: {format_count(len(gone), *occur)}: {shown}; bring it up to date with --write-baseline")
    aside = style not in FOR_PEOPLE or output is not None
    if report.undeclared:
        say(f"note: {report.undeclared}")
    if aside:
        say(summary(report))
    if asked["counts"]:
        for line in (*statistics(report), *number_statistics(report)):
            click.echo(line, err=aside)
    if asked["summary"] is not None:
        from comprules.lint.formats.people import render_markdown  # noqa: PLC0415 - rarely needed

        with asked["summary"].open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(render_markdown(report))
    if report.too_few is not None:
        say(
            f"Error: {format_count(report.citations, 'citation')} found, at least {report.too_few:,} expected "
            "(min-citations); check the paths and what is left out"
        )


def _print_text(text: str, style: str, output: Path | None, *, colour: bool) -> None:
    """Print text for programs as UTF-8, text for people in the terminal's encoding, and a file in one step."""
    if output is not None:
        from rules.files import write_file  # noqa: PLC0415 - rarely needed

        write_file(output, text.encode("utf-8", "backslashreplace"))
    elif style in FOR_PEOPLE:
        encoding = sys.stdout.encoding or "utf-8"
        shown = text.encode(encoding, "backslashreplace").decode(encoding)
        click.echo(shown, nl=False, color=colour or None)
    else:
        click.echo(text.encode(), nl=False)
