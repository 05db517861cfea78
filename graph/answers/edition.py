"""What an edition is: its sets, its copies and its condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rules.records import CardSet, Condition, Edition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.store import Store


class CopyAnswer(Struct, frozen=True, rename={"size": "bytes"}):
    """A copy of an edition.

    Attributes:
        file: Path inside the archive.
        origin: Where the copy was found.
        sha256: Of its bytes.
        size: In bytes.
        encoding: The encoding it was decoded with.
        condition: How complete it is.
        reason: How it is known that the copy is retyped; null for all others.
        stated_edition: The effective date it states itself.
        rules: Number of rules in it.
        glossary: Number of glossary entries in it.
        chosen: Whether it is the base of the edition's reading.
    """

    file: str
    origin: str
    sha256: str
    size: int
    encoding: str
    condition: Condition
    reason: str | None
    stated_edition: str | None
    rules: int
    glossary: int
    chosen: bool


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
    copies: tuple[CopyAnswer, ...]


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
        edition.reason or None,
        edition.aliases,
        tuple(
            CopyAnswer(
                file=witness.file,
                origin=witness.origin,
                sha256=witness.sha256,
                size=witness.size,
                encoding=witness.encoding,
                condition=witness.condition,
                reason=witness.reason or None,
                stated_edition=witness.stated_edition,
                rules=witness.rules,
                glossary=witness.glossary,
                chosen=witness.chosen,
            )
            for witness in edition.witnesses
        ),
    )
