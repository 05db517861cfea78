"""Rules under construction: what is read of a rule before its last paragraph is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct, field

from rules.numbers import RuleKind, ordinals
from rules.records import Rule
from scraper.claims import Claims
from scraper.lines import Paragraph


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
