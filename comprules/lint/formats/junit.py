"""`junit`: a test suite with a case for each finding, which many services can show."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from comprules.lint.findings import CheckReport, Finding
from comprules.lint.formats.wording import relative_path, summary
from comprules.printable import printable

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(report: CheckReport, colour: bool) -> str:  # noqa: ARG001 - all formats have the same signature
    """Return an XML document. Notes are passing cases; without findings there is one passing case."""
    cases = [_build_case(finding) for finding in report.findings]
    failures = sum(case.find("failure") is not None for case in cases)
    if not cases:
        cases = [ET.Element("testcase", name="citations", classname="comprules")]
    counts = {"name": "comprules", "tests": str(len(cases)), "failures": str(failures), "errors": "0"}
    suites = ET.Element("testsuites", counts)
    suite = ET.SubElement(suites, "testsuite", counts)
    suite.extend(cases)
    ET.SubElement(suite, "system-out").text = summary(report)
    ET.indent(suites)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(suites, encoding="unicode") + "\n"


def _build_case(finding: Finding) -> ET.Element:
    path = _clean_text(relative_path(finding.path))
    place = f"{path}:{finding.line}:{finding.column}"
    case = ET.Element("testcase", name=f"{place}: {finding.code}", classname=path, file=path, line=str(finding.line))
    words = f"{finding.code} {finding.name}: {finding.message}"
    meant = f" Probably meant: {finding.suggestion}." if finding.suggestion else ""
    if finding.severity == "note":
        ET.SubElement(case, "system-out").text = _clean_text(words)
    else:
        failure = ET.SubElement(case, "failure", type=finding.code, message=_clean_text(words))
        failure.text = _clean_text(f"{place}: {words}{meant}")
    return case


def _clean_text(text: str) -> str:
    """Return the text without characters that control a terminal or that XML cannot contain."""
    return _NOT_IN_XML.sub("\ufffd", printable(text))
