"""The editions, with the names by which each is known."""

from collections import defaultdict

from msgspec import Struct

from rules.records import CardSet, Condition, Edition, Witness
from rules.store import Store


class CodeAnswer(Struct, frozen=True):
    """A set code or file date that names an edition.

    Attributes:
        code: The code of a set, or the date in the name of a file.
        name: The name of the set; null for a date.
        edition: The edition that the code names; for a set, its first edition.
        editions: All editions that the code can mean.
    """

    code: str
    name: str | None
    edition: str
    editions: tuple[str, ...]


class EditionAnswer(Struct, frozen=True, rename={"set_code": "set"}):
    """An edition.

    Attributes:
        id: The date on which it took effect.
        set_code: Code of the main set that the edition was published with.
        set_name: Name of that set.
        sets: All sets that the edition was published with, each with the words that are in no older edition.
        work: `comprehensive-rules` or `rulings-summary`.
        dialect: The form of the chosen copy.
        rules: Number of rules, subrules and headings: of everything that has a number.
        glossary: Number of glossary entries.
        references: Number of references in the text.
        witnesses: Number of copies.
        condition: Condition of the edition: `good`, `damaged`, `truncated`, `retyped` or `fragment`.
        reason: The evidence that the edition is retyped; null for all others.
        aliases: Other dates that name the edition, taken from file names.
        copies: The copies, the chosen one first.
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


def answer_edition(edition: Edition, counts: tuple[int, int, int]) -> EditionAnswer:
    """Return the answer about an edition.

    Args:
        edition: The edition.
        counts: The numbers of its rules, of its glossary entries and of its references.
    """
    rules, glossary, references = counts
    return EditionAnswer(
        id=edition.id,
        set_code=edition.set_code,
        set_name=edition.set_name,
        sets=edition.sets,
        work=edition.work,
        dialect=edition.dialect,
        rules=rules,
        glossary=glossary,
        references=references,
        witnesses=len(edition.witnesses),
        condition=edition.condition,
        reason=edition.reason,
        aliases=edition.aliases,
        copies=edition.witnesses,
    )


def list_codes(store: Store) -> list[CodeAnswer]:
    """Return the codes of sets and the dates of files that name editions, in the order of the first edition of each."""
    names: dict[str, str | None] = {}
    editions_of: dict[str, list[str]] = defaultdict(list)
    for edition in store.editions():
        for released in edition.sets:
            names.setdefault(released.code, released.name)
            editions_of[released.code].append(edition.id)
        for day in edition.aliases:
            names.setdefault(day, None)
            editions_of[day].append(edition.id)
    return [CodeAnswer(code, name, editions_of[code][0], tuple(editions_of[code])) for code, name in names.items()]
