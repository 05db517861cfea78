"""`comprules check`: check citations of the rules in files."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import Struct, structs

from comprules.cli.failures import ENVIRONMENT, NOT_FOUND
from comprules.cli.json_help import JsonCommand
from comprules.cli.options import cache_option, config_option, jobs_option, no_config_option, size_option
from comprules.cli.output import say
from comprules.cli.reports import choose_style, print_report
from comprules.cli.sources import say_ambiguous_codes, say_old_ledger
from comprules.cli.tree import open_settings
from comprules.lint.baselines import Baselines
from comprules.lint.cache import open_cache
from comprules.lint.check import check_files
from comprules.lint.config import FoundConfig
from comprules.lint.formats.choice import FORMATS
from comprules.lint.formats.words import place_of
from comprules.lint.linter import Linters
from comprules.lint.names import JOURNAL
from comprules.lint.nearest import TreeSettings
from comprules.lint.notices import Notice, report_left_out
from comprules.lint.read import MEGABYTE, PathError
from comprules.lint.records import UNPRINTED_FIELDS, Checked, merge_results
from comprules.lint.select import FoundFiles, find_files
from comprules.lint.settings import Overrides
from comprules.printable import printable
from graph.ledger import Ledger

_STDIN = "-"
_CODES = "CODE[,CODE]..."
_SEVERITIES = "CODE=SEVERITY[,...]"
_BEYOND = "CR007"
"""The code of numbers that are newer than the newest edition known."""


class CheckOptions(Struct, frozen=True, kw_only=True):
    """The options of `check`, by the names of their parameters."""

    edition: str | None
    target: str | None
    since: str | None
    style: str | None
    as_json: bool
    output: Path | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    severity: tuple[str, ...]
    min_citations: int | None
    exit_zero: bool
    config: Path | None
    no_config: bool
    baseline: Path | None
    write_baseline: bool
    max_size: int | None
    force_exclude: bool
    stdin_filename: str | None
    summary: Path | None
    counts: bool
    show_citations: bool
    jobs: int | None
    no_cache: bool

    @property
    def overrides(self) -> Overrides:
        """Return the options that override the configurations."""
        return Overrides(
            edition=self.edition,
            target=self.target,
            since=self.since,
            select=self.select,
            ignore=self.ignore,
            severity=self.severity,
            max_size=self.max_size,
        )

    @property
    def stdin_name(self) -> str:
        """Return the name of the file that standard input is read as."""
        return self.stdin_filename or "<stdin>"


def _list_answers() -> dict[str, Any]:
    """Return the types of the answers in JSON."""
    from comprules.lint.formats.programs import CheckAnswer  # noqa: PLC0415 - only needed for help

    return {"": CheckAnswer}


@click.command(
    "check",
    cls=JsonCommand,
    answers=_list_answers,
    unused=UNPRINTED_FIELDS,
    epilog="""\b
Examples:
  comprules check src tests
  comprules check . --edition 2024-11-08    if the files were written for that edition
  comprules check . --since M21 --select CR003,CR008
  comprules check . --format sarif --output comprules.sarif
  comprules check . --write-baseline        ignore today's findings from now on: comprules-baseline.json
  comprules check - --stdin-filename src/stack.rs < src/stack.rs

comprules decides what a citation means from its number, the words next to it, an edition written next to it, and the
edition declared for its file: `edition` and [editions] in the configuration, which `comprules init` writes. Nothing
else in the tree matters, so a file has the same findings whether you check it alone or with its tree. The configuration
of a file is the nearest one at or above it in its repository: comprules.toml, or [tool.comprules] in pyproject.toml.

Files that git ignores, binary files, symbolic links and repositories inside a folder are skipped. To ignore one
finding, write `comprules: ignore[CR002] reason` in a comment on its line.

