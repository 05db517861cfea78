"""Index the passages of one edition, or all wordings of all editions, with the figures by which they are ranked.

A *record* is a rule or glossary entry, and a *passage* its text or one of its examples; both are named by their
positions in the index, from 0. The *stem* of a word is the word without its endings: `layers` and `layer` have the same
one. Names are compared by their *joined stems*, those of all words without blanks: `flash back` and `flashback` have
the same ones. A *prior* is a factor that is known before any query, such as for records that are cited often.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

import msgspec

from graph.search.definition import read_definition
from graph.search.text import stem_of, words_in
from rules.caching import cached_method, cached_property
from rules.grouping import grouped
from rules.keys import chapter_of_key, is_entry, number_of, ordinal_of
from rules.links import Version
from rules.numbers import NUMBER, sort_key, without_letters
from rules.store.search import Searched

_SEE = re.compile(r"[Ss]ee (?:also )?rules? ([1-9][0-9]{2}(?:\.[0-9]{1,3}[a-z]?)?)")
"""The reference of a glossary entry to the rule that says more: `See rule 702.40`."""
_CITED = re.compile(r"[1-9](?:(?<![\w.].)[0-9]{2}\.[0-9]{1,3}[a-z]?(?!\w)|(?<=rule .)[0-9]{2}(?![\w.]))")
"""A number of a rule, or that of a chapter after `rule`. It begins with its digit, so that `re` can search fast."""
_OBSOLETE = re.compile(r"\s*\(Obsolete\)$", re.IGNORECASE)
_ARTICLES = ("a", "an")
_QUOTES = re.compile(r"[“”\"]")
_REMEMBERS = re.compile(r"\b(?:obsolete|former|formerly|previously|older|used to)\b", re.IGNORECASE)
"""Words of passages that only mention a former name; such passages do not count as uses of the name."""
_SHORTEST_PART = 3
"""Minimum number of letters of a name that is a part of a heading."""
DIGITS = 6
"""Digits to which logarithms are rounded, because libraries differ in the last digits."""


class Passage(msgspec.Struct, frozen=True):
    """A text or example of a record.

    Attributes:
        record: Position of the record in the index.
        field: `text` or `example:0`.
        text: The passage as printed.
        stems: The stems of the words, without stop words.
        norm: A measure of the length of the passage; the higher it is, the less each occurrence of a word counts.
    """

    record: int
    field: str
    text: str
    stems: tuple[str, ...]
    norm: float


class HeadingName(NamedTuple):
    """A heading, or a name within one.

    Attributes:
        name: The name as printed.
        joined_stems: The stems of its words without blanks between them.
        initials: The initials of its words; empty for a single word.
    """

    name: str
    joined_stems: str
    initials: str


def order_of(record: Searched) -> tuple[bool, tuple[int, int, int, int, str], int, str]:
    """Return the sort key of a record: rules in the order of their numbers, then glossary entries by their keys."""
    number = number_of(record.key)
    order = sort_key(number) if NUMBER.fullmatch(number) else (0, 0, 0, 0, "")
    return is_entry(record.key), order, ordinal_of(record.key), record.key


def rule_above(key: str) -> str:
    """Return the number of the rule that a subrule belongs to; for any other key the key itself."""
    return key if is_entry(key) else without_letters(number_of(key))


def _number_above(key: str) -> str:
    """Return the number of the rule or chapter right above a record: `702.40a` → `702.40` → `702`.

    It is empty for chapters and glossary entries.
    """
    rule = rule_above(key)
    if rule != key:
        return rule
    has_chapter = "." in key and not is_entry(key)
    return chapter_of_key(key) if has_chapter else ""


def list_references(text: str) -> list[str]:
    """Return the rules to which the text of a glossary entry refers, each once."""
    return list(dict.fromkeys(_SEE.findall(text)))


@cache
def _read_words(printed: str) -> tuple[str, ...]:
    """Return the words of a printed text without stop words."""
    stop = read_definition().stop
    return tuple(word for word in words_in(printed) if word not in stop)


@cache
def _read_stems(printed: str) -> tuple[str, ...]:
    """Return the stems of the words of a printed text without stop words."""
    return tuple(map(stem_of, _read_words(printed)))


def join_stems(words: Iterable[str]) -> str:
    """Return the stems of words without blanks between them: `flash back` and `flashback` give the same text."""
    return "".join(map(stem_of, words))


@cache
def list_names(heading: str) -> tuple[HeadingName, ...]:
    """Return a heading and the names within it: `Kicker, Kicked` → itself, `Kicker` and `Kicked`.

    The remark `(Obsolete)` is dropped.
    """
    bare = _OBSOLETE.sub("", heading)
    names = [bare]
    if "," in bare:
        parts = [_QUOTES.sub("", part).strip() for part in bare.split(",")]
        names += [part for part in parts if len(part) >= _SHORTEST_PART]
    return tuple(map(_read_name, names))


def _read_name(name: str) -> HeadingName:
    """Return a heading, or a part of one, as a name."""
    words = words_in(name)
    initials = "".join(word[0] for word in words) if len(words) > 1 else ""
    return HeadingName(name, join_stems(words), initials)


def _make_passage(record: int, field: str, text: str) -> Passage:
    """Return a text or example of the record at a position as a passage, with its stems and its measure of length."""
    weights = read_definition().weights
    stems = tuple(chain.from_iterable(map(_read_stems, text.split())))
    length_factor = 1 - weights["length"] + weights["length"] * len(stems) / weights["long"]
    return Passage(record, field, text, stems, norm=weights["saturation"] * length_factor)


class Index:
    """An index of the records of one edition, or of the wordings of all editions.

    A record is named by its position in the index, from 0, and so is a passage. A record of all editions has a lineage;
    a record of one edition has none.

    Args:
        records: The records in the order of the document. Those of all editions are ordered by lineage, the newest
            wording of each lineage first.

    Attributes:
        position_of: The position of each record by its key. Empty for all editions, where keys are not unique.
        own_heading: For each record the stems of its heading.
        rule_heading: For each record the stems of the heading of the rule above it; none for the heading itself.
        chapter_heading: For each record the stems of the heading of its chapter; none for the heading itself.
        passages: The texts and examples of all records, in order.
        stems: All stems of texts and headings.
    """

    def __init__(self, records: Sequence[Searched]) -> None:
        self.records = records
        self.position_of = {record.key: position for position, record in enumerate(records) if not record.lineage}
        self.own_heading = [frozenset(_read_stems(record.heading)) for record in records]
        self.rule_heading = [self._stems_of_heading(rule_above(record.key), record) for record in records]
        self.chapter_heading = [self._stems_of_heading(chapter_of_key(record.key), record) for record in records]
        self.passages: list[Passage] = []
        for position, record in enumerate(records):
            self.passages.append(_make_passage(position, "text", record.text))
            for number, example in enumerate(record.examples):
                self.passages.append(_make_passage(position, f"example:{number}", example))
        stems_of_texts = chain.from_iterable(passage.stems for passage in self.passages)
        self.stems = frozenset(chain(stems_of_texts, *set(self.own_heading), *set(self.rule_heading)))

    def _stems_of_heading(self, key: str, record: Searched) -> frozenset[str]:
        """Return the stems of the heading of the rule or chapter above a record."""
        return frozenset(_read_stems(self._heading_of(key, record)))

    def _heading_of(self, key: str, record: Searched) -> str:
        """Return the heading of the rule or chapter above a record; empty for the record itself."""
        if key == record.key:
            return ""
        if record.lineage:
            return record.headings.get(key, "")
        position = self.position_of.get(key)
        return "" if position is None else self.records[position].heading

    @cached_property
    def wordings_of(self) -> dict[str, list[int]]:
        """Return the positions of each rule and entry by its key: one, or in all editions that of each of its wordings.

        In all editions the keys are those of the newest edition, and what it lacks is left out.
        """
        if self.position_of:
            return {key: [position] for key, position in self.position_of.items()}
        by_lineage = grouped((record.lineage, position) for position, record in enumerate(self.records))
        newest_wordings = {lineage: self.records[positions[0]] for lineage, positions in by_lineage.items()}
        newest = max((record.uses[-1].last for record in newest_wordings.values()), default="")
        return {
            record.key: by_lineage[lineage]
            for lineage, record in newest_wordings.items()
            if record.uses[-1].last == newest
        }

    @cached_method
    def having(self, stem: str) -> dict[int, int]:
        """Return position of each passage that has a stem → how often it has the stem."""
        counts = ((position, passage.stems.count(stem)) for position, passage in enumerate(self.passages))
        return {position: count for position, count in counts if count}

    @cached_method
    def headed(self, stem: str) -> list[int]:
        """Return the positions of the passages whose own heading, or that of the rule above them, has a stem."""
        headings = zip(self.own_heading, self.rule_heading, strict=True)
        is_under = [stem in own or stem in of_rule for own, of_rule in headings]
        return [position for position, passage in enumerate(self.passages) if is_under[passage.record]]

    @cached_property
    def _passage_counts(self) -> Counter[str]:
        """Return stem → the number of passages that have it."""
        return Counter(chain.from_iterable(set(passage.stems) for passage in self.passages))

    @cached_property
    def frequencies(self) -> Mapping[str, int]:
        """Return the number of times each word is printed, in texts and headings."""
        printed = Counter(chain.from_iterable(passage.text.split() for passage in self.passages))
        printed.update(record.heading for record in self.records)
        counts: Counter[str] = Counter()
        for part, times in printed.items():
            for word in _read_words(part):
                counts[word] += times
        return counts

    @cached_property
    def priors(self) -> list[float]:
        """Return for each record a factor, at least 1, by which its score is raised.

        It grows with the number of records that refer to it or are below it, and is higher for the subrule that says
        what a heading means. It is 1 in the index of all editions, where a number does not tell which rule is meant.
        """
        if not self.position_of:
            return [1.0] * len(self.records)
        cited = self._count_citations()
        weights = read_definition().weights
        defining = set(map(self.find_defining, range(len(self.records))))
        priors = []
        for position, record in enumerate(self.records):
            prior = 1 + weights["cited"] * round(math.log(1 + cited[record.key]), DIGITS)
            if position in defining:
                prior += weights["first"]
            priors.append(prior)
        return priors

    def find_defining(self, position: int) -> int | None:
        """Return the position of the subrule that says what a heading means; None for a record that is no heading.

        It is the first subrule, or the second, if there is one and the first has few words ("Boating is a static
        ability"). None also for a heading that is not followed by its subrule `a`, such as that of a chapter.
        """
        heading = self.records[position]
        if heading.text or is_entry(heading.key):
            return None
        first, second = position + 1, position + 2
        if not self._has_key(first, f"{heading.key}a"):
            return None
        is_short = self._counts[first] <= read_definition().limits["short"]
        return second if is_short and self._has_key(second, f"{heading.key}b") else first

    def _has_key(self, position: int, key: str) -> bool:
        """Return whether there is a record at a position, and it has a key."""
        return position < len(self.records) and self.records[position].key == key

    @cached_property
    def _counts(self) -> list[int]:
        """Return for each record how many words of its text are in the index."""
        return [len(passage.stems) for passage in self.passages if passage.field == "text"]

    def _count_citations(self) -> Counter[str]:
        """Return how many records are directly below each number or refer to it."""
        cited: Counter[str] = Counter()
        for record in self.records:
            number_above = _number_above(record.key)
            if number_above:
                cited[number_above] += 1
            for text in (record.text, *record.examples):
                for number in set(_CITED.findall(text)) - {record.key}:
                    cited[number] += 1
        return cited

    def rarity(self, stem: str) -> float:
        """Return the rarity of a stem: the logarithm of the inverse share of passages that have it, 0 or more.

        A stem that only headings have counts as if one passage had it.
        """
        total = len(self.passages)
        frequency = self._passage_counts[stem] or min(1, len(self.headed(stem)))
        return round(math.log(1 + (total - frequency + 0.5) / (frequency + 0.5)), DIGITS)

    @cached_property
    def names(self) -> dict[str, list[int]]:
        """Return the positions of the records with each name, whose stems are joined; rules before glossary entries."""
        positions = sorted(range(len(self.records)), key=lambda position: is_entry(self.records[position].key))
        named = dict.fromkeys(chain.from_iterable(map(self._list_names, positions)))  # each once, in order
        return grouped((joined_stems, position) for joined_stems, position in named if joined_stems)

    def _list_names(self, position: int) -> Iterator[tuple[str, int]]:
        """Yield the joined stems of each name of a record, with the position of the record."""
        for name in list_names(self.records[position].heading):
            yield name.joined_stems, position

    @cached_property
    def initials(self) -> dict[str, str]:
        """Return a heading of several words for each sequence of initials; of several, that of the first rule."""
        initials: dict[str, str] = {}
        for record in sorted(self.records, key=lambda record: is_entry(record.key)):
            for name in list_names(record.heading):
                if name.initials:
                    initials.setdefault(name.initials, name.name)
        return initials

    def uses(self, name: str) -> bool:
        """Return whether any passage uses a name; passages that call it obsolete or former do not count.

        False for a name of nothing but stop words.
        """
        stop = read_definition().stop
        having = [self.having(stem_of(word)).keys() for word in name.split() if word not in stop]
        if not having:
            return False
        candidates = set.intersection(*map(set, having))
        return any(self._uses_name(self.passages[position], name) for position in candidates)

    def _uses_name(self, passage: Passage, name: str) -> bool:
        """Return whether a passage has a name as whole words, and does not only mention it as a former one."""
        words = " ".join(words_in(passage.text.replace("-", " ")))
        if f" {name} " not in f" {words} ":
            return False
        heading = self.records[passage.record].heading
        return _REMEMBERS.search(f"{heading}\n{passage.text}") is None

    def called(self, words: Sequence[str]) -> list[int]:
        """Return the positions of the records whose name is made of some words; empty if there are none.

        A name in the same forms of the words comes first: "phasing" is not "phase".
        """
        positions = self.names.get(join_stems(words), [])
        typed = " ".join(words)
        return sorted(positions, key=lambda position: not self._is_called(position, typed))

    def _is_called(self, position: int, typed: str) -> bool:
        """Return whether a name of a record has the very words that were typed."""
        return any(" ".join(words_in(name.name)) == typed for name in list_names(self.records[position].heading))

    def list_referred(self, position: int) -> list[int]:
        """Return the positions of the rules to which a glossary entry refers; empty for a rule.

        Rules that the index lacks are left out. In the index of all editions they are those that had these numbers in
        the last edition with this wording of the entry, with their wordings of that time.
        """
        record = self.records[position]
        if not is_entry(record.key):
            return []
        numbers = list_references(record.text)
        if not record.lineage:
            return [self.position_of[number] for number in numbers if number in self.position_of]
        edition = record.uses[-1].last
        return [wording for number in numbers for wording in self._list_wordings_at(number, edition)]

    def is_obsolete(self, position: int) -> bool:
        """Return whether a record is an entry that calls its name obsolete: `Bury (Obsolete)`."""
        record = self.records[position]
        return is_entry(record.key) and _OBSOLETE.search(record.heading) is not None

    def find_explaining(self, entry: int) -> int | None:
        """Return the position of the rule that explains the name of a glossary entry without being so headed.

        It is the first subrule of a rule to which the entry refers that says "A … is …" of the name: "A Raft token is a
        raft". None if there is no such rule, and in the index of all editions.
        """
        if not self.position_of:
            return None
        name = " ".join(words_in(self.records[entry].heading))
        beginnings = tuple(f"{article} {name} is " for article in _ARTICLES)
        for referred in self.list_referred(entry):
            for below in self._list_subrules(referred):
                if " ".join(words_in(self.records[below].text)).startswith(beginnings):
                    return below
        return None

    def _list_subrules(self, position: int) -> Iterator[int]:
        """Yield the positions of the subrules of a rule: those of 111.10a and 111.10b for 111.10."""
        key = self.records[position].key
        for below in range(position + 1, len(self.records)):
            if without_letters(self.records[below].key) != key:
                return
            yield below

    def _list_wordings_at(self, key: str, edition: str) -> list[int]:
        """Return the position of the wording that the record with a key had in an edition; empty if it had none."""
        return [position for use, position in self._uses_by_key.get(key, ()) if use.first <= edition <= use.last]

    @cached_property
    def _uses_by_key(self) -> dict[str, list[tuple[Version, int]]]:
        """Return for each key of all editions its uses, each with the position of the wording that was used."""
        uses = ((use, position) for position, record in enumerate(self.records) for use in record.uses)
        return grouped((use.key, (use, position)) for use, position in uses)

    def title(self, position: int) -> str:
        """Return the title of a record: its heading, or the heading of the rule above it; empty if there is neither."""
        record = self.records[position]
        return record.heading or self._heading_of(rule_above(record.key), record)

    def chapter_title(self, position: int) -> str:
        """Return the number and the heading of the chapter of a record, or `Glossary`."""
        record = self.records[position]
        chapter = chapter_of_key(record.key)
        if chapter == "glossary":
            return "Glossary"
        heading = record.heading if chapter == record.key else self._heading_of(chapter, record)
        return f"{chapter} {heading}".strip()

    def shown(self, position: int) -> tuple[str, str]:
        """Return the field and the text to show for a record; for a heading those of the first rule below it.

        For 702.40, which is a heading, they are `below:702.40a` and the text of 702.40a. A heading without such a rule,
        or in the index of all editions, has an empty text.
        """
        record = self.records[position]
        if record.text or is_entry(record.key) or record.lineage:
            return "text", record.text
        # The first rule below may be a heading itself, as below a chapter; then the rule after it has a text.
        for below in self.records[position + 1 : position + 3]:
            if below.text and below.key.startswith(record.key):
                return f"below:{below.key}", below.text
        return "text", record.text
