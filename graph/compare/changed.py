"""What changed, passage by passage: the examples and notes of linked rules, and all that a step inserted and deleted.

Guarantees: each example of either side is in exactly one `PassageChange`, except unchanged ones, which are left out,
and those that moved to another group, which both groups show. Every inserted or deleted word of a step is in a
`ChangedPassage` of its record, with some words around, which a search through changes reads; of a record that was split
or merged, the passage shows one side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import eq

from msgspec import Struct
from msgspec.structs import replace
from rapidfuzz import fuzz, process

from rules.change import NO_RENAMINGS, Op, Passage, Renamings, Segment, classify, passage_of, segments, segments_of
from rules.change.classes import SameRule
from rules.grouping import grouped
from rules.links import ChangeClass, ChangedPassage, Group, Link, list_components, most_severe
from rules.records import GlossaryEntry, Rule
from rules.text import fold, mask

CONTEXT = 8
"""Number of words kept on either side of a change: a phrase of one word more is found where a change made it."""
GAP = "\n…\n"
"""Stands for the equal words that are left out."""
_WORD = re.compile(r"\s*\S+")


def list_changed(
    links: Sequence[Link], olds: Mapping[str, Passage], news: Mapping[str, Passage]
) -> tuple[ChangedPassage, ...]:
    """Return what a step inserted and deleted.

    Args:
        links: The links of the step, without trivial ones.
        olds: The passages of the older edition by key, in document order.
        news: Those of the newer edition.
    """
    groups = list(_group_links(links, [*olds], [*news]))
    sides = [([(key, olds[key]) for key in group.old], [(key, news[key]) for key in group.new]) for group in groups]
    # without renamings: how an example changed is not asked here
    examples = with_moves([changes_of("examples", *side, eq, NO_RENAMINGS) for side in sides])
    notes = with_moves([changes_of("notes", *side, eq, NO_RENAMINGS) for side in sides])
    return tuple(
        ChangedPassage(old, new, group.kind, group.change, field, trimmed)
        for group, its, beside in zip(groups, examples, notes, strict=True)
        for field, old, new, parts in (
            *_compare_texts(group, olds, news),
            *(("example", change.old_number, change.new_number, change.segments) for change in its),
            *(("note", change.old_number, change.new_number, change.segments) for change in beside),
        )
        # an example or note that moved is in two groups, and counts where it is now
        if (field not in {"example", "note"} or new is None or new in group.new) and (trimmed := trim_segments(parts))
    )


def list_first(rules: Iterable[Rule], glossary: Iterable[GlossaryEntry]) -> Iterator[ChangedPassage]:
    """Yield all passages of an edition without a step to it, as inserted."""
    records: list[Rule | GlossaryEntry] = [*rules, *glossary]
    for record in records:
        passage = passage_of(record)
        fields = [("heading", passage.heading if passage.text else None), ("text", passage.shown)]
        fields += [("example", text) for text in passage.examples] + [("note", text) for text in passage.notes]
        for field, text in fields:
            if text:
                yield ChangedPassage(None, record.key, "added", None, field, (("insert", text),))


def trim_segments(parts: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return the changes with `CONTEXT` words on either side, gaps between; nothing if all is equal."""
    parts = tuple(parts)
    if all(part.op == "equal" for part in parts):
        return ()
    return tuple(
        Segment("equal", _trim(part.text, first=at == 0, last=at == len(parts) - 1)) if part.op == "equal" else part
        for at, part in enumerate(parts)
    )


def _trim(text: str, *, first: bool, last: bool) -> str:
    words = [match.span() for match in _WORD.finditer(text)]
    kept = CONTEXT if first or last else 2 * CONTEXT
    if len(words) <= kept:
        return text
    begin = "" if first else text[: words[CONTEXT - 1][1]]
    end = "" if last else text[words[-CONTEXT][0] :]
    return begin + GAP + end.lstrip()


