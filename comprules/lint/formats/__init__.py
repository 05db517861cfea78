"""Output formats of a report, all from the same records; the sentences and places that several of them share.

Each is a function `render_NAME(report) -> str` and has a row below. Formats in `FOR_PEOPLE` end with the sentence of
`summary`; for the others it goes to standard error, so that programs read only the report, and `_OPENINGS` says how
they begin, since reports are never checked themselves.
"""

import hashlib
import importlib
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from comprules.lint.findings import Checked, Finding
from comprules.lint.texts import HEAD
from comprules.printable import line_start, printable
from graph.citations.codes import INTERNAL
from graph.citations.records import LONGEST_LINE
from rules.late_patterns import compile_late

FOR_PEOPLE = frozenset({"grouped", "full", "concise", "github"})

_MODULES = {
    "grouped": "people",
    "full": "people",
    "concise": "people",
    "json": "programs",
    "github": "programs",
    "sarif": "programs",
    "gitlab": "programs",
    "junit": "programs",
}
FORMATS = tuple(_MODULES)
_SUMMARY = compile_late(
    rb"^[\d,]+ citations?(?: of [\d,]+ numbers?)? in [\d,]+ of [\d,]+ files? checked against \d{4}-\d\d-\d\d",
    re.MULTILINE,
)
"""The sentence of `wording.summary`, at the beginning of a line."""
_OPENINGS: tuple[tuple[bytes, bytes], ...] = (
    (b"{", rb'\{\s*"edition":[^{}\[\]]{0,400}"files_citing":'),
    (b"{", rb'\{[^{}\[\]]{0,300}"runs":\s*\[\s*\{\s*"tool":\s*\{\s*"driver":\s*\{\s*"name":\s*"comprules"'),
    (b"[", rb'\[\s*\{\s*"description":\s*"CR\d{3} [a-z-]+: (?:[^"\\]|\\.){0,2000}",\s*"check_name":\s*"CR\d{3}"'),
    (b"<", rb'(?:<\?xml[^>]{0,80}\?>\s*)?<testsuites name="comprules"'),
    (b"## ", rb"## Citations of the Comprehensive Rules\n\n[\d,]+ citations?"),
    (b"{", rb'\{\s*"edition":\s*"[\d-]+",\s*"rules":\s*\[\s*\{\s*"number":'),
    (b"<!", rb"<!doctype html>\s*<!-- comprules coverage -->"),
    (b"{", rb'\{\s*"from":\s*"\d{4}-\d\d-\d\d",\s*"to":\s*"\d{4}-\d\d-\d\d",\s*"pin":'),
)
"""How reports begin that do not end with that sentence, also those of `coverage` and `upgrade`: the first bytes, and a
pattern."""


def render(name: str, report: Checked, *, colour: bool = False) -> str:
    """Return a report in a format; only the module of that format is imported."""
    import click  # noqa: PLC0415 - not needed for the Python API

    module = importlib.import_module(f"comprules.lint.formats.{_MODULES[name]}")
    text: str = getattr(module, f"render_{name}")(report)
    return text if colour else click.unstyle(text)


def is_report(data: bytes) -> bool:
    """Return whether a file is a report that comprules wrote, in any format."""
    if b" checked against " in data[-LONGEST_LINE:] and _SUMMARY.search(data[-LONGEST_LINE:]):
        return True
    head = data[:HEAD].lstrip()
    return any(head.startswith(first) and re.match(opening, head) for first, opening in _OPENINGS)


COLOURS = {"error": "red", "warning": "yellow", "note": "blue"}
"""Severity → colour of a finding, the gravest first."""


def place_of(finding: Finding) -> str:
    """Return the place of a finding as `src/stack.rs:12:8`, safe to print."""
    return f"{line_start(finding.path)}:{finding.line}:{finding.column}"


def format_count(count: int, singular: str, several: str | None = None) -> str:
    """Return a number with its noun: `1 finding`, `1,234 findings`."""
    return f"{count:,} {singular if count == 1 else several or f'{singular}s'}"


