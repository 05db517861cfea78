"""`json`: the JSON document of the public interface."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from comprules.lint.files import Notice
from comprules.lint.printable import printable

if TYPE_CHECKING:
    from comprules.lint.findings import CheckReport, Finding, PlacedCitation

OPENING = rb'\{\s*"edition":[^{}\[\]]{0,400}"files_citing":'


class FindingAnswer(Struct, frozen=True, kw_only=True):
    """A finding of `check`.

    Attributes:
        code: Its code, such as `CR002`.
        name: The code's name.
        severity: How serious it is.
        message: What is wrong.
        path: The file.
        line: From 1.
        column: The first character of the number, from 1.
        end_column: After its last character on that line.
        number: The number; empty if it is about none.
        suggestion: What to write instead; null if nothing is sure.
        edition_broken: The edition since which it is wrong.
        confidence: How sure it is, 0 to 1.
        fix: Where the suggestion can be written: `place`, or `file` together with the declaration.
    """

    code: str
    name: str
    severity: str
    message: str
    path: str
    line: int
    column: int
    end_column: int
    number: str
    suggestion: str | None
    edition_broken: str | None
    confidence: float
    fix: str | None


class CitedAnswer(Struct, frozen=True):
    """A citation and its place, with `--show-citations`; `numbers` are those that it names, in full."""

    path: str
    line: int
    column: int
    end_column: int
    raw: str
    form: str
    numbers: tuple[str, ...]
    cue: str | None
    stamp: str | None


class BaselineAnswer(Struct, frozen=True):
    """How many findings the baseline let pass, and its entries that no longer occur."""

    known: int
    gone: tuple[str, ...]


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
    return msgspec.json.format(msgspec.json.encode(answer_check(report)), indent=2).decode() + "\n"


def answer_check(report: CheckReport) -> CheckAnswer:
    """Return the answer of a run."""
    checked = report.checked
    return CheckAnswer(
        report.edition,
        report.pin,
        checked.citations,
        len(checked.numbers),
        checked.files,
        checked.citing,
        checked.passed,
        BaselineAnswer(report.known, report.gone),
        checked.undeclared,
        tuple(map(answer_finding, checked.findings)),
        tuple(Notice(printable(notice.path), notice.message) for notice in checked.notices),
        tuple(map(_answer_citation, checked.cited)) if report.show_citations else UNSET,
    )


def answer_finding(finding: Finding) -> FindingAnswer:
    """Return a finding in the form of the public JSON."""
    answer = msgspec.convert(finding, FindingAnswer, from_attributes=True)
    return replace(answer, path=printable(finding.path), confidence=round(finding.confidence, 2))


def _answer_citation(cited: PlacedCitation) -> CitedAnswer:
    citation = cited.citation
    return CitedAnswer(
        printable(cited.path),
        cited.line,
        cited.column,
        cited.end_column,
        citation.raw,
        citation.form,
        citation.numbers,
        citation.cue,
        citation.stamp,
    )
