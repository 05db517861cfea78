"""References that drifted: the publisher did not update them when the cited rule moved.

The number is another rule's now. Such a fault is invisible in a single edition, because the number exists and no title
contradicts it; it shows only in comparison with the previous edition. It counts if the references of the passage are
printed exactly as before, so that nobody revised them, and the rule that one of them named has another number now. It
also counts if there was no rule of that number when the passage was written, another rule got it later, and a later
edition corrected the reference to a third one.

Not counted: a number with a title (a title that disagrees is another fault); a number whose rule was split into both,
or moved one level up or down; one under the same parent as the reference itself (`if not, proceed to 616.1d` means the
next step, whichever rule that is).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from graph.audit.evidence import find_in_neighbour
from graph.audit.faults import make_fault, passage_kind, printed_form
from graph.audit.times import Times
from rules.faults import AuditEvidence, AuditFault
from rules.grouping import grouped
from rules.numbers import is_index, is_number, is_term, parent_of, without_letters
from rules.records import Resolution


class _PassagePlace(NamedTuple):
    """A passage through the editions: the lineage of its record, and its kind."""

    lineage: str
    kind: str


class _Place(NamedTuple):
    """A reference through the editions: its passage, and its rank among the references there."""

    passage: _PassagePlace
    rank: int


class _Mark(NamedTuple):
    """A reference of an edition that leads to another rule than the one for which it was written.

    Attributes:
        resolution: The reference.
        evidence: Which lineage was meant, if any, and up to which edition the reference was right.
    """

    resolution: Resolution
    evidence: AuditEvidence


_Marks = Mapping[_Place, _Mark]


def find_drifted(times: Times, editions: Sequence[str]) -> dict[str, dict[Resolution, AuditFault]]:
    """Return the references that drifted in each edition of a work.

    The evidence of a fault names the lineage of the rule that was meant, instead of its number.

    Args:
        times: The editions.
        editions: All editions of the work, oldest first.
    """
    marks_of: dict[str, _Marks] = {editions[0]: {}}
    for old, new in pairwise(editions):
        marks_of[new] = _MarkedStep(times, old, new).carry(marks_of[old])
    last_of: dict[tuple[_Place, str | None], str] = {}  # the last edition with a mark, by what it began after
    for edition, marks in marks_of.items():
        last_of.update(((place, mark.evidence.edition), edition) for place, mark in marks.items())
    after = dict(pairwise(editions))
    faults: dict[str, dict[Resolution, AuditFault]] = {edition: {} for edition in editions}
    for edition, marks in marks_of.items():
        for place, (drifted, evidence) in marks.items():
            since, until = after[evidence.edition or ""], last_of[place, evidence.edition]
            if evidence.meant is not None or _is_corrected(times, edition, drifted, until):
                faults[edition][drifted] = make_fault(edition, drifted, "drifted", (since, until), evidence)
    return faults


def _is_corrected(times: Times, edition: str, drifted: Resolution, until: str) -> bool:
    """Return whether the edition after the last one with the fault names another known rule in this place.

    Without such a correction, the rule that got the number may be the intended one, which had been forgotten.
    """
    later = find_in_neighbour(times, edition, drifted, "later", until)
    return any(evidence.meant is not None and evidence.meant not in drifted.target for evidence in later)


class _MarkedStep:
    """A step between two editions, over which marks are carried."""

    def __init__(self, times: Times, old: str, new: str) -> None:
        self._times = times
        self._old = old
        self._new = new
        self._old_lineages = times.lineages(old)
        self._new_lineages = times.lineages(new)
        self._changed_numbers = frozenset(
            key for key, lineage in self._new_lineages.items() if self._old_lineages.get(key) != lineage
        )

    def carry(self, marks: _Marks) -> _Marks:
        """Return the marks of the newer edition: those of the older one that still hold, and the new ones.

        Args:
            marks: The marks of the older edition.
        """
        carried: dict[_Place, _Mark] = {}
        marked = {place.passage.lineage for place in marks}
        olds = self._times.references(self._old)
        for source, references in self._times.references(self._new).items():
            lineage = self._times.lineage_at(self._new, source)
            if lineage is None:
                continue
            earlier = olds.get(self._times.key_in(self._old, lineage) or "", ())
            if earlier is references and lineage not in marked and not self._lead_elsewhere(references):
                continue
            before, now = _group_numbers(lineage, earlier), _group_numbers(lineage, references)
            for passage, numbers in now.items():
                carried.update(self._carry_passage(marks, passage, before.get(passage, ()), numbers))
        return carried

    def _lead_elsewhere(self, references: Iterable[Resolution]) -> bool:
        """Return whether a target of some references is a number that another rule had in the older edition."""
        return any(not self._changed_numbers.isdisjoint(reference.target) for reference in references)

    def _carry_passage(
        self, marks: _Marks, passage: _PassagePlace, earlier: Sequence[Resolution], references: Sequence[Resolution]
    ) -> Iterator[tuple[_Place, _Mark]]:
        """Yield the marks of the references in a passage, if they are printed as in the older edition."""
        if list(map(printed_form, earlier)) != list(map(printed_form, references)):
            return
        for rank, (previous, current) in enumerate(zip(earlier, references, strict=True)):
            place = _Place(passage, rank)
            mark = marks.get(place)
            evidence = self._mark(mark.evidence if mark else None, previous, current)
            if evidence is not None:
                yield place, _Mark(current, replace(evidence, printed=current.reference.raw))

    def _mark(self, continued: AuditEvidence | None, previous: Resolution, current: Resolution) -> AuditEvidence | None:
        """Return the mark of a reference of the newer edition: the older one's, `continued`, if it still holds."""
        if current.status != "ok" or len(current.target) != 1 or current.reference.quoted_title is not None:
            return None
        mark = continued or self._start_mark(previous)
        if mark is None or mark.meant is None:
            return mark
        return mark if self._has_moved_away(current, mark.meant) else None

    def _start_mark(self, previous: Resolution) -> AuditEvidence | None:
        """Return what a reference of the older edition means there; None if it does not name one rule or none."""
        if previous.status == "ok" and len(previous.target) == 1:
            return AuditEvidence("earlier", self._old_lineages[previous.target[0]], self._old)
        if previous.status == "missing":
            return AuditEvidence("earlier", None, self._old)
        return None

    def _has_moved_away(self, current: Resolution, meant: str) -> bool:
        """Return whether a reference leads to another lineage than it was written for, unless that is harmless."""
        target = current.target[0]
        meant_key = self._times.key_in(self._new, meant)
        if meant_key is None or meant_key == target or _are_parent_and_child(meant_key, target):
            return False
        parent = _find_parent(target)
        if parent is not None and parent == _find_parent(current.reference.source):
            return False
        source = self._times.key_in(self._old, meant)
        versions = self._times.history.versions(self._new_lineages[target])
        return not any(version.first == self._new and source in version.sources for version in versions)


def _group_numbers(lineage: str, references: Iterable[Resolution]) -> Mapping[_PassagePlace, Sequence[Resolution]]:
    """Return the references of a record to numbers by their passage, in order."""
    numbers = (resolution for resolution in references if resolution.reference.kind != "glossary")
    return grouped((_PassagePlace(lineage, passage_kind(number.reference.field)), number) for number in numbers)


def _are_parent_and_child(number: str, second: str) -> bool:
    """Return whether one of two numbers is that of the other's parent."""
    return _is_parent(number, second) or _is_parent(second, number)


def _is_parent(above: str, number: str) -> bool:
    return is_number(number) and parent_of(number) == above


def _find_parent(key: str) -> str | None:
    """Return the number of the rule above a subrule; None for any other key."""
    if is_term(key) or is_index(key) or "." not in key:
        return None
    parent = without_letters(key)
    return parent if parent != key else None
