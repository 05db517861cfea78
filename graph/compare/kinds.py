"""The kind of change of a record over any number of steps, and its inverse as seen from the other edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from graph.history.paths import Paths
from rules.links import ChangeKind, Link

_INVERSE: dict[ChangeKind, ChangeKind] = {
    "added": "deleted",
    "returned": "deleted",
    "deleted": "added",
    "split": "merged",
    "merged": "split",
}


def same_rule(paths: Paths, news: Collection[str], old: str, new: str, *, turned: bool = False) -> bool:
    """Return whether a number of the older edition and one of the newer name the same rule (chapter, section).

    True also for equal numbers that neither edition has; a split rule is the same as each of its parts, as in the
    aligner. With `turned`, `old` is a number of the newer edition.
    """
    if turned:
        old, new = new, old
    targets = paths.get(old)
    return old == new and new not in news if targets is None else new in targets


def set_kinds(links: Sequence[Link]) -> list[Link]:
    """Return connected links with the kinds that follow from how many share a record.

    As in the aligner, a record with several continuations was split, whatever they were merged with.
    """
    olds, news = Counter(link.old for link in links), Counter(link.new for link in links)
    return [_set_kind(link, olds[link.old], news[link.new]) for link in links]


def _set_kind(link: Link, of_old: int, of_new: int) -> Link:
    if link.kind == "ambiguous" or max(of_old, of_new) < 2:
        return link
    return replace(link, kind="split" if of_old > 1 else "merged")


def inverted_links(links: Sequence[Link]) -> list[Link]:
    """Return the links of a group, seen from the other edition."""
    turned = [
        Link(link.new, link.old, _INVERSE.get(link.kind, link.kind), link.change, link.method, link.score, link.main)
        for link in links
    ]
    return set_kinds(turned) if len(turned) > 1 else turned


def kind_of_group(kinds: Collection[ChangeKind]) -> ChangeKind:
    """Return the kind of a group, from the kinds of its links."""
    several: tuple[ChangeKind, ...] = ("split", "merged", "ambiguous")
    return next((kind for kind in several if kind in kinds), next(iter(kinds)))
