"""Packing the records of all editions: a record is stored once for each run of editions in which it is the same.

While editions are added, every different list of passages, reference and list of references gets an *id* from 0, every
text an id from 1, and every key a *number* from 0, in the order of first use. After all are added, `settle` gives

- each edition a *place* in the line of all editions, so that a run of editions is a range of places,
- each key an *id*, which is its index in the common order of all documents (`rules.store.order`), and
- each record that an edition has in another order than the common one a *rank* in that edition.

Example: the editions A, B and C have the places 0, 1 and 2. 100.1 is the same in A and B, and has another text in C. It
has two runs: places 0 to 1, and 2 to 2.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple

from msgspec import Struct

from rules.records import (
    COMPREHENSIVE_RULES,
    RETYPED,
    Edition,
    GlossaryEntry,
    Reading,
    Resolution,
    Rule,
    Span,
    Text,
)
from rules.store.order import common_order, spread_ranks
from rules.store.packed_rows import (
    Content,
    PackedKey,
    PackedPassage,
    PackedRecord,
    PackedReference,
    PlacedReference,
)
from rules.store.record_table import Row, pack
from rules.store.schema import EXAMPLE, NOTE, RANK_STEP


class _Run(Struct):
    """The consecutive editions in which a record is the same.

    Attributes:
        key: Number of the key of the record.
        first: Id of the first edition.
        last: Id of the last edition so far.
        content: The record without its key and lines.
    """

    key: int
    first: str
    last: str
    content: Content


class _Order(NamedTuple):
    """A sort value of editions: those of the Comprehensive Rules first, and retyped ones after the others of a work."""

    is_other_work: bool
    work: str
    is_retyped: bool
    edition: str


class _Document:
    """The records of an edition in the order of the document, as parallel columns, to save memory.

    Attributes:
        edition: Id of the edition.
        work: Its work.
        is_retyped: Whether it is retyped; see `rules.links`.
        order: Its sort value among the editions.
        keys: Number of the key of each record.
        first_lines: First line of each record in the source; 0 if unknown.
        last_lines: Last line of each record in the source; 0 if unknown.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition.id
        self.work = edition.work
        self.is_retyped = edition.condition == RETYPED
        self.order = _Order(edition.work != COMPREHENSIVE_RULES, edition.work, self.is_retyped, edition.id)
        self.keys: list[int] = []
        self.first_lines = array("I")
        self.last_lines = array("I")

    def add(self, record: PackedRecord) -> None:
        """Add a record at the end."""
        self.keys.append(record.key)
        self.first_lines.append(record.first_line)
        self.last_lines.append(record.last_line)


