"""Verbatim and near matches of the units of a document in all editions. Sets of editions are bit masks.

The units are its rules and glossary entries, each with the imprints of its passages. Near
matches are damaged, reworded, cut off, or repaired differently.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from msgspec import Struct
from rapidfuzz.distance import Indel

from rules.change import passage_of
from rules.numbers import is_term, key_of_term
from rules.provenance import imprint, without_tags
from rules.records import GlossaryEntry, ParsedDocument, Rule
from rules.store import Store
from rules.text import fold


class DocumentUnit(Struct, frozen=True):
    """A rule or glossary entry of the document.

    Attributes:
        name: Its number, or `glossary:TERM`.
        passage: Its text; the heading of a rule that has no text of its own.
        imprint: Imprint of the passage.
        others: Imprints of its examples and notes.
        is_last: Whether it is the last rule or the last glossary entry, so that it may break off.
    """

    name: str
    passage: str
    imprint: int
    others: tuple[int, ...]
    is_last: bool


def units_of(document: ParsedDocument) -> tuple[DocumentUnit, ...]:
    """Return all rules, then all glossary entries, in the order of the document, without those that have no words."""
    sides: tuple[Sequence[Rule | GlossaryEntry], ...] = (document.rules, document.glossary)
    units = (_make_unit(record, is_last=record is side[-1]) for side in sides for record in side)
    return tuple(unit for unit in units if unit is not None)


def _make_unit(record: Rule | GlossaryEntry, *, is_last: bool) -> DocumentUnit | None:
    name = key_of_term(record.term) if isinstance(record, GlossaryEntry) else record.number
    passage = passage_of(record)
    main = imprint(passage.shown)
    others = (imprint(text) for text in (*passage.examples, *passage.notes))
    if main is None:
        return None
    return DocumentUnit(name, passage.shown, main, tuple(other for other in others if other is not None), is_last)


GLOSSARY = 1_000_000
"""Added to the positions of glossary entries, so that they follow the rules."""


class Verbatim:
    """The units found in the knowledge base.

    Attributes:
        editions: Ids of all editions; the index of one is its bit.
        held: For each unit, the editions that have all of its passages.
        placed: For each unit, those of `held` that have its main passage under its name.
        main: For each unit, the editions that have its main passage.
    """

    def __init__(self, store: Store, units: Sequence[DocumentUnit]) -> None:
        self.editions = store.edition_ids
        self._bits = {edition: 1 << index for index, edition in enumerate(self.editions)}
        self._units = units
        wanted = {other for unit in units for other in (unit.imprint, *unit.others)}
        alike = store.texts_like(wanted)
        self._imprints = {text: mark for mark, texts in alike.items() for text in texts}
        self._anywhere: dict[int, int] = {}
        self._under: dict[tuple[int, str], int] = {}
        self._find_standing(store)
        self._find_editions()

    def _find_standing(self, store: Store) -> None:
        """Record which editions have each passage, and which have it under which name."""
        masks: dict[str, int] = {}
        for text, name, editions in store.find_occurrences(self._imprints):
            mask = masks.get(editions)
            if mask is None:
                mask = masks[editions] = self.mask(editions.split(","))
            texts = self._imprints[text]
            self._anywhere[texts] = self._anywhere.get(texts, 0) | mask
            if name:
                self._under[texts, name] = self._under.get((texts, name), 0) | mask

    def _find_editions(self) -> None:
        self.held: list[int] = []
        self.placed: list[int] = []
        self.main: list[int] = []
        for unit in self._units:
            main = self._anywhere.get(unit.imprint, 0)
            held = main
            for other in unit.others:
                held &= self._anywhere.get(other, 0)
            self.main.append(main)
            self.held.append(held)
            self.placed.append(held & self._under.get((unit.imprint, unit.name), 0))

    def counts(self, masks: Iterable[int]) -> Counter[str]:
        """Return how many of the masks have an edition's bit, by edition."""
        counted: Counter[str] = Counter()
        for mask, times in Counter(masks).items():
            for edition in self.of(mask):
                counted[edition] += times
        return counted

    def mask(self, editions: Iterable[str]) -> int:
        """Return a set of editions as bits."""
        bits = 0
        for edition in editions:
            bits |= self._bits[edition]
        return bits

    def of(self, mask: int) -> Iterator[str]:
        """Yield the editions of a mask, oldest first."""
        while mask:
            lowest = mask & -mask
            yield self.editions[lowest.bit_length() - 1]
            mask ^= lowest

    def has(self, mask: int, edition: str) -> bool:
        """Return whether an edition is in a mask."""
        return bool(mask & self._bits[edition])

    def share_of_others(self, unit: int, edition: str) -> float:
        """Return the share of a unit's examples and notes that an edition has; 1 if the unit has none."""
        others = self._units[unit].others
        if not others:
            return 1.0
        return sum(self.has(self._anywhere.get(other, 0), edition) for other in others) / len(others)

    def positions(self, store: Store, edition: str) -> tuple[dict[int, list[tuple[int, str]]], dict[int, int]]:
        """Return the places of the units' main passages in an edition: imprint → position and name, in document order.

        Glossary entries come after all rules. The other result is how many examples and notes are below, by position.
        """
        positions: dict[int, list[tuple[int, str]]] = defaultdict(list)
        below: dict[int, int] = {}
        for text, name, place, count in store.positions(edition):
            position = place + (GLOSSARY if is_term(name) else 0)
            below[position] = count
            if text in self._imprints:
                positions[self._imprints[text]].append((position, name))
        return positions, below


