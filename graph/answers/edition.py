"""What an edition is: its sets, its copies and its condition."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.records import CardSet, Condition, Edition, Witness
from rules.store import Store


class EditionAnswer(Struct, frozen=True, rename={"set_code": "set"}):
    """An edition.

    Attributes:
        id: The date on which it took effect.
        set_code: Code of its main set.
        set_name: Name of its main set.
        sets: All sets it was published with; their words are in this edition and in no older one.
        work: `comprehensive-rules` or `rulings-summary`.
        dialect: The form of the chosen copy.
        rules: Number of rules.
        glossary: Number of glossary entries.
        references: Number of references in its text.
        witnesses: Number of copies.
        condition: What of it is preserved.
        reason: How it is known that the edition is retyped; null for all others.
        aliases: Dates in file names by which it is also known.
        copies: Its copies, the chosen one first.
    """

    id: str
    set_code: str | None
    set_name: str | None
    sets: tuple[CardSet, ...]
    work: str
    dialect: str
    rules: int
    glossary: int
    references: int
    witnesses: int
    condition: Condition
    reason: str | None
    aliases: tuple[str, ...]
    copies: tuple[Witness, ...]


def answer_editions(store: Store) -> tuple[EditionAnswer, ...]:
    """Return all editions, oldest first."""
    counts = store.counts()
    return tuple(answer_edition(edition, counts[edition.id]) for edition in store.editions())


def answer_edition(edition: Edition, counts: Sequence[int]) -> EditionAnswer:
    """Return an edition; `counts` are those of its rules, glossary entries and references."""
    rules, glossary, references = counts
    return EditionAnswer(
        edition.id,
        edition.set_code,
        edition.set_name,
        edition.sets,
        edition.work,
        edition.dialect,
        rules,
        glossary,
        references,
        len(edition.witnesses),
        edition.condition,
        edition.reason,
        edition.aliases,
        edition.witnesses,
    )
