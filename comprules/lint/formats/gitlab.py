"""`gitlab`: a Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

import msgspec

from comprules.lint.findings import CheckReport
from comprules.lint.formats.wording import fingerprint_findings, relative_path
from comprules.printable import printable

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def render(report: CheckReport, colour: bool) -> str:  # noqa: ARG001 - all formats have the same signature
    """Return a JSON array of issues."""
    issues = [
        {
            "description": f"{finding.code} {finding.name}: {finding.message}",
            "check_name": finding.code,
            "fingerprint": fingerprint,
            "severity": _SEVERITIES[finding.severity],
            "location": {
                "path": printable(relative_path(finding.path)),
                "positions": {
                    "begin": {"line": finding.line, "column": finding.column},
                    "end": {"line": finding.line, "column": finding.end_column},
                },
            },
        }
        for finding, fingerprint in fingerprint_findings(report.findings)
    ]
    return msgspec.json.format(msgspec.json.encode(issues), indent=2).decode() + "\n"
