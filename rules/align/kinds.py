"""Conversion of a matching to `Link` records, with what happened to each rule and how much its words changed."""

from __future__ import annotations

from collections import defaultdict

from rules.align.coarse import COARSE
from rules.align.matching import Families, Matching
from rules.align.side import NONE
from rules.change import Renamings, classify
from rules.grouping import grouped
from rules.links import ChangeClass, ChangeKind, Link
from rules.numbers import family_kind


class Links:
    """The links of a finished matching.

    Args:
        matching: The links between the editions.
        renamed: Terms that were renamed between the two editions.
    """

    def __init__(self, matching: Matching, renamed: Renamings) -> None:
        self.matching = matching
        self.renamed = renamed
        self.families: Families = matching.families()
        self._classes: dict[tuple[tuple[int, ...], tuple[int, ...]], ChangeClass] = {}
        pairs = [*((old, new) for old, new in enumerate(matching.new_of) if new != NONE), *matching.pieces]
        self.targets = grouped(pairs)
        self.sources = grouped((new, old) for old, new in pairs)

    def list_links(self) -> list[Link]:
        """Return the links of old records in their order, and each addition after the link of the record before it."""
        matching = self.matching
        first = {new: min(olds) for new, olds in self.sources.items()}
        for old, news in sorted(matching.ambiguous.items()):
            for new in news:
                first.setdefault(new, old)
        additions: dict[int, list[Link]] = defaultdict(list)
        last = NONE
        for new, key in enumerate(matching.new.keys):
            if new in first:
                last = new
            else:
                method = COARSE if new in matching.coarse_new else "none"
                additions[last].append(Link(None, key, "added", None, method, 1.0))
        links = additions.pop(NONE, [])
        for old in range(len(matching.old)):
            links.extend(self._list_links_of(old))
            for new in sorted(self.targets.get(old, ())) or matching.ambiguous.get(old, ()):
                if matching.new_of[old] == new or first[new] == old:
                    links.extend(additions.pop(new, []))
        return links

    def _list_links_of(self, old: int) -> list[Link]:
        matching = self.matching
        key = matching.old.keys[old]
        targets = self.targets.get(old, [])
        if old in matching.ambiguous:
            return [
                Link(key, matching.new.keys[new], "ambiguous", None, "tie", 0.5, main=False)
                for new in matching.ambiguous[old]
            ]
        if not targets:
            return [Link(key, None, "deleted", None, COARSE if old in matching.coarse_old else "none", 1.0)]
        main_first = sorted(targets, key=lambda new: (matching.new_of[old] != new, new))
        return [self._link(old, new, len(targets)) for new in main_first]

    def _link(self, old: int, new: int, parts: int) -> Link:
        matching = self.matching
        main = matching.new_of[old] == new
        method, score = matching.found[old] if main else matching.pieces[(old, new)]
        parent, adoptive = matching.old.parents[old], matching.new.parents[new]
        kind: ChangeKind = family_kind(
            matching.old.keys[old] == matching.new.keys[new],
            None if parent == NONE else parent,
            None if adoptive == NONE else adoptive,
            self.families.image,
        )
        if parts > 1 or len(self.sources[new]) > 1:
            kind = "split" if parts > 1 else "merged"
        change = self._classify_change(old, new, parts)
        return Link(matching.old.keys[old], matching.new.keys[new], kind, change, method, round(score, 3), main)

    def _classify_change(self, old: int, new: int, parts: int) -> ChangeClass:
        """Return how the words changed, over all parts of a split rule and all sources of a merged one."""
        if parts == 1 == len(self.sources[new]):
            old_passage, new_passage = self.matching.old.passage(old), self.matching.new.passage(new)
            return classify((old_passage,), (new_passage,), self._same_rule, self.renamed)
        olds = (old,) if parts > 1 else tuple(sorted(self.sources[new]))
        news = tuple(sorted(self.targets[old])) if parts > 1 else (new,)
        change = self._classes.get((olds, news))
        if change is None:
            before = [self.matching.old.passage(position) for position in olds]
            after = [self.matching.new.passage(position) for position in news]
            change = self._classes[olds, news] = classify(before, after, self._same_rule, self.renamed)
        return change

    def _same_rule(self, old: str, new: str) -> bool:
        """Return whether two numbers name the same rule; a number that neither edition has equals only itself."""
        before = self.matching.old.positions.get(old, NONE)
        after = self.matching.new.positions.get(new, NONE)
        if NONE in (before, after):
            return before == after and old == new
        return after in self.targets[before]
