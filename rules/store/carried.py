"""Carrying editions over from an older knowledge base: their packed records get the ids and numbers of the new one.

A knowledge base stores each record once for a *run* of editions in which the record is the same, such as 702.37a from
2009-07-11 to 2011-06-16, and each edition has a *place*, which counts the editions from 0 (`rules.store.packing`).
Records name their keys, texts and lists by ids that differ from one knowledge base to the next: the text with id 17 in
the older one may have id 12 in the new one.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

from rules.caching import cached_method
from rules.grouping import grouped
from rules.store.history import HistoryReader
from rules.store.packed_rows import (
    Content,
    PackedKey,
    PackedPassage,
    PackedRecord,
    PackedReference,
    PlacedReference,
)
from rules.store.packing import PackedEditions
from rules.store.schema import NOTE, RANK_STEP

_KEYS = "SELECT id, key, number, ordinal, kind, parent FROM keys"
_TEXTS = "SELECT id, title, text FROM packed_texts"
_REFS = "SELECT id, field, raw, kind, targets, quoted_title, status, found, suggestion FROM packed_refs"
_REF_LISTS = "SELECT id, ref, start_offset FROM ref_lists ORDER BY id, item"
_PASSAGES = "SELECT id, note, item, text_id FROM passage_lists ORDER BY id, note, item"
# The ids of keys are in the common order of all documents. A run has a rank only where its editions depart from it.
_RUNS = """SELECT first, last, key_id, text_id, label, tags, passages, refs FROM runs
           ORDER BY coalesce(rank, key_id * ?)"""
_LINES = "SELECT key_id, first_line, last_line FROM source_lines WHERE place = ?"
_UNKNOWN_LINES = (0, 0)
"""First and last line of a record whose lines are unknown, as in `PackedRecord`."""


class _CarriedRun(Struct):
    """A row of `runs` of the older knowledge base: a record that is the same in a run of editions.

    The ids are those of the older knowledge base, except in `content`.

    Attributes:
        key: Id of its key in `keys`.
        text: Id of title and text in `packed_texts`.
        label: The printed label of a rule.
        tags: Its provenance tags as a JSON array, or None.
        passages: Id of its list of examples and notes in `passage_lists`, or None.
        refs: Id of its list of references in `ref_lists`, or None.
        content: All of these except the key, with the ids of the new knowledge base; None until the record is carried
            over for the first of its editions.
    """

    key: int
    text: int
    label: str
    tags: str | None
    passages: int | None
    refs: int | None
    content: Content | None = None


class CarriedEditions:
    """Packed records of an older knowledge base, with the ids of a new one.

    New ids are given in the order of first use, exactly as if the editions were read and packed again. So call
    `records` once for each edition, oldest first, and use the records in their order.

    Args:
        old: The older knowledge base.
        new: The packed editions of the new knowledge base.
    """

    def __init__(self, old: HistoryReader, new: PackedEditions) -> None:
        self._old = old
        self._new = new
        # The packed rows of the older knowledge base, by the ids that they have there.
        self._keys = {key_id: PackedKey(*key) for key_id, *key in old.select(_KEYS)}
        self._texts = {text_id: (title, text) for text_id, title, text in old.select(_TEXTS)}
        self._refs = {ref_id: PackedReference(*reference) for ref_id, *reference in old.select(_REFS)}
        self._ref_lists = grouped((list_id, PlacedReference(*placed)) for list_id, *placed in old.select(_REF_LISTS))
        self._passages = grouped((list_id, PackedPassage(*passage)) for list_id, *passage in old.select(_PASSAGES))
        self._runs_at = self._read_runs()

    def _read_runs(self) -> dict[int, list[_CarriedRun]]:
        """Return place of an edition → the runs of the records that it has, in the order of its document."""
        runs_at: dict[int, list[_CarriedRun]] = defaultdict(list)
        for first, last, key, text, label, tags, passages, refs in self._old.select(_RUNS, RANK_STEP):
            run = _CarriedRun(key=key, text=text, label=label, tags=tags, passages=passages, refs=refs)
            for place in range(first, last + 1):
                runs_at[place].append(run)
        return runs_at

    def records(self, edition: str) -> Iterator[PackedRecord]:
        """Yield the packed records of an edition in the order of the document.

        Call this only once for each edition, because its runs are dropped to save memory. New texts are registered in
        the new knowledge base first, then the records are made.

        Args:
            edition: Id of the edition; all older editions must have been carried over or added before.
        """
        ((place,),) = self._old.select("SELECT place FROM line WHERE edition = ?", edition)
        lines = {key: (first, last) for key, first, last in self._old.select(_LINES, place)}
        runs = self._runs_at.pop(place, [])
        self._register_texts([run for run in runs if run.content is None and self._is_rule(run)])
        for run in runs:
            if run.content is None:
                run.content = self._renumber(run)
            first_line, last_line = lines.get(run.key, _UNKNOWN_LINES)
            yield PackedRecord(self._new_key(run.key), first_line, last_line, run.content)

    def _renumber(self, run: _CarriedRun) -> Content:
        """Return the content of a run with the ids of the new knowledge base."""
        return Content(
            text=self._new_text(run.text),
            label=run.label,
            tags=run.tags,
            passages=None if run.passages is None else self._new_passages(run.passages),
            refs=None if run.refs is None else self._new_ref_list(run.refs),
        )

    def _is_rule(self, run: _CarriedRun) -> bool:
        return self._keys[run.key].number is not None

    def _register_texts(self, rules: Sequence[_CarriedRun]) -> None:
        """Give ids to the texts of rules in the order of `PackedEditions.add`: all texts, all examples, all notes.

        So the new knowledge base has the same bytes as one for which the editions were read and packed again.
        """
        for rule in rules:
            self._new_text(rule.text)
        passages: list[PackedPassage] = []
        for rule in rules:
            if rule.passages is not None:
                passages += self._passages[rule.passages]
        examples = [passage for passage in passages if passage.note != NOTE]
        notes = [passage for passage in passages if passage.note == NOTE]
        for passage in (*examples, *notes):
            self._new_text(passage.text)

    # Each of the following methods takes an id of the older knowledge base, and returns the id or number that the same
    # key, text, list or reference has in the new one. The mappings of `PackedEditions` number new values by themselves.
    # The texts are also made known to the search, as those of editions that are read.

    @cached_method
    def _new_key(self, old: int) -> int:
        return self._new.keys[self._keys[old]]

    @cached_method
    def _new_text(self, old: int) -> int:
        return self._new.register_searched(self._texts[old])

    @cached_method
    def _new_passages(self, old: int) -> int:
        passages = [passage._replace(text=self._new_text(passage.text)) for passage in self._passages[old]]
        return self._new.passage_lists[tuple(passages)]

    @cached_method
    def _new_ref_list(self, old: int) -> int:
        refs = [placed._replace(ref=self._new_ref(placed.ref)) for placed in self._ref_lists[old]]
        return self._new.ref_lists[tuple(refs)]

    @cached_method
    def _new_ref(self, old: int) -> int:
        return self._new.refs[self._refs[old]]
