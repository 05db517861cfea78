"""Formats for people.

`grouped`: findings by number and meaning, with frequency and places; the worst files; the next steps. `full`: each
finding with its line, a mark below the citation, and what to write instead. `concise`: one line per finding, as
compilers print them, so that editors can jump to the place. And a summary in Markdown, for the page of a CI run
(`$GITHUB_STEP_SUMMARY`) and a comment on a pull request.
"""

import html
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

import click

from comprules.lint.formats.words import (
    COLOURS,
    change_of,
    format_often,
    group_findings,
    name_code,
    place_of,
    skipped_lines,
    statistics,
    summary,
)
from comprules.lint.records import Checked, Finding
from comprules.printable import line_start, printable
from graph.citations.codes import INTERNAL
from rules.counts import format_count
from rules.sentences import FEW

_FILES = 5
"""Number of the files that are listed as those with the most findings, so that the next steps stay in view."""
_MANY = 20
"""Number of findings from which a baseline is recommended: fewer can be fixed at once."""
_MOST_GROUPS = 100
"""Maximum number of groups; the page of a run may hold a megabyte, a comment on a pull request 65,536 letters."""


def render_grouped(report: Checked) -> str:
    """Return a block for each group, the most severe and most frequent first, and last what was checked."""
    parts = (citation_lines(report), _format_groups(report), _worst_files(report), _next_steps(report))
    return "".join(f"{line}\n" for line in chain(*parts, skipped_lines(report), [summary(report)]))


def _format_groups(report: Checked) -> Iterator[str]:
    for group in group_findings(report.findings):
        first = group.first
        code = click.style(name_code(first), fg=COLOURS[first.severity], bold=True)
        yield f"{click.style(change_of(first), bold=True)}  {code}, {format_often(group.places)}"
        yield f"    {printable(first.message)}"
        where = "  ".join(map(place_of, group.places[:FEW]))
        more = ""
        if group.places[FEW:]:
            more = f"  and {len(group.places) - FEW:,} more"
        yield f"    {where}{more}"
        yield ""


def _worst_files(report: Checked) -> Iterator[str]:
    counts = Counter(finding.path for finding in report.findings)
    if len(counts) <= FEW:
        return
    yield "Files with the most findings:"
    yield from (f"  {count:>5,}  {printable(path)}" for path, count in counts.most_common(_FILES))
    yield ""


def _next_steps(report: Checked) -> Iterator[str]:
    findings = [finding for finding in report.findings if finding.code != INTERNAL]
    if not findings:
        return
    steps = [
        (f"comprules explain {_choose_explained(findings)}", "what the number or code means"),
        ("--format full", "every finding with its line"),
    ]
    if report.undeclared:
        steps.append(("comprules init", "declare the edition that the citations were written for"))
    elif any(finding.fix for finding in findings):
        steps.append(("comprules upgrade PATH", "print the certain changes as a diff"))
    if len(findings) >= _MANY:
        steps.append(("--write-baseline", "record these findings, and report only new ones from now on"))
    width = max(len(command) for command, _ in steps)
    yield "Next:"
    yield from (f"  {command.ljust(width)}  {why}" for command, why in steps)
    yield ""


def _choose_explained(findings: Sequence[Finding]) -> str:
    """Return the number or code that a reader may want explained first: that of the first finding that is no note.

    Args:
        findings: At least one finding.
    """
    first = next((finding for finding in findings if not finding.is_note), findings[0])
    return first.code if first.is_note else first.number or first.code


def render_full(report: Checked) -> str:
    """Return a block of lines per finding, after the citations if they were requested, and last what was checked."""
    lines = [*citation_lines(report), *_format_findings(report), *skipped_lines(report), summary(report)]
    return "".join(f"{line}\n" for line in lines)


def _format_findings(report: Checked) -> Iterator[str]:
    for finding in report.findings:
        severity = click.style(name_code(finding), fg=COLOURS[finding.severity], bold=True)
        yield f"{click.style(place_of(finding), bold=True)}: {severity}: {printable(finding.message)}"
        yield from _format_source(finding)
        if finding.suggestion is not None:
            words = "{} was probably meant"
            if "," in finding.suggestion:
                words = "one of {}"
            mark = f"{' ' * len(str(finding.line))} = {click.style('help', fg='cyan')}"
            yield f"{mark}: {words.format(printable(finding.suggestion))}"
        yield ""


