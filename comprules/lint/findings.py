"""The records of a run: findings with their places in files, counts, and what was skipped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from comprules.lint.codes import INTERNAL
from comprules.lint.files import Notice
from graph.citations.codes import CODES

if TYPE_CHECKING:
    from graph.citations.records import Citation, Fix, Severity


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a citation, or with a comment that suppresses findings.

    Attributes:
        code: `CR002`.
        message: One or two sentences.
        path: The file, by the path that led to it.
        line: From 1.
        column: The first marked character, from 1, in characters.
        end_column: After the last marked character on that line.
        number: The wrong number; empty if a comment is wrong.
        suggestion: The number that was probably meant, or several separated by ", ".
        edition_broken: The edition that broke the citation.
        marked: The marked text, as printed.
        source: The line; of a long line the part around the mark.
        source_column: The column of the first character of `source`.
        content: A hash of `source` without its white space, which does not change when the line moves.
        confidence: Confidence of the finding, 0 to 1.
        evidence: Its reasons, as in `graph.citations.records.Judgement`.
        fix: How the suggestion can be followed, as there.
    """

    code: str
    message: str
    path: str
    line: int
    column: int
    end_column: int
    number: str
    suggestion: str | None
    edition_broken: str | None
    marked: str
    source: str
    source_column: int
    content: str
    confidence: float = 1.0
    evidence: tuple[str, ...] = ()
    fix: Fix = ""

    @property
    def name(self) -> str:
        """Return the name of the finding's code, such as `retired`."""
        return CODES[self.code].name

    @property
    def severity(self) -> Severity:
        """Return the severity of the finding."""
        return CODES[self.code].severity

    @property
    def replacement(self) -> str | None:
        """Return the text to put in place of `marked`.

        None if there is no single suggestion, or the marked text is not exactly the number.
        """
        return self.suggestion if self.suggestion and "," not in self.suggestion and self.is_plain else None

    @property
    def is_plain(self) -> bool:
        """Return whether the marked text is exactly the number, not a part of it or another notation."""
        return bool(self.number) and self.marked == self.number


@dataclass(frozen=True, slots=True)
class PlacedCitation:
    """A citation with its place, for `--show-citations`."""

    path: str
    line: int
    column: int
    end_column: int
    citation: Citation


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking some files.

    Attributes:
        findings: By file and place.
        notices: About skipped files.
        stamps: Stamps beside citations that name no edition, each with its first place.
        files: Number of searched files.
        citing: Number of files that cite rules.
        citations: Number of citations.
        numbers: The numbers cited.
        passed: Number of findings suppressed by comments.
        cited: The citations, if they were requested.
    """

    findings: tuple[Finding, ...] = ()
    notices: tuple[Notice, ...] = ()
    stamps: tuple[tuple[str, str], ...] = ()
    files: int = 0
    citing: int = 0
    citations: int = 0
    numbers: frozenset[str] = frozenset()
    passed: int = 0
    cited: tuple[PlacedCitation, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The result of a run, ready for output.

    Attributes:
        checked: The result for the files, without the findings of the baseline.
        edition: The edition that citations were checked against.
        pin: The edition that they were written for; None without a pin.
        known: Number of findings that the baseline suppressed.
        gone: Entries of the baseline that no longer occur, in words.
        too_few: The required number of citations if there were fewer, else None.
        show_citations: Whether to print the citations too.
    """

    checked: Checked
    edition: str
    pin: str | None = None
    known: int = 0
    gone: tuple[str, ...] = ()
    too_few: int | None = None
    show_citations: bool = False

    def notices(self) -> tuple[Notice, ...]:
        """Return the notices about skipped files, and about stamps that name no edition."""
        stamps = [
            Notice(place, f"the stamp {stamp!r} names no edition; passed over") for stamp, place in self.checked.stamps
        ]
        return (*self.checked.notices, *stamps)

    def without_notices_of(self, file: Path | None) -> CheckReport:
        """Return the report without the notices about one file, the baseline of the run."""
        if file is None:
            return self
        left = tuple(notice for notice in self.checked.notices if Path(notice.path).resolve() != file.resolve())
        return replace(self, checked=replace(self.checked, notices=left))

    @property
    def internal_errors(self) -> tuple[Finding, ...]:
        """Return the internal errors of comprules, which no option suppresses."""
        return tuple(finding for finding in self.checked.findings if finding.code == INTERNAL)

    @property
    def fails(self) -> bool:
        """Return whether any finding is more than a note."""
        return any(finding.severity != "note" for finding in self.checked.findings)
