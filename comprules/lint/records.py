"""The records of a check: findings, citations with their places, and the result for some files."""

import hashlib
from collections.abc import Iterable

import msgspec

from comprules.lint.notices import Notice
from graph.citations.codes import INTERNAL
from graph.citations.records import Citation

UNPRINTED_FIELDS = ("Finding.cited", "Finding.source", "Finding.source_column")
"""The fields of the records in this module that no JSON of a command has; the other formats use them.

The name of `cited` is `marked` in Python.
"""


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"marked": "cited"}):
    """A finding of `check` or `audit`.

    Attributes:
        code: Code of the finding, such as `CR002` (citations) or `CR201` (documents).
        name: Name of the code, such as `retired`.
        severity: `error`, `warning` or `note`.
        message: What is wrong, and what the number was and is, in one or several sentences.
        path: The file, as named by the user or found below a named folder.
        line: Line of the first character, from 1.
        column: Column of the first character, from 1, in code points.
        end_column: Column after the last character on that line.
        number: The number in full, such as `702.36e`; empty if the finding is about no number.
        suggestion: The number, or several with commas between them, to write instead; null if none is certain.
        edition_broken: The edition in which the number became wrong; null if it was never right, or that is unknown.
        confidence: The share of findings of this sort that were right in public trees: 1 if the number alone shows
            that it is wrong, 0.9 for CR010, and 0.99 for all others. `fix` tells how safe a suggestion is.
        fix: How to follow the suggestion. `place`: replace the number. `file`: renumber the whole file together with
            its declaration. Empty or null: there is no suggestion, or a person has to decide.
        marked: The words in question, as they are in the file; not in `check --json` and `audit --json`.
        source: The line; of a very long line, the part around the words in question; not in that JSON either.
        source_column: Column of the first character of `source`, from 1; not in that JSON either.
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
    def is_note(self) -> bool:
        """Return whether it is only a note, which does not fail a run."""
        return self.severity == "note"

    @property
    def content_hash(self) -> str:
        """Return a hash of `source` without its white space, which does not change when the line moves."""
        return hashlib.sha256("".join(self.source.split()).encode("utf-8", "replace")).hexdigest()[:16]

    @property
    def replacement(self) -> str | None:
        """Return the text to write in place of `marked`; None if that alone would not fix the finding.

        If more than the number is marked, the result is None too: the suggestion is a number, and would replace the
        other words.
        """
        is_number_marked = self.number != "" and self.marked == self.number
        if self.fix == "place" and is_number_marked:
            return self.suggestion
        return None


class CitedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A citation and its place, with `--show-citations`.

    Attributes:
        path: The file.
        line: Line of the first character, from 1.
        column: Column of the first character, from 1.
        end_column: Column after the last character on that line.
        raw: The citation as it is in the file.
        form: Kind of the citation.
        numbers: The numbers that the citation names, each in full; ranges are expanded.
        cue: The word that announces the citation, in lower case, such as `cr`; null if there is none.
        stamp: The edition written next to the citation, as it is in the file; null if there is none.
    """

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
    """How the findings compare with a baseline.

    Attributes:
        known: Number of findings that are in the baseline, and so are not listed.
        gone: Entries of the baseline that match no finding any more.
    """

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
    """The result of checking the citations in some files.

    Attributes:
        findings: The findings, by file and place.
        notices: About files that were skipped, and about parts of files.
        files: Number of searched files.
        citing: Number of files that cite rules.
        citations: Number of citations.
        numbers: The numbers cited.
        passed: Number of findings suppressed by comments.
        cited: The citations, if they were requested, or are needed for `undeclared`.
        undeclared: A note that names the edition that the files seem to have been written for, if none is declared.
        baseline: How the findings compare with the baseline.
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
    """Return several results as one, in their order.

    The fields about the whole run, such as `baseline` and `edition`, have their defaults: the command sets them.
    """
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
