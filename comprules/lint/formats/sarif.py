"""The format `sarif`: SARIF 2.1.0, which GitHub code scanning and others read.

The specification is https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html; its words for a code, a finding
and a file are rule, result and artifact.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import json

from comprules.lint.formats.places import fingerprint_findings, uri_of
from comprules.lint.formats.words import summary
from comprules.lint.records import Checked, Finding
from comprules.printable import printable
from graph.citations.codes import AUDIT_CODES, CODES
from graph.citations.records import Code
from rules.version import own_version

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_WORKING_FOLDER = "SRCROOT"
"""The name in a log for the folder that the paths of its files are relative to."""


def render_sarif(report: Checked) -> str:
    """Return one log with one run."""
    codes = CODES
    counts = {"citations": report.citations}
    if report.audited is not None:
        codes = AUDIT_CODES
        counts = {"references": report.audited.references}
    driver = {"name": "comprules", "version": own_version(), "rules": _describe_codes(codes.values())}
    folder = {"description": {"text": "The folder in which comprules was called."}}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_WORKING_FOLDER: folder},
        "results": [
            _build_result(finding, fingerprint, list(codes))
            for finding, fingerprint in fingerprint_findings(report.findings)
        ],
        "properties": {
            "edition": report.edition,
            **counts,
            "files": report.files,
            "summary": summary(report),
        },
    }
    log = json.encode({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})
    return json.format(log, indent=2).decode() + "\n"


def _describe_codes(codes: Iterable[Code]) -> list[dict[str, Any]]:
    """Return the descriptions of the codes that findings can have."""
    return [
        {
            "id": code.code,
            "name": _camel_case(code.name),
            "shortDescription": {"text": code.name.replace("-", " ").capitalize()},
            "fullDescription": {"text": code.meaning},
            "help": {"text": _describe_remedy(code)},
            "defaultConfiguration": {"level": code.severity},
        }
        for code in codes
    ]


def _camel_case(name: str) -> str:
    """Return a name such as `text-mismatch` as `TextMismatch`."""
    return "".join(part.capitalize() for part in name.split("-"))


def _describe_remedy(code: Code) -> str:
    """Return what a code means, and how to ignore such a finding."""
    if code.code in AUDIT_CODES:
        return f"{code.meaning} To ignore one finding, record it in a baseline."
    return f"{code.meaning} To ignore one finding, add the comment `comprules: ignore[{code.code}] reason`."


def _build_result(finding: Finding, fingerprint: str, codes: list[str]) -> dict[str, Any]:
    """Return a finding as a result.

    Args:
        finding: The finding.
        fingerprint: Its fingerprint.
        codes: All codes, in the order in which the log describes them as rules.
    """
    file = _locate_file(finding.path)
    region = _locate_mark(finding)
    marked = region | {"snippet": {"text": printable(finding.marked)}}
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": finding.severity,
        "message": {"text": printable(finding.message)},
        "locations": [{"physicalLocation": {"artifactLocation": file, "region": marked}}],
        "partialFingerprints": {"comprulesContent/v1": fingerprint},
        "properties": {
            "number": finding.number,
            "suggestion": finding.suggestion,
            "edition_broken": finding.edition_broken,
        },
    }
    if finding.replacement is not None:
        replacement = {"deletedRegion": region, "insertedContent": {"text": finding.replacement}}
        description = {"text": f"Replace {finding.number} with {finding.replacement}."}
        change = {"artifactLocation": file, "replacements": [replacement]}
        result["fixes"] = [{"description": description, "artifactChanges": [change]}]
    return result


def _locate_file(path: str) -> dict[str, str]:
    """Return the address of a file: relative to the working folder if the file is below it."""
    uri = uri_of(path)
    if uri.startswith("file:"):
        return {"uri": uri}
    return {"uri": uri, "uriBaseId": _WORKING_FOLDER}


def _locate_mark(finding: Finding) -> dict[str, int]:
    """Return the lines and columns of the words that a finding is about."""
    return {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.line,
        "endColumn": finding.end_column,
    }
