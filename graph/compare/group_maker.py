"""Making the groups between two editions from the paths between their records."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from graph.compare.edition_pair import EditionPair, KeyPath
from graph.compare.groups import kind_of_group, make_single, set_kinds
from graph.compare.passages import PassageAt
from graph.compare.several_steps import class_over_steps
from graph.history.paths import RETURNED, SAME_TEXT, SEVERAL_STEPS, Path
from rules.family_votes import elect_successor, family_kind, family_votes
from rules.keys import parent_key
from rules.links import ChangeClass, ChangeKind, Group, Link, gravest_class


class GroupMaker:
    """Makes the groups between two editions.

    Args:
        pair: The two editions.
        words: Returns the words of a record; None if the store has no texts.
    """

    def __init__(self, pair: EditionPair, words: PassageAt | None) -> None:
        self._pair = pair
        self._words = words

    def make_group(self, old_keys: Sequence[str], paths: Sequence[KeyPath]) -> Group:
        """Return the group of some old keys and the new keys to which paths lead from them.

        The group has the lineage of the first old record whose lineage goes on, or else of the first old record.

        Args:
            old_keys: The old keys, in the order of the document.
            paths: The paths; without any, there is a single old key, and it was deleted.
        """
        if not paths:
            (old_key,) = old_keys
            return self._make_deletion(old_key)
        new_keys = sorted({ends.new for ends in paths}, key=self._pair.new_positions.__getitem__)
        change = self._class_change(old_keys, new_keys, [ends.path for ends in paths])
        links = self._make_links(paths, change)

        def order(link: Link) -> tuple[int, bool, int]:
            return old_keys.index(link.old or ""), not link.main, new_keys.index(link.new or "")

        links.sort(key=order)
        continued = [ends.old for ends in paths if ends.path.main]
        named_after = continued[0] if continued else old_keys[0]
        return Group(
            old=tuple(old_keys),
            new=tuple(new_keys),
            kind=kind_of_group([link.kind for link in links]),
            change=change,
            lineage=self._pair.old_lineages[named_after],
            links=tuple(links),
        )

    def make_stayed(self, key: str) -> Group:
        """Return the group of a key that no step has touched."""
        link = Link(old=key, new=key, kind="kept", change="unchanged", method=SAME_TEXT, score=1.0)
        return make_single(link, self._pair.old_lineages[key])

    def make_addition(self, new_key: str) -> Group:
        """Return the group of a new key to which no path leads.

        The id of a lineage, such as `502.30a@2003-05-26`, ends with its first edition. If that is before the earlier
        edition of the pair, the rule was deleted before the earlier edition and has returned since.
        """
        lineage = self._pair.new_lineages[new_key]
        _, _, first_edition = lineage.rpartition("@")
        kind: ChangeKind = "returned" if first_edition < self._pair.earlier else "added"
        return make_single(Link(old=None, new=new_key, kind=kind, change=None, method="none", score=1.0), lineage)

    def _make_deletion(self, old_key: str) -> Group:
        """Return the group of an old key from which no path leads."""
        link = Link(old=old_key, new=None, kind="deleted", change=None, method="none", score=1.0)
        return make_single(link, self._pair.old_lineages[old_key])

    def _make_links(self, paths: Iterable[KeyPath], change: ChangeClass | None) -> list[Link]:
        """Return the links of a group."""
        links: list[Link] = []
        for old_key, new_key, path in paths:
            links.append(
                Link(
                    old=old_key,
                    new=new_key,
                    kind=self._kind_of(old_key, new_key, path),
                    change=change,
                    method=self._method_of(path),
                    score=round(path.score, 3),
                    main=path.main,
                )
            )
        if self._pair.is_long and len(links) > 1:
            return set_kinds(links)  # each kind was found as if its path were alone; together they are a split or merge
        return links

    def _method_of(self, path: Path) -> str:
        """Return the method of a path; for a single step it is the aligner's."""
        if self._pair.is_long and path.method not in {SAME_TEXT, RETURNED}:
            return SEVERAL_STEPS
        return path.method

    def _kind_of(self, old_key: str, new_key: str, path: Path) -> ChangeKind:
        """Return the kind of a path as if it were the only one at either end.

        For a single step it is the aligner's. Over several steps it is `ambiguous` if one of the links is; `split` or
        `merged` if the path left the lineage in this way; and otherwise `kept` for the same number, `renumbered` if the
        family of the record went the same way, or `moved` (`rules.family_votes.family_kind`).
        """
        if not self._pair.is_long:
            return path.kind
        if path.ambiguous:
            return "ambiguous"
        if not path.main and path.left_as in {"split", "merged"}:  # the way in which the path left the lineage
            return path.left_as
        return family_kind(
            parent_key(old_key), parent_key(new_key), self._family_successors, same_number=old_key == new_key
        )

    @cached_property
    def _family_successors(self) -> dict[str, str]:
        """Return rule, chapter or section of the earlier edition → the record that continues its family in the later.

        Each record right below it votes for the parent that this record has in the later edition, and a record that has
        others below it in one of the editions also votes for its own continuation; see `rules.family_votes`. Example:
        `502` → `702`, since most rules of 502 are in 702 now.
        """
        # The parent of a key follows from the key alone, so one table serves both editions.
        parent_of = {key: parent_key(key) for key in {*self._pair.old_lineages, *self._pair.new_lineages}}
        parents = frozenset(parent_of.values())

        def has_children(old_key: str, new_key: str) -> bool:
            return old_key in parents or new_key in parents

        votes = family_votes(self._pair.mains.items(), parent_of.get, parent_of.get, has_children)
        return {parent: elect_successor(counts) for parent, counts in votes.items()}

    def _class_change(
        self, old_keys: Sequence[str], new_keys: Sequence[str], paths: Sequence[Path]
    ) -> ChangeClass | None:
        """Return how much the words of a group changed; None if that is unknown for one of its paths.

        It is the gravest class of the paths for a single step, without texts, or if no step has a link of the records.
        Otherwise the texts themselves are compared, because a change may have been undone in a later step.
        """
        classes = [path.change for path in paths if path.change is not None]
        if len(classes) < len(paths):
            return None
        if self._words is None or not self._pair.is_long or all(path.method == SAME_TEXT for path in paths):
            return gravest_class(classes)
        before = [self._words(self._pair.earlier, key) for key in old_keys]
        after = [self._words(self._pair.later, key) for key in new_keys]
        return class_over_steps(paths, before, after)
