"""The records of a run, the formats that print them all with what several of these share, and the baseline.

Each format is a function `render_NAME(report) -> str` of `comprules/lint/formats` and has a row below. Formats in
`FOR_PEOPLE` end with the sentence of `summary`; for the others it goes to standard error, so that programs read only
the report, and `_OPENINGS` says how they begin, since reports are never checked themselves.

The baseline is a file of findings that are not reported, usually those from before the linter was introduced. An entry
is identified by its content: file, number, and the line's text without white space; not by what is wrong with the
number. So a line may move, and findings added later are reported. Paths are relative to the baseline's folder.
"""

import hashlib
import importlib
import os
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import msgspec

from comprules.lint.files import HEAD, Notice
from comprules.printable import line_start, printable
from graph.citations.codes import INTERNAL
from graph.citations.records import LONGEST_LINE, Citation
from rules.conversion import decode_json
from rules.errors import ComprulesError
from rules.files import read_regular, write_file
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
"""The sentence of `summary`, at the beginning of a line."""
_AUDIT_SUMMARY = compile_late(
    rb"^[\d,]+ references? of [\d,]+ records? in [\d,]+ files? audited against ", re.MULTILINE
)
"""That of the audit of a document."""
_OPENINGS: tuple[tuple[bytes, bytes], ...] = (
    (b"{", rb'\{\s*"edition":[^{}\[\]]{0,400}"files_citing":'),
    (b"{", rb'\{[^{}\[\]]{0,300}"runs":\s*\[\s*\{\s*"tool":\s*\{\s*"driver":\s*\{\s*"name":\s*"comprules"'),
    (b"[", rb'\[\s*\{\s*"description":\s*"CR\d{3} [a-z-]+: (?:[^"\\]|\\.){0,2000}",\s*"check_name":\s*"CR\d{3}"'),
    (b"<", rb'(?:<\?xml[^>]{0,80}\?>\s*)?<testsuites name="comprules"'),
    (b"{", rb'\{\s*"edition":[^{}\[\]]{0,400}"references_outside":'),
    (b"## ", rb"## References of a rules document\n\n[\d,]+ references?"),
    (b"## ", rb"## Citations of the Comprehensive Rules\n\n[\d,]+ citations?"),
    (b"{", rb'\{\s*"edition":\s*"[\d-]+",\s*"rules":\s*\[\s*\{\s*"number":'),
    (b"<!", rb"<!doctype html>\s*<!-- comprules coverage -->"),
    (b"{", rb'\{\s*"from":\s*"\d{4}-\d\d-\d\d",\s*"to":\s*"\d{4}-\d\d-\d\d",\s*"pin":'),
)
"""How reports begin that do not end with that sentence, also those of `coverage` and `upgrade`: the first bytes, and a
pattern."""
COLOURS = {"error": "red", "warning": "yellow", "note": "blue"}
"""Severity → colour of a finding, the gravest first."""
_VERSION = 2
USUAL_BASELINE = "comprules-baseline.json"
"""Default name of a baseline."""
LARGEST_BASELINE = 64_000_000
"""Maximum size in bytes of a baseline that is read; a tree with half a million findings has one of that size."""
OPENING = compile_late(rb'\A\s*\{\s*"comprules-baseline"')
Content = tuple[str, str, str]
"""The file, relative to the baseline's folder, with slashes; the number at fault; the beginning of the SHA-256 of the
line without its white space."""


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"marked": "cited"}):
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
        marked: The words that it is about, as printed.
        source: The line; of a long line the part around the mark.
        source_column: The column of the first character of `source`.
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
    marked: str = ""
    source: str = ""
    source_column: int = 0

    @property
    def content(self) -> str:
        """Return a hash of `source` without its white space, which does not change when the line moves."""
        return hashlib.sha256("".join(self.source.split()).encode("utf-8", "replace")).hexdigest()[:16]

    @property
    def replacement(self) -> str | None:
        """Return the text that mends the finding in place of `marked`, if writing it there alone does."""
        return self.suggestion if self.fix == "place" and self.marked == self.number != "" else None


class CitedAnswer(msgspec.Struct, frozen=True, kw_only=True):
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


class PlacedCitation(Citation, frozen=True, kw_only=True):
    """A citation with its place."""

    path: str
    line: int
    column: int
    end_column: int


class BaselineAnswer(msgspec.Struct, frozen=True):
    """How many findings the baseline let pass, and its entries that no longer occur."""

    known: int = 0
    gone: tuple[str, ...] = ()


class Audited(msgspec.Struct, frozen=True):
    """What was audited, if the report is about a rules document instead of citations.

    Attributes:
        edition: The edition that it is of; empty if none is known.
        is_whole: Whether every reference had to lead to a record of the document.
        records: Number of its rules and glossary entries.
        references: Number of its references.
        outside: Number of references that were not judged, since they lead out of a part.
    """

    edition: str
    is_whole: bool
    records: int
    references: int
    outside: int


