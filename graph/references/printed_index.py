"""The index that some editions print at their end, read as entries whose numbers are references.

Both editions of 1999 and the rulings summary of 1999 end with such an index; no later edition does. Entries under
another entry are indented; the copy of the summary lost its indentation, so that all its entries are on one level.

The numbers of the index are not part of a sentence. So they are kept apart from the references in the rules' own text:
the graph and the counts leave them out, but the audit and `comprules refs` include them. If an entry has other words
in the place of a number, these are a reference that cannot be resolved.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from graph.references.items import DASHES
from graph.references.resolve import EditionIndex, resolve_number
from rules.keys import key_of_index_entry
from rules.records import GlossaryEntry, Matter, Reference, Resolution, Rule
from rules.store import Store
from rules.summary_numbers import RULING

INDENT = "\t"
"""The prefix of an indented line of the index in `Matter.text`."""
_PART = re.compile(r"[^,]+")
"""A part of a line; commas separate the parts."""
_NUMBER = re.compile(rf"(?:\d|{RULING}(?!\w))[\w.{DASHES}]*$")
"""A number or a range without blanks: `103.1`, `103.1-3`, `T.9`."""
_SEE = re.compile(r"see\s+(?P<term>.+)", re.IGNORECASE)
"""The pointer to another entry: `see Deck`."""


class PrintedIndexEntry(Struct, frozen=True):
    """An entry of a printed index.

    Attributes:
        key: `index:TERM`; for an indented entry, with the upper term first: `index:Abilities, mana ability`.
        term: The term as printed.
        under: The term of the entry under which this one is indented; None if it is not indented.
        text: The whole line.
        numbers: Start and end in `text` of each number or range.
        see: The entry to look up instead, as printed, or None.
    """

    key: str
    term: str
    under: str | None
    text: str
    numbers: tuple[tuple[int, int], ...]
    see: str | None = None


def read_printed_index(matter: Iterable[Matter]) -> tuple[PrintedIndexEntry, ...]:
    """Return the entries of the index of an edition, in order; empty if it has no index.

    Args:
        matter: The matter around the edition's rules.
    """
    entries: list[PrintedIndexEntry] = []
    occurrences: Counter[str] = Counter()
    upper_term: str | None = None  # the term of the last line that is not indented
    for line in _list_lines(matter):
        is_indented = line.startswith(INDENT)
        text = line.removeprefix(INDENT)
        term, numbers, see = _read_line(text)
        under = upper_term if is_indented else None
        if not is_indented:
            upper_term = term
        name = f"{under}, {term}" if under else term
        occurrences[name] += 1
        key = key_of_index_entry(name, occurrences[name])
        entries.append(PrintedIndexEntry(key=key, term=term, under=under, text=text, numbers=numbers, see=see))
    return tuple(entries)


def _list_lines(matter: Iterable[Matter]) -> Iterator[str]:
    """Yield the lines of the index, which may be divided into several parts of the matter."""
    for part in matter:
        if part.name == "index":
            yield from part.text.split("\n")


def find_index_references(store: Store, edition: str) -> tuple[Resolution, ...]:
    """Return the references of the index that an edition prints, in order; empty if it prints none.

    Args:
        store: The knowledge base that has the edition.
        edition: Id of the edition.

    Returns:
        One resolution for each number or range; `Reference.source` is the key of the entry.
    """
    entries = read_printed_index(store.matter(edition))
    return resolve_printed_index(entries, store.rules(edition), store.glossary(edition)) if entries else ()


def resolve_printed_index(
    entries: Iterable[PrintedIndexEntry], rules: Sequence[Rule], glossary: Sequence[GlossaryEntry]
) -> tuple[Resolution, ...]:
    """Return the references of a printed index, resolved in the edition or document that prints it.

    Args:
        entries: The entries of the index.
        rules: The rules of the edition or document.
        glossary: Its glossary entries.
    """
    lookup = EditionIndex(rules, glossary)
    resolutions: list[Resolution] = []
    for entry in entries:
        for start, end in entry.numbers:
            printed = Reference(
                source=entry.key,
                field="text",
                raw=entry.text[start:end],
                kind="rule",
                targets=(),
                quoted_title=None,
                start=start,
                end=end,
            )
            resolutions.append(resolve_number(printed, lookup))
    return tuple(resolutions)


class _IndexLine(NamedTuple):
    """A line of an index as printed; its fields are those of `PrintedIndexEntry`."""

    term: str
    numbers: tuple[tuple[int, int], ...]
    see: str | None


def _read_line(text: str) -> _IndexLine:
    """Return the parts of a line of an index.

    `Deck, 103.1, 103.2` gives the term `Deck` and two numbers; `Pile, see Deck` gives the term `Pile` and no number.

    Commas separate the parts of a line. The first part always belongs to the term. A term may have commas itself, so
    that all parts before the first one that looks like a number belong to it. From there on every part is taken for a
    number; if it is none, resolving it gives the status `missing`.
    """
    end_of_term = 0
    numbers: list[tuple[int, int]] = []
    for part in _PART.finditer(text):
        words = part[0].strip()
        start = part.end() - len(part[0].lstrip())  # of the words
        is_first = part.start() == 0
        if not is_first:
            see = _SEE.match(text, start)
            if see is not None:  # the rest of the line, with its commas, is the term of another entry
                return _IndexLine(text[:end_of_term], (), see["term"])
        looks_like_number = _NUMBER.match(words) is not None or words[:1].isdecimal()
        if not is_first and (numbers or looks_like_number):
            numbers.append((start, start + len(words)))
        else:
            end_of_term = part.end()
    return _IndexLine(text[:end_of_term].rstrip(), tuple(numbers), None)