class PackedEditions:
    """The records of all editions, packed as they are added.

    Call `add` or `add_packed` for the editions oldest first, then `settle`.

    The attributes `texts`, `keys`, `passage_lists`, `refs` and `ref_lists` are `defaultdict`s: looking a new value up
    adds it, with the next number.

    Attributes:
        texts: Title and text → id, from 1.
        searched: The ids of the texts that searches find: those of rules, examples, notes and glossary entries, but not
            those of matter and variants.
        keys: Key → number, from 0, in the order of first use.
        passage_lists: The examples and notes of a record → id of the list, from 0.
        refs: Reference → id, from 0.
        ref_lists: The references of a record → id of the list, from 0.
        line: The ids of all editions by their places; empty before `settle`.
        works: The work of each edition in `line`.
        places: Id of an edition → its place.
        key_ids: Key of a record → its id in the table `keys`, the lowest if it has several; empty before `settle`.
    """

    def __init__(self) -> None:
        self.texts: defaultdict[Text, int] = defaultdict(count(1).__next__)
        self.searched: set[int] = set()
        self.keys: defaultdict[PackedKey, int] = defaultdict(count().__next__)
        self.passage_lists: defaultdict[tuple[PackedPassage, ...], int] = defaultdict(count().__next__)
        self.refs: defaultdict[PackedReference, int] = defaultdict(count().__next__)
        self.ref_lists: defaultdict[tuple[PlacedReference, ...], int] = defaultdict(count().__next__)
        self.line: list[str] = []
        self.works: list[str] = []
        self.places: dict[str, int] = {}
        self.key_ids: dict[str, int] = {}
        self._documents: list[_Document] = []
        self._runs: list[_Run] = []
        self._open_runs: dict[str, dict[int, _Run]] = {}  # work → number of a key → its run in the newest edition

    def add(self, reading: Reading) -> None:
        """Add the rules and the glossary of an edition with their references, after all older editions.

        Raises:
            ValueError: Two records have the same key, a reference is in none of them, or a reference does not end where
                its printed form ends.
        """
        edition = reading.edition
        refs = self._list_references(edition.id, reading.references)
        records = [*self._pack_rules(reading.rules, refs), *self._pack_entries(reading.glossary, refs)]
        self.add_packed(edition, records)
        keys = {rule.key for rule in reading.rules}.union(entry.key for entry in reading.glossary)
        for source in refs:
            if source not in keys:
                raise ValueError(f"{edition.id}: {source}: a reference from neither a rule nor a glossary entry")

    def add_packed(self, edition: Edition, records: Iterable[PackedRecord]) -> None:
        """Add the records of an edition, after all older editions.

        Raises:
            ValueError: Two records have the same key.
        """
        document = _Document(edition)
        self._documents.append(document)
        # A retyped edition continues no run; the runs of its work continue after it.
        previous_runs = {} if document.is_retyped else self._open_runs.get(edition.work, {})
        runs: dict[int, _Run] = {}
        for record in records:
            if record.key in runs:
                key = list(self.keys)[record.key].key  # the keys are in the order of their numbers
                raise ValueError(f"{edition.id}: two records have the key {key!r}")
            runs[record.key] = self._continue_run(previous_runs.get(record.key), record, edition.id)
            document.add(record)
        if not document.is_retyped:
            self._open_runs[edition.work] = runs

    def _continue_run(self, previous: _Run | None, record: PackedRecord, edition: str) -> _Run:
        """Return the run that a record belongs to: the previous one, lengthened, or a new one.

        The run is new if the edition before lacks the key, or if the content changed.

        Args:
            previous: The run of the same key in the edition before; None if there is none.
            record: The record.
            edition: Id of its edition.
        """
        if previous is not None and previous.content == record.content:
            previous.last = edition
            return previous
        run = _Run(record.key, edition, edition, record.content)
        self._runs.append(run)
        return run

    def _pack_rules(self, rules: Sequence[Rule], refs: dict[str, int]) -> Iterator[PackedRecord]:
        """Yield the packed records of rules.

        The texts of all rules get their ids first, then those of all examples, then those of all notes.

        Args:
            rules: The rules of an edition.
            refs: Key of a record → id of its list of references.
        """
        texts = [self.register_searched((rule.heading, rule.text)) for rule in rules]
        examples = [self._text_ids(rule.examples) for rule in rules]
        notes = [self._text_ids(rule.notes) for rule in rules]
        for index, rule in enumerate(rules):
            key = self.keys[PackedKey(rule.key, rule.number, rule.ordinal, rule.kind, rule.parent)]
            content = Content(
                text=texts[index],
                label=rule.label,
                tags=pack(rule.tags) if rule.tags else None,
                passages=self._number_passages(examples[index], notes[index]),
                refs=refs.get(rule.key),
            )
            yield _pack_record(key, rule.span, content)

    def _pack_entries(self, glossary: Sequence[GlossaryEntry], refs: dict[str, int]) -> Iterator[PackedRecord]:
        for entry in glossary:
            key = self.keys[PackedKey(entry.key, number=None, ordinal=entry.ordinal, kind=None, parent=None)]
            text = self.register_searched((entry.term, entry.text))
            content = Content(text, label="", tags=None, passages=None, refs=refs.get(entry.key))
            yield _pack_record(key, entry.span, content)

    def _text_ids(self, texts: Iterable[str]) -> list[int]:
        return [self.register_searched((None, text)) for text in texts]

    def _number_passages(self, examples: Sequence[int], notes: Sequence[int]) -> int | None:
        """Return the id of a list of examples and notes; None if the list is empty.

        Args:
            examples: The ids of the texts of the examples.
            notes: The ids of the texts of the notes.
        """
        passages = [PackedPassage(EXAMPLE, item, text) for item, text in enumerate(examples)]
        passages += [PackedPassage(NOTE, item, text) for item, text in enumerate(notes)]
        return self.passage_lists[tuple(passages)] if passages else None

    def register_searched(self, text: Text) -> int:
        """Return the id of a title and a text, a new id if they are new, and let searches find them."""
        text_id = self.texts[text]
        self.searched.add(text_id)
        return text_id

    def _list_references(self, edition: str, references: Iterable[Resolution]) -> dict[str, int]:
        """Return key of a record → id of its list of references, for the records that have references.

        Raises:
            ValueError: A reference does not end where its printed form ends.
        """
        lists: dict[str, list[PlacedReference]] = defaultdict(list)
        for resolution in references:
            reference = resolution.reference
            if reference.end != reference.start + len(reference.raw):
                raise ValueError(f"{edition}: {reference.source}: {reference.raw!r} does not end where it should")
            number = self.refs[_pack_reference(resolution)]
            lists[reference.source].append(PlacedReference(number, reference.start))
        return {source: self.ref_lists[tuple(refs)] for source, refs in lists.items()}

    def settle(self) -> Iterator[tuple[str, Iterable[Row]]]:
        """Yield the name and the rows of each table of editions, after all editions were added."""
        self._place_documents()
        ids = self._identify_keys()
        yield "line", enumerate(self.line)
        yield "keys", sorted((ids[number], *packed_key) for packed_key, number in self.keys.items())
        yield "runs", sorted(self._run_rows(ids), key=itemgetter(0, 1))  # by the primary key: key and first place
        yield "source_lines", self._line_rows(ids)
        yield "passage_lists", self._passage_list_rows()
        yield "packed_refs", ((number, *reference) for reference, number in self.refs.items())
        yield "ref_lists", self._ref_list_rows()

    def _place_documents(self) -> None:
        """Sort the documents by their places in the line (`_Order`), and set `line`, `works` and `places`."""
        self._documents.sort(key=attrgetter("order"))
        self.line = [document.edition for document in self._documents]
        self.works = [document.work for document in self._documents]
        self.places = {edition: place for place, edition in enumerate(self.line)}

    def _identify_keys(self) -> dict[int, int]:
        """Return number of a key → its id, which is its index in the common order, and set `key_ids`."""
        order = common_order(document.keys for document in self._documents)
        ids = {number: index for index, number in enumerate(order)}
        for packed_key, number in self.keys.items():
            # A key has several ids if its kind or parent changed. Links and versions name the lowest one.
            self.key_ids[packed_key.key] = min(ids[number], self.key_ids.get(packed_key.key, ids[number]))
        return ids

    def _line_rows(self, ids: dict[int, int]) -> Iterator[Row]:
        """Yield the rows of `source_lines`, for the records whose lines are known."""
        for place, document in enumerate(self._documents):
            lines = zip(document.keys, document.first_lines, document.last_lines, strict=True)
            yield from sorted((place, ids[key], first, last) for key, first, last in lines if first)

    def _passage_list_rows(self) -> Iterator[Row]:
        for passages, number in self.passage_lists.items():
            for passage in passages:
                yield number, *passage

    def _ref_list_rows(self) -> Iterator[Row]:
        for refs, number in self.ref_lists.items():
            for item, placed in enumerate(refs):
                yield number, item, placed.ref, placed.start

    def _run_rows(self, ids: dict[int, int]) -> Iterator[Row]:
        """Yield the rows of `runs`: one for each run, cut where the rank of its record changes.

        The rank is None in the editions in which the record is in the common order. A record that is the same at the
        places 3 to 7, and is out of order at 5, has three rows: from 3 to 4, from 5 to 5, and from 6 to 7.

        Args:
            ids: Number of a key → its id, which is its index in the common order.
        """
        ranks_of = self._find_moved(ids)
        for run in self._runs:
            rank_at: dict[int, int] = ranks_of.get(ids[run.key], {})  # place → rank, where it is out of order
            places = range(self.places[run.first], self.places[run.last] + 1)
            for rank, group in groupby(places, key=rank_at.get):
                places_with_rank = list(group)
                yield ids[run.key], places_with_rank[0], places_with_rank[-1], rank, *run.content

    def _find_moved(self, ids: dict[int, int]) -> dict[int, dict[int, int]]:
        """Return id of a key → place of an edition → rank, for the records that are not in the common order there."""
        moved: dict[int, dict[int, int]] = defaultdict(dict)
        for place, document in enumerate(self._documents):
            key_ids = [ids[key] for key in document.keys]
            for key_id, rank in zip(key_ids, spread_ranks(key_ids, RANK_STEP), strict=True):
                if rank != key_id * RANK_STEP:
                    moved[key_id][place] = rank
        return moved


def _pack_reference(resolution: Resolution) -> PackedReference:
    """Return the parts of a reference that do not depend on its place."""
    reference = resolution.reference
    are_all_found = resolution.found_keys == reference.targets
    return PackedReference(
        field=reference.field,
        raw=reference.raw,
        kind=reference.kind,
        targets=pack(reference.targets),
        quoted_title=reference.quoted_title,
        status=resolution.status,
        found=None if are_all_found else pack(resolution.found_keys),
        suggestion=resolution.suggestion,
    )


def _pack_record(key: int, span: Span | None, content: Content) -> PackedRecord:
    """Return a packed record; its lines are 0 if they are unknown."""
    if span is None:
        return PackedRecord(key, first_line=0, last_line=0, content=content)
    return PackedRecord(key, span.first_line, span.last_line, content)
