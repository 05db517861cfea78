"""The records of a run: findings with their places in files, what was counted, what was left out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from comprules.lint.codes import INTERNAL
from comprules.lint.files import Notice
from graph.citations.codes import CODES

if TYPE_CHECKING:
    from comprules.lint.periods import Period
    from graph.citations.judge import DatedFile, PinTrust, Spans
    from graph.citations.records import Citation, Severity


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a citation, or with a comment that lets citations pass.

    Attributes:
        code: `CR002`.
        message: One or two sentences.
        path: The file, as it was reached.
        line: From 1.
        column: The first character that is marked, from 1, in characters.
        end_column: After the last one on that line.
        number: The number at fault; empty where a comment is at fault.
        suggestion: The number that was probably meant, or several parted by ", ".
        edition_broken: The edition that broke the citation.
        marked: What is marked, as printed.
        source: The line; of a long one what is around the mark.
        source_column: The column of the first character of `source`.
        content: A hash of `source` without its white space: the same wherever the line stands.
        confidence: How sure it is, 0 to 1.
        evidence: What tells it, as `graph.citations.records.Judgement`.
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

    @property
    def name(self) -> str:
        """Return the name of the finding's code, such as `retired`."""
        return CODES[self.code].name

    @property
    def severity(self) -> Severity:
        """Return how grave the finding is."""
        return CODES[self.code].severity

    @property
    def replacement(self) -> str | None:
        """Return the text to put in place of `marked`.

        None where there is no single number, or the number is not written out in full.
        """
        return self.suggestion if self.suggestion and "," not in self.suggestion and self.is_plain else None

    @property
    def is_plain(self) -> bool:
        """Return whether the marked text is the number itself, not a part of the number or another notation."""
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
    """What came of some files.

    Attributes:
        findings: By file and place.
        notices: What was left out.
        stamps: Stamps beside citations that name no edition, each with the first place.
        files: How many files were searched.
        citing: How many of them cite rules.
        citations: How many citations there are.
        numbers: The numbers cited.
        passed: How many findings comments let pass.
        cited: The citations, where they were asked for.
        votes: For each pin, how many citations bear it out and how many do not.
        spans: Of files without a pin, when the numbers that words explain meant what these say.
        dated: What dates the citations of each citing file.
        periods: The parts of a mixed tree.
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
    votes: tuple[tuple[str, PinTrust], ...] = ()
    spans: tuple[tuple[str, tuple[Spans, ...]], ...] = ()
    dated: tuple[DatedFile, ...] = ()
    periods: tuple[Period, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckReport:
    """A run, ready to be told.

    Attributes:
        checked: What came of the files; the findings without those of the baseline.
        edition: The edition that citations were held against.
        pin: The edition that they were meant for; None without a pin.
        known: How many findings the baseline let pass.
        gone: Entries of the baseline that no longer occur, in words.
        too_few: How many citations there should have been, where there were fewer; else None.
        show_citations: Whether the citations themselves are told too.
    """

    checked: Checked
    edition: str
    pin: str | None = None
    known: int = 0
    gone: tuple[str, ...] = ()
    too_few: int | None = None
    show_citations: bool = False

    def notices(self) -> tuple[Notice, ...]:
        """Return the notices about what was left out, and about stamps that name no edition."""
        stamps = [
            Notice(place, f"the stamp {stamp!r} names no edition; passed over") for stamp, place in self.checked.stamps
        ]
        return (*self.checked.notices, *stamps)

    def without_notices_of(self, file: Path | None) -> CheckReport:
        """Return the report without the notices about one file: the baseline of the run, which everybody knows."""
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
