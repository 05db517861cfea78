"""Formats for programs.

`json`: the document of the public interface. `github`: workflow commands, which GitHub Actions shows next to the lines
of a pull request. `gitlab`: a Code Quality report, which GitLab shows in merge requests. `junit`: a test suite with a
case for each finding, which many services can show. The format `sarif` is in a module of its own.
"""

import re
import xml.etree.ElementTree as ET

from msgspec import UNSET, Struct, UnsetType, json, structs

from comprules.lint.formats.places import fingerprint_findings, path_for_tools
from comprules.lint.formats.words import skipped_lines, summary
from comprules.lint.notices import NoticeAnswer, answer_notices
from comprules.lint.records import Audited, BaselineAnswer, Checked, CitedAnswer, Finding, PlacedCitation
from comprules.printable import printable
from rules.conversion import convert

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
_IN_MESSAGES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
"""How GitHub wants some characters to be written in the message of a command."""
_IN_PROPERTIES = _IN_MESSAGES | str.maketrans({":": "%3A", ",": "%2C"})
"""The same for the properties before the message, which commas and colons end."""
_GITLAB_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class CheckAnswer(Struct, frozen=True):
    """What a run of `check` found.

    Attributes:
        edition: The edition that citations were checked against.
        pin: The edition that the main configuration, or `--edition`, declares for all files; null without one.
        citations: Number of citations.
        numbers: Number of different numbers cited.
        files: Number of files that were searched.
        files_citing: Number of files that cite rules.
        ignored: Number of findings that comments suppress.
        baseline: How the findings compare with the baseline.
        undeclared: A note that names the edition that the files seem to have been written for, if it is older and not
            declared; otherwise null.
        findings: The findings, by file and position.
        notices: What was skipped, and why.
        cited: The citations; only with `--show-citations`.
    """

    edition: str
    pin: str | None
    citations: int
    numbers: int
    files: int
    files_citing: int
    ignored: int
    baseline: BaselineAnswer
    undeclared: str | None
    findings: tuple[Finding, ...]
    notices: tuple[NoticeAnswer, ...]
    cited: tuple[CitedAnswer, ...] | UnsetType = UNSET


class AuditAnswer(Struct, frozen=True):
    """What the audit of a rules document found.

    Attributes:
        edition: The edition to which the document belongs; null if it is unknown.
        whole: Whether the document was audited as a whole rule book, so that every reference must lead to a record of
            it.
        files: Number of files of the document.
        records: Number of rules and glossary entries in the document.
        references: Number of references in the document.
        references_outside: Number of references that lead out of a part of a rule book and so were not judged.
        baseline: How the findings compare with the baseline.
        findings: The faults, by file and position.
        notices: What was skipped, and why.
    """

    edition: str | None
    whole: bool
    files: int
    records: int
    references: int
    references_outside: int
    baseline: BaselineAnswer
    findings: tuple[Finding, ...]
    notices: tuple[NoticeAnswer, ...]


def render_json(report: Checked) -> str:
    """Return one JSON document. File names that are no UTF-8 have escaped bytes."""
    if report.audited is not None:
        return _format_json(_answer_audit(report, report.audited))
    cited: tuple[CitedAnswer, ...] | UnsetType = UNSET
    if report.show_citations:
        cited = tuple(map(_answer_cited, report.cited))
    answer = CheckAnswer(
        edition=report.edition,
        pin=report.pin,
        citations=report.citations,
        numbers=len(report.numbers),
        files=report.files,
        files_citing=report.citing,
        ignored=report.passed,
        baseline=report.baseline,
        undeclared=report.undeclared,
        findings=tuple(map(answer_finding, report.findings)),
        notices=answer_notices(report.notices),
        cited=cited,
    )
    return _format_json(answer)


def _answer_cited(placed: PlacedCitation) -> CitedAnswer:
    answer = convert(placed, CitedAnswer, from_attributes=True)
    return structs.replace(answer, path=printable(answer.path))


