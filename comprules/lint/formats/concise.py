"""`concise`: one line per finding, as compilers print them, so that editors can jump to the place."""

from __future__ import annotations

from collections.abc import Iterator

from comprules.lint.findings import CheckReport
from comprules.lint.formats.wording import place_of, summary
from comprules.printable import line_start, printable


def render(report: CheckReport, colour: bool) -> str:  # noqa: ARG001 - all formats have the same signature
    """Return lines such as `src/stack.rs:12:8: CR002 ...`, after the citations if they were requested."""
    findings = report.findings
    found = (f"{place_of(finding)}: {finding.code} {printable(finding.message)}" for finding in findings)
    lines = [*citation_lines(report), *found, summary(report)]
    return "".join(f"{line}\n" for line in lines)


def citation_lines(report: CheckReport) -> Iterator[str]:
    """Yield a line for each citation, if citations were requested: the place, the printed text, the numbers."""
    for cited in report.cited:
        named = " ".join(cited.numbers)
        raw = " ".join(cited.raw.split())
        meant = f"{f' = {named}' if named != raw else ''}{f' @ {cited.stamp}' if cited.stamp else ''}"
        yield line_start(f"{cited.path}:{cited.line}:{cited.column}: {raw}{meant}")
