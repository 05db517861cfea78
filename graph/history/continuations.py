"""The continuations of a record in another edition: the one place that decides which of its paths count.

A path is made of the links of several steps, one after the other, and is main if the lineage of the record follows it
(`graph.history.paths`). A *piece* is the record at the end of a path that is not main: it has words of the record, but
another lineage. Example: 100.1 of 2001 was split into 100.1 and 100.2 in 2002, and the lineage goes on as 100.1; then
100.2 is a piece.

Over several steps a piece counts only if it still has enough of the record's text (`graph.compare.containment`). If no
path is main, because the lineage ended, the best piece counts in any case. The answer is the same with and without
texts: a ledger lists the pieces that have too little of the text, the remnants (`graph.compare.remnants`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from graph.compare.containment import HELD, measure_shared
from graph.history.calendar import Calendar
from graph.history.lineages import Lineages
from graph.history.paths import Path, Paths, find_paths, follow_key, mark_successor
from graph.history.step_links import StepLinks
from graph.history.stored_versions import StoredVersions
from rules.caching import cached_method
from rules.keys import is_entry
from rules.links import StepEnds, Version
from rules.store import Store

if TYPE_CHECKING:
    from graph.ledger import Ledger  # which few commands need


def select_continuations(
    old: str,
    targets: dict[str, Path],
    has_source_of_own_sort: Callable[[str], bool],
    share_with: Callable[[str], int],
    *,
    over_steps: bool,
) -> dict[str, Path]:
    """Return the continuations of a record that count: new key → path.

    1. If all paths are ambiguous, all of them are returned, as candidates. Otherwise ambiguous paths are dropped.
    2. Over a single step, all others count.
    3. Over several steps, pieces of the other sort (a glossary entry for a rule) and pieces with too little of the text
       are dropped.

    Args:
        old: The key of the record.
        targets: New key → path, for all paths from the record.
        has_source_of_own_sort: Returns whether a new rule came from a rule, or a new glossary entry from a glossary
            entry.
        share_with: Returns how much of the shorter text, the record's or that of a new key, the other text has, in
            percent.
        over_steps: Whether several steps lead from the older edition to the newer one.
    """
    sure = {new: path for new, path in targets.items() if not path.ambiguous}
    if not sure:
        return targets  # all are ambiguous (or there are none): the caller reports all candidates
    if not over_steps:
        return sure  # the aligner compared the words of the two editions already
    candidates = _drop_other_sort(old, sure, has_source_of_own_sort)
    pieces = [new for new, path in candidates.items() if not path.main]
    if not pieces:
        return candidates  # the lineage goes on, and has all of the words that still exist
    percents = {new: share_with(new) for new in pieces}
    least_percent = HELD
    lineage_ended = not any(path.main for path in targets.values())
    if lineage_ended:
        least_percent = min(HELD, max(percents.values()))  # the best piece counts in any case
    return {new: path for new, path in candidates.items() if path.main or percents[new] >= least_percent}


def _drop_other_sort(
    old: str, targets: Mapping[str, Path], has_source_of_own_sort: Callable[[str], bool]
) -> dict[str, Path]:
    """Return the paths without those to pieces of the other sort than the record.

    The two sorts are rules and glossary entries. A piece of the other sort is dropped if the record has a target of its
    own sort, or if the piece has a source of the piece's own sort. Otherwise a single definition that once moved
    between rules and glossary would connect the rules and the glossary entries of a whole subject.

    Example: a rule is split into a rule and a glossary entry. The entry is dropped, since the rule goes on in a rule.
    """
    was_entry = is_entry(old)
    has_own_sort = any(is_entry(new) == was_entry for new in targets)
    remaining: dict[str, Path] = {}
    for new, path in targets.items():
        is_piece_of_other_sort = is_entry(new) != was_entry and not path.main
        if is_piece_of_other_sort and (has_own_sort or has_source_of_own_sort(new)):
            continue
        remaining[new] = path
    return remaining


class Continuations:
    """The continuations of records in a later edition, followed from the earlier edition or back from the later one.

    Args:
        store: A knowledge base, or a ledger; it must stay open.
        calendar: The order of its editions.
        versions: Its versions.
        lineages: The lineages of its editions.
        links: Its links.
    """

    def __init__(
        self, store: Store, calendar: Calendar, versions: StoredVersions, lineages: Lineages, links: StepLinks
    ) -> None:
        self._store = store
        self._calendar = calendar
        self._versions = versions
        self._lineages = lineages
        self._links = links

    def paths(self, old: str, new: str) -> Paths:
        """Return the paths of all keys of edition `old` to those of the later edition `new` of the same work."""
        versions_between = partial(self._list_versions_between, old=old, new=new)
        links = self._store.links_between(old, new)
        return find_paths(self._lineages.of_edition(old), self._lineages.of_edition(new), links, versions_between)

    @cached_method
    def follow(self, key: str, old: str, new: str) -> dict[str, Path]:
        """Return the keys that continue a record of edition `old` in the later edition `new`, with the paths to them.

        Args:
            key: The key of the record in `old`.
            old: Id of the earlier edition.
            new: Id of the later edition.
        """
        targets = self._find_paths(key, old, new)
        over_steps = len(self._list_steps(old, new)) > 1

        def has_source_of_own_sort(target: str) -> bool:
            return any(is_entry(source) == is_entry(target) for source in self._list_sources(target, old, new))

        def share_with(target: str) -> int:
            return self.share(key, old, target, new)

        return select_continuations(key, targets, has_source_of_own_sort, share_with, over_steps=over_steps)

    def trace_back(self, key: str, new: str, old: str) -> dict[str, Path]:
        """Return the keys of edition `old` that a record of the later edition `new` continues, with their paths.

        Args:
            key: The key of the record in `new`.
            new: Id of the later edition.
            old: Id of the earlier edition.
        """
        sources: dict[str, Path] = {}
        for source in self._list_sources(key, old, new):
            path = self.follow(source, old, new).get(key)
            if path is not None:
                sources[source] = path
        return sources

    @cached_method
    def share(self, old_key: str, old: str, new_key: str, new: str) -> int:
        """Return the percentage of the shorter text of two records that the other text has.

        A ledger knows the exact figure only for the pieces that have too little of the text; for all others the answer
        is `HELD`, which is just enough.

        Raises:
            LookupError: One of the editions has no such record.
        """
        if not self._store.has_texts:
            return cast("Ledger", self._store).shares.get(
                (*self._locate(old_key, old), *self._locate(new_key, new)), HELD
            )
        old_record, new_record = self._store.record(old, old_key), self._store.record(new, new_key)
        if old_record is None or new_record is None:
            raise LookupError(f"no {old_key} in {old}, or no {new_key} in {new}")
        from rules.change import passage_of  # noqa: PLC0415 - `show` and `trace` compare no words

        return measure_shared(passage_of(old_record), passage_of(new_record))

    def _locate(self, key: str, edition: str) -> tuple[str, str]:
        """Return the lineage of a record, and the first edition of the version that it belongs to.

        Retyped editions have no versions, so a record of one is located in its own edition.
        """
        lineage = self._lineages.find(edition, key) or ""
        if edition in self._calendar.retyped:
            return lineage, edition
        for version in self._versions.of_lineage(lineage):
            if version.first <= edition <= version.last:
                return lineage, version.first
        raise LookupError(f"no {key} in {edition}")

    @cached_method
    def _find_paths(self, key: str, old: str, new: str) -> dict[str, Path]:
        """Return all paths of a record, whether or not they count; none if edition `old` has no such record.

        These are the paths along the links of each step, and the path over a gap, which `mark_successor` adds.
        """
        lineage = self._lineages.find(old, key)
        if lineage is None:
            return {}
        targets = follow_key(key, self._list_steps(old, new), self._links.from_key)

        versions_between = partial(self._list_versions_between, lineage, old, new)
        mark_successor(targets, self._lineages.key_at(lineage, new), versions_between)
        return targets

    def _list_versions_between(self, lineage: str, old: str, new: str) -> list[Version]:
        """Return the versions of a lineage that began after edition `old`, up to and including edition `new`."""
        return [version for version in self._versions.of_lineage(lineage) if old < version.first <= new]

    @cached_method
    def _list_steps(self, old: str, new: str) -> list[StepEnds]:
        """Return the steps from an edition to a later one of its work."""
        editions = [old, *self._calendar.list_between(old, new)]
        return [StepEnds(previous, edition) for previous, edition in pairwise(editions)]

    @cached_method
    def _list_sources(self, key: str, old: str, new: str) -> list[str]:
        """Return the keys of an earlier edition with a path to a record of a later one, whether or not it counts.

        They are the record's own lineage and those from which words came into it, as far as the earlier edition has
        them; empty if the later edition lacks the record.
        """
        lineage = self._lineages.find(new, key)
        lineages = self._list_lineages(lineage, old, new) if lineage else ()
        candidates = [self._lineages.key_at(source_lineage, old) for source_lineage in lineages]
        return [source for source in candidates if source and key in self._find_paths(source, old, new)]

    def _list_lineages(self, lineage: str, old: str, new: str) -> Iterable[str]:
        """Return a lineage of edition `new` and all lineages from which words may have come into it since `old`."""
        lineages = {lineage: None}  # in the order in which they are found
        # From the newest step to the oldest: words may have come into a lineage before that lineage went into another.
        for step in reversed(self._list_steps(old, new)):
            lineages.update(dict.fromkeys(self._list_sources_in_step(lineages, step)))
        return lineages

    def _list_sources_in_step(self, lineages: Iterable[str], step: StepEnds) -> list[str]:
        """Return the lineages from which a step brought words into some other lineages, by the links between them."""
        links = self._links.branches.get(step, ())
        if not links:
            return []
        keys = {self._lineages.key_at(lineage, step.edition) for lineage in lineages}
        sources = [self._lineages.find(step.previous, link.old or "") for link in links if link.new in keys]
        return [source for source in sources if source is not None]
