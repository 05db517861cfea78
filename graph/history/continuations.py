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
    old_key: str,
    targets: dict[str, Path],
    has_source_of_own_sort: Callable[[str], bool],
    share_with: Callable[[str], int],
    *,
    over_steps: bool,
) -> dict[str, Path]:
    """Return the continuations of a record that count: new key → path.

    1. If all paths are ambiguous, all of them count, as candidates. Otherwise ambiguous paths are dropped.
    2. Over a single step, all others count.
    3. Over several steps, pieces of the other sort (a glossary entry for a rule) and pieces with too little of the text
       are dropped.

    Args:
        old_key: The key of the record.
        targets: New key → path, for all paths from the record.
        has_source_of_own_sort: Returns whether a new rule came from a rule, or a new glossary entry from a glossary
            entry.
        share_with: Returns how much of the shorter text, the record's or that of a new key, the other text has, in
            percent.
        over_steps: Whether several steps lead from the earlier edition to the later one.
    """
    certain = {new_key: path for new_key, path in targets.items() if not path.ambiguous}
    if not certain:
        return targets  # the caller reports all candidates
    if not over_steps:
        return certain  # the aligner compared the words of the two editions already
    of_right_sort = _drop_other_sort(old_key, certain, has_source_of_own_sort)
    # An ambiguous path may be the main one. It does not count, but the lineage goes on.
    lineage_ended = not any(path.main for path in targets.values())
    return _drop_small_pieces(of_right_sort, share_with, lineage_ended=lineage_ended)


def _drop_other_sort(
    old_key: str, targets: Mapping[str, Path], has_source_of_own_sort: Callable[[str], bool]
) -> dict[str, Path]:
    """Return the paths without those to pieces of the other sort than the record.

    The two sorts are rules and glossary entries. A piece of the other sort is dropped in two cases: the record has a
    target of the record's sort, or the piece has a source of the piece's sort. Otherwise a single definition that once
    moved between rules and glossary would connect the rules and the glossary entries of a whole subject.

    Example: a rule is split into a rule and a glossary entry. The entry is dropped, since the rule goes on in a rule.
    """
    was_entry = is_entry(old_key)
    record_goes_on_in_own_sort = any(is_entry(new_key) == was_entry for new_key in targets)
    remaining: dict[str, Path] = {}
    for new_key, path in targets.items():
        is_piece_of_other_sort = is_entry(new_key) != was_entry and not path.main
        if is_piece_of_other_sort and (record_goes_on_in_own_sort or has_source_of_own_sort(new_key)):
            continue
        remaining[new_key] = path
    return remaining


