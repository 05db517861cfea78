"""The groups of records that the links of a single step connect.

A step is a pair of consecutive editions, and a link says that a record of the older one goes on in a record of the
newer one. Records that links connect, directly or through others, are shown together: if 100.1 was split into 200.1 and
200.2, and 100.2 was merged into 200.2, these four records are one group.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from graph.compare.components import list_components
from rules.grouping import grouped
from rules.links import ChangeClass, Group, Link, gravest_class


def group_links(links: Sequence[Link], olds: Sequence[str], news: Sequence[str]) -> Iterator[Group]:
    """Yield the groups of records that links connect, in the order of the older edition, then additions and deletions.

    An ambiguous link is one of several possible continuations. It does not connect two records if its old record also
    has a certain link. A new record to which only such links lead counts as added.

    Args:
        links: The links of the step.
        olds: The keys of the older edition, in document order.
        news: Those of the newer edition.
    """
    connecting = _list_connecting(links)
    old_positions = {key: position for position, key in enumerate(olds)}
    new_positions = {key: position for position, key in enumerate(news)}
    for connected in _list_connected(connecting, old_positions):
        yield _make_group(connected, old_positions, new_positions)
    yielded = {link.new for link in connecting}
    for link in links:
        if link.new is None and link.old is not None:
            yield Group((link.old,), (), "deleted", None)
        elif link.new is not None and link.new not in yielded:
            yielded.add(link.new)
            yield Group((), (link.new,), "added", None)


def _list_connecting(links: Iterable[Link]) -> list[Link]:
    """Return the links between two records, without ambiguous ones of old records that also have a certain one.

    Additions and deletions, which have a record on one side only, are left out.
    """
    between_records = [link for link in links if link.old is not None and link.new is not None]
    olds_with_certain = {link.old for link in between_records if link.kind != "ambiguous"}
    return [link for link in between_records if link.kind != "ambiguous" or link.old not in olds_with_certain]


def _list_connected(connecting: Iterable[Link], old_positions: Mapping[str, int]) -> Iterator[list[Link]]:
    """Yield the links of each group of records, in the order of the older edition.

    Args:
        connecting: The links between two records.
        old_positions: The keys of the older edition, with their positions.
    """
    by_old = grouped((link.old or "", link) for link in connecting)
    by_new = grouped((link.new or "", link) for link in connecting)

    def list_beside(old: str) -> Iterator[str]:
        """Yield the old keys that have a new key in common with an old key."""
        for link in by_old[old]:
            for sharing in by_new[link.new or ""]:
                yield sharing.old or ""

    for members in list_components(sorted(by_old, key=old_positions.__getitem__), list_beside):
        yield list(chain.from_iterable(by_old[old] for old in members))


def _make_group(links: Sequence[Link], old_positions: Mapping[str, int], new_positions: Mapping[str, int]) -> Group:
    """Return the group of the records that some links connect, its keys in the order of their editions.

    The links may be of several kinds, such as a split and a merge. The kind of the group is that of the first link of
    its first old record.
    """
    olds = sorted({link.old or "" for link in links}, key=old_positions.__getitem__)
    news = sorted({link.new or "" for link in links}, key=new_positions.__getitem__)
    return Group(tuple(olds), tuple(news), links[0].kind, _find_gravest([link.change for link in links]))


def _find_gravest(classes: Iterable[ChangeClass | None]) -> ChangeClass | None:
    """Return the gravest class; None if one of them is unknown."""
    known_classes: list[ChangeClass] = []
    for change in classes:
        if change is None:
            return None
        known_classes.append(change)
    return gravest_class(known_classes)
