"""The words that a step inserted and deleted, passage by passage, for a search through changes.

Guarantees: every inserted or deleted word of a step is in a `ChangedPassage` of its record, with some words around it.
If records were split or merged, each record has a passage of its own, which shows the text of this record, and also the
words that the other edition has in its place. Of a record that differs in nothing but the typography of the copies,
nothing is shown.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import eq
from typing import NamedTuple

from graph.compare.examples import PassageChange, compare_examples, with_moves
from graph.compare.step_groups import group_links
from graph.compare.trimming import trim_segments
from rules.change import NO_RENAMINGS, Op, Passage, Segment, passage_of, segments, segments_of
from rules.links import ChangedPassage, Group, Link
from rules.records import GlossaryEntry, Rule


class _Changed(NamedTuple):
    """How the words of a passage changed.

    Attributes:
        field: Which passage of the record: `heading`, `text`, `example` or `note`.
        old: The key that had the passage; None for a passage of a new record.
        new: The key that has the passage; None for a passage of an old record.
        segments: All words of the passage, and those that the other edition has in their place.
    """

    field: str
    old: str | None
    new: str | None
    segments: Iterable[Segment]


def list_changed(
    links: Sequence[Link], olds: Mapping[str, Passage], news: Mapping[str, Passage]
) -> tuple[ChangedPassage, ...]:
    """Return the passages in which a step inserted or deleted something.

    Args:
        links: The links of the step, without trivial ones.
        olds: The passages of the older edition by key, in document order.
        news: Those of the newer edition.
    """
    groups = list(group_links(links, list(olds), list(news)))
    all_examples = _compare_passages("examples", groups, olds, news)
    all_notes = _compare_passages("notes", groups, olds, news)
    passages: list[ChangedPassage] = []
    for group, examples, notes in zip(groups, all_examples, all_notes, strict=True):
        if group.change == "unchanged":
            continue  # at most the typography of the copies differs
        changed = list(_compare_texts(group, olds, news))
        changed += _list_passages("example", group, examples)
        changed += _list_passages("note", group, notes)
        for passage in changed:
            trimmed = trim_segments(passage.segments)
            if trimmed:
                passages.append(
                    ChangedPassage(
                        old=passage.old,
                        new=passage.new,
                        kind=group.kind,
                        change=group.change,
                        field=passage.field,
                        parts=trimmed,
                    )
                )
    return tuple(passages)


def list_first(rules: Iterable[Rule], glossary: Iterable[GlossaryEntry]) -> Iterator[ChangedPassage]:
    """Yield all passages of the first edition of a work, as inserted: no step leads to it."""
    records: list[Rule | GlossaryEntry] = [*rules, *glossary]
    for record in records:
        for field, text in list_fields(passage_of(record)):
            if text:
                yield ChangedPassage(
                    old=None, new=record.key, kind="added", change=None, field=field, parts=(("insert", text),)
                )


def list_fields(passage: Passage) -> Iterator[tuple[str, str | None]]:
    """Yield the field and the text of each passage of a record; the heading of a rule without text is its text."""
    if passage.text:
        yield "heading", passage.heading
    yield "text", passage.shown
    for example in passage.examples:
        yield "example", example
    for note in passage.notes:
        yield "note", note


def _compare_passages(
    name: str, groups: Iterable[Group], olds: Mapping[str, Passage], news: Mapping[str, Passage]
) -> list[tuple[PassageChange, ...]]:
    """Return the changed examples (`name` is `examples`), or notes (`notes`), of each group.

    An example that moved from one group to another is one change, which both groups show (`with_moves`). Equal numbers
    and renamed terms only matter for the classes of the changes, which are not used here.
    """
    changes: list[tuple[PassageChange, ...]] = []
    for group in groups:
        old_side = [(key, olds[key]) for key in group.old]
        new_side = [(key, news[key]) for key in group.new]
        changes.append(compare_examples(name, old_side, new_side, same_rule=eq, renamed=NO_RENAMINGS))
    return with_moves(changes)


def _list_passages(field: str, group: Group, changes: Iterable[PassageChange]) -> Iterator[_Changed]:
    """Yield the changed examples or notes of a group.

    Both groups show an example that moved from one to the other. It is only yielded for the group that has it now.
    """
    for change in changes:
        if change.new_number is None or change.new_number in group.new:
            yield _Changed(field, change.old_number, change.new_number, change.segments)


def _compare_texts(group: Group, olds: Mapping[str, Passage], news: Mapping[str, Passage]) -> Iterator[_Changed]:
    """Yield the changed headings and texts of a group.

    A pair of one old and one new record is compared. If a side has several records, or none, each record is listed by
    itself.
    """
    if len(group.old) == len(group.new) == 1:
        yield from _compare_pair(group.old[0], group.new[0], olds, news)
        return
    old_passages = {key: olds[key] for key in group.old}
    new_passages = {key: news[key] for key in group.new}
    old_texts = [passage.shown for passage in old_passages.values()]
    new_texts = [passage.shown for passage in new_passages.values()]
    all_segments = segments_of(old_texts, new_texts)
    same_headings = _headings_of(old_passages) & _headings_of(new_passages)
    yield from _list_side("delete", old_passages, all_segments, same_headings)
    yield from _list_side("insert", new_passages, all_segments, same_headings)


def _compare_pair(
    old_key: str, new_key: str, olds: Mapping[str, Passage], news: Mapping[str, Passage]
) -> Iterator[_Changed]:
    """Yield the heading and the text of a record that continues another one; a heading without a text is the text."""
    old, new = olds[old_key], news[new_key]
    if old.text or new.text:
        yield _Changed("heading", old_key, new_key, segments(old.heading or "", new.heading or ""))
    yield _Changed("text", old_key, new_key, segments(old.shown, new.shown))


def _headings_of(passages: Mapping[str, Passage]) -> set[str | None]:
    """Return the headings that are not shown as the text."""
    return {passage.heading for passage in passages.values() if passage.text}


def _list_side(
    op: Op, passages: Mapping[str, Passage], all_segments: Iterable[Segment], same_headings: set[str | None]
) -> Iterator[_Changed]:
    """Yield the headings and texts of the records of one side.

    Args:
        op: `delete` for the old side, `insert` for the new one.
        passages: The records of the side by key.
        all_segments: How the texts of all records of both sides changed; see `_distribute`.
        same_headings: The headings that both sides have, which did not change.
    """
    if not passages:
        return
    distributed = _distribute(all_segments, op, [len(passage.shown) for passage in passages.values()])
    for (key, passage), words in zip(passages.items(), distributed, strict=True):
        old_key, new_key = (key, None) if op == "delete" else (None, key)
        if passage.text and passage.heading and passage.heading not in same_headings:
            yield _Changed("heading", old_key, new_key, [Segment(op, passage.heading)])
        yield _Changed("text", old_key, new_key, words)


def _distribute(all_segments: Iterable[Segment], op: Op, lengths: Sequence[int]) -> list[list[Segment]]:
    r"""Distribute segments to the records of one side.

    Example: the old records `Draw a card.` and `Rest.` were merged into `Draw two cards. Rest.` For the old side, the
    segments are distributed to

    - equal `Draw `, delete `a card`, insert `two cards`, equal `.` for the first record, and
    - equal `Rest.` for the second one.

    The words of the other side (`two cards`) are shown in the record in which this side lacks them: the insertion may
    have parted words of this record.

    Args:
        all_segments: The segments between the texts of all records of both sides, in which newlines join the records.
        op: `delete` for the old side, `insert` for the new one.
        lengths: The lengths of the texts of the side, in order.

    Returns:
        The segments of each record.
    """
    segments_of_records: list[list[Segment]] = [[] for _ in lengths]
    begins = [0, *accumulate(length + 1 for length in lengths[:-1])]  # of each record, after the newline before it
    ends = [begin + length for begin, length in zip(begins, lengths, strict=True)]
    for segment, offset in _list_offsets(_without_changed_blanks(all_segments, op), op):
        if segment.op not in {op, "equal"}:
            record_at_offset = bisect_right(begins, offset) - 1
            segments_of_records[record_at_offset].append(segment)
            continue
        for segments_of_record, begin, end in zip(segments_of_records, begins, ends, strict=True):
            words = segment.text[max(0, begin - offset) : max(0, end - offset)]
            if words:
                _append_segment(segments_of_record, Segment(segment.op, words))
    return segments_of_records


def _append_segment(segments_of_record: list[Segment], segment: Segment) -> None:
    """Append a segment to those of a record; two equal ones in a row become one."""
    last = segments_of_record[-1] if segments_of_record else None
    if last is not None and last.op == segment.op == "equal":
        segments_of_record[-1] = Segment("equal", last.text + segment.text)
    else:
        segments_of_record.append(segment)


def _without_changed_blanks(all_segments: Iterable[Segment], op: Op) -> Iterator[Segment]:
    r"""Yield the segments, in which blanks and newlines alone are no change.

    If records are merged, a blank takes the place of the newline between them, although no word changes. A segment of
    white space becomes equal on its own side, whose operation is `op`, and is left out on the other side.
    """
    for segment in all_segments:
        if segment.op == "equal" or not segment.text.isspace():
            yield segment
        elif segment.op == op:
            yield Segment("equal", segment.text)


def _list_offsets(all_segments: Iterable[Segment], op: Op) -> Iterator[tuple[Segment, int]]:
    """Yield each segment with the offset at which it begins in the text of a side.

    Example: equal `a `, delete `b ` and equal `c` have the offsets 0, 2 and 4 in the old text (`op` is `delete`), and
    0, 2 and 2 in the new one.
    """
    offset = 0
    for segment in all_segments:
        yield segment, offset
        if segment.op in {op, "equal"}:
            offset += len(segment.text)
