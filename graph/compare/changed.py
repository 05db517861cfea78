"""What a step inserted and deleted, passage by passage, for a search through changes.

Guarantees: every inserted or deleted word of a step is in a `ChangedPassage` of its record, with some words around; of
a record that was split or merged, the passage shows one side.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import eq
from typing import NamedTuple

from graph.compare.examples import PassageChange, changes_of, with_moves
from graph.compare.step_groups import group_links
from graph.compare.trimming import trim_segments
from rules.change import NO_RENAMINGS, Op, Passage, Segment, passage_of, segments, segments_of
from rules.links import ChangedPassage, Group, Link
from rules.records import GlossaryEntry, Rule


class _Changed(NamedTuple):
    """How the words of a passage changed.

    Attributes:
        field: Which passage of the record.
        old: The key that had it; None if only what was inserted is meant.
        new: The key that has it; None if only what was deleted is meant.
        segments: All of its words.
    """

    field: str
    old: str | None
    new: str | None
    segments: Iterable[Segment]


def list_changed(
    links: Sequence[Link], olds: Mapping[str, Passage], news: Mapping[str, Passage]
) -> tuple[ChangedPassage, ...]:
    """Return what a step inserted and deleted.

    Args:
        links: The links of the step, without trivial ones.
        olds: The passages of the older edition by key, in document order.
        news: Those of the newer edition.
    """
    groups = list(group_links(links, list(olds), list(news)))
    all_examples = _compare_below("examples", groups, olds, news)
    all_notes = _compare_below("notes", groups, olds, news)
    passages: list[ChangedPassage] = []
    for group, examples, notes in zip(groups, all_examples, all_notes, strict=True):
        changed = list(_compare_texts(group, olds, news))
        changed += _list_below("example", group, examples)
        changed += _list_below("note", group, notes)
        for field, old, new, words in changed:
            trimmed = trim_segments(words)
            if trimmed:
                passages.append(ChangedPassage(old, new, group.kind, group.change, field, trimmed))
    return tuple(passages)


def list_first(rules: Iterable[Rule], glossary: Iterable[GlossaryEntry]) -> Iterator[ChangedPassage]:
    """Yield all passages of an edition without a step to it, as inserted."""
    records: list[Rule | GlossaryEntry] = [*rules, *glossary]
    for record in records:
        for field, text in _list_fields(passage_of(record)):
            if text:
                yield ChangedPassage(None, record.key, "added", None, field, (("insert", text),))


def _list_fields(passage: Passage) -> Iterator[tuple[str, str | None]]:
    """Yield the field and the text of each passage of a record."""
    if passage.text:
        yield "heading", passage.heading
    yield "text", passage.shown
    for example in passage.examples:
        yield "example", example
    for note in passage.notes:
        yield "note", note


def _compare_below(
    name: str, groups: Iterable[Group], olds: Mapping[str, Passage], news: Mapping[str, Passage]
) -> list[tuple[PassageChange, ...]]:
    """Return the changed examples, or notes, of each group; without renamings, as no classes are needed."""
    changes: list[tuple[PassageChange, ...]] = []
    for group in groups:
        old_side = [(key, olds[key]) for key in group.old]
        new_side = [(key, news[key]) for key in group.new]
        changes.append(changes_of(name, old_side, new_side, eq, NO_RENAMINGS))
    return with_moves(changes)


def _list_below(field: str, group: Group, changes: Iterable[PassageChange]) -> Iterator[_Changed]:
    """Yield examples or notes of a group; one that moved is in two groups, and counts where it is now."""
    for change in changes:
        if change.new_number is None or change.new_number in group.new:
            yield _Changed(field, change.old_number, change.new_number, change.segments)


def _compare_texts(group: Group, olds: Mapping[str, Passage], news: Mapping[str, Passage]) -> Iterator[_Changed]:
    """Yield headings and texts; of several records on a side, or none, each record alone."""
    old_passages = {key: olds[key] for key in group.old}
    new_passages = {key: news[key] for key in group.new}
    if len(group.old) == len(group.new) == 1:
        ((old_key, old),) = old_passages.items()
        ((new_key, new),) = new_passages.items()
        if old.text or new.text:
            yield _Changed("heading", old_key, new_key, segments(old.heading or "", new.heading or ""))
        yield _Changed("text", old_key, new_key, segments(old.shown, new.shown))
        return
    old_texts = [passage.shown for passage in old_passages.values()]
    new_texts = [passage.shown for passage in new_passages.values()]
    whole = segments_of(old_texts, new_texts)
    kept_headings = _headings_of(old_passages) & _headings_of(new_passages)
    yield from _list_side("delete", old_passages, whole, kept_headings)
    yield from _list_side("insert", new_passages, whole, kept_headings)


def _headings_of(passages: Mapping[str, Passage]) -> set[str | None]:
    """Return the headings that are not shown as the text."""
    return {passage.heading for passage in passages.values() if passage.text}


def _list_side(
    op: Op, passages: Mapping[str, Passage], whole: Iterable[Segment], kept_headings: set[str | None]
) -> Iterator[_Changed]:
    """Yield headings and texts of a side, of which something was deleted or inserted.

    Args:
        op: Which side: what was deleted is on the old one.
        passages: The records of the side by key.
        whole: How the texts of all records of both sides changed.
        kept_headings: Those that both sides have.
    """
    if not passages:
        return
    cut_segments = _cut(whole, op, [len(passage.shown) for passage in passages.values()])
    for (key, passage), words in zip(passages.items(), cut_segments, strict=True):
        old_key, new_key = (key, None) if op == "delete" else (None, key)
        if passage.text and passage.heading and passage.heading not in kept_headings:
            yield _Changed("heading", old_key, new_key, [Segment(op, passage.heading)])
        yield _Changed("text", old_key, new_key, words)


def _cut(whole: Iterable[Segment], op: Op, lengths: Sequence[int]) -> list[list[Segment]]:
    """Return the segments of each record of a side, whose texts have some lengths and are joined by newlines."""
    records: list[list[Segment]] = [[] for _ in lengths]
    last = len(lengths) - 1
    record = 0
    room = lengths[record]
    for segment in whole:
        text = segment.text
        is_of_side = segment.op in {op, "equal"}
        while is_of_side and len(text) > room and record < last:
            if room:
                records[record].append(Segment(segment.op, text[:room]))
            text = text[room + 1 :]
            record += 1
            room = lengths[record]
        if text:
            records[record].append(Segment(segment.op, text))
        if is_of_side:
            room -= len(text)
    return records
