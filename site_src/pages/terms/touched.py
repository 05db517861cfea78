"""The records that changed when a term was renamed or retired."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from graph.history import History
from graph.terms.work_texts import join_with_spaces
from rules.caching import cached_method
from rules.grouping import grouped
from rules.links import Group, Term, Version
from rules.records import COMPREHENSIVE_RULES
from rules.text import masked_words
from site_src.data.corpus import Corpus


class _Step(NamedTuple):
    """What a version came from: the version before it, the rule that was split, or the rules that were merged.

    Attributes:
        edition: An edition that has the sources.
        sources: Their keys in that edition.
        after: The version.
        is_part: Whether it is the first version of a part of a rule that was split.
    """

    edition: str
    sources: tuple[str, ...]
    after: Version
    is_part: bool = False


class _Reworded(NamedTuple):
    """A version whose words differ from those that it came from.

    Attributes:
        old_key: The key that it came from, or the first of several.
        after: The version.
        is_part: Whether it is a part of a rule that was split.
        old_words: The words that it came from, each between blanks, so that ` tap ` is found only as a word.
        new_words: The words of the version, in the same form.
    """

    old_key: str
    after: Version
    is_part: bool
    old_words: str
    new_words: str


class TouchedRecords:
    """The records that changed when a term was renamed or retired: all of them, not only those with the evidence."""

    def __init__(self, history: History, corpus: Corpus) -> None:
        self._corpus = corpus
        steps = []
        ends = []
        for versions in history.versions.by_lineage.values():
            if history.calendar.work_of[versions[0].first] != COMPREHENSIVE_RULES:
                continue
            previous = history.calendar.previous(versions[0].first)
            steps += [(step.after.first, step) for step in _list_steps(versions, previous)]
            ends.append((versions[-1].last, versions[-1]))
        # for each edition the steps to the versions that began with it
        self._steps_by_edition = grouped(steps)
        # for each edition the last versions of records that ended with it
        self._ends_by_edition = grouped(ends)

    @cached_method
    def find(self, term: Term) -> list[Group]:
        """Return the records in which the term was replaced or that were deleted with it, in document order.

        Each is a group with its key before and in the first edition with the new words.
        """
        records = list(self._find_replaced(term))
        if term.new is None:
            records += self._find_dropped(term)
        lineages = {record.lineage for record in records}
        records += [record for record in self._find_evidence(term) if record.lineage not in lineages]
        positions = {key: index for index, key in enumerate(self._corpus.rows[term.edition])}

        def order_of(record: Group) -> tuple[bool, int, str]:
            (key,) = record.new or record.old
            # deleted records, which have no place in the edition, come last
            return not record.new, positions.get(key, 0), key

        return sorted(records, key=order_of)

    def _find_replaced(self, term: Term) -> Iterator[Group]:
        """Yield the records in which the edition of a term replaced old words by new ones."""
        for reworded in self._find_reworded(term.edition):
            if any(_is_replaced(reworded, old, new) for old, new in _list_forms(term)):
                after = reworded.after
                yield Group((reworded.old_key,), (after.key,), after.kind, after.change, after.lineage)

    @cached_method
    def _find_reworded(self, edition: str) -> list[_Reworded]:
        """Return the versions that an edition reworded."""
        reworded = []
        for step in self._steps_by_edition[edition]:
            old_words = "".join(self._read_words(step.edition, key) for key in step.sources)
            new_words = self._read_words(edition, step.after.key)
            if old_words != new_words:
                reworded.append(_Reworded(step.sources[0], step.after, step.is_part, old_words, new_words))
        return reworded

    def _find_dropped(self, term: Term) -> Iterator[Group]:
        """Yield the records with the old words that ended with the edition of a term."""
        previous = self._corpus.contents[term.edition].previous
        if previous is None:
            return
        for end in self._ends_by_edition[previous]:
            if any(f" {old} " in self._read_words(end.first, end.key) for old, _ in _list_forms(term)):
                yield Group((end.key,), (), "deleted", None, end.lineage)

    def _find_evidence(self, term: Term) -> Iterator[Group]:
        """Yield the records with the evidence for a term.

        The evidence is in the edition of the term or, for a deleted record, in the last edition of the record.
        """
        for sighting in term.evidence:
            row = self._corpus.rows[sighting.edition].get(sighting.key)
            if row is None or not row.lineage:
                continue
            if sighting.edition == term.edition:
                yield Group((sighting.key,), (sighting.key,), "kept", None, row.lineage)
            else:
                yield Group((sighting.key,), (), "deleted", None, row.lineage)

    def _read_words(self, edition: str, key: str) -> str:
        """Return the words of a record of an edition, each between blanks."""
        return self._join_words(self._corpus.rows[edition][key].text)

    @cached_method
    def _join_words(self, number: int) -> str:
        """Return the words of a passage, each between blanks."""
        passage = self._corpus.words(number)
        parts = (passage.heading or "", passage.text, *passage.examples, *passage.notes)
        return join_with_spaces(masked_words("\n".join(parts)))


def _list_steps(versions: Sequence[Version], previous: str | None) -> Iterator[_Step]:
    """Yield the steps to the versions of a lineage.

    Args:
        versions: The versions, oldest first.
        previous: The edition before the first version; None if there is none.
    """
    first = versions[0]
    if previous and first.kind == "split" and first.sources:
        yield _Step(previous, first.sources, first, is_part=True)
    for before, after in pairwise(versions):
        sources: tuple[str, ...] = (before.key,)
        if after.kind == "merged":
            sources = after.sources
        yield _Step(before.last, sources, after)


def _list_forms(term: Term) -> tuple[tuple[str, str], ...]:
    """Return the old and the new words of a term in all their inflections; new ones are empty if it was retired."""
    return term.forms or ((term.old, term.new or ""),)


def _is_replaced(reworded: _Reworded, old: str, new: str) -> bool:
    """Return whether a version has fewer of the old words and more of the new ones.

    One name may contain the other:
    - From `mana value` to `value`, the old words had the new name already, so its count stays. It is enough that there
      are fewer of the old words and that the version has the new ones.
    - From `value` to `mana value`, the new words have the old name still, so its count stays. It is enough that there
      are more of the new words and that the version before had the old ones.

    Args:
        reworded: The version.
        old: The old words.
        new: The new words; empty if there are none.
    """
    before, after = reworded.old_words, reworded.new_words
    has_fewer = before.count(f" {old} ") > after.count(f" {old} ")
    if not new:
        # a part lacks most words of the rule that was split
        return has_fewer and not reworded.is_part
    has_more = after.count(f" {new} ") > before.count(f" {new} ")
    if f" {new} " in f" {old} ":
        return has_fewer and f" {new} " in after
    if f" {old} " in f" {new} ":
        return has_more and f" {old} " in before
    return has_fewer and has_more
