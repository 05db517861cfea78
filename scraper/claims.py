"""Accounting of a document's lines: every non-blank line is claimed once, dropped for a reason, or left over.

Guarantees: a line cannot be claimed twice, and the lines left over are known exactly. This enforces "lossless or loud":
a dialect claims paragraphs for its records, and reports all remaining lines as errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, field

from rules.numbers import RuleKind, ordinals
from rules.records import Dropped, Rule, Span
from scraper.source import Line, Paragraph


class Claims:
    """The lines of a document that are in a record, were dropped, or are still unused."""

    def __init__(self, lines: Iterable[Line]) -> None:
        """Open the account over the non-blank lines of a document."""
        self._open = {line.first: line for line in lines}
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

    @property
    def left_over(self) -> tuple[Line, ...]:
        """Return the lines that nothing claimed."""
        return tuple(self._open[number] for number in sorted(self._open))


class Draft(Struct):
    """A rule under construction; see `rules.records.Rule` for the fields."""

    number: str
    kind: RuleKind
    label: str
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
            number=draft.number,
            kind=draft.kind,
            heading=draft.heading,
            text="\n".join(draft.texts),
            examples=tuple(draft.examples),
            notes=tuple(draft.notes),
            parent=parent_of(draft.number),
            label=draft.label,
            ordinal=ordinal,
            span=claims.claim(draft.paragraphs),
        )
        for draft, ordinal in zip(drafts, ordinals(draft.number for draft in drafts), strict=True)
    )
