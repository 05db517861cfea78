"""The groups of records between an edition and a later one."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from graph.compare.components import list_components
from graph.compare.edition_pair import EditionPair
from graph.compare.group_maker import GroupMaker
from rules.grouping import grouped
from rules.links import Group


class EditionGroups:
    """The groups between two editions, found on demand.

    Args:
        pair: The two editions.
        maker: Makes their groups.
    """

    def __init__(self, pair: EditionPair, maker: GroupMaker) -> None:
        self._pair = pair
        self._maker = maker

    def of_old(self, keys: Collection[str] | None = None) -> list[Group]:
        """Return the groups that have one of some keys of the earlier edition, in no particular order.

        Args:
            keys: The keys; None for all groups, those of added records too.
        """
        if keys is None:
            return self._make_groups(self._pair.old_lineages, self._pair.new_lineages)
        groups = self._make_groups([key for key in self._pair.old_lineages if key in keys], ())
        chosen = frozenset(keys)
        return [group for group in groups if not chosen.isdisjoint(group.old)]

    def of_new(self, keys: Collection[str] | None = None) -> list[Group]:
        """Return the groups that have one of some keys of the later edition, in no particular order.

        Args:
            keys: The keys; None for all groups, those of deleted records too.
        """
        if keys is None:
            return self._make_groups(self._pair.old_lineages, self._pair.new_lineages)
        news = [key for key in self._pair.new_lineages if key in keys]
        olds: dict[str, None] = {}  # the keys from which paths lead to these, each once
        for new in news:
            olds |= dict.fromkeys(self._pair.sources.get(new, ()))
        groups = self._make_groups(olds, news)
        chosen = frozenset(keys)
        return [group for group in groups if not chosen.isdisjoint(group.new)]

    def _make_groups(self, olds: Iterable[str], news: Iterable[str]) -> list[Group]:
        """Return the groups of some old keys, followed by an addition for each of some new keys that is in none.

        If paths connect other old keys with these, groups of the other keys may be among them.
        """
        groups: list[Group] = []
        linked: list[str] = []
        for old in olds:
            if self._pair.has_stayed(old):  # as nearly all records of a step have
                groups.append(self._maker.make_stayed(old))
            else:
                linked.append(old)
        for component in list_components(linked, self._list_connected):
            groups.extend(self._split_component(component))
        reached = {key for group in groups for key in group.new}
        groups.extend(self._maker.make_addition(new) for new in news if new not in reached)
        return groups

    def _list_connected(self, old: str) -> Iterable[str]:
        """Return the old keys from which paths lead to a new key to which a path leads from an old key."""
        return (source for new in self._pair.paths[old] for source in self._pair.sources[new])

    def _split_component(self, component: Sequence[str]) -> Iterator[Group]:
        """Yield the groups of old keys that paths connect.

        Only paths that count make a group, so the keys may fall apart into several groups. The path of a single key
        that has no other always counts.
        """
        first = component[0]
        if len(component) == 1 and len(self._pair.paths[first]) < 2:
            yield self._maker.make_group([first], self._pair.list_paths(first))
            return
        olds = sorted(component, key=self._pair.old_positions.__getitem__)
        counting = {old: self._pair.list_counting_paths(old) for old in olds}
        sources = grouped((path.new, path.old) for paths in counting.values() for path in paths)

        def list_connected(old: str) -> Iterable[str]:
            return (source for path in counting[old] for source in sources[path.new])

        for members in list_components(olds, list_connected):
            members.sort(key=self._pair.old_positions.__getitem__)
            yield self._maker.make_group(members, [path for old in members for path in counting[old]])
