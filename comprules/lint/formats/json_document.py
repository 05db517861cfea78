"""`json`: the JSON document of the public interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from comprules.lint.printable import printable

if TYPE_CHECKING:
    from comprules.lint.findings import CheckReport, Finding, PlacedCitation

OPENING = rb'\{\s*"edition":[^{}\[\]]{0,400}"files_citing":'


def render(report: CheckReport, colour: bool) -> str:  # noqa: ARG001 - all formats have the same signature
    """Return one JSON document. File names that are no UTF-8 have escaped bytes."""
    return msgspec.json.format(msgspec.json.encode(build_document(report)), indent=2).decode() + "\n"


def build_document(report: CheckReport) -> dict[str, Any]:
    """Return the report as plain values."""
    checked = report.checked
    value: dict[str, Any] = {
        "edition": report.edition,
        "pin": report.pin,
        "citations": checked.citations,
        "numbers": len(checked.numbers),
        "files": checked.files,
        "files_citing": checked.citing,
        "ignored": checked.passed,
        "baseline": {"known": report.known, "gone": list(report.gone)},
        "undeclared": checked.undeclared,
        "findings": [finding_json(finding) for finding in checked.findings],
        "notices": [{"path": printable(notice.path), "message": notice.message} for notice in checked.notices],
    }
    if report.show_citations:
        value["cited"] = [_cited_json(citation) for citation in checked.cited]
    return value


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return a finding as values of the public JSON format."""
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "message": finding.message,
        "path": printable(finding.path),
        "line": finding.line,
        "column": finding.column,
        "end_column": finding.end_column,
        "number": finding.number,
        "suggestion": finding.suggestion,
        "edition_broken": finding.edition_broken,
        "confidence": round(finding.confidence, 2),
        "fix": finding.fix,
    }


def _cited_json(cited: PlacedCitation) -> dict[str, Any]:
    citation = cited.citation
    return {
        "path": printable(cited.path),
        "line": cited.line,
        "column": cited.column,
        "end_column": cited.end_column,
        "raw": citation.raw,
        "form": citation.form,
        "numbers": list(citation.numbers),
        "cue": citation.cue,
        "stamp": citation.stamp,
    }