def _drop_small_pieces(
    targets: dict[str, Path], share_with: Callable[[str], int], *, lineage_ended: bool
) -> dict[str, Path]:
    """Return the paths without those to pieces that have too little of the record's text.

    A piece needs `HELD` percent. If the lineage ended, the best piece counts even if it has less.

    Args:
        targets: New key → path.
        share_with: Returns how much of the shorter text the other one has, in percent; see `select_continuations`.
        lineage_ended: Whether no path of the record is main.
    """
    pieces = [new_key for new_key, path in targets.items() if not path.main]
    if not pieces:
        return targets  # the lineage goes on, and has all of the words that still exist
    percents = {new_key: share_with(new_key) for new_key in pieces}
    least_percent = HELD
    if lineage_ended:
        least_percent = min(HELD, max(percents.values()))
    return {new_key: path for new_key, path in targets.items() if path.main or percents[new_key] >= least_percent}


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

    def paths(self, earlier: str, later: str) -> Paths:
        """Return the paths of all keys of an edition to those of a later edition of its work.

        Args:
            earlier: Id of the earlier edition.
            later: Id of the later edition.
        """
        versions_between = partial(self._list_versions_between, earlier=earlier, later=later)
        links = self._store.links_between(earlier, later)
        return find_paths(self._lineages.of_edition(earlier), self._lineages.of_edition(later), links, versions_between)

    @cached_method
    def follow(self, old_key: str, earlier: str, later: str) -> dict[str, Path]:
        """Return the keys that continue a record in a later edition of its work, with the paths to them.

        Args:
            old_key: The key of the record in the earlier edition.
            earlier: Id of the earlier edition.
            later: Id of the later edition.
        """
        targets = self._find_paths(old_key, earlier, later)
        over_steps = len(self._list_steps(earlier, later)) > 1

        def has_source_of_own_sort(new_key: str) -> bool:
            sources = self._list_sources(new_key, earlier, later)
            return any(is_entry(source) == is_entry(new_key) for source in sources)

        def share_with(new_key: str) -> int:
            return self.share(old_key, new_key, earlier, later)

        return select_continuations(old_key, targets, has_source_of_own_sort, share_with, over_steps=over_steps)

    def trace_back(self, new_key: str, earlier: str, later: str) -> dict[str, Path]:
        """Return the keys that a record continues from an earlier edition of its work, with the paths from them.

        Args:
            new_key: The key of the record in the later edition.
            earlier: Id of the earlier edition.
            later: Id of the later edition.
        """
        sources: dict[str, Path] = {}
        for old_key in self._list_sources(new_key, earlier, later):
            path = self.follow(old_key, earlier, later).get(new_key)
            if path is not None:
                sources[old_key] = path
        return sources

    @cached_method
    def share(self, old_key: str, new_key: str, earlier: str, later: str) -> int:
        """Return the percentage of the shorter text of two records that the other text has.

        A ledger knows the exact figure only for the pieces that have too little of the text; for all others the answer
        is `HELD`, which is just enough.

        Args:
            old_key: The key of one record, in the earlier edition.
            new_key: The key of the other record, in the later edition.
            earlier: Id of the earlier edition.
            later: Id of the later edition.

        Raises:
            LookupError: One of the editions has no such record.
        """
        if not self._store.has_texts:
            ends = (*self._locate(old_key, earlier), *self._locate(new_key, later))
            return cast("Ledger", self._store).shares.get(ends, HELD)
        old_record, new_record = self._store.record(earlier, old_key), self._store.record(later, new_key)
        if old_record is None or new_record is None:
            raise LookupError(f"no {old_key} in {earlier}, or no {new_key} in {later}")
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
    def _find_paths(self, old_key: str, earlier: str, later: str) -> dict[str, Path]:
        """Return all paths of a record, whether or not they count; none if the earlier edition has no such record.

        These are the paths along the links of each step, and the path over a gap.
        """
        lineage = self._lineages.find(earlier, old_key)
        if lineage is None:
            return {}
        targets = follow_key(old_key, self._list_steps(earlier, later), self._links.from_key)
        versions_between = partial(self._list_versions_between, lineage, earlier, later)
        mark_successor(targets, self._lineages.key_at(lineage, later), versions_between)  # changes `targets` in place
        return targets

    def _list_versions_between(self, lineage: str, earlier: str, later: str) -> list[Version]:
        """Return the versions of a lineage that began after the earlier edition, up to and including the later one."""
        return [version for version in self._versions.of_lineage(lineage) if earlier < version.first <= later]

    @cached_method
    def _list_steps(self, earlier: str, later: str) -> list[StepEnds]:
        """Return the steps from an edition to a later one of its work."""
        editions = [earlier, *self._calendar.list_between(earlier, later)]
        return [StepEnds(previous, edition) for previous, edition in pairwise(editions)]

    @cached_method
    def _list_sources(self, new_key: str, earlier: str, later: str) -> list[str]:
        """Return the keys of the earlier edition that have a path to a record of the later one.

        The path may count or not. In the earlier edition, each of these keys names the lineage of the record, or a
        lineage from which words came into the record. Empty if the later edition lacks the record.
        """
        lineage = self._lineages.find(later, new_key)
        if lineage is None:
            return []
        sources: list[str] = []
        for source_lineage in self._list_lineages(lineage, earlier, later):
            old_key = self._lineages.key_at(source_lineage, earlier)
            if old_key is not None and new_key in self._find_paths(old_key, earlier, later):
                sources.append(old_key)
        return sources

    def _list_lineages(self, lineage: str, earlier: str, later: str) -> Iterable[str]:
        """Return a lineage of the later edition, then all lineages from which words may have come into it.

        Only the steps since the earlier edition are searched.
        """
        lineages = {lineage: None}  # in the order in which they are found
        # From the newest step to the oldest: words may have come into a lineage before that lineage went into another.
        for step in reversed(self._list_steps(earlier, later)):
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
