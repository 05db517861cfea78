"""`json`: the JSON document of the public interface."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from comprules.lint.files import Notice
from comprules.lint.findings import BaselineAnswer, CheckReport, CitedAnswer, Finding, FindingAnswer
from comprules.printable import printable


class CheckAnswer(Struct, frozen=True):
    """What a run of `check` found.

    Attributes:
        edition: The edition that citations were checked against.
        pin: The edition declared for all files.
        citations: Number of citations.
        numbers: Number of different numbers.
        files: Number of searched files.
        files_citing: Number of files that cite rules.
        ignored: Number of findings that comments let pass.
        baseline: What the baseline let pass.
        undeclared: What the files look like, if nothing says for which edition they were written.
        findings: What is wrong.
        notices: What was skipped.
        cited: The citations, if they were asked for.
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
    findings: tuple[FindingAnswer, ...]
    notices: tuple[Notice, ...]
    cited: tuple[CitedAnswer, ...] | UnsetType = UNSET


def render(report: CheckReport, colour: bool) -> str:  # noqa: ARG001 - all formats have the same signature
    """Return one JSON document. File names that are no UTF-8 have escaped bytes."""
    cited = (msgspec.convert(placed, CitedAnswer, from_attributes=True) for placed in report.cited)
    answer = CheckAnswer(
        report.edition,
        report.pin,
        report.citations,
        len(report.numbers),
        report.files,
        report.citing,
        report.passed,
        report.baseline,
        report.undeclared,
        tuple(map(answer_finding, report.findings)),
        tuple(Notice(printable(notice.path), notice.message) for notice in report.notices),
        tuple(replace(answer, path=printable(answer.path)) for answer in cited) if report.show_citations else UNSET,
    )
    return msgspec.json.format(msgspec.json.encode(answer), indent=2).decode() + "\n"


def answer_finding(finding: Finding) -> FindingAnswer:
    """Return a finding in the form of the public JSON."""
    answer = msgspec.convert(finding, FindingAnswer, from_attributes=True)
    return replace(answer, path=printable(finding.path), confidence=round(finding.confidence, 2))