def _group_links(links: Sequence[Link], olds: Sequence[str], news: Sequence[str]) -> Iterator[Group]:
    """Yield the records that links connect, in the order of the old side, then what was added."""
    sure = {link.old for link in links if link.new is not None and link.kind != "ambiguous"}
    kept = [link for link in links if link.kind != "ambiguous" or link.old not in sure]
    both = [link for link in kept if link.old is not None and link.new is not None]
    by_old = grouped((link.old or "", link) for link in both)
    by_new = grouped((link.new or "", link) for link in both)
    old_places, new_places = ({key: place for place, key in enumerate(keys)} for keys in (olds, news))
    starts = sorted(by_old, key=old_places.__getitem__)
    for members in list_components(
        starts, lambda old: (other.old for link in by_old[old] for other in by_new[link.new or ""] if other.old)
    ):
        connected = [link for old in members for link in by_old[old]]
        classes = [link.change for link in connected]
        yield Group(
            tuple(sorted({link.old for link in connected if link.old}, key=old_places.__getitem__)),
            tuple(sorted({link.new for link in connected if link.new}, key=new_places.__getitem__)),
            connected[0].kind,
            None if None in classes else most_severe([change for change in classes if change]),
        )
    for link in links:
        if link.new is None and link.old is not None:
            yield Group((link.old,), (), "deleted", None)
        elif link.new is not None and link.new not in by_new:
            yield Group((), (link.new,), "added", None)


_Changed = tuple[str, str | None, str | None, Iterable[Segment]]
"""Field of a passage, the keys that had it and have it, and how its words changed."""


def _compare_texts(group: Group, olds: Mapping[str, Passage], news: Mapping[str, Passage]) -> Iterator[_Changed]:
    """Yield headings and texts; of several records on a side, or none, each record alone."""
    if len(group.old) == len(group.new) == 1:
        both = group.old[0], group.new[0]
        old, new = olds[both[0]], news[both[1]]
        if old.text or new.text:
            yield "heading", *both, segments(old.heading or "", new.heading or "")
        yield "text", *both, segments(old.shown, new.shown)
        return
    before, after = [olds[key].shown for key in group.old], [news[key].shown for key in group.new]
    whole = segments_of(before, after)
    headings = [
        [side[key].heading for key in keys if side[key].text] for keys, side in ((group.old, olds), (group.new, news))
    ]
    kept = set(headings[0]) & set(headings[1])
    sides: tuple[tuple[Op, tuple[str, ...], list[str], Mapping[str, Passage]], ...] = (
        ("delete", group.old, before, olds),
        ("insert", group.new, after, news),
    )
    for op, keys, texts, passages in sides:
        if not keys:
            continue
        for key, parts in zip(keys, _cut(whole, op, [len(text) for text in texts]), strict=True):
            before_key, after_key = (key, None) if op == "delete" else (None, key)
            heading = passages[key].heading
            if passages[key].text and heading and heading not in kept:
                yield "heading", before_key, after_key, [Segment(op, heading)]
            yield "text", before_key, after_key, parts


def _cut(whole: Iterable[Segment], op: Op, lengths: Sequence[int]) -> list[list[Segment]]:
    """Return the segments of each record of a side, whose texts have some lengths and are joined by newlines."""
    records: list[list[Segment]] = [[] for _ in lengths]
    at = used = 0
    for segment in whole:
        text = segment.text
        while segment.op in {op, "equal"} and len(text) > lengths[at] - used and at < len(lengths) - 1:
            here = lengths[at] - used
            if here:
                records[at].append(Segment(segment.op, text[:here]))
            text, at, used = text[here + 1 :], at + 1, 0
        if text:
            records[at].append(Segment(segment.op, text))
            used += len(text) if segment.op in {op, "equal"} else 0
    return records


_ALIKE = 60.0
"""Minimum similarity in percent for an example to be a changed old one and not a new one."""
_SAME_ELSEWHERE = 85.0
"""The same for an example in another rule, for which its words are the only evidence."""

Placed = tuple[str, str]
"""Key of the rule, text of the example."""


class PassageChange(Struct, frozen=True, rename={"change": "class"}):
    """A changed example or note.

    Attributes:
        old: Its text in the edition compared from; null if it was added.
        new: Its text in the edition compared to; null if it was removed.
        change: How much it changed; null if it was added or removed.
        segments: What was kept, deleted and inserted, which rebuilds both texts.
        moved_from: The rule that had it, if it came from one that is not continued here.
        moved_to: The rule that has it now, if it went to one that does not continue this one.
        old_number: The rule that had it.
        new_number: The rule that has it.
    """

    old: str | None
    new: str | None
    change: ChangeClass | None
    segments: tuple[Segment, ...]
    moved_from: str | None
    moved_to: str | None
    old_number: str | None
    new_number: str | None


