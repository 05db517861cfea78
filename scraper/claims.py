"""Accounting of a document's lines: every non-blank line is claimed once, dropped for a reason, or left over.

What all dialects share is here: the account, rules under construction, and the record of a document without any rule.

Guarantees: a line cannot be claimed twice, and the lines left over are known exactly. This enforces "lossless or loud":
a dialect claims paragraphs for its records, and reports all remaining lines as errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, field

from rules.numbers import ordinals
from rules.records import Condition, Diagnostic, Dropped, GlossaryEntry, Matter, ParsedDocument, Rule, Severity, Span
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
        self._source = source
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
        """Return paragraphs as framing matter, and claim them."""
        return Matter(name, "\n".join(paragraph.text for paragraph in paragraphs), self.claim(paragraphs))

    def drop(self, paragraph: Paragraph, reason: str) -> None:
        """Drop a paragraph's lines for a named reason."""
        self._dropped |= {line.first: Dropped(line.line, reason, line.text) for line in self._take(paragraph)}

    def keep(self, paragraphs: Iterable[Paragraph], reason_to_drop: Callable[[Paragraph], str]) -> list[Paragraph]:
        """Return the paragraphs without those that there is a reason to drop (not an empty one), and drop these."""
        kept = []
        for paragraph in paragraphs:
            reason = reason_to_drop(paragraph)
            if reason:
                self.drop(paragraph, reason)
            else:
                kept.append(paragraph)
        return kept

    def _take(self, paragraph: Paragraph) -> list[Line]:
        numbers = self._all.intersection(range(paragraph.first, paragraph.last + 1))
        if not numbers <= self._open.keys():
            raise ValueError(f"lines {paragraph.first} to {paragraph.last} are claimed twice")
        return [self._open.pop(number) for number in numbers]

    def report(
        self, code: str, severity: Severity, message: str, line: int = 0, hint: str = "", *, column: int = 0
    ) -> None:
        """Report what is odd about the document; see `rules.records.Diagnostic` for the arguments."""
        self.problems.append(Diagnostic(code, severity, message, self._source.name, line, column, hint))

    def close(
        self,
        work: str,
        dialect: str,
        edition: str | None,
        condition: Condition,
        *,
        rules: tuple[Rule, ...] = (),
        glossary: tuple[GlossaryEntry, ...] = (),
        matter: tuple[Matter, ...] = (),
    ) -> ParsedDocument:
        """Return the document's records, and report every line that no record claims and nothing dropped."""
        for number in sorted(self._open):
            message = "no record claims this line, and there is no reason to drop it"
            self.report("unclaimed-line", "error", message, self._open[number].line, column=1)
        return ParsedDocument(
            name=self._source.name,
            work=work,
            dialect=dialect,
            encoding=self._source.encoding,
            edition=edition,
            condition=condition,
            rules=rules,
            glossary=glossary,
            matter=matter,
            dropped=tuple(self._dropped[number] for number in sorted(self._dropped)),
            diagnostics=(*self._source.diagnostics, *self.problems),
        )

    def close_without_rules(self, work: str, dialect: str, edition: str | None = None) -> ParsedDocument:
        """Return the records of a document without any rule: its lines are dropped, and an error says so."""
        for line in tuple(self._open.values()):
            self.drop(line, "no-rule")
        message = f"no numbered rule of the dialect {dialect} in this document"
        self.report("no-rules", "error", message, hint="try another copy of it, or another dialect")
        return self.close(work, dialect, edition, "destroyed")


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
            tags=(draft.paragraphs[0].tag,) if draft.paragraphs[0].tag else (),
            parent=parent_of(draft.label.number),
            label=draft.label.printed,
            ordinal=ordinal,
            span=claims.claim(draft.paragraphs),
        )
        for draft, ordinal in zip(drafts, ordinals(draft.label.number for draft in drafts), strict=True)
    )


ENOUGH_RULES = 3
"""Minimum number of rules for a document to be one of a dialect."""
