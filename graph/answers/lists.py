"""What is asked of the whole: editions and their names, keywords, renamed terms, the contents of an edition."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from graph.history import KEYWORD_ACTIONS
from graph.search.text import fold
from rules.conversion import extend
from rules.grouping import grouped
from rules.links import Term, TermKind
from rules.numbers import chapter_of
from rules.records import CardSet, Condition, Edition, Witness
from rules.store import Store

KeywordKind = Literal["ability", "action", "ability word"]
_KINDS: dict[str, KeywordKind] = {"Keyword Abilities": "ability", KEYWORD_ACTIONS: "action"}
_ABILITY_WORDS = re.compile(r"The ability words are ([^.]+)\.")
_AND = re.compile(r",\s*(?:and\s+)?|\s+and\s+")
_LISTS = """
    SELECT edition, number, text FROM rules JOIN texts ON texts.id = text_id
    WHERE text LIKE '%the ability words are%' AND edition IN (SELECT value FROM json_each(?)) ORDER BY edition
"""
_HEADINGS = """
    SELECT edition, number, kind, title, parent FROM rules JOIN texts ON texts.id = text_id
    WHERE title IS NOT NULL AND kind IN ('section', 'chapter', 'rule') AND edition IN (SELECT value FROM json_each(?))
    ORDER BY edition, position
"""


class _Mention(NamedTuple):
    """A keyword in an edition: its kind, its name as printed, and the number of its rule."""

    kind: KeywordKind
    name: str
    number: str
    edition: str


class KeywordAnswer(Struct, frozen=True):
    """A keyword of the rules.

    Attributes:
        name: As last printed.
        kind: `ability` or `action` of the chapters so called; `ability word` of the rule that lists them.
        number: The number of its rule in the last edition with it; of an ability word that of the list.
        since: The first edition with it.
        until: The last edition with it; null if the newest has it.
    """

    name: str
    kind: KeywordKind
    number: str
    since: str
    until: str | None


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


def list_keywords(store: Store) -> list[KeywordAnswer]:
    """Return all keywords that any edition had, in alphabetical order.

    Args:
        store: The knowledge base; the ledger has no texts, so without ability words.
    """
    editions = store.chained()
    mentions = [*_list_headed_keywords(store, editions)]
    if store.has_texts:
        mentions += _list_ability_words(store, editions)
    by_name = grouped(((fold(mention.name), mention.kind), mention) for mention in mentions)
    answers: list[KeywordAnswer] = []
    for (_, kind), of_name in sorted(by_name.items()):
        first, last = of_name[0], of_name[-1]
        until = None if last.edition == editions[-1] else last.edition
        answers.append(KeywordAnswer(last.name, kind, last.number, first.edition, until))
    return answers


def _list_headed_keywords(store: Store, editions: Sequence[str]) -> Iterator[_Mention]:
    """Yield the keywords that are headings of rules in the chapters of keywords, oldest first."""
    chapters: dict[str, KeywordKind] = {}
    for edition, number, kind, title, _ in store.select(_HEADINGS, json.dumps(editions)):
        if kind == "chapter":
            chapters.pop(number, None)
            if title in _KINDS:
                chapters[number] = _KINDS[title]
        elif kind == "rule" and chapter_of(number) in chapters:
            yield _Mention(chapters[chapter_of(number)], title, number, edition)


def _list_ability_words(store: Store, editions: Sequence[str]) -> Iterator[_Mention]:
    """Yield the ability words, which one rule of each edition lists, oldest first."""
    for edition, number, text in store.select(_LISTS, json.dumps(editions)):
        for words in _ABILITY_WORDS.findall(text):
            for word in _AND.split(words):
                yield _Mention("ability word", word, number, edition)


def list_contents(store: Store, edition: str) -> list[ContentsAnswer]:
    """Return the headings of an edition, in the order of the document."""
    return [
        ContentsAnswer(number, kind, title, parent)
        for _, number, kind, title, parent in store.select(_HEADINGS, json.dumps([edition]))
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
