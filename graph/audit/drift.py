"""References that drifted: the publisher did not update them when the cited rule moved.

The number now belongs to another rule. Such a fault is invisible in a single edition, because the number exists and no
title contradicts it; only a comparison with the previous edition shows it. A reference has drifted if all references
of its passage are printed exactly as before, so that nobody revised them, and the rule that it named has another number
now. It has drifted, too, if the number had no rule when the passage was written, another rule got the number later, and
a later edition corrected the reference to a third number.

These references do not count as drifted: a number with a title (a title that disagrees is another fault); a number
whose rule was split, so that it still names a part; a number one level above or below that of its rule; and a subrule
of the same rule as the reference itself (`if not, proceed to 616.1d` means the next step, whichever rule that is).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from graph.audit.evidence import find_in_neighbour
from graph.audit.faults import FaultSpan, make_fault, passage_kind, printed_form
from graph.audit.record_cache import RecordCache
from rules.faults import AuditEvidence, AuditFault
from rules.grouping import grouped
from rules.keys import is_entry, is_index_entry
from rules.numbers import is_number, parent_of, without_letters
from rules.records import Resolution


class _Passage(NamedTuple):
    """A passage, which is the same in all editions.

    Attributes:
        lineage: The lineage of its record.
        kind: The kind of the passage, as `passage_kind` returns it.
    """

    lineage: str
    kind: str


class _Citation(NamedTuple):
    """A reference, which is the same in all editions as long as its passage keeps its references.

    Attributes:
        passage: The passage with the reference.
        position: The index of the reference among those of the passage, from 0.
    """

    passage: _Passage
    position: int


class _Drift(NamedTuple):
    """A reference of an edition that may lead to another rule than the one for which it was written.

    Attributes:
        resolution: The reference.
        evidence: The lineage that was meant, or None if the number had no rule when the reference was written; and the
            last edition in which the reference was right.
    """

    resolution: Resolution
    evidence: AuditEvidence

    def run(self, citation: _Citation) -> "_DriftRun":
        """Return the run of editions in which a reference has drifted as here: those with the same last right edition.

        Args:
            citation: The reference.
        """
        return _DriftRun(citation, self.evidence.edition or "")


class _DriftRun(NamedTuple):
    """The consecutive editions in which a reference has drifted, all from the same edition on.

    Attributes:
        citation: The reference.
        right_until: The last edition in which it was right.
    """

    citation: _Citation
    right_until: str


_Drifts = Mapping[_Citation, _Drift]
"""The drifts of an edition."""


def find_drifted(records: RecordCache, editions: Sequence[str]) -> dict[str, dict[Resolution, AuditFault]]:
    """Return the references that drifted in each edition of a work.

    The evidence of a fault names the lineage of the rule that was meant, instead of its number.

    Args:
        records: The records of all editions.
        editions: All editions of the work, oldest first.
    """
    drifts_of = _follow_drifts(records, editions)
    last_edition_of = _find_last_editions(drifts_of)
    edition_after = dict(pairwise(editions))
    faults: dict[str, dict[Resolution, AuditFault]] = {edition: {} for edition in editions}
    for edition, drifts in drifts_of.items():
        for citation, drift in drifts.items():
            reference, evidence = drift.resolution, drift.evidence
            run = drift.run(citation)
            span = FaultSpan(since=edition_after[run.right_until], until=last_edition_of[run])
            is_meant_known = evidence.meant is not None
            if is_meant_known or _is_corrected(records, edition, reference, span.until):
                faults[edition][reference] = make_fault(edition, reference, "drifted", span, evidence)
    return faults


def _follow_drifts(records: RecordCache, editions: Sequence[str]) -> dict[str, _Drifts]:
    """Return the drifts of each edition; for the arguments see `find_drifted`."""
    drifts_of: dict[str, _Drifts] = {editions[0]: {}}
    for old, new in pairwise(editions):
        drifts_of[new] = _Step(records, old, new).find_drifts(drifts_of[old])
    return drifts_of


def _find_last_editions(drifts_of: Mapping[str, _Drifts]) -> dict[_DriftRun, str]:
    """Return the last edition of each run of editions in which a reference has drifted.

    Args:
        drifts_of: The drifts of each edition, the oldest edition first.
    """
    last_edition_of: dict[_DriftRun, str] = {}
    for edition, drifts in drifts_of.items():
        for citation, drift in drifts.items():
            last_edition_of[drift.run(citation)] = edition  # replaces an older edition of the same run
    return last_edition_of


def _is_corrected(records: RecordCache, edition: str, drifted: Resolution, until: str) -> bool:
    """Return whether the first edition without a fault has a reference to another rule in its place.

    Without such a correction, the rule that got the number may be the one that was meant from the beginning.

    Args:
        records: The records of all editions.
        edition: An edition with the fault.
        drifted: The reference.
        until: The last edition with the fault.
    """
    # Unlike that of a drift, the evidence of a neighbouring edition names a number and not a lineage.
    later = find_in_neighbour(records, edition, drifted, "later", until)
    return any(evidence.meant is not None and evidence.meant not in drifted.found_keys for evidence in later)


class _Step:
    """A step between two editions, over which drifts begin, go on and end."""

    def __init__(self, records: RecordCache, old: str, new: str) -> None:
        self._records = records
        self._old = old
        self._new = new
        self._old_lineages = records.lineages(old)
        self._new_lineages = records.lineages(new)
        self._changed_numbers = frozenset(
            key for key, lineage in self._new_lineages.items() if self._old_lineages.get(key) != lineage
        )

    def find_drifts(self, drifts_before: _Drifts) -> _Drifts:
        """Return the drifts in the newer edition: those of the older one that go on, and those that begin.

        Args:
            drifts_before: The drifts in the older edition.
        """
        drifts: dict[_Citation, _Drift] = {}
        drifted_lineages = {citation.passage.lineage for citation in drifts_before}
        old_references = self._records.references(self._old)
        for source, references in self._records.references(self._new).items():
            lineage = self._records.lineage_at(self._new, source)
            if lineage is None:
                continue
            old_key = self._records.key_in(self._old, lineage) or ""
            references_before = old_references.get(old_key, ())
            # `EditionRuns` reads the references of a record once for all editions that share them, so that most
            # records have the same object in both.
            are_unrevised = references_before is references
            if are_unrevised and lineage not in drifted_lineages and not self._lead_to_changed(references):
                continue  # nothing can have drifted here; without this test the result is the same, but takes longer
            drifts.update(self._find_in_record(drifts_before, lineage, references_before, references))
        return drifts

    def _find_in_record(
        self,
        drifts_before: _Drifts,
        lineage: str,
        references_before: Iterable[Resolution],
        references: Iterable[Resolution],
    ) -> Iterator[tuple[_Citation, _Drift]]:
        """Yield the drifts in a record of the newer edition.

        Args:
            drifts_before: The drifts in the older edition.
            lineage: The lineage of the record.
            references_before: Its references in the older edition.
            references: Its references in the newer edition.
        """
        before, now = _group_numbers(lineage, references_before), _group_numbers(lineage, references)
        for passage, numbers in now.items():
            yield from self._find_in_passage(drifts_before, passage, before.get(passage, ()), numbers)

    def _lead_to_changed(self, references: Iterable[Resolution]) -> bool:
        """Return whether any reference leads to a number that is new, or had another rule in the older edition."""
        return any(not self._changed_numbers.isdisjoint(reference.found_keys) for reference in references)

    def _find_in_passage(
        self,
        drifts_before: _Drifts,
        passage: _Passage,
        references_before: Sequence[Resolution],
        references: Sequence[Resolution],
    ) -> Iterator[tuple[_Citation, _Drift]]:
        """Yield the drifts in a passage of the newer edition; none if any reference there is printed differently.

        Args:
            drifts_before: The drifts in the older edition.
            passage: The passage.
            references_before: Its references in the older edition.
            references: Its references in the newer edition.
        """
        if list(map(printed_form, references_before)) != list(map(printed_form, references)):
            return
        for position, (previous, current) in enumerate(zip(references_before, references, strict=True)):
            citation = _Citation(passage, position)
            drift = drifts_before.get(citation)
            evidence = self._find_evidence(drift.evidence if drift else None, previous, current)
            if evidence is not None:
                yield citation, _Drift(current, replace(evidence, printed=current.reference.raw))

    def _find_evidence(
        self, evidence_before: AuditEvidence | None, previous: Resolution, current: Resolution
    ) -> AuditEvidence | None:
        """Return the evidence that a reference of the newer edition has drifted; None if it has not.

        Args:
            evidence_before: The evidence that it had drifted in the older edition already; None if it had not.
            previous: The reference in the older edition.
            current: The reference in the newer edition.
        """
        if not _leads_to_one_record(current) or current.reference.quoted_title is not None:
            return None
        evidence = evidence_before or self._read_meaning(previous)
        if evidence is None:
            return None
        # A number that had no rule when the reference was written has one now.
        has_drifted = evidence.meant is None or self._has_moved_away(current, evidence.meant)
        return evidence if has_drifted else None

    def _read_meaning(self, previous: Resolution) -> AuditEvidence | None:
        """Return the meaning of a reference of the older edition: one rule, or a number without a rule.

        None if it has several targets, or is broken in another way.
        """
        if _leads_to_one_record(previous):
            return AuditEvidence("earlier", self._old_lineages[previous.found_keys[0]], self._old)
        if previous.status == "missing":
            return AuditEvidence("earlier", None, self._old)
        return None

    def _has_moved_away(self, current: Resolution, meant: str) -> bool:
        """Return whether a reference leads away from the lineage for which it was written.

        Args:
            current: The reference in the newer edition, with exactly one target.
            meant: The lineage for which it was written.
        """
        target = current.found_keys[0]
        meant_key = self._records.key_in(self._new, meant)
        if meant_key is None or meant_key == target:
            return False  # the rule is gone, or still there
        if _are_parent_and_child(meant_key, target):
            return False  # 702.40a became 702.40, which still leads to it
        rule = _find_rule_of_subrule(target)
        if rule is not None and rule == _find_rule_of_subrule(current.reference.source):
            return False  # "proceed to 616.1d" within 616.1 means the next step, whichever rule that is
        return not self._is_made_from(target, meant)

    def _is_made_from(self, key: str, lineage: str) -> bool:
        """Return whether a record of the newer edition is a part of a rule that this step split.

        Args:
            key: The key of the record.
            lineage: The lineage of the rule.
        """
        old_key = self._records.key_in(self._old, lineage)
        versions = self._records.history.versions.of_lineage(self._new_lineages[key])
        return any(version.first == self._new and old_key in version.sources for version in versions)


def _leads_to_one_record(resolution: Resolution) -> bool:
    return resolution.status == "ok" and len(resolution.found_keys) == 1


def _group_numbers(lineage: str, references: Iterable[Resolution]) -> Mapping[_Passage, Sequence[Resolution]]:
    """Return the references of a record to numbers, not those to glossary entries, by their passage, in order."""
    numbers = (resolution for resolution in references if resolution.reference.kind != "glossary")
    return grouped((_Passage(lineage, passage_kind(number.reference.field)), number) for number in numbers)


def _are_parent_and_child(first: str, second: str) -> bool:
    """Return whether one of two numbers is directly below the other."""
    return _is_directly_below(first, second) or _is_directly_below(second, first)


def _is_directly_below(number: str, parent: str) -> bool:
    return is_number(number) and parent_of(number) == parent


def _find_rule_of_subrule(key: str) -> str | None:
    """Return the number of the rule that has a subrule, 616.1 for 616.1d; None for any other key."""
    if is_entry(key) or is_index_entry(key) or "." not in key:
        return None
    rule = without_letters(key)
    return rule if rule != key else None
