"""What the editions repeat, once: runs of editions in which a record is the same, and a common order of all records."""

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, groupby
from typing import Any

from msgspec.structs import astuple

from rules.grouping import grouped
from rules.links import Link, StepRecords, Version
from rules.records import (
    COMPREHENSIVE_RULES,
    RETYPED,
    Edition,
    GlossaryEntry,
    Reading,
    Resolution,
    Rule,
    Text,
)
from rules.store.schema import RANK_STEP, Row, pack

_Numbered = defaultdict[tuple[Any, ...], int]
"""Numbers distinct values in the order of their first occurrence, from 0."""
PackedRecord = tuple[int, int, int, list[Any]]
"""The number of a key, first and last line (0 if unknown), and what the records of a run have in common."""
_Packed = tuple[Rule | GlossaryEntry, int, int, str, str | None, int | None]
Move = tuple[int, int]
"""Index of a record in its document, and the index that it would have there by the common order."""


def common_order(documents: Iterable[Sequence[int]]) -> list[int]:
    """Return all keys of some documents, each after the key that it followed when it first occurred."""
    order: list[int] = []
    known: set[int] = set()
    for keys in documents:
        behind: dict[int | None, list[int]] = defaultdict(list)
        last: int | None = None
        for key in keys:
            if key in known:
                last = key
            else:
                behind[last].append(key)
                known.add(key)
        if behind:
            order = [*behind.pop(None, ()), *(placed for key in order for placed in (key, *behind.get(key, ())))]
    return order


def moves(ranks: Sequence[int]) -> list[Move]:
    """Return the moves that turn the common order into that of a document: as few records as possible.

    Args:
        ranks: For each record of the document, in its order, its index by the common order: a permutation of 0, 1, 2 ….
    """
    ends: list[int] = []  # the lowest last rank of an ascending subsequence of each length
    lengths: list[int] = []
    for rank in ranks:
        length = bisect_left(ends, rank)
        ends[length : length + 1] = [rank]
        lengths.append(length)
    stays: set[int] = set()
    wanted = len(ends) - 1
    for place in reversed(range(len(ranks))):
        if lengths[place] == wanted:
            stays.add(place)
            wanted -= 1
    return [(place, rank) for place, rank in enumerate(ranks) if place not in stays]


def rank_numbers(numbers: Sequence[int], step: int) -> list[int]:
    """Return ranks that rise through a document: `step` times the number, or one more than before if moved.

    Args:
        numbers: Numbers of the records of a document, in its order: their indices in the common order.
        step: Difference between the ranks of consecutive numbers.

    Raises:
        ValueError: `step` or more consecutive records are moved.
    """
    order = {number: rank for rank, number in enumerate(sorted(numbers))}
    elsewhere = {place for place, _ in moves([order[number] for number in numbers])}
    ranks: list[int] = []
    for place, number in enumerate(numbers):
        before = ranks[-1] if ranks else -step
        ranks.append(before + 1 if place in elsewhere else number * step)
        if ranks[-1] <= before:
            raise ValueError(f"more than {step - 1} records in a row stand elsewhere than in the common order")
    return ranks


class _Document:
    """An edition: the numbers of its keys in the order of the document, and the lines of each in the source."""

    def __init__(self, edition: str, work: str, *, retyped: bool) -> None:
        self.edition = edition
        self.rank = (work != COMPREHENSIVE_RULES, work, retyped, edition)
        self.keys: list[int] = []
        self.lines = array("I")


