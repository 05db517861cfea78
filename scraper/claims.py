"""Accounting of a document's lines: every non-blank line is claimed once, dropped for a reason, or left over.

What all dialects share is here: the account, rules under construction, and the record of a document without any rule.

Guarantees: a line cannot be claimed twice, and the lines left over are known exactly. This enforces "lossless or loud":
a dialect claims paragraphs for its records, and reports all remaining lines as errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, field

from rules.numbers import ordinals
from rules.records import Diagnostic, Dropped, Matter, ParsedDocument, Rule, Severity, Span
from scraper.labels import Label
from scraper.layout import Line, Paragraph, SourceDocument


class Claims:
    """The lines of a document that are in a record, were dropped, or are still unused; and what is odd about it.

    Attributes:
        problems: What was reported, in that order.
    """

    def __init__(self, source: SourceDocument) -> None:
        """Open the account over the non-blank lines of a document."""
        self.problems: list[Diagnostic] = []
        self._name = source.name
        self._open = {line.first: line for line in source.lines}
        self._all = frozenset(self._open)
        self._dropped: list[Dropped] = []

    def claim(self, paragraphs: Iterable[Paragraph]) -> Span:
        """Claim all lines of these paragraphs for one record, and return the span from the first to the last.

        Raises:
            ValueError: A line is claimed already, or there is no paragraph: a bug of the dialect.
        """
        claimed = list(paragraphs)
        if not claimed:
            raise ValueError("a record without lines cannot claim any")
        for paragraph in claimed:
            self._take(paragraph)
        return Span(claimed[0].first, claimed[-1].last)

    def claim_matter(self, name: str, paragraphs: Sequence[Paragraph]) -> Matter:
        """Return paragraphs as framing matter, and claim them."""
        return Matter(name, "\n".join(paragraph.text for paragraph in paragraphs), self.claim(paragraphs))

    def drop(self, paragraph: Paragraph, reason: str) -> None:
        """Drop a paragraph's lines for a named reason."""
        self._dropped += [Dropped(line.first, reason, line.text) for line in self._take(paragraph)]

    def _take(self, paragraph: Paragraph) -> list[Line]:
        taken = []
        for number in range(paragraph.first, paragraph.last + 1):
            line = self._open.pop(number, None)
            if line is not None:
                taken.append(line)
            elif number in self._all:
                raise ValueError(f"lines {paragraph.first} to {paragraph.last} are claimed twice")
        return taken

    @property
    def dropped(self) -> tuple[Dropped, ...]:
        """Return the dropped lines, in the order of the document."""
        return tuple(sorted(self._dropped, key=lambda row: row.line))

    def report(
        self, code: str, severity: Severity, message: str, line: int = 0, hint: str = "", *, column: int = 0
    ) -> None:
        """Report what is odd about the document; see `rules.records.Diagnostic` for the arguments."""
        self.problems.append(Diagnostic(code, severity, message, self._name, line, column, hint))

    def report_left_over(self) -> None:
        """Report every line that no record claims and nothing dropped."""
        for number in sorted(self._open):
            message = "no record claims this line, and there is no reason to drop it"
            self.report("unclaimed-line", "error", message, number, column=1)


class Draft(Struct):
    """A rule under construction; see `rules.records.Rule` for the fields."""

    label: Label
    heading: str | None
    paragraphs: list[Paragraph]
    texts: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def build_rules(
    drafts: Sequence[Draft], edition: str, claims: Claims, parent_of: Callable[[str], str | None]
) -> tuple[Rule, ...]:
    """Return the rules, and claim their paragraphs; `parent_of` returns the number one level above another."""
    return tuple(
        Rule(
            edition=edition,
            number=draft.label.number,
            kind=draft.label.kind,
            heading=draft.heading,
            text="\n".join(draft.texts),
            examples=tuple(draft.examples),
            notes=tuple(draft.notes),
            parent=parent_of(draft.label.number),
            label=draft.label.printed,
            ordinal=ordinal,
            span=claims.claim(draft.paragraphs),
        )
        for draft, ordinal in zip(drafts, ordinals(draft.label.number for draft in drafts), strict=True)
    )


ENOUGH_RULES = 3
"""Minimum number of rules for a document to be one of a dialect."""


def without_rules(source: SourceDocument, work: str, dialect: str, edition: str | None = None) -> ParsedDocument:
    """Return the records of a document without any rule.

    Its lines are dropped as `no-rule`, and an error says that it has no rule.
    """
    claims = Claims(source)
    for line in source.lines:
        claims.drop(line, "no-rule")
    message = f"no numbered rule of the dialect {dialect} in this document"
    claims.report("no-rules", "error", message, hint="try another copy of it, or another dialect")
    return ParsedDocument(
        name=source.name,
        work=work,
        dialect=dialect,
        encoding=source.encoding,
        edition=edition,
        condition="destroyed",
        rules=(),
        glossary=(),
        matter=(),
        dropped=claims.dropped,
        diagnostics=(*source.diagnostics, *claims.problems),
    )
