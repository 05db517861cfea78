"""Paths from the records of an edition to those of a later edition of its work, composed of the links of the steps.

A step is a pair of consecutive editions, and a link says that a record of the older one goes on in a record of the
newer one. If a link leads from 100.1 to 200.1 in one step, and one from 200.1 to 200.2 in the next, the path over both
steps leads from 100.1 to 200.2. The main link of a record is the one that its lineage follows.

Guarantees: a record without links in a step continues under its key; a path goes through every step; of several paths
between the same two keys one is kept, the main one if there is one.

Required: if one link of an old record is given, all links of this record in the step are given.
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

SAME_TEXT = "text"
"""The method of a path without links: the aligner found the same words under the same key in each step."""
SEVERAL_STEPS = "steps"
"""The method of a path of several links."""
RETURNED = "returned"
"""The method of a path to a record that was missing in some editions between."""

Paths = dict[str, dict[str, "Path"]]
"""Old key → new key → the path between them."""
_Arrivals = dict[str, dict[str, "Path"]]
"""The reverse of `Paths`: key reached so far → old key → the path between them."""
LinksFrom = Callable[[str], Mapping[StepEnds, Sequence[Link]]]
"""Returns, for an old key, the links from it in each step, without trivial ones."""
_SHARED = frozenset({"split", "merged"})
"""The kinds of links whose class is that of several records together."""
_GRAVER = {pair: gravest_class(pair) for pair in product(CLASSES, repeat=2)}


class Path(NamedTuple):
    """The path from a record of the older edition to a record of the newer one. The default is a path without links.

    Attributes:
        main: Whether the lineage follows this path in all steps.
        score: The lowest score of its links.
        change: The gravest class of its links; None if one of them is ambiguous.
        method: The method of its link if there is only one, else `SEVERAL_STEPS`.
        kind: The kind of its last link; only meaningful for a single step.
        ambiguous: Whether one of its links is one of several possible continuations.
        alone: Whether none of its links is a split or merge, so that `change` is of this record alone.
        left_as: The kind of the link by which the path left the lineage; None while `main`.
        has_links: Whether any step has a link of the record. Without links it kept key and words in every step.
    """

    main: bool = True
    score: float = 1.0
    change: ChangeClass | None = "unchanged"
    method: str = SAME_TEXT
    kind: ChangeKind = "kept"
    ambiguous: bool = False
    alone: bool = True
    left_as: ChangeKind | None = None
    has_links: bool = False

    def append_link(self, link: Link) -> Path:
        """Return the path with one more link, which begins where the path ends.

        The class becomes the graver of the two, and is None once one of them is. The kind is that of the new link, and
        the method is its own only if the path had no link before. The path leaves the lineage with the first link that
        is not main.
        """
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
            method=SEVERAL_STEPS if self.has_links else link.method,
            kind=link.kind,
            ambiguous=self.ambiguous or link.kind == "ambiguous",
            alone=self.alone and link.kind not in _SHARED,
            left_as=left_as,
            has_links=True,
        )


_STAYED = Path()


def find_paths(
    olds: Mapping[str, str],
    news: Mapping[str, str],
    links: Iterable[tuple[str, Link]],
    versions_between: Callable[[str], Sequence[Version]],
) -> Paths:
    """Return the paths of all keys of the older edition.

    Args:
        olds: Key → lineage in the older edition.
        news: Key → lineage in the newer edition.
        links: The links of all steps between, each with the newer edition of its step, oldest step first.
        versions_between: Returns the versions of a lineage that began after the older edition, up to the newer one.

    Returns:
        Each key of the older edition; one without a path has no continuation in the newer edition.
    """
    followed = _follow_links(olds, links)
    key_of_lineage = {lineage: key for key, lineage in news.items()}
    for key, lineage in olds.items():
        successor = key_of_lineage.get(lineage)
        mark_successor(followed[key], successor, partial(versions_between, lineage))
    return followed


def mark_successor(targets: dict[str, Path], successor: str | None, versions: Callable[[], Sequence[Version]]) -> None:
    """Mark one path as main: the path to the record that continues the lineage. No other path stays main.

    Links alone do not decide which path that is: a lineage may end by a merge although its link is the main one of the
    step, and it may skip editions that lack it.

    Args:
        targets: New key → path, for the paths of one old record; changed in place.
        successor: The key of the lineage in the newer edition; None if the lineage ended before.
        versions: Returns the versions of the lineage that began after the older edition, up to the newer one.
    """
    _unmark_others(targets, successor)
    if successor is None:
        return
    if successor not in targets:
        # The lineage is missing in some editions between, so no chain of links leads to it.
        targets[successor] = _bridge_gap(versions())
    elif not targets[successor].main:
        # The links left the lineage and came back to it.
        targets[successor] = targets[successor]._replace(main=True, ambiguous=False, left_as=None)


def _unmark_others(targets: dict[str, Path], successor: str | None) -> None:
    """Unmark each main path that leads to another record than the successor; see `mark_successor`."""
    for target, path in targets.items():
        if path.main and target != successor:
            # The record at the end of this path belongs to another lineage, into which this one was merged.
            targets[target] = path._replace(main=False, left_as="merged")


def follow_key(old: str, steps: Iterable[StepEnds], links_from: LinksFrom) -> dict[str, Path]:
    """Return the records that have the words of one record after some steps, by the links alone.

    Args:
        old: The key of the record.
        steps: The steps, the oldest first.
        links_from: Returns the links of a key by step.

    Returns:
        New key → the path to it; empty if the record was deleted.
    """
    arrivals: _Arrivals = {old: {old: _STAYED}}
    for step in steps:
        links: list[Link] = []
        for key in arrivals:
            links += links_from(key).get(step, ())
        if links:
            _follow_step(arrivals, links)
    return {target: paths[old] for target, paths in arrivals.items() if old in paths}


def _follow_links(olds: Iterable[str], links: Iterable[tuple[str, Link]]) -> Paths:
    """Return where the words of each old record are after all steps, by the links alone.

    Args:
        olds: The keys of the older edition.
        links: The links of all steps, as `find_paths` takes them: those of a step are next to each other.
    """
    arrivals: _Arrivals = {key: {key: _STAYED} for key in olds}
    for _, step in groupby(links, itemgetter(0)):
        _follow_step(arrivals, (link for _, link in step))
    followed: Paths = {key: {} for key in olds}
    for target, sources in arrivals.items():
        for source, path in sources.items():
            followed[source][target] = path
    return followed


def _follow_step(arrivals: _Arrivals, step: Iterable[Link]) -> None:
    """Move the paths on by the links of one step. A key without links keeps its paths.

    A key to which a link leads loses the paths that it had before, if it has no link itself: since all links of a
    record are given, a record that keeps its key while another one joins it has a link as well.

    Args:
        arrivals: The paths to the keys of the step's older edition; changed into those to its newer edition.
        step: The links of the step.
    """
    arrived: _Arrivals = defaultdict(dict)
    for old, links in grouped((link.old, link) for link in step if link.old is not None).items():
        paths = arrivals.pop(old, {})
        for link in links:
            if link.new is not None:
                _follow_link(arrived[link.new], paths, link)
    arrivals.update(arrived)  # replaces the paths of a key that has no link, but to which one leads


def _follow_link(arrived: dict[str, Path], sources: Mapping[str, Path], link: Link) -> None:
    """Add the paths that a link leads to its new key.

    Args:
        arrived: Old key → path, for the paths that lead to the new key already. If the link leads there from an old
            key that has such a path, the better of the two paths stays.
        sources: Old key → path, for the paths to the link's old key.
        link: The link.
    """
    for source, path in sources.items():
        longer = path.append_link(link)
        # The site's script chooses in the same order.
        arrived[source] = min(arrived.get(source, longer), longer, key=_order_path)


def _bridge_gap(versions: Sequence[Version]) -> Path:
    """Return the path of a lineage to which no chain of links leads, by its versions after the older edition.

    A *retyped* edition (`rules.links`) is not in the chain of editions of which versions are made. So its step to the
    next edition may lack a link that the step from the edition before it has.
    """
    change = gravest_class([version.change for version in versions if version.change is not None])
    score = min((version.score for version in versions), default=0.0)
    if any(version.kind == "returned" for version in versions):
        # The lineage is missing in some editions between: it is in those of 2001 and 2003, but not in that of 2002.
        return Path(method=RETURNED, kind="returned", change=change, score=score, has_links=True)
    if not versions:
        # The older edition is retyped, and the record did not change since; no score is known.
        return Path(change=change, score=score, has_links=True)
    # The older edition is retyped, and the record changed since.
    latest = versions[-1]
    return Path(method=latest.method, kind=latest.kind, change=change, score=score, has_links=True)


def _order_path(path: Path) -> tuple[bool, bool, int, bool, str, float]:
    """Return the sort key of a path: the better path comes first.

    A path is better if it is main, then if it is certain, if its change is slighter, and if its change is of the record
    alone. Paths that are equal in all of this are equally good. Among them the alphabetical order of `left_as` decides,
    and the score last, so that the choice does not depend on the order of the links.
    """
    gravity = len(CLASSES) if path.change is None else CLASSES.index(path.change)
    return not path.main, path.ambiguous, gravity, not path.alone, path.left_as or "", -path.score
