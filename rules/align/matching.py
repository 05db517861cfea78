"""The state of an alignment in progress: the links so far, and the families that follow from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.align.side import NONE, AlignmentSide
from rules.numbers import OWN_VOTE, family_winner

PairScore = tuple[str, float]
"""The name of the method that linked a pair, and a score from 0 to 1."""


class Matching:
    """One-to-one links between two editions, by position, and additional links of splits and merges.

    Attributes:
        new_of: For each old position, the new one that continues it, or `NONE`.
        old_of: The reverse.
        found: Method and score of the link of each linked old position.
        pieces: Additional links (old, new) of splits and merges.
        ambiguous: Old positions with two or more equally good continuations, none of which is chosen.
        coarse_old: Old positions that are not compared closely; see `rules.align.coarse`.
        coarse_new: The same for new positions.
    """

    def __init__(self, old: AlignmentSide, new: AlignmentSide) -> None:
        self.old = old
        self.new = new
        self.new_of = [NONE] * len(old)
        self.old_of = [NONE] * len(new)
        self.found: dict[int, PairScore] = {}
        self.pieces: dict[tuple[int, int], PairScore] = {}
        self.ambiguous: dict[int, tuple[int, ...]] = {}
        self.coarse_old: set[int] = set()
        self.coarse_new: set[int] = set()
        self._families = Families(old, new)
        self._changes: list[tuple[int, int, int]] = []

    def link(self, old: int, new: int, method: str, score: float) -> None:
        """Link two records that are both free."""
        if self.new_of[old] != NONE or self.old_of[new] != NONE:
            raise ValueError(f"{self.old.keys[old]} or {self.new.keys[new]} is linked already")
        self._changes.append((old, new, 1))
        self.new_of[old] = new
        self.old_of[new] = old
        self.found[old] = method, score

    def unlink(self, old: int) -> None:
        """Undo the link of an old record."""
        self._changes.append((old, self.new_of[old], -1))
        self.old_of[self.new_of[old]] = NONE
        self.new_of[old] = NONE
        del self.found[old]

    def promote(self) -> None:
        """Make a piece the main link if neither record has another link, since nothing else continues them."""
        olds, news = Counter(old for old, _ in self.pieces), Counter(new for _, new in self.pieces)
        for (old, new), score in sorted(self.pieces.items()):
            if self.new_of[old] == NONE and self.old_of[new] == NONE and olds[old] == news[new] == 1:
                del self.pieces[(old, new)]
                self.link(old, new, *score)

    def free_old(self) -> list[int]:
        """Return the old positions without a continuation."""
        return [position for position, new in enumerate(self.new_of) if new == NONE]

    def free_new(self) -> list[int]:
        """Return the new positions that continue nothing."""
        return [position for position, old in enumerate(self.old_of) if old == NONE]

    def families(self) -> Families:
        """Return the families: what each parent became, by its own link and by the links of its children.

        Each call returns the same object, updated with all links made before the call; later links are included only
        after the next call.
        """
        self._families.update(self._changes)
        self._changes.clear()
        return self._families


class Families:
    """For each old parent, the new record that got most of its children.

    A parent gets votes from its linked children and its own link; `rules.numbers.family_votes` counts the same way, by
    key.

    Attributes:
        votes: For each old parent with votes, the votes for each new record.
        image: For each old parent with votes, the new record with the most votes.
        preimage: The reverse, for each new parent with votes.
    """

    def __init__(self, old: AlignmentSide, new: AlignmentSide) -> None:
        self._old = old
        self._new = new
        self._votes = _Votes()
        self._back = _Votes()
        self.votes = self._votes.by_voter
        self.image = self._votes.winners
        self.preimage = self._back.winners
        self._flow: Counter[tuple[int, int]] = Counter()
        self._from: Counter[int] = Counter()
        self._linked: Counter[str] = Counter()
        self._kept: Counter[str] = Counter()
        self._everywhere = 0.0

    def update(self, changes: Iterable[tuple[int, int, int]]) -> None:
        """Count links that were made or undone.

        Args:
            changes: The old position, the new one, and 1 for a link made, -1 for one undone.
        """
        old, new = self._old, self._new
        for position, target, sign in changes:
            if old.children[position] or new.children[target]:
                self._vote(position, target, sign * OWN_VOTE)
            parent, adoptive = old.parents[position], new.parents[target]
            if NONE not in {parent, adoptive}:
                self._vote(parent, adoptive, sign)
            if position < old.rule_count:
                chapter = old.chapters[position]
                self._flow[chapter, new.chapters[target]] += sign
                self._from[chapter] += sign
                if target < new.rule_count:
                    prefix = old.prefixes[position]
                    self._linked[prefix] += sign
                    self._kept[prefix] += sign * (old.keys[position] == new.keys[target])
        self._votes.elect()
        self._back.elect()
        self._everywhere = self._kept.total() / max(1, self._linked.total())

    def _vote(self, parent: int, adoptive: int, weight: float) -> None:
        self._votes.add(parent, adoptive, weight)
        self._back.add(adoptive, parent, weight)

    def share(self, parent: int, adoptive: int) -> float:
        """Return the share of an old parent's votes that goes to a new one, 0 to 1; 0 without votes."""
        return self._votes.share(parent, adoptive)

    def back_share(self, parent: int, adoptive: int) -> float:
        """Return the share of a new parent's votes that comes from an old one, 0 to 1; 0 without votes."""
        return self._back.share(adoptive, parent)

    def flow(self, chapter: int, adoptive: int) -> float:
        """Return the share of an old chapter's linked records that is in a new one, 0 to 1; 0 for no chapter."""
        if NONE in {chapter, adoptive} or not self._from[chapter]:
            return 0.0
        return self._flow[chapter, adoptive] / self._from[chapter]

    def stability(self, position: int) -> float:
        """Return the share of linked rules that kept their number in the chapter of an old record, 0 to 1.

        Chapters with few links are smoothed towards the share of the whole edition, which counts like three links.
        """
        prefix = self._old.prefixes[position]
        linked = self._linked[prefix]
        return (self._kept[prefix] + 3 * self._everywhere) / (linked + 3) if linked else self._everywhere


class _Votes:
    """Votes that can be added and withdrawn, and the current winners."""

    def __init__(self) -> None:
        self.by_voter: dict[int, dict[int, float]] = {}
        self.winners: dict[int, int] = {}
        self._totals: dict[int, float] = {}
        self._changed: set[int] = set()

    def add(self, voter: int, elected: int, weight: float) -> None:
        counts = self.by_voter.setdefault(voter, {})
        counts[elected] = counts.get(elected, 0.0) + weight
        self._changed.add(voter)

    def elect(self) -> None:
        for voter in self._changed:
            # Weights are multiples of one half, so a withdrawn vote leaves exactly 0.
            counts = {elected: weight for elected, weight in self.by_voter.pop(voter).items() if weight}
            if counts:
                self.by_voter[voter] = counts
                self.winners[voter] = family_winner(counts)
                self._totals[voter] = sum(counts.values())
            else:
                self.winners.pop(voter, None)
        self._changed.clear()

    def share(self, voter: int, elected: int) -> float:
        counts = self.by_voter.get(voter)
        return counts.get(elected, 0.0) / self._totals[voter] if counts else 0.0
