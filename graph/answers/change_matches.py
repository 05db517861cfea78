"""The places of a change that have the words of a query."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from graph.answers.compared_changes import ComparedChange
from graph.answers.search import Match, Side, Where
from rules.change import Segment, segments
from rules.keys import is_entry, number_of, term_of
from rules.store.query import number_in

if TYPE_CHECKING:
    from graph.search.match import Wanted


def list_matches(change: ComparedChange, grep: str, where: Where) -> tuple[Match, ...]:
    """Return where the passages of a change have the words that were asked for; empty if none has them.

    If no passage has them, and they are the number of a rule of the change, such as `702.19`, the text of the change
    matches, without marks.
    """
    from graph.search.match import SIDES, read_side, read_wanted  # noqa: PLC0415 - slow

    wanted = read_wanted(grep)
    sides = [side for side in SIDES if where in {"either", side}]
    only_changed = where != "either"
    matches: list[Match] = []
    for field, segments_of_field in _list_passages(change):
        for side in sides:
            match = _match_side(field, segments_of_field, side, wanted, only_changed=only_changed)
            if match.marks:
                matches.append(match)
    if not matches and _has_number(change, grep, where):
        has_new_text = bool(change.new) and where != "deleted"
        shown: Side = "inserted" if has_new_text else "deleted"
        without_marks = replace(read_side("text", change.segments, shown), marks=())
        return (without_marks,)
    return tuple(matches)


def _match_side(
    field: str, passage: Sequence[Segment], side: Side, wanted: "Sequence[Wanted]", *, only_changed: bool
) -> Match:
    """Return one side of a passage, with marks if it has all of the words that were asked for.

    Args:
        field: The field of the passage.
        passage: The segments of the passage.
        side: The side.
        wanted: The words.
        only_changed: Whether only words count that the change inserted or deleted.
    """
    from graph.search.match import find_anywhere, find_changed, read_side  # noqa: PLC0415 - slow

    unmarked = read_side(field, passage, side)
    changed = find_changed(unmarked, wanted, passage)
    marks = changed if only_changed else find_anywhere(unmarked, wanted)
    return replace(unmarked, marks=marks, changed=changed)


def _has_number(change: ComparedChange, grep: str, where: Where) -> bool:
    """Return whether the words asked for are the number of a rule of the change, before the change or after it.

    Args:
        change: The change.
        grep: The words.
        where: The side that counts: only a rule with that number on this side is one of the change.
    """
    number = number_in(grep)
    if number is None:
        return False
    old = () if where == "inserted" else change.old
    new = () if where == "deleted" else change.new
    return any(number_of(record.number) == number for record in (*old, *new))


def _list_passages(change: ComparedChange) -> Iterator[tuple[str, Sequence[Segment]]]:
    """Yield the field and the segments of each passage of a change.

    The term of a glossary entry that was added or deleted is a heading, though the change has no changed heading.
    """
    key = (change.new or change.old)[0].number
    if change.heading is not None:
        yield "heading", segments(change.heading.old or "", change.heading.new or "")
    elif is_entry(key) and not (change.old and change.new):
        yield "heading", (Segment("delete" if change.old else "insert", term_of(key)),)
    yield "text", change.segments
    for example in change.examples:
        yield "example", example.segments
    for note in change.notes:
        yield "note", note.segments
