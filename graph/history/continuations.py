"""What continues a record in another edition: the one place that decides which of the paths from it count.

Over several steps a piece counts only if it still has enough of the record's text (`graph.compare.containment`); of a
record whose lineage ends, the best piece counts in any case. The answer is the same with and without texts: a ledger
lists the pieces of which too little is left (`graph.compare.remnants`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from graph.compare.containment import HELD, measure_shared
from graph.history.paths import LinksFrom, Path, follow_key, mark_successor
from rules.caching import cached_method
from rules.links import Link, StepEnds, Version
from rules.numbers import is_term
from rules.records import GlossaryEntry, Rule
from rules.store import Store


class LinkedRecords(Protocol):
    """What is asked of a history; `graph.history.history.History` has it."""

    store: Store
    retyped: frozenset[str]
    links_from: LinksFrom

    @property
    def branches(self) -> Mapping[StepEnds, Sequence[Link]]:
        """Return the links between records of different lineages, by step."""

    @property
    def shares(self) -> Mapping[tuple[str, str, str, str], int]:
        """Return how much two texts share that have too little in common, if the store has no texts."""

    def record(self, edition: str, key: str) -> Rule | GlossaryEntry | None:
        """Return a record of an edition, from a store with texts."""

    def lineage(self, edition: str, key: str, /) -> str | None:
        """Return the lineage that a key names in an edition."""

    def key_at(self, lineage: str, edition: str) -> str | None:
        """Return the key of a lineage in an edition."""

    def versions(self, lineage: str, /) -> Sequence[Version]:
        """Return the versions of a lineage."""

    def list_between(self, first: str, last: str) -> Sequence[str]:
        """Return the editions after one and up to a later one, without retyped ones between."""


def select_continuations(
    old: str,
    targets: dict[str, Path],
    has_kin: Callable[[str], bool],
    share: Callable[[str], int],
    *,
    over_steps: bool,
) -> dict[str, Path]:
    """Return the continuations of a record that count.

    Args:
        old: Its key.
        targets: All paths from it, by their new keys.
        has_kin: Returns whether a new rule came from a rule, or a new glossary entry from a glossary entry.
        share: Returns how much of the shorter text, the record's or that of a new key, the other has, in percent.
        over_steps: Whether several steps lead from the one edition to the other; over one, all sure paths count.
    """
    sure = {new: path for new, path in targets.items() if not path.ambiguous}
    if not sure:
        return targets
    if not over_steps:
        return sure
    of_sort = _leave_out_strangers(old, sure, has_kin)
    pieces = [new for new, path in of_sort.items() if not path.main]
    if not pieces:
        return of_sort
    percents = {new: share(new) for new in pieces}
    enough = HELD
    if not any(path.main for path in targets.values()):
        enough = min(HELD, max(percents.values()))
    return {new: path for new, path in of_sort.items() if path.main or percents[new] >= enough}


def _leave_out_strangers(old: str, targets: Mapping[str, Path], has_kin: Callable[[str], bool]) -> dict[str, Path]:
    """Return the targets without pieces between rules and glossary, if either side has one of its own sort.

    Otherwise a single definition that once moved between the two would connect the rules and the glossary entries
    of a whole subject.
    """
    is_entry = is_term(old)
    has_own_sort = any(is_term(new) == is_entry for new in targets)
    familiar: dict[str, Path] = {}
    for new, path in targets.items():
        is_of_other_sort = is_term(new) != is_entry
        if path.main or not is_of_other_sort or not (has_own_sort or has_kin(new)):
            familiar[new] = path
    return familiar


class Continuations:
    """What continues single records in a later edition, and what a record continues.

    Args:
        history: Provides lineages and links.
    """

    def __init__(self, history: LinkedRecords) -> None:
        self._history = history

    @cached_method
    def follow(self, key: str, old: str, new: str) -> dict[str, Path]:
        """Return the keys that continue a record of an edition in a later one, with the paths to them."""
        targets = self._find_paths(key, old, new)
        over_steps = len(self._list_steps(old, new)) > 1

        def has_kin(target: str) -> bool:
            return any(is_term(source) == is_term(target) for source in self._list_sources(target, old, new))

        def share(target: str) -> int:
            return self.share(key, old, target, new)

        return select_continuations(key, targets, has_kin, share, over_steps=over_steps)

    def trace_back(self, key: str, new: str, old: str) -> dict[str, Path]:
        """Return the keys of an earlier edition that a record of an edition continues, with the paths from them."""
        sources: dict[str, Path] = {}
        for source in self._list_sources(key, old, new):
            path = self.follow(source, old, new).get(key)
            if path is not None:
                sources[source] = path
        return sources

    @cached_method
    def share(self, old_key: str, old: str, new_key: str, new: str) -> int:
        """Return how much of the shorter text of two records in two editions the other one has, in percent.

        A ledger only knows it of the pieces of which too little is left; all others have enough.
        """
        history = self._history
        if not history.store.has_texts:
            return history.shares.get((*self._locate(old_key, old), *self._locate(new_key, new)), HELD)
        old_record, new_record = history.record(old, old_key), history.record(new, new_key)
        if old_record is None or new_record is None:
            raise LookupError(f"no {old_key} in {old}, or no {new_key} in {new}")
        from rules.change import passage_of  # noqa: PLC0415 - `show` and `trace` compare no words

        return measure_shared(passage_of(old_record), passage_of(new_record))

    def _locate(self, key: str, edition: str) -> tuple[str, str]:
        """Return the lineage of a record, and the first edition with its text."""
        history = self._history
        lineage = history.lineage(edition, key) or ""
        if edition in history.retyped:
            return lineage, edition
        for version in history.versions(lineage):
            if version.first <= edition <= version.last:
                return lineage, version.first
        raise LookupError(f"no {key} in {edition}")

    @cached_method
    def _find_paths(self, key: str, old: str, new: str) -> dict[str, Path]:
        """Return all paths of a record, whether or not they count."""
        history = self._history
        lineage = history.lineage(old, key)
        if lineage is None:
            return {}
        targets = follow_key(key, self._list_steps(old, new), history.links_from)

        def list_versions() -> list[Version]:
            return [version for version in history.versions(lineage) if old < version.first <= new]

        mark_successor(targets, history.key_at(lineage, new), list_versions)
        return targets

    @cached_method
    def _list_steps(self, old: str, new: str) -> list[StepEnds]:
        """Return the steps from an edition to a later one of its work."""
        editions = [old, *self._history.list_between(old, new)]
        return [StepEnds(previous, edition) for previous, edition in pairwise(editions)]

    @cached_method
    def _list_sources(self, key: str, old: str, new: str) -> list[str]:
        """Return the keys of an earlier edition with a path to a record of a later one."""
        history = self._history
        lineage = history.lineage(new, key)
        lineages = self._list_lineages(lineage, old, new) if lineage else ()
        candidates = [history.key_at(source, old) for source in lineages]
        return [source for source in candidates if source and key in self._find_paths(source, old, new)]

    def _list_lineages(self, lineage: str, old: str, new: str) -> Iterable[str]:
        """Return all lineages from which words may have come into one after an edition, itself among them."""
        history = self._history
        lineages = {lineage: None}
        for step in reversed(self._list_steps(old, new)):
            links = history.branches.get(step, ())
            if not links:
                continue
            keys = {history.key_at(descendant, step.edition) for descendant in lineages}
            for link in links:
                if link.new not in keys:
                    continue
                source = history.lineage(step.previous, link.old or "")
                if source is not None:
                    lineages[source] = None
        return lineages
