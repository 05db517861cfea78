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

    def list_all(self) -> list[Group]:
        """Return all groups, in no particular order."""
        return self._make_groups(self._pair.old_lineages, self._pair.new_lineages)

    def of_old(self, keys: Collection[str]) -> list[Group]:
        """Return the groups that have one of some keys of the earlier edition, in no particular order."""
        chosen = frozenset(keys)
        old_keys = [key for key in self._pair.old_lineages if key in chosen]
        groups = self._make_groups(old_keys, ())
        # Paths may connect chosen keys with others, whose groups are made as well.
        return [group for group in groups if not chosen.isdisjoint(group.old)]

    def of_new(self, keys: Collection[str]) -> list[Group]:
        """Return the groups that have one of some keys of the later edition, in no particular order."""
        chosen = frozenset(keys)
        new_keys = [key for key in self._pair.new_lineages if key in chosen]
        old_keys: dict[str, None] = {}  # the sources of the new keys, each once
        for new_key in new_keys:
            old_keys |= dict.fromkeys(self._pair.sources.get(new_key, ()))
        groups = self._make_groups(old_keys, new_keys)
        # The sources may be connected with other new keys, whose groups are made as well.
        return [group for group in groups if not chosen.isdisjoint(group.new)]

    def _make_groups(self, old_keys: Iterable[str], new_keys: Iterable[str]) -> list[Group]:
        """Return the groups of some old keys, followed by an addition for each of some new keys that is in none.

        If paths connect other old keys with these, groups of the other keys may be among them.
        """
        groups: list[Group] = []
        linked: list[str] = []
        for old_key in old_keys:
            if self._pair.has_stayed(old_key):  # as nearly all records of a step have
                groups.append(self._maker.make_stayed(old_key))
            else:
                linked.append(old_key)
        for component in list_components(linked, self._list_connected):
            groups.extend(self._split_component(component))
        reached = {key for group in groups for key in group.new}
        groups.extend(self._maker.make_addition(new_key) for new_key in new_keys if new_key not in reached)
        return groups

    def _list_connected(self, old_key: str) -> Iterable[str]:
        """Return the old keys that share a new key with an old key.

        Two old keys share a new key if paths lead from both to it, whether or not these paths count.
        """
        for new_key in self._pair.paths[old_key]:
            yield from self._pair.sources[new_key]

    def _split_component(self, component: Sequence[str]) -> Iterator[Group]:
        """Yield the groups of old keys that paths connect.

        Only paths that count make a group (`EditionPair.list_counting_paths`), so the keys may fall apart into several
        groups. Example: 100.1 and 100.2 have a path to 200.1, but only that of 100.1 counts → two groups.

        If a single key has a single path, this path always counts: nothing competes with it, and the best piece of a
        lineage that ended counts in any case.
        """
        first = component[0]
        if len(component) == 1 and len(self._pair.paths[first]) < 2:
            yield self._maker.make_group([first], self._pair.list_paths(first))
            return
        old_keys = sorted(component, key=self._pair.old_positions.__getitem__)
        counting = {old_key: self._pair.list_counting_paths(old_key) for old_key in old_keys}
        sources = grouped((path.new, path.old) for paths in counting.values() for path in paths)

        def list_connected_by_counting(old_key: str) -> Iterable[str]:
            for path in counting[old_key]:
                yield from sources[path.new]

        for members in list_components(old_keys, list_connected_by_counting):
            members.sort(key=self._pair.old_positions.__getitem__)
            yield self._maker.make_group(members, [path for old_key in members for path in counting[old_key]])
