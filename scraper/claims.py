"""Account for every line of a document, so that none is lost without a report.

A dialect claims the lines of each record, and drops lines for a named reason. When it closes the account, each line
that is left over is reported as an error. No line can be claimed twice. Blank lines are not part of the account.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from rules.records import (
    COMPREHENSIVE_RULES,
    Condition,
    Diagnostic,
    Dropped,
    GlossaryEntry,
    Matter,
    ParsedDocument,
    Rule,
    Severity,
    Span,
    choose_worst,
)
from scraper.layout import Line, Paragraph, SourceDocument

ENOUGH_RULES = 3
"""Minimum number of rules for a document to be one of a dialect."""


class Claims:
    """The lines of a document that are in a record, were dropped, or are still unclaimed, and the problems reported.

    A line is identified by `Line.first`, its number in the order of the document. Several lines may come from one line
    of the file (`Line.line`), for example in a web page; spans and messages name lines of the file.

    Attributes:
        problems: The problems, in the order in which they were reported.
    """

    def __init__(self, source: SourceDocument, dialect: str, work: str = COMPREHENSIVE_RULES) -> None:
        """Begin with all non-blank lines of a document unclaimed.

        Args:
            source: The document.
            dialect: Name of the dialect that reads it.
            work: The work to which it belongs.
        """
        self.problems: list[Diagnostic] = []
        self._source = source
        self._dialect = dialect
        self._work = work
        self._open = {line.first: line for line in source.lines}
        self._all = frozenset(self._open)
        self._dropped: dict[int, Dropped] = {}

    def claim(self, paragraphs: Sequence[Paragraph]) -> Span:
        """Claim all lines of these paragraphs for one record, and return the span from the first to the last.

        Raises:
            ValueError: A line is claimed already: a bug of the dialect.
        """
        for paragraph in paragraphs:
            self._take(paragraph)
        return Span(paragraphs[0].line, paragraphs[-1].place.last_line)

    def claim_matter(self, name: str, paragraphs: Sequence[Paragraph]) -> Matter:
        """Claim paragraphs as framing matter, such as the introduction, and return it."""
        return Matter(name, "\n".join(paragraph.text for paragraph in paragraphs), self.claim(paragraphs))

    def drop(self, paragraph: Paragraph, reason: str) -> None:
        """Drop a paragraph's lines for a named reason, such as `page-footer`."""
        self._dropped |= {line.first: Dropped(line.line, reason, line.text) for line in self._take(paragraph)}

    def keep(self, paragraphs: Iterable[Paragraph], reason_to_drop: Callable[[Paragraph], str]) -> list[Paragraph]:
        """Drop the paragraphs for which there is a reason, and return the others.

        Args:
            paragraphs: The paragraphs, none of which is claimed.
            reason_to_drop: Returns the reason, or an empty string to keep the paragraph.
        """
        remaining: list[Paragraph] = []
        for paragraph in paragraphs:
            reason = reason_to_drop(paragraph)
            if reason:
                self.drop(paragraph, reason)
            else:
                remaining.append(paragraph)
        return remaining

    def _take(self, paragraph: Paragraph) -> list[Line]:
        """Return the lines of a paragraph, which can then not be claimed or dropped again.

        Raises:
            ValueError: One of them was claimed or dropped before.
        """
        # Blank lines inside of a paragraph are not in `_all`.
        numbers = self._all.intersection(range(paragraph.first, paragraph.last + 1))
        if not numbers <= self._open.keys():
            raise ValueError(f"lines {paragraph.first} to {paragraph.last} are claimed twice")
        return [self._open.pop(number) for number in numbers]

    def report(
        self, code: str, severity: Severity, message: str, line: int = 0, hint: str = "", *, column: int = 0
    ) -> None:
        """Report a problem of the document; see `rules.records.Diagnostic` for the arguments."""
        self.problems.append(
            Diagnostic(
                code=code,
                severity=severity,
                message=message,
                path=self._source.name,
                line=line,
                column=column,
                hint=hint,
            )
        )

    def close(
        self,
        edition: str | None,
        condition: Condition,
        *,
        rules: tuple[Rule, ...] = (),
        glossary: tuple[GlossaryEntry, ...] = (),
        matter: tuple[Matter, ...] = (),
    ) -> ParsedDocument:
        """Return the document's records, and report every line that no record claims and nothing dropped.

        A document with such lines has lost something: none of the readable copies of the archive has one.
        """
        if self._open:
            condition = choose_worst([condition, "damaged"])
        for number in sorted(self._open):
            message = "no record claims this line, and there is no reason to drop it"
            self.report("unclaimed-line", "error", message, self._open[number].line, column=1)
        return ParsedDocument(
            name=self._source.name,
            work=self._work,
            dialect=self._dialect,
            encoding=self._source.encoding,
            edition=edition,
            condition=condition,
            rules=rules,
            glossary=glossary,
            matter=matter,
            dropped=self._list_dropped(),
            diagnostics=tuple(map(self._name_page, (*self._source.diagnostics, *self.problems))),
        )

    def _list_dropped(self) -> tuple[Dropped, ...]:
        """Return the lines that the reader of the file or the dialect has dropped, in their order."""
        own = [self._dropped[number] for number in sorted(self._dropped)]
        return tuple(sorted((*self._source.dropped, *own), key=lambda dropped: dropped.line))

    def _name_page(self, problem: Diagnostic) -> Diagnostic:
        """Return a problem with the page in its message, because a user cannot see the lines of an extracted text."""
        if not self._source.pages or not problem.line:
            return problem
        page = bisect_right(self._source.pages, problem.line)
        return replace(problem, message=f"{problem.message} (page {page})")

    def close_without_rules(self, edition: str | None = None) -> ParsedDocument:
        """Return the records of a document without any rule: its lines are dropped, and an error says so."""
        for line in tuple(self._open.values()):
            self.drop(line, "no-rule")
        message = f"no numbered rule of the dialect {self._dialect} in this document"
        self.report("no-rules", "error", message, hint="try another copy of it, or another dialect")
        return self.close(edition, "destroyed")
