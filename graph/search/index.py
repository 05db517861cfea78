"""The passages of an edition, or those of all editions that a query may find, with what ranks them."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain

import msgspec

from graph.search.text import read_definition, stem_of, words_in
from rules.caching import cached_method
from rules.grouping import grouped
from rules.numbers import NUMBER, chapter_of_key, is_term, number_of, ordinal_of, sort_key, without_letters
from rules.store.search import Searched

_SEE = re.compile(r"[Ss]ee (?:also )?rules? ([1-9][0-9]{2}(?:\.[0-9]{1,3}[a-z]?)?)")
_CITED = re.compile(r"(?<![\w.])[1-9][0-9]{2}\.[0-9]{1,3}[a-z]?(?!\w)|(?<=rule )[1-9][0-9]{2}(?![\w.])")
_BARE = re.compile(r"\s*\(Obsolete\)$", re.IGNORECASE)
_REMEMBERS = re.compile(r"\b(?:obsolete|former|formerly|previously|older|used to)\b", re.IGNORECASE)
"""Words of passages that only mention a former name; such passages do not count as uses of the name."""
DIGITS = 6
"""Digits of a logarithm that count: libraries differ in the last ones."""


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


def order_of(record: Searched) -> tuple[bool, tuple[int, int, int, int, str], int, str]:
    """Return what orders the records of an edition: rules by their numbers, then glossary entries by their keys."""
    number = number_of(record.key)
    order = sort_key(number) if NUMBER.fullmatch(number) else (0, 0, 0, 0, "")
    return is_term(record.key), order, ordinal_of(record.key), record.key


def rule_above(key: str) -> str:
    """Return the number of the rule that a subrule belongs to; of anything else its own key."""
    return key if is_term(key) else without_letters(number_of(key))


@cache
def _read_words(printed: str) -> tuple[str, ...]:
    """Return the words that the search reads of something printed: those that are no stop words."""
    stop = read_definition().stop
    return tuple(word for word in words_in(printed) if word not in stop)


@cache
def _read_stems(printed: str) -> tuple[str, ...]:
    return tuple(map(stem_of, _read_words(printed)))


def _join(words: Iterable[str]) -> str:
    """Return the stems of words without blanks: "flash back" is "flashback"."""
    return "".join(map(stem_of, words))


@cache
def _named_by(heading: str) -> tuple[tuple[str, str, str], ...]:
    """Return a heading and the names within it ("Kicker, Kicked", "Bury (Obsolete)").

    Each is also joined, and as its initials if it has several words.
    """
    bare = _BARE.sub("", heading)
    parts = [re.sub(r"[“”\"]", "", part).strip() for part in bare.split(",")] if "," in bare else []
    names = [(name, words_in(name)) for name in (bare, *(part for part in parts if len(part) > 2))]
    return tuple(
        (name, _join(words), "".join(word[0] for word in words) if len(words) > 1 else "") for name, words in names
    )


class Index:
    """An index of records.

    Args:
        records: In document order; those of all editions by their lineages, the newest wording of each first.

    Attributes:
        at: The places of the records of one edition by their keys; in all editions a key says nothing alone.
        own: For each record the stems of its heading.
        above: For each record those of the heading of the rule above it.
        chapter: For each record those of the heading of its chapter.
        stems: All stems.
    """

    def __init__(self, records: Sequence[Searched]) -> None:
        self.records = records
        self.at = {record.key: place for place, record in enumerate(records) if not record.lineage}
        self.passages: list[Passage] = []
        self.own = [frozenset(_read_stems(record.heading)) for record in records]
        self.above = [frozenset(_read_stems(self._heading_of(rule_above(record.key), record))) for record in records]
        self.chapter = [
            frozenset(_read_stems(self._heading_of(chapter_of_key(record.key), record))) for record in records
        ]
        weights = read_definition().weights
        base, slope = weights["saturation"], weights["length"]
        printed: set[str] = set()
        for place, record in enumerate(records):
            for field, text in (
                ("text", record.text),
                *((f"example:{at}", its) for at, its in enumerate(record.examples)),
            ):
                parts = text.split()
                printed.update(parts)
                stems = tuple(chain.from_iterable(_read_stems(part) for part in parts))
                norm = base * (1 - slope + slope * len(stems) / weights["long"])
                self.passages.append(Passage(place, field, text, stems, norm))
        self.stems = frozenset(chain(*(_read_stems(part) for part in printed), *set(self.own), *set(self.above)))

    def _heading_of(self, key: str, record: Searched) -> str:
        """Return the heading of the rule or chapter above a record; empty for the record itself."""
        if key == record.key:
            return ""
        if record.lineage:
            return record.headings.get(key, "")
        place = self.at.get(key)
        return "" if place is None else self.records[place].heading

    @cached_method
    def having(self, stem: str) -> dict[int, int]:
        """Return the places of the passages that have a stem, with how often."""
        counts = ((at, passage.stems.count(stem)) for at, passage in enumerate(self.passages))
        return {at: count for at, count in counts if count}

    @cached_method
    def headed(self, stem: str) -> list[int]:
        """Return the places of the passages under a heading that has a stem."""
        under = [stem in own or stem in above for own, above in zip(self.own, self.above, strict=True)]
        return [at for at, passage in enumerate(self.passages) if under[passage.record]]

    @cached_property
    def frequencies(self) -> Mapping[str, int]:
        """Return how often each word is printed, in texts and headings."""
        printed = Counter(chain.from_iterable(passage.text.split() for passage in self.passages))
        printed.update(record.heading for record in self.records)
        counts: Counter[str] = Counter()
        for part, times in printed.items():
            for word in _read_words(part):
                counts[word] += times
        return counts

    @cached_property
    def priors(self) -> list[float]:
        """Return for each record a factor of how often it is referred to and how many rules are below it."""
        # in all editions a number says nothing alone
        if not self.at:
            return [1.0] * len(self.records)
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
        total = len(self.passages)
        frequency = len(self.having(stem)) or min(1, len(self.headed(stem)))
        return round(math.log(1 + (total - frequency + 0.5) / (frequency + 0.5)), DIGITS)

    @cached_property
    def names(self) -> dict[str, list[int]]:
        """Return the records by their names, joined; rules before glossary entries."""
        places = sorted(range(len(self.records)), key=lambda place: is_term(self.records[place].key))
        named = ((joined, place) for place in places for _, joined, _ in _named_by(self.records[place].heading))
        return grouped((joined, place) for joined, place in dict.fromkeys(named) if joined)

    @cached_property
    def initials(self) -> dict[str, str]:
        """Return headings of several words by their initials; those of rules first."""
        records = sorted(self.records, key=lambda record: is_term(record.key))
        named = [(letters, name) for record in records for name, _, letters in _named_by(record.heading) if letters]
        return dict(reversed(named))

    def uses(self, name: str) -> bool:
        """Return whether the passages use a name, not counting those that only remember it."""
        stems = [stem_of(word) for word in name.split() if word not in read_definition().stop]
        candidates = set.intersection(*(set(self.having(stem)) for stem in stems)) if stems else set()
        return any(
            f" {name} " in f" {' '.join(words_in(passage.text.replace('-', ' ')))} "
            and not _REMEMBERS.search(f"{self.records[passage.record].heading}\n{passage.text}")
            for passage in map(self.passages.__getitem__, candidates)
        )

    def called(self, words: Iterable[str]) -> list[int]:
        """Return the records that words name."""
        return self.names.get(_join(words), [])

    def leads(self, place: int) -> list[int]:
        """Return the rules that a glossary entry refers to."""
        record = self.records[place]
        if not is_term(record.key):
            return []
        return [self.at[number] for number in dict.fromkeys(_SEE.findall(record.text)) if number in self.at]

    def title(self, place: int) -> str:
        """Return what a record is about: its heading, or that of the rule above it."""
        record = self.records[place]
        return record.heading or self._heading_of(rule_above(record.key), record)

    def chapter_title(self, place: int) -> str:
        """Return the chapter of a record, with its number."""
        record = self.records[place]
        chapter = chapter_of_key(record.key)
        if chapter == "glossary":
            return "Glossary"
        return f"{chapter} {record.heading if chapter == record.key else self._heading_of(chapter, record)}".strip()

    def shown(self, place: int) -> tuple[str, str]:
        """Return the field and text to show of a record: of a heading the first rule below it."""
        record = self.records[place]
        if record.text or is_term(record.key) or record.lineage:
            return "text", record.text
        for below in self.records[place + 1 : place + 3]:
            if below.text and below.key.startswith(record.key):
                return f"below:{below.key}", below.text
        return "text", record.text