NEAR = 0.75
"""Minimum similarity of a near match. Two rules of the same form about different things (`multiple instances of …`)
reach it too, which is intended: a fragment with one in place of the other nearly matches. Random rules stay below
0.6."""

_COMPARED = 4000
"""Maximum number of characters of a passage that are compared."""
_SOUGHT = 12
"""Maximum number of units without a verbatim match that are searched by their words, the longest ones first."""
_ENOUGH_TO_CUT = 20
"""Minimum number of characters of a passage that breaks off."""
_HITS = 6
_WORDS = 8
_LONG_WORD = re.compile(r"[a-z]{5,}")


class Near:
    """Finds near matches, and caches the comparisons."""

    def __init__(self, store: Store, units: Sequence[DocumentUnit], verbatim: Verbatim) -> None:
        self._store = store
        self._units = units
        self._verbatim = verbatim
        self._own_words = cache(lambda index: _fold(units[index].passage))
        self._other_words = cache(self._read_words)
        self._compare_texts = cache(self._measure_likeness)
        self._by_words: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))

    def seek(self) -> None:
        """Search all editions at once, by their words, for units that no edition has verbatim."""
        lost = [index for index in range(len(self._units)) if not self._verbatim.main[index]]
        lost.sort(key=lambda index: (-len(self._units[index].passage), index))
        hits: dict[int, list[int]] = defaultdict(list)
        for index in lost[:_SOUGHT]:
            long_words = set(_LONG_WORD.findall(self._own_words(index)))
            telling = sorted(long_words, key=lambda word: (-len(word), word))[:_WORDS]
            for text in self._store.texts_sharing(telling, _HITS):
                hits[text].append(index)
        for text, name, editions in self._store.find_occurrences(hits):
            for edition in editions.split(",") if name else ():
                for index in hits[text]:
                    self._by_words[edition][index].append(text)

    def editions(self) -> tuple[str, ...]:
        """Return the editions that have a text found by `seek`, those with the most first."""
        return tuple(sorted(self._by_words, key=lambda edition: (-len(self._by_words[edition]), edition)))

    def in_edition(self, edition: str, missing: Sequence[int]) -> dict[int, tuple[float, bool]]:
        """Return the near matches of `missing` units in an edition: similarity, and whether under the same name."""
        named = self._store.texts_at(edition, {self._units[index].name for index in missing})
        nearest: dict[int, tuple[float, bool]] = {}
        for index in missing:
            own = named.get(self._units[index].name, ())
            best = self._find_best(index, own), True
            if best[0] < NEAR and (others := self._by_words[edition].get(index, ())):
                best = self._find_best(index, others), False
            if best[0] >= NEAR:
                nearest[index] = best
        return nearest

    def _find_best(self, index: int, texts: Iterable[int]) -> float:
        return max((self._compare_texts(index, text) for text in texts), default=0.0)

    def _measure_likeness(self, index: int, text: int) -> float:
        own_words, other_words = self._own_words(index), self._other_words(text)
        if self._units[index].is_last and _ENOUGH_TO_CUT <= len(own_words) < len(other_words):
            other_words = other_words[: len(own_words)]
        similarity: float = Indel.normalized_similarity(own_words, other_words, score_cutoff=NEAR)
        return similarity

    def _read_words(self, text: int) -> str:
        title, words = self._store.texts([text])[text]
        return _fold(words or title or "")


def _fold(passage: str) -> str:
    return fold(without_tags(passage))[:_COMPARED]
