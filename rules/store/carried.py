"""Editions carried over from an older knowledge base as they are packed there, numbered anew."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from rules.caching import cached_method
from rules.grouping import grouped
from rules.store.history import HistoryReader
from rules.store.packing import NOTE, Content, PackedEditions, PackedRecord
from rules.store.schema import RANK_STEP

_KEYS = "SELECT id, key, number, ordinal, kind, parent FROM keys"
_TEXTS = "SELECT id, title, text FROM packed_texts"
_REFS = "SELECT id, field, raw, kind, targets, quoted_title, status, found, suggestion FROM packed_refs"
_REF_LISTS = "SELECT id, ref, start_offset FROM ref_lists ORDER BY id, item"
_PASSAGES = "SELECT id, note, item, text_id FROM passage_lists ORDER BY id, note, item"
_RUNS = """SELECT first, last, key_id, text_id, label, tags, passages, refs FROM runs
           ORDER BY coalesce(rank, key_id * ?)"""
_LINES = "SELECT key_id, first_line, last_line FROM source_lines WHERE place = ?"
_UNKNOWN_LINES = (0, 0)


class _Run(Struct):
    """A run of editions as the older knowledge base packs it.

    Attributes:
        content: The same with the new numbers, once it is known.
    """

    key: int
    text: int
    label: str
    tags: str | None
    passages: int | None
    refs: int | None
    content: Content | None = None


class _Passage(NamedTuple):
    """An example or note of a record."""

    note: int
    item: int
    text: int


class CarriedEditions:
    """Renumbers the rows of an older knowledge base, each once, in the order in which its records would be packed.

    Args:
        old: The older knowledge base.
        new: The editions of the new one.
    """

    def __init__(self, old: HistoryReader, new: PackedEditions) -> None:
        self._old = old
        self._new = new
        self._keys = self._read_rows(_KEYS)
        self._texts = self._read_rows(_TEXTS)
        self._refs = self._read_rows(_REFS)
        self._ref_lists = grouped((number, (ref, start)) for number, ref, start in old.select(_REF_LISTS))
        self._passages = grouped((number, _Passage(*row)) for number, *row in old.select(_PASSAGES))
        self._runs_at: dict[int, list[_Run]] = defaultdict(list)
        for first, last, *row in old.select(_RUNS, RANK_STEP):
            run = _Run(*row)
            for place in range(first, last + 1):
                self._runs_at[place].append(run)

    def _read_rows(self, query: str) -> dict[int, tuple[Any, ...]]:
        """Return the rows of a query by their first column, without it."""
        return {number: tuple(row) for number, *row in self._old.select(query)}

    def records(self, edition: str) -> Iterator[PackedRecord]:
        """Yield the records of an edition, after those of all older editions."""
        ((place,),) = self._old.select("SELECT place FROM line WHERE edition = ?", edition)
        lines = {key: (first, last) for key, first, last in self._old.select(_LINES, place)}
        runs = self._runs_at.pop(place, [])
        self._number_texts([run for run in runs if run.content is None and self._is_rule(run)])
        for run in runs:
            if run.content is None:
                run.content = Content(
                    self._number_text(run.text),
                    run.label,
                    run.tags,
                    None if run.passages is None else self._number_passages(run.passages),
                    None if run.refs is None else self._number_ref_list(run.refs),
                )
            yield PackedRecord(self._number_key(run.key), *lines.get(run.key, _UNKNOWN_LINES), run.content)

    def _is_rule(self, run: _Run) -> bool:
        _, number, *_ = self._keys[run.key]
        return number is not None

    def _number_texts(self, rules: Sequence[_Run]) -> None:
        """Number the texts of rules as for an edition that is read: all rules, then all examples, then all notes."""
        for rule in rules:
            self._number_text(rule.text)
        passages: list[_Passage] = []
        for rule in rules:
            if rule.passages is not None:
                passages += self._passages[rule.passages]
        examples = [passage for passage in passages if passage.note != NOTE]
        notes = [passage for passage in passages if passage.note == NOTE]
        for passage in (*examples, *notes):
            self._number_text(passage.text)

    @cached_method
    def _number_key(self, old: int) -> int:
        return self._new.keys[self._keys[old]]

    @cached_method
    def _number_text(self, old: int) -> int:
        title, text = self._texts[old]
        return self._new.searched_id((title, text))

    @cached_method
    def _number_passages(self, old: int) -> int:
        passages = tuple(
            (passage.note, passage.item, self._number_text(passage.text)) for passage in self._passages[old]
        )
        return self._new.passage_lists[passages]

    @cached_method
    def _number_ref_list(self, old: int) -> int:
        refs = tuple((self._number_ref(ref), start) for ref, start in self._ref_lists[old])
        return self._new.ref_lists[refs]

    @cached_method
    def _number_ref(self, old: int) -> int:
        return self._new.refs[self._refs[old]]
