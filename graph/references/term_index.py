"""The index at the end of an edition: terms with the numbers of the rules about them, read as entries with references.

History: both editions of 1999 and the rulings summary of 1999 end with one; no later edition has any. Entries under
another entry are indented; the summary's copy lost its indentation, so that all its entries are on one level.

Notes: these numbers are not part of a sentence, so they are separate from the references of the rules' own text: the
graph and the counts leave them out, but the audit and `comprules refs` include them. Text in place of a number that is
no number is a reference that cannot be resolved.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from graph.references.find import DASHES, PrintedReference
from graph.references.resolve import EditionIndex, resolved_number
from rules.numbers import RULING, key_of_index
from rules.records import GlossaryEntry, Matter, Resolution, Rule
from rules.store import Store

INDENT = "\t"
"""The prefix of an indented line of the index in `Matter.text`."""

_PART = re.compile(r"[^,]+")
_NUMBER = re.compile(rf"(?:\d|{RULING}(?!\w))[\w.{DASHES}]*$")
_SEE = re.compile(r"see\s+(?P<term>.+)", re.IGNORECASE)


class IndexEntry(Struct, frozen=True):
    """An entry of the index.

    Attributes:
        key: `index:TERM`; for an indented entry, with the upper term first: `index:Abilities, mana ability`.
        term: The term as printed.
        under: The term of the entry that it is indented under, or None.
        text: The line.
        numbers: Start and end in `text` of each number or range.
        see: The other entry that it refers to instead of numbers, as printed, or None.
    """

    key: str
    term: str
    under: str | None
    text: str
    numbers: tuple[tuple[int, int], ...]
    see: str | None = None


def index_entries(matter: Iterable[Matter]) -> tuple[IndexEntry, ...]:
    """Return the entries of an edition's index, in order; none if it has no index.

    Args:
        matter: The matter around the edition's rules.
    """
    entries: list[IndexEntry] = []
    seen: Counter[str] = Counter()
    head: str | None = None
    for line in (line for part in matter if part.name == "index" for line in part.text.split("\n")):
        text = line.removeprefix(INDENT)
        term, numbers, see = _read_line(text)
        under = head if line != text else None
        head = head if line != text else term
        name = f"{under}, {term}" if under else term
        seen[name] += 1
        entries.append(IndexEntry(key_of_index(name, seen[name]), term, under, text, numbers, see))
    return tuple(entries)


def index_references(store: Store, edition: str) -> tuple[Resolution, ...]:
    """Return the references of an edition's index, in order; `Reference.source` is the key of the entry.

    Args:
        store: The knowledge base that has the edition.
        edition: Its id.
    """
    entries = index_entries(store.matter(edition))
    return resolve_entries(entries, store.rules(edition), store.glossary(edition)) if entries else ()


def resolve_entries(
    entries: Iterable[IndexEntry], rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]
) -> tuple[Resolution, ...]:
    """Resolve the references of an index as `index_references` does, for given records."""
    edition = EditionIndex(rules, glossary)
    return tuple(
        resolved_number(entry.key, "text", PrintedReference("rule", entry.text[start:end], start, end), edition)
        for entry in entries
        for start, end in entry.numbers
    )


def _read_line(text: str) -> tuple[str, tuple[tuple[int, int], ...], str | None]:
    """Return the term of a line, the spans of its numbers, and what it points to instead."""
    end, numbers = 0, list[tuple[int, int]]()
    for part in _PART.finditer(text):
        start = part.end() - len(part[0].lstrip())
        words = part[0].strip()
        see = _SEE.match(text, start)
        if see and part.start() > 0:
            return text[:end], (), see["term"]
        if part.start() > 0 and (numbers or _NUMBER.match(words) or words[:1].isdecimal()):
            numbers.append((start, start + len(words)))
        else:
            end = part.end()
    return text[:end].rstrip(), tuple(numbers), None
