"""`comprules check`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.check_output import OutputOptions, print_report
from comprules.cli.configuration import chosen_config
from comprules.cli.errors import ENVIRONMENT, NOT_FOUND, CommandFailure
from comprules.cli.ledger_notice import say_ledger, say_old_ledger
from comprules.cli.options import jobs_option
from comprules.cli.output import say
from comprules.lint.baseline import Baseline
from comprules.lint.config import FORMATS, Config, FoundConfig
from comprules.lint.files import FoundFiles, Notice, PathError, Selection, find_files
from comprules.lint.findings import CheckReport
from comprules.lint.formats.wording import place_of
from comprules.lint.journal import JOURNAL
from comprules.lint.plan import Asked, baseline_file, settings_of
from comprules.lint.printable import printable
from comprules.lint.runner import check_bytes, check_files, merge_results
from rules.errors import ComprulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from comprules.lint.findings import Checked
    from comprules.lint.scan import Settings
    from graph.ledger import Ledger

_EPILOG = """\b
Examples:
  comprules check src tests
  comprules check . --edition 2024-11-08    what drifted since that edition, too
  comprules check . --since M21 --select CR003,CR008
  comprules check . --format sarif --output comprules.sarif
  comprules check . --write-baseline        let pass what is wrong today: comprules-baseline.json
  comprules check - --stdin-filename src/stack.rs < src/stack.rs

What git ignores, binary files and symbolic links in folders are left out. To let a finding pass, write beside it
`comprules: ignore[CR002] reason`. The configuration is [tool.comprules] of pyproject.toml, or comprules.toml.

\b
Exit status: 0 no findings, or only notes; 1 findings, or fewer citations than
--min-citations; 2 usage, configuration or environment, or a fault of
comprules (CR900): everything else was checked all the same.

\b
JSON: {edition, pin, citations, numbers, files, files_citing, ignored,
  baseline, findings, notices}; cited with --show-citations
  baseline: {known, gone}
  notices: {path, message}
  findings: {code, name, severity, message, path, line, column, end_column,
    number, suggestion, edition_broken, confidence, fix}; suggestion is a
    number, several parted by commas, or null; fix is place, file (with
    comprules upgrade FILE), or empty; end_column is behind the last character
"""
_STDIN = "-"
_BEYOND = "CR007"


def _add_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add all options to the command's function, in the order of the help."""
    function = jobs_option(function)
    codes = "CODE[,CODE]..."
    for option in reversed(
        (
            click.option("--edition", metavar="EDITION", help="The edition that the citations were written for."),
            click.option(
                "--to", "--target", "target", metavar="EDITION", help="The edition held against. [default: latest]"
            ),
            click.option(
                "--since", metavar="EDITION", help="Report also what drifted or was reworded since that edition."
            ),
            click.option(
                "--format",
                "--output-format",
                "style",
                type=click.Choice(FORMATS),
                help="How to print. [default: grouped]",
            ),
            click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
            click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Print to a file."),
            click.option("--select", metavar=codes, multiple=True, help="Report only these findings."),
            click.option("--ignore", metavar=codes, multiple=True, help="Do not report these findings."),
            click.option(
                "--confidence",
                type=click.Choice(("high", "medium", "low")),
                default="medium",
                help="Leave out findings less sure than that. [default: medium]",
            ),
            click.option(
                "--min-citations", metavar="N", type=click.IntRange(min=0), help="Fail with fewer citations than that."
            ),
            click.option("--exit-zero", is_flag=True, help="Exit with 0 in spite of findings."),
            click.option("--config", metavar="FILE", type=click.Path(path_type=Path), help="The configuration's file."),
            click.option("--no-config", is_flag=True, help="Read no configuration."),
            click.option(
                "--baseline",
                metavar="FILE",
                type=click.Path(path_type=Path),
                help="Let pass what this file lists. [default: comprules-baseline.json, if it is there]",
            ),
            click.option("--write-baseline", is_flag=True, help="Write all findings into the baseline."),
            click.option(
                "--max-size", metavar="MB", type=click.IntRange(min=1), help="Leave larger files out. [default: 64]"
            ),
            click.option("--force-exclude", is_flag=True, help="Leave out what `exclude` says even if it is named."),
            click.option("--stdin-filename", metavar="NAME", help="Read standard input, as the file of that name."),
            click.option("--summary", metavar="FILE", type=click.Path(path_type=Path), help="Add a Markdown summary."),
            click.option("--statistics", "counts", is_flag=True, help="Count the findings by code and by number."),
            click.option("--show-citations", is_flag=True, help="List all citations too."),
        )
    ):
        function = option(function)
    return function


