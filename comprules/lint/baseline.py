"""The baseline: a file of findings that are not reported, usually those from before the linter was introduced.

An entry is identified by its content: code, number, file and line text without white space. So a line may move, and
findings added later are reported. Paths are relative to the baseline's folder.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from comprules.lint.codes import INTERNAL
from rules.errors import ComprulesError
from rules.files import write_file

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from comprules.lint.findings import CheckReport, Finding

VERSION = 1
USUAL_BASELINE = "comprules-baseline.json"
"""Default name of a baseline."""


class BaselineError(ComprulesError):
    """Error: a baseline cannot be used; the message names the file, the problem and the remedy."""


class BaselineEntry(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """Findings of the same content, and how many of them are suppressed.

    Attributes:
        path: The file, relative to the baseline's folder, with slashes.
        code: `CR002`.
        number: The number at fault.
        line_sha256: Beginning of the SHA-256 of the line without its white space.
        count: Number of suppressed findings.
    """

    path: str
    code: str
    number: str
    line_sha256: str
    count: int

    @property
    def content(self) -> tuple[str, str, str, str]:
        """Return the fields that identify an entry."""
        return self.path, self.code, self.number, self.line_sha256


class _Document(msgspec.Struct, frozen=True, rename={"version": "comprules-baseline"}):
    version: int
    findings: tuple[BaselineEntry, ...]


class _Version(msgspec.Struct, rename={"version": "comprules-baseline"}):
    version: int


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
        self._file = file
        self._entries: tuple[BaselineEntry, ...] = ()
        self._unread: BaselineError | None = None
        if file is not None and not (anew and not file.exists()):
            try:
                self._entries = read_baseline(file)
            except BaselineError as error:
                if not anew or not is_baseline(file):
                    raise
                self._unread = error

    def apply_to(self, report: CheckReport, checked: Collection[str]) -> CheckReport:
        """Return the report without the findings that the baseline suppresses.

        Args:
            report: All findings.
            checked: The files that were checked.
        """
        if self._file is None:
            return report
        findings = report.checked.findings
        new, gone = compare(self._file, self._entries, findings, checked)
        return replace(
            report,
            checked=replace(report.checked, findings=tuple(new)),
            known=len(findings) - len(new),
            gone=tuple(f"{entry.code} {entry.number} in {entry.path}" for entry in gone),
        )

    def write(self, findings: Sequence[Finding], checked: Collection[str]) -> str:
        """Write the baseline again, and return a message about it.

        Entries of files that exist and were not checked are kept.

        Raises:
            OSError: It cannot be written; the old file is untouched.
        """
        if self._file is None:
            raise ValueError("a baseline without a file")
        places = {make_relative(self._file, path) for path in checked}
        kept = [entry for entry in self._entries if not _is_judged(self._file, entry.path, places)]
        findings = [finding for finding in findings if finding.code != INTERNAL]
        count = write_baseline(self._file, findings, kept)
        replaced = "" if self._unread is None else "; what was there before was no baseline of this version"
        entries = "1 entry" if count == 1 else f"{count:,} entries"
        ours = "1 finding" if len(findings) == 1 else f"{len(findings):,} findings"
        return f"{self._file}: {entries}, {ours} of this run{replaced}"


def is_baseline(file: Path) -> bool:
    """Return whether a baseline may overwrite a file: it is empty, or is a baseline of any version."""
    try:
        data = file.read_bytes()
    except OSError:
        return False
    return not data.strip() or b'"comprules-baseline"' in data[:200]


def read_baseline(file: Path) -> tuple[BaselineEntry, ...]:
    """Return the entries of a baseline.

    Raises:
        BaselineError: It does not exist, is broken or has another version.
    """
    remedy = (
        f"write it anew: comprules check … --baseline {file} --write-baseline"
        if is_baseline(file) or not file.exists()
        else "name another file"
    )
    try:
        data = file.read_bytes()
        version = msgspec.json.decode(data, type=_Version).version
        if version != VERSION:
            raise BaselineError(
                f"{file}: a baseline of version {version}; this comprules reads version {VERSION}; {remedy}"
            )
        return msgspec.json.decode(data, type=_Document).findings
    except OSError as error:
        raise BaselineError(f"{file}: {error.strerror}; check the path, or {remedy}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BaselineError(f"{file}: this is no baseline: {error}; {remedy}") from error


def write_baseline(file: Path, findings: Iterable[Finding], kept: Sequence[BaselineEntry] = ()) -> int:
    """Write a baseline; the same findings give the same bytes.

    Args:
        file: The file to write.
        findings: The findings to suppress.
        kept: Entries of the old baseline to keep.

    Returns:
        The number of entries.

    Raises:
        OSError: It cannot be written; the old file is untouched.
    """
    counts = Counter(_key_of(file, finding) for finding in findings)
    entries = sorted([*(BaselineEntry(*content, count) for content, count in counts.items()), *kept])
    document = msgspec.json.format(msgspec.json.encode(_Document(VERSION, tuple(entries))), indent=1)
    write_file(file, document + b"\n")
    return len(entries)


def compare(
    file: Path, entries: Sequence[BaselineEntry], findings: Sequence[Finding], checked: Collection[str]
) -> tuple[list[Finding], list[BaselineEntry]]:
    """Return the findings that are new since the baseline, and its entries that are gone.

    Args:
        file: The baseline's file.
        entries: Its entries.
        findings: All findings.
        checked: The files that were checked; entries of other files count as gone only if the file does not exist.

    Returns:
        The findings that it does not suppress; and the entries that no longer occur, or occur less often, with the
        number of missing findings as `count`.
    """
    left: Counter[tuple[str, str, str, str]] = Counter()
    for entry in entries:
        left[entry.content] += entry.count
    new = []
    for finding in findings:
        content = _key_of(file, finding)
        if left[content]:
            left[content] -= 1
        else:
            new.append(finding)
    places = {make_relative(file, path) for path in checked}
    gone = [
        BaselineEntry(*content, count)
        for content, count in left.items()
        if count and _is_judged(file, content[0], places)
    ]
    return new, sorted(gone)


def make_relative(file: Path, path: str) -> str:
    """Return a path as the baseline writes it."""
    try:
        shown = os.path.relpath(path, file.resolve().parent)
    except ValueError:  # another drive of Windows
        shown = os.path.abspath(path)  # noqa: PTH100 - links are not resolved
    return shown.replace(os.sep, "/").encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _is_judged(file: Path, path: str, checked: Collection[str]) -> bool:
    return path in checked or not (file.resolve().parent / path).exists()


def _key_of(file: Path, finding: Finding) -> tuple[str, str, str, str]:
    return make_relative(file, finding.path), finding.code, finding.number, finding.content
