"""`grouped`: findings by number and meaning, with frequency and places; the worst files; the next steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import click

from comprules.lint.findings import CheckReport
from comprules.lint.formats.concise import citation_lines
from comprules.lint.formats.wording import COLOURS, change_of, format_often, group_findings, place_of, summary
from comprules.printable import printable
from graph.citations.codes import INTERNAL
from rules.text import FEW

_FILES = 5
_MANY = 20
"""Number of findings from which a baseline is recommended."""


def render(report: CheckReport, colour: bool) -> str:
    """Return a block for each group, the most severe and most frequent first, and last what was checked."""
    lines = [
        *citation_lines(report),
        *_format_groups(report),
        *_worst_files(report),
        *_next_steps(report),
        summary(report),
    ]
    text = "".join(f"{line}\n" for line in lines)
    return text if colour else click.unstyle(text)


def _format_groups(report: CheckReport) -> Iterator[str]:
    for first, places in group_findings(report.findings):
        code = click.style(f"{first.code} {first.name}", fg=COLOURS[first.severity], bold=True)
        yield f"{click.style(change_of(first), bold=True)}  {code}, {format_often(places)}"
        yield f"    {printable(first.message)}"
        where = "  ".join(map(place_of, places[:FEW]))
        yield f"    {where}" + (f"  and {len(places) - FEW:,} more" if places[FEW:] else "")
        yield ""


def _worst_files(report: CheckReport) -> Iterator[str]:
    counts = Counter(finding.path for finding in report.findings)
    if len(counts) <= FEW:
        return
    yield "Files with the most findings:"
    for path, count in counts.most_common(_FILES):
        yield f"  {count:>5,}  {printable(path)}"
    yield ""


def _next_steps(report: CheckReport) -> Iterator[str]:
    findings = [finding for finding in report.findings if finding.code != INTERNAL]
    if not findings:
        return
    steps = [(f"comprules explain {findings[0].number or findings[0].code}", "what that was, and is")]
    steps.append(("--format full", "every finding with its line"))
    if report.undeclared:
        steps.append(("comprules init", "declare for which edition the citations were written"))
    elif any(finding.fix for finding in findings):
        steps.append(("comprules upgrade PATH", "renumber what is certain, as a diff"))
    if len(findings) >= _MANY:
        steps.append(("--write-baseline", "let all of these pass, and report only what is new from then on"))
    width = max(len(command) for command, _ in steps)
    yield "Next:"
    yield from (f"  {command.ljust(width)}  {why}" for command, why in steps)
    yield ""
