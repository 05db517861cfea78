"""Rules under construction, to which paragraphs are added."""

from collections.abc import Callable, Sequence

from msgspec import Struct, field

from rules.keys import ordinals
from rules.records import Rule
from scraper.claims import Claims
from scraper.labels import Label
from scraper.layout import Paragraph


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
    """Return the rules, and claim their paragraphs.

    Args:
        drafts: The finished drafts, in the order of the document.
        edition: Id given to the rules.
        claims: Records which lines of the document are used.
        parent_of: Returns the number one level above another; None at the top.
    """
    ordinals_of_drafts = ordinals(draft.label.number for draft in drafts)
    rules: list[Rule] = []
    for draft, ordinal in zip(drafts, ordinals_of_drafts, strict=True):
        tag = draft.paragraphs[0].tag
        rules.append(
            Rule(
                edition=edition,
                number=draft.label.number,
                kind=draft.label.kind,
                heading=draft.heading,
                text="\n".join(draft.texts),
                examples=tuple(draft.examples),
                notes=tuple(draft.notes),
                tags=(tag,) if tag else (),
                parent=parent_of(draft.label.number),
                label=draft.label.printed,
                ordinal=ordinal,
                span=claims.claim(draft.paragraphs),
            )
        )
    return tuple(rules)
