"""Operations on groups of connected records: finding their kind, inverting them, arranging them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from rules.grouping import grouped
from rules.links import ChangeKind, Group, Link

_INVERSE: dict[ChangeKind, ChangeKind] = {
    "added": "deleted",
    "returned": "deleted",
    "deleted": "added",
    "split": "merged",
    "merged": "split",
}
"""What a kind of change is if the two editions change roles; all other kinds stay the same."""
_SEVERAL: tuple[ChangeKind, ...] = ("split", "merged", "ambiguous")
"""Kinds of links that decide the kind of their whole group: the first of these that one of the links has."""
_START = -1
"""Stands for the position before the first record."""


def make_single(link: Link, lineage: str) -> Group:
    """Return a group of a single link, of which either end may be absent."""
    old = () if link.old is None else (link.old,)
    new = () if link.new is None else (link.new,)
    return Group(old=old, new=new, kind=link.kind, change=link.change, lineage=lineage, links=(link,))


def invert_group(group: Group) -> Group:
    """Return a group as the comparison in the other direction has it: an addition becomes a deletion.

    The kinds of several links are determined anew, since a record that was split is now one into which others merge.
    """
    links = [_invert_link(link) for link in group.links]
    if len(links) > 1:
        links = set_kinds(links)
    old_keys, new_keys = group.new, group.old
    links.sort(key=lambda link: (old_keys.index(link.old) if link.old else 0, not link.main))
    kind = kind_of_group([link.kind for link in links])
    return Group(old=old_keys, new=new_keys, kind=kind, change=group.change, lineage=group.lineage, links=tuple(links))


def _invert_link(link: Link) -> Link:
    return replace(link, old=link.new, new=link.old, kind=_INVERSE.get(link.kind, link.kind))


def set_kinds(links: Sequence[Link]) -> list[Link]:
    """Return connected links with the kinds that follow from how many share a record.

    A link is `split` if its old record has several links, else `merged` if its new record has several. An ambiguous
    link keeps its kind, and so does one that shares no record. As in the aligner, a record with several continuations
    was split, whatever they were merged with.
    """
    olds = Counter(link.old for link in links)
    news = Counter(link.new for link in links)
    changed: list[Link] = []
    for link in links:
        kind = link.kind
        if kind != "ambiguous" and olds[link.old] > 1:
            kind = "split"
        elif kind != "ambiguous" and news[link.new] > 1:
            kind = "merged"
        changed.append(replace(link, kind=kind))
    return changed


def kind_of_group(kinds: Sequence[ChangeKind]) -> ChangeKind:
    """Return the kind of a group, given the kinds of its links.

    It is `split`, `merged` or `ambiguous` if any link is, in this order; otherwise it is that of the first link.
    """
    for kind in _SEVERAL:
        if kind in kinds:
            return kind
    return kinds[0]


def arrange_groups(groups: Collection[Group], olds: Iterable[str], news: Iterable[str]) -> list[Group]:
    """Return groups in the order of their first old keys.

    An addition comes after the group of the new key that precedes it in the document; additions before the first of
    these groups come first. Example: `1` stays, `2` becomes `3`, and `2` is added between them → `1`, the addition `2`,
    and then `2` to `3`.

    Args:
        groups: The groups.
        olds: All keys of the edition compared from, in the order of the document.
        news: All keys of the edition compared to, in the order of the document.
    """
    positions = {key: position for position, key in enumerate(olds)}
    by_first = sorted((group for group in groups if group.old), key=lambda group: positions[group.old[0]])
    additions = grouped(_place_additions(groups, positions, news))
    arranged = list(additions.get(_START, ()))
    for group in by_first:
        arranged.append(group)
        arranged.extend(additions.get(positions[group.old[0]], ()))
    return arranged


def _place_additions(
    groups: Iterable[Group], positions: Mapping[str, int], news: Iterable[str]
) -> Iterator[tuple[int, Group]]:
    """Yield each addition with the position of the first old key of the group that it follows, or `_START`."""
    by_new = {key: group for group in groups for key in group.new}
    last = _START
    for key in news:
        group = by_new.get(key)
        if group is None:
            continue
        if group.old:
            last = positions[group.old[0]]
        else:
            yield last, group