def summary(report: Checked) -> str:
    """Return what was checked, against what, with what result.

    Always printed, so that an empty output is not mistaken for success.
    """
    citations = format_count(report.citations, "citation")
    numbers = f" of {format_count(len(report.numbers), 'number')}" if report.numbers else ""
    files = f"{report.citing:,} of {format_count(report.files, 'file')}"
    pin = f", meant for {report.pin}" if report.pin else ""
    counts = format_count(len(report.findings), "finding") if report.findings else "no findings"
    passed = [f"{report.baseline.known:,} known from the baseline"] if report.baseline.known else []
    passed += [f"{report.passed:,} ignored by comments"] if report.passed else []
    aside = f" ({', '.join(passed)})" if passed else ""
    return f"{citations}{numbers} in {files} checked against {report.edition}{pin}: {counts}{aside}"


def statistics(report: Checked) -> Iterator[str]:
    """Return a line for each kind of finding that occurs, the most frequent first."""
    return _list_counts(f"{finding.code} {finding.name}" for finding in report.findings)


def change_of(finding: Finding) -> str:
    """Return the printed and the suggested number: `702.36e → 702.37e`; without a wrong number the finding's name."""
    number = printable(finding.number) or finding.name
    return f"{number} → {printable(finding.suggestion)}" if finding.suggestion else number


def number_statistics(report: Checked) -> Iterator[str]:
    """Return a line for each wrong number and its suggestion, the most frequent first."""
    return _list_counts(f"{change_of(finding)}  {finding.code}" for finding in report.findings if finding.number)


def _list_counts(names: Iterable[str]) -> Iterator[str]:
    counts = Counter(names)
    width = max((len(f"{count:,}") for count in counts.values()), default=0)
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"{count:>{width},}  {name}"


def relative_path(path: str) -> str:
    """Return a path for other tools: with slashes, relative if it is below the working folder."""
    is_below = Path(path).is_absolute() and Path(path).is_relative_to(Path.cwd())
    shown = os.path.relpath(path) if is_below else os.path.normpath(path)
    return shown.replace(os.sep, "/")


def uri_of(path: str) -> str:
    """Return the path as an address: relative if the file is below the working folder, else `file:///…`."""
    shown = relative_path(path)
    if shown.startswith("../") or Path(shown).is_absolute():
        shown = os.path.abspath(path).replace(os.sep, "/")  # noqa: PTH100 - links are not resolved
        return "file://" + quote(os.fsencode(shown if shown.startswith("/") else f"/{shown}"))
    return quote(os.fsencode(shown))


def group_findings(findings: Iterable[Finding]) -> list[tuple[Finding, list[Finding]]]:
    """Return findings grouped by code, number and suggestion, the gravest and most frequent groups first.

    Args:
        findings: Sorted by file and line.

    Returns:
        The first finding of each group; and all of them, those in the files with the most findings first.
    """
    groups: dict[tuple[str, str, str | None], list[Finding]] = defaultdict(list)
    weight: Counter[str] = Counter()
    for finding in findings:
        message = finding.message if finding.code == INTERNAL else ""  # these have no number; grouped by message
        groups[finding.code, finding.number + message, finding.suggestion].append(finding)
        weight[finding.path] += 1
    ranks = list(COLOURS)
    return sorted(
        # The order by weight is stable: in a file it is that of the lines.
        ((its[0], sorted(its, key=lambda finding: -weight[finding.path])) for its in groups.values()),
        key=lambda group: (ranks.index(group[0].severity), -len(group[1]), group[0].path, group[0].line),
    )


def format_often(places: Sequence[Finding]) -> str:
    """Return how often and in how many files a group occurs: `once`, `3 times in 2 files`."""
    if len(places) == 1:
        return "once"
    files = {place.path for place in places}
    return f"{format_count(len(places), 'time')} in {format_count(len(files), 'file')}"


def fingerprint_findings(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Yield each finding with a fingerprint by which services recognise it when lines have moved.

    That is a hash of code, number, file, the line's content, and the ordinal among equal findings.
    """
    seen: Counter[str] = Counter()
    for finding in findings:
        content = "\0".join((finding.code, finding.number, relative_path(finding.path), finding.content))
        seen[content] += 1
        whole = f"{content}\0{seen[content]}".encode("utf-8", "surrogateescape")
        yield finding, hashlib.sha256(whole).hexdigest()[:32]
