"""A summary in Markdown, for the page of a CI run (`$GITHUB_STEP_SUMMARY`)."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from comprules.lint.formats.wording import counted, place_of, statistics, summary
from comprules.lint.printable import printable

if TYPE_CHECKING:
    from comprules.lint.findings import Report

_SHOWN = 100
"""Findings; the pages of services hold a megabyte."""


def render(report: Report, colour: bool = False) -> str:  # noqa: ARG001 - all formats are called alike
    """A heading, what was checked, how many findings of each kind, and the first findings as a table."""
    findings = report.checked.findings
    lines = ["## Citations of the Comprehensive Rules", "", f"{summary(report)}.", ""]
    lines += [f"- {line.strip()}" for line in statistics(report)]
    if findings:
        lines += ["", "| place | finding | |", "|---|---|---|"]
        for one in findings[:_SHOWN]:
            lines.append(f"| {_code(place_of(one))} | {one.code} {one.name} | {_cell(one.message)} |")
        if findings[_SHOWN:]:
            lines += ["", f"... and {counted(len(findings) - _SHOWN, 'more finding')}."]
    return "\n".join([*lines, "", ""])


def _cell(text: str) -> str:
    return html.escape(printable(text), quote=False).replace("|", "\\|").replace("`", "&#96;")


def _code(text: str) -> str:
    return f"<code>{_cell(text)}</code>"
