"""`full`: each finding with its line, a mark below the citation, and what to write instead."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import click

from comprules.lint.findings import CheckReport, Finding
from comprules.lint.formats.concise import citation_lines
from comprules.lint.formats.wording import COLOURS, place_of, summary
from comprules.printable import printable


def render(report: CheckReport, colour: bool) -> str:
    """Return a block of lines per finding, after the citations if they were requested, and last what was checked."""
    text = "".join(f"{line}\n" for line in [*citation_lines(report), *_format_lines(report), summary(report)])
    return text if colour else click.unstyle(text)


def _format_lines(report: CheckReport) -> Iterator[str]:
    for finding in report.findings:
        severity = click.style(f"{finding.code} {finding.name}", fg=COLOURS[finding.severity], bold=True)
        yield f"{click.style(place_of(finding), bold=True)}: {severity}: {printable(finding.message)}"
        yield from _format_source(finding)
        if finding.suggestion is not None:
            words = "one of {}" if "," in finding.suggestion else "{} was probably meant"
            mark = f"{' ' * len(str(finding.line))} = {click.style('help', fg='cyan')}"
            yield f"{mark}: {words.format(printable(finding.suggestion))}"
        yield ""


def _format_source(finding: Finding) -> Iterator[str]:
    """Yield the source line and the mark below it."""
    first, last = (column - finding.source_column for column in (finding.column, finding.end_column))
    number = str(finding.line)
    bar = click.style("|", dim=True)
    start, stop = (_measure_width(_format_text(finding.source[:end])) for end in (first, last))
    mark = click.style("^" * max(stop - start, 1), fg=COLOURS[finding.severity], bold=True)
    yield f"{click.style(number, dim=True)} {bar} {_format_text(finding.source)}"
    yield f"{' ' * len(number)} {bar} {' ' * start}{mark}"


def _format_text(text: str) -> str:
    return printable(text.expandtabs(4))


def _measure_width(text: str) -> int:
    """Return the width of a text in columns of a terminal: two for wide letters, none for combining marks."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )
