"""References that the publisher did not update when the cited rule moved, so that the number is now another rule's.

Such a fault is invisible in a single edition, because the number exists and no title contradicts it; it shows only in
comparison with the previous edition. It counts if the references of the passage are printed exactly as before, so that
nobody revised them, and the rule that one of them named has another number now. It also counts if there was no rule of
that number when the passage was written, another rule got it later, and a later edition corrected the reference to a
third one.

Not counted: a number with a title (a title that disagrees is another fault); a number whose rule was split into both,
or moved one level up or down; one under the same parent as the reference itself (`if not, proceed to 616.1d` means the
next step, whichever rule that is).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from graph.audit.meant import find_in_neighbour
from graph.audit.times import Times, WrongTarget, normalize_reference, passage_kind
from rules.grouping import grouped
from rules.numbers import is_index, is_number, is_term, parent_of, without_letters
from rules.records import Resolution

Passages = dict[tuple[str, str], list["Resolution"]]
"""Lineage of a record and kind of passage → the references to numbers in it, in order."""
Place = tuple[str, str, int]
"""Lineage, kind of passage, and index of the reference in it: identifies a reference through the editions."""


def drifts(times: Times, editions: Sequence[str]) -> dict[str, list[WrongTarget]]:
    """Return the drifted references of each edition of a work.

    Args:
        times: The editions.
        editions: All editions of the work, oldest first.
    """
    marks_of: dict[str, dict[Place, WrongTarget]] = {}
    until: dict[tuple[Place, str], str] = {}
    marks: dict[Place, WrongTarget] = {}
    previous: tuple[str, Passages] | None = None
    for edition in editions:
        passages = _read_passages(times, edition)
        marks = dict(_carry_marks(times, marks, previous, (edition, passages))) if previous else {}
        marks_of[edition] = marks
        until.update({(place, mark.since): edition for place, mark in marks.items()})
        previous = edition, passages
    return {
        edition: [
            replace(mark, until=until[place, mark.since])
            for place, mark in of_it.items()
            if mark.meant is not None or _is_mended(times, edition, mark.broken, until[place, mark.since])
        ]
        for edition, of_it in marks_of.items()
    }


def _is_mended(times: Times, edition: str, broken: Resolution, until: str) -> bool:
    """Return whether the edition after the last one with the fault names another known rule in this place.

    Without such a correction, the rule that got the number may be the intended one, which had been forgotten.
    """
    later = find_in_neighbour(times, edition, broken, "later", until)
    return any(evidence.meant is not None and evidence.meant not in broken.target for evidence in later)


def _read_passages(times: Times, edition: str) -> Passages:
    lineages = times.history.lineages(edition)
    found = ((each, each.reference) for each in times.all_references(edition) if each.reference.kind != "glossary")
    of_lineage = ((each, at, at.source if is_index(at.source) else lineages.get(at.source)) for each, at in found)
    return grouped(((lineage, passage_kind(at.field)), each) for each, at, lineage in of_lineage if lineage is not None)


def _carry_marks(
    times: Times,
    marks: dict[Place, WrongTarget],
    old: tuple[str, Passages],
    new: tuple[str, Passages],
) -> Iterator[tuple[Place, WrongTarget]]:
    """Yield the marks of an edition: those of the edition before that still hold, and the new ones."""
    before, was = old
    edition, now = new
    for passage, references in now.items():
        earlier = was.get(passage, [])
        if [normalize_reference(resolution.reference.raw) for resolution in earlier] != [
            normalize_reference(reference.reference.raw) for reference in references
        ]:
            continue
        for place, (previous, current) in enumerate(zip(earlier, references, strict=True)):
            if current.status != "ok" or len(current.target) != 1 or current.reference.quoted_title is not None:
                continue
            mark = marks.get((*passage, place))
            if mark is not None:
                meant, last, since = mark.meant, mark.edition, mark.since
            elif previous.status == "ok" and len(previous.target) == 1:
                meant, last, since = times.history.lineages(before)[previous.target[0]], before, edition
            elif previous.status == "missing":
                meant, last, since = None, before, edition
            else:
                continue
            if meant is None or _moved_away(times, before, edition, (current, meant)):
                yield (
                    (*passage, place),
                    WrongTarget(current, meant, "earlier", last, current.reference.raw, since, edition),
                )


def _moved_away(times: Times, before: str, edition: str, written: tuple[Resolution, str]) -> bool:
    """Return whether a reference leads to another lineage than it was written for, with no harmless explanation."""
    resolution, meant = written
    target, there = resolution.target[0], times.key_in(edition, meant)
    if there is None or there == target or _one_above_the_other(there, target):
        return False
    parent = _find_parent(target)
    if parent is not None and parent == _find_parent(resolution.reference.source):
        return False
    holder = times.history.lineages(edition)[target]
    source = times.key_in(before, meant)
    return not any(version.first == edition and source in version.sources for version in times.history.versions(holder))


def _one_above_the_other(one: str, other: str) -> bool:
    """Return whether one of two numbers is that of the other's parent."""
    pairs = ((one, other), (other, one))
    return any(is_number(number) and parent_of(number) == above for number, above in pairs)


def _find_parent(key: str) -> str | None:
    """Return the number of the rule above a subrule; None for any other key."""
    stem = without_letters(key)
    return stem if stem != key and "." in key and not (is_term(key) or is_index(key)) else None
