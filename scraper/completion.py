"""What a copy that lost a part can take from another copy of the same edition.

History: pages of old editions survive as saved pieces that stop anywhere, in a word or in a number; a copy that is
whole often lost its typographic marks.

Guarantees: only what lies where the reading is known to lack something is taken, in the other copy's order. What the
other copy has elsewhere is left to be told as a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.records import GlossaryEntry, Matter, Rule
from scraper.passages import bones

Record = Rule | GlossaryEntry | Matter


@dataclass(frozen=True, slots=True)
class Gaps:
    """Where a reading is known to lack something.

    Attributes:
        start: Before its first record.
        end: After its last record, which itself may be cut.
        anywhere: Pages were lost.
        parts: A part that its contents promise is lacking.
    """

    start: bool = False
    end: bool = False
    anywhere: bool = False
    parts: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring records that one copy has and the reading lacks.

    Attributes:
        after: The key of the reading's record before it; None at the beginning.
        keys: Of the records.
        first: It lies before all that the reading has.
        last: It lies after all that the reading has.
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
        # Where the two have nothing in common it may be either side.
        yield Run(after, tuple(run), first=after is None, last=after in (end, None))


def is_lacking(run: Run, records: Mapping[str, Record], gaps: Gaps, *, held: bool) -> bool:
    """Return whether a run is something that a reading lost, and no addition of the copy that has it.

    Args:
        run: What the reading does not have.
        records: Those of the other copy, by key.
        gaps: Where the reading is known to lack something.
        held: The reading has some record.
    """
    if run.first and run.last:
        return gaps.start != gaps.end or (gaps.end and not held)
    if gaps.anywhere or (gaps.start and run.first) or (gaps.end and run.last):
        return True
    return gaps.parts and any(is_heading(records[key]) for key in run.keys)


def continues(whole: Record, whole_words: str, cut: Record, cut_words: str) -> bool:
    """Return whether the words of a record that breaks off begin another record, number or term included."""
    long, short = bones(_label(whole) + whole_words), bones(_label(cut) + cut_words)
    return len(long) > len(short) and long.startswith(short)


def is_heading(record: Record) -> bool:
    """Return whether a record begins a section or a chapter."""
    return isinstance(record, Rule) and record.kind in ("section", "chapter")


def _label(record: Record) -> str:
    return record.number if isinstance(record, Rule) else ""
