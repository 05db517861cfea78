"""The baseline: a file of findings that are not reported, usually those from before the linter was introduced.

An entry is identified by its content: file, number, and the line's text without white space; not by what is wrong with
the number. So a line may move, and findings added later are reported. Paths are relative to the baseline's folder.
"""

import os
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from comprules.lint.records import BaselineAnswer, Checked, Finding
from graph.citations.codes import INTERNAL
from rules.conversion import decode_json
from rules.counts import format_count
from rules.errors import ComprulesError
from rules.files import read_regular, write_file
from rules.late_patterns import compile_late

_VERSION = 2
"""The version of the format that is written. Version 1 had the codes of the findings, too, and is still read."""
USUAL_BASELINE = "comprules-baseline.json"
"""Default name of a baseline."""
LARGEST_BASELINE = 64_000_000
"""Maximum size in bytes of a baseline that is read; a tree with half a million findings has one of that size."""
OPENING = compile_late(rb'\A\s*\{\s*"comprules-baseline"')
"""The first bytes of a baseline of any version."""


class Content(NamedTuple):
    """What identifies the finding of an entry.

    Attributes:
        path: The file, relative to the baseline's folder, with slashes.
        number: The number at fault.
        line_sha256: The beginning of the SHA-256 of the line without its white space.
    """

    path: str
    number: str
    line_sha256: str


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
        will_write: Whether the run writes the baseline; then it need not exist.

    Raises:
        BaselineError: It does not exist, is broken or has another version; or there is no file to write to.
    """

    def __init__(self, file: Path | None, *, will_write: bool) -> None:
        if will_write and file is None:
            raise BaselineError("--write-baseline needs a file; name it with --baseline FILE")
        self._file = file or Path()
        self._is_used = file is not None
        self._entries: Counter[Content] = Counter()
        self._unread: BaselineError | None = None
        if file is not None and (not will_write or os.path.exists(file)):  # noqa: PTH110 - never raises
            try:
                self._entries = read_baseline(file)
            except BaselineError as error:
                # A baseline of another version is replaced; a file that is something else is not.
                if not will_write or not looks_like_baseline(file):
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
        remaining = self._entries.copy()
        new = []
        for finding in checked.findings:
            content = self._content_of(finding)
            if remaining[content] and finding.code != INTERNAL:
                remaining[content] -= 1
            else:
                new.append(finding)
        unmatched = [content for content, count in remaining.items() if count > 0]
        gone = [f"{content.number} in {content.path}" for content in sorted(self._select_checked(unmatched, paths))]
        baseline = BaselineAnswer(known=len(checked.findings) - len(new), gone=tuple(gone))
        return msgspec.structs.replace(checked, findings=tuple(new), baseline=baseline)

    def write(self, findings: Sequence[Finding], checked: Collection[str]) -> str:
        """Write the findings of a run into the baseline, and return a message such as `…: 3 entries, 4 findings …`.

        Internal errors are not recorded. Entries of files that exist and were not checked are kept. The same findings
        give the same bytes.

        Raises:
            OSError: It cannot be written; the old file is untouched.
        """
        findings = [finding for finding in findings if finding.code != INTERNAL]
        entries = Counter(map(self._content_of, findings))
        outdated = set(self._select_checked(self._entries, checked))
        entries.update({content: count for content, count in self._entries.items() if content not in outdated})
        rows = [_Entry(*content, count) for content, count in sorted(entries.items())]
        document = msgspec.json.encode(_Document(_VERSION, msgspec.Raw(msgspec.json.encode(rows))))
        write_file(self._file, msgspec.json.format(document, indent=1) + b"\n")
        replaced = "; it replaces a file that was not a baseline of this version"
        if self._unread is None:
            replaced = ""
        counts = f"{format_count(len(rows), 'entry', 'entries')}, {format_count(len(findings), 'finding')} of this run"
        return f"{self._file}: {counts}{replaced}"

    def _select_checked(self, contents: Iterable[Content], checked: Collection[str]) -> list[Content]:
        """Return the entries of files that were checked or no longer exist: this run knows whether they still match."""
        folder = self._file.resolve().parent
        checked_paths = {self._make_relative(path) for path in checked}
        return [
            content
            for content in contents
            # `Path.exists` would raise for a name that is too long.
            if content.path in checked_paths or not os.path.exists(folder / content.path)  # noqa: PTH110
        ]

    def _content_of(self, finding: Finding) -> Content:
        return Content(self._make_relative(finding.path), finding.number, finding.content_hash)

    def _make_relative(self, path: str) -> str:
        """Return a path as the baseline has it: relative to its folder, with slashes, `src/stack.rs`."""
        try:
            shown = os.path.relpath(path, self._file.resolve().parent)
        except ValueError:  # another drive of Windows
            shown = os.path.abspath(path)  # noqa: PTH100 - links are not resolved
        return shown.replace(os.sep, "/").encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def looks_like_baseline(file: Path) -> bool:
    """Return whether a file is a baseline of any version, or is empty, so that a baseline may overwrite it.

    A file that does not exist or cannot be read is not.
    """
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
    remedy = f"rewrite it: comprules check … --baseline {file} --write-baseline"
    if os.path.exists(file) and not looks_like_baseline(file):  # noqa: PTH110 - never raises
        remedy = "name another file"
    entries: Counter[Content] = Counter()
    try:
        document = decode_json(read_regular(file, LARGEST_BASELINE), _Document)
        if document.version not in {1, _VERSION}:
            raise BaselineError(
                f"{file}: a baseline of version {document.version}; this comprules reads version {_VERSION}; {remedy}"
            )
        for entry in decode_json(document.findings, list[_Entry]):
            entries[Content(entry.path, entry.number, entry.line_sha256)] += entry.count
    except OSError as error:
        raise BaselineError(f"{file}: {error.strerror}; check the path, or {remedy}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BaselineError(f"{file}: this is not a baseline: {error}; {remedy}") from error
    return entries
