"""Paths from any edition to a later one of its work, composed of the links of the steps between.

Guarantees: a record without links in a step continues under its key; a path goes through every step; of several paths
between the same two keys one is kept, the main one if there is one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby, product
from operator import itemgetter
from typing import NamedTuple

from rules.grouping import grouped
from rules.links import CLASSES, ChangeClass, ChangeKind, Link, StepEnds, Version, gravest_class

UNTOUCHED = "text"
"""The method of records without links: the aligner found the same words."""
COMPOSED = "steps"
RETURNED = "returned"

Paths = dict[str, dict[str, "Path"]]
"""Old key → new key → the path between them."""
LinksFrom = Callable[[str], Mapping[StepEnds, Sequence[Link]]]
"""Returns the links of a key, without trivial ones, by step."""


class Path(NamedTuple):
    """The path from a record of the older edition to one of the newer.

    Attributes:
        main: Whether the lineage follows this path in all steps.
        score: The lowest score of its links.
        change: The gravest class of its links; None if one of them is ambiguous.
        method: The method of its link if there is only one, else `steps`.
        kind: The kind of its last link; only meaningful for a single step.
        ambiguous: Whether one of its links is one of several possible continuations.
        alone: Whether none of its links is a split or merge, so that `change` is of this record alone.
        left_as: The kind of the link by which it left the lineage; None while `main`.
    """

    main: bool = True
    score: float = 1.0
    change: ChangeClass | None = "unchanged"
    method: str = UNTOUCHED
    kind: ChangeKind = "kept"
    ambiguous: bool = False
    alone: bool = True
    left_as: ChangeKind | None = None

    def append_link(self, link: Link) -> Path:
        """Return the path with one more link."""
        change = None
        if self.change is not None and link.change is not None:
            change = _GRAVER[self.change, link.change]
        left_as = self.left_as
        if left_as is None and not link.main:
            left_as = link.kind
        return Path(
            main=self.main and link.main,
            score=min(self.score, link.score),
            change=change,
            method=link.method if self is STAYED else COMPOSED,
            kind=link.kind,
            ambiguous=self.ambiguous or link.kind == "ambiguous",
            alone=self.alone and link.kind not in _SHARED,
            left_as=left_as,
        )


STAYED = Path()
"""The path of records without links, and the start of all other paths."""
_SHARED = frozenset({"split", "merged"})
_GRAVER = {pair: gravest_class(pair) for pair in product(CLASSES, repeat=2)}


def find_paths(
    olds: Mapping[str, str],
    news: Mapping[str, str],
    links: Iterable[tuple[str, Link]],
    versions_between: Callable[[str], Sequence[Version]],
) -> Paths:
    """Return the paths of all keys of the older edition; an old key without a path is gone.

    Args:
        olds: Key to lineage in the older edition.
        news: The same in the newer one.
        links: The links of all steps between, each with the newer edition of its step.
        versions_between: Returns the versions of a lineage that began after the older edition, up to the newer one.
    """
    followed = _follow_links(olds, links)
    by_lineage = {lineage: key for key, lineage in news.items()}
    for key, lineage in olds.items():
        successor = by_lineage.get(lineage)
        mark_successor(followed[key], successor, partial(versions_between, lineage))
    return followed


def mark_successor(targets: dict[str, Path], successor: str | None, versions: Callable[[], Sequence[Version]]) -> None:
    """Make the path to the record that continues a lineage the main one of its paths, and no other.

    Args:
        targets: The paths by their new keys; changed in place.
        successor: The key of the lineage in the newer edition; None if the lineage ended before.
        versions: Returns the versions of the lineage that began after the older edition, up to the newer one.
    """
    for target, path in targets.items():
        if path.main and target != successor:
            # merged into its end, which belongs to another lineage
            targets[target] = path._replace(main=False, left_as="merged")
    if successor is not None and successor not in targets:
        # The lineage is missing in some editions between, so no chain of links leads to it.
        targets[successor] = _bridge_gap(versions())
    elif successor is not None and not targets[successor].main:
        targets[successor] = targets[successor]._replace(main=True, ambiguous=False, left_as=None)


def follow_key(old: str, steps: Iterable[StepEnds], links_from: LinksFrom) -> dict[str, Path]:
    """Return the places of the words of one record after some steps, by the links alone.

    Args:
        old: Its key.
        steps: The steps, the oldest first.
        links_from: Returns the links of a key, without trivial ones, by step.
    """
    holders: dict[str, dict[str, Path]] = {old: {old: STAYED}}
    for step in steps:
        links: list[Link] = []
        for key in holders:
            links += links_from(key).get(step, ())
        if links:
            _walk(holders, links)
    return {target: paths[old] for target, paths in holders.items() if old in paths}


def _follow_links(olds: Iterable[str], links: Iterable[tuple[str, Link]]) -> Paths:
    """Return each old key with the places of its words after all steps, by the links alone."""
    holders: dict[str, dict[str, Path]] = {key: {key: STAYED} for key in olds}
    for _, step in groupby(links, itemgetter(0)):
        _walk(holders, (link for _, link in step))
    followed: Paths = {key: {} for key in olds}
    for target, sources in holders.items():
        for source, path in sources.items():
            followed[source][target] = path
    return followed


def _walk(holders: dict[str, dict[str, Path]], step: Iterable[Link]) -> None:
    """Follow the links of one step. `holders` has, for each key of the edition, the old keys whose paths end there."""
    arrived: dict[str, dict[str, Path]] = defaultdict(dict)
    for old, links in grouped((link.old, link) for link in step if link.old is not None).items():
        sources = holders.pop(old, {})
        for link in links:
            if link.new is not None:
                _follow_link(arrived[link.new], sources, link)
    holders.update(arrived)


def _follow_link(arrived: dict[str, Path], sources: Mapping[str, Path], link: Link) -> None:
    """Add to the paths to a key those that a link leads there; of two from the same key the better one stays."""
    for source, path in sources.items():
        longer = path.append_link(link)
        arrived[source] = _choose_better(arrived[source], longer) if source in arrived else longer


def _bridge_gap(versions: Sequence[Version]) -> Path:
    """Return the path of a lineage to which no chain of links leads, by its versions after the older edition.

    Either it is missing in some editions between, or the older edition is retyped: then the step beside the chain may
    have no link where the chain has one.
    """
    change = gravest_class([version.change for version in versions if version.change is not None])
    score = min((version.score for version in versions), default=0.0)
    if not any(version.kind == "returned" for version in versions):
        last = versions[-1] if versions else None
        kind = last.kind if last else STAYED.kind
        method = last.method if last else UNTOUCHED
        return Path(method=method, kind=kind, change=change, score=score)
    return Path(method=RETURNED, kind="returned", change=change, score=score)


def _choose_better(first: Path, second: Path) -> Path:
    """Return the better of two paths between the same keys; the site's script chooses in the same order."""
    return min(first, second, key=_order)


def _order(path: Path) -> tuple[bool, bool, int, bool, str, float]:
    """Return the sorting key of a path: the best is the least."""
    gravity = len(CLASSES) if path.change is None else CLASSES.index(path.change)
    return not path.main, path.ambiguous, gravity, not path.alone, path.left_as or "", -path.score
