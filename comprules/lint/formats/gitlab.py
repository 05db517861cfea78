"""`gitlab`: a Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from comprules.lint.formats.fingerprints import fingerprinted
from comprules.lint.formats.wording import relative_path
from comprules.lint.printable import printable

if TYPE_CHECKING:
    from comprules.lint.findings import CheckReport

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def render(report: CheckReport, colour: bool) -> str:  # noqa: ARG001 - all formats are called alike
    """A JSON array of issues."""
    issues = [
        {
            "description": f"{one.code} {one.name}: {one.message}",
            "check_name": one.code,
            "fingerprint": fingerprint,
            "severity": _SEVERITIES[one.severity],
            "location": {
                "path": printable(relative_path(one.path)),
                "positions": {
                    "begin": {"line": one.line, "column": one.column},
                    "end": {"line": one.line, "column": one.end_column},
                },
            },
        }
        for one, fingerprint in fingerprinted(report.checked.findings)
    ]
    return msgspec.json.format(msgspec.json.encode(issues), indent=2).decode() + "\n"
