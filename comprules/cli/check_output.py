"""Output of `comprules check`: the report in its format, and the notes that people need to see."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
import msgspec

from comprules.cli.output import say
from comprules.lint.files import gather_notices
from comprules.lint.formats import FOR_PEOPLE, render
from comprules.lint.formats.wording import format_count, number_statistics, statistics, summary
from comprules.lint.printable import printable

if TYPE_CHECKING:
    from pathlib import Path

    from comprules.lint.findings import CheckReport

_FEW = 5


class OutputOptions(msgspec.Struct, frozen=True):
    """How to print a report.

    Attributes:
        style: The format.
        output: The file it goes to; None for standard output.
        markdown: File to append a summary in Markdown to.
        counts: Whether to count the findings by code and by number.
    """

    style: str
    output: Path | None = None
    markdown: Path | None = None
    counts: bool = False


def print_report(report: CheckReport, options: OutputOptions) -> None:
    """Print a report.

    Raises:
        OSError: A file cannot be written.
    """
    print_text(render(options.style, report, colour=_in_colour(options)), options)
    for notice in gather_notices(report.checked.notices):
        say(f"note: {printable(notice.path)}: {printable(notice.message)}")
    if gone := report.baseline.gone:
        shown = ", ".join(map(printable, gone[:_FEW])) + (", ..." if gone[_FEW:] else "")
        occur = "entry of the baseline no longer occurs", "entries of the baseline no longer occur"
        say(f"note: {format_count(len(gone), *occur)}: {shown}; bring it up to date with --write-baseline")
    aside = options.style not in FOR_PEOPLE or options.output is not None
    if report.checked.undeclared:
        say(f"note: {report.checked.undeclared}")
    if aside:
        say(summary(report))
    if options.counts:
        for line in (*statistics(report), *number_statistics(report)):
            click.echo(line, err=aside)
    if options.markdown is not None:
        from comprules.lint.formats.markdown import render as in_markdown  # noqa: PLC0415 - rarely needed

        with options.markdown.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(in_markdown(report))
    if report.too_few is not None:
        say(
            f"Error: {format_count(report.checked.citations, 'citation')} found, at least {report.too_few:,} expected "
            "(min-citations); check the paths and what is left out"
        )


def print_text(text: str, options: OutputOptions) -> None:
    """Print text for programs as UTF-8, text for people in the terminal's encoding, and a file in one step."""
    if options.output is not None:
        from rules.files import write_file  # noqa: PLC0415 - rarely needed

        write_file(options.output, text.encode("utf-8", "backslashreplace"))
    elif options.style in FOR_PEOPLE:
        encoding = sys.stdout.encoding or "utf-8"
        shown = text.encode(encoding, "backslashreplace").decode(encoding)
        click.echo(shown, nl=False, color=_in_colour(options) or None)
    else:
        click.echo(text.encode(), nl=False)


def _in_colour(options: OutputOptions) -> bool:
    context = click.get_current_context()
    return (
        options.style in {"full", "grouped"}
        and options.output is None
        and sys.stdout.isatty()
        and context.color is not False
    )