def _format_source(finding: Finding) -> Iterator[str]:
    """Yield the source line and the mark below it: `12 | // CR 112.7a` and `   |    ^^^^^^^^^`."""
    number = str(finding.line)
    bar = click.style("|", dim=True)
    start = _measure_width(_format_text(finding.source[: finding.column - finding.source_column]))
    stop = _measure_width(_format_text(finding.source[: finding.end_column - finding.source_column]))
    mark = click.style("^" * max(stop - start, 1), fg=COLOURS[finding.severity], bold=True)
    yield f"{click.style(number, dim=True)} {bar} {_format_text(finding.source)}"
    yield f"{' ' * len(number)} {bar} {' ' * start}{mark}"


def _format_text(text: str) -> str:
    return printable(text.expandtabs(4))


def _measure_width(text: str) -> int:
    """Return the width of a text in columns of a terminal: two for wide letters, none for combining marks."""
    return sum(map(_measure_sign, text))


def _measure_sign(sign: str) -> int:
    """Return the width of a character in columns."""
    if unicodedata.combining(sign):
        return 0
    if unicodedata.east_asian_width(sign) in "WF":
        return 2
    return 1


def render_concise(report: Checked) -> str:
    """Return lines such as `src/stack.rs:12:8: CR002 ...`, after the citations if they were requested."""
    lines = [*citation_lines(report), *map(_format_line, report.findings), *skipped_lines(report), summary(report)]
    return "".join(f"{line}\n" for line in lines)


def _format_line(finding: Finding) -> str:
    """Return a finding as `src/stack.rs:12:8: CR002 ...`, with `(note)` after the code of a note."""
    mark = " (note)" if finding.is_note else ""
    return f"{place_of(finding)}: {finding.code}{mark} {printable(finding.message)}"


def citation_lines(report: Checked) -> Iterator[str]:
    """Yield a line for each citation if requested, such as `a.py:3:5: CR 702.19a-b = 702.19a 702.19b`."""
    for cited in report.cited if report.show_citations else ():
        named = " ".join(cited.numbers)
        raw = " ".join(cited.raw.split())
        numbers = ""
        if named != raw:
            numbers = f" = {named}"
        stamp = ""
        if cited.stamp:
            stamp = f" @ {cited.stamp}"
        yield line_start(f"{cited.path}:{cited.line}:{cited.column}: {raw}{numbers}{stamp}")


def render_markdown(report: Checked) -> str:
    """Return a heading, what was checked, how many findings of each kind, and a table of them by number and meaning."""
    title = "Citations of the Comprehensive Rules"
    if report.audited:
        title = "References of a rules document"
    lines = [f"## {title}", "", f"{summary(report)}.", ""]
    lines += [f"- {line.strip()}" for line in statistics(report)]
    lines += [f"- {_format_cell(line)}" for line in skipped_lines(report)]
    lines += _list_table(report)
    return "\n".join([*lines, "", ""])


def _list_table(report: Checked) -> Iterator[str]:
    """Yield the lines of the table of findings by number and meaning; nothing without findings."""
    groups = group_findings(report.findings)
    if not groups:
        return
    yield from ("", "| number | finding | where |", "|---|---|---|")
    for group in groups[:_MOST_GROUPS]:
        first = group.first
        where = "<br>".join(_code(place_of(place)) for place in group.places[:FEW])
        if group.places[FEW:]:
            where += f"<br>and {len(group.places) - FEW:,} more"
        cell = f"{name_code(first)}, {format_often(group.places)}<br>{_format_cell(first.message)}"
        yield f"| {_code(change_of(first))} | {cell} | {where} |"
    if groups[_MOST_GROUPS:]:
        yield ""
        yield f"... and {format_count(len(groups) - _MOST_GROUPS, 'more group')} of findings."


def _format_cell(text: str) -> str:
    """Return a text for a cell of a table in Markdown, in which nothing of it is markup."""
    return html.escape(printable(text), quote=False).replace("|", "\\|").replace("`", "&#96;")


def _code(text: str) -> str:
    return f"<code>{_format_cell(text)}</code>"
