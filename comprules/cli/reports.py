"""Print a report of findings in its format, with the notes that people need to see."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from comprules.cli.output import say
from comprules.cli.tree import say_notices
from comprules.lint.formats.choice import FOR_PEOPLE, render
from comprules.lint.formats.words import number_statistics, statistics
from comprules.lint.formats.words import summary as summarize
from comprules.lint.records import Checked
from comprules.printable import printable
from rules.counts import format_count
from rules.files import write_file
from rules.sentences import FEW


def print_report(
    report: Checked, style: str, *, output: Path | None, summary: Path | None, counts: bool = False
) -> None:
    """Print a report in its format, and the notes that people need to see.

    Args:
        report: The report.
        style: The name of the format.
        output: The file for the report; None for standard output.
        summary: A file to which a summary in Markdown is added; None for none.
        counts: Whether to count the findings by code and by number.
    """
    _print_text(render(style, report), style, output)
    is_for_programs = style not in FOR_PEOPLE or output is not None
    # A report for people already has the notices about files with many numbers.
    say_notices(notice for notice in report.notices if is_for_programs or not notice.has_many_numbers)
    _say_notes(report)
    if is_for_programs:
        say(summarize(report))
    if counts:
        for line in (*statistics(report), *number_statistics(report)):
            click.echo(line, err=is_for_programs)
    if summary is not None:
        _add_summary(report, summary)
    if report.too_few is not None:
        say(
            f"Error: {format_count(report.citations, 'citation')} found, at least {report.too_few:,} expected "
            "(min-citations); check the paths and the exclusions"
        )


def _say_notes(report: Checked) -> None:
    """Print notes about the baseline and about the declared edition, if they should be changed."""
    if report.baseline.gone:
        say(f"note: {_describe_gone(report.baseline.gone)}; update it with --write-baseline")
    if report.undeclared:
        say(f"note: {report.undeclared}")


def choose_style(style: str | None, usual: str, *, as_json: bool) -> str:
    """Return the format that `--format` or `--json` names, else the usual one.

    Raises:
        UsageError: Both are given, and `--format` names another format.
    """
    if not as_json:
        return style or usual
    if style not in {None, "json"}:
        raise click.UsageError("--json and --format cannot be combined")
    return "json"


def _describe_gone(entries: Sequence[str]) -> str:
    """Return a clause about the entries of the baseline that are no longer needed, with the first of them."""
    shown = ", ".join(map(printable, entries[:FEW]))
    if entries[FEW:]:
        shown += ", ..."
    count = format_count(
        len(entries), "entry of the baseline no longer occurs", "entries of the baseline no longer occur"
    )
    return f"{count}: {shown}"


def _add_summary(report: Checked, file: Path) -> None:
    from comprules.lint.formats.people import render_markdown  # noqa: PLC0415 - rarely needed

    with file.open("a", encoding="utf-8", errors="backslashreplace") as stream:
        stream.write(render_markdown(report))


def _print_text(text: str, style: str, output: Path | None) -> None:
    """Print a report, or write it into a file completely or not at all.

    Reports for programs are UTF-8; those for people are in the terminal's encoding, in which unknown characters are
    escaped.
    """
    if output is not None:
        write_file(output, click.unstyle(text).encode("utf-8", "backslashreplace"))
    elif style in FOR_PEOPLE:
        encoding = sys.stdout.encoding or "utf-8"
        click.echo(text.encode(encoding, "backslashreplace").decode(encoding), nl=False)
    else:
        click.echo(text.encode(), nl=False)