@click.command("check", epilog=_EPILOG)
@click.argument("paths", metavar="PATH...", nargs=-1)
@_add_options
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[str, ...], config: Path | None, no_config: bool, **asked: Any) -> None:
    """Check citations of the rules in files.

    PATHs are files, folders, or `-` for standard input.
    """
    if not paths and asked["stdin_filename"] is None:
        raise click.UsageError("name files or folders: comprules check .")
    paths = paths or (_STDIN,)
    places = [asked["stdin_filename"] or "." if path == _STDIN else path for path in paths]
    try:
        status = _check(paths, chosen_config(places, config, no_config), asked | {"no_config": no_config})
    except ComprulesError as error:
        raise CommandFailure("\n".join(map(printable, str(error).split("\n")))) from error
    ctx.exit(status)


def _check(paths: Sequence[str], config: FoundConfig, asked: dict[str, Any]) -> int:
    """Check the paths and print the report; return the exit status."""
    from graph.ledger import open_ledger  # noqa: PLC0415 - not needed for `--help`

    ledger = open_ledger()
    say_ledger(ledger)
    wanted = {key: asked[key] for key in ("edition", "target", "since", "select", "ignore", "max_size", "confidence")}
    settings = settings_of(Asked(**wanted, keep_citations=asked["show_citations"]), config, ledger)
    baseline = (
        None
        if asked["no_config"] and asked["baseline"] is None
        else baseline_file(asked["baseline"], config, anew=asked["write_baseline"])
    )
    known = Baseline(baseline, anew=asked["write_baseline"])
    files = find_files([path for path in paths if path != _STDIN], _make_selection(config, asked))
    checked = _check_paths(paths, files, settings, asked, ledger)
    least = config.config.min_citations if asked["min_citations"] is None else asked["min_citations"]
    report = CheckReport(
        checked,
        settings.edition,
        settings.pin,
        too_few=least if checked.citations < least else None,
        show_citations=asked["show_citations"],
    )
    options = OutputOptions(_choose_style(asked, config.config), asked["output"], asked["summary"], asked["counts"])
    places = [file.path for file in files.files] + ([_stdin_name(asked)] if _STDIN in paths else [])
    if asked["write_baseline"]:
        say(known.write(checked.findings, places))
        for error in report.internal_errors:
            say(f"Error: {place_of(error)}: {printable(error.message)}")
        return ENVIRONMENT if report.internal_errors else 0
    report = known.apply_to(report, places).without_notices_of(baseline)
    print_report(report, options)
    say_old_ledger(
        ledger, (finding.number for finding in report.checked.findings if finding.code == _BEYOND and finding.number)
    )
    if report.internal_errors:
        return ENVIRONMENT
    return NOT_FOUND if report.too_few is not None or (report.fails and not asked["exit_zero"]) else 0


def _check_paths(
    paths: Sequence[str], files: FoundFiles, settings: Settings, asked: dict[str, Any], ledger: Ledger
) -> Checked:
    parts = []
    if _STDIN in paths:
        data = sys.stdin.buffer.read(settings.largest + 1)
        if len(data) > settings.largest:
            raise PathError(f"standard input: more than {settings.largest // 1_000_000} MB; allow more with --max-size")
        parts.append(check_bytes(_stdin_name(asked), data, settings, ledger))
    parts.append(check_files(files.files, settings, asked["jobs"], ledger))
    whole = merge_results(parts)
    unfinished = tuple(
        Notice(path, "an upgrade of these files was interrupted; run `comprules upgrade --write` again to finish it")
        for path in files.leftovers
        if Path(path).name == JOURNAL
    )
    return replace(whole, notices=(*unfinished, *files.notices, *whole.notices))


def _make_selection(config: FoundConfig, asked: dict[str, Any]) -> Selection:
    return config.selection(asked["max_size"], strict=asked["force_exclude"])


def _choose_style(asked: dict[str, Any], config: Config) -> str:
    if asked["as_json"] and asked["style"] not in {None, "json"}:
        raise click.UsageError("--json and --format exclude each other")
    return "json" if asked["as_json"] else asked["style"] or config.format


def _stdin_name(asked: dict[str, Any]) -> str:
    return str(asked["stdin_filename"] or "<stdin>")
