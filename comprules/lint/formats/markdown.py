"""A summary in Markdown, for the page of a CI run (`$GITHUB_STEP_SUMMARY`) and a comment on a pull request."""

from __future__ import annotations

import html

from comprules.lint.findings import CheckReport
from comprules.lint.formats.wording import (
    change_of,
    format_count,
    format_often,
    group_findings,
    place_of,
    statistics,
    summary,
)
from comprules.printable import printable
from rules.text import FEW

_SHOWN = 100
"""Maximum number of groups; the page of a run may hold a megabyte, a comment on a pull request 65,536 letters."""


def render(report: CheckReport, colour: bool = False) -> str:  # noqa: ARG001 - all formats have the same signature
    """Return a heading, what was checked, how many findings of each kind, and a table of them by number and meaning."""
    lines = ["## Citations of the Comprehensive Rules", "", f"{summary(report)}.", ""]
    lines += [f"- {line.strip()}" for line in statistics(report)]
    groups = group_findings(report.findings)
    if groups:
        lines += ["", "| number | finding | where |", "|---|---|---|"]
        for first, places in groups[:_SHOWN]:
            more = len(places) - FEW
            where = "<br>".join(_format_code(place_of(place)) for place in places[:FEW])
            cell = f"{first.code} {first.name}, {format_often(places)}<br>{_format_cell(first.message)}"
            lines.append(
                f"| {_format_code(change_of(first))} | {cell} | {where}{f'<br>and {more:,} more' if more > 0 else ''} |"
            )
        if groups[_SHOWN:]:
            lines += ["", f"... and {format_count(len(groups) - _SHOWN, 'more group')} of findings."]
    return "\n".join([*lines, "", ""])


def _format_cell(text: str) -> str:
    return html.escape(printable(text), quote=False).replace("|", "\\|").replace("`", "&#96;")


def _format_code(text: str) -> str:
    return f"<code>{_format_cell(text)}</code>"