def _answer_audit(report: Checked, audited: Audited) -> AuditAnswer:
    return AuditAnswer(
        edition=audited.edition or None,
        whole=audited.is_whole,
        files=report.files,
        records=audited.records,
        references=audited.references,
        references_outside=audited.outside,
        baseline=report.baseline,
        findings=tuple(map(answer_finding, report.findings)),
        notices=answer_notices(report.notices),
    )


def _format_json(answer: CheckAnswer | AuditAnswer) -> str:
    return json.format(json.encode(answer), indent=2).decode() + "\n"


def answer_finding(finding: Finding) -> Finding:
    """Return a finding in the form of the public JSON, without the text that it is about."""
    shown = {"path": printable(finding.path), "confidence": round(finding.confidence, 2)}
    return structs.replace(finding, **shown, marked="", source="", source_column=0)


def render_github(report: Checked) -> str:
    """Return a command for each finding, and what was checked."""
    lines = [*map(_format_command, report.findings), *skipped_lines(report), summary(report)]
    return "".join(f"{line}\n" for line in lines)


def _format_command(finding: Finding) -> str:
    """Return a finding as `::error title=CR002 retired,file=src/stack.rs,line=12,…::message`."""
    properties = {
        "title": f"{finding.code} {finding.name}",
        "file": path_for_tools(finding.path),
        "line": str(finding.line),
        "endLine": str(finding.line),
        "col": str(finding.column),
        "endColumn": str(finding.end_column),
    }
    shown = ",".join(f"{key}={printable(value.translate(_IN_PROPERTIES))}" for key, value in properties.items())
    help_words = ""
    if finding.suggestion:
        help_words = f" Probably meant: {finding.suggestion}."
    message = printable((finding.message + help_words).translate(_IN_MESSAGES))
    return f"::{_COMMANDS[finding.severity]} {shown}::{message}"


def render_gitlab(report: Checked) -> str:
    """Return a JSON array of issues."""
    issues = [
        {
            "description": f"{finding.code} {finding.name}: {finding.message}",
            "check_name": finding.code,
            "fingerprint": fingerprint,
            "severity": _GITLAB_SEVERITIES[finding.severity],
            "location": {
                "path": printable(path_for_tools(finding.path)),
                "positions": {
                    "begin": {"line": finding.line, "column": finding.column},
                    "end": {"line": finding.line, "column": finding.end_column},
                },
            },
        }
        for finding, fingerprint in fingerprint_findings(report.findings)
    ]
    return json.format(json.encode(issues), indent=2).decode() + "\n"


def render_junit(report: Checked) -> str:
    """Return an XML document. Notes are passing cases; without findings there is one passing case."""
    cases = [_build_case(finding) for finding in report.findings]
    failures = sum(case.find("failure") is not None for case in cases)
    if not cases:
        cases = [ET.Element("testcase", name="references" if report.audited else "citations", classname="comprules")]
    counts = {"name": "comprules", "tests": str(len(cases)), "failures": str(failures), "errors": "0"}
    suites = ET.Element("testsuites", counts)
    suite = ET.SubElement(suites, "testsuite", counts)
    suite.extend(cases)
    ET.SubElement(suite, "system-out").text = summary(report)
    ET.indent(suites)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(suites, encoding="unicode") + "\n"


def _build_case(finding: Finding) -> ET.Element:
    """Return a finding as a test case, which fails unless the finding is a note."""
    path = _clean_text(path_for_tools(finding.path))
    place = f"{path}:{finding.line}:{finding.column}"
    case = ET.Element("testcase", name=f"{place}: {finding.code}", classname=path, file=path, line=str(finding.line))
    words = f"{finding.code} {finding.name}: {finding.message}"
    meant = ""
    if finding.suggestion:
        meant = f" Probably meant: {finding.suggestion}."
    if finding.is_note:
        ET.SubElement(case, "system-out").text = _clean_text(words)
    else:
        failure = ET.SubElement(case, "failure", type=finding.code, message=_clean_text(words))
        failure.text = _clean_text(f"{place}: {words}{meant}")
    return case


def _clean_text(text: str) -> str:
    """Return the text without characters that control a terminal or that XML cannot contain."""
    return _NOT_IN_XML.sub("\ufffd", printable(text))
