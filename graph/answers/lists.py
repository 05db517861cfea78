"""What is asked of the whole: editions and their names, renamed terms, the contents of an edition."""

from collections import defaultdict
from collections.abc import Callable

from msgspec import Struct

from rules.conversion import extend
from rules.links import Term, TermKind
from rules.records import CardSet, Condition, Edition, Witness
from rules.store import Store

_HEADINGS = """
    SELECT number, kind, title, parent FROM rules JOIN texts ON texts.id = text_id
    WHERE title IS NOT NULL AND kind IN ('section', 'chapter', 'rule') AND edition = ? ORDER BY +position
"""


class ContentsAnswer(Struct, frozen=True):
    """A heading of an edition.

    Attributes:
        number: Its number.
        kind: `section`, `chapter` or `rule`.
        heading: The words.
        parent: Number of the heading above it; null for a section.
    """

    number: str
    kind: str
    heading: str
    parent: str | None


class CodeAnswer(Struct, frozen=True):
    """A name of an edition.

    Attributes:
        code: The code of a set, or the date in the name of a file.
        name: The name of the set; null for a date.
        edition: The edition that it names: of a set the first one.
        editions: All editions that it is said of.
    """

    code: str
    name: str | None
    edition: str
    editions: tuple[str, ...]


def list_contents(store: Store, edition: str) -> list[ContentsAnswer]:
    """Return the headings of an edition, in the order of the document."""
    return [
        ContentsAnswer(number, kind, title, parent) for number, kind, title, parent in store.select(_HEADINGS, edition)
    ]


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


def answer_edition(edition: Edition, counts: tuple[int, int, int]) -> EditionAnswer:
    """Return an edition; `counts` are those of its rules, glossary entries and references."""
    return EditionAnswer(
        edition.id,
        edition.set_code,
        edition.set_name,
        edition.sets,
        edition.work,
        edition.dialect,
        *counts,
        len(edition.witnesses),
        edition.condition,
        edition.reason,
        edition.aliases,
        edition.witnesses,
    )


class EvidenceAnswer(Struct, frozen=True):
    """A record in which the words changed: its lineage, and the edition in which it has the new words."""

    lineage: str
    edition: str


class TermAnswer(Struct, frozen=True, kw_only=True):
    """Words of the rules that others replaced, or that were retired.

    Attributes:
        old: The old words.
        new: The new words; null if they were retired.
        edition: The first edition with the new words, or without the old ones.
        dated: Whether the change happened in this edition; if not, the edition only calls the words obsolete.
        kind: What happened to the words.
        support: Number of records in which the change was seen.
        evidence: Some of these.
        score: Confidence that it is a renaming, 0 to 1.
        forms: All inflections, old and new.
        curated: Whether a person confirmed it.
        note: An explanation; may be empty.
    """

    old: str
    new: str | None
    edition: str
    dated: bool
    kind: TermKind
    support: int
    evidence: tuple[EvidenceAnswer, ...]
    score: float
    forms: tuple[tuple[str, str], ...]
    curated: bool
    note: str


def answer_terms(store: Store) -> tuple[TermAnswer, ...]:
    """Return the renamed and retired terms, the most certain first."""
    return tuple(answer_term(term, store.lineage_at) for term in store.best_terms())


def answer_term(term: Term, lineage_of: Callable[[str, str], str | None]) -> TermAnswer:
    """Return a term with its evidence; `lineage_of` returns the lineage of a key in an edition.

    If a record has no lineage, which would be an error of the knowledge base, the evidence names `KEY@EDITION`, which
    `Store.find_lineage` accepts too.
    """
    evidence = tuple(
        EvidenceAnswer(lineage_of(seen.edition, seen.key) or f"{seen.key}@{seen.edition}", seen.edition)
        for seen in term.evidence
    )
    return extend(term, TermAnswer, evidence=evidence)
