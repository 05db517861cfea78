"""`sarif`: SARIF 2.1.0, which GitHub code scanning and others read.

Specification: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

from typing import Any

import msgspec

from comprules.lint.findings import CheckReport, Finding
from comprules.lint.formats.wording import fingerprint_findings, summary, uri_of
from comprules.printable import printable
from graph.citations.codes import CODES
from rules.version import own_version

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(report: CheckReport, colour: bool) -> str:  # noqa: ARG001 - all formats have the same signature
    """Return one log with one run."""
    rules = list(CODES)
    kinds = [
        {
            "id": code.code,
            "name": "".join(part.capitalize() for part in code.name.split("-")),
            "shortDescription": {"text": code.name.replace("-", " ").capitalize()},
            "fullDescription": {"text": code.meaning},
            "help": {
                "text": code.meaning + " To let one pass: a comment `comprules: ignore[" + code.code + "] reason`."
            },
            "defaultConfiguration": {"level": code.severity},
        }
        for code in CODES.values()
    ]
    run = {
        "tool": {"driver": {"name": "comprules", "version": own_version(), "rules": kinds}},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": "The folder in which comprules was called."}}},
        "results": [_build_result(finding, mark, rules) for finding, mark in fingerprint_findings(report.findings)],
        "properties": {
            "edition": report.edition,
            "citations": report.citations,
            "files": report.files,
            "summary": summary(report),
        },
    }
    log = msgspec.json.encode({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})
    return msgspec.json.format(log, indent=2).decode() + "\n"


def _build_result(finding: Finding, fingerprint: str, rules: list[str]) -> dict[str, Any]:
    uri = uri_of(finding.path)
    artifact = {"uri": uri} if uri.startswith("file:") else {"uri": uri, "uriBaseId": "SRCROOT"}
    region = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.line,
        "endColumn": finding.end_column,
    }
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rules.index(finding.code),
        "level": finding.severity,
        "message": {"text": printable(finding.message)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": artifact,
                    "region": region | {"snippet": {"text": printable(finding.marked)}},
                }
            }
        ],
        "partialFingerprints": {"comprulesContent/v1": fingerprint},
        "properties": {
            "number": finding.number,
            "suggestion": finding.suggestion,
            "edition_broken": finding.edition_broken,
        },
    }
    if finding.replacement is not None:
        replacement = {"deletedRegion": region, "insertedContent": {"text": finding.replacement}}
        change = {"artifactLocation": artifact, "replacements": [replacement]}
        words = f"Write {finding.replacement} for {finding.number}."
        result["fixes"] = [{"description": {"text": words}, "artifactChanges": [change]}]
    return result
