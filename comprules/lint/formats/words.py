"""Parts of reports that several formats share: summary, statistics, places, groups of findings."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from comprules.lint.notices import gather_notices
from comprules.lint.records import Audited, Checked, Finding
from comprules.printable import line_start, printable
from graph.citations.codes import INTERNAL
from rules.counts import format_count

COLOURS = {"error": "red", "warning": "yellow", "note": "blue"}
"""The colour of a finding by its severity, the gravest first."""


def place_of(finding: Finding) -> str:
    """Return the place of a finding as `src/stack.rs:12:8`, safe to print."""
    return f"{line_start(finding.path)}:{finding.line}:{finding.column}"


def name_code(finding: Finding) -> str:
    """Return code and name of a finding, `CR002 retired`; of a note, which fails no run, `CR007 beyond-data (note)`."""
    name = f"{finding.code} {finding.name}"
    return f"{name} (note)" if finding.is_note else name


def summary(report: Checked) -> str:
    """Return a sentence about the whole check, or about the whole audit.

    `5 citations of 3 numbers in 2 of 9 files checked against 2009-07-11: no findings`

    It is always printed, so that an empty output is not mistaken for success. `lint.own_reports` recognises it.
    """
    if report.audited is not None:
        return f"{_describe_audited(report.audited, report.files)}: {_count_findings(report)}"
    citations = format_count(report.citations, "citation")
    numbers = ""
    if report.numbers:
        numbers = f" of {format_count(len(report.numbers), 'number')}"
    files = f"{report.citing:,} of {format_count(report.files, 'file')}"
    pin = ""
    if report.pin:
        pin = f", meant for {report.pin}"
    checked = f"{citations}{numbers} in {files} checked against {report.edition}{pin}"
    return f"{checked}: {_count_findings(report)}"


def skipped_lines(report: Checked) -> Iterator[str]:
    """Yield a line for each reason for which files with many numbers of rules were skipped."""
    for notice in gather_notices(notice for notice in report.notices if notice.has_many_numbers):
        numbers = format_count(notice.numbers, "number")
        yield f"{line_start(notice.path)}: {printable(notice.message)} ({numbers} not checked)"


def _describe_audited(audited: Audited, files: int) -> str:
    """Return the beginning of the sentence about an audit: `9 references of 5 records in 1 file audited against …`."""
    references = format_count(audited.references, "reference")
    records = format_count(audited.records, "record")
    against = "itself"
    if audited.edition:
        against = f"{audited.edition} and itself"
    part = ", as a part"
    if audited.is_whole:
        part = ""
    outside = ""
    if audited.outside:
        outside = f", {format_count(audited.outside, 'reference')} to other parts not judged"
    where = format_count(files, "file")
    return f"{references} of {records} in {where} audited against {against}{part}{outside}"


def _count_findings(report: Checked) -> str:
    """Return how many findings there are, and how many were ignored."""
    counts = "no findings"
    notes = sum(finding.is_note for finding in report.findings)
    if report.findings:
        counts = format_count(len(report.findings), "finding")
    if notes and notes == len(report.findings):
        counts += ", only a note" if notes == 1 else ", only notes"
    elif notes:
        counts += f", including {format_count(notes, 'note')}"
    suppressed = []
    if report.baseline.known:
        suppressed.append(f"{report.baseline.known:,} known from the baseline")
    if report.passed:
        suppressed.append(f"{report.passed:,} ignored by comments")
    aside = ""
    if suppressed:
        aside = f" ({', '.join(suppressed)})"
    return f"{counts}{aside}"


def statistics(report: Checked) -> Iterator[str]:
    """Return a line for each kind of finding that occurs, the most frequent first."""
    return _list_counts(map(name_code, report.findings))


def change_of(finding: Finding) -> str:
    """Return the printed and the suggested number, `702.36e → 702.37e`.

    Without a suggestion it is the printed number alone; for a finding without a number, the finding's name stands for
    the number.
    """
    number = printable(finding.number) or finding.name
    if finding.suggestion:
        return f"{number} → {printable(finding.suggestion)}"
    return number


def number_statistics(report: Checked) -> Iterator[str]:
    """Return a line for each wrong number and its suggestion, the most frequent first."""
    return _list_counts(f"{change_of(finding)}  {finding.code}" for finding in report.findings if finding.number)


def _list_counts(names: Iterable[str]) -> Iterator[str]:
    counts = Counter(names)
    width = max((len(f"{count:,}") for count in counts.values()), default=0)
    yield from (
        f"{count:>{width},}  {name}" for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


class FindingGroup(Struct, frozen=True):
    """Findings with the same code, number and suggestion.

    Attributes:
        first: The first of them, by file and line.
        places: All of them, those in the files with the most findings first.
    """

    first: Finding
    places: Sequence[Finding]


def group_findings(findings: Iterable[Finding]) -> list[FindingGroup]:
    """Return findings grouped by code, number and suggestion, the gravest and most frequent groups first.

    Args:
        findings: Sorted by file and line.
    """
    members_of: dict[tuple[str, str, str | None], list[Finding]] = defaultdict(list)
    counts: Counter[str] = Counter()  # of the findings in each file
    for finding in findings:
        subject = finding.number
        if finding.code == INTERNAL:  # such a finding has no number
            subject = finding.message
        members_of[finding.code, subject, finding.suggestion].append(finding)
        counts[finding.path] += 1
    groups: list[FindingGroup] = []
    for members in members_of.values():
        # The order is stable: in a file it is that of the lines.
        places = sorted(members, key=lambda finding: -counts[finding.path])
        groups.append(FindingGroup(members[0], places))
    return sorted(groups, key=_rank_group)


def _rank_group(group: FindingGroup) -> tuple[int, int, str, int]:
    """Return what groups are sorted by: the gravest first, of these the most frequent, then by place."""
    severity = list(COLOURS).index(group.first.severity)
    return severity, -len(group.places), group.first.path, group.first.line


def format_often(places: Sequence[Finding]) -> str:
    """Return the frequency of a group in words: `once`, `3 times in 2 files`."""
    if len(places) == 1:
        return "once"
    files = {place.path for place in places}
    return f"{format_count(len(places), 'time')} in {format_count(len(files), 'file')}"
