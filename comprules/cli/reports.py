"""How a report of findings is printed: in its format, with the notes that people need to see."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from comprules.cli.output import say
from comprules.cli.tree import say_notices
from comprules.counts import format_count
from comprules.lint.formats.choice import FOR_PEOPLE, render
from comprules.lint.formats.words import number_statistics, statistics, summary
from comprules.lint.records import Checked
from comprules.printable import printable
from rules.files import write_file
from rules.text import FEW


def print_report(report: Checked, style: str, asked: Mapping[str, Any]) -> None:
    """Print a report in its format, and the notes that people need to see."""
    output = asked["output"]
    _print_text(render(style, report), style, output)
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
    if asked.get("counts"):
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


def _print_text(text: str, style: str, output: Path | None) -> None:
    """Print text for programs as UTF-8, text for people in the terminal's encoding, and a file in one step."""
    if output is not None:
        write_file(output, click.unstyle(text).encode("utf-8", "backslashreplace"))
    elif style in FOR_PEOPLE:
        encoding = sys.stdout.encoding or "utf-8"
        click.echo(text.encode(encoding, "backslashreplace").decode(encoding), nl=False)
    else:
        click.echo(text.encode(), nl=False)


def choose_style(asked: Mapping[str, Any], usual: str) -> str:
    """Return the format that `--format` or `--json` names, else the usual one."""
    if asked["as_json"] and asked["style"] not in {None, "json"}:
        raise click.UsageError("--json and --format exclude each other")
    if asked["as_json"]:
        return "json"
    return asked["style"] or usual