class PackedEditions:
    """The records of all editions, packed as they are added; the rest is known once all of them are.

    Attributes:
        texts: The texts, numbered from 1.
        searched: The ids of the texts of rules, examples, notes and glossary entries.
        keys: Numbers keys, each with number, ordinal, kind and parent.
        passage_lists: Numbers the examples and notes of a record.
        refs: Numbers references.
        ref_lists: Numbers the references of a record, each with the offset where it starts.
    """

    def __init__(self) -> None:
        self.texts: defaultdict[Text, int] = defaultdict(count(1).__next__)
        self.searched: set[int] = set()
        self._documents: list[_Document] = []
        self.keys: _Numbered = defaultdict(count().__next__)
        self.passage_lists: _Numbered = defaultdict(count().__next__)
        self.refs: _Numbered = defaultdict(count().__next__)
        self.ref_lists: _Numbered = defaultdict(count().__next__)
        self._runs: list[list[Any]] = []
        self._open_runs: dict[str, dict[int, list[Any]]] = {}

    def add(self, reading: Reading) -> None:
        """Add the rules and the glossary of an edition with their references, after all older editions.

        Raises:
            ValueError: Two records have the same key, or a reference is in none of them.
        """
        edition = reading.edition
        refs = self._list_references(edition.id, reading.references)
        entries = (
            (entry, self.keys[entry.key, None, entry.ordinal, None, None], self.searched_id((entry.term, entry.text)))
            for entry in reading.glossary
        )
        packed = chain(self._list_rules(reading.rules), ((*entry, "", None, None) for entry in entries))
        self.add_packed(
            edition,
            (
                (key, *(astuple(record.span) if record.span else (0, 0)), [*its, refs.pop(record.key, None)])
                for record, key, *its in packed
            ),
        )
        if refs:
            raise ValueError(f"{edition.id}: {next(iter(refs))}: a reference of what is no rule and no glossary entry")

    def add_packed(self, edition: Edition, records: Iterable[PackedRecord]) -> None:
        """Add the records of an edition, after all older editions.

        Raises:
            ValueError: Two records have the same key.
        """
        retyped = edition.condition == RETYPED
        document = _Document(edition.id, edition.work, retyped=retyped)
        self._documents.append(document)
        before = self._open_runs.get(edition.work, {})
        now: dict[int, list[Any]] = {}
        for key, first_line, last_line, its in records:
            if key in now:
                raise ValueError(f"{edition.id}: two records have the key {list(self.keys)[key][0]!r}")
            run = before.get(key)
            if run is None or retyped or run[3] != its:
                run = [key, edition.id, edition.id, its]
                self._runs.append(run)
            run[2] = edition.id
            now[key] = run
            document.keys.append(key)
            document.lines.extend((first_line, last_line))
        if not retyped:
            self._open_runs[edition.work] = now

    def _list_rules(self, rules: Sequence[Rule]) -> Iterator[_Packed]:
        """Yield each rule with the number of its key, its text, label, tags and passages."""
        texts = [self.searched_id((rule.heading, rule.text)) for rule in rules]
        examples = [[self.searched_id((None, text)) for text in rule.examples] for rule in rules]
        notes = [[self.searched_id((None, text)) for text in rule.notes] for rule in rules]
        for rule, text, *below in zip(rules, texts, examples, notes, strict=True):
            key = self.keys[rule.key, rule.number, rule.ordinal, rule.kind, rule.parent]
            passages = tuple((note, item, id_) for note, ids in enumerate(below) for item, id_ in enumerate(ids))
            tags = pack(rule.tags) if rule.tags else None
            yield rule, key, text, rule.label, tags, self.passage_lists[passages] if passages else None

    def searched_id(self, text: Text) -> int:
        """Return the id of a text that searches find."""
        number = self.texts[text]
        self.searched.add(number)
        return number

    def _list_references(self, edition: str, references: Iterable[Resolution]) -> dict[str, int]:
        """Return the list of references of each record that has any."""
        lists: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for resolution in references:
            reference = resolution.reference
            if reference.end != reference.start + len(reference.raw):
                raise ValueError(f"{edition}: {reference.source}: {reference.raw!r} does not end where it should")
            packed = (
                reference.field,
                reference.raw,
                reference.kind,
                pack(reference.targets),
                reference.quoted_title,
                resolution.status,
                None if resolution.target == reference.targets else pack(resolution.target),
                resolution.suggestion,
            )
            lists[reference.source].append((self.refs[packed], reference.start))
        return {source: self.ref_lists[tuple(refs)] for source, refs in lists.items()}

    def settle(self) -> Iterator[tuple[str, Iterable[Row]]]:
        """Yield the rows of the tables, after all editions are added."""
        self._documents.sort(key=lambda document: document.rank)
        self.line = [document.edition for document in self._documents]
        self.works = [document.rank[1] for document in self._documents]
        self.places = {edition: place for place, edition in enumerate(self.line)}
        ids = {key: number for number, key in enumerate(common_order(document.keys for document in self._documents))}
        keys = sorted((ids[number], *key) for key, number in self.keys.items())
        self.key_ids = {key[1]: key[0] for key in reversed(keys)}
        yield "line", enumerate(self.line)
        yield "keys", keys
        yield "runs", sorted(self._run_rows(ids), key=lambda run: run[:2])
        yield (
            "source_lines",
            (
                row
                for place, document in enumerate(self._documents)
                for row in sorted(
                    (place, ids[key], first, last)
                    for key, first, last in zip(document.keys, document.lines[::2], document.lines[1::2], strict=True)
                    if first
                )
            ),
        )
        yield "passage_lists", ((number, *row) for rows, number in self.passage_lists.items() for row in rows)
        yield "packed_refs", ((number, *row) for row, number in self.refs.items())
        yield (
            "ref_lists",
            ((number, item, *its) for items, number in self.ref_lists.items() for item, its in enumerate(items)),
        )

    def _run_rows(self, ids: dict[int, int]) -> Iterator[Row]:
        """Yield the rows of `runs`; one ends, too, where an edition has its record in another place."""
        moved: dict[int, dict[int, int]] = defaultdict(dict)
        for place, document in enumerate(self._documents):
            numbers = [ids[key] for key in document.keys]
            for number, rank in zip(numbers, rank_numbers(numbers, RANK_STEP), strict=True):
                if rank != number * RANK_STEP:
                    moved[number][place] = rank
        for key, first, last, facts in self._runs:
            ranks: dict[int, int] = moved.get(ids[key], {})
            places = range(self.places[first], self.places[last] + 1)
            for moved_to, run in groupby(places, key=ranks.get):
                same = list(run)
                yield ids[key], same[0], same[-1], moved_to, *facts

    def trace(self, steps: Sequence[StepRecords], versions: Iterable[Version]) -> Iterator[tuple[str, Iterable[Row]]]:
        """Yield the rows of the tables of all links and versions, after `settle`."""
        versions = sorted(versions, key=lambda version: version.lineage)
        links = [(number, at, link) for number, step in enumerate(steps) for at, link in enumerate(step.links)]
        counted = Counter(chain(map(_attributes_of, versions), (_attributes_of(link) for *_, link in links)))
        # the most frequent first: small numbers are short
        by_count = sorted(counted, key=lambda row: (-counted[row], repr(row)))
        attributes = {row: number for number, row in enumerate(by_count)}
        key_ids = self.key_ids
        yield "link_attributes", ((number, *row) for row, number in attributes.items())
        yield (
            "packed_links",
            (
                (step, at, key_ids.get(link.old or ""), key_ids.get(link.new or ""), attributes[_attributes_of(link)])
                for step, at, link in links
            ),
        )
        places = grouped((version.lineage, number) for number, version in enumerate(versions))
        lineages = {lineage: number for number, lineage in enumerate(places)}
        yield "packed_lineages", ((lineages[lineage], lineage, at[0], at[-1]) for lineage, at in places.items())
        yield (
            "packed_versions",
            (
                (
                    number,
                    lineages[version.lineage],
                    key_ids[version.key],
                    *self._find_places(version),
                    attributes[_attributes_of(version)],
                    None if version.sources == (version.key,) else pack(version.sources),
                )
                for number, version in enumerate(versions)
            ),
        )

    def _find_places(self, version: Version) -> tuple[int, int, int | None]:
        """Return the run of places of a version, and that of its first edition if it lies elsewhere.

        A version that goes on after the retyped edition in which it began has the run of the others.
        """
        first, last = (self.places[edition] for edition in (version.first, version.last))
        if first <= last:
            return first, last, None
        start, works = last, self.works
        while start and works[start - 1] == works[last] and self.line[start - 1] > version.first:
            start -= 1
        return start, last, first


def _attributes_of(record: Link | Version) -> tuple[Any, ...]:
    return record.kind, record.change, record.method, record.score, int(getattr(record, "main", True))
