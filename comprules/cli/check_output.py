"""Output of `comprules check`: the report in its format, and the notes that people need to see."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from comprules.cli.linting import say_notices
from comprules.cli.output import say
from comprules.lint.formats import FOR_PEOPLE, render
from comprules.lint.formats.wording import format_count, number_statistics, statistics, summary
from comprules.lint.printable import printable

if TYPE_CHECKING:
    from pathlib import Path

    from comprules.lint.findings import CheckReport

_FEW = 5


def print_report(report: CheckReport, style: str, output: Path | None, markdown: Path | None, *, counts: bool) -> None:
    """Print a report.

    Args:
        report: The report.
        style: Its format.
        output: The file it goes to; None for standard output.
        markdown: File to append a summary in Markdown to.
        counts: Whether to count the findings by code and by number.

    Raises:
        OSError: A file cannot be written.
    """
    colour = output is None and _has_colour(style)
    print_text(render(style, report, colour=colour), style, output)
    say_notices(report.checked.notices)
    if gone := report.baseline.gone:
        shown = ", ".join(map(printable, gone[:_FEW])) + (", ..." if gone[_FEW:] else "")
        occur = "entry of the baseline no longer occurs", "entries of the baseline no longer occur"
        say(f"note: {format_count(len(gone), *occur)}: {shown}; bring it up to date with --write-baseline")
    aside = style not in FOR_PEOPLE or output is not None
    if report.checked.undeclared:
        say(f"note: {report.checked.undeclared}")
    if aside:
        say(summary(report))
    if counts:
        for line in (*statistics(report), *number_statistics(report)):
            click.echo(line, err=aside)
    if markdown is not None:
        from comprules.lint.formats.markdown import render as in_markdown  # noqa: PLC0415 - rarely needed

        with markdown.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(in_markdown(report))
    if report.too_few is not None:
        say(
            f"Error: {format_count(report.checked.citations, 'citation')} found, at least {report.too_few:,} expected "
            "(min-citations); check the paths and what is left out"
        )


def print_text(text: str, style: str, output: Path | None = None) -> None:
    """Print text for programs as UTF-8, text for people in the terminal's encoding, and a file in one step."""
    if output is not None:
        from rules.files import write_file  # noqa: PLC0415 - rarely needed

        write_file(output, text.encode("utf-8", "backslashreplace"))
    elif style in FOR_PEOPLE:
        encoding = sys.stdout.encoding or "utf-8"
        shown = text.encode(encoding, "backslashreplace").decode(encoding)
        click.echo(shown, nl=False, color=_has_colour(style) or None)
    else:
        click.echo(text.encode(), nl=False)


def _has_colour(style: str) -> bool:
    return style in {"full", "grouped"} and sys.stdout.isatty() and click.get_current_context().color is not False
