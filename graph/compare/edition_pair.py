"""The groups of records between an edition and a later one, made from the paths between their records."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from graph.compare.components import list_components
from graph.compare.groups import kind_of_group, make_single, set_kinds
from graph.compare.passages import PassageAt
from graph.history import History
from graph.history.continuations import select_continuations
from graph.history.paths import RETURNED, SAME_TEXT, SEVERAL_STEPS, Path
from rules.change import Passage
from rules.change.passages import plain_form
from rules.family_votes import family_kind, family_votes, family_winner
from rules.grouping import grouped
from rules.keys import is_entry, parent_key
from rules.links import ChangeClass, ChangeKind, Group, Link, gravest_class


class _Piece(NamedTuple):
    """A record of the older edition, a record of the newer one, and the path between them."""

    old: str
    new: str
    path: Path


class EditionPair:
    """An edition and a later one, or the same one, with the paths between their records.

    Args:
        history: Provides keys and links.
        old: Id of the earlier edition.
        new: Id of the later edition.
        words: Returns the words of a record; None if the store has no texts.

    Attributes:
        old: Id of the earlier edition.
        new: Id of the later edition.
        is_long: Whether there are other editions of the work between the two.
        old_lineages: Key → lineage id for the records of the earlier edition, in the order of the document.
        new_lineages: The same of the later edition.
        paths: Old key → new key → the path between the two.
    """

    def __init__(self, history: History, old: str, new: str, words: PassageAt | None) -> None:
        self.old, self.new = old, new
        self.is_long = len(history.calendar.list_between(old, new)) > 1
        self.old_lineages = history.lineages.of_edition(old)
        self.new_lineages = history.lineages.of_edition(new)
        self.paths = history.continuations.paths(old, new)
        self._words = words
        self._share = history.continuations.share

    @cached_property
    def sources(self) -> dict[str, list[str]]:
        """Return new key → the old keys with a path to it."""
        return grouped((new, old) for old, targets in self.paths.items() for new in targets)

    @cached_property
    def _old_positions(self) -> dict[str, int]:
        return {key: position for position, key in enumerate(self.old_lineages)}

    @cached_property
    def _new_positions(self) -> dict[str, int]:
        return {key: position for position, key in enumerate(self.new_lineages)}

    @cached_property
    def _mains(self) -> dict[str, str]:
        """Return old key → the new key of the same lineage."""
        return {old: new for old, targets in self.paths.items() for new, path in targets.items() if path.main}

    @cached_property
    def _winners(self) -> dict[str, str]:
        """Return rule, chapter or section of the earlier edition → the one that has most of the records below it now.

        Each record right below it votes for the parent that this record has in the later edition; see
        `rules.family_votes`. Example: `502` → `702`, since most rules of 502 are in 702 now.
        """
        # The parent of a key follows from the key alone, so one table serves both editions.
        parent_of = {key: parent_key(key) for key in {*self.old_lineages, *self.new_lineages}}
        parents = frozenset(parent_of.values())

        def has_children(old: str, new: str) -> bool:
            return old in parents or new in parents

        votes = family_votes(self._mains.items(), parent_of.get, parent_of.get, has_children)
        return {parent: family_winner(counts) for parent, counts in votes.items()}

    def groups_of_old(self, keys: Collection[str] | None = None) -> list[Group]:
        """Return the groups that have one of some keys of the earlier edition, in no particular order.

        Args:
            keys: The keys; None for all groups, those of added records too.
        """
        if keys is None:
            return self._make_groups(self.old_lineages, self.new_lineages)
        groups = self._make_groups([key for key in self.old_lineages if key in keys], ())
        chosen = frozenset(keys)
        return [group for group in groups if not chosen.isdisjoint(group.old)]

    def groups_of_new(self, keys: Collection[str] | None = None) -> list[Group]:
        """Return the groups that have one of some keys of the later edition, in no particular order.

        Args:
            keys: The keys; None for all groups, those of deleted records too.
        """
        if keys is None:
            return self._make_groups(self.old_lineages, self.new_lineages)
        news = [key for key in self.new_lineages if key in keys]
        olds: dict[str, None] = {}  # the keys from which paths lead to these, each once
        for new in news:
            olds |= dict.fromkeys(self.sources.get(new, ()))
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
            if self._has_stayed(old):  # as nearly all records of a step have
                groups.append(self._make_stayed(old))
            else:
                linked.append(old)
        for component in list_components(linked, self._list_beside):
            groups.extend(self._split_component(component))
        reached = {key for group in groups for key in group.new}
        groups.extend(self._make_addition(new) for new in news if new not in reached)
        return groups

    def _has_stayed(self, old: str) -> bool:
        """Return whether no link mentions a key in any step, and no other key leads to it."""
        targets = self.paths[old]
        path = targets.get(old)
        if path is None or path.has_links or not path.main:
            return False
        return len(targets) == 1 and len(self.sources[old]) == 1

    def _list_beside(self, old: str) -> Iterable[str]:
        """Return the old keys that share a new key with an old key."""
        return (source for new in self.paths[old] for source in self.sources[new])

    def _split_component(self, component: Sequence[str]) -> Iterator[Group]:
        """Yield the groups of old keys that paths connect.

        Only paths that count connect (`graph.history.continuations`), so the keys may fall apart into several groups.
        """
        first = component[0]
        if len(component) == 1 and len(self.paths[first]) < 2:
            yield self._make_group([first], _list_pieces(first, self.paths[first]))
            return
        olds = sorted(component, key=self._old_positions.__getitem__)
        continuations = {old: self._select_continuations(old) for old in olds}
        holders = grouped((new, old) for old, targets in continuations.items() for new in targets)

        def list_beside(old: str) -> Iterable[str]:
            return (holder for new in continuations[old] for holder in holders[new])

        for members in list_components(olds, list_beside):
            members.sort(key=self._old_positions.__getitem__)
            pieces: list[_Piece] = []
            for old in members:
                pieces.extend(_list_pieces(old, continuations[old]))
            yield self._make_group(members, pieces)

    def _select_continuations(self, old: str) -> dict[str, Path]:
        """Return the continuations of an old key that count, with the paths to them."""

        def share_with(new: str) -> int:
            return self._share(old, self.old, new, self.new)

        return select_continuations(
            old, self.paths[old], self._has_source_of_own_sort, share_with, over_steps=self.is_long
        )

    def _has_source_of_own_sort(self, new: str) -> bool:
        """Return whether a new rule came from a rule, or a new glossary entry from a glossary entry."""
        return any(is_entry(source) == is_entry(new) for source in self.sources[new])

    def _make_group(self, olds: Sequence[str], pieces: Sequence[_Piece]) -> Group:
        """Return the group of some old keys and the new keys to which paths lead from them.

        Args:
            olds: The old keys, in the order of the document.
            pieces: The paths; without any, there is a single old key, and it was deleted.
        """
        if not pieces:
            (old,) = olds
            return self._make_deletion(old)
        news = sorted({piece.new for piece in pieces}, key=self._new_positions.__getitem__)
        change = self._class_change(olds, news, [piece.path for piece in pieces])
        links = self._make_links(pieces, change)

        def order(link: Link) -> tuple[int, bool, int]:
            return olds.index(link.old or ""), not link.main, news.index(link.new or "")

        links.sort(key=order)
        continued = [piece.old for piece in pieces if piece.path.main]
        named_after = continued[0] if continued else olds[0]
        return Group(
            old=tuple(olds),
            new=tuple(news),
            kind=kind_of_group([link.kind for link in links]),
            change=change,
            lineage=self.old_lineages[named_after],
            links=tuple(links),
        )

    def _make_stayed(self, key: str) -> Group:
        """Return the group of a key that no step has touched."""
        link = Link(old=key, new=key, kind="kept", change="unchanged", method=SAME_TEXT, score=1.0)
        return make_single(link, self.old_lineages[key])

    def _make_deletion(self, old: str) -> Group:
        """Return the group of an old key from which no path leads."""
        link = Link(old=old, new=None, kind="deleted", change=None, method="none", score=1.0)
        return make_single(link, self.old_lineages[old])

    def _make_links(self, pieces: Iterable[_Piece], change: ChangeClass | None) -> list[Link]:
        """Return the links of a group."""
        links: list[Link] = []
        for old, new, path in pieces:
            links.append(
                Link(
                    old=old,
                    new=new,
                    kind=self._kind_of(old, new, path),
                    change=change,
                    method=self._method_of(path),
                    score=round(path.score, 3),
                    main=path.main,
                )
            )
        if self.is_long and len(links) > 1:
            return set_kinds(links)  # each kind was found as if its path were alone; together they are a split or merge
        return links

    def _method_of(self, path: Path) -> str:
        """Return the method of a path; for a single step it is the aligner's."""
        if self.is_long and path.method not in {SAME_TEXT, RETURNED}:
            return SEVERAL_STEPS
        return path.method

    def _kind_of(self, old: str, new: str, path: Path) -> ChangeKind:
        """Return the kind of a path as if it were the only one at either end; for a single step the aligner's."""
        if not self.is_long:
            return path.kind
        if path.ambiguous:
            return "ambiguous"
        if not path.main and path.left_as in {"split", "merged"}:  # the way in which the path left the lineage
            return path.left_as
        if old == new:
            return "kept"
        return family_kind(parent_key(old), parent_key(new), self._winners, same_number=False)

    def _class_change(self, olds: Sequence[str], news: Sequence[str], paths: Sequence[Path]) -> ChangeClass | None:
        """Return how much the words of a group changed; None if that is unknown for one of its paths."""
        classes = [path.change for path in paths if path.change is not None]
        if len(classes) < len(paths):
            return None
        if self._words is None or not self.is_long or all(path.method == SAME_TEXT for path in paths):
            return gravest_class(classes)
        before = [self._words(self.old, key) for key in olds]
        after = [self._words(self.new, key) for key in news]
        return class_over_steps(paths, before, after)

    def _make_addition(self, new: str) -> Group:
        """Return the group of a new key to which no path leads.

        The id of a lineage, such as `502.30a@2003-07-01`, ends with its first edition. If that is before the earlier
        edition of the pair, the rule was deleted before the earlier edition and has returned since.
        """
        lineage = self.new_lineages[new]
        _, _, first_edition = lineage.rpartition("@")
        has_returned = first_edition < self.old and self.is_long
        kind: ChangeKind = "returned" if has_returned else "added"
        return make_single(Link(old=None, new=new, kind=kind, change=None, method="none", score=1.0), lineage)