class Checked(msgspec.Struct, frozen=True):
    """The result of checking some files.

    Attributes:
        findings: By file and place.
        notices: About what was skipped, in files and whole ones.
        files: Number of searched files.
        citing: Number of files that cite rules.
        citations: Number of citations.
        numbers: The numbers cited.
        passed: Number of findings suppressed by comments.
        cited: The citations, if they were requested, or are needed to say what is undeclared.
        undeclared: What the files look like, if nothing says for which edition they were written.
        baseline: What the baseline let pass.
        edition: The edition that citations were checked against; empty until all files are.
        pin: The edition declared for all files; None without one.
        too_few: The required number of citations if there were fewer, else None.
        show_citations: Whether to print the citations too.
        audited: The rules document that the report is about; None if it is about citations.
    """

    findings: tuple[Finding, ...] = ()
    notices: tuple[Notice, ...] = ()
    files: int = 0
    citing: int = 0
    citations: int = 0
    numbers: frozenset[str] = frozenset()
    passed: int = 0
    cited: tuple[PlacedCitation, ...] = ()
    undeclared: str | None = None
    baseline: BaselineAnswer = BaselineAnswer()
    edition: str = ""
    pin: str | None = None
    too_few: int | None = None
    show_citations: bool = False
    audited: Audited | None = None

    @property
    def internal_errors(self) -> tuple[Finding, ...]:
        """Return the internal errors of comprules, which no option suppresses."""
        return tuple(finding for finding in self.findings if finding.code == INTERNAL)


def merge_results(results: Iterable[Checked]) -> Checked:
    """Return several results as one, in their order."""
    parts = list(results)
    return Checked(
        findings=tuple(finding for part in parts for finding in part.findings),
        notices=tuple(notice for part in parts for notice in part.notices),
        files=sum(part.files for part in parts),
        citing=sum(part.citing for part in parts),
        citations=sum(part.citations for part in parts),
        numbers=frozenset().union(*(part.numbers for part in parts)),
        passed=sum(part.passed for part in parts),
        cited=tuple(citation for part in parts for citation in part.cited),
        undeclared=next((part.undeclared for part in parts if part.undeclared), None),
    )


def render(name: str, report: Checked) -> str:
    """Return a report in a format, for people in colours; only the module of that format is imported."""
    text: str = getattr(importlib.import_module(f"comprules.lint.formats.{_MODULES[name]}"), f"render_{name}")(report)
    return text


def is_report(data: bytes) -> bool:
    """Return whether a file is a report that comprules wrote, in any format."""
    end = data[-LONGEST_LINE:]
    if b" checked against " in end and _SUMMARY.search(end):
        return True
    if b" audited against " in end and _AUDIT_SUMMARY.search(end):
        return True
    head = data[:HEAD].lstrip()
    return any(head.startswith(first) and re.match(opening, head) for first, opening in _OPENINGS)


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
    if report.audited is not None:
        return f"{_describe_audited(report.audited, report.files)}: {_count_findings(report)}"
    citations = format_count(report.citations, "citation")
    numbers = f" of {format_count(len(report.numbers), 'number')}" if report.numbers else ""
    files = f"{report.citing:,} of {format_count(report.files, 'file')}"
    pin = f", meant for {report.pin}" if report.pin else ""
    checked = f"{citations}{numbers} in {files} checked against {report.edition}{pin}"
    return f"{checked}: {_count_findings(report)}"


def _describe_audited(audited: Audited, files: int) -> str:
    """Return what was audited, against what."""
    references = format_count(audited.references, "reference")
    records = format_count(audited.records, "record")
    against = f"{audited.edition} and itself" if audited.edition else "itself"
    part = "" if audited.is_whole else ", as a part"
    outside = f", {format_count(audited.outside, 'reference')} out of it not judged" if audited.outside else ""
    where = format_count(files, "file")
    return f"{references} of {records} in {where} audited against {against}{part}{outside}"


def _count_findings(report: Checked) -> str:
    """Return how many findings there are, and how many were let pass."""
    counts = format_count(len(report.findings), "finding") if report.findings else "no findings"
    passed = [f"{report.baseline.known:,} known from the baseline"] if report.baseline.known else []
    passed += [f"{report.passed:,} ignored by comments"] if report.passed else []
    aside = f" ({', '.join(passed)})" if passed else ""
    return f"{counts}{aside}"


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
    yield from (
        f"{count:>{width},}  {name}" for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )


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


class BaselineError(ComprulesError):
    """Error: a baseline cannot be used; the message names the file, the problem and the remedy."""


class _Entry(msgspec.Struct, frozen=True):
    """A row of the file: a content, and how many findings it suppresses."""

    path: str
    number: str
    line_sha256: str
    count: int


class _Document(msgspec.Struct, frozen=True, rename={"version": "comprules-baseline"}):
    version: int
    findings: msgspec.Raw = msgspec.Raw(b"[]")