def make_change(
    old: str | None, new: str | None, change: ChangeClass | None, old_number: str | None, new_number: str | None
) -> PassageChange:
    """Return the change of an example that did not move to another rule; the arguments are those of the record."""
    return PassageChange(old, new, change, segments(old or "", new or ""), None, None, old_number, new_number)


def changes_of(
    name: str,
    olds: Iterable[tuple[str, Passage]],
    news: Iterable[tuple[str, Passage]],
    same_rule: SameRule,
    renamed: Renamings,
) -> tuple[PassageChange, ...]:
    """Pair the examples, or notes, of a group of rules: first those with the same words, then the most similar.

    Args:
        name: `examples` or `notes`.
        olds: The rules in the edition compared from: their keys and words.
        news: Those in the edition compared to.
        same_rule: Whether two numbers name the same rule.
        renamed: The terms renamed between the two editions.

    Returns:
        The changed ones in the order of the new side, then the removed ones.
    """
    old, new = ([(key, text) for key, its in side for text in getattr(its, name)] for side in (olds, news))
    sources = {target: source for source, target in _pair_places(old, new).items()}
    changes: list[PassageChange] = []
    for at, (key, text) in enumerate(new):
        before_key, before = old[sources[at]] if at in sources else (None, None)
        if before != text:
            its = (
                classify([Passage(text=before)], [Passage(text=text)], same_rule, renamed)
                if before is not None
                else None
            )
            changes.append(make_change(before, text, its, before_key, key))
    kept = {*sources.values()}
    changes.extend(make_change(text, None, None, key, None) for at, (key, text) in enumerate(old) if at not in kept)
    return tuple(changes)


def _pair_places(old: Sequence[Placed], new: Sequence[Placed]) -> dict[int, int]:
    """Return place on the old side → place on the new side, for the examples that belong together."""
    pairs: dict[int, int] = {}
    same = grouped((text, at) for at, (_, text) in reversed([*enumerate(new)]))
    for at, (_, text) in enumerate(old):
        if same[text]:
            pairs[at] = same[text].pop()
    left = [at for at in range(len(old)) if at not in pairs]
    free = sorted({*range(len(new))} - {*pairs.values()})
    likely = _pair_by_likeness([old[at][1] for at in left], [new[at][1] for at in free], _ALIKE)
    return pairs | {left[row]: free[column] for row, column in likely}


def _pair_by_likeness(olds: Sequence[str], news: Sequence[str], least: float) -> Iterator[tuple[int, int]]:
    """Yield pairs of places in descending order of likeness, each text once; of equal pairs, the first in order."""
    if not olds or not news:
        return
    ours, theirs = ([mask(fold(text)) for text in texts] for texts in (olds, news))
    scores = [
        (-score, row, column)
        for row, text in enumerate(ours)
        for _, score, column in process.extract_iter(
            text, theirs, scorer=fuzz.ratio, processor=None, score_cutoff=least
        )
    ]
    done_old: set[int] = set()
    done_new: set[int] = set()
    for _, row, column in sorted(scores):
        if row not in done_old and column not in done_new:
            done_old.add(row)
            done_new.add(column)
            yield row, column


def with_moves(groups: Sequence[Sequence[PassageChange]]) -> list[tuple[PassageChange, ...]]:
    """Return the changes of all groups, with the examples that left one group for another joined on both sides.

    Both groups show such an example: the group that lost it with the rule that it is in now, and the reverse.
    """
    moved = [list(group) for group in groups]
    removed = [(group, at, its) for group in moved for at, its in enumerate(group) if its.new is None]
    added = [(group, at, its) for group in moved for at, its in enumerate(group) if its.old is None]
    texts = [its.old or "" for *_, its in removed], [its.new or "" for *_, its in added]
    for source, target in _pair_by_likeness(*texts, _SAME_ELSEWHERE):
        (before, out, lost), (after, into, won) = removed[source], added[target]
        change: ChangeClass = "unchanged" if lost.old == won.new else "wording"
        whole = make_change(lost.old, won.new, change, lost.old_number, won.new_number)
        before[out] = replace(whole, moved_to=won.new_number)
        after[into] = replace(whole, moved_from=lost.old_number)
    return [tuple(group) for group in moved]
