"""The text of a version as markup, with the changes since the previous version."""

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import eq
from typing import Literal

from markupsafe import Markup
from msgspec import Struct

from graph.compare.examples import compare_examples
from rules.change import NO_RENAMINGS, Passage, Segment, segments
from rules.change.typography import list_slight
from site_src.markup.passages import symbols_html

State = Literal["same", "changed", "added", "removed"]

_MARKED = {"equal": Markup("{}"), "insert": Markup("<ins>{}</ins>"), "delete": Markup("<del>{}</del>")}


class ComparedPart(Struct, frozen=True):
    """A heading, a text, an example or a note.

    Attributes:
        name: `heading`, `text`, `example` or `note`, or its label.
        html: Its text, including deleted words.
        state: What changed. In a first version every part is `same`.
    """

    name: str
    html: Markup
    state: State = "same"


def parts_of(before: Passage | None, after: Passage | None) -> tuple[ComparedPart, ...]:
    """Return the parts of a version.

    Args:
        before: The previous version; None for the first.
        after: The version; None for nothing.

    Returns:
        In document order, removed parts after those of the same kind; nothing if no word changed.
    """
    if after is None or before == after:
        return ()
    was = before or after
    sides = (("heading", was.heading, after.heading), ("text", was.text, after.text))
    return (
        *(_make_part(name, old or "", new or "") for name, old, new in sides if old or new),
        *_compare_texts("example", was.examples, after.examples),
        *_compare_texts("note", was.notes, after.notes),
    )


def _make_part(name: str, old: str, new: str) -> ComparedPart:
    """Return a part with the differences between its two texts marked; an empty text is a missing part."""
    if old == new:
        return ComparedPart(name, symbols_html(new))
    if not old or not new:
        whole = Segment("insert" if new else "delete", new or old)
        return ComparedPart(name, mark_segments([whole]), "added" if new else "removed")
    return ComparedPart(name, mark_segments(_without_slight(segments(old, new))), "changed")


def _without_slight(marked: Sequence[Segment]) -> list[Segment]:
    """Return segments in which other quotation marks, dashes and the like count as equal, if words changed besides."""
    shown = []
    for segment, is_slight in zip(marked, list_slight([(segment.op, segment.text) for segment in marked]), strict=True):
        if not is_slight:
            shown.append(segment)
        elif segment.op == "insert":
            shown.append(Segment("equal", segment.text))
    return shown


def _compare_texts(name: str, olds: Sequence[str], news: Sequence[str]) -> Iterator[ComparedPart]:
    """Yield the examples, or notes, of a version, each compared with its former text; then those that were removed.

    If `["A ship sails.", "It rains."]` becomes `["A ship docks.", "It rains."]`, the first part is `changed`, and the
    second one is the `same`.
    """
    before = Passage(examples=tuple(olds))
    after = Passage(examples=tuple(news))
    # without unchanged texts; the changed and the added ones are in the order of `news`
    changes = compare_examples("examples", [("", before)], [("", after)], eq, NO_RENAMINGS)
    changed_or_added = iter([change for change in changes if change.new is not None])
    # how often each unchanged text is still to come: if a text occurs more often than before, its last occurrences are
    # the added ones
    unchanged = Counter(olds) & Counter(news)
    for new in news:
        if unchanged[new]:
            unchanged[new] -= 1
            yield _make_part(name, new, new)
        else:
            former = next(changed_or_added).old or ""
            yield _make_part(name, former, new)
    for change in changes:
        if change.new is None:
            yield _make_part(name, change.old or "", "")


def mark_segments(marked: Sequence[Segment]) -> Markup:
    """Return segments as text with `<ins>` and `<del>`."""
    return Markup("").join(_MARKED[segment.op].format(symbols_html(segment.text)) for segment in marked)
