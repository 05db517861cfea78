"""The editions of an older knowledge base as they are packed there, for a new one that numbers everything anew."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from rules.grouping import grouped
from rules.store.schema import RANK_STEP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rules.store.history import HistoryReader
    from rules.store.packing import PackedEditions, PackedRecord


class CarriedEditions:
    """Renumbers the rows of an older knowledge base, each once, in the order in which its records would be packed.

    Args:
        old: The older knowledge base.
        new: The editions of the new one.
    """

    def __init__(self, old: HistoryReader, new: PackedEditions) -> None:
        def read(columns: str) -> dict[int, tuple[Any, ...]]:
            return {number: tuple(row) for number, *row in old.select(f"SELECT id, {columns}")}

        def read_lists(columns: str) -> dict[int | None, list[tuple[int, ...]]]:
            return grouped((number, tuple(row)) for number, *row in old.select(f"SELECT id, {columns}"))

        keys, texts = read("key, number, ordinal, kind, parent FROM keys"), read("title, text FROM packed_texts")
        refs = read("field, raw, kind, targets, quoted_title, status, found, suggestion FROM packed_refs")
        ref_lists = read_lists("ref, start_offset FROM ref_lists ORDER BY id, item")
        self._passages = passages = read_lists("note, item, text_id FROM passage_lists ORDER BY id, note, item")
        self._old = old
        self._is_rule = {number: key[1] is not None for number, key in keys.items()}
        self._key = _once(lambda key: new.keys(keys[key]))
        self._text = text_id = _once(lambda text: new.searched_id(texts[text]))
        ref_id = _once(lambda ref: new.refs(refs[ref]))
        self._below = _once(
            lambda below: new.passage_lists(tuple((note, item, text_id(text)) for note, item, text in passages[below]))
        )
        self._refs = _once(lambda its: new.ref_lists(tuple((ref_id(ref), start) for ref, start in ref_lists[its])))
        query = """SELECT first, last, key_id, text_id, label, tags, passages, refs, NULL FROM runs
                   ORDER BY coalesce(rank, key_id * ?)"""
        runs = old.select(query, RANK_STEP)
        self._runs = grouped((place, run) for first, last, *run in runs for place in range(first, last + 1))

    def records(self, edition: str) -> Iterator[PackedRecord]:
        """Yield the records of an edition, after those of all older editions."""
        ((place,),) = self._old.select("SELECT place FROM line WHERE edition = ?", edition)
        query = "SELECT key_id, first_line, last_line FROM source_lines WHERE place = ?"
        lines = {key: (first, last) for key, first, last in self._old.select(query, place)}
        runs = self._runs.pop(place, [])
        new = [run for run in runs if run[-1] is None and self._is_rule[run[0]]]
        # As for an edition that is read: the texts of all rules come before those of their examples and notes.
        for _, text, *_ in new:
            self._text(text)
        for wanted in (0, 1):
            for run in new:
                for note, _, text in self._passages.get(run[4], ()):
                    if note == wanted:
                        self._text(text)
        for run in runs:
            key, text, label, tags, below, refs, its = run
            if its is None:
                run[-1] = its = [self._text(text), label, tags, self._below(below), self._refs(refs)]
            yield self._key(key), *lines.get(key, (0, 0)), its


def _once(number: Callable[[int], int]) -> Callable[[int | None], Any]:
    """Return a function that makes the new number of each old one when it is first asked for; None of None."""
    return cache(lambda old: None if old is None else number(old))