class Baseline:
    """The baseline of a run.

    Args:
        file: Its file; None for a run without one.
        anew: Whether to write it; then it need not exist.

    Raises:
        BaselineError: It does not exist, is broken or has another version; or there is no file to write to.
    """

    def __init__(self, file: Path | None, *, anew: bool) -> None:
        if anew and file is None:
            raise BaselineError(
                "--write-baseline: into which file? Name it with --baseline FILE, or in the configuration"
            )
        self._file, self._is_used = file or Path(), file is not None
        self._entries: Counter[Content] = Counter()
        self._unread: BaselineError | None = None
        if file is not None and (not anew or os.path.exists(file)):  # noqa: PTH110 - never raises
            try:
                self._entries = read_baseline(file)
            except BaselineError as error:
                if not anew or not is_baseline(file):
                    raise
                self._unread = error

    @property
    def exists(self) -> bool:
        """Return whether its file exists."""
        return self._is_used and self._file.exists()

    def apply_to(self, checked: Checked, paths: Collection[str]) -> Checked:
        """Return a result without the findings that the baseline suppresses.

        Args:
            checked: All findings.
            paths: The files that were checked; entries of others count as gone only if the file does not exist.
        """
        if not self._is_used:
            return checked
        left = self._entries.copy()
        new = []
        for finding in checked.findings:
            content = self._content_of(finding)
            if left[content] and finding.code != INTERNAL:
                left[content] -= 1
            else:
                new.append(finding)
        gone = (f"{number} in {path}" for path, number, _ in sorted(self._select(+left, paths, judged=True)))
        baseline = BaselineAnswer(len(checked.findings) - len(new), tuple(gone))
        return msgspec.structs.replace(checked, findings=tuple(new), baseline=baseline)

    def write(self, findings: Sequence[Finding], checked: Collection[str]) -> str:
        """Write the baseline again, and return a message about it; the same findings give the same bytes.

        Entries of files that exist and were not checked are kept.

        Raises:
            OSError: It cannot be written; the old file is untouched.
        """
        findings = [finding for finding in findings if finding.code != INTERNAL]
        entries = Counter(map(self._content_of, findings))
        entries.update({kept: self._entries[kept] for kept in self._select(self._entries, checked, judged=False)})
        rows = [_Entry(*content, count) for content, count in sorted(entries.items())]
        document = msgspec.json.encode(_Document(_VERSION, msgspec.Raw(msgspec.json.encode(rows))))
        write_file(self._file, msgspec.json.format(document, indent=1) + b"\n")
        replaced = "" if self._unread is None else "; what was there before was no baseline of this version"
        counts = f"{format_count(len(rows), 'entry', 'entries')}, {format_count(len(findings), 'finding')} of this run"
        return f"{self._file}: {counts}{replaced}"

    def _select(self, contents: Iterable[Content], checked: Collection[str], *, judged: bool) -> list[Content]:
        """Return the entries of files that were checked or are gone; or, if not `judged`, the others."""
        folder = self._file.resolve().parent
        places = {self._make_relative(path) for path in checked}
        return [
            content
            for content in contents
            # `Path.exists` would raise for a name that is too long.
            if judged == (content[0] in places or not os.path.exists(folder / content[0]))  # noqa: PTH110
        ]

    def _content_of(self, finding: Finding) -> Content:
        return self._make_relative(finding.path), finding.number, finding.content

    def _make_relative(self, path: str) -> str:
        """Return a path as the baseline writes it."""
        try:
            shown = os.path.relpath(path, self._file.resolve().parent)
        except ValueError:  # another drive of Windows
            shown = os.path.abspath(path)  # noqa: PTH100 - links are not resolved
        return shown.replace(os.sep, "/").encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def is_baseline(file: Path) -> bool:
    """Return whether a baseline may overwrite a file: it is empty, or is a baseline of any version."""
    try:
        data = read_regular(file, LARGEST_BASELINE)
    except (OSError, ValueError):  # nothing, a pipe, a device, something huge, no name of a file
        return False
    return not data.strip() or OPENING.match(data) is not None


def read_baseline(file: Path) -> Counter[Content]:
    """Return the entries of a baseline, with how many findings each suppresses; version 1 had their codes, too.

    Raises:
        BaselineError: It does not exist, is broken or has another version.
    """
    anew = f"write it anew: comprules check … --baseline {file} --write-baseline"
    remedy = anew if is_baseline(file) or not os.path.exists(file) else "name another file"  # noqa: PTH110
    entries: Counter[Content] = Counter()
    try:
        document = decode_json(read_regular(file, LARGEST_BASELINE), _Document)
        if document.version not in {1, _VERSION}:
            raise BaselineError(
                f"{file}: a baseline of version {document.version}; this comprules reads version {_VERSION}; {remedy}"
            )
        for entry in decode_json(document.findings, list[_Entry]):
            entries[entry.path, entry.number, entry.line_sha256] += entry.count
    except OSError as error:
        raise BaselineError(f"{file}: {error.strerror}; check the path, or {remedy}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BaselineError(f"{file}: this is no baseline: {error}; {remedy}") from error
    return entries