\b
Exit code: 0 no findings, or only notes; 1 findings, or fewer citations than
--min-citations; 2 usage, configuration or environment, or an internal error
(CR900); everything else was still checked.
""",
)
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option(
    "--edition",
    metavar="EDITION",
    help="The edition that all citations were written for, whatever is declared.",
)
@click.option("--to", "--target", "target", metavar="EDITION", help="The edition to check against. [default: latest]")
@click.option("--since", metavar="EDITION", help="Also report what drifted or was reworded since that edition.")
@click.option(
    "--format",
    "--output-format",
    "style",
    type=click.Choice(FORMATS),
    help="The format of the output. [default: grouped]",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--output", metavar="FILE", type=click.Path(path_type=Path), help="Print to a file.")
@click.option("--select", metavar=_CODES, multiple=True, help="Report only these findings.")
@click.option("--ignore", metavar=_CODES, multiple=True, help="Do not report these findings.")
@click.option(
    "--severity",
    metavar=_SEVERITIES,
    multiple=True,
    help="Report these findings as `error`, `warning` or `note`, or not at all (`off`): CR010=error.",
)
@click.option("--min-citations", metavar="N", type=click.IntRange(min=0), help="Fail if there are fewer citations.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@config_option
@no_config_option
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Ignore findings listed in this file. [default: comprules-baseline.json, if it is there]",
)
@click.option("--write-baseline", is_flag=True, help="Write all findings into the baseline.")
@size_option
@click.option("--force-exclude", is_flag=True, help="Don't warn about named files that are excluded.")
@click.option("--stdin-filename", metavar="NAME", help="Treat standard input as a file of this name.")
@click.option("--summary", metavar="FILE", type=click.Path(path_type=Path), help="Add a Markdown summary.")
@click.option("--statistics", "counts", is_flag=True, help="Count the findings by code and by number.")
@click.option("--show-citations", is_flag=True, help="List all citations too.")
@jobs_option
@cache_option
@click.pass_context
def check_command(ctx: click.Context, /, paths: tuple[str, ...], **values: Any) -> None:
    """Check citations of the rules in files.

    PATH is a file, a folder, or `-` for standard input; if you name none, it is the current folder.
    """
    options = CheckOptions(**values)
    if not paths:
        paths = ("." if options.stdin_filename is None else _STDIN,)
    ctx.exit(_check(paths, options))


def _check(paths: Sequence[str], options: CheckOptions) -> int:
    """Check the paths and print the report; return the exit code."""
    configured = _list_configured(paths, options)
    ledger, tree = open_settings(configured, options.overrides, config=options.config, no_config=options.no_config)
    tree = tree.with_settings(keep_citations=options.show_citations)
    files = find_files([path for path in paths if path != _STDIN], tree)
    config = tree.config
    say_ambiguous_codes(config.edition, config.target, config.since)
    # opened first, so that a broken baseline stops the run before it checks anything
    baselines = Baselines(
        tree, options.baseline, will_write=options.write_baseline, ignores_configured=options.no_config
    )
    names = [file.path for file in files.files]
    if _STDIN in paths:
        names.append(options.stdin_name)
    checked = _collect(paths, files, tree, ledger, options)
    if options.write_baseline:
        return _write_baseline(baselines, checked, names)
    report = structs.replace(
        baselines.apply_to(checked, names),
        # a report, as its JSON, calls the edition checked against `edition`, and the declared one `pin`
        edition=tree.main.target,
        pin=tree.main.edition,
        too_few=_find_minimum(checked, options, config),
        show_citations=options.show_citations,
    )
    _print_report(report, config, ledger, options)
    return _choose_status(report, exit_zero=options.exit_zero)


def _collect(
    paths: Sequence[str], files: FoundFiles, tree: TreeSettings, ledger: Ledger, options: CheckOptions
) -> Checked:
    """Return the result of all files, and of standard input if it is among the paths, with the notices of both.

    Args:
        paths: The paths of the run.
        files: The files that they mean.
        tree: The settings of the run.
        ledger: The editions.
        options: The options of the run.
    """
    checked = check_files(files.files, tree, options.jobs, ledger, open_cache(off=options.no_cache))
    if _STDIN in paths:
        checked = merge_results([_check_stdin(Linters(tree, ledger), options), checked])
    notices = _list_notices(files, force_exclude=options.force_exclude)
    return structs.replace(checked, notices=(*notices, *checked.notices))


def _list_configured(paths: Sequence[str], options: CheckOptions) -> list[str]:
    """Return the paths whose configurations decide: for standard input, the file that it is treated as."""
    configured: list[str] = []
    for path in paths:
        if path == _STDIN:
            configured.append(options.stdin_filename or ".")
        else:
            configured.append(path)
    return configured


def _print_report(report: Checked, config: FoundConfig, ledger: Ledger, options: CheckOptions) -> None:
    """Print a report in its format, and a note if the ledger may be too old for the tree."""
    style = choose_style(options.style, config.format, as_json=options.as_json)
    print_report(report, style, output=options.output, summary=options.summary, counts=options.counts)
    beyond = [finding.number for finding in report.findings if finding.code == _BEYOND and finding.number]
    say_old_ledger(ledger, beyond)


def _list_notices(files: FoundFiles, *, force_exclude: bool) -> list[Notice]:
    """Return the notices about files that were not read, and about an upgrade that was interrupted."""
    unfinished = "an upgrade of these files was interrupted; run `comprules upgrade --write` again to finish it"
    notices = [Notice(path, "interrupted", unfinished) for path in files.leftovers if Path(path).name == JOURNAL]
    if force_exclude:
        return notices + [notice for notice in files.notices if notice.kind != "left-out"]
    return [*notices, *files.notices]


def _write_baseline(baselines: Baselines, checked: Checked, names: Sequence[str]) -> int:
    """Write all findings into the baselines; return the exit code."""
    for message in baselines.write(checked.findings, names):
        say(message)
    for error in checked.internal_errors:
        say(f"Error: {place_of(error)}: {printable(error.message)}")
    if checked.internal_errors:
        return ENVIRONMENT
    return 0


def _find_minimum(checked: Checked, options: CheckOptions, config: FoundConfig) -> int | None:
    """Return the required number of citations if there were fewer; None if there were enough."""
    required = config.min_citations
    if options.min_citations is not None:
        required = options.min_citations
    if checked.citations < required:
        return required
    return None


def _choose_status(report: Checked, *, exit_zero: bool) -> int:
    """Return the exit code of a report; notes alone are no failure."""
    if report.internal_errors:
        return ENVIRONMENT
    if report.too_few is not None:
        return NOT_FOUND
    if not exit_zero and any(not finding.is_note for finding in report.findings):
        return NOT_FOUND
    return 0


def _check_stdin(linters: Linters, options: CheckOptions) -> Checked:
    """Check standard input as if it were the content of the file of `--stdin-filename`.

    Raises:
        PathError: It is too large.
    """
    name = options.stdin_name
    linter = linters.of_file(name)
    settings = linter.settings
    data = sys.stdin.buffer.read(settings.largest + 1)
    if len(data) > settings.largest:
        raise PathError(f"standard input: more than {settings.largest // MEGABYTE} MB; allow more with --max-size")
    if options.stdin_filename and not settings.takes(name):
        return Checked(notices=() if options.force_exclude else (report_left_out(name),))
    return linter.check_bytes(name, data)
