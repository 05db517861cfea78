"""The passages of an edition, or those of all editions that a query may find, with what ranks them."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec

from graph.search.definition import read_definition
from graph.search.text import correct, stem_of, words_in
from rules.numbers import NUMBER, chapter_of_key, is_term, number_of, ordinal_of, sort_key, without_letters

_SEE = re.compile(r"[Ss]ee (?:also )?rules? ([1-9][0-9]{2}(?:\.[0-9]{1,3}[a-z]?)?)")
_CITED = re.compile(r"(?<![\w.])[1-9][0-9]{2}\.[0-9]{1,3}[a-z]?(?!\w)|(?<=rule )[1-9][0-9]{2}(?![\w.])")
_BARE = re.compile(r"\s*\(Obsolete\)$", re.IGNORECASE)
_REMEMBERS = re.compile(r"\b(?:obsolete|former|formerly|previously|older|used to)\b", re.IGNORECASE)
"""Words of passages that only mention a former name; such passages do not count as uses of the name."""
DIGITS = 6
"""Digits of a logarithm that count: libraries differ in the last ones."""


class Record(msgspec.Struct, frozen=True):
    """A rule or glossary entry, as it is searched.

    Attributes:
        key: `702.40a`, `glossary:Storm`.
        heading: Its heading or term; may be empty.
        text: Its text, then its notes.
        examples: Its examples.
        edition: The edition that it is from, in a search of all editions.
        above: The heading of the rule above it, in a search of all editions.
    """

    key: str
    heading: str
    text: str
    examples: tuple[str, ...] = ()
    edition: str = ""
    above: str = ""


class Passage(msgspec.Struct, frozen=True):
    """A text or example of a record.

    Attributes:
        record: Place of the record.
        field: `text` or `example:0`.
        text: As printed.
        stems: Stems of its words, without stop words.
        norm: How much of a frequency the passage's length holds back.
    """

    record: int
    field: str
    text: str
    stems: tuple[str, ...]
    norm: float


def in_order(records: Iterable[Record]) -> list[Record]:
    """Return records as an edition orders them: rules by their numbers, then glossary entries by their keys."""

    def place_of(record: Record) -> tuple[bool, tuple[int, int, int, int, str], int, str]:
        number = "" if is_term(record.key) else number_of(record.key)
        order = sort_key(number) if NUMBER.fullmatch(number) else (0, 0, 0, 0, "")
        return is_term(record.key), order, ordinal_of(record.key), record.key

    return sorted(records, key=place_of)


def rule_above(key: str) -> str:
    """Return the number of the rule that a subrule belongs to; of anything else its own key."""
    return key if is_term(key) else without_letters(number_of(key))


def _stems_of(text: str, kept: dict[str, int] | None = None) -> tuple[str, ...]:
    stop = read_definition().stop
    words = [word for word in words_in(text) if word not in stop]
    if kept is not None:
        for word in words:
            kept[word] = kept.get(word, 0) + 1
    return tuple(map(stem_of, words))


def names_of(heading: str) -> list[str]:
    """Return a heading and the names within it: "Kicker, Kicked", "Bury (Obsolete)"."""
    bare = _BARE.sub("", heading)
    parts = [re.sub(r"[“”\"]", "", part).strip() for part in bare.split(",")] if "," in bare else []
    return [bare, *(part for part in parts if len(part) > 2)]


def joined(words: Iterable[str]) -> str:
    """Return the stems of words without blanks: "flash back" is "flashback"."""
    return "".join(map(stem_of, words))


class Index:
    """An index of records.

    Args:
        records: In document order.
        total: How many passages count as all; None for those of the records.
    """

    def __init__(self, records: Sequence[Record], total: int | None = None) -> None:
        self.records = records
        self.at = {record.key: place for place, record in enumerate(records)}
        self.frequencies: dict[str, int] = {}
        self.passages: list[Passage] = []
        self.postings: dict[str, dict[int, int]] = defaultdict(dict)
        self.own: list[frozenset[str]] = [frozenset(_stems_of(record.heading, self.frequencies)) for record in records]
        self._total = total
        weights = read_definition().weights
        base, slope = weights["saturation"], weights["length"]
        for place, record in enumerate(records):
            fields = [("text", record.text)] + [(f"example:{at}", text) for at, text in enumerate(record.examples)]
            for field, text in fields:
                stems = _stems_of(text, self.frequencies)
                norm = base * (1 - slope + slope * len(stems) / weights["long"])
                for stem, frequency in Counter(stems).items():
                    self.postings[stem][len(self.passages)] = frequency
                self.passages.append(Passage(place, field, text, stems, norm))
        nothing: frozenset[str] = frozenset()
        self.above = [
            frozenset(_stems_of(r.above)) if r.above else self._heading_stems(rule_above(r.key), r.key) or nothing
            for r in records
        ]
        self.chapter = [self._heading_stems(chapter_of_key(r.key), r.key) or nothing for r in records]
        self.headed: dict[str, list[int]] = defaultdict(list)
        for at, passage in enumerate(self.passages):
            for stem in self.own[passage.record] | self.above[passage.record]:
                self.headed[stem].append(at)
        self.stems = self.postings.keys() | self.headed.keys()
        self.priors = self._find_priors()

    def _heading_stems(self, key: str, own: str) -> frozenset[str] | None:
        place = self.at.get(key)
        return self.own[place] if place is not None and key != own else None

    def _find_priors(self) -> list[float]:
        """Return for each record a factor of how often it is referred to and how many rules are below it."""
        cited: Counter[str] = Counter()
        for record in self.records:
            above = rule_above(record.key)
            if above != record.key:
                cited[above] += 1
            elif "." in above and not is_term(above):
                cited[chapter_of_key(above)] += 1
            for text in (record.text, *record.examples):
                cited.update(set(_CITED.findall(text)) - {record.key})
        weights = read_definition().weights
        priors = [1 + weights["cited"] * round(math.log(1 + cited[record.key]), DIGITS) for record in self.records]
        for place, record in enumerate(self.records):
            below = self.records[place - 1]
            if record.key == f"{below.key}a" and not below.text:
                priors[place] += weights["first"]
        return priors

    def rarity(self, stem: str) -> float:
        """Return how rare a stem is among the passages."""
        total = self._total or len(self.passages)
        frequency = len(self.postings.get(stem, ())) or min(1, len(self.headed.get(stem, ())))
        return round(math.log(1 + (total - frequency + 0.5) / (frequency + 0.5)), DIGITS)

    @cached_property
    def names(self) -> dict[str, list[int]]:
        """Return the records by their names, joined; rules before glossary entries."""
        names: dict[str, list[int]] = defaultdict(list)
        for place in sorted(range(len(self.records)), key=lambda place: is_term(self.records[place].key)):
            for name in names_of(self.records[place].heading):
                if (known := joined(words_in(name))) and place not in names[known]:
                    names[known].append(place)
        return dict(names)

    @cached_property
    def initials(self) -> dict[str, str]:
        """Return headings of several words by their initials; those of rules first."""
        initials: dict[str, str] = {}
        for record in sorted(self.records, key=lambda record: is_term(record.key)):
            for name in names_of(record.heading):
                words = words_in(name)
                if len(words) > 1:
                    initials.setdefault("".join(word[0] for word in words), name)
        return initials

    def uses(self, name: str) -> bool:
        """Return whether the passages use a name, not counting those that only remember it."""
        words = name.split()
        stems = [stem_of(word) for word in words if word not in read_definition().stop]
        candidates = set.intersection(*(set(self.postings.get(stem, ())) for stem in stems)) if stems else set()
        for at in candidates:
            passage = self.passages[at]
            heading = self.records[passage.record].heading
            said = f" {' '.join(words_in(passage.text.replace('-', ' ')))} "
            if f" {name} " in said and not _REMEMBERS.search(heading) and not _REMEMBERS.search(passage.text):
                return True
        return False

    def called(self, words: Iterable[str]) -> list[int]:
        """Return the records that words name."""
        return self.names.get(joined(words), [])

    def leads(self, place: int) -> list[int]:
        """Return the rules that a glossary entry refers to."""
        record = self.records[place]
        if not is_term(record.key):
            return []
        return [self.at[number] for number in dict.fromkeys(_SEE.findall(record.text)) if number in self.at]

    def correct(self, word: str) -> str | None:
        """Return the word of the passages that a mistyped one most likely is."""
        return correct(word, self.frequencies)

    def title(self, place: int) -> str:
        """Return what a record is about: its heading, or that of the rule above it."""
        record = self.records[place]
        above = self.at.get(rule_above(record.key))
        return record.heading or record.above or (self.records[above].heading if above is not None else "")

    def chapter_title(self, place: int) -> str:
        """Return the chapter of a record, with its number."""
        chapter = chapter_of_key(self.records[place].key)
        at = self.at.get(chapter)
        return "Glossary" if chapter == "glossary" else f"{chapter} {self.records[at].heading if at else ''}".strip()

    def shown(self, place: int) -> tuple[str, str]:
        """Return the field and text to show of a record: of a heading the first rule below it."""
        record = self.records[place]
        if record.text or is_term(record.key):
            return "text", record.text
        for below in self.records[place + 1 : place + 3]:
            if below.text and below.key.startswith(record.key):
                return f"below:{below.key}", below.text
        return "text", record.text
