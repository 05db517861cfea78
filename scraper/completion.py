"""Filling the gaps of a copy from another copy of the same edition.

History: pages of old editions survive as saved pieces that stop anywhere, even inside a word or a number; a complete
copy often lost its typographic marks.

Guarantees: records are taken only where the reading is known to have a gap, in the other copy's order. Records that the
other copy has elsewhere become variants.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from rules.records import GlossaryEntry, Matter, Rule
from scraper.passages import alphanumerics

Record = Rule | GlossaryEntry | Matter


class Gaps(Struct, frozen=True):
    """The places in which a reading is known to lack records.

    Attributes:
        start: Whether records are missing before its first one.
        end: Whether records are missing after its last one, which itself may be cut.
        anywhere: Whether pages were lost.
        parts: Whether a part listed in its contents is missing.
    """

    start: bool = False
    end: bool = False
    anywhere: bool = False
    parts: bool = False


class Run(Struct, frozen=True):
    """Consecutive records that one copy has and the reading lacks.

    Attributes:
        after: The key of the reading's record before it; None at the beginning.
        keys: Keys of the records.
        first: Whether it comes before all records of the reading.
        last: Whether it comes after all records of the reading.
    """

    after: str | None
    keys: tuple[str, ...]
    first: bool
    last: bool


def runs_of(reading: Sequence[str], other: Sequence[str]) -> Iterator[Run]:
    """Yield the runs that `other` has between, before and after the keys of a reading, in its order."""
    held = set(reading)
    end = reading[-1] if reading else None
    after: str | None = None
    run: list[str] = []
    for key in other:
        if key not in held:
            run.append(key)
            continue
        if run:
            yield Run(after, tuple(run), first=key == reading[0], last=False)
            run = []
        after = key
    if run:
        # Without any record in common it may be on either side.
        yield Run(after, tuple(run), first=after is None, last=after in (end, None))


def is_lacking(run: Run, records: Mapping[str, Record], gaps: Gaps, *, held: bool) -> bool:
    """Return whether a run was lost from a reading, and is no addition of the copy that has it.

    Args:
        run: Records that the reading lacks.
        records: Records of the other copy, by key.
        gaps: The known gaps of the reading.
        held: Whether the reading has any record.
    """
    if run.first and run.last:
        return gaps.start != gaps.end or (gaps.end and not held)
    if gaps.anywhere or (gaps.start and run.first) or (gaps.end and run.last):
        return True
    return gaps.parts and any(is_heading(records[key]) for key in run.keys)


def continues(whole: Record, whole_words: str, cut: Record, cut_words: str) -> bool:
    """Return whether the words of a record that breaks off begin another record, number or term included."""
    long, short = alphanumerics(_label(whole) + whole_words), alphanumerics(_label(cut) + cut_words)
    return len(long) > len(short) and long.startswith(short)


def is_heading(record: Record) -> bool:
    """Return whether a record begins a section or a chapter."""
    return isinstance(record, Rule) and record.kind in ("section", "chapter")


def _label(record: Record) -> str:
    return record.number if isinstance(record, Rule) else ""