def _list_pieces(old: str, targets: dict[str, Path]) -> list[_Piece]:
    return [_Piece(old, new, path) for new, path in targets.items()]


def class_over_steps(paths: Sequence[Path], before: Sequence[Passage], after: Sequence[Passage]) -> ChangeClass:
    """Return the class of the change from some records to their continuations after several steps.

    If several records are on one side, it is the gravest class of all steps. Otherwise a change may have been undone in
    a later step, so the texts themselves are compared, in this order:

    1. Equal words are `unchanged`. So are words that every step calls `unchanged`: only the copies of the editions
       differ in their typography.
    2. Words with the same plain form are `typographic`.
    3. Other words have the gravest class of all steps, but at least `typographic`. If the record was split or merged on
       the way, they have at least `wording`, because the classes of these steps are those of several records together.

    Args:
        paths: The paths between them; none of them ambiguous.
        before: The words of the records in the older edition.
        after: The words of the records in the newer edition.
    """
    worst = gravest_class([path.change for path in paths if path.change is not None])
    if len(before) > 1 or len(after) > 1:
        return worst
    is_alone = all(path.alone for path in paths)
    if before[0] == after[0] or (worst == "unchanged" and is_alone):
        return "unchanged"
    if plain_form(before[0]) == plain_form(after[0]):
        return "typographic"
    if is_alone:
        return gravest_class([worst, "typographic"])
    return gravest_class([worst, "wording"])
