"""The gaps of a reading, which other copies of the edition fill."""

from collections.abc import Collection, Iterable, Sequence
from typing import Generic, Literal

from msgspec import Struct

from rules.records import Rule
from scraper.collation.agreement import continues
from scraper.collation.columns import Column, R, is_heading

Gap = Literal["start", "end", "anywhere", "parts"]
"""A place in which a reading is known to lack records. `start`: before its first record; `end`: after its last one,
which may itself be cut; `anywhere`: pages were lost; `parts`: a chapter or section that its contents list."""


class _Run(Struct):
    """Consecutive records of a copy that the reading lacks, between two records that both have.

    Attributes:
        after: Match key of the record that they follow; None at the beginning of the copy.
        keys: Their match keys.
        before: Match key of the record that follows them; None at the end of the copy.
    """

    after: str | None
    keys: list[str]
    before: str | None

    @property
    def is_whole_copy(self) -> bool:
        """Whether the copy has no record that the reading has."""
        return self.after is None and self.before is None


class OpenReading(Generic[R]):
    """The records of one sort in a reading, while other copies complete it.

    Attributes:
        records: The records by their match keys, in order.
        gaps: Where records are missing.
        adopted_from: Match key → the file from which the record was adopted; records of the base are not in it.
    """

    def __init__(self, columns: Sequence[Column[R]]) -> None:
        """Begin with the records of the base.

        Args:
            columns: The records of all copies, those of the base first.
        """
        self.records: dict[str, R] = dict(columns[0].records)
        self.gaps = _find_gaps(columns)
        self.adopted_from: dict[str, str] = {}

    def adopt(self, key: str, column: Column[R]) -> None:
        """Use the record of another copy in place of the one that the reading has."""
        self.records[key] = column.records[key]
        self.adopted_from[key] = column.facts.file

    def fill(self, column: Column[R]) -> None:
        """Fill the gaps with the records of a copy; a gap that the copy fills completely is no gap any more."""
        if "end" in self.gaps:
            self._complete_last(column)
        missing = self._list_missing(column)
        self._insert(missing, column)
        if None in missing:
            self.gaps.discard("start")
        has_end_of_copy = _last_of(self.records) == _last_of(column.records)
        if has_end_of_copy and column.document.condition != "truncated":
            self.gaps.discard("end")

    def _insert(self, missing: dict[str | None, list[str]], column: Column[R]) -> None:
        """Insert records of a copy.

        Args:
            missing: Key of the reading → keys of the copy that follow it, as `_list_missing` returns them.
            column: The copy.
        """
        merged = {key: column.records[key] for key in missing.get(None, ())}
        for key, record in self.records.items():
            merged[key] = record
            for following in missing.get(key, ()):
                merged[following] = column.records[following]
        for keys in missing.values():
            self.adopted_from |= dict.fromkeys(keys, column.facts.file)
        self.records = merged

    def _complete_last(self, column: Column[R]) -> None:
        """Complete the last record from a copy, if that record breaks off.

        A record that is cut in its words is replaced by that of the copy. A record that is cut in its number, such as
        `702.1` of `702.19`, is removed, so that the record of the copy can be inserted.
        """
        last = _last_of(self.records)
        if last is None:
            return
        cut = self.records[last]
        if last in column.records:
            if continues(column.records[last], cut):
                self.adopt(last, column)
            return
        following = self._find_record_after_last_but_one(column)
        if following is not None and continues(following, cut):
            del self.records[last]

    def _find_record_after_last_but_one(self, column: Column[R]) -> R | None:
        """Return the record that a copy has in the place of the last one; None if it has none there."""
        *before, _ = self.records
        if not before or before[-1] not in column.records:
            return None
        keys = list(column.records)
        position = keys.index(before[-1]) + 1
        if position == len(keys):
            return None
        return column.records[keys[position]]

    def _list_missing(self, column: Column[R]) -> dict[str | None, list[str]]:
        """Return the records of a copy that belong into gaps: key of the reading → keys of the copy that follow it.

        Records before the first one of the reading follow None.
        """
        missing: dict[str | None, list[str]] = {}
        for run in _list_runs(column.records, self.records):
            if not run.keys or not self._is_missing(run, column):
                continue
            after = run.after
            if run.is_whole_copy and "start" not in self.gaps:
                after = _last_of(self.records)
            missing.setdefault(after, []).extend(run.keys)
        return missing

    def _is_missing(self, run: _Run, column: Column[R]) -> bool:
        """Return whether a run belongs into a gap."""
        if run.is_whole_copy:
            # The run can be before or after the whole reading, so it is used only if just one of these is a gap.
            has_one_gap = len(self.gaps & {"start", "end"}) == 1
            return has_one_gap or ("end" in self.gaps and not self.records)
        if "anywhere" in self.gaps:
            return True
        precedes_reading = run.before is not None and run.before == _first_of(self.records)
        if "start" in self.gaps and precedes_reading:
            return True
        follows_reading = run.before is None and run.after == _last_of(self.records)
        if "end" in self.gaps and follows_reading:
            return True
        return "parts" in self.gaps and any(is_heading(column.records[key]) for key in run.keys)


def _find_gaps(columns: Sequence[Column[R]]) -> set[Gap]:
    """Return the gaps of the base in one sort of records.

    Args:
        columns: The records of all copies, those of the base first.
    """
    base = columns[0].document
    codes = {problem.code for problem in base.diagnostics}
    gaps = set[Gap]()
    if base.rules and not is_heading(base.rules[0]):
        gaps.add("start")
    lacks_glossary = not base.glossary and any(column.document.glossary for column in columns)
    if (base.condition == "truncated" or lacks_glossary) and not _is_followed_by_glossary(columns[0]):
        gaps.add("end")
    if "page-unreadable" in codes:
        gaps.add("anywhere")
    if "contents-disagree" in codes:
        gaps.add("parts")
    return gaps


def _is_followed_by_glossary(column: Column[R]) -> bool:
    """Return whether these are the rules of a copy that has a glossary after them, so that they do not break off."""
    are_rules = any(isinstance(record, Rule) for record in column.records.values())
    return are_rules and bool(column.document.glossary)


def _list_runs(keys: Iterable[str], common: Collection[str]) -> list[_Run]:
    """Return the runs of keys between common ones; a run may be empty.

    If `b` and `c` of the keys a, b, c, d are common, the runs have a, nothing, and d.

    Args:
        keys: The keys of a copy, in order.
        common: The keys of the reading.
    """
    runs = [_Run(None, [], None)]
    for key in keys:
        if key in common:
            runs[-1].before = key
            runs.append(_Run(key, [], None))
        else:
            runs[-1].keys.append(key)
    return runs


def _first_of(keys: Iterable[str]) -> str | None:
    return next(iter(keys), None)


def _last_of(records: dict[str, R]) -> str | None:
    return next(reversed(records), None)
