"""`github`: workflow commands, which GitHub Actions shows beside the lines of a pull request."""

from __future__ import annotations

from comprules.lint.findings import CheckReport, Finding
from comprules.lint.formats.wording import relative_path, summary
from comprules.printable import printable

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
_IN_MESSAGES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES = _IN_MESSAGES | str.maketrans({":": "%3A", ",": "%2C"})


def render(report: CheckReport, colour: bool) -> str:  # noqa: ARG001 - all formats have the same signature
    """Return a command for each finding, and what was checked."""
    return "".join(f"{line}\n" for line in [*map(_format_command, report.findings), summary(report)])


def _format_command(finding: Finding) -> str:
    properties = {
        "title": f"{finding.code} {finding.name}",
        "file": relative_path(finding.path),
        "line": str(finding.line),
        "endLine": str(finding.line),
        "col": str(finding.column),
        "endColumn": str(finding.end_column),
    }
    shown = ",".join(f"{key}={printable(value.translate(_IN_PROPERTIES))}" for key, value in properties.items())
    help_words = f" Probably meant: {finding.suggestion}." if finding.suggestion else ""
    message = printable((finding.message + help_words).translate(_IN_MESSAGES))
    return f"::{_COMMANDS[finding.severity]} {shown}::{message}"
